//! Moves on boards of one size: where a stencil fits, and the board after it.
//!
//! Knows: shifts and masks. Must not know: which boards there are.

use super::guards::Guard;
use super::reduce::Reduced;
use super::word::{Word, union};
use crate::board::BLOCKED;
use crate::board::rewrite::stencil::{Cell, Stencil};
use crate::{Budget, Exhausted};

/// The sets of planes that cells ask for. The cells that show a plane of a set are kept by index:
/// all planes come first, then the sets of several.
#[derive(Debug)]
pub(in crate::board) struct Sets {
    planes: usize,
    several: Vec<u64>,
}

impl Sets {
    /// What the cells of these stencils ask for.
    pub(in crate::board) fn new<'a>(
        planes: usize,
        stencils: impl Iterator<Item = &'a Stencil>,
    ) -> Self {
        let needs = stencils.flat_map(|stencil| stencil.cells.iter().map(|cell| cell.needs));
        let mut several: Vec<u64> = needs.filter(|set| !set.is_power_of_two()).collect();
        several.sort_unstable();
        several.dedup();
        Sets { planes, several }
    }

    /// How many planes there are.
    pub(super) fn planes(&self) -> usize {
        self.planes
    }

    /// How many sets there are, planes among them.
    #[inline]
    pub(in crate::board) fn len(&self) -> usize {
        self.planes + self.several.len()
    }

    /// Adds these cells to the sets of several whose planes they show.
    #[inline]
    pub(super) fn unite_more<W: Word>(&self, may: &mut [W], cells: &W) {
        for (i, set) in self.several.iter().enumerate() {
            for plane in set.places() {
                let more = cells.clone() & &may[plane];
                may[self.planes + i] |= &more;
            }
        }
    }

    /// Where the cells that show a plane of a set are kept.
    fn index(&self, set: u64) -> usize {
        match set.is_power_of_two() {
            true => set.trailing_zeros() as usize,
            false => self.planes + self.several.partition_point(|other| *other < set),
        }
    }

    /// Fills in the cells that show a plane of each set of several, after the planes.
    #[inline]
    pub(in crate::board) fn unite<W: Word>(&self, may: &mut [W]) {
        for (i, set) in self.several.iter().enumerate() {
            may[self.planes + i] = union(set.places().map(|plane| may[plane].clone()));
        }
    }
}

/// Where a stencil fits on boards of one size. Cells are given by their distance from the corner.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Fit<W> {
    /// Where its corner can lie.
    pub(super) corners: W,
    /// The index of the set of planes that each cell needs, see [`Sets`], and the cell.
    pub(super) checks: Box<[(u32, u32)]>,
}

/// A way to move.
#[derive(Debug)]
pub(in crate::board) struct Move<W> {
    fit: Fit<W>,
    /// The written cells.
    touched: W,
    /// The written cells of each plane written.
    sets: Box<[(usize, W)]>,
    guard: Option<Guard<W>>,
    /// Who may make it: Left, Right.
    pub(super) movers: [bool; 2],
}

/// What a plan takes for a stencil, for each of its cells, for each pair of cells, and for each piece of a
/// sparse word.
const BYTES: u64 = 240;
const BYTES_PER_CELL: u64 = 50;
const BYTES_PER_PAIR: u64 = 8;
const BYTES_PER_PIECE: u64 = 16;

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
        reserve::<W>(stencil, rows * columns, budget)?;
        let corners = stencil.corners(rows, columns);
        let guard = stencil.guard.as_ref().map(|guard| Guard::new(guard, (rows, columns)));
        let plain = Move::new(stencil, *movers, &rules.sets, (corners, columns));
        moves.push(Move { guard, ..plain });
    }
    Ok(moves)
}

/// How many moves Left and Right have on a board. One that can be made in several ways counts as often.
///
/// # Errors
/// When the budget runs out.
pub(super) fn count<W: Word>(
    moves: &[Move<W>],
    board: &[W],
    scratch: &mut [W],
    budget: &Budget,
) -> Result<[u32; 2], Exhausted> {
    let mut counts = [0u32; 2];
    for way in moves {
        if W::LONG {
            budget.step()?;
        }
        let count = way.allowed(board, scratch).count_ones();
        for (sum, _) in counts.iter_mut().zip(way.movers).filter(|(_, moves)| *moves) {
            *sum = sum.saturating_add(count);
        }
    }
    Ok(counts)
}

/// What moves take: their cells, and as much as some cells for each.
pub(super) fn cost<W>(moves: &[Move<W>]) -> usize {
    moves.iter().map(|way| CELLS_PER_MOVE + way.fit.checks.len()).sum()
}

/// Asks before something is made of a stencil for boards of so many cells.
pub(super) fn reserve<W: Word>(
    stencil: &Stencil,
    board: usize,
    budget: &Budget,
) -> Result<(), Exhausted> {
    let cells = stencil.cells.len() as u64;
    let pairs = if hub(stencil).is_some() { 0 } else { cells * cells / 2 };
    let pieces = if W::SPARSE { W::pieces(board) as u64 } else { 0 };
    let word = BYTES_PER_PIECE * pieces;
    budget.reserve(BYTES + word + BYTES_PER_CELL * cells + BYTES_PER_PAIR * pairs)
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
    /// At these corners, on boards of so many columns.
    pub(super) fn new(stencil: &Stencil, sets: &Sets, (corners, columns): (W, usize)) -> Self {
        let check = |cell: &Cell| (sets.index(cell.needs) as u32, distance(cell, columns) as u32);
        Fit { corners, checks: stencil.cells.iter().map(check).collect() }
    }

    /// The corners where every cell may show what it needs.
    #[inline(always)]
    pub(super) fn places(&self, may: &[W]) -> W {
        self.places_among(self.corners.clone(), may)
    }

    /// The corners among these where every cell may show what it needs.
    #[inline(always)]
    pub(super) fn places_among(&self, mut corners: W, may: &[W]) -> W {
        for &(set, at) in &self.checks {
            corners = corners.and_higher(&may[set as usize], at as usize);
            if W::LONG && corners.is_zero() {
                break;
            }
        }
        corners
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
    /// A stencil without a guard at these corners, on boards of so many columns.
    pub(in crate::board) fn new(
        stencil: &Stencil,
        movers: [bool; 2],
        sets: &Sets,
        (corners, columns): (W, usize),
    ) -> Self {
        let writes = writes(stencil, columns);
        let touched = union(writes.iter().map(|&(_, at)| W::bit(at)));
        let mut written: Vec<(usize, W)> = Vec::new();
        for &(plane, at) in &writes {
            let Some(plane) = plane else { continue };
            match written.iter_mut().find(|(p, _)| *p == plane) {
                Some((_, cells)) => *cells |= &W::bit(at),
                None => written.push((plane, W::bit(at))),
            }
        }
        Move {
            fit: Fit::new(stencil, sets, (corners, columns)),
            touched,
            sets: written.into(),
            guard: None,
            movers,
        }
    }

    /// The corners where it can be laid.
    #[inline(always)]
    pub(in crate::board) fn places(&self, board: &[W]) -> W {
        self.fit.places(board)
    }

    /// The corners where it can be made; boards after it are written to `scratch`.
    #[inline(always)]
    pub(super) fn allowed(&self, board: &[W], scratch: &mut [W]) -> W {
        let places = self.places(board);
        match &self.guard {
            None => places,
            Some(guard) => self.guarded(guard, places, board, scratch),
        }
    }

    /// Not part of [`allowed`](Move::allowed), which is inlined: few rules have guards.
    #[inline(never)]
    fn guarded(&self, guard: &Guard<W>, places: W, board: &[W], scratch: &mut [W]) -> W {
        let apply = |place, after: &mut [W]| self.apply(board, place, after);
        guard.allowed(places, board, scratch, apply)
    }

    /// The corner cells, what the move asks of them and the planes it writes there, when it asks for
    /// nothing else: a plane that they show, and one that they show afterwards.
    pub(in crate::board) fn of_one_cell(&self) -> Option<(W, usize, usize)> {
        let ([(needs, 0)], [(plane, _)]) = (&self.fit.checks[..], &self.sets[..]) else {
            return None;
        };
        Some((self.fit.corners.clone(), *needs as usize, *plane))
    }

    /// The board after the move at this corner.
    #[inline]
    pub(in crate::board) fn apply(&self, board: &[W], corner: usize, result: &mut [W]) {
        let touched = self.touched.clone() << corner;
        for (new, old) in result.iter_mut().zip(board) {
            *new = old.clone().without(&touched);
        }
        for (plane, cells) in &self.sets {
            result[*plane] |= &(cells.clone() << corner);
        }
    }
}
