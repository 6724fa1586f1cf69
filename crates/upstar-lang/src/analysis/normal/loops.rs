//! Loops that gather: `for x in S { if C { n := n + e } }` is a sum, and so on.
//!
//! A loop is read as generators and one change at its heart. It counts (`n := n + e`), lists (`xs := xs + [e]`), remembers that
//! something holds (`found := true`), or leaves the function with a constant. The comprehension in its place evaluates all that
//! the loop evaluates; where the loop ends early, it evaluates more.

use super::binders::is_empty;
use super::kinds::Kind;
use super::{Normaliser, at, exists};
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Statement, StatementKind, Target};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, UnaryOp};

/// What a loop does at its heart.
enum Change<'t> {
    /// Gives a variable a new value.
    Bind(Slot, &'t Expr),
    /// Gives a variable a new value and ends the loop.
    BindAndBreak(Slot, &'t Expr),
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
        let (slot, value) = match change {
            Change::Return(value) => {
                let generators = self.generators(&generators, false)?;
                let value = self.expr(value)?;
                is_constant(&value).then_some(())?;
                let otherwise = self.block(rest, span)?;
                return Some(self.choice(exists(generators, span), value, otherwise, span));
            }
            Change::BindAndBreak(slot, value) | Change::Bind(slot, value) => (slot, value),
        };
        // Inside of the loop the variable has a value that changes, and may not be read.
        let before = self.frame.get_mut(slot)?.take()?;
        let ends_early = matches!(change, Change::BindAndBreak(..));
        let value = match &value.kind {
            ExprKind::Bool(truth) => self.remembered(&before, *truth, &generators, span)?,
            _ if ends_early => return None,
            ExprKind::Binary { op: op @ BinaryOp::Add, op_span, left, right } => {
                let added = other_than(slot, left, right)?;
                self.added(before, (*op, *op_span), added, &generators, span)?
            }
            _ => return None,
        };
        self.with_value(slot, value, span, |inner| inner.block(rest, span))
    }

    /// Reads the body of a loop: adds its generators, and returns its change.
    fn heart<'t>(
        &self,
        body: &'t [Statement],
        generators: &mut Vec<Generator>,
    ) -> Option<Change<'t>> {
        let (first, rest) = body.split_first()?;
        match (&first.kind, rest) {
            (StatementKind::For { target, source, body }, []) => {
                generators.push(Generator::For { target: target.clone(), source: source.clone() });
                self.heart(body, generators)
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
                let is_new = self.frame.get(*slot).is_none_or(Option::is_none);
                let source = at(value.span, ExprKind::List(vec![value.clone()]));
                is_new.then(|| generators.push(Generator::For { target: target.clone(), source }))?;
                self.heart(rest, generators)
            }
            (
                StatementKind::Expr(Expr { kind: ExprKind::IfBlock { condition, then, otherwise }, .. }),
                _,
            ) if otherwise.is_empty() => {
                let skips = matches!(
                    &then[..],
                    [Statement { kind: StatementKind::Continue, .. }]
                );
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

    /// A variable to which a loop adds a value in each round, in order.
    fn added(
        &mut self,
        before: Expr,
        op: (BinaryOp, Span),
        added: &Expr,
        generators: &[Generator],
        span: Span,
    ) -> Option<Expr> {
        let generators = self.generators(generators, true)?;
        let added = self.expr(added)?;
        let list = |element: Expr, generators| {
            let element = Box::new(element);
            let collection = Collection::List;
            at(span, ExprKind::Comprehension { collection, element, generators })
        };
        match added.kind {
            ExprKind::List(mut items) if items.len() == 1 => {
                let listed = list(items.remove(0), generators);
                if is_empty(&before) {
                    return matches!(before.kind, ExprKind::List(_)).then_some(listed);
                }
                let is_list = matches!(self.kind(&before), Kind::List(_));
                is_list.then(|| self.binary(op, before, listed, span))
            }
            _ if matches!(self.kind(&before), Kind::Integer) => {
                let sum = self.sum(list(added, generators), span);
                if let ExprKind::Number(number) = &before.kind
                    && number.is_zero()
                {
                    return Some(sum);
                }
                Some(self.binary(op, before, sum, span))
            }
            _ => None,
        }
    }
}

/// What is added to a variable.
fn other_than<'e>(slot: Slot, left: &'e Expr, right: &'e Expr) -> Option<&'e Expr> {
    let is_it = |expr: &Expr| matches!(expr.kind, ExprKind::Slot(other, _) if other == slot);
    match (is_it(left), is_it(right)) {
        (true, false) => Some(right),
        // Lists are added in order.
        (false, true) if !matches!(left.kind, ExprKind::List(_)) => Some(left),
        _ => None,
    }
}

/// Whether a value is the same for all rounds of a loop.
fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Bool(_) | ExprKind::Number(_) | ExprKind::Text(_))
}
