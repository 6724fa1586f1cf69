//! Splits boards into parts that cannot influence each other, for all cells at once.
//!
//! Knows: what every rule of a ruleset, for either player, could ever do.
//! Must not know: who moves, or what a part is worth.
//!
//! From the symbols on the board, the sets of symbols that each cell may ever show are grown: a
//! placement of a rule is possible while each of its cells may show what it needs, and a possible
//! placement adds what it writes. At the fixed point, cells that may change and occur together in
//! a possible placement belong to one part. A cell that never changes is copied into each part
//! that looks at it; cells in no possible placement are dropped. Every move on the board, now or
//! later, is a placement found here, so it is a move in exactly one part: the board is the sum of
//! its parts, for every set of rules.
//!
//! A rule of steps joined by `then` is split by its steps, as if each of them were a rule, when
//! each step changes the cell on which the next goes on (it never finds there what it writes).
//! They are far fewer than the ways to make all of them. This is sound for the same reason: when
//! all steps are possible one after the other, each is a possible placement, since what it needs
//! was there before or was written by a step before it. So whatever a move writes is in the sets.
//! The cell on which a step goes on may show what was there and what was written: it changes. It
//! occurs in both steps, so all cells that change in either are in its part, and the part has all
//! cells of both. By induction the move is one of that part, and of no other since that cell is
//! in no other. Where a step may find what it writes, the cell might never change, tying nothing:
//! then all steps together count as one placement.
//!
//! Stencils that add nothing to this are left out, as long slides where short ones can be made
//! one after the other: see [`basis`](super::basis::basis).
//!
//! Cost: for each round of the fixed point linear in the cells times the size of the rules; for words that
//! are [`Word::SPARSE`] only cells that have changed in the round before count.

use super::moves::Sets;
use super::plan::Patterns;
use super::word::{Word, union};
use crate::{Budget, Exhausted};

/// The parts of a board.
#[derive(Debug)]
pub(super) struct Pieces<W> {
    /// Rows and columns of each.
    sizes: Vec<(usize, usize)>,
    /// Their planes, one piece after the other.
    planes: Vec<W>,
}

/// Buffers for splitting.
#[derive(Debug)]
pub(super) struct Splitter<W> {
    /// The cells that may ever show each plane, those that may show a plane of each set of
    /// several, and at the end those that may become blocked.
    pub(super) may: Vec<W>,
    /// The corners of the possible placements of each pattern.
    possible: Vec<W>,
    /// The first cells of tied pairs, and the distance to the second ones.
    ties: Vec<(W, usize)>,
}

impl<W: Word> Splitter<W> {
    pub(super) fn new() -> Self {
        Splitter { may: Vec::new(), possible: Vec::new(), ties: Vec::new() }
    }

    /// Appends the parts whose sum the board is, each cropped, in the order of their first cells.
    ///
    /// # Errors
    /// When the budget runs out; it is asked for words that are [`Word::SPARSE`].
    pub(super) fn parts(
        &mut self,
        patterns: &Patterns<W>,
        (sets, budget): (&Sets, &Budget),
        board: &[W],
        pieces: &mut Pieces<W>,
    ) -> Result<(), Exhausted> {
        if !self.find_possible(patterns, (sets, budget), board)? {
            return Ok(());
        }
        let changing = self.changing(board.len());
        if self.idle(patterns, &changing) {
            pieces.cut(patterns, board, &union(board.iter().cloned()));
            return Ok(());
        }
        self.tie(patterns, &changing);
        let fixed = match patterns.looks {
            true => self.covered(patterns).without(&changing),
            false => W::ZERO,
        };
        let mut rest = changing;
        while let Some(first) = rest.first() {
            if W::SPARSE {
                budget.step()?;
            }
            let region = self.region(W::bit(first));
            rest = rest.without(&region);
            match fixed.is_zero() {
                true => pieces.cut(patterns, board, &region),
                false => pieces.cut(patterns, board, &self.around(patterns, &region)),
            }
        }
        Ok(())
    }

    /// Grows the sets of planes to the fixed point. Returns whether a placement is possible.
    pub(super) fn find_possible(
        &mut self,
        patterns: &Patterns<W>,
        (sets, budget): (&Sets, &Budget),
        board: &[W],
    ) -> Result<bool, Exhausted> {
        self.may.clear();
        self.may.extend_from_slice(board);
        self.may.resize(sets.len() + 1, W::ZERO);
        self.possible.clear();
        self.possible.resize(patterns.all.len(), W::ZERO);
        sets.unite(&mut self.may);
        let mut any = false;
        // The cells that have changed in the round before, where only these are looked at.
        let mut news: Option<W> = None;
        loop {
            if W::SPARSE {
                budget.step()?;
            }
            let mut grown = W::ZERO;
            for (pattern, possible) in patterns.all.iter().zip(&mut self.possible) {
                let new = match &news {
                    Some(cells) => pattern.places_at(cells, &self.may).without(possible),
                    None => pattern.places(&self.may).without(possible),
                };
                if new.is_zero() {
                    continue;
                }
                any = true;
                let more = pattern.grow(&new, &mut self.may);
                if !more.is_zero() {
                    sets.unite_more(&mut self.may, &more);
                    grown |= &more;
                }
                *possible |= &new;
            }
            if grown.is_zero() {
                return Ok(any);
            }
            if W::SPARSE {
                news = Some(grown);
            }
        }
    }

    /// The cells that may show different things.
    pub(super) fn changing(&self, planes: usize) -> W {
        let (mut once, mut twice) = (self.may[self.may.len() - 1].clone(), W::ZERO);
        for may in &self.may[..planes] {
            twice |= &(once.clone() & may);
            once |= may;
        }
        twice
    }

    /// Whether a possible placement has no cell that changes: a move that changes nothing.
    pub(super) fn idle(&self, patterns: &Patterns<W>, changing: &W) -> bool {
        let mut placements = patterns.all.iter().zip(&self.possible);
        placements.any(|(pattern, places)| {
            !pattern.effective && pattern.touching(places, changing) != *places
        })
    }

    /// Ties the changing cells of each possible placement.
    pub(super) fn tie(&mut self, patterns: &Patterns<W>, changing: &W) {
        self.ties.clear();
        self.ties.extend(patterns.distances.iter().map(|&distance| (W::ZERO, distance)));
        for (pattern, places) in patterns.all.iter().zip(&self.possible) {
            if !places.is_zero() {
                pattern.tie(places, &mut self.ties);
            }
        }
        for (tie, distance) in &mut self.ties {
            *tie = std::mem::replace(tie, W::ZERO).and_higher(changing, *distance) & changing;
        }
        if W::LONG {
            self.lengthen();
        }
    }

    /// Adds chains of ties as ties, so that a region is collected in few steps.
    fn lengthen(&mut self) {
        let mut next = 0;
        while let Some((tie, distance)) = self.ties.get(next) {
            let twice = tie.clone().and_higher(tie, *distance);
            if !twice.is_zero() {
                self.ties.push((twice, 2 * distance));
            }
            next += 1;
        }
    }

    /// All cells of possible placements.
    fn covered(&self, patterns: &Patterns<W>) -> W {
        let placements = patterns.all.iter().zip(&self.possible);
        union(placements.map(|(pattern, places)| pattern.cover(places)))
    }

    /// All cells tied to these.
    pub(super) fn region(&self, seed: W) -> W {
        let mut region = seed;
        loop {
            let before = region.clone();
            for (tie, distance) in &self.ties {
                let higher = (region.clone() & tie) << *distance;
                region |= &higher;
                let lower = (region.clone() >> *distance) & tie;
                region |= &lower;
            }
            if region == before {
                return region;
            }
        }
    }

    /// The region with the cells that its placements look at.
    fn around(&self, patterns: &Patterns<W>, region: &W) -> W {
        let mut all = region.clone();
        for (pattern, places) in patterns.all.iter().zip(&self.possible) {
            all |= &pattern.cover(&pattern.touching(places, region));
        }
        all
    }
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
    fn cut(&mut self, patterns: &Patterns<W>, board: &[W], cells: &W) {
        let columns = patterns.columns;
        let Some((first, last)) = cells.first().zip(cells.last()) else { return };
        let (top, bottom) = (first / columns, last / columns);
        let shadow = union((top..=bottom).map(|row| cells.bits(row * columns, columns)));
        let Some((left, right)) = shadow.first().zip(shadow.last()) else { return };
        let width = right + 1 - left;
        let height = bottom - top + 1;
        self.sizes.push((height, width));
        for plane in board {
            let plane = cells.clone() & plane;
            if width == columns {
                self.planes.push(plane >> (top * columns));
                continue;
            }
            let row = |i: usize| plane.bits((top + i) * columns + left, width) << (i * width);
            self.planes.push(union((0..height).map(row)));
        }
    }
}
