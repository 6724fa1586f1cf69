//! Stencils: the cells that a placement of a rule requires and writes.
//!
//! Knows: offsets, sets of symbols as bits.
//! Must not know: how a rule is typed.

use std::sync::Arc;

use crate::board::bitboard::Word;
use crate::board::{CellSet, EDGE, Placement, Symbol};

/// One cell of a stencil.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::board) struct Cell {
    /// Rows below the top of the stencil.
    pub(in crate::board) row: u32,
    /// Columns right of its left edge.
    pub(in crate::board) column: u32,
    /// Bit `s` is set when the cell may show symbol `s`.
    pub(in crate::board) needs: u64,
    /// Symbol afterwards; `None` if the cell is unchanged.
    pub(in crate::board) writes: Option<Symbol>,
}

impl Cell {
    /// Whether the cell must lie outside the board.
    pub(in crate::board) fn is_border(&self) -> bool {
        self.needs == 1 << EDGE
    }

    /// Whether the cell may lie outside the board.
    pub(in crate::board) fn may_be_outside(&self) -> bool {
        self.needs >> EDGE & 1 != 0
    }

    /// Whether the cell never changes.
    pub(in crate::board) fn stays(&self) -> bool {
        self.writes.is_none_or(|symbol| self.needs == 1 << symbol)
    }
}

/// A rule with fixed lengths of runs and a direction. Cells are sorted, so equal stencils have equal cells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::board) struct Stencil {
    pub(in crate::board) rows: u32,
    pub(in crate::board) columns: u32,
    pub(in crate::board) cells: Box<[Cell]>,
    /// Condition on other cells; only for stencils of one cell.
    pub(in crate::board) guard: Option<Arc<CellSet>>,
}

impl Stencil {
    /// A stencil from cells anywhere in the plane, translated to the origin and sorted.
    pub(in crate::board) fn from_cells(cells: impl Iterator<Item = (i32, i32, Cell)>) -> Self {
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
        Stencil { rows, columns, cells: cells.into(), guard: None }
    }

    /// The stencil of a placement.
    pub(in crate::board) fn of(placement: &Placement) -> Self {
        let Placement { needs, writes, guard } = placement;
        let cell = Cell { row: 0, column: 0, needs: *needs, writes: Some(*writes) };
        let guard = (*guard != CellSet::All).then(|| Arc::new(guard.clone()));
        Stencil { guard, ..Stencil::from_cells([(0, 0, cell)].into_iter()) }
    }

    /// The same cells with the guard of another stencil, whose sets of symbols are renamed.
    pub(in crate::board) fn guarded_as(
        self,
        other: &Stencil,
        rename: &impl Fn(u64) -> u64,
    ) -> Self {
        let guard = other.guard.as_ref().map(|guard| Arc::new(guard.renamed(rename)));
        Stencil { guard, ..self }
    }

    /// Whether no application changes the board.
    pub(in crate::board) fn changes_nothing(&self) -> bool {
        self.cells.iter().all(Cell::stays)
    }

    /// Whether it is no larger than a board of this size.
    pub(in crate::board) fn fits(&self, rows: usize, columns: usize) -> bool {
        self.rows as usize <= rows && self.columns as usize <= columns
    }

    /// Indices of the top left corners at which the stencil lies on the board.
    pub(in crate::board) fn bases(
        &self,
        rows: usize,
        width: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        self.closed_bases((rows, width), [false; 2])
    }

    /// The same where ways around the board come back: the stencil may begin anywhere on them.
    pub(in crate::board) fn closed_bases(
        &self,
        (rows, width): (usize, usize),
        [around_down, around_right]: [bool; 2],
    ) -> impl Iterator<Item = usize> + use<> {
        let places = |cells: usize, size: u32, around: bool| {
            let laid = (cells + 1).saturating_sub(size as usize);
            if around && laid > 0 { cells } else { laid }
        };
        let down = places(rows, self.rows, around_down);
        let right = places(width, self.columns, around_right);
        (0..down).flat_map(move |row| (0..right).map(move |column| row * width + column))
    }

    /// The same corners as a word.
    pub(in crate::board) fn corners<W: Word>(&self, rows: usize, width: usize) -> W {
        let down = (rows + 1).saturating_sub(self.rows as usize);
        let row = W::lowest((width + 1).saturating_sub(self.columns as usize));
        (0..down).fold(W::ZERO, |all, i| all | &(row.clone() << (i * width)))
    }
}
