//! Turns and mirrors of bit planes, and normal forms.
//!
//! Knows: how bits of rows and columns are permuted. Must not know: rules.

use std::cmp::Ordering;

use super::plan::Plan;
use super::word::{Word, union};
use crate::board::rewrite::symmetry::{SquareSymmetry, Symmetry};

/// How the planes of a board become those of an image under a symmetry of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Image {
    pub(super) turn: SquareSymmetry,
    /// For each plane of the image, the plane it comes from.
    pub(super) from: Box<[u8]>,
    /// Whether the players are exchanged.
    pub(super) negates: bool,
}

impl Image {
    pub(super) fn new(symmetry: &Symmetry) -> Self {
        let mut from: Box<[u8]> = vec![0; symmetry.exchange.len()].into();
        for (plane, becomes) in (0..).zip(&symmetry.exchange) {
            from[*becomes as usize] = plane;
        }
        Image { turn: symmetry.turn, from, negates: symmetry.negates }
    }
}

/// A plane and its transpose, each with the same upside down, once needed.
type Forms<W> = [Option<[W; 2]>; 2];

/// Buffers for normal forms.
#[derive(Debug)]
pub(super) struct NormalFormBuffers<W> {
    /// The forms of each plane.
    forms: Vec<Forms<W>>,
    image: Vec<W>,
    /// The least image so far.
    pub(super) least: Vec<W>,
    /// Whether the board is its own negative.
    pub(super) is_own_negative: bool,
}

impl<W: Word> NormalFormBuffers<W> {
    pub(super) fn new() -> Self {
        let (forms, image, least) = (Vec::new(), Vec::new(), Vec::new());
        NormalFormBuffers { forms, image, least, is_own_negative: false }
    }

    /// Computes the least symmetric board into `least`; returns its size and whether its value is the
    /// negative.
    #[inline]
    pub(super) fn canonical(&mut self, plan: &Plan<W>, board: &[W]) -> ((usize, usize), bool) {
        self.least.clear();
        let negated = match board {
            [plane] => self.least_of_plane(plan, plane),
            _ => self.least_of_planes(plan, board),
        };
        let (rows, columns) = (plan.rows, plan.columns);
        (if plan.upright { (columns, rows) } else { (rows, columns) }, negated)
    }

    /// For a board of one plane.
    #[inline]
    fn least_of_plane(&mut self, plan: &Plan<W>, plane: &W) -> bool {
        let mut forms = [None, None];
        let (mut least, mut negated): (Option<W>, bool) = (None, false);
        for image in &plan.images {
            let turned = plan.tables.turned_by(plane, &mut forms, image.turn);
            let order = least.as_ref().map_or(Ordering::Less, |least| turned.cmp(least));
            if self.is_less(order, image.negates, &mut negated) {
                least = Some(turned);
            }
        }
        self.least.extend(least);
        negated
    }

    /// For a board of several planes.
    #[inline]
    fn least_of_planes(&mut self, plan: &Plan<W>, board: &[W]) -> bool {
        self.forms.clear();
        self.forms.resize(board.len(), [None, None]);
        let mut negated = false;
        for image in &plan.images {
            let order = self.compare(image, plan, board);
            if self.is_less(order, image.negates, &mut negated) {
                std::mem::swap(&mut self.image, &mut self.least);
            }
        }
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

    /// The order of an image and the least one so far, before which it comes if there is none. The image is
    /// computed into `image` as far as that is needed: whole, unless it is greater.
    #[inline]
    fn compare(&mut self, image: &Image, plan: &Plan<W>, board: &[W]) -> Ordering {
        self.image.clear();
        let mut order = if self.least.is_empty() { Ordering::Less } else { Ordering::Equal };
        for (at, &from) in image.from.iter().enumerate() {
            let (plane, forms) = (&board[from as usize], &mut self.forms[from as usize]);
            let plane = plan.tables.turned_by(plane, forms, image.turn);
            if order == Ordering::Equal {
                order = plane.cmp(&self.least[at]);
            }
            if order == Ordering::Greater {
                break;
            }
            self.image.push(plane);
        }
        order
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

    /// A plane under one of several turns, whose forms are kept for the others.
    #[inline]
    fn turned_by(&self, plane: &W, forms: &mut Forms<W>, turn: SquareSymmetry) -> W {
        let forms = forms[usize::from(turn.transpose)].get_or_insert_with(|| {
            let (rows, columns, plane) = match turn.transpose {
                true => (self.columns, self.rows, self.transposed(plane.clone())),
                false => (self.rows, self.columns, plane.clone()),
            };
            let turned = upside_down(&plane, rows, columns);
            [plane, turned]
        });
        let form = &forms[usize::from(turn.flip_rows != turn.flip_columns)];
        match turn.flip_columns {
            true => form.reversed(self.rows * self.columns),
            false => form.clone(),
        }
    }

    /// A plane under a turn.
    #[inline(always)]
    pub(in crate::board) fn turned(&self, plane: W, turn: SquareSymmetry) -> W {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bitboard::sparse::Sparse;
    use crate::board::bitboard::word::Widest;
    use crate::board::rewrite::random_tests::Random;

    /// One turn is the same alone and among others, and takes each cell where it belongs.
    fn agree<W: Word>(rows: usize, columns: usize, random: &mut Random) {
        let tables = TurnTables::<W>::new((rows, columns), true);
        let cells: Vec<usize> = (0..rows * columns).filter(|_| random.below(2) == 0).collect();
        let plane = union(cells.iter().map(|cell| W::bit(*cell)));
        let mut forms = [None, None];
        for turn in SquareSymmetry::all() {
            let place = |cell: &usize| {
                let (row, column) = (cell / columns, cell % columns);
                let (mut row, mut column, rows, columns) = match turn.transpose {
                    true => (column, row, columns, rows),
                    false => (row, column, rows, columns),
                };
                row = if turn.flip_rows { rows - 1 - row } else { row };
                column = if turn.flip_columns { columns - 1 - column } else { column };
                W::bit(row * columns + column)
            };
            let expected = union(cells.iter().map(place));
            assert_eq!(tables.turned(plane.clone(), turn), expected, "{turn:?}");
            assert_eq!(tables.turned_by(&plane, &mut forms, turn), expected, "{turn:?}");
        }
    }

    #[test]
    fn turns_take_cells_where_they_belong() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let [rows, columns] = [(); 2].map(|()| 1 + random.below(8) as usize);
            agree::<u64>(rows, columns, &mut random);
            agree::<u128>(rows, 2 * columns, &mut random);
            agree::<Widest>(rows, 8 * columns, &mut random);
            agree::<Sparse>(rows, 10 * columns, &mut random);
        }
    }
}
