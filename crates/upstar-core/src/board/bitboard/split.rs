//! Splits boards into independent parts, for all cells at once.
//!
//! Knows: the placements of the rules of both players.
//! Must not know: who moves, or values of parts.
//!
//! For each cell, the set of symbols that it may ever show is computed as a fixed point: a placement of a
//! rule is possible if each of its cells may show a required symbol, and a possible placement adds the
//! symbols it writes. Changing cells that occur together in a possible placement belong to one part. A cell
//! that never changes is copied into each part whose placements read it; cells in no possible placement are
//! dropped. Every move on the board, now or later, is one of these placements, so it is a move in exactly one
//! part: the board is the sum of its parts, for every set of rules.
//!
//! A rule of steps joined by `then`, or of a step that repeats and so is joined to itself, is split by its
//! steps, as if each of them were a rule, if each step changes the cell from which the next continues (that
//! cell never shows before what is written there). There are far fewer stencils of steps than of whole rules.
//! This is sound: if the steps are possible one after the other, each is a possible placement, since what it
//! needs was on the board or was written by an earlier step. So everything that a move writes is in the sets.
//! The cell from which a step continues may show both its old and its new symbol, so it changes. It occurs in
//! both steps, so all cells that change in either are in its part, and the part has all cells of both. By
//! induction the move lies in that part, and in no other. If a step may find what it writes already there, the
//! cell might never change and link nothing: then all steps together count as one placement.
//!
//! Implied stencils are removed, such as long slides composed of short ones: see
//! [`basis`](super::basis::basis).
//!
//! Cost: for each round of the fixed point, linear in the cells times the size of the rules; with words that
//! are [`Word::SPARSE`], only in the cells that changed in the round before.
//!
//! A ruleset with an expression among its moves is left whole, because the expression may look at the whole board;
//! `liberties.rs` has an exception. Turns and mirrors that keep the rules, or exchange the players, then bring each
//! part into a normal form (`turn.rs`).

use super::liberties::Liberties;
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
    /// The cells that may ever show each plane, then the unions for the other sets, and at the end the cells
    /// that may become blocked.
    pub(super) may: Vec<W>,
    /// The corners of the possible placements of each pattern.
    possible: Vec<W>,
    /// The first cells of linked pairs, and the distance to the second ones.
    links: Vec<(W, usize)>,
}

impl<W: Word> Splitter<W> {
    pub(super) fn new() -> Self {
        Splitter { may: Vec::new(), possible: Vec::new(), links: Vec::new() }
    }

    /// Appends the parts whose sum the board is, each cropped, in the order of their first cells.
    ///
    /// # Errors
    /// When the budget runs out, which is checked for words that are [`Word::SPARSE`].
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
        if self.has_null_move(patterns, &changing) {
            pieces.cut(patterns.columns, board, &union(board.iter().cloned()));
            return Ok(());
        }
        self.link(patterns, &changing);
        let fixed = match patterns.has_fixed_cells {
            true => self.covered(patterns).without(&changing),
            false => W::ZERO,
        };
        let mut rest = changing;
        while let Some(first) = rest.first() {
            if W::SPARSE {
                budget.step()?;
            }
            let region = self.region(W::bit(first), &rest);
            rest = rest.without(&region);
            match fixed.is_zero() {
                true => pieces.cut(patterns.columns, board, &region),
                false => {
                    pieces.cut(patterns.columns, board, &self.with_fixed_cells(patterns, &region))
                }
            }
        }
        Ok(())
    }

    /// Computes the fixed point. Returns whether a placement is possible.
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
        // The cells that changed in the round before, for sparse words.
        let mut news: Option<W> = None;
        loop {
            if W::SPARSE {
                budget.step()?;
            }
            let mut grown = W::ZERO;
            for (pattern, possible) in patterns.all.iter().zip(&mut self.possible) {
                let new = match &news {
                    Some(cells) => pattern.new_places_at(cells, possible, &self.may),
                    None => pattern.new_places(possible, &self.may),
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

    /// The changing cells: those that may show more than one plane.
    pub(super) fn changing(&self, planes: usize) -> W {
        let (mut once, mut twice) = (self.may[self.may.len() - 1].clone(), W::ZERO);
        for may in &self.may[..planes] {
            twice |= &(once.clone() & may);
            once |= may;
        }
        twice
    }

    /// Whether a possible placement changes no cell.
    pub(super) fn has_null_move(&self, patterns: &Patterns<W>, changing: &W) -> bool {
        let mut placements = patterns.all.iter().zip(&self.possible);
        placements.any(|(pattern, places)| {
            !pattern.effective && pattern.touching(places, changing) != *places
        })
    }

    /// Links the changing cells of each possible placement.
    pub(super) fn link(&mut self, patterns: &Patterns<W>, changing: &W) {
        self.links.clear();
        self.links.extend(patterns.distances.iter().map(|&distance| (W::ZERO, distance)));
        for (pattern, places) in patterns.all.iter().zip(&self.possible) {
            if !places.is_zero() {
                pattern.link(places, &mut self.links);
            }
        }
        for (link, distance) in &mut self.links {
            *link = std::mem::replace(link, W::ZERO).and_higher(changing, *distance) & changing;
        }
        if W::LONG {
            self.add_shortcuts();
        }
    }

    /// Adds transitive links (shortcuts), so that a region is collected in few steps.
    fn add_shortcuts(&mut self) {
        let mut next = 0;
        while let Some((link, distance)) = self.links.get(next) {
            let twice = link.clone().and_higher(link, *distance);
            if !twice.is_zero() {
                self.links.push((twice, 2 * distance));
            }
            next += 1;
        }
    }

    /// All cells of possible placements.
    fn covered(&self, patterns: &Patterns<W>) -> W {
        let placements = patterns.all.iter().zip(&self.possible);
        union(placements.map(|(pattern, places)| pattern.cover(places)))
    }

    /// The connected component, among the cells of `all`, of these cells under the links.
    pub(super) fn region(&self, seed: W, all: &W) -> W {
        let mut region = seed;
        loop {
            let before = region.clone();
            for (link, distance) in &self.links {
                let higher = (region.clone() & link) << *distance;
                region |= &higher;
                let lower = (region.clone() >> *distance) & link;
                region |= &lower;
            }
            if region == before || region == *all {
                return region;
            }
        }
    }

    /// The region with all cells of its placements.
    fn with_fixed_cells(&self, patterns: &Patterns<W>, region: &W) -> W {
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

    pub(super) fn clear(&mut self) {
        self.sizes.clear();
        self.planes.clear();
    }

    /// Appends components of a board under rules about liberties, each cropped.
    pub(super) fn cut_components(
        &mut self,
        columns: usize,
        liberties: Liberties,
        board: &[W],
        components: &[W],
    ) {
        for component in components {
            let start = self.planes.len();
            self.cut(columns, board, component);
            let Some(size) = self.sizes.last_mut() else { continue };
            let planes = &mut self.planes[start..];
            match size {
                (1, length) | (length, 1) => *length = liberties.shorten(planes, *length),
                _ => {}
            }
        }
    }

    /// Appends these cells of a board with so many columns, cropped to their bounding rectangle.
    fn cut(&mut self, columns: usize, board: &[W], cells: &W) {
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
