//! Cells beside each other along rows and columns, and the groups that they make.
//!
//! Cells are meant by their number, row by row from 0.

use super::{Board, Symbol};

/// The empty cell, as the first symbol of an alphabet.
const EMPTY: Symbol = 0;

impl Board {
    /// The cells above, left of, right of and below a cell, as far as there are any.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, cells) = (self.columns(), self.symbols().len());
        let column = cell % columns;
        let beside = [
            cell.checked_sub(columns),
            (column > 0).then(|| cell - 1),
            (column + 1 < columns).then_some(cell + 1),
            Some(cell + columns).filter(|&below| below < cells),
        ];
        beside.into_iter().flatten()
    }

    /// The cells that hang together with a cell and show the same symbol, in order.
    pub fn group(&self, cell: usize) -> Vec<usize> {
        self.flood(cell).0
    }

    /// The empty cells beside the group of a cell, in order.
    pub fn liberties(&self, cell: usize) -> Vec<usize> {
        self.flood(cell).1
    }

    /// The group of a cell, and the empty cells beside it.
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
}
