//! Expressions that analyses write: what a way to write rules stands for in the forms that are read.
//!
//! Must not know: where such an expression may stand. Each analysis proves that.

use std::sync::Arc;

use crate::builtins::{self, Intrinsic};
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};

/// A node at a place.
pub(super) fn at(span: Span, kind: ExprKind) -> Expr {
    Expr { kind, span }
}

/// The variable of a slot.
pub(super) fn itself(slot: Slot) -> ExprKind {
    ExprKind::Slot(slot, Arc::from(""))
}

pub(super) fn number(n: i64, span: Span) -> Expr {
    at(span, ExprKind::Number(n.into()))
}

pub(super) fn compared(op: CompareOp, left: Expr, right: Expr, span: Span) -> Expr {
    at(span, ExprKind::Compare { first: Box::new(left), rest: vec![(op, span, right)] })
}

pub(super) fn calculated(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    at(span, ExprKind::Binary { op, op_span: span, left: Box::new(left), right: Box::new(right) })
}

/// A call of an intrinsic function.
pub(super) fn call_of(function: Intrinsic, args: Vec<Expr>, span: Span) -> Expr {
    let callee = Box::new(at(span, ExprKind::Builtin(builtins::place_of(function))));
    at(span, ExprKind::Call { callee, args: args.into() })
}

/// 0, if a place is one of a list of this length, and an error otherwise: `[0, ..., 0][place]`.
pub(super) fn within(place: Expr, length: usize, span: Span) -> Expr {
    let zeros = (0..length).map(|_| number(0, span)).collect();
    let (base, indices) = (Box::new(at(span, ExprKind::List(zeros))), vec![place]);
    at(span, ExprKind::Index { base, indices })
}

/// `[element for ...]`
pub(super) fn listed(element: Expr, generators: Vec<Generator>, span: Span) -> Expr {
    let (collection, element) = (Collection::List, Box::new(element));
    at(span, ExprKind::Comprehension { collection, element, generators })
}

/// `for slot in first..last`
pub(super) fn through(slot: Slot, (first, last): (Expr, Expr), span: Span) -> Generator {
    let source = at(span, ExprKind::Range(Box::new(first), Box::new(last)));
    Generator::For { target: Target::Slot(slot), source }
}

/// `list[slot]`
fn element_at(list: &Expr, slot: Slot, span: Span) -> Expr {
    let (base, indices) = (Box::new(list.clone()), vec![at(span, itself(slot))]);
    at(span, ExprKind::Index { base, indices })
}

/// `list[first..last]`, written `[list[j] for j in first..last]`.
pub(super) fn slice(list: &Expr, ends: (Expr, Expr), j: Slot, span: Span) -> Expr {
    listed(element_at(list, j, span), vec![through(j, ends, span)], span)
}

/// `list.without(place)`, written `[list[j] for j in 1..length if j != place]`.
pub(super) fn without(list: &Expr, place: &Expr, length: Expr, j: Slot, span: Span) -> Expr {
    let other = compared(CompareOp::NotEqual, at(span, itself(j)), place.clone(), span);
    let all = through(j, (number(1, span), length), span);
    listed(element_at(list, j, span), vec![all, Generator::If(other)], span)
}

/// `list.with({place: new, ...})`, written `[if j == place then new else list[j] for j in 1..length]`. Of equal places the
/// last counts.
pub(super) fn with(
    list: &Expr,
    entries: impl IntoIterator<Item = (Expr, Expr)>,
    length: Expr,
    j: Slot,
    span: Span,
) -> Expr {
    changed(element_at(list, j, span), entries, length, j, span)
}

/// `[if j == place then new else element for j in 1..length]`, for each place.
pub(super) fn changed(
    mut element: Expr,
    entries: impl IntoIterator<Item = (Expr, Expr)>,
    length: Expr,
    j: Slot,
    span: Span,
) -> Expr {
    for (place, new) in entries {
        let here = compared(CompareOp::Equal, at(span, itself(j)), place, span);
        let (condition, then) = (Box::new(here), Box::new(new));
        element = at(span, ExprKind::If { condition, then, otherwise: Box::new(element) });
    }
    listed(element, vec![through(j, (number(1, span), length), span)], span)
}

/// `list.insert(place, new)`, written `list[1..place - 1] + [new] + list[place..length]`. The place is spelt twice.
pub(super) fn insert(
    list: &Expr,
    [place, again]: [Expr; 2],
    new: Expr,
    length: Expr,
    [i, j]: [Slot; 2],
    span: Span,
) -> Expr {
    let before = calculated(BinaryOp::Sub, again, number(1, span), span);
    let first = slice(list, (number(1, span), before), i, span);
    let last = slice(list, (place, length), j, span);
    let new = at(span, ExprKind::List(vec![new]));
    calculated(BinaryOp::Add, calculated(BinaryOp::Add, first, new, span), last, span)
}
