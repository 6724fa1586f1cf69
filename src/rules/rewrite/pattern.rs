//! The two sides of a rule from text.
//!
//! Knows: symbols, `?`, classes `[xo]`, rows separated by `|`, and what can be wrong with them.
//! Must not know: where rules are applied.

use super::Turns;
use super::stencil::{Cell, Stencil};
use crate::value::board::{Alphabet, MAX_CELLS, Shape};

/// Which text of a rule an offset is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left of the arrow.
    Pattern,
    /// Right of the arrow.
    Replacement,
}

/// Why a rule means nothing. Offsets are bytes into the text of the side named.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The sides have different rows or columns.
    #[error("the pattern has {} and the replacement {}", size(*.pattern), size(*.replacement))]
    SidesDiffer {
        /// Rows and columns of the pattern.
        pattern: (usize, usize),
        /// Rows and columns of the replacement.
        replacement: (usize, usize),
    },
    /// A character that is neither in the alphabet nor part of the pattern language.
    #[error("`{symbol}` is not in the alphabet")]
    ForeignSymbol {
        /// On which side.
        side: Side,
        /// The character.
        symbol: char,
        /// Where it stands.
        offset: usize,
    },
    /// A character with a meaning that does not fit here.
    #[error("`{symbol}` has no meaning here")]
    BadPattern {
        /// On which side.
        side: Side,
        /// The character.
        symbol: char,
        /// Where it stands.
        offset: usize,
    },
    /// A `[` without `]`.
    #[error("`[` is never closed")]
    UnclosedClass {
        /// On which side.
        side: Side,
        /// Where the `[` stands.
        offset: usize,
    },
    /// `[]`
    #[error("`[]` names no symbol")]
    EmptyClass {
        /// On which side.
        side: Side,
        /// Where the `[` stands.
        offset: usize,
    },
    /// A replacement shows several symbols where the pattern does not show the same class.
    #[error("the replacement must name one symbol here, or `?` to leave the cell as it is")]
    Undecided {
        /// Where the class stands in the replacement.
        offset: usize,
    },
    /// A row is shorter or longer than the first.
    #[error("row {row} has {length} cells, the first has {expected}")]
    Ragged {
        /// On which side.
        side: Side,
        /// The row, counted from 1.
        row: usize,
        /// Its number of cells.
        length: usize,
        /// The number of cells of the first row.
        expected: usize,
        /// Where the row begins.
        offset: usize,
        /// Where it ends.
        end: usize,
    },
    /// There is no cell.
    #[error("a pattern needs at least one cell")]
    Empty {
        /// On which side.
        side: Side,
    },
    /// More cells than a board can have.
    #[error("a pattern with more cells than a board")]
    TooLarge {
        /// On which side.
        side: Side,
    },
    /// The board would stay as it is.
    #[error("the rule changes nothing")]
    NoEffect,
    /// Directions were asked for, but the pattern has several rows.
    #[error("only a pattern of one row can be turned")]
    MultiRowTurned,
    /// A strip has one row, the pattern several.
    #[error("a strip has one row, the pattern {rows}")]
    MultiRowOnStrip {
        /// How many rows the pattern has.
        rows: usize,
    },
    /// A strip has no diagonals.
    #[error("a strip has no diagonals")]
    DiagonalOnStrip,
}

impl RuleError {
    /// The side that is wrong and the byte in its text, when it is one.
    pub fn place(&self) -> (Side, Option<usize>) {
        match self {
            RuleError::ForeignSymbol { side, offset, .. }
            | RuleError::BadPattern { side, offset, .. }
            | RuleError::UnclosedClass { side, offset }
            | RuleError::EmptyClass { side, offset }
            | RuleError::Ragged { side, offset, .. } => (*side, Some(*offset)),
            RuleError::Undecided { offset } => (Side::Replacement, Some(*offset)),
            RuleError::Empty { side } | RuleError::TooLarge { side } => (*side, None),
            _ => (Side::Pattern, None),
        }
    }
}

fn size((rows, columns): (usize, usize)) -> String {
    let plural = |n| if n == 1 { "" } else { "s" };
    format!("{rows} row{} of {columns} cell{}", plural(rows), plural(columns))
}

/// What one cell of a side says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token {
    /// The symbols it names.
    set: u64,
    /// Whether it is `?`.
    any: bool,
    offset: usize,
}

/// One side, row by row.
struct Sketch {
    rows: usize,
    columns: usize,
    tokens: Vec<Token>,
}

/// Compiles both sides of a rule, as written.
pub(super) fn compile(
    pattern: &str,
    replacement: &str,
    alphabet: &Alphabet,
) -> Result<Stencil, RuleError> {
    let before = read_side(pattern, Side::Pattern, alphabet)?;
    let after = read_side(replacement, Side::Replacement, alphabet)?;
    if (before.rows, before.columns) != (after.rows, after.columns) {
        return Err(RuleError::SidesDiffer {
            pattern: (before.rows, before.columns),
            replacement: (after.rows, after.columns),
        });
    }
    let mut cells = Vec::with_capacity(before.tokens.len());
    for (index, (from, to)) in before.tokens.iter().zip(&after.tokens).enumerate() {
        let cell = Cell { row: 0, column: 0, needs: from.set, writes: written(*from, *to)? };
        cells.push(((index / before.columns) as i32, (index % before.columns) as i32, cell));
    }
    if cells.iter().all(|(_, _, cell)| cell.stays()) {
        return Err(RuleError::NoEffect);
    }
    Ok(Stencil::from_cells(cells.into_iter()))
}

/// Whether the pattern can be laid on boards of this shape in these directions.
pub(super) fn check_shape(written: &Stencil, turns: Turns, shape: Shape) -> Result<(), RuleError> {
    let rows = written.rows as usize;
    match (shape, turns) {
        (Shape::Strip, _) if rows > 1 => Err(RuleError::MultiRowOnStrip { rows }),
        (Shape::Strip, Turns::Diagonally) => Err(RuleError::DiagonalOnStrip),
        (_, Turns::None) => Ok(()),
        _ if rows > 1 => Err(RuleError::MultiRowTurned),
        _ => Ok(()),
    }
}

/// What a cell shows afterwards; nothing when it stays.
fn written(from: Token, to: Token) -> Result<Option<u8>, RuleError> {
    if to.any {
        Ok(None)
    } else if to.set.is_power_of_two() {
        Ok(Some(to.set.trailing_zeros() as u8))
    } else if to.set == from.set {
        Ok(None)
    } else {
        Err(RuleError::Undecided { offset: to.offset })
    }
}

fn read_side(text: &str, side: Side, alphabet: &Alphabet) -> Result<Sketch, RuleError> {
    let mut sketch = Sketch { rows: 0, columns: 0, tokens: Vec::new() };
    let mut offset = 0;
    for row_text in text.split('|') {
        let before = sketch.tokens.len();
        Reader { text: row_text, start: offset, side, alphabet }.row(&mut sketch.tokens)?;
        let length = sketch.tokens.len() - before;
        let (row, end) = (sketch.rows + 1, offset + row_text.len());
        if row == 1 {
            sketch.columns = length;
        } else if length != sketch.columns {
            let expected = sketch.columns;
            return Err(RuleError::Ragged { side, row, length, expected, offset, end });
        }
        sketch.rows = row;
        offset = end + 1;
    }
    match sketch.tokens.len() {
        0 => Err(RuleError::Empty { side }),
        1..=MAX_CELLS => Ok(sketch),
        _ => Err(RuleError::TooLarge { side }),
    }
}

/// Reads the cells of one row.
struct Reader<'a> {
    text: &'a str,
    /// Where the row begins in the text of its side.
    start: usize,
    side: Side,
    alphabet: &'a Alphabet,
}

impl Reader<'_> {
    fn row(&self, tokens: &mut Vec<Token>) -> Result<(), RuleError> {
        let mut characters = self.text.char_indices();
        while let Some((at, character)) = characters.next() {
            let offset = self.start + at;
            let (set, any) = match character {
                '?' => (self.alphabet.all(), true),
                '[' => (self.class(offset, &mut characters)?, false),
                _ => (self.symbol(character, offset)?, false),
            };
            tokens.push(Token { set, any, offset });
        }
        Ok(())
    }

    /// The symbols up to `]`; the `[` at `offset` is read.
    fn class(&self, offset: usize, rest: &mut std::str::CharIndices<'_>) -> Result<u64, RuleError> {
        let side = self.side;
        let mut set = 0;
        for (at, character) in rest {
            if character != ']' {
                set |= self.symbol(character, self.start + at)?;
            } else if set == 0 {
                return Err(RuleError::EmptyClass { side, offset });
            } else {
                return Ok(set);
            }
        }
        Err(RuleError::UnclosedClass { side, offset })
    }

    fn symbol(&self, symbol: char, offset: usize) -> Result<u64, RuleError> {
        let side = self.side;
        match self.alphabet.symbol(symbol) {
            Some(index) => Ok(1 << index),
            None if "?[]~^$".contains(symbol) => {
                Err(RuleError::BadPattern { side, symbol, offset })
            }
            None => Err(RuleError::ForeignSymbol { side, symbol, offset }),
        }
    }
}
