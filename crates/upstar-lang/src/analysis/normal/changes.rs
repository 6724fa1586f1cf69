//! Lists changed at a place, slices, and functions of divisors: written out as comprehensions, for which the analyses look.
//!
//! Proof: a place outside of a list is an error, and a comprehension may not see it. So a change is written out only where
//! its place is known to lie in the list: a number, or a variable that runs through numbers, in a list of known length.

use super::binders::with_names;
use super::kinds::Kind;
use super::{Normaliser, at, call_of, exists, integer_of, itself};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};

fn number(n: i64, span: Span) -> Expr {
    at(span, ExprKind::Number(n.into()))
}

fn compared(op: CompareOp, left: Expr, right: Expr, span: Span) -> Expr {
    at(span, ExprKind::Compare { first: Box::new(left), rest: vec![(op, span, right)] })
}

fn range(first: Expr, last: Expr, span: Span) -> Expr {
    at(span, ExprKind::Range(Box::new(first), Box::new(last)))
}

fn calculated(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    at(span, ExprKind::Binary { op, op_span: span, left: Box::new(left), right: Box::new(right) })
}

fn element_at(list: Slot, place: Slot, span: Span) -> Expr {
    let (base, indices) = (Box::new(at(span, itself(list))), vec![at(span, itself(place))]);
    at(span, ExprKind::Index { base, indices })
}

fn listed(element: Expr, generators: Vec<Generator>, span: Span) -> Expr {
    let (collection, element) = (Collection::List, Box::new(element));
    at(span, ExprKind::Comprehension { collection, element, generators })
}

/// `for j in 1..length`
fn through(slot: Slot, length: i64, span: Span) -> Generator {
    let source = range(number(1, span), number(length, span), span);
    Generator::For { target: Target::Slot(slot), source }
}

impl Normaliser<'_> {
    /// A call of one of these functions, written out; `None` for others.
    pub(super) fn written_as_loop(
        &mut self,
        function: Intrinsic,
        args: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        match (function, args) {
            (Intrinsic::Divisors | Intrinsic::Totient | Intrinsic::IsPrime, [n])
                if self.kind(n) == Kind::Integer =>
            {
                let mut names = Vec::new();
                let n = self.named(n.clone(), &mut names);
                let body = self.of_divisors(function, &n, span)?;
                Some(with_names(names, body))
            }
            (Intrinsic::With, [list, changes]) => self.changed_list(list, changes, span),
            (Intrinsic::Without, [list, place]) => {
                let (list, length) = self.known_list(list)?;
                self.is_within(place, length).then_some(())?;
                let j = self.new_slot(Kind::Integer);
                let other = compared(CompareOp::NotEqual, at(span, itself(j)), place.clone(), span);
                let generators = vec![through(j, length, span), Generator::If(other)];
                Some(listed(element_at(list, j, span), generators, span))
            }
            (Intrinsic::Insert, [list, place, new]) => {
                let (list, length) = self.known_list(list)?;
                (self.is_within(place, length + 1) && self.may_move(place)).then_some(())?;
                let before = calculated(BinaryOp::Sub, self.renewed(place)?, number(1, span), span);
                let first = self.piece(list, number(1, span), before, span);
                let last = self.piece(list, place.clone(), number(length, span), span);
                let new = at(span, ExprKind::List(vec![new.clone()]));
                let joined = calculated(BinaryOp::Add, first, new, span);
                Some(calculated(BinaryOp::Add, joined, last, span))
            }
            _ => None,
        }
    }

    /// `xs[a..b]` of a list: `[xs[j] for j in a..b]`.
    pub(super) fn slice(&mut self, base: &Expr, indices: &[Expr], span: Span) -> Option<Expr> {
        let ([Expr { kind: ExprKind::Range(first, last), .. }], ExprKind::Slot(list, _)) =
            (indices, &base.kind)
        else {
            return None;
        };
        matches!(self.kind(base), Kind::List(_)).then_some(())?;
        Some(self.piece(*list, (**first).clone(), (**last).clone(), span))
    }

    fn piece(&mut self, list: Slot, first: Expr, last: Expr, span: Span) -> Expr {
        let j = self.new_slot(Kind::Integer);
        let through = Generator::For { target: Target::Slot(j), source: range(first, last, span) };
        listed(element_at(list, j, span), vec![through], span)
    }

    /// Functions of an integer that may stand anywhere.
    fn of_divisors(&mut self, function: Intrinsic, n: &Expr, span: Span) -> Option<Expr> {
        let d = self.new_slot(Kind::Integer);
        let itself = || at(span, itself(d));
        let each = |first: i64, last: Expr| Generator::For {
            target: Target::Slot(d),
            source: range(number(first, span), last, span),
        };
        if function == Intrinsic::Totient {
            let common = call_of(Intrinsic::Gcd, vec![itself(), self.renewed(n)?], span);
            let is_one = compared(CompareOp::Equal, common, number(1, span), span);
            let through = each(1, self.renewed(n)?);
            let terms = listed(number(1, span), vec![through, Generator::If(is_one)], span);
            return Some(call_of(Intrinsic::Length, vec![terms], span));
        }
        let rest = calculated(BinaryOp::Rem, self.renewed(n)?, itself(), span);
        let divides = compared(CompareOp::Equal, rest, number(0, span), span);
        if function == Intrinsic::Divisors {
            let through = each(1, self.renewed(n)?);
            return Some(listed(itself(), vec![through, Generator::If(divides)], span));
        }
        // The root of a negative number is not asked for.
        let root = call_of(Intrinsic::Isqrt, vec![self.renewed(n)?], span);
        let none = self.not(exists(vec![each(2, root), Generator::If(divides)], span), span);
        let large = compared(CompareOp::GreaterOrEqual, self.renewed(n)?, number(2, span), span);
        Some(calculated(BinaryOp::And, large, none, span))
    }

    /// `xs.with({i: x, ...})` of a list of known length.
    fn changed_list(&mut self, list: &Expr, changes: &Expr, span: Span) -> Option<Expr> {
        let ExprKind::Map(entries) = &changes.kind else { return None };
        let (list, length) = self.known_list(list)?;
        let fits =
            |(place, _): &(Expr, Expr)| self.is_within(place, length) && self.may_move(place);
        entries.iter().all(fits).then_some(())?;
        let mut names = Vec::new();
        let j = self.new_slot(Kind::Integer);
        let mut element = element_at(list, j, span);
        // Of equal places the last counts.
        for (place, new) in entries {
            let here = compared(CompareOp::Equal, at(span, itself(j)), place.clone(), span);
            let new = self.named(new.clone(), &mut names);
            let (condition, then) = (Box::new(here), Box::new(new));
            element = at(span, ExprKind::If { condition, then, otherwise: Box::new(element) });
        }
        Some(with_names(names, listed(element, vec![through(j, length, span)], span)))
    }

    /// A variable that is a list of known length.
    fn known_list(&self, list: &Expr) -> Option<(Slot, i64)> {
        let ExprKind::Slot(slot, _) = list.kind else { return None };
        matches!(self.kind(list), Kind::List(_)).then_some(())?;
        Some((slot, i64::try_from(self.length_of(slot)?).ok()?))
    }

    /// Whether an integer is surely one of 1, ..., length.
    fn is_within(&self, place: &Expr, length: i64) -> bool {
        self.bounds(place).is_some_and(|(least, most)| 1 <= least && most <= length)
    }

    /// Bounds of an integer in normal form.
    fn bounds(&self, expr: &Expr) -> Option<(i64, i64)> {
        match &expr.kind {
            ExprKind::Number(_) => integer_of(expr).map(|n| (n, n)),
            ExprKind::Slot(slot, _) => {
                self.ranges.iter().rev().find(|(other, _)| other == slot).map(|(_, bounds)| *bounds)
            }
            ExprKind::Binary { op, left, right, .. } => {
                let ((a, b), (c, d)) = (self.bounds(left)?, self.bounds(right)?);
                match op {
                    BinaryOp::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
                    BinaryOp::Sub => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Notes the numbers through which a variable runs.
    pub(super) fn note_range(&mut self, slot: Slot, source: &Expr) {
        let bounds = match &source.kind {
            ExprKind::Range(first, last) => self.bounds(first).zip(self.bounds(last)),
            _ => None,
        };
        if let Some(((least, _), (_, most))) = bounds {
            self.ranges.push((slot, (least, most)));
        }
    }
}
