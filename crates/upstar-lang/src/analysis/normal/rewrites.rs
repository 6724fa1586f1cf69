//! Operators, comparisons and intrinsic functions of operands in normal form.

use super::binders::{is_empty, negated, only_if};
use super::kinds::Kind;
use super::{Normaliser, at, call_of, exists, is_atom};
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Collection, CompareOp, UnaryOp};
use upstar_core::Rational;

/// The rest of a chain of comparisons.
type Rest = Vec<(CompareOp, Span, Expr)>;

/// Whether an expression is spelt as this constant.
pub(super) trait Spelt {
    fn is_true(&self) -> bool;
    fn is_false(&self) -> bool;
    fn is_number(&self, n: i64) -> bool;
}

impl Spelt for Expr {
    fn is_true(&self) -> bool {
        matches!(self.kind, ExprKind::Bool(true))
    }

    fn is_false(&self) -> bool {
        matches!(self.kind, ExprKind::Bool(false))
    }

    fn is_number(&self, n: i64) -> bool {
        matches!(&self.kind, ExprKind::Number(number) if *number == n)
    }
}

impl Normaliser<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, inner: Expr, span: Span) -> Expr {
        match op {
            UnaryOp::Not => self.not(inner, span),
            UnaryOp::Neg => match inner.kind {
                ExprKind::Number(number) => at(span, ExprKind::Number(-&number)),
                kind => at(span, ExprKind::Unary(op, Box::new(at(inner.span, kind)))),
            },
        }
    }

    /// `not E`. Comparisons for equality and membership have an opposite; `not` moves into `and` and `or`, whose right
    /// sides are evaluated in the same cases then.
    pub(super) fn not(&mut self, inner: Expr, span: Span) -> Expr {
        let wrapped =
            |kind| at(span, ExprKind::Unary(UnaryOp::Not, Box::new(at(inner.span, kind))));
        match inner.kind {
            ExprKind::Bool(truth) => at(span, ExprKind::Bool(!truth)),
            ExprKind::Unary(UnaryOp::Not, within) if self.kind(&within) == Kind::Truth => *within,
            ExprKind::Compare { first, mut rest } => {
                let opposite = match &rest[..] {
                    [(op, _, second)] => {
                        negated(*op).or_else(|| self.reversed(*op, &first, second))
                    }
                    _ => None,
                };
                match opposite {
                    Some(op) => {
                        rest[0].0 = op;
                        at(span, ExprKind::Compare { first, rest })
                    }
                    None => wrapped(ExprKind::Compare { first, rest }),
                }
            }
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), op_span, left, right } => {
                let (left, right) = (self.not(*left, span), self.not(*right, span));
                let op = if op == BinaryOp::And { BinaryOp::Or } else { BinaryOp::And };
                self.binary((op, op_span), left, right, span)
            }
            kind => wrapped(kind),
        }
    }

    /// The opposite of a comparison of integers, which are in order.
    fn reversed(&self, op: CompareOp, first: &Expr, second: &Expr) -> Option<CompareOp> {
        let opposite = match op {
            CompareOp::Less => CompareOp::GreaterOrEqual,
            CompareOp::LessOrEqual => CompareOp::Greater,
            CompareOp::Greater => CompareOp::LessOrEqual,
            CompareOp::GreaterOrEqual => CompareOp::Less,
            _ => return None,
        };
        let integers = self.kind(first) == Kind::Integer && self.kind(second) == Kind::Integer;
        integers.then_some(opposite)
    }

    pub(super) fn binary(
        &mut self,
        (op, op_span): (BinaryOp, Span),
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        let is_truth = |expr: &Expr| self.kind(expr) == Kind::Truth;
        match op {
            BinaryOp::And if left.is_false() => return left,
            BinaryOp::Or if left.is_true() => return left,
            BinaryOp::And if left.is_true() && is_truth(&right) => return right,
            BinaryOp::Or if left.is_false() && is_truth(&right) => return right,
            BinaryOp::And if right.is_true() && is_truth(&left) => return left,
            BinaryOp::Or if right.is_false() && is_truth(&left) => return left,
            BinaryOp::Add if is_empty(&left) && matches!(self.kind(&right), Kind::List(_)) => {
                return right;
            }
            BinaryOp::Add if is_empty(&right) && matches!(self.kind(&left), Kind::List(_)) => {
                return left;
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                if let (ExprKind::Number(a), ExprKind::Number(b)) = (&left.kind, &right.kind) {
                    let number = match op {
                        BinaryOp::Add => a + b,
                        BinaryOp::Sub => a - b,
                        _ => a * b,
                    };
                    return at(span, ExprKind::Number(number));
                }
            }
            _ => {}
        }
        match (op, left.kind, right.kind) {
            (BinaryOp::Add, ExprKind::List(mut items), ExprKind::List(further)) => {
                items.extend(further);
                at(span, ExprKind::List(items))
            }
            (op, a, b) => {
                let (left, right) = (Box::new(at(left.span, a)), Box::new(at(right.span, b)));
                at(span, ExprKind::Binary { op, op_span, left, right })
            }
        }
    }

    /// A chain of comparisons. One whose operands in the middle may be evaluated twice is split.
    pub(super) fn chain(&mut self, first: Expr, mut rest: Rest, span: Span) -> Expr {
        let middle = rest.len().saturating_sub(1);
        if rest.len() != 1 {
            if !rest[..middle].iter().all(|(_, _, operand)| is_atom(operand)) {
                return at(span, ExprKind::Compare { first: Box::new(first), rest });
            }
            let mut left = first;
            let mut joined: Option<Expr> = None;
            for (op, op_span, right) in rest {
                let next = self.comparison((op, op_span), left, right.clone(), span);
                joined = Some(match joined {
                    Some(before) => self.binary((BinaryOp::And, op_span), before, next, span),
                    None => next,
                });
                left = right;
            }
            return joined.expect("a chain has a comparison");
        }
        let (op, op_span, second) = rest.remove(0);
        self.comparison((op, op_span), first, second, span)
    }

    /// One comparison: a constant stands on the right, whether a collection is empty is asked in one way, and tuples are
    /// compared part by part.
    pub(super) fn comparison(
        &mut self,
        (op, op_span): (CompareOp, Span),
        first: Expr,
        second: Expr,
        span: Span,
    ) -> Expr {
        if is_constant(&first)
            && !is_constant(&second)
            && let Some(turned) = turned(op)
        {
            return self.comparison((turned, op_span), second, first, span);
        }
        if let Some(known) = compared(op, &first, &second) {
            return at(span, ExprKind::Bool(known));
        }
        let equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        if equality
            && let ExprKind::Bool(truth) = second.kind
            && self.kind(&first) == Kind::Truth
        {
            let holds = truth == (op == CompareOp::Equal);
            return if holds { first } else { self.not(first, span) };
        }
        if equality && is_empty(&second) {
            let fits = matches!(
                (&second.kind, self.kind(&first)),
                (ExprKind::List(_), Kind::List(_)) | (ExprKind::Set(_), Kind::Set(_))
            );
            if fits {
                let length = self.length(first, span);
                let zero = at(second.span, ExprKind::Number(Rational::from(0)));
                return self.comparison((op, op_span), length, zero, span);
            }
        }
        if let (Some(is_some), Some((Intrinsic::Length, [items]))) =
            (asks_some(op, &second), intrinsic_call(&first))
        {
            if let Some(found) = self.some(items, span) {
                return if is_some { found } else { self.not(found, span) };
            }
            let op = if is_some { CompareOp::Greater } else { CompareOp::Equal };
            let zero = at(second.span, ExprKind::Number(Rational::from(0)));
            return at(
                span,
                ExprKind::Compare { first: first.into(), rest: vec![(op, op_span, zero)] },
            );
        }
        if equality && let Some(equal) = self.part_by_part(&first, &second, op_span) {
            return if op == CompareOp::Equal { equal } else { self.not(equal, span) };
        }
        if let Some(member) = self.member(op, &first, &second, span) {
            return member;
        }
        let rest = vec![(op, op_span, second)];
        at(span, ExprKind::Compare { first: Box::new(first), rest })
    }

    /// Whether tuples are equal: all of their parts are. These must be of kinds in which equal values are the same.
    fn part_by_part(&mut self, first: &Expr, second: &Expr, span: Span) -> Option<Expr> {
        let (ExprKind::Tuple(a), ExprKind::Tuple(b)) = (&first.kind, &second.kind) else {
            return None;
        };
        let fits = a.len() == b.len()
            && a.iter().chain(b).all(|part| self.is_total(part))
            && a.iter()
                .zip(b)
                .all(|(a, b)| self.kind(a).is_plain() && self.kind(a) == self.kind(b));
        fits.then_some(())?;
        let mut all = None;
        for (a, b) in a.clone().into_iter().zip(b.clone()) {
            let next = self.comparison((CompareOp::Equal, span), a, b, span);
            all = Some(match all {
                Some(before) => self.binary((BinaryOp::And, span), before, next, span),
                None => next,
            });
        }
        all
    }

    /// `x in [e for ...]` asks whether some `e` is `x`. Both must be of one kind, in which equal values are the same.
    fn member(&mut self, op: CompareOp, item: &Expr, among: &Expr, span: Span) -> Option<Expr> {
        let is_in = match op {
            CompareOp::In => true,
            CompareOp::NotIn => false,
            _ => return None,
        };
        let kind = self.kind(item);
        let plain = matches!(kind, Kind::Integer | Kind::Text | Kind::Cell);
        let found = match &among.kind {
            ExprKind::Comprehension {
                collection: Collection::List | Collection::Set,
                element,
                generators,
            } if plain && self.is_total(item) && self.kind(element) == kind => {
                let mut generators = generators.clone();
                let (item, element) = (item.clone(), (**element).clone());
                let same = self.comparison((CompareOp::Equal, span), element, item, span);
                only_if(same, &mut generators);
                exists(generators, span)
            }
            ExprKind::List(items) | ExprKind::Set(items)
                if items.len() == 1 && plain && self.kind(&items[0]) == kind =>
            {
                self.comparison((CompareOp::Equal, span), item.clone(), items[0].clone(), span)
            }
            _ => return None,
        };
        Some(if is_in { found } else { self.not(found, span) })
    }

    /// Whether a comprehension has an element, as `any([true for ...])`. Its elements must have values.
    fn some(&self, items: &Expr, span: Span) -> Option<Expr> {
        match &items.kind {
            ExprKind::Comprehension { collection, element, generators }
                if *collection != Collection::Map && self.is_total(element) =>
            {
                Some(exists(generators.clone(), span))
            }
            _ => None,
        }
    }

    pub(super) fn choice(
        &mut self,
        condition: Expr,
        then: Expr,
        otherwise: Expr,
        span: Span,
    ) -> Expr {
        match condition.kind {
            ExprKind::Bool(true) => return then,
            ExprKind::Bool(false) => return otherwise,
            _ => {}
        }
        let (truth, other_truth) = (self.kind(&then), self.kind(&otherwise));
        if self.kind(&condition) == Kind::Truth {
            if then.is_true() && otherwise.is_false() {
                return condition;
            }
            if then.is_false() && otherwise.is_true() {
                return self.not(condition, span);
            }
            if otherwise.is_false() && truth == Kind::Truth {
                return self.binary((BinaryOp::And, span), condition, then, span);
            }
            if then.is_true() && other_truth == Kind::Truth {
                return self.binary((BinaryOp::Or, span), condition, otherwise, span);
            }
        }
        if let Some(extreme) = extreme(&condition, &then, &otherwise) {
            return call_of(extreme, vec![then, otherwise], span);
        }
        if ast::same(&then, &otherwise) && self.is_total(&condition) {
            return then;
        }
        let (condition, then, otherwise) =
            (Box::new(condition), Box::new(then), Box::new(otherwise));
        at(span, ExprKind::If { condition, then, otherwise })
    }

    /// `base[indices]`: of parts that are spelt, the part.
    pub(super) fn element(&mut self, base: Expr, mut indices: Vec<Expr>, span: Span) -> Expr {
        if let Some(slice) = self.slice(&base, &indices, span) {
            return slice;
        }
        if let ([index], ExprKind::Tuple(items) | ExprKind::List(items)) =
            (&indices[..], &base.kind)
            && let ExprKind::Number(number) = &index.kind
            && let Some(place) = number.to_i64().and_then(|n| usize::try_from(n).ok())
            && let Some(item) = place.checked_sub(1).and_then(|place| items.get(place))
            && items.iter().all(|item| self.is_total(item))
        {
            return item.clone();
        }
        if let [Expr { kind: ExprKind::Tuple(_), .. }] = &indices[..]
            && self.kind(&base) == Kind::Board
            && let Some(Expr { kind: ExprKind::Tuple(parts), .. }) = indices.pop()
        {
            indices = parts;
        }
        at(span, ExprKind::Index { base: Box::new(base), indices })
    }

    /// The call of an intrinsic function.
    pub(super) fn intrinsic(&mut self, function: Intrinsic, args: Vec<Expr>, span: Span) -> Expr {
        if let Some(written) = self.written_as_loop(function, &args, span) {
            return written;
        }
        let mut args = args;
        if let [items] = &mut args[..] {
            let mut items = std::mem::replace(items, at(span, ExprKind::Bool(true)));
            // These ask a tuple for its elements, as a list.
            if let ExprKind::Tuple(spelt) = items.kind {
                items.kind = match function {
                    Intrinsic::Any
                    | Intrinsic::All
                    | Intrinsic::Sum
                    | Intrinsic::Length
                    | Intrinsic::Min
                    | Intrinsic::Max
                    | Intrinsic::NimSum
                    | Intrinsic::Gcd
                    | Intrinsic::Sort
                    | Intrinsic::List => ExprKind::List(spelt),
                    _ => ExprKind::Tuple(spelt),
                };
            }
            return match function {
                Intrinsic::Any | Intrinsic::All => self.quantified(function, items, span),
                Intrinsic::Sum => self.sum(items, span),
                Intrinsic::Length => self.length(items, span),
                Intrinsic::IsInteger
                    if self.kind(&items) == Kind::Integer && self.is_total(&items) =>
                {
                    at(span, ExprKind::Bool(true))
                }
                // A nim sum of few is the call with these.
                Intrinsic::NimSum => match items.kind {
                    ExprKind::List(few) if few.len() > 1 => call_of(function, few, span),
                    kind => call_of(function, vec![at(items.span, kind)], span),
                },
                Intrinsic::Min | Intrinsic::Max => match items.kind {
                    ExprKind::List(pair) | ExprKind::Tuple(pair) if pair.len() == 2 => {
                        call_of(function, pair, span)
                    }
                    kind => call_of(function, vec![at(items.span, kind)], span),
                },
                Intrinsic::List
                    if matches!(self.kind(&items), Kind::List(_)) && is_listed(&items) =>
                {
                    items
                }
                _ => call_of(function, vec![items], span),
            };
        }
        call_of(function, args, span)
    }

    /// `any(C)` or `all(C)`, whether there is an element that is true, or none that is false: what decides becomes the last
    /// condition.
    fn quantified(&mut self, function: Intrinsic, items: Expr, span: Span) -> Expr {
        let is_all = function == Intrinsic::All;
        match items.kind {
            ExprKind::Comprehension {
                collection: Collection::List | Collection::Set,
                element,
                mut generators,
            } => {
                let decides = if is_all { self.not(*element, span) } else { *element };
                only_if(decides, &mut generators);
                let found = exists(generators, span);
                if is_all { self.not(found, span) } else { found }
            }
            ExprKind::List(ref only) if only.len() == 1 && self.kind(&only[0]) == Kind::Truth => {
                only[0].clone()
            }
            kind => call_of(function, vec![at(items.span, kind)], span),
        }
    }

    /// `sum(C)`: terms that are 0 unless a condition holds are conditional elements, and a sum of ones is a length.
    pub(super) fn sum(&mut self, items: Expr, span: Span) -> Expr {
        let ExprKind::Comprehension { collection: Collection::List, element, mut generators } =
            items.kind
        else {
            return match is_empty(&items) {
                true => at(span, ExprKind::Number(Rational::from(0))),
                false => call_of(Intrinsic::Sum, vec![items], span),
            };
        };
        let element = match element.kind {
            ExprKind::If { condition, then, otherwise } if otherwise.is_number(0) => {
                only_if(*condition, &mut generators);
                then
            }
            ExprKind::If { condition, then, otherwise } if then.is_number(0) => {
                let fails = self.not(*condition, span);
                only_if(fails, &mut generators);
                otherwise
            }
            kind => Box::new(at(element.span, kind)),
        };
        let is_one = element.is_number(1);
        let kind = ExprKind::Comprehension { collection: Collection::List, element, generators };
        let function = if is_one { Intrinsic::Length } else { Intrinsic::Sum };
        call_of(function, vec![at(items.span, kind)], span)
    }

    /// The length of the list in a slot, where it is known.
    pub(super) fn length_of(&self, slot: Slot) -> Option<usize> {
        self.lengths.iter().find(|(list, _)| *list == slot).map(|(_, length)| *length)
    }

    fn length(&mut self, items: Expr, span: Span) -> Expr {
        let known = match &items.kind {
            ExprKind::List(spelt) if spelt.iter().all(|item| self.is_total(item)) => {
                Some(spelt.len())
            }
            ExprKind::Slot(slot, _) => self.length_of(*slot),
            _ => None,
        };
        match known {
            Some(known) => at(span, ExprKind::Number(Rational::from(known as i64))),
            None => call_of(Intrinsic::Length, vec![items], span),
        }
    }
}

/// Whether an expression is a list as written, so that `list` of it is the same.
fn is_listed(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::List(_) | ExprKind::Comprehension { collection: Collection::List, .. }
    )
}

/// Whether an expression is spelt out.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) => true,
        ExprKind::List(items) | ExprKind::Set(items) => items.is_empty(),
        _ => false,
    }
}

/// The comparison with its sides exchanged; `None` where they are of different kinds.
pub(in crate::analysis) fn turned(op: CompareOp) -> Option<CompareOp> {
    Some(match op {
        CompareOp::Equal | CompareOp::NotEqual => op,
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessOrEqual => CompareOp::GreaterOrEqual,
        CompareOp::Greater => CompareOp::Less,
        CompareOp::GreaterOrEqual => CompareOp::LessOrEqual,
        _ => return None,
    })
}

/// The result of a comparison of constants.
fn compared(op: CompareOp, first: &Expr, second: &Expr) -> Option<bool> {
    match (&first.kind, &second.kind) {
        (ExprKind::Number(a), ExprKind::Number(b)) => Some(match op {
            CompareOp::Equal => a == b,
            CompareOp::NotEqual => a != b,
            CompareOp::Less => a < b,
            CompareOp::LessOrEqual => a <= b,
            CompareOp::Greater => a > b,
            CompareOp::GreaterOrEqual => a >= b,
            _ => return None,
        }),
        (ExprKind::Text(a), ExprKind::Text(b)) => match op {
            CompareOp::Equal => Some(a == b),
            CompareOp::NotEqual => Some(a != b),
            _ => None,
        },
        (ExprKind::Bool(a), ExprKind::Bool(b)) => match op {
            CompareOp::Equal => Some(a == b),
            CompareOp::NotEqual => Some(a != b),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a comparison of a length with a constant asks that there be an element, or that there be none.
pub(in crate::analysis) fn asks_some(op: CompareOp, bound: &Expr) -> Option<bool> {
    match op {
        CompareOp::Greater | CompareOp::NotEqual if bound.is_number(0) => Some(true),
        CompareOp::GreaterOrEqual if bound.is_number(1) => Some(true),
        CompareOp::Equal | CompareOp::LessOrEqual if bound.is_number(0) => Some(false),
        CompareOp::Less if bound.is_number(1) => Some(false),
        _ => None,
    }
}

/// The function that `if a < b then a else b` is: where both have a value, so has it, and it fails for more.
fn extreme(condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Intrinsic> {
    let ExprKind::Compare { first, rest } = &condition.kind else { return None };
    let [(op, _, second)] = &rest[..] else { return None };
    let takes_first = match op {
        CompareOp::Less | CompareOp::LessOrEqual => true,
        CompareOp::Greater | CompareOp::GreaterOrEqual => false,
        _ => return None,
    };
    let straight = ast::same(&**first, then) && ast::same(second, otherwise);
    let crossed = ast::same(&**first, otherwise) && ast::same(second, then);
    match (straight, crossed) {
        (true, _) => Some(if takes_first { Intrinsic::Min } else { Intrinsic::Max }),
        (_, true) => Some(if takes_first { Intrinsic::Max } else { Intrinsic::Min }),
        _ => None,
    }
}

/// The generators of a call `any([true for ...])`.
pub(in crate::analysis) fn exists_of(expr: &Expr) -> Option<&[Generator]> {
    let (Intrinsic::Any, [items]) = intrinsic_call(expr)? else { return None };
    match &items.kind {
        ExprKind::Comprehension { element, generators, .. } if element.is_true() => {
            Some(generators)
        }
        _ => None,
    }
}
