//! Splitting of boards, cell by cell, as `bitboard/split.rs` defines it: a second implementation for tests.
//!
//! Knows: stencils, boards as rows of symbols. Must not know: bits of boards.

use std::collections::BTreeSet;

use super::Rule;
use super::stencil::Stencil;
use crate::board::{BLOCKED, Board, EDGE, Shape, Symbol};

/// Splits boards for a fixed set of rules: those of both players.
#[derive(Debug, Clone)]
pub(in crate::board) struct Splitter {
    stencils: Vec<Stencil>,
    /// Set if rules look at the border, so that parts must not look like boards without a ring.
    closes: Option<Shape>,
}

/// The cells of a stencil at a corner of a board `width` columns wide: what they need and write.
fn at(
    stencil: &Stencil,
    corner: usize,
    width: usize,
) -> impl Iterator<Item = (usize, u64, Option<Symbol>)> {
    let index = move |row: u32, column: u32| corner + row as usize * width + column as usize;
    stencil.cells.iter().map(move |cell| (index(cell.row, cell.column), cell.needs, cell.writes))
}

impl Splitter {
    pub(in crate::board) fn new<'a>(
        rules: &[Vec<Rule>; 2],
        stencils: impl Iterator<Item = &'a Stencil>,
    ) -> Self {
        let closes = rules.iter().flatten().find(|rule| rule.reach() > 0).map(|rule| rule.shape);
        let stencils: BTreeSet<Stencil> = stencils.cloned().collect();
        Splitter { stencils: stencils.into_iter().collect(), closes }
    }

    /// The parts whose sum a board with its ring is, each cropped, in the order of their first cells.
    pub(in crate::board) fn parts(&self, board: &Board) -> Vec<Board> {
        let width = board.columns();
        let mut may: Vec<u64> = board.symbols().iter().map(|&symbol| 1 << symbol).collect();
        let placements = self.possible(board, &mut may);
        let changes = |index: usize| !may[index].is_power_of_two();
        let changing = |&(stencil, corner): &(&Stencil, usize)| -> Vec<usize> {
            at(stencil, corner, width).map(|cell| cell.0).filter(|&i| changes(i)).collect()
        };
        let linked: Vec<Vec<usize>> = placements.iter().map(changing).collect();
        if linked.iter().any(Vec::is_empty) {
            return vec![board.clone()];
        }
        let mut least: Vec<usize> = (0..may.len()).collect();
        loop {
            let before = least.clone();
            for cells in linked.iter().chain(linked.iter().rev()) {
                let first = cells.iter().map(|&cell| least[cell]).min().expect("one changes");
                cells.iter().for_each(|&cell| least[cell] = first);
            }
            if least == before {
                break;
            }
        }
        let mut parts: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); may.len()];
        for ((stencil, corner), cells) in placements.iter().zip(&linked) {
            parts[least[cells[0]]].extend(at(stencil, *corner, width).map(|cell| cell.0));
        }
        let cut = |part: &BTreeSet<usize>| self.closed(cut(board, part));
        parts.iter().filter(|part| !part.is_empty()).map(cut).collect()
    }

    /// Computes the sets of symbols at the fixed point, and the placements possible then.
    fn possible(&self, board: &Board, may: &mut [u64]) -> Vec<(&Stencil, usize)> {
        let (rows, width) = (board.rows(), board.columns());
        let mut open: Vec<(&Stencil, usize)> = { self.stencils.iter() }
            .flat_map(|stencil| stencil.bases(rows, width).map(move |corner| (stencil, corner)))
            .collect();
        let mut possible = Vec::new();
        loop {
            let before = possible.len();
            open.retain(|&(stencil, corner)| {
                let fits = at(stencil, corner, width).all(|(i, needs, _)| needs & may[i] != 0);
                if fits {
                    for (i, _, writes) in at(stencil, corner, width) {
                        may[i] |= writes.map_or(0, |symbol| 1 << symbol);
                    }
                    possible.push((stencil, corner));
                }
                !fits
            });
            if possible.len() == before {
                return possible;
            }
        }
    }

    /// Marks a part so that it does not look like a board without a ring.
    fn closed(&self, part: Board) -> Board {
        let Some(shape) = self.closes else { return part };
        if part.symbols().iter().any(|&symbol| symbol >= EDGE) {
            return part;
        }
        let above = usize::from(shape == Shape::Grid);
        let (rows, columns) = (part.rows() + 2 * above, part.columns() + 2);
        let mut closed = Board::new(rows, columns, vec![BLOCKED; rows * columns].into());
        for (row, column, symbol) in part.cells() {
            closed = closed.with(row + above, column + 1, symbol).expect("it lies inside");
        }
        closed
    }
}

/// These cells cropped to their bounding rectangle; the others are blocked.
fn cut(board: &Board, part: &BTreeSet<usize>) -> Board {
    let width = board.columns();
    let bounds = |places: Vec<usize>| {
        let ends = places.iter().min().zip(places.iter().max());
        ends.map(|(first, last)| (*first, *last)).expect("parts have cells")
    };
    let (top, bottom) = bounds(part.iter().map(|index| index / width).collect());
    let (left, right) = bounds(part.iter().map(|index| index % width).collect());
    let columns = right - left + 1;
    let mut cells: Box<[Symbol]> = vec![BLOCKED; (bottom - top + 1) * columns].into();
    for &index in part {
        cells[(index / width - top) * columns + (index % width - left)] = board.symbols()[index];
    }
    Board::new(bottom - top + 1, columns, cells)
}
