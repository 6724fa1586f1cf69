//! Splits a board into parts that cannot influence each other.
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
//! Cost: linear in cells times symbols times the size of the rules.

use super::ring;
use super::stencil::Stencil;
use crate::value::board::{BLOCKED, Board, Shape, Symbol};

/// Splits boards for a fixed set of rules: those of both players.
#[derive(Debug, Clone)]
pub(super) struct Splitter {
    stencils: Vec<Stencil>,
    /// Set when rules look at the border, so that parts must not count as bare boards.
    closes: Option<Shape>,
    scratch: Scratch,
}

/// What is known of one board, kept to reuse its memory.
#[derive(Debug, Clone, Default)]
struct Scratch {
    /// The symbols that each cell may ever show.
    may: Vec<u64>,
    /// For each stencil and corner: whether the placement is possible.
    possible: Vec<bool>,
    /// The possible placements: stencil and corner.
    placements: Vec<(usize, usize)>,
    /// Cells whose set has grown since placements on them were looked at.
    grown: Vec<usize>,
    /// Union-find over cells.
    parent: Vec<usize>,
}

impl Splitter {
    /// For the stencils of both players together.
    pub(super) fn new<'a>(
        stencils: impl Iterator<Item = &'a Stencil>,
        closes: Option<Shape>,
    ) -> Self {
        let mut stencils: Vec<Stencil> = stencils.cloned().collect();
        stencils.sort();
        stencils.dedup();
        Splitter { stencils, closes, scratch: Scratch::default() }
    }

    /// The parts whose sum the board is, each cropped, in the order of their first cells.
    /// A board on which nobody can ever move has none.
    pub(super) fn parts(&mut self, board: &Board) -> Vec<Board> {
        self.find_possible(board);
        if self.scratch.placements.is_empty() {
            return Vec::new();
        }
        if !self.tie(board) {
            return vec![board.clone()];
        }
        self.collect(board)
    }

    /// Grows the sets of symbols to the fixed point and lists the possible placements.
    fn find_possible(&mut self, board: &Board) {
        let size = (board.rows(), board.columns());
        let cells = board.symbols().len();
        let scratch = &mut self.scratch;
        scratch.may.clear();
        // A blocked cell has the bit that no stencil needs.
        scratch.may.extend(board.symbols().iter().map(|&symbol| 1u64 << symbol));
        scratch.possible.clear();
        scratch.possible.resize(self.stencils.len() * cells, false);
        scratch.placements.clear();
        scratch.grown.clear();
        for (which, stencil) in self.stencils.iter().enumerate() {
            for base in stencil.bases(size.0, size.1) {
                scratch.try_placement(stencil, which, base, size.1);
            }
        }
        while let Some(index) = scratch.grown.pop() {
            for (which, stencil) in self.stencils.iter().enumerate() {
                for cell in &stencil.cells {
                    if let Some(base) = cell.base_of(stencil, index, size) {
                        scratch.try_placement(stencil, which, base, size.1);
                    }
                }
            }
        }
    }

    /// Ties the changing cells of each possible placement. False when a placement has none, a
    /// move that changes nothing: then the board is left whole.
    fn tie(&mut self, board: &Board) -> bool {
        let width = board.columns();
        let Scratch { may, placements, parent, .. } = &mut self.scratch;
        parent.clear();
        parent.extend(0..may.len());
        for &(which, base) in placements.iter() {
            let mut changing = self.stencils[which]
                .at(base, width)
                .map(|(index, _)| index)
                .filter(|&index| changes(may[index]));
            let Some(first) = changing.next() else { return false };
            for other in changing {
                let (a, b) = (find(parent, first), find(parent, other));
                // The smaller index becomes the root, so a root is the first cell of its part.
                parent[a.max(b)] = a.min(b);
            }
        }
        true
    }

    /// Cuts the parts out of the board.
    fn collect(&mut self, board: &Board) -> Vec<Board> {
        let width = board.columns();
        let Scratch { may, placements, parent, .. } = &mut self.scratch;
        let mut members: Vec<(usize, usize)> = Vec::new();
        for &(which, base) in placements.iter() {
            let stencil = &self.stencils[which];
            let cells = || stencil.at(base, width).map(|(index, _)| index);
            let root = cells().find(|&index| changes(may[index])).unwrap_or(base);
            let root = find(parent, root);
            members.extend(cells().map(|index| (root, index)));
        }
        members.sort_unstable();
        members.dedup();
        let part = |part: &[(usize, usize)]| match (cut(board, part), self.closes) {
            (part, Some(shape)) if ring::is_bare(&part) => ring::closed(&part, shape),
            (part, _) => part,
        };
        members.chunk_by(|a, b| a.0 == b.0).map(part).collect()
    }
}

impl Scratch {
    /// Notes a placement that has become possible, and what it writes.
    fn try_placement(&mut self, stencil: &Stencil, which: usize, base: usize, width: usize) {
        let slot = which * self.may.len() + base;
        if self.possible[slot] || stencil.at(base, width).any(|(i, c)| c.needs & self.may[i] == 0) {
            return;
        }
        self.possible[slot] = true;
        self.placements.push((which, base));
        for (index, cell) in stencil.at(base, width) {
            let grown = self.may[index] | cell.writes.map_or(0, |symbol| 1 << symbol);
            if grown != self.may[index] {
                self.may[index] = grown;
                self.grown.push(index);
            }
        }
    }
}

/// Whether a cell that may show these symbols can ever change.
fn changes(may: u64) -> bool {
    !may.is_power_of_two()
}

/// The root of a cell, with path halving.
fn find(parent: &mut [usize], mut index: usize) -> usize {
    while parent[index] != index {
        parent[index] = parent[parent[index]];
        index = parent[index];
    }
    index
}

/// The cells of a part in the smallest rectangle around them; the others are blocked.
fn cut(board: &Board, part: &[(usize, usize)]) -> Board {
    let width = board.columns();
    let rows = part.iter().map(|&(_, index)| index / width);
    let columns = part.iter().map(|&(_, index)| index % width);
    let (top, bottom) = bounds(rows);
    let (left, right) = bounds(columns);
    let new_width = right - left + 1;
    let mut cells: Box<[Symbol]> = vec![BLOCKED; (bottom - top + 1) * new_width].into();
    for &(_, index) in part {
        cells[(index / width - top) * new_width + (index % width - left)] = board.symbols()[index];
    }
    Board::new(bottom - top + 1, new_width, cells)
}

fn bounds(values: impl Iterator<Item = usize>) -> (usize, usize) {
    values.fold((usize::MAX, 0), |(low, high), value| (low.min(value), high.max(value)))
}
