//! Sums that are kept as typed: options of brackets, and arguments of functions about misère play.
//!
//! A sum of values is added up in normal play. In misère play the sum of *4 and *2 is another game than *6, so
//! where a sum is an option itself, or an element of a list that lists options, its summands are kept.

use super::tree::{Expr, ExprKind, StatementKind, Within};
use crate::syntax::ast::{BinaryOp, UnaryOp};

/// Marks the sums that are options, or arguments, by themselves.
pub(super) fn all_summed(exprs: Vec<Expr>, within: Within) -> Vec<Expr> {
    exprs.into_iter().map(|expr| summed(expr, within)).collect()
}

/// Marks the sums that a value may come from. Recurses no deeper than choices and lists are nested.
fn summed(expr: Expr, within: Within) -> Expr {
    let span = expr.span;
    if is_sum(&expr) {
        return Expr { kind: ExprKind::Summed(Box::new(expr), within), span };
    }
    let boxed = |inner: Box<Expr>| Box::new(summed(*inner, within));
    let kind = stacker::maybe_grow(1 << 17, 1 << 22, || match expr.kind {
        ExprKind::List(items) => ExprKind::List(all_summed(items, within)),
        ExprKind::Comprehension { collection, element, generators } => {
            ExprKind::Comprehension { collection, element: boxed(element), generators }
        }
        ExprKind::If { condition, then, otherwise } => {
            ExprKind::If { condition, then: boxed(then), otherwise: boxed(otherwise) }
        }
        ExprKind::IfBlock { condition, mut then, mut otherwise } => {
            for block in [&mut then, &mut otherwise] {
                if let Some(mut last) = block.pop() {
                    if let StatementKind::Expr(value) = last.kind {
                        last.kind = StatementKind::Expr(summed(value, within));
                    }
                    block.push(last);
                }
            }
            ExprKind::IfBlock { condition, then, otherwise }
        }
        other => other,
    });
    Expr { kind, span }
}

/// Whether the last operation is one of sums: `a + b`, `a - b`, `n * a`, `-a`. A literal with a sign is none.
fn is_sum(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Neg, inner) => {
            !matches!(inner.kind, ExprKind::Number(_) | ExprKind::Game(_) | ExprKind::Nimber(_))
        }
        ExprKind::Binary { op, .. } => {
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
        }
        _ => false,
    }
}
