//! Tuples and lists of a few integers, of a length that does not depend on the position: each is packed in one integer.
//!
//! Knows: how many bits each integer has. Must not know: rules.
//!
//! A packed row is an integer to the programs: functions return it, and loops run through lists of it. A row with an integer
//! that is negative or too large has no value here: the evaluator answers.

use super::arithmetic::{Binary, Unary};
use super::compile::{Compiler, Named};
use super::expressions::{constant, pair};
use super::program::{Int, Linear, Source};
use super::routines::RoutineKind;
use crate::analysis::integer;
use crate::resolve::tree::{Expr, ExprKind};
use crate::value::{Value, elements};

/// Rows of more integers are not packed.
const MOST_IN_ROW: usize = 4;

/// How the integers of a row are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowKind {
    pub(super) width: usize,
    /// Whether the row is a list, and no tuple.
    pub(super) is_list: bool,
}

impl RowKind {
    pub(super) fn new(width: usize, is_list: bool) -> Option<RowKind> {
        (2..=MOST_IN_ROW).contains(&width).then_some(RowKind { width, is_list })
    }

    /// Kind of a row that is spelt.
    pub(super) fn of(row: &Expr) -> Option<RowKind> {
        match &row.kind {
            ExprKind::Tuple(items) => RowKind::new(items.len(), false),
            ExprKind::List(items) => RowKind::new(items.len(), true),
            _ => None,
        }
    }

    /// Kind of a row that is a value.
    pub(super) fn of_value(row: &Value) -> Option<RowKind> {
        match row {
            Value::Tuple(tuple) => RowKind::new(tuple.items().len(), false),
            Value::List(list) => RowKind::new(list.items().len(), true),
            _ => None,
        }
    }

    /// A value of this kind, packed.
    pub(super) fn packed_value(self, row: &Value) -> Option<i64> {
        (RowKind::of_value(row) == Some(self)).then_some(())?;
        let items = elements(row).ok()?.map(|item| Some(constant(integer(&item)?)));
        self.packed(items.collect::<Option<_>>()?)?.constant()
    }

    /// Bits of each integer.
    fn bits(self) -> u32 {
        (i64::BITS - 1) / self.width as u32
    }

    fn packed(self, items: Vec<Int>) -> Option<Int> {
        (items.len() == self.width).then_some(())?;
        let pack = |rest: Int, item: Int| pair(Binary::Pack(self.bits()), item, rest);
        items.into_iter().rev().reduce(pack)
    }

    /// The integers of the packed row that a slot holds.
    pub(super) fn parts(self, slot: usize) -> Vec<Int> {
        let part = |place: usize| Unary::Part(place as u32 * self.bits(), self.bits());
        let row = || Box::new(Int::Linear(Linear::slot(slot)));
        (0..self.width).map(|place| Int::Unary(part(place), row())).collect()
    }
}

impl Compiler<'_> {
    /// A row of this kind, packed.
    pub(super) fn row(&self, row: &Expr, kind: RowKind) -> Option<Int> {
        self.deeper(|| match &row.kind {
            ExprKind::Tuple(items) if !kind.is_list => kind.packed(self.ints(items)?),
            ExprKind::Slot(..) => match self.named_row(row) {
                Some((slot, of)) if of == kind => Some(Int::Linear(Linear::slot(slot))),
                _ if kind.is_list => kind.packed(self.list(row)?),
                _ => None,
            },
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let (then, otherwise) = (self.row(then, kind)?, self.row(otherwise, kind)?);
                Some(Int::If(Box::new((condition, then, otherwise))))
            }
            ExprKind::Call { .. } => match self.routine_call(row, RoutineKind::Row(kind)) {
                Some(call) => Some(Int::Call(Box::new(call))),
                None if kind.is_list => kind.packed(self.list(row)?),
                None => None,
            },
            _ if kind.is_list => kind.packed(self.list(row)?),
            _ => None,
        })
    }

    /// The slot of a name that holds a packed row.
    pub(super) fn named_row(&self, name: &Expr) -> Option<(usize, RowKind)> {
        let ExprKind::Slot(slot, _) = name.kind else { return None };
        match self.name(slot)? {
            Named::Row(kind) => Some((slot, *kind)),
            _ => None,
        }
    }

    /// A list of rows, of a length that may depend on the position.
    pub(super) fn rows(&self, rows: &Expr) -> Option<(Source, RowKind)> {
        let kind = self.kind_of_rows(rows).or_else(|| self.kind_of_constant_rows(rows))?;
        if let Some(constants) = self.constants(rows, Some(kind)) {
            return Some((Source::List(constants), kind));
        }
        Some((Source::Listed(Box::new(self.listed(rows, &[], Some(kind))?)), kind))
    }

    fn kind_of_rows(&self, rows: &Expr) -> Option<RowKind> {
        self.deeper(|| match &rows.kind {
            ExprKind::List(items) => RowKind::of(items.first()?),
            ExprKind::Binary { left: one, right: other, .. }
            | ExprKind::If { then: one, otherwise: other, .. } => {
                self.kind_of_rows(one).or_else(|| self.kind_of_rows(other))
            }
            ExprKind::Call { .. } => match self.kind_of_call(rows)? {
                RoutineKind::List(rows) => rows,
                _ => None,
            },
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_packed_and_unpacked() {
        for items in [vec![3, 0], vec![0, 7, 1], vec![1, 2, 3, 4], vec![(1 << 31) - 1, 5]] {
            let kind = RowKind::new(items.len(), true).unwrap();
            let ints = |items: &[i64]| {
                items.iter().map(|item| Int::Linear(Linear::constant(*item))).collect()
            };
            let packed = kind.packed(ints(&items)).unwrap();
            let slots = [packed.value(&[]).unwrap()];
            let back: Vec<i64> =
                kind.parts(0).iter().map(|part| part.value(&slots).unwrap()).collect();
            assert_eq!(back, items);
            let mut worse = items.clone();
            for item in [-1, 1 << 40] {
                worse[0] = item;
                assert!(kind.packed(ints(&worse)).unwrap().value(&[]).is_err(), "{worse:?}");
            }
        }
        assert_eq!(RowKind::new(1, true), None);
        assert_eq!(RowKind::new(5, false), None);
    }
}
