//! Boards from text.
//!
//! Knows: that rows are separated by `|`, and the errors of a typed board.
//! Must not know: patterns (they have their own reader).

use super::{Alphabet, Board, MAX_CELLS, Shape, Symbol};

/// Error of a board. Offsets are bytes into its text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A cell shows a character that is not in the alphabet.
    #[error("`{}` in row {row}, column {column} is not in the alphabet", shown(*.symbol))]
    ForeignSymbol {
        /// The character.
        symbol: char,
        /// Its row, counted from 1.
        row: usize,
        /// Its column, counted from 1.
        column: usize,
        /// Byte offset of the character.
        offset: usize,
    },
    /// A row is shorter or longer than the first.
    #[error("row {row} has {length} cells, the first has {expected}")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// Its number of cells.
        length: usize,
        /// The number of cells of the first row.
        expected: usize,
        /// Start of the row.
        offset: usize,
        /// End of the row.
        end: usize,
    },
    /// A strip with a second row.
    #[error("a strip has one row")]
    SecondRow {
        /// Byte offset of the `|`.
        offset: usize,
    },
    /// More than [`MAX_CELLS`] cells.
    #[error("{cells} cells are more than {MAX_CELLS}")]
    TooLarge {
        /// Number of cells.
        cells: usize,
    },
    /// No cell.
    #[error("a board needs at least one cell")]
    Empty,
    /// A cell shows a symbol that the alphabet of the rules does not have.
    #[error(
        "row {row}, column {column} shows symbol {symbol}, and the rules have {count}, counted from 0"
    )]
    NoSuchSymbol {
        /// The symbol.
        symbol: Symbol,
        /// Its row, counted from 1.
        row: usize,
        /// Its column, counted from 1.
        column: usize,
        /// Number of symbols of the rules.
        count: usize,
    },
}

impl BoardError {
    /// Byte offset of the error, if it has one.
    pub fn offset(&self) -> Option<usize> {
        match self {
            BoardError::ForeignSymbol { offset, .. }
            | BoardError::Ragged { offset, .. }
            | BoardError::SecondRow { offset } => Some(*offset),
            BoardError::TooLarge { .. } | BoardError::Empty | BoardError::NoSuchSymbol { .. } => {
                None
            }
        }
    }
}

impl Board {
    /// Reads a board: rows from top to bottom, separated by `|`.
    ///
    /// # Errors
    /// When a symbol is foreign, rows differ in length, a strip has several rows, or the board
    /// is empty or too large.
    pub fn parse(text: &str, shape: Shape, alphabet: &Alphabet) -> Result<Self, BoardError> {
        if let Some(offset) = text.find('|').filter(|_| shape.is_row()) {
            return Err(BoardError::SecondRow { offset });
        }
        let mut cells = Vec::with_capacity(text.len().min(MAX_CELLS));
        let (mut rows, mut columns, mut offset) = (0, 0, 0);
        for row_text in text.split('|') {
            let before = cells.len();
            rows += 1;
            read_row(row_text, rows, offset, alphabet, &mut cells)?;
            let length = cells.len() - before;
            let end = offset + row_text.len();
            if rows == 1 {
                columns = length;
            } else if length != columns {
                return Err(BoardError::Ragged {
                    row: rows,
                    length,
                    expected: columns,
                    offset,
                    end,
                });
            }
            offset = end + 1;
        }
        match cells.len() {
            0 => Err(BoardError::Empty),
            1..=MAX_CELLS => Ok(Board::new(rows, columns, cells.into()).shaped(shape)),
            cells => Err(BoardError::TooLarge { cells }),
        }
    }
}

/// A character, escaped if it is a control character.
fn shown(symbol: char) -> String {
    if symbol.is_control() { symbol.escape_default().to_string() } else { symbol.to_string() }
}

/// Appends the symbols of one row, which starts at byte `offset`.
fn read_row(
    text: &str,
    row: usize,
    offset: usize,
    alphabet: &Alphabet,
    cells: &mut Vec<Symbol>,
) -> Result<(), BoardError> {
    for (index, (at, symbol)) in text.char_indices().enumerate() {
        let foreign =
            || BoardError::ForeignSymbol { symbol, row, column: index + 1, offset: offset + at };
        cells.push(alphabet.symbol(symbol).ok_or_else(foreign)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, shape: Shape) -> Result<String, BoardError> {
        let alphabet = Alphabet::parse(".↑o").unwrap();
        let board = Board::parse(text, shape, &alphabet)?;
        Ok(board.display(&alphabet).to_string())
    }

    #[test]
    fn a_board_prints_as_it_was_typed() {
        for text in [".", "o.↑", "..|o↑|..", ".|.|o"] {
            assert_eq!(parse(text, Shape::Grid).as_deref(), Ok(text));
        }
        assert_eq!(parse("o.↑", Shape::Strip).as_deref(), Ok("o.↑"));
    }

    #[test]
    fn a_foreign_symbol_is_placed_by_row_column_and_byte() {
        let expected = BoardError::ForeignSymbol { symbol: 'q', row: 2, column: 2, offset: 6 };
        assert_eq!(parse("↑.|.q", Shape::Grid), Err(expected));
    }

    #[test]
    fn a_ragged_row_is_placed() {
        let ragged = |row, length, offset, end| {
            Err(BoardError::Ragged { row, length, expected: 2, offset, end })
        };
        assert_eq!(parse("↑.|.", Shape::Grid), ragged(2, 1, 5, 6));
        assert_eq!(parse("..|..|...", Shape::Grid), ragged(3, 3, 6, 9));
        assert_eq!(parse("..|", Shape::Grid), ragged(2, 0, 3, 3));
    }

    #[test]
    fn a_board_has_cells() {
        assert_eq!(parse("", Shape::Grid), Err(BoardError::Empty));
        assert_eq!(parse("||", Shape::Grid), Err(BoardError::Empty));
        assert_eq!(parse("..|..", Shape::Strip), Err(BoardError::SecondRow { offset: 2 }));
        let long = ".".repeat(MAX_CELLS + 1);
        assert_eq!(parse(&long, Shape::Strip), Err(BoardError::TooLarge { cells: MAX_CELLS + 1 }));
    }
}
