//! Strips and grids as values: cells with the alphabet they are written in.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Fault, Result};
use crate::diagnostic::Code;
use upstar_core::board::{Alphabet, Board, Shape, Symbol};

/// Board with the alphabet that it is written in.
#[derive(Debug, Clone)]
pub struct Cells {
    /// Symbols of the cells.
    pub board: Board,
    /// Characters of the symbols.
    pub alphabet: Arc<Alphabet>,
    /// Whether it is a strip or a grid.
    pub shape: Shape,
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && (Arc::ptr_eq(&self.alphabet, &other.alphabet) || self.alphabet == other.alphabet)
    }
}

impl Eq for Cells {}

impl Hash for Cells {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
    }
}

impl Cells {
    /// The board as it is typed, without quotes.
    pub fn text(&self) -> String {
        self.board.display(&self.alphabet).to_string()
    }

    /// The symbol that a text of one character names.
    ///
    /// # Errors
    /// When it is not in the alphabet.
    pub fn symbol(&self, text: &str) -> Result<Symbol> {
        let mut symbols = text.chars();
        let known = match (symbols.next(), symbols.next()) {
            (Some(symbol), None) => self.alphabet.symbol(symbol),
            _ => None,
        };
        known.ok_or_else(|| {
            let alphabet: String = self.alphabet.characters().iter().collect();
            Fault::new(
                Code::ForeignSymbol,
                format!("\"{text}\" is not a symbol of the alphabet \"{alphabet}\""),
            )
        })
    }
}
