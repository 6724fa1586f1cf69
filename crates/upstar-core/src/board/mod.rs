//! Boards: rectangles of cells, each showing a symbol of an alphabet; and games on them.
//!
//! Knows: rows and columns, how a board is typed, groups, lines and connections on it; moves that replace cells by
//! cells ([`Rules`]).
//! Must not know: any language but that of patterns.
//!
//! ```
//! use upstar_core::board::{Alphabet, Board, Shape};
//!
//! let alphabet = Alphabet::parse(".xo")?;
//! let board = Board::parse("x.o|..x", Shape::Grid, &alphabet)?;
//! assert_eq!((board.rows(), board.columns()), (2, 3));
//! assert_eq!(board.get(1, 3), alphabet.symbol('o'));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjacency;
mod alphabet;
mod bitboard;
mod goal;
mod guard;
#[doc(hidden)]
pub mod rewrite;
mod text;

use std::fmt;

pub use adjacency::Adjacency;
pub use alphabet::{Alphabet, AlphabetError, BLOCKED, EDGE, MAX_SYMBOLS, Symbol};
pub use goal::Side;
#[doc(hidden)]
pub use goal::{Condition, GoalBoards, Goals, LINES};
#[doc(hidden)]
pub use guard::{CellSet, Moment, Placement};
#[doc(hidden)]
pub use rewrite::{Arrangement, Pattern};
pub use rewrite::{Mistake, RuleError, RuleSide, Rules, Turns, Written};
pub use text::BoardError;

/// The most cells a board can have.
pub const MAX_CELLS: usize = 1_000_000;

/// Shape of the boards of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `strip of`: one row.
    Strip,
    /// `grid of`: rows separated by `|`.
    Grid,
    /// `ring of`: a row whose ends are beside each other.
    Ring,
    /// `cylinder of`: a grid whose rows are rings.
    Cylinder,
    /// `torus of`: a grid whose rows and columns are rings.
    Torus,
}

impl Shape {
    /// Whether its boards have one row.
    pub fn is_row(self) -> bool {
        matches!(self, Shape::Strip | Shape::Ring)
    }

    /// Whether columns, and whether rows, are rings: the way down and the way to the right come back.
    pub fn wraps(self) -> [bool; 2] {
        match self {
            Shape::Strip | Shape::Grid => [false, false],
            Shape::Ring | Shape::Cylinder => [false, true],
            Shape::Torus => [true, true],
        }
    }

    /// Whether some way along the board comes back.
    pub fn is_closed(self) -> bool {
        self.wraps() != [false, false]
    }

    /// Rows above and below, and columns on either side, at which rules look that reach so far outside.
    pub(crate) fn margins(self, reach: usize) -> (usize, usize) {
        let [down, right] = self.wraps();
        let above = if self.is_row() || down { 0 } else { reach };
        (above, if right { 0 } else { reach })
    }
}

/// A rectangle of cells. Rows and columns are counted from 1.
///
/// Where its [`Shape`] comes back to its beginning, the first and the last row, or column, are beside each other. Rows
/// and columns are numbered all the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    rows: u32,
    columns: u32,
    /// [`Shape::wraps`].
    wraps: [bool; 2],
    cells: Box<[Symbol]>,
}

impl Board {
    /// A board that shows the first symbol of its alphabet everywhere.
    ///
    /// # Errors
    /// When it would have no cell, or more than [`MAX_CELLS`].
    pub fn empty(rows: usize, columns: usize) -> Result<Self, BoardError> {
        let cells = Board::cells_of(rows, columns)?;
        Ok(Board::new(rows, columns, vec![0; cells].into()))
    }

    /// Number of cells of a board with these sides.
    pub(crate) fn cells_of(rows: usize, columns: usize) -> Result<usize, BoardError> {
        match rows.saturating_mul(columns) {
            0 => Err(BoardError::Empty),
            cells @ 1..=MAX_CELLS => Ok(cells),
            cells => Err(BoardError::TooLarge { cells }),
        }
    }

    /// A board from its cells, row by row; `cells` has `rows * columns` of them.
    pub(crate) fn new(rows: usize, columns: usize, cells: Box<[Symbol]>) -> Self {
        debug_assert_eq!(rows * columns, cells.len());
        Board { rows: rows as u32, columns: columns as u32, wraps: [false; 2], cells }
    }

    /// The same cells on a board of this shape.
    #[must_use]
    pub fn shaped(self, shape: Shape) -> Self {
        Board { wraps: shape.wraps(), ..self }
    }

    /// The board of the same size and shape with these cells.
    pub(crate) fn showing(&self, cells: Box<[Symbol]>) -> Board {
        debug_assert_eq!(self.cells.len(), cells.len());
        Board { rows: self.rows, columns: self.columns, wraps: self.wraps, cells }
    }

    /// The index of the cell in a row and a column, counted from 1. On a board that comes back to its beginning each
    /// number is that of a row, or a column: the one before the first is the last.
    ///
    /// ```
    /// # use upstar_core::board::{Board, Shape};
    /// let ring = Board::empty(1, 5)?.shaped(Shape::Ring);
    /// assert_eq!([ring.at(1, 6), ring.at(1, 0), ring.at(2, 1)], [Some(0), Some(4), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, row: i64, column: i64) -> Option<usize> {
        let along = |at: i64, cells: u32, wraps: bool| {
            let at = if wraps { at.saturating_sub(1).rem_euclid(i64::from(cells)) + 1 } else { at };
            usize::try_from(at).ok()
        };
        let [down, right] = self.wraps;
        self.index(along(row, self.rows, down)?, along(column, self.columns, right)?)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The cells row by row.
    pub fn symbols(&self) -> &[Symbol] {
        &self.cells
    }

    /// Symbol of a cell, counted from 1; `None` outside the board.
    pub fn get(&self, row: usize, column: usize) -> Option<Symbol> {
        self.index(row, column).map(|index| self.cells[index])
    }

    /// The board with one cell changed; `None` if the cell is outside, or the symbol is in no alphabet.
    pub fn with(&self, row: usize, column: usize, symbol: Symbol) -> Option<Board> {
        let index = self.index(row, column)?;
        let mut board = self.clone();
        board.set(index, symbol).then_some(board)
    }

    /// Changes the symbol of a cell, a row-major index from 0; `false`, and no change, if there is no such cell, or the
    /// symbol is in no alphabet and not [`BLOCKED`].
    pub fn set(&mut self, cell: usize, symbol: Symbol) -> bool {
        let is_symbol = usize::from(symbol) < MAX_SYMBOLS || symbol == BLOCKED;
        match self.cells.get_mut(cell).filter(|_| is_symbol) {
            Some(shown) => *shown = symbol,
            None => return false,
        }
        true
    }

    /// Row, column and symbol of each cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Symbol)> + '_ {
        let columns = self.columns();
        self.cells.iter().enumerate().map(move |(i, &s)| (i / columns + 1, i % columns + 1, s))
    }

    /// The board in the notation of the language, without the quotes.
    pub fn display<'a>(&'a self, alphabet: &'a Alphabet) -> impl fmt::Display + 'a {
        Display { board: self, alphabet }
    }

    /// Writes the rows, separated by `|`.
    fn write(&self, f: &mut fmt::Formatter<'_>, character: impl Fn(Symbol) -> char) -> fmt::Result {
        let rows: Vec<String> = self
            .cells
            .chunks(self.columns())
            .map(|row| row.iter().map(|symbol| character(*symbol)).collect())
            .collect();
        f.pad(&rows.join("|"))
    }

    /// The cells row by row, mutable; each shows a symbol of its alphabet or [`BLOCKED`].
    pub(crate) fn symbols_mut(&mut self) -> &mut [Symbol] {
        &mut self.cells
    }

    /// Row-major index of a cell; `None` outside the board.
    pub fn index(&self, row: usize, column: usize) -> Option<usize> {
        let inside = (1..=self.rows()).contains(&row) && (1..=self.columns()).contains(&column);
        inside.then(|| (row - 1) * self.columns() + (column - 1))
    }
}

struct Display<'a> {
    board: &'a Board,
    alphabet: &'a Alphabet,
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.write(f, |symbol| self.alphabet.character(symbol))
    }
}

/// A board without its alphabet: `.` for the first symbol, then digits and letters, and a blank for [`BLOCKED`]. With the
/// alphabet of its rules a board is written by [`Board::display`].
///
/// ```
/// # use upstar_core::Error;
/// # use upstar_core::board::Rules;
/// let rules = Rules::grid(".xo")?;
/// let board = rules.board("x.o|..x")?;
/// assert_eq!(board.to_string(), "1.2|..1");
/// assert_eq!(board.display(rules.alphabet()).to_string(), "x.o|..x");
/// # Ok::<(), Error>(())
/// ```
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |symbol| match symbol {
            0 => '.',
            1..=9 => char::from(b'0' + symbol),
            10..=35 => char::from(b'a' + symbol - 10),
            36..=61 => char::from(b'A' + symbol - 36),
            _ => ' ',
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dots() -> Alphabet {
        Alphabet::parse(".#").unwrap()
    }

    #[test]
    fn rows_come_before_columns() {
        let board = Board::empty(2, 3).unwrap();
        assert_eq!(board.display(&dots()).to_string(), "...|...");
        assert_eq!((board.rows(), board.columns()), (2, 3));
    }

    #[test]
    fn a_cell_is_read_and_changed_counting_from_one() {
        let board = Board::empty(2, 3).unwrap().with(1, 3, 1).unwrap();
        assert_eq!(board.display(&dots()).to_string(), "..#|...");
        assert_eq!(board.get(1, 3), Some(1));
        assert_eq!(board.get(2, 3), Some(0));
        for (row, column) in [(0, 1), (1, 0), (3, 1), (1, 4)] {
            assert_eq!(board.get(row, column), None);
            assert_eq!(board.with(row, column, 0), None);
        }
    }

    #[test]
    fn cells_come_row_by_row() {
        let board = Board::empty(2, 2).unwrap().with(2, 1, 1).unwrap();
        let cells: Vec<_> = board.cells().collect();
        assert_eq!(cells, [(1, 1, 0), (1, 2, 0), (2, 1, 1), (2, 2, 0)]);
    }

    #[test]
    fn the_size_is_limited() {
        assert_eq!(Board::empty(0, 5), Err(BoardError::Empty));
        assert!(Board::empty(1000, 1000).is_ok());
        assert_eq!(Board::empty(1, 1_000_001), Err(BoardError::TooLarge { cells: 1_000_001 }));
        assert_eq!(Board::empty(usize::MAX, 2), Err(BoardError::TooLarge { cells: usize::MAX }));
    }
}
