//! Chains of comparisons.

use super::{Claimed, Frame, Machine};
use crate::diagnostic::Code;
use crate::explain;
use crate::resolve::tree::Expr;
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::Sentence;
use crate::value::{At, Result, Summands, Value, order};

impl Machine<'_> {
    /// `a < b <= c` is `a < b and b <= c`, with b evaluated once.
    pub(super) fn comparison(
        &mut self,
        first: &Expr,
        rest: &[(CompareOp, Span, Expr)],
        frame: &mut Frame,
    ) -> Result<Value> {
        let mut left = self.expr(first, frame)?;
        let mut from = first.span;
        for (op, _, expr) in rest {
            let right = self.expr(expr, frame)?;
            if !self.compared(*op, (&left, &right), from.to(expr.span))? {
                return Ok(Value::Bool(false));
            }
            (left, from) = (right, expr.span);
        }
        Ok(Value::Bool(true))
    }

    /// Whether a comparison holds that stands in the text at `span`.
    fn compared(
        &mut self,
        op: CompareOp,
        (left, right): (&Value, &Value),
        span: Span,
    ) -> Result<bool> {
        let compared = order::compare(self, op, left, right).at(span);
        // What goes wrong in the rules of a position is told at the comparison too.
        compared.map_err(|fault| match fault.is_outside(span) {
            true => fault.label(span, "in this comparison"),
            false => fault,
        })
    }

    /// Whether the comparisons of a claim hold, and which one fails first, with its sides.
    pub(super) fn claimed(
        &mut self,
        first: &Expr,
        rest: &[(CompareOp, Span, Expr)],
        frame: &mut Frame,
    ) -> Result<Claimed> {
        let (mut typed, mut left) = self.claimed_side(first, frame)?;
        let mut from = first.span;
        for (op, _, expr) in rest {
            let (other, right) = self.claimed_side(expr, frame)?;
            let span = from.to(expr.span);
            if !self.compared(*op, (&left, &right), span)? {
                let why = match self.objection(typed, *op, other) {
                    // That it fails is known; to say why may take longer than there is time for.
                    Err(fault) if fault.is_exhaustion() && fault.code() != Code::Interrupted => {
                        None
                    }
                    why => why.at(span)?,
                };
                let which = || Sentence::relation(left.clone(), *op, right.clone());
                let why = why.or_else(|| (rest.len() > 1).then(|| which().say(" does not hold")));
                return Ok(Claimed::Fails(Some((left, *op, right)), why));
            }
            (typed, left, from) = (other, right, expr.span);
        }
        Ok(Claimed::Holds)
    }

    /// A side of a comparison, as typed and added up. It is evaluated once.
    fn claimed_side(&mut self, side: &Expr, frame: &mut Frame) -> Result<(Summands, Value)> {
        let typed = self.typed_summands(side, frame)?;
        match typed.value(self) {
            Ok(value) => Ok((typed, value)),
            Err(fault) if fault.is_exhaustion() => Err(fault).at(side.span),
            // Evaluated as it is written, it fails at the sign that is at fault.
            Err(_) => self.expr(side, frame).map(|value| (typed, value)),
        }
    }

    /// Why a comparison does not hold, by its sides as typed.
    fn objection(
        &mut self,
        left: Summands,
        op: CompareOp,
        right: Summands,
    ) -> Result<Option<Sentence>> {
        let (left, right) = (left.flattened(self)?, right.flattened(self)?);
        explain::objection(self, (&left, op, &right))
    }
}
