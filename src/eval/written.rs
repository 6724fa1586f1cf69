//! Whether an option is written as a game: a number is then the game of that value, and no position.

use super::expr::{leaving, needed, power_before};
use super::statement::Flow;
use super::{Frame, MORE_STACK, Machine, RED_ZONE};
use crate::resolve::tree::{Expr, ExprKind, Statement, StatementKind};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};
use crate::value::{At, Position, Result, Value, ops};

/// The value of an expression, and whether it is written as a game.
type Written = (Value, bool);

impl Machine<'_> {
    /// The part that an expression of a ruleset stands for. What is written as a game is one, also
    /// when it is a number.
    pub(super) fn written_part(
        &mut self,
        from: &Position,
        expr: &Expr,
        frame: &mut Frame,
    ) -> Result<Value> {
        let (value, is_notation) = match expr.may_be_notation() {
            true => self.written(expr, frame)?,
            false => (self.expr(expr, frame)?, false),
        };
        match needed(value, expr.span)? {
            value @ Value::Number(_) if is_notation => Ok(value),
            value => self.option_part(from, value).at(expr.span),
        }
    }

    /// Of an `if`, the branch that is chosen decides; of a sum, one summand is enough.
    fn written(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Written> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || match &expr.kind {
            ExprKind::If { condition, then, otherwise } => {
                let branch = if self.truth(condition, frame)? { then } else { otherwise };
                self.written(branch, frame)
            }
            ExprKind::IfBlock { condition, then, otherwise } => {
                let branch = if self.truth(condition, frame)? { then } else { otherwise };
                self.written_block(expr.span, branch, frame)
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                let (value, is_notation) = self.written(operand, frame)?;
                Ok((ops::neg(self, &value).at(expr.span)?, is_notation))
            }
            ExprKind::Binary { op, op_span, left, right }
                if !matches!(op, BinaryOp::And | BinaryOp::Or) =>
            {
                self.written_binary((*op, *op_span), left, right, frame)
            }
            _ => Ok((self.expr(expr, frame)?, expr.is_notation())),
        })
    }

    fn written_binary(
        &mut self,
        (op, op_span): (BinaryOp, Span),
        left: &Expr,
        right: &Expr,
        frame: &mut Frame,
    ) -> Result<Written> {
        if let Some((base, exponent)) = power_before(op, left) {
            let (base, exponent) = (self.written(base, frame)?, self.written(exponent, frame)?);
            let divisor = self.written(right, frame)?;
            self.budget.step().at(op_span)?;
            let spans = (left.span, right.span);
            let value = self.power_remainder(&base.0, &exponent.0, &divisor.0, spans)?;
            return Ok((value, base.1 || exponent.1 || divisor.1));
        }
        let (a, b) = (self.written(left, frame)?, self.written(right, frame)?);
        self.budget.step().at(op_span)?;
        let value = ops::binary(self, op, &a.0, &b.0).at(left.span.to(right.span))?;
        Ok((value, a.1 || b.1))
    }

    /// The last expression of a block, after the statements before it.
    fn written_block(
        &mut self,
        span: Span,
        block: &[Statement],
        frame: &mut Frame,
    ) -> Result<Written> {
        let (before, last) = match block.split_last() {
            Some((Statement { kind: StatementKind::Expr(last), .. }, before)) => {
                (before, Some(last))
            }
            _ => (block, None),
        };
        let flow = self.block(before, frame)?;
        match (flow, last) {
            (Flow::Next(_), Some(last)) => self.written(last, frame),
            (Flow::Next(value), None) => Ok((value, false)),
            _ => Err(leaving()).at(span),
        }
    }
}
