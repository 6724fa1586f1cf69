//! Plans: rules laid out for boards of one size, for splitting and normal forms.
//!
//! Knows: shifts and masks. Must not know: which boards there are.

use std::hash::{Hash as _, Hasher as _};

use crate::{Budget, Exhausted};
use rustc_hash::{FxHashMap, FxHasher};

use super::moves::{Fit, Sets, changes, distance, hub, reserve, writes};
use super::reduce::Reduced;
use super::turn::Turning;
use super::word::{Word, union};
use crate::board::rewrite::stencil::Stencil;
use crate::board::rewrite::symmetry::Symmetry;

/// A stencil that boards are split by.
#[derive(Debug)]
pub(super) struct Pattern<W> {
    fit: Fit<W>,
    /// What is written, cell by cell; nothing when it becomes blocked.
    writes: Box<[(Option<usize>, usize)]>,
    /// For pairs of its cells: the first, and the index of the distance to the second. Where some
    /// cell always changes, its pairs with the others tie all that change.
    pairs: Box<[(u32, u32)]>,
    /// Whether a cell changes wherever the rule is applied.
    pub(super) effective: bool,
    /// Whether there may be cells that do not.
    looks: bool,
}

/// Patterns that boards of one size are split by.
#[derive(Debug)]
pub(super) struct Patterns<W> {
    pub(super) columns: usize,
    pub(super) all: Vec<Pattern<W>>,
    /// Whether one of these may have cells that do not change.
    pub(super) looks: bool,
    /// The distances between cells of the same pattern.
    pub(super) distances: Vec<usize>,
}

/// How boards of one size are split and turned.
#[derive(Debug)]
pub(super) struct Plan<W> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) patterns: Patterns<W>,
    pub(super) turning: Turning<W>,
    /// The symmetries that matter: boards that can lie either way are laid flat.
    pub(super) symmetries: Vec<Symmetry>,
    /// Whether that turns these boards.
    pub(super) upright: bool,
}

/// How many stencils are a step of work.
const STENCILS_PER_STEP: usize = 1 << 10;

impl<W: Word> Patterns<W> {
    /// Those of these stencils that fit.
    ///
    /// Cost: linear in the cells of the stencils that fit, where some cell always changes.
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
        let mut all: Vec<Pattern<W>> = Vec::new();
        let mut alike: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (number, stencil) in stencils.iter().filter(|s| s.fits(rows, columns)).enumerate() {
            reserve::<W>(stencil, rows * columns, budget)?;
            if (number + 1).is_multiple_of(STENCILS_PER_STEP) {
                budget.step()?;
            }
            let pattern = Pattern::new(stencil, sets, (rows, columns), &mut distances);
            let alike = alike.entry(pattern.key()).or_default();
            match alike.iter().find(|&&other| all[other].is_like(&pattern)) {
                Some(&other) => all[other].join(pattern),
                None => {
                    alike.push(all.len());
                    all.push(pattern);
                }
            }
        }
        let looks = all.iter().any(|pattern| pattern.looks);
        Ok(Patterns { columns, all, looks, distances })
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
        let patterns = Patterns::new(&rules.steps, &rules.sets, (rows, columns), budget)?;
        let turning = Turning::new((rows, columns), rules.symmetries.transpose());
        let upright = rules.symmetries.transpose() && rows > columns;
        let symmetries = symmetries(rules, rows, columns);
        Ok(Plan { rows, columns, patterns, turning, symmetries, upright })
    }
}

/// The symmetries that lay boards of this size flat, those that differ on them.
fn symmetries(rules: &Reduced, rows: usize, columns: usize) -> Vec<Symmetry> {
    let either = rules.symmetries.transpose() && rows != columns;
    let mut found: Vec<Symmetry> = Vec::new();
    for symmetry in rules.symmetries.iter() {
        if either && symmetry.turn.transpose != (rows > columns) {
            continue;
        }
        let mut symmetry = symmetry.clone();
        let turn = &mut symmetry.turn;
        let (rows, columns) = if turn.transpose { (columns, rows) } else { (rows, columns) };
        turn.flip_rows &= rows > 1;
        turn.flip_columns &= columns > 1;
        if !found.contains(&symmetry) {
            found.push(symmetry);
        }
    }
    found
}

impl<W: Word> Pattern<W> {
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
        Pattern {
            fit: Fit::new(stencil, sets, (stencil.corners(size.0, size.1), size.1)),
            writes: writes(stencil, size.1),
            pairs: pairs.into(),
            effective: stencil.cells.iter().any(changes),
            looks: !stencil.cells.iter().all(changes),
        }
    }

    /// The corners where every cell may show what it needs.
    #[inline]
    pub(super) fn places(&self, may: &[W]) -> W {
        self.fit.places(may)
    }

    /// The corners where every cell may show what it needs, of which one is among `cells`.
    pub(super) fn places_at(&self, cells: &W, may: &[W]) -> W {
        self.fit.places_among(self.touching(&self.fit.corners, cells), may)
    }

    /// The same for all that are alike.
    fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.fit.hash(&mut hasher);
        hasher.finish()
    }

    /// Whether both can be laid at the same places, and neither leaves a board as it was.
    fn is_like(&self, other: &Self) -> bool {
        self.fit == other.fit && self.effective && other.effective
    }

    /// Writes what either of two alike writes. A cell that changes in one is one that changes.
    fn join(&mut self, other: Self) {
        let mut writes = self.writes.to_vec();
        writes.extend(other.writes.iter().filter(|write| !self.writes.contains(write)));
        self.writes = writes.into();
        self.looks &= other.looks;
    }

    /// Adds what the placements at these corners write; the last of `may` are the cells that
    /// may become blocked. Returns the cells that may now show a plane that they could not.
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

    /// Adds the ties of the placements at these corners.
    #[inline]
    pub(super) fn tie(&self, corners: &W, ties: &mut [(W, usize)]) {
        for &(at, distance) in &self.pairs {
            ties[distance as usize].0 |= &(corners.clone() << at as usize);
        }
    }

    /// All cells of the placements at these corners.
    #[inline]
    pub(super) fn cover(&self, corners: &W) -> W {
        union(self.fit.checks.iter().map(|&(_, at)| corners.clone() << at as usize))
    }

    /// The corners, among these, whose placements have a cell in `cells`.
    #[inline]
    pub(super) fn touching(&self, corners: &W, cells: &W) -> W {
        union(self.fit.checks.iter().map(|&(_, at)| cells.clone() >> at as usize)) & corners
    }
}
