//! Boards: rectangles of cells, each of which shows a symbol of an alphabet. A strip is a board of one row.
//!
//! The book: reference/rulesets.md, "Positions" and "What a pattern means, exactly".

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use crate::{Fault, Wrong};

/// A cell, as (row, column) from 0; also a place beside the board.
pub type Place = (i64, i64);

/// A board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    /// The symbols that cells may show, that of the empty cell first.
    pub alphabet: Rc<str>,
    /// Whether it is a strip, whose cells are numbered.
    pub strip: bool,
    rows: Vec<Vec<char>>,
}

impl Board {
    /// The board that is typed as a text: rows separated by `|`.
    ///
    /// # Errors
    /// When there is no cell, rows have different lengths, a strip has several, or a symbol is not in the alphabet.
    pub fn read(alphabet: &Rc<str>, strip: bool, text: &str) -> Result<Board, Fault> {
        let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
        let wrong = |message: String| Err(Fault::wrong(Wrong::Rules, message));
        let differ = rows.iter().any(|row| row.len() != rows[0].len());
        if differ || rows[0].is_empty() || strip && rows.len() > 1 {
            return wrong(format!("\"{text}\" is not a board"));
        }
        if let Some(symbol) = rows.iter().flatten().find(|symbol| !alphabet.contains(**symbol)) {
            return wrong(format!("`{symbol}` is not in the alphabet \"{alphabet}\""));
        }
        Ok(Board { alphabet: Rc::clone(alphabet), strip, rows })
    }

    /// The empty board of this size.
    ///
    /// # Errors
    /// When it has no cells.
    pub fn empty(
        alphabet: &Rc<str>,
        strip: bool,
        rows: usize,
        columns: usize,
    ) -> Result<Board, Fault> {
        let symbol = alphabet.chars().next().unwrap_or('.');
        if rows * columns == 0 {
            return Err(Fault::wrong(Wrong::Rules, "a board needs at least one cell"));
        }
        Ok(Board { alphabet: Rc::clone(alphabet), strip, rows: vec![vec![symbol; columns]; rows] })
    }

    /// The number of rows.
    pub fn rows(&self) -> i64 {
        self.rows.len() as i64
    }

    /// The number of columns.
    pub fn columns(&self) -> i64 {
        self.rows.first().map_or(0, |row| row.len() as i64)
    }

    /// The symbol at a place; none outside of the board.
    pub fn at(&self, (row, column): Place) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// Writes a symbol on a cell of the board.
    pub fn put(&mut self, (row, column): Place, symbol: char) {
        if self.at((row, column)).is_some() {
            self.rows[row as usize][column as usize] = symbol;
        }
    }

    /// All cells in the order of reading: row by row, from left to right.
    pub fn cells(&self) -> Vec<Place> {
        let (rows, columns) = (self.rows.len() as i64, self.columns());
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    }

    /// The cells beside a cell along rows and columns, in the order of reading.
    pub fn neighbours(&self, (row, column): Place) -> Vec<Place> {
        let around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)];
        around.into_iter().filter(|place| self.at(*place).is_some()).collect()
    }

    /// The cells connected with a cell through cells that show its symbol, in the order of reading.
    pub fn group(&self, place: Place) -> Vec<Place> {
        let mut group = BTreeSet::from([place]);
        let mut open = vec![place];
        while let Some(next) = open.pop() {
            for beside in self.neighbours(next) {
                if self.at(beside) == self.at(place) && group.insert(beside) {
                    open.push(beside);
                }
            }
        }
        group.into_iter().collect()
    }

    /// The empty cells beside the group of a cell, in the order of reading.
    pub fn liberties(&self, place: Place) -> Vec<Place> {
        let empty = self.alphabet.chars().next();
        let group = self.group(place);
        let beside = group.iter().flat_map(|cell| self.neighbours(*cell));
        let free: BTreeSet<Place> =
            beside.filter(|cell| self.at(*cell) == empty && !group.contains(cell)).collect();
        free.into_iter().collect()
    }

    /// Whether k cells in a row, a column or a diagonal show a symbol.
    pub fn line(&self, symbol: char, k: i64) -> bool {
        let along = |(row, column): Place, (down, right): Place| {
            (0..k).all(|i| self.at((row + i * down, column + i * right)) == Some(symbol))
        };
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
        self.cells().into_iter().any(|cell| directions.iter().any(|way| along(cell, *way)))
    }

    /// Whether a chain of cells with a symbol leads from one side to another. On a board of Hex, a cell is
    /// also beside the one above and to the right, and the one below and to the left.
    ///
    /// # Errors
    /// When a side is none of the four.
    pub fn connects(&self, symbol: char, sides: (&str, &str), hex: bool) -> Result<bool, Fault> {
        let cells = |side: &str| -> Result<BTreeSet<Place>, Fault> {
            let (last_row, last_column) = (self.rows.len() as i64 - 1, self.columns() - 1);
            let on_side = |(row, column): &Place| match side {
                "top" => Some(*row == 0),
                "bottom" => Some(*row == last_row),
                "left" => Some(*column == 0),
                "right" => Some(*column == last_column),
                _ => None,
            };
            if on_side(&(0, 0)).is_none() {
                return Err(Fault::wrong(Wrong::Value, format!("\"{side}\" is no side")));
            }
            let on_side =
                |cell: &Place| on_side(cell) == Some(true) && self.at(*cell) == Some(symbol);
            Ok(self.cells().into_iter().filter(on_side).collect())
        };
        let (mut reached, goal) = (cells(sides.0)?, cells(sides.1)?);
        let mut open: Vec<Place> = reached.iter().copied().collect();
        while let Some((row, column)) = open.pop() {
            let mut beside = self.neighbours((row, column));
            if hex {
                beside.extend([(row - 1, column + 1), (row + 1, column - 1)]);
            }
            for cell in beside {
                if self.at(cell) == Some(symbol) && reached.insert(cell) {
                    open.push(cell);
                }
            }
        }
        Ok(reached.intersection(&goal).next().is_some())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        f.write_str(&rows.join("|"))
    }
}
