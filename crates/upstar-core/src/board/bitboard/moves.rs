//! Moves on boards of one size: the placements of a stencil, and the board after each.
//!
//! Knows: shifts and masks. Must not know: which boards there are.

use super::guards::Guard;
use super::reduce::Reduced;
use super::word::{Word, union};
use crate::board::BLOCKED;
use crate::board::rewrite::stencil::{Cell, Stencil};
use crate::solve::taking::Candidate;
use crate::{Budget, Exhausted};

/// The sets of planes that stencils require. Cells are stored by the index of the set: first each plane, then
/// the sets of several planes.
#[derive(Debug)]
pub(in crate::board) struct Sets {
    planes: usize,
    several: Vec<u64>,
    /// Number of cells that require each set.
    uses: Vec<u32>,
}

impl Sets {
    /// The sets required by the cells of these stencils.
    pub(in crate::board) fn new<'a>(
        planes: usize,
        stencils: impl Iterator<Item = &'a Stencil>,
    ) -> Self {
        let needs = stencils.flat_map(|stencil| stencil.cells.iter().map(|cell| cell.needs));
        let needs: Vec<u64> = needs.collect();
        let mut several: Vec<u64> =
            needs.iter().copied().filter(|set| !set.is_power_of_two()).collect();
        several.sort_unstable();
        several.dedup();
        let mut sets = Sets { planes, several, uses: Vec::new() };
        sets.uses.resize(sets.len(), 0);
        for set in needs {
            let index = sets.index(set);
            sets.uses[index] += 1;
        }
        sets
    }

    /// Number of planes.
    pub(super) fn planes(&self) -> usize {
        self.planes
    }

    /// Number of sets, planes included.
    #[inline]
    pub(in crate::board) fn len(&self) -> usize {
        self.planes + self.several.len()
    }

    /// Adds these cells to the unions that contain a plane they show.
    #[inline]
    pub(super) fn unite_more<W: Word>(&self, may: &mut [W], cells: &W) {
        for (i, set) in self.several.iter().enumerate() {
            for plane in set.places() {
                let more = cells.clone() & &may[plane];
                may[self.planes + i] |= &more;
            }
        }
    }

    /// Whether a plane is in the set with this index.
    fn contains(&self, index: usize, plane: usize) -> bool {
        match index.checked_sub(self.planes) {
            None => index == plane,
            Some(several) => self.several[several] >> plane & 1 != 0,
        }
    }

    /// Whether all planes of a set are in another one.
    fn is_within(&self, inner: usize, outer: usize) -> bool {
        (0..self.planes).all(|plane| !self.contains(inner, plane) || self.contains(outer, plane))
    }

    /// Index of a set.
    fn index(&self, set: u64) -> usize {
        match set.is_power_of_two() {
            true => set.trailing_zeros() as usize,
            false => self.planes + self.several.partition_point(|other| *other < set),
        }
    }

    /// Computes the unions for the sets of several planes, after the planes.
    #[inline]
    pub(in crate::board) fn unite<W: Word>(&self, may: &mut [W]) {
        for (i, set) in self.several.iter().enumerate() {
            may[self.planes + i] = union(set.places().map(|plane| may[plane].clone()));
        }
    }
}

/// The placements of a stencil on boards of one size. Cells are given by their distance from the corner.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Fit<W> {
    /// Corners where the stencil lies on the board.
    pub(super) corners: W,
    /// For each cell, the index of the set of planes required (see [`Sets`]) and its distance; first the sets that
    /// few cells of the rules require, which few cells of a board show.
    pub(super) checks: Box<[(u32, u32)]>,
}

/// A move, at any of its corners.
#[derive(Debug)]
pub(in crate::board) struct PlaneMove<W> {
    fit: Fit<W>,
    /// Cells written.
    touched: W,
    /// Cells written, for each plane written.
    sets: Box<[(usize, W)]>,
    guard: Option<Guard<W>>,
    /// Whether Left and Right may make it.
    pub(super) movers: [bool; 2],
}

/// Bytes of a plan for a stencil, for each of its cells, for each pair of cells, and for each piece of a
/// sparse word.
const BYTES: u64 = 240;
const BYTES_PER_CELL: u64 = 50;
const BYTES_PER_PAIR: u64 = 8;
const BYTES_PER_PIECE: u64 = 16;

/// Memory of a move beside its cells, in cells.
const CELLS_PER_MOVE: usize = 64;

/// All moves on boards of one size.
///
/// # Errors
/// When the budget runs out.
pub(super) fn moves<W: Word>(
    rules: &Reduced,
    (rows, columns): (usize, usize),
    budget: &Budget,
) -> Result<Vec<PlaneMove<W>>, Exhausted> {
    let mut moves = Vec::new();
    for (stencil, movers) in rules.stencils.iter().filter(|(s, _)| s.fits(rows, columns)) {
        reserve::<W>(stencil, rows * columns, budget)?;
        let corners = stencil.corners(rows, columns);
        let guard = match (rules.liberties, stencil.cells[0].writes) {
            (Some(liberties), Some(stone)) => {
                Some(Guard::of_liberties(liberties, stone as usize, (rows, columns)))
            }
            _ => stencil.guard.as_ref().map(|guard| Guard::new(guard, (rows, columns))),
        };
        let plain = PlaneMove::new(stencil, *movers, &rules.sets, (corners, columns));
        moves.push(PlaneMove { guard, ..plain });
    }
    Ok(moves)
}

/// Number of moves of Left and Right on a board, counted with multiplicity.
///
/// # Errors
/// When the budget runs out.
pub(super) fn count<W: Word>(
    moves: &[PlaneMove<W>],
    board: &[W],
    scratch: &mut [W],
    budget: &Budget,
) -> Result<[u32; 2], Exhausted> {
    let mut counts = [0u32; 2];
    for each in moves {
        if W::LONG {
            budget.step()?;
        }
        let count = each.allowed(board, scratch).count_ones();
        for (sum, _) in counts.iter_mut().zip(each.movers).filter(|(_, moves)| *moves) {
            *sum = sum.saturating_add(count);
        }
    }
    Ok(counts)
}

/// Memory of moves, in cells.
pub(super) fn cost<W>(moves: &[PlaneMove<W>]) -> usize {
    moves.iter().map(|each| CELLS_PER_MOVE + each.fit.checks.len()).sum()
}

/// Reserves memory for a stencil laid out on boards of `board` cells.
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

/// Whether every application of the rule changes the cell.
pub(super) fn changes(cell: &Cell) -> bool {
    cell.writes.is_some_and(|plane| cell.needs >> plane & 1 == 0)
}

/// Index of a cell that every application of the rule changes.
pub(super) fn hub(stencil: &Stencil) -> Option<usize> {
    stencil.cells.iter().position(changes)
}

impl<W: Word> Fit<W> {
    /// The placements at these corners, on boards with this number of columns.
    pub(super) fn new(stencil: &Stencil, sets: &Sets, (corners, columns): (W, usize)) -> Self {
        let check = |cell: &Cell| (sets.index(cell.needs) as u32, distance(cell, columns) as u32);
        let mut checks: Box<[(u32, u32)]> = stencil.cells.iter().map(check).collect();
        checks.sort_unstable_by_key(|&(set, at)| (sets.uses[set as usize], set, at));
        Fit { corners, checks }
    }

    /// The corners where every cell may show a required symbol.
    #[inline(always)]
    pub(super) fn places(&self, may: &[W]) -> W {
        self.places_among(self.corners.clone(), may)
    }

    /// The corners among these where every cell may show a required symbol.
    #[inline(always)]
    pub(super) fn places_among(&self, mut corners: W, may: &[W]) -> W {
        for &(set, at) in &self.checks {
            if corners.is_zero() {
                break;
            }
            corners = corners.and_higher(&may[set as usize], at as usize);
        }
        corners
    }

    /// All cells of the placements at these corners.
    #[inline]
    pub(super) fn cover(&self, corners: &W) -> W {
        union(self.checks.iter().map(|&(_, at)| corners.clone() << at as usize))
    }

    /// The corners, among these, whose placements have a cell in `cells`.
    #[inline]
    pub(super) fn touching(&self, corners: &W, cells: &W) -> W {
        union(self.checks.iter().map(|&(_, at)| cells.clone() >> at as usize)) & corners
    }
}

/// Distance of a cell from its corner in row-major order.
pub(super) fn distance(cell: &Cell, columns: usize) -> usize {
    cell.row as usize * columns + cell.column as usize
}

/// The planes that a stencil writes, and where; `None` for cells that become blocked.
pub(super) fn writes(stencil: &Stencil, columns: usize) -> Box<[(Option<usize>, usize)]> {
    let written = |cell: &Cell| cell.writes.map(|plane| (plane, distance(cell, columns)));
    let plane = |plane| (plane != BLOCKED).then_some(plane as usize);
    stencil.cells.iter().filter_map(written).map(|(p, at)| (plane(p), at)).collect()
}

impl<W: Word> PlaneMove<W> {
    /// The move of a stencil without guard at these corners, on boards with this number of columns.
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
        PlaneMove {
            fit: Fit::new(stencil, sets, (corners, columns)),
            touched,
            sets: written.into(),
            guard: None,
            movers,
        }
    }

    /// The corners where the stencil matches.
    #[inline(always)]
    pub(in crate::board) fn places(&self, board: &[W]) -> W {
        self.fit.places(board)
    }

    /// Whether the move requires some cells, takes all of these and does nothing else.
    pub(super) fn takes_its_cells(&self) -> bool {
        let cells = self.cover(&W::bit(0));
        self.guard.is_none() && self.sets.is_empty() && !cells.is_zero() && cells == self.touched
    }

    /// The placement at each corner as a move that needs and takes conditions, which are that a cell shows a plane of a
    /// set; `None` where there is a guard. What is true before a move, as its own conditions say, it does not gain.
    pub(super) fn candidates(&self, sets: &Sets) -> Option<Vec<Candidate>> {
        let number = |cell: usize, set: usize| (cell * sets.len() + set) as u32;
        let candidate = |corner: usize| {
            let needs = self.fit.checks.iter();
            let needs =
                needs.map(|&(set, at)| number(corner + at as usize, set as usize)).collect();
            let (mut gains, mut loses) = (Vec::new(), Vec::new());
            for at in self.touched.places() {
                let written = self.sets.iter().find(|(_, cells)| !(W::bit(at) & cells).is_zero());
                let needed = self.fit.checks.iter().filter(|check| check.1 as usize == at);
                let needed: Vec<usize> = needed.map(|check| check.0 as usize).collect();
                for set in 0..sets.len() {
                    if !written.is_some_and(|(plane, _)| sets.contains(set, *plane)) {
                        loses.push(number(corner + at, set));
                    } else if !needed.iter().any(|needed| sets.is_within(*needed, set)) {
                        gains.push(number(corner + at, set));
                    }
                }
            }
            Candidate { movers: self.movers, needs, gains, loses }
        };
        self.guard.is_none().then(|| self.fit.corners.places().map(candidate).collect())
    }

    /// All cells of the placements at these corners.
    pub(super) fn cover(&self, corners: &W) -> W {
        self.fit.cover(corners)
    }

    /// The corners, among these, whose placements have a cell in `cells`.
    pub(super) fn touching(&self, corners: &W, cells: &W) -> W {
        self.fit.touching(corners, cells)
    }

    /// The corners, among these, whose placements have all cells in `cells`.
    pub(super) fn within(&self, corners: &W, cells: &W) -> W {
        let distances = self.fit.checks.iter().map(|&(_, at)| at as usize);
        distances.fold(corners.clone(), |corners, at| corners.and_higher(cells, at))
    }

    /// Whether some placement, on a board whose cells may show what is in `may`, writes a cell of its own image.
    pub(super) fn meets_image(&self, may: &[W], image: impl Fn(W) -> W) -> bool {
        let cells = union(self.fit.checks.iter().map(|&(_, at)| W::bit(at as usize)));
        self.places(may).places().any(|corner| {
            let written = self.touched.clone() << corner;
            !(image(cells.clone() << corner) & &written).is_zero()
        })
    }

    /// The corners where the move is allowed; `scratch` holds boards after it.
    #[inline(always)]
    pub(super) fn allowed(&self, board: &[W], scratch: &mut [W]) -> W {
        let places = self.places(board);
        match &self.guard {
            None => places,
            Some(guard) => self.guarded(guard, places, board, scratch),
        }
    }

    /// Not part of [`allowed`](PlaneMove::allowed), which is inlined: few rules have guards.
    #[inline(never)]
    fn guarded(&self, guard: &Guard<W>, places: W, board: &[W], scratch: &mut [W]) -> W {
        let apply = |place, after: &mut [W]| self.apply(board, place, after);
        guard.allowed(places, board, scratch, apply)
    }

    /// If the move requires one plane at one cell and writes that cell only: its corners, the plane required
    /// and the plane written.
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
