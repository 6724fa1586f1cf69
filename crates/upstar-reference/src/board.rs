//! Boards: rectangles of cells, each of which shows a symbol of an alphabet. A strip is a board of one row.
//!
//! The book: reference/rulesets.md, "Positions" and "What a pattern means, exactly".

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use upstar_syntax::ast::{BoardKind, Symbols};

use crate::value::Value;
use crate::{Fault, Wrong};

/// A cell, as (row, column) from 0; also a place beside the board.
pub type Place = (i64, i64);

/// What the boards of a parameter have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// The symbols that cells may show, that of the empty cell first.
    pub alphabet: Rc<str>,
    /// The number that the first symbol is, where cells show numbers.
    pub first: Option<i64>,
    /// Whether there is one row, whose cells are numbered.
    pub strip: bool,
    /// Whether the last row is above the first, and the last column left of the first.
    pub wraps: (bool, bool),
}

impl Form {
    /// The form that is declared.
    pub fn of(kind: BoardKind, symbols: &Symbols) -> Form {
        let wraps = match kind {
            BoardKind::Strip | BoardKind::Grid => (false, false),
            BoardKind::Ring | BoardKind::Cylinder => (false, true),
            BoardKind::Torus => (true, true),
        };
        let first = symbols.range().map(|(first, _)| first as i64);
        Form { alphabet: Rc::from(&*symbols.value), first, strip: kind.is_row(), wraps }
    }

    /// Whether some way around comes back.
    pub fn closed(&self) -> bool {
        self.wraps != (false, false)
    }

    /// The value that a cell with this symbol has.
    pub fn shown(&self, symbol: char) -> Value {
        match (self.first, self.alphabet.chars().position(|one| one == symbol)) {
            (Some(first), Some(place)) => Value::integer(first + place as i64),
            _ => Value::text(symbol.to_string()),
        }
    }
}

/// A board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    /// What it has in common with other boards.
    pub form: Form,
    rows: Vec<Vec<char>>,
}

impl Board {
    /// The board that is typed as a text: rows separated by `|`.
    ///
    /// # Errors
    /// When there is no cell, rows have different lengths, a strip has several, or a symbol is not in the alphabet.
    pub fn read(form: &Form, text: &str) -> Result<Board, Fault> {
        let Form { alphabet, strip, .. } = form;
        let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
        let wrong = |message: String| Err(Fault::wrong(Wrong::Rules, message));
        let differ = rows.iter().any(|row| row.len() != rows[0].len());
        if differ || rows[0].is_empty() || *strip && rows.len() > 1 {
            return wrong(format!("\"{text}\" is not a board"));
        }
        if let Some(symbol) = rows.iter().flatten().find(|symbol| !alphabet.contains(**symbol)) {
            return wrong(format!("`{symbol}` is not in the alphabet \"{alphabet}\""));
        }
        Ok(Board { form: form.clone(), rows })
    }

    /// The empty board of this size.
    ///
    /// # Errors
    /// When it has no cells.
    pub fn empty(form: &Form, rows: usize, columns: usize) -> Result<Board, Fault> {
        let symbol = form.alphabet.chars().next().unwrap_or('.');
        if rows * columns == 0 {
            return Err(Fault::wrong(Wrong::Rules, "a board needs at least one cell"));
        }
        Ok(Board { form: form.clone(), rows: vec![vec![symbol; columns]; rows] })
    }

    /// The number of rows.
    pub fn rows(&self) -> i64 {
        self.rows.len() as i64
    }

    /// The number of columns.
    pub fn columns(&self) -> i64 {
        self.rows.first().map_or(0, |row| row.len() as i64)
    }

    /// The cell that a place means: where rows or columns come back, it may be any number of them away.
    pub fn around(&self, (row, column): Place) -> Place {
        let (down, right) = self.form.wraps;
        let row = if down { row.rem_euclid(self.rows()) } else { row };
        (row, if right { column.rem_euclid(self.columns()) } else { column })
    }

    /// The symbol at a place; none outside of the board.
    pub fn at(&self, place: Place) -> Option<char> {
        let (row, column) = self.around(place);
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// Writes a symbol on a cell of the board.
    pub fn put(&mut self, place: Place, symbol: char) {
        let (row, column) = self.around(place);
        if self.at(place).is_some() {
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
        let beside = around.into_iter().filter(|place| self.at(*place).is_some());
        let beside: BTreeSet<Place> = beside.map(|place| self.around(place)).collect();
        beside.into_iter().filter(|place| *place != self.around((row, column))).collect()
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
        let empty = self.form.alphabet.chars().next();
        let group = self.group(place);
        let beside = group.iter().flat_map(|cell| self.neighbours(*cell));
        let free: BTreeSet<Place> =
            beside.filter(|cell| self.at(*cell) == empty && !group.contains(cell)).collect();
        free.into_iter().collect()
    }

    /// Whether k cells in a row, a column or a diagonal show a symbol.
    pub fn line(&self, symbol: char, k: i64) -> bool {
        let along = |(row, column): Place, (down, right): Place| {
            let wraps = self.form.wraps;
            let twice = |around: bool, way: i64, cells: i64| around && way != 0 && k > cells;
            !twice(wraps.0, down, self.rows())
                && !twice(wraps.1, right, self.columns())
                && (0..k).all(|i| self.at((row + i * down, column + i * right)) == Some(symbol))
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
                let cell = self.around(cell);
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
