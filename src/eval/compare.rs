//! Chains of comparisons.

use super::{Frame, Machine};
use crate::resolve::tree::Expr;
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::{At, Result, Value, order};

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
            let span = from.to(expr.span);
            let compared = order::compare(self, *op, &left, &right).at(span);
            // What goes wrong in the rules of a position is told at the comparison too.
            let compared = compared.map_err(|fault| match fault.is_outside(span) {
                true => fault.label(span, "in this comparison"),
                false => fault,
            });
            if !compared? {
                return Ok(Value::Bool(false));
            }
            (left, from) = (right, expr.span);
        }
        Ok(Value::Bool(true))
    }
}
