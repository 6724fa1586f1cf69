//! Goal conditions evaluated cell by cell: connections between sides, cells in a row.
//!
//! Knows: sides, straight lines. Must not know: who plays.

use crate::board::{Adjacency, Board, Symbol};

/// A side of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The first row.
    Top,
    /// The last row.
    Bottom,
    /// The first column.
    Left,
    /// The last column.
    Right,
}

impl Side {
    /// All sides with their names.
    #[doc(hidden)]
    pub const ALL: [(&'static str, Side); 4] = [
        ("top", Side::Top),
        ("bottom", Side::Bottom),
        ("left", Side::Left),
        ("right", Side::Right),
    ];

    /// Name of the side in the language.
    #[doc(hidden)]
    pub fn name(self) -> &'static str {
        match self {
            Side::Top => "top",
            Side::Bottom => "bottom",
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    /// The side with this name.
    #[doc(hidden)]
    pub fn of(text: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|(name, _)| *name == text).map(|(_, side)| side)
    }

    /// Whether a cell, by row and column from 0, lies on this side.
    #[doc(hidden)]
    pub fn has(self, (row, column): (usize, usize), (rows, columns): (usize, usize)) -> bool {
        match self {
            Side::Top => row == 0,
            Side::Bottom => row + 1 == rows,
            Side::Left => column == 0,
            Side::Right => column + 1 == columns,
        }
    }
}

/// The directions of lines: to the right, down, and both diagonals down.
pub const LINES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Board {
    /// Whether a connected set of cells that show a symbol reaches from one side to another.
    pub fn connects(&self, symbol: Symbol, [from, to]: [Side; 2], adjacency: Adjacency) -> bool {
        let (columns, size) = (self.columns(), (self.rows(), self.columns()));
        let place = |cell: usize| (cell / columns, cell % columns);
        let mut seen: Vec<bool> = self.cells.iter().map(|&shown| shown != symbol).collect();
        let mut open = Vec::new();
        for (cell, seen) in seen.iter_mut().enumerate() {
            if !*seen && from.has(place(cell), size) {
                *seen = true;
                open.push(cell);
            }
        }
        while let Some(cell) = open.pop() {
            if to.has(place(cell), size) {
                return true;
            }
            for &step in adjacency.steps() {
                if let Some(beside) = self.stepped(place(cell), step, 1)
                    && !std::mem::replace(&mut seen[beside], true)
                {
                    open.push(beside);
                }
            }
        }
        false
    }

    /// Whether each cell shows a symbol, or is beside one that does.
    pub fn dominates(&self, symbol: Symbol) -> bool {
        let shows = |cell: usize| self.cells[cell] == symbol;
        (0..self.cells.len()).all(|cell| shows(cell) || self.neighbours(cell).any(shows))
    }

    /// Whether `length` cells in a row, along a row, a column or a diagonal, show a symbol.
    pub fn has_line(&self, symbol: Symbol, length: usize) -> bool {
        let columns = self.columns();
        let shows = |cell: usize| self.cells[cell] == symbol;
        let begins = |cell: usize, step| {
            let along = |n| self.stepped((cell / columns, cell % columns), step, n);
            along(length - 1).is_some() && (0..length).all(|n| along(n).is_some_and(shows))
        };
        length > 0
            && (0..self.cells.len())
                .any(|cell| shows(cell) && LINES.iter().any(|&step| begins(cell, step)))
    }

    /// The cell `steps` steps away, if it is on the board.
    #[doc(hidden)]
    pub fn stepped(
        &self,
        (row, column): (usize, usize),
        (down, right): (isize, isize),
        steps: usize,
    ) -> Option<usize> {
        let along = |from: usize, step: isize, (length, wraps): (usize, bool)| {
            let by = step.checked_mul(isize::try_from(steps).ok()?)?;
            if !wraps {
                return from.checked_add_signed(by);
            }
            // No way is longer than the way around: it would come to a cell twice.
            if by != 0 && by.unsigned_abs() >= length {
                return None;
            }
            Some((from % length + by.rem_euclid(length as isize) as usize) % length)
        };
        let [around_down, around_right] = self.wraps;
        let row = along(row, down, (self.rows(), around_down))?;
        let column = along(column, right, (self.columns(), around_right))?;
        self.index(row.checked_add(1)?, column.checked_add(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Alphabet, Shape};

    fn board(text: &str) -> Board {
        Board::parse(text, Shape::Grid, &Alphabet::parse(".xo").unwrap()).unwrap()
    }

    #[test]
    fn sides_are_connected_by_neighbours() {
        let (down, across) = ([Side::Top, Side::Bottom], [Side::Right, Side::Left]);
        let bent = board(".x.|xx.|x..");
        assert!(bent.connects(1, down, Adjacency::Orthogonal));
        assert!(!bent.connects(1, across, Adjacency::Hex));
        let slanted = board("..x|.x.|x..");
        assert!(slanted.connects(1, down, Adjacency::Hex));
        assert!(slanted.connects(1, across, Adjacency::Hex));
        assert!(!slanted.connects(1, down, Adjacency::Orthogonal));
        assert!(!board("x..|.x.|..x").connects(1, down, Adjacency::Hex));
        assert!(board("x").connects(1, across, Adjacency::Orthogonal));
    }

    #[test]
    fn lines_are_straight() {
        for text in ["xxx|...|...", ".x.|.x.|.x.", "x..|.x.|..x", "..x|.x.|x.."] {
            assert!(board(text).has_line(1, 3) && !board(text).has_line(2, 3), "{text}");
        }
        for text in ["xx.|x..|...", ".xx|x..|...", "x.x|.o.|x.x"] {
            assert!(!board(text).has_line(1, 3), "{text}");
        }
        assert!(!board("x").has_line(1, 0) && board("x").has_line(1, 1));
        assert!(!board("xx").has_line(1, usize::MAX));
    }

    #[test]
    fn a_full_board_of_hex_has_one_winner() {
        let mut seed = 7u32;
        for _ in 0..500 {
            let mut full = Board::empty(5, 5).unwrap();
            for cell in full.symbols_mut() {
                seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
                *cell = 1 + (seed >> 16) as Symbol % 2;
            }
            let first = full.connects(1, [Side::Top, Side::Bottom], Adjacency::Hex);
            let second = full.connects(2, [Side::Left, Side::Right], Adjacency::Hex);
            assert!(first != second);
        }
    }
}
