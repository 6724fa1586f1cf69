//! The symbols that the cells of a board can show.
//!
//! Knows: which characters may be symbols, and their order.
//! Must not know: boards or rules.

use std::fmt;

/// What a cell shows: the index of a symbol in its [`Alphabet`], or [`BLOCKED`].
pub type Symbol = u8;

/// A cell that is not part of the board: no pattern matches it, and it cannot be typed.
pub const BLOCKED: Symbol = 63;

/// A cell outside the board, for rules that look at the border; it cannot be typed.
#[doc(hidden)]
pub const EDGE: Symbol = BLOCKED - 1;

/// Largest number of symbols in an alphabet, so that sets of symbols are bits of a `u64`.
pub const MAX_SYMBOLS: usize = EDGE as usize;

/// Characters with a meaning in patterns or boards.
const RESERVED: &[char] = &['|', '"', '\'', '\\', '?', '[', ']', '(', ')', '~', '^', '$'];

/// Error of parsing an alphabet. Offsets are bytes into its text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AlphabetError {
    /// No symbol.
    #[error("an alphabet needs at least one symbol: the empty cell")]
    Empty,
    /// A symbol occurs twice.
    #[error("the symbol `{symbol}` occurs twice")]
    Duplicate {
        /// The symbol.
        symbol: char,
        /// Where it occurs first.
        first: usize,
        /// Where it occurs again.
        offset: usize,
    },
    /// A reserved, blank or control character.
    #[error("{symbol:?} cannot be a symbol")]
    Reserved {
        /// The character.
        symbol: char,
        /// Where it stands.
        offset: usize,
    },
    /// More than [`MAX_SYMBOLS`].
    #[error("more than {MAX_SYMBOLS} symbols")]
    TooMany,
}

/// A list of distinct characters; the first is the empty cell.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Alphabet {
    characters: Box<[char]>,
    /// The number that the first symbol is, if symbols are numbers in order.
    first: Option<u8>,
}

impl Alphabet {
    /// Reads the text after `grid of` or `strip of`.
    ///
    /// # Errors
    /// When it is empty, repeats a symbol or has a character that cannot be one.
    pub fn parse(text: &str) -> Result<Self, AlphabetError> {
        for (offset, symbol) in text.char_indices() {
            if symbol.is_whitespace() || symbol.is_control() || RESERVED.contains(&symbol) {
                return Err(AlphabetError::Reserved { symbol, offset });
            }
            let first = text.find(symbol).unwrap_or(offset);
            if first < offset {
                return Err(AlphabetError::Duplicate { symbol, first, offset });
            }
        }
        let symbols: Box<[char]> = text.chars().collect();
        match symbols.len() {
            0 => Err(AlphabetError::Empty),
            1..=MAX_SYMBOLS => Ok(Alphabet { characters: symbols, first: None }),
            _ => Err(AlphabetError::TooMany),
        }
    }

    /// An alphabet of two different symbols.
    #[doc(hidden)]
    pub fn of(symbols: [char; 2]) -> Self {
        Alphabet { characters: Box::new(symbols), first: None }
    }

    /// The same symbols as numbers, of which this is the first.
    ///
    /// ```
    /// # use upstar_core::board::Alphabet;
    /// let digits = Alphabet::parse("1234")?.numbered(1);
    /// assert_eq!((digits.number(2), digits.of_number(4), digits.of_number(0)), (Some(3), Some(3), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn numbered(self, first: u8) -> Self {
        Alphabet { first: Some(first), ..self }
    }

    /// The number that a symbol is; `None` if symbols are no numbers.
    pub fn number(&self, symbol: Symbol) -> Option<i64> {
        self.first.map(|first| i64::from(first) + i64::from(symbol))
    }

    /// The symbol of a number; `None` if no symbol is this number.
    pub fn of_number(&self, number: i64) -> Option<Symbol> {
        let symbol = usize::try_from(number.checked_sub(self.first?.into())?).ok()?;
        (symbol < self.characters.len()).then_some(symbol as Symbol)
    }

    /// Whether symbols are numbers.
    pub fn is_of_numbers(&self) -> bool {
        self.first.is_some()
    }

    /// The symbol of a character.
    pub fn symbol(&self, character: char) -> Option<Symbol> {
        self.characters.iter().position(|&c| c == character).map(|index| index as Symbol)
    }

    /// The character of a symbol; a blocked cell looks like a blank.
    pub fn character(&self, symbol: Symbol) -> char {
        self.characters.get(symbol as usize).copied().unwrap_or(' ')
    }

    /// The characters in order.
    pub fn characters(&self) -> &[char] {
        &self.characters
    }

    /// Number of symbols, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "an alphabet is never empty")]
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// The set of all symbols: bit `s` represents symbol `s`.
    #[doc(hidden)]
    pub fn all(&self) -> u64 {
        (1 << self.characters.len()) - 1
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.characters.iter().try_for_each(|c| write!(f, "{c}"))
    }
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Alphabet({:?})", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_numbered_in_order() {
        let alphabet = Alphabet::parse(".xo").unwrap();
        assert_eq!(alphabet.symbol('.'), Some(0));
        assert_eq!(alphabet.symbol('o'), Some(2));
        assert_eq!(alphabet.symbol('T'), None);
        assert_eq!(alphabet.character(1), 'x');
        assert_eq!(alphabet.all(), 0b111);
        assert_eq!(alphabet.to_string(), ".xo");
    }

    #[test]
    fn the_largest_alphabet_leaves_the_cells_outside_free() {
        let text: String = ('\u{4e00}'..).take(MAX_SYMBOLS).collect();
        let alphabet = Alphabet::parse(&text).unwrap();
        assert_eq!(alphabet.all() & (1 << BLOCKED | 1 << EDGE), 0);
        let text: String = ('\u{4e00}'..).take(MAX_SYMBOLS + 1).collect();
        assert_eq!(Alphabet::parse(&text), Err(AlphabetError::TooMany));
    }

    #[test]
    fn bad_alphabets_say_where() {
        assert_eq!(Alphabet::parse(""), Err(AlphabetError::Empty));
        let twice = AlphabetError::Duplicate { symbol: 'x', first: 3, offset: 5 };
        assert_eq!(Alphabet::parse("↑xox"), Err(twice));
        for symbol in "|\"'\\?[]()~^$ \t\n".chars() {
            let text = format!(".{symbol}");
            assert_eq!(Alphabet::parse(&text), Err(AlphabetError::Reserved { symbol, offset: 1 }));
        }
    }
}
