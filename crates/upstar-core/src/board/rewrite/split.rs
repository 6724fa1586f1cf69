//! Splits boards of any size, cell by cell, into parts that cannot influence each other. Those of few
//! cells are split in the same way as planes, for all cells at once: see `planes/split.rs`.
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
//! one after the other: see [`basis`].
//!
//! Cost: linear in cells times symbols times the size of the rules.

use crate::graph::Partition;

use super::ring;
use super::stencil::Stencil;
use crate::board::{BLOCKED, Board, Shape, Symbol};

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
    /// Which cells are tied.
    tied: Partition,
}

/// The most cells that are looked at to leave out stencils.
const MOST_CELLS: usize = 1 << 22;

/// Those of these stencils that split boards as all of them do.
pub(super) fn basis(mut stencils: Vec<Stencil>) -> Vec<Stencil> {
    stencils.sort_by_cached_key(|stencil| (stencil.cells.len(), stencil.clone()));
    stencils.dedup();
    let mut basis = Splitter::new(&[], None);
    let mut left = MOST_CELLS;
    for stencil in stencils {
        let cells = (stencil.rows * stencil.columns) as usize * basis.stencils.len();
        left = left.saturating_sub(cells);
        if left == 0 || !basis.implies(&stencil) {
            basis.stencils.push(stencil);
        }
    }
    basis.stencils
}

impl Splitter {
    /// For the stencils of both players together, each once.
    pub(super) fn new(stencils: &[Stencil], closes: Option<Shape>) -> Self {
        Splitter { stencils: stencils.to_vec(), closes, scratch: Scratch::default() }
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

    /// Whether splitting is the same with and without a further stencil.
    ///
    /// Wherever it could be laid, its cells may show what it needs. Say that with these symbols
    /// alone its cells may come to show what it writes, all change, and are tied. More symbols
    /// and cells around them only add placements, so wherever it is possible, the sets have what
    /// it writes, and its cells are of one part.
    fn implies(&mut self, stencil: &Stencil) -> bool {
        let (rows, columns) = (stencil.rows as usize, stencil.columns as usize);
        let mut symbols = vec![BLOCKED; rows * columns];
        for (index, cell) in stencil.at(0, columns) {
            if !cell.needs.is_power_of_two() {
                return false;
            }
            symbols[index] = cell.needs.trailing_zeros() as Symbol;
        }
        let board = Board::new(rows, columns, symbols.into());
        self.find_possible(&board);
        let Scratch { may, .. } = &self.scratch;
        let shows = |i: usize, symbol: Symbol| may[i] >> symbol & 1 != 0;
        let mut cells = stencil.at(0, columns);
        if !cells.all(|(i, c)| changes(may[i]) && c.writes.is_none_or(|symbol| shows(i, symbol))) {
            return false;
        }
        let tied = self.tie(&board);
        let ties = &mut self.scratch.tied;
        let mut roots = stencil.at(0, columns).map(|(index, _)| ties.least(index));
        let first = roots.next();
        tied && roots.all(|root| Some(root) == first)
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
        let Scratch { may, placements, tied, .. } = &mut self.scratch;
        tied.reset(may.len());
        for &(which, base) in placements.iter() {
            let mut changing = self.stencils[which]
                .at(base, width)
                .map(|(index, _)| index)
                .filter(|&index| changes(may[index]));
            let Some(first) = changing.next() else { return false };
            for other in changing {
                tied.join(first, other);
            }
        }
        true
    }

    /// Cuts the parts out of the board.
    fn collect(&mut self, board: &Board) -> Vec<Board> {
        let width = board.columns();
        let Scratch { may, placements, tied, .. } = &mut self.scratch;
        let mut members: Vec<(usize, usize)> = Vec::new();
        for &(which, base) in placements.iter() {
            let stencil = &self.stencils[which];
            let cells = || stencil.at(base, width).map(|(index, _)| index);
            let root = cells().find(|&index| changes(may[index])).unwrap_or(base);
            let root = tied.least(root);
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
