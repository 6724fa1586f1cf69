//! Places of cells, by which programs read and change boards: numbers on a strip, pairs on a grid.
//!
//! Must not know: rules, moves.

use upstar_core::Store;
use upstar_core::board::{Board, Shape, Symbol};

use super::{Cells, Fault, Result, Value, expect};
use crate::diagnostic::Code;

impl Cells {
    /// The places of all cells: numbers on a strip, pairs (row, column) on a grid; from 1.
    ///
    /// # Errors
    /// Never for boards that exist.
    pub fn places(&self) -> Result<Vec<Value>> {
        self.board.cells().map(|(row, column, _)| self.place(row, column)).collect()
    }

    /// Places of the cells that `find` lists for a cell, such as its neighbours.
    ///
    /// # Errors
    /// When there is no such cell.
    pub fn places_near(
        &self,
        store: &Store,
        place: &Value,
        near: impl FnOnce(&Board, usize) -> Vec<usize>,
    ) -> Result<Vec<Value>> {
        let (row, column) = self.coordinates(store, std::slice::from_ref(place))?;
        let cell = self.board.index(row, column).ok_or_else(|| self.outside(row, column))?;
        let columns = self.board.columns();
        let places = near(&self.board, cell).into_iter();
        places.map(|cell| self.place(cell / columns + 1, cell % columns + 1)).collect()
    }

    fn place(&self, row: usize, column: usize) -> Result<Value> {
        let number = |n: usize| Value::integer(n as i64);
        match self.shape {
            Shape::Strip => Ok(number(column)),
            Shape::Grid => Value::tuple(vec![number(row), number(column)]),
        }
    }

    /// The symbol at a place: `s[3]`, `b[2, 3]`, `b[(2, 3)]`.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn at(&self, store: &Store, indices: &[Value]) -> Result<Value> {
        let (row, column) = self.coordinates(store, indices)?;
        let symbol = self.board.get(row, column).ok_or_else(|| self.outside(row, column))?;
        Ok(Value::text(self.alphabet.character(symbol).to_string()))
    }

    /// The board with other symbols at some places.
    ///
    /// # Errors
    /// When there is no such place or symbol.
    pub fn with<'v>(
        &self,
        store: &Store,
        changes: impl IntoIterator<Item = (&'v Value, &'v Value)>,
    ) -> Result<Cells> {
        let mut board = self.board.clone();
        for (place, symbol) in changes {
            let (row, column) = self.coordinates(store, std::slice::from_ref(place))?;
            let symbol = self.symbol_of(symbol)?;
            board = board.with(row, column, symbol).ok_or_else(|| self.outside(row, column))?;
        }
        Ok(Cells { board, alphabet: self.alphabet.clone(), shape: self.shape })
    }

    fn symbol_of(&self, value: &Value) -> Result<Symbol> {
        let Value::Text(text) = value else { return Err(value.wrong("a symbol, as a text")) };
        self.symbol(text)
    }

    fn coordinates(&self, store: &Store, indices: &[Value]) -> Result<(usize, usize)> {
        let whole = |value: &Value| -> Result<usize> {
            Ok(usize::try_from(expect::count(store, value, "a place")?).unwrap_or(usize::MAX))
        };
        match (self.shape, indices) {
            (Shape::Strip, [column]) => Ok((1, whole(column)?)),
            (Shape::Grid, [row, column]) => Ok((whole(row)?, whole(column)?)),
            (Shape::Grid, [Value::Tuple(pair)]) if pair.items().len() == 2 => {
                Ok((whole(&pair.items()[0])?, whole(&pair.items()[1])?))
            }
            (Shape::Strip, _) => {
                Err(Fault::new(Code::WrongCount, "a cell of a strip has one number: `s[3]`"))
            }
            (Shape::Grid, _) => Err(Fault::new(
                Code::WrongCount,
                "a cell of a grid has a row and a column: `b[2, 3]`",
            )),
        }
    }

    fn outside(&self, row: usize, column: usize) -> Fault {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let message = match self.shape {
            Shape::Strip => format!("there is no cell {column} on a strip of {columns}"),
            Shape::Grid => format!("there is no cell ({row}, {column}) on {rows} x {columns}"),
        };
        Fault::new(Code::OutOfRange, message)
    }
}
