//! Values that depend on what some cells show.
//!
//! Knows: tables of constants by the digits of cells. Must not know: expressions.

use std::sync::Arc;

use upstar_core::Rational;

/// Greatest number of entries of a table.
const MOST_ENTRIES: usize = 1 << 12;

/// Constant of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Constant {
    Number(Rational),
    Text(Arc<str>),
    Truth(bool),
    /// Index of a cell of the board.
    Cell(usize),
    /// A player: whether it is the one to move.
    Mover(bool),
}

/// Value that depends on what some cells show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dependent {
    /// Indices of the cells, in ascending order.
    pub(super) cells: Vec<usize>,
    /// Constants by the digits of the cells, the first one counting most.
    pub(super) entries: Vec<Constant>,
}

impl Constant {
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Constant::Truth(truth) => Some(*truth),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<&Rational> {
        match self {
            Constant::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// The digits of a place, the first one counting most.
pub(super) fn digits(mut place: usize, length: usize, base: usize) -> Vec<usize> {
    let mut digits = vec![0; length];
    for digit in digits.iter_mut().rev() {
        (place, *digit) = (place / base, place % base);
    }
    digits
}

/// Place of the digits of some cells, given those of all.
fn place(cells: &[usize], all: &[usize], digits: &[usize], base: usize) -> usize {
    let digit = |cell| digits[all.binary_search(cell).expect("it is one of all")];
    cells.iter().fold(0, |place, cell| place * base + digit(cell))
}

impl Dependent {
    /// A constant.
    pub(super) fn of(constant: Constant) -> Self {
        Dependent { cells: Vec::new(), entries: vec![constant] }
    }

    pub(super) fn constant(&self) -> Option<&Constant> {
        if self.cells.is_empty() { self.entries.first() } else { None }
    }

    /// What `of` makes of the constants of several values; `None` where it makes nothing of some, and for too
    /// large tables.
    pub(super) fn combined(
        values: &[&Dependent],
        base: usize,
        of: &dyn Fn(&[&Constant]) -> Option<Constant>,
    ) -> Option<Dependent> {
        let mut cells: Vec<usize> = values.iter().flat_map(|value| &value.cells).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let size = base.checked_pow(u32::try_from(cells.len()).ok()?)?;
        if size > MOST_ENTRIES {
            return None;
        }
        let entry = |at| {
            let digits = digits(at, cells.len(), base);
            let constant = |value: &&Dependent| place(&value.cells, &cells, &digits, base);
            let constants: Vec<&Constant> =
                values.iter().map(|value| &value.entries[constant(value)]).collect();
            of(&constants)
        };
        let entries: Vec<Constant> = (0..size).map(entry).collect::<Option<_>>()?;
        Some(Dependent { cells, entries }.reduced(base))
    }

    /// The value without cells on which it does not depend.
    fn reduced(mut self, base: usize) -> Self {
        for at in (0..self.cells.len()).rev() {
            let step = base.pow((self.cells.len() - 1 - at) as u32);
            let first = |place: usize| place - place / step % base * step;
            let depends = (0..self.entries.len())
                .any(|place| self.entries[place] != self.entries[first(place)]);
            if !depends {
                self = self.at(self.cells[at], 0, base);
            }
        }
        self
    }

    /// The value where a cell has this digit.
    pub(super) fn at(&self, cell: usize, digit: usize, base: usize) -> Dependent {
        let Ok(at) = self.cells.binary_search(&cell) else { return self.clone() };
        let step = base.pow((self.cells.len() - 1 - at) as u32);
        let there = (0..self.entries.len()).filter(|place| place / step % base == digit);
        let entries = there.map(|place| self.entries[place].clone()).collect();
        let mut cells = self.cells.clone();
        cells.remove(at);
        Dependent { cells, entries }
    }

    /// The entry for the digits of all of some cells.
    pub(super) fn entry(&self, all: &[usize], digits: &[usize], base: usize) -> &Constant {
        &self.entries[place(&self.cells, all, digits, base)]
    }
}
