//! Loops that gather: `for x in S { if C { n := n + e } }` is a sum, and so on.
//!
//! A loop is read as generators and one change at its heart. It counts (`n := n + e`), lists (`xs := xs + [e]`), remembers that
//! something holds (`found := true`), or leaves the function with a constant. The comprehension in its place evaluates all that
//! the loop evaluates; where the loop ends early, it evaluates more.

use super::binders::{is_empty, with_names, without_names};
use super::kinds::Kind;
use super::{Normaliser, at, exists, is_slot, itself};
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Statement, StatementKind, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, UnaryOp};

/// A loop with more rounds stays a loop, unless it gathers.
const MOST_ROUNDS: usize = 16;

/// What a loop does at its heart.
enum Change<'t> {
    /// Gives a variable a new value.
    Bind(Slot, &'t Expr),
    /// Gives a variable a new value and ends the loop.
    BindAndBreak(Slot, &'t Expr),
    /// Adds elements to a list: those of lists that stand under conditions.
    Append(Slot, Expr),
    /// Leaves the function.
    Return(&'t Expr),
}

impl Normaliser<'_> {
    /// A loop and the statements after it.
    pub(super) fn gathered(
        &mut self,
        (target, source, body): (&Target, &Expr, &[Statement]),
        rest: &[Statement],
        span: Span,
    ) -> Option<Expr> {
        let mut generators =
            vec![Generator::For { target: target.clone(), source: source.clone() }];
        let change = self.heart(body, &mut generators)?;
        // Afterwards, names that the body binds hold the values of the last round, and may not be read.
        let outside = self.frame.clone();
        let slot = match change {
            Change::Return(value) => {
                let generators = self.generators(&generators, false)?;
                let value = self.expr(value)?;
                is_constant(&value).then_some(())?;
                self.frame = outside;
                let otherwise = self.block(rest, span)?;
                return Some(self.choice(exists(generators, span), value, otherwise, span));
            }
            Change::Append(slot, _) | Change::Bind(slot, _) | Change::BindAndBreak(slot, _) => slot,
        };
        // Inside of the loop the variable has a value that changes, and may not be read.
        let before = self.variable(slot, false, span)?;
        *self.frame.get_mut(slot)? = None;
        let value = match change {
            Change::Append(_, list) => self.appended(before, &list, &generators, span)?,
            Change::Bind(_, value) | Change::BindAndBreak(_, value) => {
                let ends_early = matches!(change, Change::BindAndBreak(..));
                match &value.kind {
                    ExprKind::Bool(truth) => self.remembered(&before, *truth, &generators, span)?,
                    ExprKind::Binary { op: op @ BinaryOp::Add, op_span, left, right }
                        if !ends_early =>
                    {
                        let added = other_than(slot, left, right)?;
                        self.added(before, (*op, *op_span), added, &generators, span)?
                    }
                    _ => return None,
                }
            }
            Change::Return(_) => return None,
        };
        self.frame = outside;
        self.with_value(slot, value, span, |inner| inner.block(rest, span))
    }

    /// A loop through a few elements, round by round, and the statements after it.
    pub(super) fn unrolled(
        &mut self,
        (target, source, body): (&Target, &Expr, &[Statement]),
        rest: &[Statement],
        span: Span,
    ) -> Option<Expr> {
        let (mut names, list) = without_names(self.expr(source)?);
        let mut statements = Vec::new();
        for item in self.spelt(list)? {
            // A name for the element, which is in normal form already.
            let slot = self.frame.len();
            let value = at(item.span, itself(slot));
            let item = self.named(item, &mut names);
            self.set(slot, item);
            let kind = StatementKind::Bind { target: target.clone(), value };
            statements.push(Statement { kind, silent: true, span });
            statements.extend_from_slice(body);
        }
        statements.extend_from_slice(rest);
        let body = self.block(&statements, span)?;
        Some(with_names(names, body))
    }

    /// The elements of a list in normal form that has a few: as spelt, or one for each integer of a range.
    pub(super) fn spelt(&mut self, list: Expr) -> Option<Vec<Expr>> {
        let (element, items) = match list.kind {
            ExprKind::Comprehension { collection: Collection::List, element, generators } => {
                let [Generator::For { target: Target::Slot(slot), source }] = &generators[..]
                else {
                    return None;
                };
                (Some((*slot, element)), source.clone())
            }
            kind => (None, at(list.span, kind)),
        };
        let number = |n: i64| at(list.span, ExprKind::Number(n.into()));
        let items: Vec<Expr> = match items.kind {
            ExprKind::List(items) if items.len() <= MOST_ROUNDS => items,
            ExprKind::Slot(slot, _) => {
                let length = self.length_of(slot).filter(|length| *length <= MOST_ROUNDS)?;
                let element = |place: usize| {
                    let base = Box::new(at(list.span, itself(slot)));
                    at(list.span, ExprKind::Index { base, indices: vec![number(place as i64)] })
                };
                (1..=length).map(element).collect()
            }
            ExprKind::Range(first, last) => {
                let (first, last) = (integer_of(&first)?, integer_of(&last)?);
                let count = usize::try_from(last.checked_sub(first)?.checked_add(1)?).unwrap_or(0);
                (count <= MOST_ROUNDS).then(|| (first..=last).map(number).collect())?
            }
            _ => return None,
        };
        let Some((slot, element)) = element else { return Some(items) };
        let in_place = |item: Expr| {
            self.may_move(&item).then_some(())?;
            self.renewed_with(&element, Some((slot, item)))
        };
        items.into_iter().map(in_place).collect()
    }

    /// Reads the body of a loop: adds its generators, and returns its change.
    fn heart<'t>(
        &self,
        body: &'t [Statement],
        generators: &mut Vec<Generator>,
    ) -> Option<Change<'t>> {
        let (first, rest) = body.split_first()?;
        if let Some((slot, list)) = appends(body) {
            return Some(Change::Append(slot, list));
        }
        match (&first.kind, rest) {
            (StatementKind::For { target, source, body }, []) => {
                generators.push(Generator::For { target: target.clone(), source: source.clone() });
                self.heart(body, generators)
            }
            // A list of the body, to which an inner loop adds.
            (StatementKind::For { .. }, _) => {
                let (slot, list) = appends(std::slice::from_ref(first))?;
                self.is_of_body(slot).then_some(())?;
                let (before, span) = (at(first.span, itself(slot)), first.span);
                let (op, left, right) = (BinaryOp::Add, Box::new(before), Box::new(list));
                let longer = at(span, ExprKind::Binary { op, op_span: span, left, right });
                let source = at(span, ExprKind::List(vec![longer]));
                generators.push(Generator::For { target: Target::Slot(slot), source });
                self.heart(rest, generators)
            }
            (StatementKind::Return(Some(value)), []) => Some(Change::Return(value)),
            (StatementKind::Bind { target: Target::Slot(slot), value }, []) => {
                Some(Change::Bind(*slot, value))
            }
            (
                StatementKind::Bind { target: Target::Slot(slot), value },
                [Statement { kind: StatementKind::Break, .. }],
            ) => Some(Change::BindAndBreak(*slot, value)),
            // A name of the body, which the next round binds again.
            (StatementKind::Bind { target, value }, _) => {
                let Target::Slot(slot) = target else { return None };
                let source = at(value.span, ExprKind::List(vec![value.clone()]));
                self.is_of_body(*slot)
                    .then(|| generators.push(Generator::For { target: target.clone(), source }))?;
                self.heart(rest, generators)
            }
            (
                StatementKind::Expr(Expr {
                    kind: ExprKind::IfBlock { condition, then, otherwise },
                    ..
                }),
                _,
            ) if otherwise.is_empty() => {
                let skips = matches!(&then[..], [Statement { kind: StatementKind::Continue, .. }]);
                if skips {
                    let fails = ExprKind::Unary(UnaryOp::Not, condition.clone());
                    generators.push(Generator::If(at(condition.span, fails)));
                    return self.heart(rest, generators);
                }
                generators.push(Generator::If((**condition).clone()));
                if rest.is_empty() { self.heart(then, generators) } else { None }
            }
            _ => None,
        }
    }

    /// Whether a variable had no value before the loop whose body is read.
    fn is_of_body(&self, slot: Slot) -> bool {
        self.frame.get(slot).is_none_or(Option::is_none)
    }

    /// A list to which a loop adds lists in each round, in order.
    fn appended(
        &mut self,
        before: Expr,
        list: &Expr,
        generators: &[Generator],
        span: Span,
    ) -> Option<Expr> {
        matches!(self.kind(&before), Kind::List(_)).then_some(())?;
        let mut generators = self.generators(generators, true)?;
        let list = self.expr(list)?;
        let element = match list.kind {
            ExprKind::List(mut items) if items.len() == 1 => items.remove(0),
            kind => {
                let element = self.new_slot(self.kind(&at(span, kind.clone())).element());
                let source = at(span, kind);
                generators.push(Generator::For { target: Target::Slot(element), source });
                at(span, itself(element))
            }
        };
        let (collection, element) = (Collection::List, Box::new(element));
        let listed = at(span, ExprKind::Comprehension { collection, element, generators });
        Some(self.binary((BinaryOp::Add, span), before, listed, span))
    }

    /// A variable that was a constant truth, after a loop that sets it to a constant.
    fn remembered(
        &mut self,
        before: &Expr,
        truth: bool,
        generators: &[Generator],
        span: Span,
    ) -> Option<Expr> {
        let ExprKind::Bool(was) = before.kind else { return None };
        let found = exists(self.generators(generators, false)?, span);
        (was != truth).then_some(())?;
        Some(if truth { found } else { self.not(found, span) })
    }

    /// An integer to which a loop adds a value in each round.
    fn added(
        &mut self,
        before: Expr,
        op: (BinaryOp, Span),
        added: &Expr,
        generators: &[Generator],
        span: Span,
    ) -> Option<Expr> {
        (self.kind(&before) == Kind::Integer).then_some(())?;
        let generators = self.generators(generators, true)?;
        let (collection, element) = (Collection::List, self.boxed(added)?);
        let terms = at(span, ExprKind::Comprehension { collection, element, generators });
        let sum = self.sum(terms, span);
        let from_zero = matches!(&before.kind, ExprKind::Number(number) if number.is_zero());
        Some(if from_zero { sum } else { self.binary(op, before, sum, span) })
    }
}

/// The one list to which statements add, and what they add in all: `xs := xs + [e]`, also under conditions.
fn appends(body: &[Statement]) -> Option<(Slot, Expr)> {
    let mut all: Option<(Slot, Expr)> = None;
    for statement in body {
        let (slot, list) = match &statement.kind {
            StatementKind::Bind { target: Target::Slot(slot), value } => {
                let ExprKind::Binary { op: BinaryOp::Add, left, right, .. } = &value.kind else {
                    return None;
                };
                let is_list = matches!(
                    right.kind,
                    ExprKind::List(_)
                        | ExprKind::Comprehension { collection: Collection::List, .. }
                );
                (is_slot(left, *slot) && is_list).then(|| (*slot, (**right).clone()))?
            }
            StatementKind::Expr(Expr {
                kind: ExprKind::IfBlock { condition, then, otherwise },
                span,
            }) => {
                let (slot, then) = appends(then)?;
                let otherwise = match &otherwise[..] {
                    [] => at(*span, ExprKind::List(Vec::new())),
                    otherwise => {
                        let (other, list) = appends(otherwise)?;
                        (other == slot).then_some(list)?
                    }
                };
                (slot, either(condition, then, otherwise, *span))
            }
            StatementKind::For { target, source, body } => {
                let (slot, list) = appends(body)?;
                let each = Generator::For { target: target.clone(), source: source.clone() };
                (slot, of_rounds(vec![each], list)?)
            }
            _ => return None,
        };
        all = Some(match all {
            None => (slot, list),
            Some((other, before)) if other == slot => {
                let (op, op_span, span) = (BinaryOp::Add, statement.span, statement.span);
                let (left, right) = (Box::new(before), Box::new(list));
                (slot, at(span, ExprKind::Binary { op, op_span, left, right }))
            }
            Some(_) => return None,
        });
    }
    all
}

/// The list of the elements of a list in all rounds of loops.
fn of_rounds(mut generators: Vec<Generator>, list: Expr) -> Option<Expr> {
    let span = list.span;
    let (collection, element) = match list.kind {
        ExprKind::List(mut items) if items.len() == 1 => {
            (Collection::List, Box::new(items.remove(0)))
        }
        ExprKind::Comprehension { collection, element, generators: inner } => {
            generators.extend(inner);
            (collection, element)
        }
        ExprKind::If { condition, then, otherwise } if is_empty(&otherwise) => {
            generators.push(Generator::If(*condition));
            return of_rounds(generators, *then);
        }
        _ => return None,
    };
    Some(at(span, ExprKind::Comprehension { collection, element, generators }))
}

/// `if C then A else B`; of lists with one element each, the list of such an element.
fn either(condition: &Expr, then: Expr, otherwise: Expr, span: Span) -> Expr {
    let choice = |then, otherwise| {
        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
        at(span, ExprKind::If { condition: Box::new(condition.clone()), then, otherwise })
    };
    match (then.kind, otherwise.kind) {
        (ExprKind::List(mut a), ExprKind::List(mut b)) if a.len() == 1 && b.len() == 1 => {
            at(span, ExprKind::List(vec![choice(a.remove(0), b.remove(0))]))
        }
        (a, b) => choice(at(then.span, a), at(otherwise.span, b)),
    }
}

/// What is added to a variable.
pub(super) fn other_than<'e>(slot: Slot, left: &'e Expr, right: &'e Expr) -> Option<&'e Expr> {
    match (is_slot(left, slot), is_slot(right, slot)) {
        (true, false) => Some(right),
        (false, true) => Some(left),
        _ => None,
    }
}

/// The integer that an expression spells.
pub(in crate::analysis) fn integer_of(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(number) => number.to_i64(),
        _ => None,
    }
}

/// Whether a value is the same for all rounds of a loop.
fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Bool(_) | ExprKind::Number(_) | ExprKind::Text(_))
}
