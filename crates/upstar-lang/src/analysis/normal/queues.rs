//! Groups that a program grows cell by cell: those that wait are in a list, from which each round takes one.
//!
//! ```text
//! seen := {p}; waiting := [p]
//! while waiting != [] {
//!   q := waiting[1]; waiting := waiting.without(1)
//!   for r in b.neighbours(q) { if b[r] == b[p] and r not in seen { seen := union(seen, {r}); waiting := waiting + [r] } }
//! }
//! ```
//!
//! Proof: each cell that is added shows the symbol of the first one and is beside a cell of the group, so it is in the group. A
//! cell that is in `seen` waits, or all its neighbours with the symbol were added when it was taken out. So at the end, when none
//! waits, `seen` is closed, and contains the group. A cell is added once, so there is an end.

use super::groups::{Growing, bound, cells, collection, is_some_of, single};
use super::loops::integer_of;
use super::{Normaliser, at, is_slot, itself};
use crate::analysis::intrinsic_call;
use crate::builtins::Intrinsic;
use crate::resolve::tree::{Expr, ExprKind, Generator, Slot, Statement, StatementKind, Target};
use crate::syntax::ast::{self, BinaryOp, Collection, CompareOp, UnaryOp};

/// What a round does after it has taken a cell from those that wait.
struct Round {
    /// The cells that it adds to both collections, as an element and generators.
    element: Expr,
    generators: Vec<Generator>,
    /// The collection that becomes the group, and its kind.
    seen: (Slot, Collection),
}

impl Normaliser<'_> {
    /// The variable that holds the group after such a loop, and the group.
    pub(super) fn grown_one_by_one(
        &mut self,
        condition: &Expr,
        body: &[Statement],
    ) -> Option<(Slot, Expr)> {
        let [first, second, rest @ ..] = body else { return None };
        let ((cell, taken), (waiting, others)) = (bound(first)?, bound(second)?);
        is_taken(taken, others, cell, waiting).then_some(())?;
        let Round { element, generators, seen: (seen, of) } = round(rest, waiting)?;
        let known = |slot: Slot| self.frame.get(slot).cloned().flatten();
        let (before, group) = (known(waiting)?, known(seen)?);
        let first = single(&group)?.clone();
        let is_first = single(&before).is_some_and(|cell| ast::same(cell, &first));
        let kinds = [collection(&before)?, collection(&group)?];
        (is_first && kinds == [Collection::List, of]).then_some(())?;
        let [edge, all] = [cells(Collection::List), cells(of)].map(|kind| self.new_slot(kind));
        let span = condition.span;
        self.set(waiting, at(span, itself(edge)));
        self.set(seen, at(span, itself(all)));
        let goes_on = self.expr(condition)?;
        is_some_of(&goes_on, edge, Collection::List).then_some(())?;
        let source = at(span, itself(waiting));
        let taken = Generator::For { target: Target::Slot(cell), source };
        let generators = std::iter::once(taken).chain(generators).collect();
        let (collection, element) = (of, Box::new(element));
        let step = at(span, ExprKind::Comprehension { collection, element, generators });
        let step = self.members(&step)?;
        let growing = Growing { cells: all, first, collection: of };
        Some((seen, self.step(&growing, &step, &[edge], true)?))
    }
}

/// Whether a cell is taken from those that wait, and the others go on waiting: those at other places, or the other cells.
fn is_taken(taken: &Expr, others: &Expr, cell: Slot, waiting: Slot) -> bool {
    let ExprKind::Index { base, indices } = &taken.kind else { return false };
    let [place] = &indices[..] else { return false };
    let Some(place) =
        spelt_integer(place).filter(|place| is_slot(base, waiting) && place.abs() == 1)
    else {
        return false;
    };
    if let Some((Intrinsic::Without, [from, at])) = intrinsic_call(others) {
        return is_slot(from, waiting) && spelt_integer(at) == Some(place);
    }
    match &others.kind {
        ExprKind::Index { base, indices } => match &indices[..] {
            [Expr { kind: ExprKind::Range(from, to), .. }] => {
                let is_length = matches!(intrinsic_call(to), Some((Intrinsic::Length, [items]))
                    if is_slot(items, waiting));
                place == 1 && is_slot(base, waiting) && integer_of(from) == Some(2) && is_length
            }
            _ => false,
        },
        // No cell waits twice.
        ExprKind::Comprehension { collection: Collection::List, element, generators } => {
            let [Generator::For { target: Target::Slot(each), source }, Generator::If(condition)] =
                &generators[..]
            else {
                return false;
            };
            let differs = match &condition.kind {
                ExprKind::Compare { first, rest } => match &rest[..] {
                    [(CompareOp::NotEqual, _, second)] => {
                        is_slot(first, *each) && is_slot(second, cell)
                            || is_slot(first, cell) && is_slot(second, *each)
                    }
                    _ => false,
                },
                _ => false,
            };
            is_slot(source, waiting) && is_slot(element, *each) && differs
        }
        _ => false,
    }
}

fn spelt_integer(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Neg, inner) => integer_of(inner)?.checked_neg(),
        _ => integer_of(expr),
    }
}

/// The rest of a round: a loop that adds cells one by one, or a list of them that is added.
fn round(rest: &[Statement], waiting: Slot) -> Option<Round> {
    match rest {
        [
            Statement {
                kind: StatementKind::For { target: Target::Slot(new), source, body },
                span,
                ..
            },
        ] => {
            let target = Target::Slot(*new);
            let mut generators = vec![Generator::For { target, source: source.clone() }];
            let [one, other] = heart(body, &mut generators)? else { return None };
            let element = at(*span, itself(*new));
            let is_new = |expr: &Expr, is_list: bool| {
                let fits = !is_list || collection(expr) == Some(Collection::List);
                fits && single(expr).is_some_and(|only| is_slot(only, *new))
            };
            let seen = added([one, other], waiting, is_new)?;
            Some(Round { element, generators, seen })
        }
        [list, one, other] => {
            let (new, list) = bound(list)?;
            let ExprKind::Comprehension { collection, element, generators } = &list.kind else {
                return None;
            };
            (*collection != Collection::Map).then_some(())?;
            let is_new = |expr: &Expr, is_list: bool| match intrinsic_call(expr) {
                Some((Intrinsic::List, [items])) => is_slot(items, new),
                Some((Intrinsic::Set, [items])) => !is_list && is_slot(items, new),
                _ => is_slot(expr, new) && (!is_list || *collection == Collection::List),
            };
            let seen = added([one, other], waiting, is_new)?;
            let (element, generators) = ((**element).clone(), generators.clone());
            Some(Round { element, generators, seen })
        }
        _ => None,
    }
}

/// The statements within conditions, which are added to the generators.
fn heart<'s>(body: &'s [Statement], generators: &mut Vec<Generator>) -> Option<&'s [Statement]> {
    let [Statement { kind: StatementKind::Expr(only), .. }] = body else { return Some(body) };
    let ExprKind::IfBlock { condition, then, otherwise } = &only.kind else { return None };
    otherwise.is_empty().then(|| generators.push(Generator::If((**condition).clone())))?;
    heart(then, generators)
}

/// The collection to which two statements add what is new, if they add it to the list of those that wait too. A list grows by
/// `+` and what is added is a list; a set grows by `union`.
fn added(
    statements: [&Statement; 2],
    waiting: Slot,
    is_new: impl Fn(&Expr, bool) -> bool,
) -> Option<(Slot, Collection)> {
    let mut seen = None;
    let mut waits = false;
    for statement in statements {
        let (slot, value) = bound(statement)?;
        let (before, new, of) = match &value.kind {
            ExprKind::Binary { op: BinaryOp::Add, left, right, .. } => {
                (&**left, &**right, Collection::List)
            }
            ExprKind::Call { .. } => match intrinsic_call(value)? {
                (Intrinsic::Union, [before, new]) => (before, new, Collection::Set),
                _ => return None,
            },
            _ => return None,
        };
        let is_list = of == Collection::List;
        (is_slot(before, slot) && is_new(new, is_list)).then_some(())?;
        if slot == waiting {
            waits = is_list;
        } else {
            seen = Some((slot, of));
        }
    }
    seen.filter(|_| waits)
}

/// All variables that statements bind.
pub(super) fn all_bound(body: &[Statement], found: &mut Vec<Slot>) {
    for statement in body {
        match &statement.kind {
            StatementKind::Bind { target, .. } => of_target(target, found),
            StatementKind::For { target, body, .. } => {
                of_target(target, found);
                all_bound(body, found);
            }
            StatementKind::While { body, .. } => all_bound(body, found),
            StatementKind::Expr(Expr {
                kind: ExprKind::IfBlock { then, otherwise, .. }, ..
            }) => {
                all_bound(then, found);
                all_bound(otherwise, found);
            }
            _ => {}
        }
    }
}

fn of_target(target: &Target, found: &mut Vec<Slot>) {
    match target {
        Target::Slot(slot) => found.push(*slot),
        Target::Tuple(targets, _) => targets.iter().for_each(|target| of_target(target, found)),
        Target::Global(_) => {}
    }
}
