//! Adjacent cells, connected groups and liberties.
//!
//! Cells are row-major indices, from 0.

use super::{Board, Symbol};

/// An adjacency relation of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// Along rows and columns.
    Orthogonal,
    /// As in Hex, where each row is shifted half a cell to the right of the one above: also the
    /// cell above and to the right, and the one below and to the left.
    Hex,
}

impl Adjacency {
    /// Rows and columns from a cell to its neighbours.
    #[doc(hidden)]
    pub fn steps(self) -> &'static [(isize, isize)] {
        match self {
            Adjacency::Orthogonal => &[(-1, 0), (0, -1), (0, 1), (1, 0)],
            Adjacency::Hex => &[(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)],
        }
    }
}

/// The empty cell, as the first symbol of an alphabet.
const EMPTY: Symbol = 0;

/// Whether the cells of a board are bits of a word.
enum Size {
    Small,
    Large,
}

impl Board {
    /// The orthogonal neighbours of a cell, each once and in order.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, cells) = (self.columns(), self.symbols().len());
        // A cell beyond the board has no neighbours.
        let cell = Some(cell).filter(|&cell| cell < cells);
        if self.wraps != [false, false] {
            return self.closed_neighbours(cell).into_iter().flatten();
        }
        let column = cell.map_or(0, |cell| cell % columns);
        let beside = [
            cell.and_then(|cell| cell.checked_sub(columns)),
            cell.filter(|_| column > 0).map(|cell| cell - 1),
            cell.filter(|_| column + 1 < columns).map(|cell| cell + 1),
            cell.map(|cell| cell + columns).filter(|&below| below < cells),
        ];
        beside.into_iter().flatten()
    }

    /// The neighbours on a board that comes back to its beginning. A short ring has cells that are beside another
    /// on both sides, or beside themselves.
    fn closed_neighbours(&self, cell: Option<usize>) -> [Option<usize>; 4] {
        let Some(cell) = cell else { return [None; 4] };
        let place = (cell / self.columns(), cell % self.columns());
        let steps = Adjacency::Orthogonal.steps().iter();
        let mut beside: Vec<usize> = steps
            .filter_map(|step| self.stepped(place, *step, 1))
            .filter(|beside| *beside != cell)
            .collect();
        beside.sort_unstable();
        beside.dedup();
        std::array::from_fn(|which| beside.get(which).copied())
    }

    /// The connected group of a cell: cells that show the same symbol, in order.
    pub fn group(&self, cell: usize) -> Vec<usize> {
        match self.size_of(cell) {
            None => Vec::new(),
            Some(Size::Small) => indices(self.small_flood(cell).0),
            Some(Size::Large) => self.flood(cell).0,
        }
    }

    /// The empty neighbours of the group of a cell, in order.
    pub fn liberties(&self, cell: usize) -> Vec<usize> {
        match self.size_of(cell) {
            None => Vec::new(),
            Some(Size::Small) => indices(self.small_flood(cell).1),
            Some(Size::Large) => self.flood(cell).1,
        }
    }

    /// Number of liberties of the group of a cell.
    pub fn count_liberties(&self, cell: usize) -> usize {
        match self.size_of(cell) {
            None => 0,
            Some(Size::Small) => self.small_flood(cell).1.count_ones() as usize,
            Some(Size::Large) => self.flood(cell).1.len(),
        }
    }

    /// Whether the board fits in a word; `None` if it has no such cell.
    fn size_of(&self, cell: usize) -> Option<Size> {
        let cells = self.symbols().len();
        let size = if cells <= u128::BITS as usize { Size::Small } else { Size::Large };
        (cell < cells).then_some(size)
    }

    /// Flood fill as in [`Board::flood`], with sets of cells as bits.
    fn small_flood(&self, cell: usize) -> (u128, u128) {
        let symbols = self.symbols();
        let (mut seen, mut group, mut liberties) = (1 << cell, 0, 0);
        // Cells of the group whose neighbours are not visited yet.
        let mut open: u128 = 1 << cell;
        while open != 0 {
            let next = open.trailing_zeros() as usize;
            open &= open - 1;
            group |= 1 << next;
            for beside in self.neighbours(next) {
                let bit: u128 = 1 << beside;
                if seen & bit != 0 {
                    continue;
                }
                seen |= bit;
                if symbols[beside] == symbols[cell] {
                    open |= bit;
                } else if symbols[beside] == EMPTY {
                    liberties |= bit;
                }
            }
        }
        (group, liberties)
    }

    /// Flood fill: the group of a cell and its liberties.
    fn flood(&self, cell: usize) -> (Vec<usize>, Vec<usize>) {
        let symbols = self.symbols();
        let mut seen = vec![false; symbols.len()];
        seen[cell] = true;
        let (mut group, mut liberties) = (vec![cell], Vec::new());
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for beside in self.neighbours(cell) {
                if std::mem::replace(&mut seen[beside], true) {
                    continue;
                }
                if symbols[beside] == symbols[cell] {
                    group.push(beside);
                } else if symbols[beside] == EMPTY {
                    liberties.push(beside);
                }
            }
        }
        group.sort_unstable();
        liberties.sort_unstable();
        (group, liberties)
    }
}

/// Indices of the bits set in a word.
fn indices(mut bits: u128) -> Vec<usize> {
    let mut indices = Vec::with_capacity(bits.count_ones() as usize);
    while bits != 0 {
        indices.push(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::super::{Alphabet, Shape};
    use super::*;

    #[test]
    fn neighbours_do_not_reach_around_the_end_of_a_row() {
        let board = Board::empty(2, 3).unwrap();
        let of = |cell| board.neighbours(cell).collect::<Vec<_>>();
        assert_eq!(of(0), [1, 3]);
        assert_eq!(of(2), [1, 5]);
        assert_eq!(of(3), [0, 4]);
        assert_eq!(of(4), [1, 3, 5]);
        assert_eq!(Board::empty(1, 1).unwrap().neighbours(0).count(), 0);
    }

    #[test]
    fn groups_hang_together_and_have_liberties() {
        let alphabet = Alphabet::parse(".xo").unwrap();
        let board = Board::parse("xx.|ox.|xo.", Shape::Grid, &alphabet).unwrap();
        assert_eq!(board.group(4), [0, 1, 4]);
        assert_eq!(board.liberties(0), [2, 5]);
        assert!(board.liberties(3).is_empty());
        assert!(board.liberties(6).is_empty());
        assert_eq!(board.group(2), [2, 5, 8]);
        assert!(board.liberties(2).is_empty());
    }

    #[test]
    fn bits_and_lists_of_cells_are_the_same() {
        let mut board = Board::empty(5, 7).unwrap();
        let mut seed = 1u32;
        for cell in board.symbols_mut() {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
            *cell = (seed >> 16) as Symbol % 3;
        }
        for cell in 0..35 {
            assert_eq!((board.group(cell), board.liberties(cell)), board.flood(cell));
            assert_eq!(board.count_liberties(cell), board.liberties(cell).len());
        }
    }
}
