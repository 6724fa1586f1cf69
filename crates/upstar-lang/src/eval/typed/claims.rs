//! Evaluation of the claims of checks.

use super::Activation;
use super::quotation::MOST_COPIES;
use crate::eval::machine::instructions::holds;
use crate::eval::{Claimed, Event};
use crate::explain;
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::code::{Block, ClaimCode, ClaimSide};
use crate::value::explanation::Sentence;
use crate::value::host::Host;
use crate::value::{At, Result, Summands, Value, expect};

impl Activation<'_, '_> {
    /// Evaluates a claim and reports the result as an event. Faults are results too, except those of a
    /// limit, which end the program.
    pub(in crate::eval) fn check(&mut self, claim: &ClaimCode, span: Span) -> Result<()> {
        let judged = match claim {
            ClaimCode::Comparison(first, rest) => self.claimed(first, rest),
            ClaimCode::Truth(condition) => self.claimed_truth(*condition),
            ClaimCode::Blank(block) => self.block(*block).map(Claimed::Blank),
        };
        let claimed = match judged {
            Ok(claimed) => claimed,
            Err(fault) if fault.is_exhaustion() => return Err(fault),
            Err(fault) => Claimed::Broken(fault),
        };
        self.machine.events.push(Event::Check {
            exercise: self.machine.exercise.clone(),
            span,
            claimed,
        });
        Ok(())
    }

    fn claimed_truth(&mut self, condition: Block) -> Result<Claimed> {
        let holds = self.truth(condition)?;
        Ok(if holds { Claimed::Holds } else { Claimed::Fails(None, None) })
    }

    /// Returns the truth value of a condition.
    pub(in crate::eval) fn truth(&mut self, condition: Block) -> Result<bool> {
        expect::truth(&self.block(condition)?).at(condition.span)
    }

    /// Evaluates a chain of comparisons. The result names the first that fails, with its sides.
    fn claimed(&mut self, first: &ClaimSide, rest: &[(CompareOp, ClaimSide)]) -> Result<Claimed> {
        let (mut typed, mut left) = self.claimed_side(first)?;
        let mut from = first.sum.span;
        for (op, side) in rest {
            let (other, right) = self.claimed_side(side)?;
            let span = from.to(side.sum.span);
            if !holds(self.machine, *op, (&left, &right), span)? {
                let why = match objection(self.machine, typed, *op, other) {
                    // The result is known; finding the reason may take longer than the limit allows.
                    Err(fault) if fault.is_exhaustion() && !fault.is_interruption() => None,
                    why => why.at(span)?,
                };
                let which = || Sentence::relation(left.clone(), *op, right.clone());
                let why = why.or_else(|| (rest.len() > 1).then(|| which().say(" does not hold")));
                return Ok(Claimed::Fails(Some((left, *op, right)), why));
            }
            (typed, left, from) = (other, right, side.sum.span);
        }
        Ok(Claimed::Holds)
    }

    /// Summands of a side as typed, and their sum. The side is evaluated once.
    fn claimed_side(&mut self, side: &ClaimSide) -> Result<(Summands, Value)> {
        let typed = self.typed_summands(&side.sum, MOST_COPIES)?.0;
        match typed.value(self.machine) {
            Ok(value) => Ok((typed, value)),
            Err(fault) if fault.is_exhaustion() => Err(fault).at(side.sum.span),
            // The side as written has the instruction that fails, and so the place of the fault.
            Err(_) => self.block(side.whole).map(|value| (typed, value)),
        }
    }
}

/// Returns the reason why a comparison does not hold, from its sides as typed.
fn objection(
    host: &mut dyn Host,
    left: Summands,
    op: CompareOp,
    right: Summands,
) -> Result<Option<Sentence>> {
    let (left, right) = (left.flattened(host)?, right.flattened(host)?);
    Ok(explain::objection(host, (&left, op, &right))?)
}
