//! Options that name their ruleset: `move K(a) + K(n - a - 1)` are the heaps `a, n - a - 1`, and `move T(a - 1, b)` is the
//! tuple `(a - 1, b)`.
//!
//! Proof: where an option is stated without its ruleset, it becomes a position by the same steps as the arguments of a call.
//! The `check` clauses are what a call asks besides, but not one in the rules of the ruleset itself. So a call in a function
//! of a ruleset that checks positions stays.

use std::sync::Arc;

use super::binders::{named_value, only_if};
use super::kinds::Kind;
use super::{MOST_WAYS, Normaliser, at, intrinsic_call, is_slot};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Alternative, Expr, ExprKind, Generator, PositionKind, Ruleset as Rules,
};
use crate::source::Span;
use crate::syntax::ast::BinaryOp;
use crate::value::{Ruleset, Value};

/// The ruleset whose rules are normalised, and the calls by which they name it.
pub(super) struct Own<'a> {
    ruleset: &'a Ruleset,
    /// Whether one of the calls in the way to move is checked.
    is_checked: bool,
}

impl<'a> Own<'a> {
    pub(super) fn new(ruleset: &'a Ruleset) -> Self {
        Own { ruleset, is_checked: false }
    }

    /// Begins to read another way to move.
    pub(super) fn forget_calls(&mut self) {
        self.is_checked = false;
    }

    pub(super) fn rules(&self) -> &'a Rules {
        &self.ruleset.tree
    }

    /// Whether positions are heaps.
    fn is_of_heaps(&self) -> bool {
        matches!(self.rules().position, PositionKind::Heap)
    }
}

impl Normaliser<'_> {
    /// Notes a call in normal form, if it makes a position of the ruleset.
    pub(super) fn note_call(&mut self, callee: &Expr) {
        if !self.open.is_empty() && self.own.rules().checks_positions() && self.is_own(callee) {
            self.own.is_checked = true;
        }
    }

    /// Whether an expression in normal form is the ruleset.
    fn is_own(&self, callee: &Expr) -> bool {
        let own = self.own.ruleset;
        let is_declared_as = |place| match (self.globals)(place) {
            Value::Ruleset(other) => Arc::ptr_eq(&other.tree, &own.tree),
            _ => false,
        };
        match (&callee.kind, own.family()) {
            (ExprKind::Global(place), Some([])) => is_declared_as(*place),
            (ExprKind::Call { callee, args }, Some(family)) if args.len() == family.len() => {
                let is_same =
                    |(slot, arg): (usize, &Expr)| is_slot(arg, slot) || spells(arg, &family[slot]);
                args.iter().enumerate().all(is_same)
                    && matches!(callee.kind, ExprKind::Global(place) if is_declared_as(place))
            }
            _ => false,
        }
    }

    /// Adds the ways to move that an option with these parts in normal form is.
    pub(super) fn options(
        &mut self,
        mut parts: Vec<Expr>,
        (gain, mut generators, span): (Option<Expr>, Vec<Generator>, Span),
        ways: &mut Vec<Alternative>,
    ) -> Option<()> {
        if let [part] = &mut parts[..] {
            match &mut part.kind {
                ExprKind::Let { .. } => {
                    let ExprKind::Let { slot, value, body } = parts.remove(0).kind else {
                        return None;
                    };
                    generators.push(named_value(slot, *value));
                    return self.options(vec![*body], (gain, generators, span), ways);
                }
                ExprKind::If { condition, then, otherwise }
                    if self.is_position(then) || self.is_position(otherwise) =>
                {
                    let (mut holds, mut fails) = (generators.clone(), generators);
                    only_if((**condition).clone(), &mut holds);
                    let place = condition.span;
                    only_if(self.not((**condition).clone(), place), &mut fails);
                    let [then, otherwise] = [then, otherwise].map(|part| vec![(**part).clone()]);
                    self.options(then, (gain.clone(), holds, span), ways)?;
                    return self.options(otherwise, (gain, fails, span), ways);
                }
                ExprKind::List(heaps) | ExprKind::Tuple(heaps)
                    if self.own.is_of_heaps()
                        && heaps.iter().all(|heap| self.kind(heap) == Kind::Integer) =>
                {
                    parts = std::mem::take(heaps);
                }
                _ => {}
            }
        }
        let mut all = Vec::new();
        for part in parts {
            match self.positions(&part) {
                Some(positions) => all.extend(positions),
                None => all.push(part),
            }
        }
        ways.push(Alternative::Options { parts: all, gain, generators, span });
        (ways.len() <= MOST_WAYS).then_some(())
    }
}

impl Normaliser<'_> {
    /// Whether an expression in normal form is a sum of positions of the ruleset.
    fn is_position(&mut self, expr: &Expr) -> bool {
        self.positions(expr).is_some()
    }

    /// The positions of the ruleset whose sum an expression in normal form is, each as an option states it.
    fn positions(&mut self, expr: &Expr) -> Option<Vec<Expr>> {
        let span = expr.span;
        (!self.own.is_checked).then_some(())?;
        match &expr.kind {
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                let mut all = self.positions(left)?;
                all.extend(self.positions(right)?);
                Some(all)
            }
            ExprKind::Call { callee, args } => {
                if let Some((Intrinsic::Sum, [terms])) = intrinsic_call(expr) {
                    let mut all = Vec::new();
                    let terms = self.spelt(terms.clone()).filter(|terms| !terms.is_empty())?;
                    for term in terms {
                        all.extend(self.positions(&term)?);
                    }
                    return Some(all);
                }
                self.is_own(callee).then_some(())?;
                if self.own.is_of_heaps() {
                    return Some(args.to_vec());
                }
                (args.len() == self.own.rules().params.len()).then_some(())?;
                Some(match &args[..] {
                    [only] => vec![only.clone()],
                    several => vec![at(span, ExprKind::Tuple(several.to_vec()))],
                })
            }
            _ => None,
        }
    }
}

/// Whether an expression spells a value.
fn spells(expr: &Expr, value: &Value) -> bool {
    match (&expr.kind, value) {
        (ExprKind::Number(a), Value::Number(b)) => a == b,
        (ExprKind::Text(a), Value::Text(b)) => a == b,
        (ExprKind::Bool(a), Value::Bool(b)) => a == b,
        _ => false,
    }
}
