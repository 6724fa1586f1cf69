//! Analyses of rulesets: properties that follow from the text of the rules.
//!
//! Knows: the resolved tree, and the meaning of intrinsics. Each analysis proves a fact about all
//! positions, or returns no result.
//! Must not know: how expressions are evaluated, or positions solved.

pub mod filling;
pub mod goals;
pub mod heaps;
pub mod invariance;
pub mod placements;
pub mod termination;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::builtins::{self, Intrinsic};
use crate::resolve::tree::{Expr, ExprKind, Function, Global, StatementKind};

/// Stack that must be left before an analysis enters an expression, and size of the segment that is added
/// otherwise.
const RED_ZONE: usize = 128 * 1024;
const MORE_STACK: usize = 4 * 1024 * 1024;

/// Functions of the library, which no program can change.
pub type Library<'l> = &'l dyn Fn(Global) -> Option<Arc<Function>>;

/// Expression of a function; `None` if it has several statements or captures values.
fn body(function: &Function) -> Option<&Expr> {
    match &function.body[..] {
        [statement] if function.captures.is_empty() => match &statement.kind {
            StatementKind::Expr(expr) => Some(expr),
            _ => None,
        },
        _ => None,
    }
}

/// The intrinsic that an expression calls, with its arguments.
fn intrinsic_call(expr: &Expr) -> Option<(Intrinsic, &[Expr])> {
    let ExprKind::Call { callee, args } = &expr.kind else { return None };
    let ExprKind::Builtin(place) = callee.kind else { return None };
    Some((builtins::row(place).intrinsic?, args))
}
