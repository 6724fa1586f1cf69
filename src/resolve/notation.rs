//! What is written in the notation of games.

use super::tree::{Expr, ExprKind, Statement, StatementKind};

impl Expr {
    /// Whether it is a game in the notation of games, so that its value is a game even when it is a
    /// number, as `*(0)` is 0.
    pub fn is_notation(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Game(_)
                | ExprKind::Nimber(_)
                | ExprKind::Form { .. }
                | ExprKind::Switch(_)
                | ExprKind::Impartial(_)
                | ExprKind::Loopy(..)
                | ExprKind::Loop { .. }
                | ExprKind::Where { .. }
        )
    }

    /// Whether it is such a game or computed from one, or may be, depending on a branch.
    pub fn may_be_notation(&self) -> bool {
        let ends_in_notation = |block: &[Statement]| match block.last().map(|last| &last.kind) {
            Some(StatementKind::Expr(last)) => last.may_be_notation(),
            _ => false,
        };
        match &self.kind {
            ExprKind::Unary(_, operand) => operand.may_be_notation(),
            ExprKind::Binary { left, right, .. } => {
                left.may_be_notation() || right.may_be_notation()
            }
            ExprKind::If { then, otherwise, .. } => {
                then.may_be_notation() || otherwise.may_be_notation()
            }
            ExprKind::IfBlock { then, otherwise, .. } => {
                ends_in_notation(then) || ends_in_notation(otherwise)
            }
            _ => self.is_notation(),
        }
    }
}
