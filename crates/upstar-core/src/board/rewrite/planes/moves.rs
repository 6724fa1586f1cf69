//! Moves on boards of one size: where a stencil fits, and the board after it.
//!
//! Knows: shifts and masks. Must not know: which boards there are.

use super::reduce::Reduced;
use super::split::unite;
use super::word::Word;
use crate::board::BLOCKED;
use crate::board::rewrite::stencil::{Cell, Stencil};
use crate::{Budget, Exhausted};

/// Where a stencil fits on boards of one size. Cells are given by their distance from the corner.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Fit<W> {
    /// Where its corner can lie.
    pub(super) corners: W,
    /// The index of the set of planes that each cell needs, see [`Reduced::index`], and the cell.
    pub(super) checks: Box<[(u32, u32)]>,
}

/// A way to move.
#[derive(Debug)]
pub(super) struct Move<W> {
    pub(super) fit: Fit<W>,
    /// The written cells.
    touched: W,
    /// The written cells of each plane written.
    sets: Box<[(usize, W)]>,
    /// Who may make it: Left, Right.
    pub(super) movers: [bool; 2],
}

/// What a plan takes for a stencil, for each of its cells, and for each pair of cells.
const BYTES: u64 = 240;
const BYTES_PER_CELL: u64 = 50;
const BYTES_PER_PAIR: u64 = 4;

/// What a move takes beside its cells, in cells.
const CELLS_PER_MOVE: usize = 64;

/// All ways to move on boards of one size.
///
/// # Errors
/// When the budget runs out.
pub(super) fn moves<W: Word>(
    rules: &Reduced,
    (rows, columns): (usize, usize),
    budget: &Budget,
) -> Result<Vec<Move<W>>, Exhausted> {
    let mut moves = Vec::new();
    for (stencil, movers) in rules.stencils.iter().filter(|(s, _)| s.fits(rows, columns)) {
        reserve(stencil, budget)?;
        moves.push(Move::new(stencil, *movers, rules, (rows, columns)));
    }
    Ok(moves)
}

/// How many moves there are on a board; the sets of several planes are appended to it.
pub(super) fn count<W: Word>(moves: &[Move<W>], sets: &[u64], board: &mut Vec<W>) -> u16 {
    let planes = board.len();
    board.resize(planes + sets.len(), W::ZERO);
    unite(board, planes, sets);
    let counts = moves.iter().map(|way| way.places(board).count_ones());
    counts.sum::<u32>().min(u32::from(u16::MAX)) as u16
}

/// What moves take: their cells, and as much as some cells for each.
pub(super) fn cost<W>(moves: &[Move<W>]) -> usize {
    moves.iter().map(|way| CELLS_PER_MOVE + way.fit.checks.len()).sum()
}

/// Asks before something is made of a stencil.
pub(super) fn reserve(stencil: &Stencil, budget: &Budget) -> Result<(), Exhausted> {
    let cells = stencil.cells.len() as u64;
    let pairs = if hub(stencil).is_some() { 0 } else { cells * cells / 2 };
    budget.reserve(BYTES + BYTES_PER_CELL * cells + BYTES_PER_PAIR * pairs)
}

/// Whether a cell changes wherever the rule is applied.
pub(super) fn changes(cell: &Cell) -> bool {
    cell.writes.is_some_and(|plane| cell.needs >> plane & 1 == 0)
}

/// A cell that changes wherever the rule is applied.
pub(super) fn hub(stencil: &Stencil) -> Option<usize> {
    stencil.cells.iter().position(changes)
}

impl<W: Word> Fit<W> {
    pub(super) fn new(stencil: &Stencil, rules: &Reduced, (rows, columns): (usize, usize)) -> Self {
        let (down, right) =
            (rows + 1 - stencil.rows as usize, columns + 1 - stencil.columns as usize);
        let row = W::lowest(right);
        let corners = (0..down).fold(W::ZERO, |all, i| all | (row << (i * columns)));
        let check = |cell: &Cell| (rules.index(cell.needs) as u32, distance(cell, columns) as u32);
        Fit { corners, checks: stencil.cells.iter().map(check).collect() }
    }

    /// The corners where every cell may show what it needs.
    #[inline]
    pub(super) fn places(&self, may: &[W]) -> W {
        let mut left = self.corners;
        for &(set, at) in &self.checks {
            left = left & (may[set as usize] >> at as usize);
            if W::LONG && left.is_zero() {
                break;
            }
        }
        left
    }
}

/// How far a cell lies behind its corner.
pub(super) fn distance(cell: &Cell, columns: usize) -> usize {
    cell.row as usize * columns + cell.column as usize
}

/// The planes that a stencil writes and where; nothing for cells that become blocked.
pub(super) fn writes(stencil: &Stencil, columns: usize) -> Box<[(Option<usize>, usize)]> {
    let written = |cell: &Cell| cell.writes.map(|plane| (plane, distance(cell, columns)));
    let plane = |plane| (plane != BLOCKED).then_some(plane as usize);
    stencil.cells.iter().filter_map(written).map(|(p, at)| (plane(p), at)).collect()
}

impl<W: Word> Move<W> {
    fn new(stencil: &Stencil, movers: [bool; 2], rules: &Reduced, size: (usize, usize)) -> Self {
        let writes = writes(stencil, size.1);
        let touched = writes.iter().fold(W::ZERO, |all, &(_, at)| all | W::bit(at));
        let mut sets: Vec<(usize, W)> = Vec::new();
        for &(plane, at) in &writes {
            let Some(plane) = plane else { continue };
            match sets.iter_mut().find(|(p, _)| *p == plane) {
                Some((_, cells)) => *cells = *cells | W::bit(at),
                None => sets.push((plane, W::bit(at))),
            }
        }
        Move { fit: Fit::new(stencil, rules, size), touched, sets: sets.into(), movers }
    }

    /// The corners where it can be made.
    #[inline]
    pub(super) fn places(&self, board: &[W]) -> W {
        self.fit.places(board)
    }

    /// The board after the move at this corner.
    #[inline]
    pub(super) fn apply(&self, board: &[W], corner: usize, result: &mut [W]) {
        let kept = !(self.touched << corner);
        for (new, old) in result.iter_mut().zip(board) {
            *new = *old & kept;
        }
        for &(plane, cells) in &self.sets {
            result[plane] = result[plane] | (cells << corner);
        }
    }
}
