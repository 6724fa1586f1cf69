//! Lists changed at a place, slices, sets of what is in two, and functions of divisors: written out as comprehensions, for which the analyses look.
//!
//! Proof: a place outside of a list is an error, and a comprehension may not see it. So a change is written out only where
//! its place is known to lie in the list: a number, or a variable that runs through numbers, in a list of known length. Where this is
//! not known of a place, a list of the same length is asked for its element there first.

use super::binders::{with_names, without_names};
use super::kinds::Kind;
use super::{Normaliser, exists, integer_of};
use crate::analysis::written::{
    self, at, calculated, call_of, compared, itself, listed, number, through,
};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};

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
            (Intrinsic::Intersection | Intrinsic::Difference, [one, other])
                if matches!(self.kind(other), Kind::List(_) | Kind::Set(_)) =>
            {
                Some(self.chosen(one, other, function == Intrinsic::Intersection, span))
            }
            (Intrinsic::With, [list, changes]) => self.changed_list(list, changes, span),
            (Intrinsic::Without, [list, place]) => {
                let length = self.known_length(list)?;
                self.is_within(place, length).then_some(())?;
                let j = self.new_slot(Kind::Integer);
                Some(written::without(list, place, number(length, span), j, span))
            }
            (Intrinsic::Insert, [list, place, new]) => {
                let length = self.known_length(list)?;
                (self.is_within(place, length + 1) && self.may_move(place)).then_some(())?;
                let again = self.renewed(place)?;
                let slots = [Kind::Integer, Kind::Integer].map(|kind| self.new_slot(kind));
                let places = [place.clone(), again];
                let length = number(length, span);
                Some(written::insert(list, places, new.clone(), length, slots, span))
            }
            _ => None,
        }
    }

    /// The elements of a collection that are in another, or that are not: `{x for x in one if x in other}`.
    fn chosen(&mut self, one: &Expr, other: &Expr, is_in: bool, span: Span) -> Expr {
        let mut names = Vec::new();
        let other = self.named(other.clone(), &mut names);
        let x = self.new_slot(self.kind(one).element());
        let op = if is_in { CompareOp::In } else { CompareOp::NotIn };
        let chosen = compared(op, at(span, itself(x)), other, span);
        let source = Generator::For { target: Target::Slot(x), source: one.clone() };
        let generators = vec![source, Generator::If(chosen)];
        let (collection, element) = (Collection::Set, Box::new(at(span, itself(x))));
        with_names(names, at(span, ExprKind::Comprehension { collection, element, generators }))
    }

    /// `xs[a..b]` of a list.
    pub(super) fn slice(&mut self, base: &Expr, indices: &[Expr], span: Span) -> Option<Expr> {
        let ([Expr { kind: ExprKind::Range(first, last), .. }], ExprKind::Slot(..)) =
            (indices, &base.kind)
        else {
            return None;
        };
        matches!(self.kind(base), Kind::List(_)).then_some(())?;
        let j = self.new_slot(Kind::Integer);
        Some(written::slice(base, ((**first).clone(), (**last).clone()), j, span))
    }

    /// Functions of an integer that may stand anywhere.
    fn of_divisors(&mut self, function: Intrinsic, n: &Expr, span: Span) -> Option<Expr> {
        let d = self.new_slot(Kind::Integer);
        let itself = || at(span, itself(d));
        let each = |first: i64, last: Expr| through(d, (number(first, span), last), span);
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

    /// `xs.with({i: x, ...})` of a list of known length, which may be a changed list itself.
    fn changed_list(&mut self, list: &Expr, changes: &Expr, span: Span) -> Option<Expr> {
        let ExprKind::Map(entries) = &changes.kind else { return None };
        let (mut names, list) = without_names(list.clone());
        let within = elements_by_place(&list);
        let length =
            within.map_or_else(|| self.known_length(&list), |(_, _, length)| Some(length))?;
        entries.iter().all(|(place, _)| self.may_move(place)).then_some(())?;
        for (place, _) in entries {
            if !self.is_within(place, length) {
                let place = self.renewed(place)?;
                let slot = self.new_slot(Kind::Integer);
                names.push((slot, written::within(place, usize::try_from(length).ok()?, span)));
            }
        }
        let mut named =
            |(place, new): &(Expr, Expr)| (place.clone(), self.named(new.clone(), &mut names));
        let entries: Vec<(Expr, Expr)> = entries.iter().map(&mut named).collect();
        let length = number(length, span);
        let changed = match within {
            Some((j, element, _)) => written::changed(element.clone(), entries, length, j, span),
            None => {
                let j = self.new_slot(Kind::Integer);
                written::with(&list, entries, length, j, span)
            }
        };
        Some(with_names(names, changed))
    }

    /// The length of a variable that is a list of known length.
    fn known_length(&self, list: &Expr) -> Option<i64> {
        let ExprKind::Slot(slot, _) = list.kind else { return None };
        matches!(self.kind(list), Kind::List(_)).then_some(())?;
        i64::try_from(self.length_of(slot)?).ok()
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
                    // What is left by a positive divisor is not negative.
                    BinaryOp::Rem if c > 0 => Some((0, d - 1)),
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

/// Of `[element for j in 1..length]`: `j`, the element and the length.
fn elements_by_place(list: &Expr) -> Option<(Slot, &Expr, i64)> {
    let ExprKind::Comprehension { collection: Collection::List, element, generators } = &list.kind
    else {
        return None;
    };
    let [Generator::For { target: Target::Slot(j), source }] = &generators[..] else { return None };
    let ExprKind::Range(first, last) = &source.kind else { return None };
    (integer_of(first)? == 1).then_some((*j, element, integer_of(last)?))
}
