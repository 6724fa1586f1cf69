//! Evaluation of the claims of checks.

use std::sync::Arc;

use super::quotation::MOST_COPIES;
use super::{Claimed, Event, Machine};
use crate::explain;
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::code::{Block, ClaimCode, ClaimSide, Code};
use crate::value::explanation::Sentence;
use crate::value::{At, Result, Summands, Value, expect};

impl Machine<'_> {
    /// Evaluates a claim and reports the result as an event. Faults are results too, except those of a
    /// limit, which end the program.
    pub(super) fn check(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        claim: &ClaimCode,
        span: Span,
    ) -> Result<()> {
        let judged = match claim {
            ClaimCode::Comparison(first, rest) => self.claimed(code, base, first, rest),
            ClaimCode::Truth(condition) => self.claimed_truth(code, base, *condition),
            ClaimCode::Blank(block) => self.block(code, base, *block).map(Claimed::Blank),
        };
        let claimed = match judged {
            Ok(claimed) => claimed,
            Err(fault) if fault.is_exhaustion() => return Err(fault),
            Err(fault) => Claimed::Broken(fault),
        };
        self.events.push(Event::Check { exercise: self.exercise.clone(), span, claimed });
        Ok(())
    }

    fn claimed_truth(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        condition: Block,
    ) -> Result<Claimed> {
        let holds = self.truth(code, base, condition)?;
        Ok(if holds { Claimed::Holds } else { Claimed::Fails(None, None) })
    }

    /// Returns the truth value of a condition.
    pub(super) fn truth(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        condition: Block,
    ) -> Result<bool> {
        expect::truth(&self.block(code, base, condition)?).at(condition.span)
    }

    /// Evaluates a chain of comparisons. The result names the first that fails, with its sides.
    fn claimed(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        first: &ClaimSide,
        rest: &[(CompareOp, ClaimSide)],
    ) -> Result<Claimed> {
        let (mut typed, mut left) = self.claimed_side(code, base, first)?;
        let mut from = first.sum.span;
        for (op, side) in rest {
            let (other, right) = self.claimed_side(code, base, side)?;
            let span = from.to(side.sum.span);
            if !self.holds(*op, (&left, &right), span)? {
                let why = match self.objection(typed, *op, other) {
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
    fn claimed_side(
        &mut self,
        code: &Arc<Code>,
        base: usize,
        side: &ClaimSide,
    ) -> Result<(Summands, Value)> {
        let typed = self.typed_summands(code, base, &side.sum, MOST_COPIES)?.0;
        match typed.value(self) {
            Ok(value) => Ok((typed, value)),
            Err(fault) if fault.is_exhaustion() => Err(fault).at(side.sum.span),
            // The side as written has the instruction that fails, and so the place of the fault.
            Err(_) => self.block(code, base, side.whole).map(|value| (typed, value)),
        }
    }

    /// Returns the reason why a comparison does not hold, from its sides as typed.
    fn objection(
        &mut self,
        left: Summands,
        op: CompareOp,
        right: Summands,
    ) -> Result<Option<Sentence>> {
        let (left, right) = (left.flattened(self)?, right.flattened(self)?);
        Ok(explain::objection(self, (&left, op, &right))?)
    }
}
