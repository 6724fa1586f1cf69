//! Strips and rings of numbers as lists: the rules of a position that is such a board, for one that is the list of its cells.
//!
//! Knows: what rules in normal form may ask of a row of cells. Must not know: how rules about lists are read.
//!
//! Proof: a row of `length` cells that show numbers from 0 on is the list of these numbers, and an option that is a list is the
//! row with these numbers. Each use of the row has a counterpart with the same value, and fails where it fails: a place of a strip is one of
//! the list; on a ring the place p is (p - 1) % length + 1; `with` takes the last of equal places, of both. A row
//! that is used in any other way is not read. The row alone refuses numbers that its cells cannot show: these are the limits with which the
//! table compares each option ([`OneShape::limit`](super::tuples::OneShape::limit)).

use crate::analysis::normal::{Argument, integer_of};
use crate::analysis::written::{
    at, calculated, call_of, compared, itself, listed, number, through, within,
};
use crate::analysis::{intrinsic, intrinsic_call};
use crate::builtins::Intrinsic;
use crate::resolve::tree::{
    Alternative, Expr, ExprKind, Generator, PositionKind, Ruleset as Rules, Slot, Target,
};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Cells;

/// Longer rows are left to the engines of boards: there a row falls apart wherever no move connects its parts, and a table
/// has all ways to combine these.
const MOST_CELLS: usize = 10;

/// A row of cells that show numbers from 0 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::analysis) struct Row {
    /// Number of cells.
    length: usize,
    /// The largest number.
    most: i64,
    /// Whether its ends are beside each other.
    closed: bool,
}

impl Row {
    /// Reads a board as a row; returns the row and the numbers of its cells.
    pub(super) fn of(cells: &Cells) -> Option<(Row, Vec<i64>)> {
        let (board, alphabet) = (&cells.board, &cells.alphabet);
        let fits = cells.shape.is_row() && board.columns() <= MOST_CELLS;
        (fits && alphabet.number(0) == Some(0)).then_some(())?;
        let most = i64::try_from(alphabet.len()).ok()? - 1;
        let numbers = board.symbols().iter().map(|symbol| alphabet.number(*symbol));
        let row = Row { length: board.columns(), most, closed: cells.shape.is_closed() };
        Some((row, numbers.collect::<Option<_>>()?))
    }

    /// The number of its cells.
    fn number(self, span: Span) -> Expr {
        number(self.length as i64, span)
    }
}

/// The rules for positions in which each row is a list, the kinds of their arguments, and the largest number that each integer may be.
/// `None` where a row is used in another way.
pub(super) fn as_lists(
    rules: &Rules,
    shape: &[Argument],
) -> Option<(Rules, Vec<Argument>, Vec<i64>)> {
    let (mut lists, mut limits) = (Vec::new(), Vec::new());
    let mut listed = Listed { rows: vec![None; rules.slots] };
    for (place, argument) in shape.iter().enumerate() {
        let (list, count, most) = match *argument {
            Argument::Integer => (Argument::Integer, 1, i64::MAX),
            Argument::List(length) => (Argument::List(length), length, i64::MAX),
            Argument::Tuple(width) => (Argument::Tuple(width), width, i64::MAX),
            Argument::Row(row) => {
                *listed.rows.get_mut(rules.family.len() + place)? = Some(row);
                (Argument::List(row.length), row.length, row.most)
            }
        };
        lists.push(list);
        limits.extend(std::iter::repeat_n(most, count));
    }
    let mut rules = rules.clone();
    rules.position = PositionKind::Tuple;
    for way in rules.clauses.iter_mut().flat_map(|clause| &mut clause.alternatives) {
        *way = listed.way(way)?;
    }
    if let Some(score) = &mut rules.score {
        *score = listed.expr(score)?;
    }
    // The evaluator checks positions.
    rules.checks.clear();
    rules.slots = listed.rows.len();
    Some((rules, lists, limits))
}

/// Reader of rules in normal form: `None` for a row that is no list in its place.
struct Listed {
    /// The variables that are rows.
    rows: Vec<Option<Row>>,
}

impl Listed {
    fn way(&mut self, way: &Alternative) -> Option<Alternative> {
        let Alternative::Options { parts, gain, generators, span } = way else { return None };
        let generators = self.generators(generators)?;
        let gain = match gain {
            Some(gain) => Some(self.expr(gain)?),
            None => None,
        };
        let parts = parts.iter().map(|part| self.part(part)).collect::<Option<_>>()?;
        Some(Alternative::Options { parts, gain, generators, span: *span })
    }

    /// A position, or one of its arguments: a row stands for a list there, and the other way round.
    fn part(&mut self, part: &Expr) -> Option<Expr> {
        match &part.kind {
            ExprKind::Tuple(items) => {
                let items = items.iter().map(|item| self.part(item)).collect::<Option<_>>()?;
                Some(at(part.span, ExprKind::Tuple(items)))
            }
            _ => self.value(part).map(|(value, _)| value),
        }
    }

    /// A value that may be a row, and which.
    fn value(&mut self, expr: &Expr) -> Option<(Expr, Option<Row>)> {
        if let Some((list, row)) = self.row(expr) {
            return Some((list, Some(row)));
        }
        Some((self.expr(expr)?, None))
    }

    /// A row, as a list.
    fn row(&mut self, expr: &Expr) -> Option<(Expr, Row)> {
        match &expr.kind {
            ExprKind::Slot(slot, _) => Some((expr.clone(), (*self.rows.get(*slot)?)?)),
            ExprKind::If { condition, then, otherwise } => {
                let ((then, row), (otherwise, other)) = (self.row(then)?, self.row(otherwise)?);
                (row == other).then_some(())?;
                let condition = Box::new(self.expr(condition)?);
                let (then, otherwise) = (Box::new(then), Box::new(otherwise));
                Some((at(expr.span, ExprKind::If { condition, then, otherwise }), row))
            }
            ExprKind::Let { slot, value, body } => {
                let value = Box::new(self.bound(*slot, value)?);
                let (body, row) = self.row(body)?;
                let body = Box::new(body);
                Some((at(expr.span, ExprKind::Let { slot: *slot, value, body }), row))
            }
            ExprKind::Call { .. } => {
                let (Intrinsic::With, [board, changes]) = intrinsic_call(expr)? else {
                    return None;
                };
                let ExprKind::Map(entries) = &changes.kind else { return None };
                let (list, row) = self.row(board)?;
                let mut entry = |(place, new): &(Expr, Expr)| {
                    Some((placed(row, self.expr(place)?), self.expr(new)?))
                };
                let entries = entries.iter().map(&mut entry).collect::<Option<_>>()?;
                let changes = at(changes.span, ExprKind::Map(entries));
                Some((call_of(Intrinsic::With, vec![list, changes], expr.span), row))
            }
            _ => None,
        }
    }

    /// The value of a variable, of which it is known then whether it is a row.
    fn bound(&mut self, slot: Slot, value: &Expr) -> Option<Expr> {
        let (value, row) = self.value(value)?;
        *self.rows.get_mut(slot)? = row;
        Some(value)
    }

    fn generators(&mut self, generators: &[Generator]) -> Option<Vec<Generator>> {
        let mut listed = Vec::new();
        for generator in generators {
            listed.push(match generator {
                Generator::If(condition) => Generator::If(self.expr(condition)?),
                Generator::For { target, source } => {
                    let source = match (target, &source.kind) {
                        (Target::Slot(slot), ExprKind::List(items)) if items.len() == 1 => {
                            let only = self.bound(*slot, &items[0])?;
                            at(source.span, ExprKind::List(vec![only]))
                        }
                        _ => self.expr(source)?,
                    };
                    Generator::For { target: target.clone(), source }
                }
            });
        }
        Some(listed)
    }

    fn all(&mut self, items: &[Expr]) -> Option<Vec<Expr>> {
        items.iter().map(|item| self.expr(item)).collect()
    }

    fn boxed(&mut self, expr: &Expr) -> Option<Box<Expr>> {
        self.expr(expr).map(Box::new)
    }

    /// An expression that is no row, and in which rows are asked for what a list knows too.
    fn expr(&mut self, expr: &Expr) -> Option<Expr> {
        let kind = match &expr.kind {
            ExprKind::Slot(slot, _) => match self.rows.get(*slot) {
                Some(Some(_)) => return None,
                _ => expr.kind.clone(),
            },
            ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Global(_)
            | ExprKind::Builtin(_) => expr.kind.clone(),
            ExprKind::List(items) => ExprKind::List(self.all(items)?),
            ExprKind::Tuple(items) => ExprKind::Tuple(self.all(items)?),
            ExprKind::Set(items) => ExprKind::Set(self.all(items)?),
            ExprKind::Range(first, last) => ExprKind::Range(self.boxed(first)?, self.boxed(last)?),
            ExprKind::Unary(op, inner) => ExprKind::Unary(*op, self.boxed(inner)?),
            ExprKind::Binary { op, op_span, left, right } => {
                let (left, right) = (self.boxed(left)?, self.boxed(right)?);
                ExprKind::Binary { op: *op, op_span: *op_span, left, right }
            }
            ExprKind::Compare { first, rest } => self.compared(first, rest)?,
            ExprKind::If { condition, then, otherwise } => {
                let (condition, then) = (self.boxed(condition)?, self.boxed(then)?);
                ExprKind::If { condition, then, otherwise: self.boxed(otherwise)? }
            }
            ExprKind::Let { slot, value, body } => {
                let value = Box::new(self.bound(*slot, value)?);
                ExprKind::Let { slot: *slot, value, body: self.boxed(body)? }
            }
            ExprKind::Comprehension { collection, element, generators } => {
                let generators = self.generators(generators)?;
                let element = self.boxed(element)?;
                ExprKind::Comprehension { collection: *collection, element, generators }
            }
            ExprKind::Index { base, indices } => {
                let (base, row) = self.value(base)?;
                let mut indices = self.all(indices)?;
                if let Some(row) = row {
                    let [place] = <[Expr; 1]>::try_from(indices).ok()?;
                    (!matches!(place.kind, ExprKind::Range(..))).then_some(())?;
                    indices = vec![placed(row, place)];
                }
                ExprKind::Index { base: Box::new(base), indices }
            }
            ExprKind::Call { callee, args } => return self.call(callee, args, expr.span),
            _ => return None,
        };
        Some(at(expr.span, kind))
    }

    fn compared(&mut self, first: &Expr, rest: &[(CompareOp, Span, Expr)]) -> Option<ExprKind> {
        let first = self.boxed(first)?;
        let each =
            |(op, span, side): &(CompareOp, Span, Expr)| Some((*op, *span, self.expr(side)?));
        Some(ExprKind::Compare { first, rest: rest.iter().map(each).collect::<Option<_>>()? })
    }

    /// A call: rows have cells, columns and one row.
    fn call(&mut self, callee: &Expr, args: &[Expr], span: Span) -> Option<Expr> {
        let function = intrinsic(callee);
        if let [board] = args
            && let Some((_, row)) = self.row(board)
        {
            let length = row.number(span);
            return match function? {
                Intrinsic::Cells => {
                    let first = Box::new(number(1, span));
                    Some(at(span, ExprKind::Range(first, Box::new(length))))
                }
                Intrinsic::Columns => Some(length),
                Intrinsic::Rows => Some(number(1, span)),
                _ => None,
            };
        }
        if function == Some(Intrinsic::Neighbours)
            && let [board, place] = args
            && let ExprKind::Slot(slot, _) = board.kind
            && let Some(row) = self.rows.get(slot).copied().flatten()
        {
            let place = self.expr(place)?;
            return Some(self.neighbours(row, &place, span));
        }
        let each = |arg: &Expr| match &arg.kind {
            ExprKind::Map(entries) if function == Some(Intrinsic::With) => {
                let both = |(key, value): &(Expr, Expr)| Some((self.expr(key)?, self.expr(value)?));
                let entries = entries.iter().map(both).collect::<Option<_>>()?;
                Some(at(arg.span, ExprKind::Map(entries)))
            }
            _ => self.expr(arg),
        };
        let args = args.iter().map(each).collect::<Option<Vec<_>>>()?;
        if let (Some(Intrinsic::Length), [Expr { kind: ExprKind::Range(first, last), .. }]) =
            (function, &args[..])
            && integer_of(first) == Some(1)
            && integer_of(last).is_some_and(|last| last >= 0)
        {
            return Some((**last).clone());
        }
        let callee = Box::new(self.expr(callee)?);
        Some(at(span, ExprKind::Call { callee, args: args.into() }))
    }

    /// The places beside one, in order; an error for a place outside of a strip.
    fn neighbours(&mut self, row: Row, place: &Expr, span: Span) -> Expr {
        let slot = self.rows.len();
        self.rows.push(None);
        let other = || at(span, itself(slot));
        let to = |by| placed(row, calculated(BinaryOp::Add, place.clone(), number(by, span), span));
        let is = |op, place| compared(op, other(), place, span);
        let beside = [-1, 1].map(|by| is(CompareOp::Equal, to(by)));
        let [before, after] = beside;
        let mut generators = vec![
            through(slot, (number(1, span), row.number(span)), span),
            Generator::If(calculated(BinaryOp::Or, before, after, span)),
        ];
        if row.closed {
            generators.push(Generator::If(is(CompareOp::NotEqual, to(0))));
            return listed(other(), generators, span);
        }
        let unused = self.rows.len();
        self.rows.push(None);
        let value = Box::new(within(place.clone(), row.length, span));
        let body = Box::new(listed(other(), generators, span));
        at(span, ExprKind::Let { slot: unused, value, body })
    }
}

/// The place of a list that a place of a row is.
fn placed(row: Row, place: Expr) -> Expr {
    let span = place.span;
    if !row.closed {
        return place;
    }
    let before = calculated(BinaryOp::Sub, place, number(1, span), span);
    let rest = calculated(BinaryOp::Rem, before, row.number(span), span);
    calculated(BinaryOp::Add, rest, number(1, span), span)
}
