//! Rules laid out for boards of one size.
//!
//! Knows: shifts and masks. Must not know: which boards there are.

use super::reduce::Reduced;
use super::word::Word;
use crate::rules::rewrite::stencil::{Cell, Stencil};
use crate::rules::rewrite::symmetry::Symmetry;
use crate::value::board::BLOCKED;

/// One rule on boards of one size. Cells are given by their distance from the corner.
#[derive(Debug)]
pub(super) struct Pattern<W> {
    /// Where its corner can lie.
    corners: W,
    /// The index of the set of planes that each cell needs; see [`Reduced::index`].
    checks: Box<[(usize, usize)]>,
    /// The written cells.
    touched: W,
    /// The written cells of each plane written.
    sets: Box<[(usize, W)]>,
    /// What is written, cell by cell; nothing when it becomes blocked.
    writes: Box<[(Option<usize>, usize)]>,
    /// For pairs of its cells: the first, and the index of the distance to the second.
    pairs: Box<[(usize, usize)]>,
    /// Whether a cell changes wherever the rule is applied.
    pub(super) effective: bool,
    /// Whether there may be cells that do not.
    looks: bool,
    /// Who may use it: Left, Right.
    pub(super) movers: [bool; 2],
}

/// All rules on boards of one size.
#[derive(Debug)]
pub(super) struct Plan<W> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) patterns: Vec<Pattern<W>>,
    /// Whether a pattern may have cells that do not change.
    pub(super) looks: bool,
    /// The distances between cells of the same pattern.
    pub(super) distances: Vec<usize>,
    /// How the bits of a byte lie in a column, for the bytes of a row; see `turn.rs`.
    pub(super) spread: Vec<[W; 256]>,
    /// The symmetries that matter: boards that can lie either way are laid flat.
    pub(super) symmetries: Vec<Symmetry>,
    /// Whether that turns these boards.
    pub(super) upright: bool,
}

impl<W: Word> Plan<W> {
    pub(super) fn new(rules: &Reduced, rows: usize, columns: usize) -> Self {
        let mut distances = Vec::new();
        let fits = |s: &Stencil| s.rows as usize <= rows && s.columns as usize <= columns;
        let fitting = rules.stencils.iter().filter(|(stencil, _)| fits(stencil));
        let patterns: Vec<Pattern<W>> = fitting
            .map(|(stencil, movers)| Pattern {
                movers: *movers,
                ..Pattern::new(stencil, rules, (rows, columns), &mut distances)
            })
            .collect();
        let spread = match rules.symmetries.transpose() && rows > 1 && columns > 1 {
            true => spread(rows, columns),
            false => Vec::new(),
        };
        let upright = rules.symmetries.transpose() && rows > columns;
        let symmetries = symmetries(rules, rows, columns);
        let looks = patterns.iter().any(|pattern| pattern.looks);
        Plan { rows, columns, patterns, looks, distances, spread, symmetries, upright }
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
        rules: &Reduced,
        (rows, columns): (usize, usize),
        distances: &mut Vec<usize>,
    ) -> Self {
        let at = |cell: &Cell| cell.row as usize * columns + cell.column as usize;
        let corners = stencil.bases(rows, columns).fold(W::zero(), |all, i| all | W::bit(i));
        let checks = stencil.cells.iter().map(|cell| (rules.index(cell.needs), at(cell)));
        let writes: Box<[(Option<usize>, usize)]> = stencil
            .cells
            .iter()
            .filter_map(|cell| cell.writes.map(|plane| (plane, at(cell))))
            .map(|(plane, at)| ((plane != BLOCKED).then_some(plane as usize), at))
            .collect();
        let touched = writes.iter().fold(W::zero(), |all, &(_, at)| all | W::bit(at));
        let mut sets: Vec<(usize, W)> = Vec::new();
        for &(plane, at) in &writes {
            let Some(plane) = plane else { continue };
            match sets.iter_mut().find(|(p, _)| *p == plane) {
                Some((_, cells)) => *cells = *cells | W::bit(at),
                None => sets.push((plane, W::bit(at))),
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
            checks: checks.collect(),
            touched,
            sets: sets.into(),
            writes,
            pairs: pairs.into(),
            effective: stencil.cells.iter().any(changes),
            looks: !stencil.cells.iter().all(changes),
            movers: [false; 2],
        }
    }

    /// The corners where every cell may show what it needs.
    #[inline]
    pub(super) fn places(&self, may: &[W]) -> W {
        self.checks.iter().fold(self.corners, |left, &(set, at)| left & (may[set] >> at))
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
        let mut grown = W::zero();
        for &(plane, at) in &self.writes {
            let cells = corners << at;
            match plane {
                Some(plane) => {
                    grown = grown | (cells & !may[plane]);
                    may[plane] = may[plane] | cells;
                }
                None => may[blocked] = may[blocked] | cells,
            }
        }
        !grown.is_zero()
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

/// For each byte of a row: its bits `rows` apart.
fn spread<W: Word>(rows: usize, columns: usize) -> Vec<[W; 256]> {
    let column = |first: usize, byte: usize| {
        let bits = (0..8).filter(|bit| byte >> bit & 1 != 0 && first + bit < columns);
        bits.fold(W::zero(), |all, bit| all | W::bit((first + bit) * rows))
    };
    let table = |first| std::array::from_fn(|byte| column(first, byte));
    (0..columns).step_by(8).map(table).collect()
}
