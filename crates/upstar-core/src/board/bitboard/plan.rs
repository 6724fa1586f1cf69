//! Plans: rules compiled for boards of one size, for splitting and normal forms.
//!
//! Knows: shifts and masks. Must not know: which boards there are.

use std::hash::{Hash as _, Hasher as _};

use crate::{Budget, Exhausted};
use rustc_hash::{FxHashMap, FxHasher};

use super::adjacency::Neighbours;
use super::basis::Basis;
use super::moves::{Fit, Sets, changes, distance, hub, reserve, writes};
use super::reduce::Reduced;
use super::turn::{Image, TurnTables};
use super::word::Word;
use crate::board::Adjacency;
use crate::board::rewrite::stencil::Stencil;

/// A stencil that boards are split by.
#[derive(Debug)]
pub(super) struct SplitStencil<W> {
    fit: Fit<W>,
    /// The plane written and the distance, for each cell written; `None` for cells that become blocked.
    writes: Box<[(Option<usize>, usize)]>,
    /// Pairs of its cells: the first, and the index of the distance to the second. If some cell always
    /// changes, its pairs with the others link all cells that change.
    pairs: Box<[(u32, u32)]>,
    /// Whether every application changes some cell.
    pub(super) effective: bool,
    /// Whether some cell need not change.
    has_fixed_cells: bool,
}

/// Patterns that boards of one size are split by.
#[derive(Debug)]
pub(super) struct Patterns<W> {
    pub(super) columns: usize,
    pub(super) all: Vec<SplitStencil<W>>,
    /// Whether some pattern has a cell that need not change.
    pub(super) has_fixed_cells: bool,
    /// Distances between linked cells.
    pub(super) distances: Vec<usize>,
}

/// How boards of one size are split and turned.
#[derive(Debug)]
pub(super) struct Plan<W> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// What boards are split by; `None` where they are not split by patterns.
    pub(super) patterns: Option<Patterns<W>>,
    pub(super) tables: TurnTables<W>,
    /// The images distinct on boards of this size; boards that may be transposed are made wide.
    pub(super) images: Vec<Image>,
    /// Whether boards of this size are transposed.
    pub(super) upright: bool,
    /// How cells lie, for rules about liberties.
    pub(super) neighbours: Option<Neighbours<W>>,
}

/// Stencils per step of the budget.
const STENCILS_PER_STEP: usize = 1 << 10;

impl<W: Word> Patterns<W> {
    /// The patterns of the stencils that fit on the board.
    ///
    /// Cost: linear in the cells of the stencils that fit, if each has a cell that always changes.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(super) fn new(
        stencils: &[Stencil],
        sets: &Sets,
        (rows, columns): (usize, usize),
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        let mut distances = Vec::new();
        let mut all: Vec<SplitStencil<W>> = Vec::new();
        let mut same_hash: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (number, stencil) in stencils.iter().filter(|s| s.fits(rows, columns)).enumerate() {
            reserve::<W>(stencil, rows * columns, budget)?;
            if (number + 1).is_multiple_of(STENCILS_PER_STEP) {
                budget.step()?;
            }
            let pattern = SplitStencil::new(stencil, sets, (rows, columns), &mut distances);
            let same_hash = same_hash.entry(pattern.key()).or_default();
            match same_hash.iter().find(|&&other| all[other].has_same_placements(&pattern)) {
                Some(&other) => all[other].merge(pattern),
                None => {
                    same_hash.push(all.len());
                    all.push(pattern);
                }
            }
        }
        let has_fixed_cells = all.iter().any(|pattern| pattern.has_fixed_cells);
        Ok(Patterns { columns, all, has_fixed_cells, distances })
    }
}

impl<W: Word> Plan<W> {
    /// Cost: as for [`Patterns::new`].
    ///
    /// # Errors
    /// When the budget runs out.
    pub(super) fn new(
        rules: &Reduced,
        (rows, columns): (usize, usize),
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        let patterns =
            |split: &Basis| Patterns::new(split.stencils(), &rules.sets, (rows, columns), budget);
        let patterns = rules.split.as_ref().map(patterns).transpose()?;
        let tables = TurnTables::new((rows, columns), rules.symmetries.transpose());
        let upright = rules.symmetries.transpose() && rows > columns;
        let images = images(rules, rows, columns);
        let neighbours = || Neighbours::new((rows, columns), Adjacency::Orthogonal);
        let neighbours = rules.liberties.map(|_| neighbours());
        Ok(Plan { rows, columns, patterns, tables, images, upright, neighbours })
    }
}

/// The images distinct on boards of this size, all wide where boards may be transposed.
fn images(rules: &Reduced, rows: usize, columns: usize) -> Vec<Image> {
    let either = rules.symmetries.transpose() && rows != columns;
    let mut found: Vec<Image> = Vec::new();
    for symmetry in rules.symmetries.iter() {
        if either && symmetry.turn.transpose != (rows > columns) {
            continue;
        }
        let mut image = Image::new(symmetry);
        let turn = &mut image.turn;
        let (rows, columns) = if turn.transpose { (columns, rows) } else { (rows, columns) };
        turn.flip_rows &= rows > 1;
        turn.flip_columns &= columns > 1;
        if !found.contains(&image) {
            found.push(image);
        }
    }
    found
}

impl<W: Word> SplitStencil<W> {
    fn new(
        stencil: &Stencil,
        sets: &Sets,
        size: (usize, usize),
        distances: &mut Vec<usize>,
    ) -> Self {
        let places: Vec<usize> = stencil.cells.iter().map(|cell| distance(cell, size.1)).collect();
        let mut pairs = Vec::new();
        let mut pair = |one: usize, other: usize| {
            let apart = one.abs_diff(other);
            let index = distances.iter().position(|&d| d == apart);
            let index = index.unwrap_or_else(|| {
                distances.push(apart);
                distances.len() - 1
            });
            // Boards have less than 2^32 cells.
            pairs.push((one.min(other) as u32, index as u32));
        };
        match hub(stencil) {
            Some(hub) => {
                places
                    .iter()
                    .filter(|&&at| at != places[hub])
                    .for_each(|&at| pair(places[hub], at));
            }
            None => {
                for (i, &one) in places.iter().enumerate() {
                    places[i + 1..].iter().for_each(|&other| pair(one, other));
                }
            }
        }
        SplitStencil {
            fit: Fit::new(stencil, sets, (stencil.corners(size.0, size.1), size.1)),
            writes: writes(stencil, size.1),
            pairs: pairs.into(),
            effective: stencil.cells.iter().any(changes),
            has_fixed_cells: !stencil.cells.iter().all(changes),
        }
    }

    /// The corners that are not `known` and where every cell may show a required symbol.
    #[inline]
    pub(super) fn new_places(&self, known: &W, may: &[W]) -> W {
        self.fit.places_among(self.fit.corners.clone().without(known), may)
    }

    /// The same, where some cell is in `cells`.
    pub(super) fn new_places_at(&self, cells: &W, known: &W, may: &[W]) -> W {
        let touching = self.touching(&self.fit.corners, cells);
        self.fit.places_among(touching.without(known), may)
    }

    /// Hash of the placements.
    fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.fit.hash(&mut hasher);
        hasher.finish()
    }

    /// Whether both have the same placements, and both always change the board.
    fn has_same_placements(&self, other: &Self) -> bool {
        self.fit == other.fit && self.effective && other.effective
    }

    /// Merges two patterns with the same placements: the union of what they write.
    fn merge(&mut self, other: Self) {
        let mut writes = self.writes.to_vec();
        writes.extend(other.writes.iter().filter(|write| !self.writes.contains(write)));
        self.writes = writes.into();
        self.has_fixed_cells &= other.has_fixed_cells;
    }

    /// Adds what the placements at these corners write; the last of `may` is the set of cells that may become
    /// blocked. Returns the cells that may now show a new plane.
    #[inline]
    pub(super) fn grow(&self, corners: &W, may: &mut [W]) -> W {
        let blocked = may.len() - 1;
        let mut grown = W::ZERO;
        for &(plane, at) in &self.writes {
            let cells = corners.clone() << at;
            match plane {
                Some(plane) => {
                    grown |= &cells.clone().without(&may[plane]);
                    may[plane] |= &cells;
                }
                None => may[blocked] |= &cells,
            }
        }
        grown
    }

    /// Adds the links of the placements at these corners.
    #[inline]
    pub(super) fn link(&self, corners: &W, links: &mut [(W, usize)]) {
        for &(at, distance) in &self.pairs {
            links[distance as usize].0 |= &(corners.clone() << at as usize);
        }
    }

    /// All cells of the placements at these corners.
    #[inline]
    pub(super) fn cover(&self, corners: &W) -> W {
        self.fit.cover(corners)
    }

    /// The corners, among these, whose placements have a cell in `cells`.
    #[inline]
    pub(super) fn touching(&self, corners: &W, cells: &W) -> W {
        self.fit.touching(corners, cells)
    }
}
