//! Groups that a program grows by itself: `b.group(p)` in other words.
//!
//! A list or set of cells begins with a cell. In each round the neighbours of its cells that show the same symbol are added,
//! until there are no more. Such a loop, or a function that calls itself, becomes a call of `group` where only the members of
//! the list are asked for: their order and how often each comes are others.
//!
//! Proof: by induction on the rounds, each cell that is added shows the symbol of the first one and is beside a cell of the
//! list, so it is in the group. When a round adds nothing, each neighbour with this symbol of a cell that was reached before
//! is in the list already; so the list is closed, and contains the group. A list grows by `+` and a set by `union`: no list
//! equals a set, and their sum is a mistake.

use std::sync::Arc;

use super::binders::is_empty;
use super::kinds::Kind;
use super::loops::other_than;
use super::queues::all_bound;
use super::rewrites::{asks_some, exists_of};
use super::{Frame, Normaliser, at, call_of, is_slot, itself};
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Expr, ExprKind, Function, Generator, Slot, Statement, StatementKind, Target,
};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Collection, CompareOp, UnaryOp};
use crate::value::Value;

/// A collection that grows: the variable for what it holds at the beginning of a round, the cell with which it began, and
/// whether it is a list or a set.
pub(super) struct Growing {
    pub(super) cells: Slot,
    pub(super) first: Expr,
    pub(super) collection: Collection,
}

impl Normaliser<'_> {
    /// `while C { ... }` that grows a group, and the statements after it.
    pub(super) fn grown(
        &mut self,
        condition: &Expr,
        body: &[Statement],
        rest: &[Statement],
        span: Span,
    ) -> Option<Expr> {
        let before = self.frame.clone();
        let mut found = self.grown_by_loop(condition, body);
        if found.is_none() {
            self.frame.clone_from(&before);
            found = self.grown_one_by_one(condition, body);
        }
        self.frame = before;
        let (slot, group) = found?;
        // Other names that the body binds hold the values of the last round, and may not be read.
        let mut names = Vec::new();
        all_bound(body, &mut names);
        for name in names {
            if let Some(value) = self.frame.get_mut(name) {
                *value = None;
            }
        }
        let members = self.new_slot(Kind::List(Box::new(Kind::Cell)));
        self.groups.push((members, group));
        self.set(slot, at(span, itself(members)));
        self.block(rest, span)
    }

    /// The variable that holds the group after a loop, and the group.
    fn grown_by_loop(&mut self, condition: &Expr, body: &[Statement]) -> Option<(Slot, Expr)> {
        let [first, second] = body else { return None };
        let ((other, first), (group, second)) = (bound(first)?, bound(second)?);
        let [before_other, before_group] =
            [other, group].map(|slot| self.frame.get(slot).cloned().flatten());
        let (before_other, before_group) = (before_other?, before_group?);
        let (cell, of) = (single(&before_group)?.clone(), collection(&before_group)?);
        let is_number = self.kind(&before_other) == Kind::Integer;
        (is_number || collection(&before_other) == Some(of)).then_some(())?;
        let kind = if is_number { Kind::Integer } else { cells(of) };
        let [old, edge, all] = [kind, cells(of), cells(of)].map(|kind| self.new_slot(kind));
        let span = condition.span;
        self.set(other, at(span, itself(old)));
        self.set(group, at(span, itself(all)));
        let growing = Growing { cells: all, first: cell, collection: of };
        let goes_on = self.expr(condition)?;
        let first = self.members(first)?;
        self.set(other, at(span, itself(edge)));
        let second = self.members(second)?;
        let step = growing.added(&second)?;
        // The edge is what the last round added.
        if single(&before_other).is_some_and(|cell| ast::same(cell, &growing.first)) {
            let is_last = is_slot(step, edge) && is_some_of(&goes_on, old, of);
            let grown = self.step(&growing, &first, &[old, all], true)?;
            return is_last.then_some((group, grown));
        }
        // Or it is the size, or the cells, before the last round.
        let is_old = |expr: &Expr| match is_number {
            true => is_length(expr, all),
            false => is_slot(expr, all),
        };
        let begins =
            if is_number { is_before_first(&before_other) } else { is_empty(&before_other) };
        let is_larger = is_change(&goes_on, |one, other| is_slot(other, old) && is_old(one));
        let grown = self.step(&growing, step, &[all], false)?;
        (begins && is_old(&first) && is_larger).then_some((group, grown))
    }

    /// A call of a function that adds to one of its arguments and calls itself, until nothing is added.
    pub(super) fn grown_by_calls(
        &mut self,
        function: &Arc<Function>,
        args: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        let grows = |arg: &Expr| single(arg).is_some();
        let place = args.iter().position(grows)?;
        let full = args.len() == function.params.len() && function.captures.is_empty();
        (full && chooses(&function.body)).then_some(())?;
        let (first, collection) = (single(&args[place])?.clone(), collection(&args[place])?);
        let all = self.new_slot(cells(collection));
        let mut given = args.to_vec();
        given[place] = at(span, itself(all));
        let mut frame: Frame = given.iter().cloned().map(Some).collect();
        frame.resize(function.slots, None);
        let body =
            self.within(function, frame, false, |inner| inner.block(&function.body, span))?;
        // A name for what there is after the round.
        let (name, after, choice) = match &body.kind {
            ExprKind::Let { slot, value, body } => (Some(*slot), Some(&**value), &**body),
            _ => (None, None, &body),
        };
        let meant = |expr: &'_ Expr| match (name, after) {
            (Some(name), Some(after)) if is_slot(expr, name) => after.clone(),
            _ => expr.clone(),
        };
        let ExprKind::If { condition, then, otherwise } = &choice.kind else { return None };
        let ExprKind::Call { callee, args: again } = &otherwise.kind else { return None };
        let ExprKind::Global(called) = callee.kind else { return None };
        let Value::Function(called) = (self.globals)(called) else { return None };
        let grown = meant(again.get(place)?);
        let is_same =
            |(at, (one, other)): (usize, (&Expr, &Expr))| at == place || ast::same(one, other);
        let fits = Arc::ptr_eq(&called.tree, function)
            && again.len() == given.len()
            && again.iter().zip(&given).enumerate().all(is_same)
            && (is_slot(then, all) || ast::same(&meant(then), &grown));
        let is_measured = |expr: &Expr, what: &dyn Fn(&Expr) -> bool| match intrinsic_call(expr) {
            Some((Intrinsic::Length, [items])) => what(items),
            _ => false,
        };
        let is_all = |expr: &Expr| is_slot(expr, all);
        let is_grown = |expr: &Expr| ast::same(&meant(expr), &grown);
        let ends = is_comparison(condition, CompareOp::Equal, |one, other| {
            is_measured(one, &is_all) && is_measured(other, &is_grown)
                || is_all(one) && is_grown(other)
        });
        (fits && ends).then_some(())?;
        let growing = Growing { cells: all, first, collection };
        let step = growing.added(&grown)?;
        self.step(&growing, step, &[all], false)
    }

    /// The group that grows by the neighbours of cells in one of the `sources`. Cells that are in it already are left out, or
    /// need not be where it is a set.
    pub(super) fn step(
        &self,
        growing: &Growing,
        step: &Expr,
        sources: &[Slot],
        leaves_out: bool,
    ) -> Option<Expr> {
        let ExprKind::Comprehension { collection, element, generators } = &step.kind else {
            return None;
        };
        let [
            Generator::For { target: Target::Slot(from), source },
            Generator::For { target: Target::Slot(to), source: beside },
            conditions @ ..,
        ] = &generators[..]
        else {
            return None;
        };
        let (Intrinsic::Neighbours, [board, place]) = intrinsic_call(beside)? else { return None };
        let is_near = sources.iter().any(|slot| is_slot(source, *slot))
            && is_slot(place, *from)
            && is_slot(element, *to)
            && self.kind(board) == Kind::Board;
        let shows = |expr: &Expr, is_cell: &dyn Fn(&Expr) -> bool| match &expr.kind {
            ExprKind::Index { base, indices } => {
                ast::same(&**base, board) && matches!(&indices[..], [cell] if is_cell(cell))
            }
            _ => false,
        };
        (*collection == growing.collection).then_some(())?;
        let (mut is_alike, mut is_new) = (false, *collection == Collection::Set && !leaves_out);
        for condition in conditions {
            let Generator::If(condition) = condition else { return None };
            if is_comparison(condition, CompareOp::Equal, |one, other| {
                shows(one, &|cell| is_slot(cell, *to))
                    && shows(other, &|cell| is_slot(cell, *from) || ast::same(cell, &growing.first))
            }) {
                is_alike = true;
            } else if is_outside(condition, *to, growing.cells) {
                is_new = true;
            } else {
                return None;
            }
        }
        let args = vec![board.clone(), growing.first.clone()];
        (is_near && is_alike && is_new).then(|| call_of(Intrinsic::Group, args, step.span))
    }
}

/// Whether statements are a value with a name, or none, and a choice.
fn chooses(body: &[Statement]) -> bool {
    let is_choice = |statement: &Statement| match &statement.kind {
        StatementKind::Expr(value) | StatementKind::Return(Some(value)) => {
            matches!(value.kind, ExprKind::If { .. } | ExprKind::IfBlock { .. })
        }
        _ => false,
    };
    match body {
        [choice] => is_choice(choice),
        [name, choice] => bound(name).is_some() && is_choice(choice),
        [name, first, last] => {
            bound(name).is_some() && is_choice(first) && matches!(last.kind, StatementKind::Expr(_))
        }
        _ => false,
    }
}

/// The kind of a list or set of cells.
pub(super) fn cells(collection: Collection) -> Kind {
    match collection {
        Collection::Set => Kind::Set(Box::new(Kind::Cell)),
        _ => Kind::List(Box::new(Kind::Cell)),
    }
}

/// The kind of collection that an expression spells.
pub(super) fn collection(expr: &Expr) -> Option<Collection> {
    match &expr.kind {
        ExprKind::List(_) => Some(Collection::List),
        ExprKind::Set(_) => Some(Collection::Set),
        _ => None,
    }
}

/// The variable that a statement binds, and to what.
pub(super) fn bound(statement: &Statement) -> Option<(Slot, &Expr)> {
    match &statement.kind {
        StatementKind::Bind { target: Target::Slot(slot), value } => Some((*slot, value)),
        _ => None,
    }
}

/// The only element of a list or set.
pub(super) fn single(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::List(items) | ExprKind::Set(items) => match &items[..] {
            [only] => Some(only),
            _ => None,
        },
        _ => None,
    }
}

impl Growing {
    /// The other of two collections, if an expression joins them and the first is this one.
    fn added<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        match (&expr.kind, self.collection) {
            (ExprKind::Binary { op: BinaryOp::Add, left, right, .. }, Collection::List) => {
                other_than(self.cells, left, right)
            }
            (ExprKind::Call { .. }, Collection::Set) => match intrinsic_call(expr)? {
                (Intrinsic::Union, [one, other]) => other_than(self.cells, one, other),
                _ => None,
            },
            _ => None,
        }
    }
}

fn is_length(expr: &Expr, slot: Slot) -> bool {
    matches!(intrinsic_call(expr), Some((Intrinsic::Length, [items])) if is_slot(items, slot))
}

/// Whether a number is less than any length.
fn is_before_first(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Number(number) if number.to_i64().is_some_and(|n| n <= 0))
}

/// Whether a condition is that the collection in a slot has elements.
pub(super) fn is_some_of(condition: &Expr, slot: Slot, of: Collection) -> bool {
    if let Some([Generator::For { source, .. }]) = exists_of(condition) {
        return is_slot(source, slot);
    }
    let ExprKind::Compare { first, rest } = &condition.kind else { return false };
    match &rest[..] {
        [(op, _, bound)] if is_length(first, slot) => asks_some(*op, bound) == Some(true),
        [(CompareOp::NotEqual, _, bound)] => {
            is_slot(first, slot) && is_empty(bound) && collection(bound) == Some(of)
        }
        _ => false,
    }
}

/// Whether a condition is this comparison of two sides, in either order.
fn is_comparison(
    condition: &Expr,
    wanted: CompareOp,
    sides: impl Fn(&Expr, &Expr) -> bool,
) -> bool {
    let ExprKind::Compare { first, rest } = &condition.kind else { return false };
    let [(op, _, second)] = &rest[..] else { return false };
    *op == wanted && (sides(first, second) || sides(second, first))
}

/// Whether a condition is that the first side is more than the second, or another one.
fn is_change(condition: &Expr, sides: impl Fn(&Expr, &Expr) -> bool) -> bool {
    let ExprKind::Compare { first, rest } = &condition.kind else { return false };
    match &rest[..] {
        [(CompareOp::Greater, _, second)] => sides(first, second),
        [(CompareOp::Less, _, second)] => sides(second, first),
        [(CompareOp::NotEqual, _, second)] => sides(first, second) || sides(second, first),
        _ => false,
    }
}

/// Whether a condition is that a cell is not in a collection.
fn is_outside(condition: &Expr, cell: Slot, cells: Slot) -> bool {
    match &condition.kind {
        ExprKind::Unary(UnaryOp::Not, inside) => {
            matches!(&inside.kind, ExprKind::Compare { first, rest } if is_slot(first, cell)
                && matches!(&rest[..], [(CompareOp::In, _, all)] if is_slot(all, cells)))
        }
        ExprKind::Compare { first, rest } => {
            is_slot(first, cell)
                && matches!(&rest[..], [(CompareOp::NotIn, _, all)] if is_slot(all, cells))
        }
        _ => false,
    }
}
