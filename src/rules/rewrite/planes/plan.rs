//! Rules laid out for boards of one size.
//!
//! Knows: shifts and masks. Must not know: which boards there are.

use super::reduce::Reduced;
use super::word::Word;
use crate::rules::rewrite::stencil::{Cell, Stencil};
use crate::value::board::BLOCKED;

/// One rule on boards of one size. Cells are given by their distance from the corner.
#[derive(Debug)]
pub(super) struct Pattern<W> {
    /// Where its corner can lie.
    corners: W,
    /// The index of the set of planes that each cell needs.
    checks: Box<[(usize, usize)]>,
    /// The written cells.
    touched: W,
    /// The written cells of each plane written.
    sets: Box<[(usize, W)]>,
    /// Cells that become blocked.
    clears: W,
    /// For pairs of its cells: the first, and the index of the distance to the second.
    pairs: Box<[(usize, usize)]>,
    /// Whether a cell changes wherever the rule is applied.
    pub(super) effective: bool,
    /// Who may use it: Left, Right.
    pub(super) movers: [bool; 2],
}

/// All rules on boards of one size.
#[derive(Debug)]
pub(super) struct Plan<W> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) patterns: Vec<Pattern<W>>,
    /// The distances between cells of the same pattern.
    pub(super) distances: Vec<usize>,
    /// How the bits of a byte lie in a column, for the bytes of a row; see `turn.rs`.
    pub(super) spread: Vec<[W; 256]>,
}

impl<W: Word> Plan<W> {
    pub(super) fn new(rules: &Reduced, rows: usize, columns: usize) -> Self {
        let mut distances = Vec::new();
        let fits = |s: &Stencil| s.rows as usize <= rows && s.columns as usize <= columns;
        let fitting = rules.stencils.iter().filter(|(stencil, _)| fits(stencil));
        let patterns = fitting
            .map(|(stencil, movers)| Pattern {
                movers: *movers,
                ..Pattern::new(stencil, &rules.sets, (rows, columns), &mut distances)
            })
            .collect();
        let spread = match rules.symmetries.transpose() && rows > 1 && columns > 1 {
            true => spread(rows, columns),
            false => Vec::new(),
        };
        Plan { rows, columns, patterns, distances, spread }
    }
}

impl<W: Word> Pattern<W> {
    fn new(
        stencil: &Stencil,
        sets: &[u64],
        (rows, columns): (usize, usize),
        distances: &mut Vec<usize>,
    ) -> Self {
        let at = |cell: &Cell| cell.row as usize * columns + cell.column as usize;
        let corners = stencil.bases(rows, columns).fold(W::zero(), |all, i| all | W::bit(i));
        let set_of = |cell: &Cell| sets.binary_search(&cell.needs).unwrap_or(0);
        let checks = stencil.cells.iter().map(|cell| (set_of(cell), at(cell))).collect();
        let (mut touched, mut clears) = (W::zero(), W::zero());
        let mut writes: Vec<(usize, W)> = Vec::new();
        for cell in &stencil.cells {
            let Some(plane) = cell.writes else { continue };
            let bit = W::bit(at(cell));
            touched = touched | bit;
            match writes.iter_mut().find(|(p, _)| *p == plane as usize) {
                _ if plane == BLOCKED => clears = clears | bit,
                Some((_, cells)) => *cells = *cells | bit,
                None => writes.push((plane as usize, bit)),
            }
        }
        let mut pairs = Vec::new();
        for (i, first) in stencil.cells.iter().enumerate() {
            for second in &stencil.cells[i + 1..] {
                let distance = at(second) - at(first);
                let index = distances.iter().position(|&d| d == distance);
                let index = index.unwrap_or_else(|| {
                    distances.push(distance);
                    distances.len() - 1
                });
                pairs.push((at(first), index));
            }
        }
        let changes = |cell: &Cell| cell.writes.is_some_and(|plane| cell.needs >> plane & 1 == 0);
        Pattern {
            corners,
            checks,
            touched,
            sets: writes.into(),
            clears,
            pairs: pairs.into(),
            effective: stencil.cells.iter().any(changes),
            movers: [false; 2],
        }
    }

    /// The corners where every cell shows what it needs; `unions` has the cells that show a
    /// plane of each set.
    #[inline]
    pub(super) fn places(&self, unions: &[W]) -> W {
        self.checks.iter().fold(self.corners, |left, &(set, at)| left & (unions[set] >> at))
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

    /// Adds what the placements at these corners write; the last of `may` are the cells that
    /// may become blocked. Whether a cell may now show a plane that it could not.
    #[inline]
    pub(super) fn grow(&self, corners: W, may: &mut [W]) -> bool {
        let blocked = may.len() - 1;
        let mut grown = false;
        for &(plane, cells) in &self.sets {
            let more = may[plane] | smear(corners, cells);
            grown |= more != may[plane];
            may[plane] = more;
        }
        if !self.clears.is_zero() {
            may[blocked] = may[blocked] | smear(corners, self.clears);
        }
        grown
    }

    /// Adds the ties of the placements at these corners.
    #[inline]
    pub(super) fn tie(&self, corners: W, ties: &mut [W]) {
        for &(at, distance) in &self.pairs {
            ties[distance] = ties[distance] | (corners << at);
        }
    }

    /// All cells of the placements at these corners.
    #[inline]
    pub(super) fn cover(&self, corners: W) -> W {
        self.checks.iter().fold(W::zero(), |all, &(_, at)| all | (corners << at))
    }

    /// The corners, among these, whose placements have a cell in `cells`.
    #[inline]
    pub(super) fn touching(&self, corners: W, cells: W) -> W {
        corners & self.checks.iter().fold(W::zero(), |all, &(_, at)| all | (cells >> at))
    }
}

/// The cells of a pattern at all corners.
#[inline]
fn smear<W: Word>(corners: W, cells: W) -> W {
    cells.places().fold(W::zero(), |all, at| all | (corners << at))
}

/// For each byte of a row: its bits `rows` apart.
fn spread<W: Word>(rows: usize, columns: usize) -> Vec<[W; 256]> {
    let column = |first: usize, byte: usize| {
        let bits = (0..8).filter(|bit| byte >> bit & 1 != 0 && first + bit < columns);
        bits.fold(W::zero(), |all, bit| all | W::bit((first + bit) * rows))
    };
    let table = |first| std::array::from_fn(|byte| column(first, byte));
    (0..columns).step_by(8).map(table).collect()
}
