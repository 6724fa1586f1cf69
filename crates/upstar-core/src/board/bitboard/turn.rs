//! Turns and mirrors of bit planes, and normal forms.
//!
//! Knows: how bits of rows and columns are permuted. Must not know: rules.

use std::cmp::Ordering;

use super::plan::Plan;
use super::word::{Word, union};
use crate::board::rewrite::symmetry::{Symmetry, Turn};

/// Buffers for normal forms.
#[derive(Debug)]
pub(super) struct NormalFormBuffers<W> {
    /// The planes under each turn.
    turned: [Vec<W>; 8],
    image: Vec<W>,
    /// The least image so far.
    pub(super) least: Vec<W>,
    /// Whether the board is its own negative.
    pub(super) is_own_negative: bool,
}

impl<W: Word> NormalFormBuffers<W> {
    pub(super) fn new() -> Self {
        let turned = std::array::from_fn(|_| Vec::new());
        NormalFormBuffers { turned, image: Vec::new(), least: Vec::new(), is_own_negative: false }
    }

    /// Computes the least symmetric board into `least`; returns its size and whether its value is the
    /// negative.
    #[inline]
    pub(super) fn canonical(&mut self, plan: &Plan<W>, board: &[W]) -> ((usize, usize), bool) {
        let (rows, columns) = (plan.rows, plan.columns);
        let size = if plan.upright { (columns, rows) } else { (rows, columns) };
        self.least.clear();
        if let [plane] = board {
            return (size, self.canonical_plane(plan, plane));
        }
        self.turned.iter_mut().for_each(Vec::clear);
        let mut negated = false;
        for symmetry in &plan.symmetries {
            self.turn(symmetry.turn, plan, board);
            self.exchange(symmetry);
            let order = match self.least.is_empty() {
                true => Ordering::Less,
                false => self.image.cmp(&self.least),
            };
            if self.is_less(order, symmetry.negates, &mut negated) {
                std::mem::swap(&mut self.image, &mut self.least);
            }
        }
        (size, negated)
    }

    /// The same for a board of one plane, which no exchange of symbols changes.
    #[inline]
    fn canonical_plane(&mut self, plan: &Plan<W>, plane: &W) -> bool {
        let Plan { rows, columns, tables, .. } = plan;
        // The plane as it is and transposed, each with the same upside down, once needed.
        let mut forms: [Option<[W; 2]>; 2] = [None, None];
        let (mut least, mut negated): (Option<W>, bool) = (None, false);
        for Symmetry { turn, negates, .. } in &plan.symmetries {
            let forms = forms[usize::from(turn.transpose)].get_or_insert_with(|| {
                let (rows, columns, plane) = match turn.transpose {
                    true => (*columns, *rows, tables.transposed(plane.clone())),
                    false => (*rows, *columns, plane.clone()),
                };
                let turned = upside_down(&plane, rows, columns);
                [plane, turned]
            });
            let form = &forms[usize::from(turn.flip_rows != turn.flip_columns)];
            let image = match turn.flip_columns {
                true => form.reversed(rows * columns),
                false => form.clone(),
            };
            let order = least.as_ref().map_or(Ordering::Less, |least| image.cmp(least));
            if self.is_less(order, *negates, &mut negated) {
                least = Some(image);
            }
        }
        self.least.extend(least);
        negated
    }

    /// Whether an image is less than the least one, given their order; takes note of whether it is the negative.
    #[inline]
    fn is_less(&mut self, order: Ordering, negates: bool, negated: &mut bool) -> bool {
        match order {
            Ordering::Less => (*negated, self.is_own_negative) = (negates, false),
            Ordering::Equal => {
                self.is_own_negative |= *negated != negates;
                *negated &= negates;
            }
            Ordering::Greater => {}
        }
        order == Ordering::Less
    }

    /// Computes the planes under `turn` unless cached.
    #[inline]
    fn turn(&mut self, turn: Turn, plan: &Plan<W>, board: &[W]) {
        let turned = &mut self.turned[turn.index()];
        if turned.is_empty() {
            turned.extend(board.iter().map(|plane| plan.tables.turned(plane.clone(), turn)));
        }
    }

    /// Computes into `image` the turned planes with permuted symbols.
    #[inline]
    fn exchange(&mut self, symmetry: &Symmetry) {
        let turned = &self.turned[symmetry.turn.index()];
        self.image.clear();
        self.image.resize(turned.len(), W::ZERO);
        for (plane, &becomes) in turned.iter().zip(&symmetry.exchange) {
            self.image[becomes as usize] = plane.clone();
        }
    }
}

/// Lookup tables for turns and mirrors of boards of one size.
#[derive(Debug)]
pub(in crate::board) struct TurnTables<W> {
    rows: usize,
    columns: usize,
    /// Whether boards may be transposed.
    transpose: bool,
    /// For the bytes of a row, the bits of each byte spread over a column; empty if boards are never
    /// transposed or have one row or column, and for words that are [`Word::SPARSE`].
    spread: Vec<[W; 256]>,
}

impl<W: Word> TurnTables<W> {
    /// Tables for boards of this size, which may be transposed if `transpose`.
    pub(in crate::board) fn new((rows, columns): (usize, usize), transpose: bool) -> Self {
        let transpose = transpose && rows > 1 && columns > 1;
        let spread = match transpose && !W::SPARSE {
            true => spread(rows, columns),
            false => Vec::new(),
        };
        TurnTables { rows, columns, transpose, spread }
    }

    /// A plane under a turn.
    #[inline(always)]
    pub(in crate::board) fn turned(&self, plane: W, turn: Turn) -> W {
        let (rows, columns, plane) = match turn.transpose {
            true => (self.columns, self.rows, self.transposed(plane)),
            false => (self.rows, self.columns, plane),
        };
        match (turn.flip_rows, turn.flip_columns) {
            (false, false) => plane,
            (true, true) => plane.reversed(rows * columns),
            (true, false) => upside_down(&plane, rows, columns),
            (false, true) => upside_down(&plane, rows, columns).reversed(rows * columns),
        }
    }

    /// Transposes a plane.
    #[inline]
    fn transposed(&self, plane: W) -> W {
        if !self.transpose {
            return plane;
        }
        let mut result = W::ZERO;
        if W::SPARSE {
            let turned = |cell: usize| cell % self.columns * self.rows + cell / self.columns;
            plane.places().for_each(|cell| result |= &W::bit(turned(cell)));
            return result;
        }
        for row in 0..self.rows {
            let bits = plane.bits(row * self.columns, self.columns);
            for (i, table) in self.spread.iter().enumerate() {
                let byte = (bits.clone() >> (8 * i)).piece(0) as usize & 0xff;
                result |= &(table[byte].clone() << row);
            }
        }
        result
    }
}

/// Reverses the order of rows.
#[inline]
fn upside_down<W: Word>(plane: &W, rows: usize, columns: usize) -> W {
    let row = |i: usize| plane.bits(i * columns, columns) << ((rows - 1 - i) * columns);
    union((0..rows).map(row))
}

/// For each byte of a row, its bits `rows` apart.
fn spread<W: Word>(rows: usize, columns: usize) -> Vec<[W; 256]> {
    let column = |first: usize, byte: usize| {
        let bits = (0..8).filter(|bit| byte >> bit & 1 != 0 && first + bit < columns);
        union(bits.map(|bit| W::bit((first + bit) * rows)))
    };
    let table = |first| std::array::from_fn(|byte| column(first, byte));
    (0..columns).step_by(8).map(table).collect()
}
