//! Splits boards of planes into independent parts.
//!
//! Knows: the fixed point and the ties explained in `rewrite/split.rs`, for all cells at once.
//! Must not know: who moves, or what a part is worth.

use super::moves::Sets;
use super::plan::Plan;
use super::word::Word;

/// The parts of a board.
#[derive(Debug)]
pub(super) struct Pieces<W> {
    /// Rows and columns of each.
    sizes: Vec<(usize, usize)>,
    /// Their planes, one piece after the other.
    planes: Vec<W>,
}

/// Memory that is used again for every board.
#[derive(Debug)]
pub(super) struct Splitter<W> {
    /// The cells that may ever show each plane, those that may show a plane of each set of
    /// several, and at the end those that may become blocked.
    may: Vec<W>,
    /// The corners of the possible placements of each pattern.
    possible: Vec<W>,
    /// The first cells of the tied pairs at each distance.
    ties: Vec<W>,
}

impl<W: Word> Splitter<W> {
    pub(super) fn new() -> Self {
        Splitter { may: Vec::new(), possible: Vec::new(), ties: Vec::new() }
    }

    /// Appends the parts whose sum the board is, each cropped, in the order of their first cells.
    pub(super) fn parts(
        &mut self,
        plan: &Plan<W>,
        sets: &Sets,
        board: &[W],
        pieces: &mut Pieces<W>,
    ) {
        if !self.find_possible(plan, sets, board) {
            return;
        }
        let changing = self.changing(board.len());
        if self.idle(plan, changing) {
            let all = board.iter().fold(W::ZERO, |all, plane| all | *plane);
            return pieces.cut(plan, board, all);
        }
        self.tie(plan, changing);
        let fixed = if plan.looks { self.covered(plan) & !changing } else { W::ZERO };
        let mut rest = changing;
        while let Some(first) = rest.first() {
            let region = self.region(plan, W::bit(first));
            rest = rest & !region;
            let cells = match fixed.is_zero() {
                true => region,
                false => self.around(plan, region),
            };
            pieces.cut(plan, board, cells);
        }
    }

    /// Grows the sets of planes to the fixed point. False when no placement is possible.
    fn find_possible(&mut self, plan: &Plan<W>, sets: &Sets, board: &[W]) -> bool {
        self.may.clear();
        self.may.extend_from_slice(board);
        self.may.resize(sets.len() + 1, W::ZERO);
        self.possible.clear();
        self.possible.resize(plan.patterns.len(), W::ZERO);
        sets.unite(&mut self.may);
        let mut any = false;
        loop {
            let mut grown = false;
            for (pattern, possible) in plan.patterns.iter().zip(&mut self.possible) {
                let places = pattern.places(&self.may);
                if places == *possible {
                    continue;
                }
                any = true;
                if pattern.grow(places & !*possible, &mut self.may) {
                    sets.unite(&mut self.may);
                    grown = true;
                }
                *possible = places;
            }
            if !grown {
                return any;
            }
        }
    }

    /// The cells that may show different things.
    fn changing(&self, planes: usize) -> W {
        let blocked = self.may[self.may.len() - 1];
        let count = |(once, twice): (W, W), may: &W| (once | *may, twice | (once & *may));
        self.may[..planes].iter().fold((blocked, W::ZERO), count).1
    }

    /// Whether a possible placement has no cell that changes: a move that changes nothing.
    fn idle(&self, plan: &Plan<W>, changing: W) -> bool {
        let mut placements = plan.patterns.iter().zip(&self.possible);
        placements.any(|(pattern, &places)| {
            !pattern.effective && pattern.touching(places, changing) != places
        })
    }

    fn tie(&mut self, plan: &Plan<W>, changing: W) {
        self.ties.clear();
        self.ties.resize(plan.distances.len(), W::ZERO);
        for (pattern, &places) in plan.patterns.iter().zip(&self.possible) {
            if !places.is_zero() {
                pattern.tie(places, &mut self.ties);
            }
        }
        for (tie, &distance) in self.ties.iter_mut().zip(&plan.distances) {
            *tie = *tie & changing & (changing >> distance);
        }
    }

    /// All cells of possible placements.
    fn covered(&self, plan: &Plan<W>) -> W {
        let placements = plan.patterns.iter().zip(&self.possible);
        placements.fold(W::ZERO, |all, (pattern, &places)| all | pattern.cover(places))
    }

    /// All cells tied to these.
    fn region(&self, plan: &Plan<W>, seed: W) -> W {
        let mut region = seed;
        loop {
            let before = region;
            for (&tie, &distance) in self.ties.iter().zip(&plan.distances) {
                region = match W::LONG {
                    true => along(region, tie, distance),
                    false => {
                        let region = region | ((region & tie) << distance);
                        region | ((region >> distance) & tie)
                    }
                };
            }
            if region == before {
                return region;
            }
        }
    }

    /// The region with the cells that its placements look at.
    fn around(&self, plan: &Plan<W>, region: W) -> W {
        let placements = plan.patterns.iter().zip(&self.possible);
        placements.fold(region, |all, (pattern, &places)| {
            all | pattern.cover(pattern.touching(places, region))
        })
    }
}

/// All cells that chains of ties at a distance lead to, twice as far each time.
fn along<W: Word>(mut region: W, mut tie: W, mut distance: usize) -> W {
    while distance < W::CELLS && !tie.is_zero() {
        region = region | ((region & tie) << distance);
        region = region | ((region >> distance) & tie);
        tie = tie & (tie >> distance);
        distance *= 2;
    }
    region
}

impl<W> Default for Pieces<W> {
    fn default() -> Self {
        Pieces { sizes: Vec::new(), planes: Vec::new() }
    }
}

impl<W: Word> Pieces<W> {
    /// The size and the planes of each piece.
    pub(super) fn iter(&self, planes: usize) -> impl Iterator<Item = ((usize, usize), &[W])> {
        // Without planes there are no pieces either.
        self.sizes.iter().copied().zip(self.planes.chunks(planes.max(1)))
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    pub(super) fn clear(&mut self) {
        self.sizes.clear();
        self.planes.clear();
    }

    /// Appends these cells of the board in the smallest rectangle around them.
    fn cut(&mut self, plan: &Plan<W>, board: &[W], cells: W) {
        let columns = plan.columns;
        let Some((first, last)) = cells.first().zip(cells.last()) else { return };
        let (top, bottom) = (first / columns, last / columns);
        let row_mask = W::lowest(columns);
        let rows = (top..=bottom).map(|row| (cells >> (row * columns)) & row_mask);
        let shadow = rows.fold(W::ZERO, |all, row| all | row);
        let Some((left, right)) = shadow.first().zip(shadow.last()) else { return };
        let width = right + 1 - left;
        let height = bottom - top + 1;
        self.sizes.push((height, width));
        for plane in board {
            let plane = *plane & cells;
            if width == columns {
                self.planes.push(plane >> (top * columns));
                continue;
            }
            let mask = W::lowest(width);
            let row = |i: usize| ((plane >> ((top + i) * columns + left)) & mask) << (i * width);
            self.planes.push((0..height).map(row).fold(W::ZERO, |all, row| all | row));
        }
    }
}
