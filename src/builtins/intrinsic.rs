//! Functions whose meaning the analyses of rules know.

use super::row;
use crate::resolve::tree::{Expr, ExprKind};

/// A function whose meaning the analyses of rules know, apart from its name. It stands in the row
/// of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is what the function of this name does")]
pub enum Intrinsic {
    Abs,
    All,
    Any,
    Cells,
    Components,
    Connects,
    Contract,
    Cut,
    Degree,
    Edges,
    Ends,
    From,
    Group,
    HexConnects,
    Label,
    Length,
    Liberties,
    Line,
    List,
    Max,
    Min,
    Neighbours,
    Opponent,
    Remove,
    Set,
    Sum,
    TakeAndBreak,
    To,
    Vertices,
    With,
}

/// The intrinsic that an expression calls, with its arguments.
pub fn intrinsic_call(expr: &Expr) -> Option<(Intrinsic, &[Expr])> {
    let ExprKind::Call { callee, args } = &expr.kind else { return None };
    let ExprKind::Builtin(place) = callee.kind else { return None };
    Some((row(place).intrinsic?, args))
}
