//! One way to lay a rule: which cells must show what, and what they show afterwards.
//!
//! Knows: offsets, sets of symbols as bits.
//! Must not know: how a rule is typed.

use super::planes::Word;
use crate::board::{Board, EDGE, Symbol};

/// One cell of a stencil.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    /// Rows below the top of the stencil.
    pub(super) row: u32,
    /// Columns right of its left edge.
    pub(super) column: u32,
    /// Bit `s` is set when the cell may show symbol `s`.
    pub(super) needs: u64,
    /// What it shows afterwards; nothing when it stays.
    pub(super) writes: Option<Symbol>,
}

impl Cell {
    /// Whether the cell lies outside of the board.
    pub(super) fn is_border(&self) -> bool {
        self.needs == 1 << EDGE
    }

    /// Whether the cell may lie outside of the board.
    pub(super) fn may_be_outside(&self) -> bool {
        self.needs >> EDGE & 1 != 0
    }

    /// Whether the cell always looks the same afterwards.
    pub(super) fn stays(&self) -> bool {
        self.writes.is_none_or(|symbol| self.needs == 1 << symbol)
    }
}

/// One way to lay a rule. Equal ones have equal cells: they are sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Stencil {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) cells: Box<[Cell]>,
}

impl Stencil {
    /// A stencil from cells anywhere in the plane: moved to the origin and sorted.
    pub(super) fn from_cells(cells: impl Iterator<Item = (i32, i32, Cell)>) -> Self {
        let mut placed: Vec<_> = cells.collect();
        let top = placed.iter().map(|c| c.0).min().unwrap_or(0);
        let left = placed.iter().map(|c| c.1).min().unwrap_or(0);
        for (row, column, cell) in &mut placed {
            cell.row = (*row - top).unsigned_abs();
            cell.column = (*column - left).unsigned_abs();
            cell.writes = cell.writes.filter(|_| !cell.stays());
        }
        let mut cells: Vec<Cell> = placed.into_iter().map(|c| c.2).collect();
        cells.sort_unstable();
        let rows = cells.iter().map(|c| c.row + 1).max().unwrap_or(0);
        let columns = cells.iter().map(|c| c.column + 1).max().unwrap_or(0);
        Stencil { rows, columns, cells: cells.into() }
    }

    /// Whether a board looks the same after it.
    pub(super) fn changes_nothing(&self) -> bool {
        self.cells.iter().all(Cell::stays)
    }

    /// The cells that must show something at `base`, as indices into a board of that width.
    #[inline]
    pub(super) fn at(&self, base: usize, width: usize) -> impl Iterator<Item = (usize, Cell)> + '_ {
        self.cells.iter().map(move |cell| (cell.index(base, width), *cell))
    }

    /// Whether it is no larger than a board.
    pub(super) fn fits(&self, rows: usize, columns: usize) -> bool {
        self.rows as usize <= rows && self.columns as usize <= columns
    }

    /// The indices of the top left corners where the stencil lies inside a board.
    pub(super) fn bases(&self, rows: usize, width: usize) -> impl Iterator<Item = usize> + use<> {
        let down = (rows + 1).saturating_sub(self.rows as usize);
        let right = (width + 1).saturating_sub(self.columns as usize);
        (0..down).flat_map(move |row| (0..right).map(move |column| row * width + column))
    }

    /// The same as a word.
    pub(super) fn corners<W: Word>(&self, rows: usize, width: usize) -> W {
        let down = (rows + 1).saturating_sub(self.rows as usize);
        let row = W::lowest((width + 1).saturating_sub(self.columns as usize));
        (0..down).fold(W::ZERO, |all, i| all | (row << (i * width)))
    }

    /// The first corner from `from` on where it fits.
    pub(super) fn place_from(&self, board: &Board, from: usize) -> Option<usize> {
        let (symbols, width) = (board.symbols(), board.columns());
        let down = (board.rows() + 1).saturating_sub(self.rows as usize);
        let right = (width + 1).saturating_sub(self.columns as usize);
        let mut first = from % width;
        for row in from / width..down {
            let places = (first..right).map(|column| row * width + column);
            let fits = |&base: &usize| {
                self.at(base, width).all(|(i, cell)| cell.needs >> symbols[i] & 1 != 0)
            };
            if let Some(base) = { places }.find(fits) {
                return Some(base);
            }
            first = 0;
        }
        None
    }

    /// The board after the move at this corner.
    pub(super) fn applied(&self, board: &Board, base: usize) -> Board {
        let width = board.columns();
        let mut result = board.clone();
        let symbols = result.symbols_mut();
        for (index, cell) in self.at(base, width) {
            if let Some(symbol) = cell.writes {
                symbols[index] = symbol;
            }
        }
        result
    }
}

impl Cell {
    #[inline]
    fn index(&self, base: usize, width: usize) -> usize {
        base + self.row as usize * width + self.column as usize
    }

    /// Where the stencil's corner lies when this cell lies at `index`; nothing when the stencil
    /// then leaves a board of this size.
    pub(super) fn base_of(
        &self,
        stencil: &Stencil,
        index: usize,
        (rows, width): (usize, usize),
    ) -> Option<usize> {
        let row = (index / width).checked_sub(self.row as usize)?;
        let column = (index % width).checked_sub(self.column as usize)?;
        let inside =
            row + stencil.rows as usize <= rows && column + stencil.columns as usize <= width;
        inside.then_some(row * width + column)
    }
}
