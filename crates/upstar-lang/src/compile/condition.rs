//! Conditions: jumps instead of truth values.

use super::{Compiler, MORE_STACK, RED_ZONE};
use crate::resolve::tree::{Expr, ExprKind};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, CompareOp, UnaryOp};
use crate::value::code::{Op, Operand, Register};
use crate::value::scalar::Scalar;

impl Compiler {
    /// Compiles `branch` twice: for a condition that holds, and for one that does not.
    pub(super) fn branches(&mut self, condition: &Expr, branch: impl Fn(&mut Self, bool)) {
        let otherwise = self.jumps(condition, false);
        self.conditionally(|compiler| branch(compiler, true));
        let end = self.jump(condition.span);
        self.patch_jumps(otherwise);
        self.conditionally(|compiler| branch(compiler, false));
        self.patch_jumps([end]);
    }

    /// Compiles a condition; returns the jumps, without targets yet, that are taken if it equals `wanted`.
    /// Otherwise the code continues.
    pub(super) fn jumps(&mut self, condition: &Expr, wanted: bool) -> Vec<usize> {
        let free = self.free;
        let jumps = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.jumps_of(condition, wanted));
        self.free = free;
        jumps
    }

    fn jumps_of(&mut self, condition: &Expr, wanted: bool) -> Vec<usize> {
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.jumps(operand, !wanted),
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right, .. } => {
                // The left side decides alone when it is this.
                let decides = *op == BinaryOp::Or;
                let mut decided = self.jumps(left, decides);
                let rest = self.conditionally(|compiler| compiler.jumps(right, wanted));
                if decides == wanted {
                    decided.extend(rest);
                    return decided;
                }
                self.patch_jumps(decided);
                rest
            }
            ExprKind::Compare { first, rest } => self.comparisons(first, rest, wanted),
            _ => {
                let value = self.operand(condition);
                vec![self.emit(Op::JumpIf { condition: value, wanted, target: 0 }, condition.span)]
            }
        }
    }

    /// `a < b <= c` is `a < b and b <= c`, with b evaluated once.
    fn comparisons(
        &mut self,
        first: &Expr,
        rest: &[(CompareOp, Span, Expr)],
        wanted: bool,
    ) -> Vec<usize> {
        if let [(op, _, list)] = rest
            && let Some(truth) = self.member((*op, first, list), first.span.to(list.span))
        {
            let condition = Operand::register(truth);
            let jump = Op::JumpIf { condition, wanted, target: 0 };
            return vec![self.emit(jump, first.span.to(list.span))];
        }
        let mark = self.learned.len();
        let (mut fails, mut jumps) = (Vec::new(), Vec::new());
        let mut from = first;
        let mut left = rest.first().map(|(_, _, next)| self.operand_before(first, &[next]));
        for (place, (op, _, expr)) in rest.iter().enumerate() {
            let right = match rest.get(place + 1) {
                Some((_, _, next)) => self.operand_before(expr, &[next]),
                None => self.operand(expr),
            };
            let is_last = place + 1 == rest.len();
            let jump = Op::JumpCompare {
                op: *op,
                wanted: is_last && wanted,
                left: left.expect("a chain has a first comparison"),
                right,
                target: 0,
            };
            let jump = self.emit(jump, from.span.to(expr.span));
            if is_last && wanted {
                jumps.push(jump)
            } else {
                fails.push(jump)
            }
            (left, from) = (Some(right), expr);
        }
        if rest.len() > 1 {
            self.forget(mark);
        }
        if !wanted {
            return fails;
        }
        self.patch_jumps(fails);
        jumps
    }

    /// Writes the truth value of a condition into a register.
    pub(super) fn truth_value(&mut self, condition: &Expr, to: Register) {
        let fails = self.jumps(condition, false);
        let (yes, no) = (self.constant(Scalar::Bool(true)), self.constant(Scalar::Bool(false)));
        self.emit(Op::Copy { to, from: yes }, condition.span);
        let end = self.jump(condition.span);
        self.patch_jumps(fails);
        self.emit(Op::Copy { to, from: no }, condition.span);
        self.patch_jumps([end]);
    }
}
