//! Turns and mirrors of planes.
//!
//! Knows: how the bits of rows and columns change places. Must not know: rules.

use super::plan::Plan;
use super::word::Word;
use crate::board::rewrite::symmetry::{Symmetry, Turn};

/// Memory that is used again for every board.
#[derive(Debug)]
pub(super) struct Turner<W> {
    /// The planes after each turn.
    turned: [Vec<W>; 8],
    image: Vec<W>,
    /// The least image so far.
    pub(super) least: Vec<W>,
}

impl<W: Word> Turner<W> {
    pub(super) fn new() -> Self {
        let turned = std::array::from_fn(|_| Vec::new());
        Turner { turned, image: Vec::new(), least: Vec::new() }
    }

    /// Puts into `least` the least of the boards symmetric to this one; tells its size and
    /// whether its value is the negative.
    pub(super) fn canonical(&mut self, plan: &Plan<W>, board: &[W]) -> ((usize, usize), bool) {
        self.turned.iter_mut().for_each(Vec::clear);
        self.least.clear();
        let mut negated = false;
        for symmetry in &plan.symmetries {
            self.turn(symmetry.turn, plan, board);
            self.exchange(symmetry);
            let less = (&self.image, symmetry.negates) < (&self.least, negated);
            if self.least.is_empty() || less {
                std::mem::swap(&mut self.image, &mut self.least);
                negated = symmetry.negates;
            }
        }
        let (rows, columns) = (plan.rows, plan.columns);
        (if plan.upright { (columns, rows) } else { (rows, columns) }, negated)
    }

    /// Makes sure that the planes have been turned so.
    fn turn(&mut self, turn: Turn, plan: &Plan<W>, board: &[W]) {
        let index = turn.index();
        if !self.turned[index].is_empty() {
            return;
        }
        let (rows, columns) =
            if turn.transpose { (plan.columns, plan.rows) } else { (plan.rows, plan.columns) };
        let turned = board.iter().map(|&plane| {
            let plane = if turn.transpose { transposed(plane, plan) } else { plane };
            match (turn.flip_rows, turn.flip_columns) {
                (false, false) => plane,
                (true, true) => reversed(plane, rows * columns),
                (true, false) => upside_down(plane, rows, columns),
                (false, true) => reversed(upside_down(plane, rows, columns), rows * columns),
            }
        });
        self.turned[index].extend(turned);
    }

    /// Puts the turned planes with exchanged symbols into `image`.
    fn exchange(&mut self, symmetry: &Symmetry) {
        let turned = &self.turned[symmetry.turn.index()];
        self.image.clear();
        self.image.resize(turned.len(), W::ZERO);
        for (plane, &becomes) in turned.iter().zip(&symmetry.exchange) {
            self.image[becomes as usize] = *plane;
        }
    }
}

/// Half a turn.
#[inline]
fn reversed<W: Word>(plane: W, cells: usize) -> W {
    plane.reverse_bits() >> (W::CELLS - cells)
}

/// The last row comes first.
#[inline]
fn upside_down<W: Word>(plane: W, rows: usize, columns: usize) -> W {
    let mask = W::lowest(columns);
    let row = |i: usize| ((plane >> (i * columns)) & mask) << ((rows - 1 - i) * columns);
    (0..rows).fold(W::ZERO, |all, i| all | row(i))
}

/// Rows become columns.
#[inline]
fn transposed<W: Word>(plane: W, plan: &Plan<W>) -> W {
    let mut result = plane;
    if !plan.spread.is_empty() {
        result = W::ZERO;
        for row in 0..plan.rows {
            let bits = (plane >> (row * plan.columns)) & W::lowest(plan.columns);
            for (i, table) in plan.spread.iter().enumerate() {
                result = result | (table[(bits >> (8 * i)).byte()] << row);
            }
        }
    }
    result
}
