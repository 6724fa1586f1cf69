//! Places of cells, by which programs read and change boards: numbers on a strip, pairs on a grid.
//!
//! Must not know: rules, moves.

use upstar_core::Store;
use upstar_core::board::{Alphabet, Board, Symbol};

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
        let cell = self.cell(store, std::slice::from_ref(place))?;
        let columns = self.board.columns();
        let places = near(&self.board, cell).into_iter();
        places.map(|cell| self.place(cell / columns + 1, cell % columns + 1)).collect()
    }

    fn place(&self, row: usize, column: usize) -> Result<Value> {
        let number = |n: usize| Value::integer(n as i64);
        match self.shape.is_row() {
            true => Ok(number(column)),
            false => Value::tuple(vec![number(row), number(column)]),
        }
    }

    /// The symbol at a place: `s[3]`, `b[2, 3]`, `b[(2, 3)]`. It is a number where cells show numbers.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn at(&self, store: &Store, indices: &[Value]) -> Result<Value> {
        Ok(self.shown(self.board.symbols()[self.cell(store, indices)?]))
    }

    /// A symbol as a value: a number on boards of numbers, a text on others.
    pub fn shown(&self, symbol: Symbol) -> Value {
        match self.alphabet.number(symbol) {
            Some(number) => Value::integer(number),
            None => Value::text(self.alphabet.character(symbol).to_string()),
        }
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
            let cell = self.cell(store, std::slice::from_ref(place))?;
            let symbol = self.symbol_of(symbol)?;
            board.set(cell, symbol);
        }
        Ok(Cells { board, alphabet: self.alphabet.clone(), shape: self.shape })
    }

    /// The symbol that a text names, or that a number is.
    ///
    /// # Errors
    /// When it is in no cell of such boards.
    pub fn symbol_of(&self, value: &Value) -> Result<Symbol> {
        if self.alphabet.is_of_numbers() {
            return alphabet_symbol(&self.alphabet, value);
        }
        let Value::Text(text) = value else { return Err(value.wrong("a symbol, as a text")) };
        self.symbol(text)
    }

    /// The index of the cell at a place.
    fn cell(&self, store: &Store, indices: &[Value]) -> Result<usize> {
        let whole = |value: &Value| -> Result<i64> {
            if self.shape.is_closed() {
                return expect::integer(store, value);
            }
            Ok(i64::try_from(expect::count(store, value, "a place")?).unwrap_or(i64::MAX))
        };
        let is_row = self.shape.is_row();
        let (row, column) = match indices {
            [column] if is_row => (1, whole(column)?),
            [row, column] if !is_row => (whole(row)?, whole(column)?),
            [Value::Tuple(pair)] if !is_row && pair.items().len() == 2 => {
                (whole(&pair.items()[0])?, whole(&pair.items()[1])?)
            }
            _ if is_row => {
                return Err(Fault::new(
                    Code::WrongCount,
                    "a cell of a strip has one number: `s[3]`",
                ));
            }
            _ => {
                return Err(Fault::new(
                    Code::WrongCount,
                    "a cell of a grid has a row and a column: `b[2, 3]`",
                ));
            }
        };
        self.board.at(row, column).ok_or_else(|| self.outside(row, column))
    }

    fn outside(&self, row: i64, column: i64) -> Fault {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let message = match self.shape.is_row() {
            true => format!("there is no cell {column} on a strip of {columns}"),
            false => format!("there is no cell ({row}, {column}) on {rows} x {columns}"),
        };
        Fault::new(Code::OutOfRange, message)
    }
}

/// The symbol that a number is.
///
/// # Errors
/// When no cell shows it.
pub fn alphabet_symbol(alphabet: &Alphabet, value: &Value) -> Result<Symbol> {
    let Value::Number(given) = value else { return Err(value.wrong("a number, for a cell")) };
    let symbol = given.to_i64().and_then(|number| alphabet.of_number(number));
    symbol.ok_or_else(|| {
        let given = given.in_message();
        let number = |symbol: usize| alphabet.number(symbol as Symbol).unwrap_or_default();
        let (least, greatest) = (number(0), number(alphabet.len() - 1));
        Fault::new(
            Code::ForeignSymbol,
            format!("{given} is not among the numbers {least}..{greatest} of this board"),
        )
    })
}
