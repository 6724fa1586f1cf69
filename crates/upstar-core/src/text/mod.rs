//! Printer of games and other values, and parser of short games.
//!
//! Knows: the notation of books in three spellings, limits on texts, literals, sums, brackets and their labels.
//! Must not know: how the name of a game is chosen (see [`named`](crate::named) and [`loopy::named`](crate::loopy::named)),
//! how a thermograph is drawn, values that only the language has.
//!
//! Values of this library are printed here and nowhere else. The language writes what surrounds them through the same
//! `Printer`, which counts the levels of brackets and the length. The parser serves programs without the language.
//! `upstar-syntax` reads the same notation among everything else, and `tests/readback/core.rs` compares the two
//! readers.

mod graph;
mod impartial;
mod literal;
mod loopy;
mod outcome;
mod parse;
mod print;
mod read_loopy;
mod surreal;
mod thermograph;

use std::fmt;
use std::str::FromStr;

pub use graph::{Phrase, Precedence, Vertex};
pub(crate) use loopy::games_of_value;
pub use parse::ParseError;
pub use print::{BracketSide, Printer};

use crate::{Error, Game, Store};

/// Limit of the digits of a number, read or written.
pub(crate) const MAX_DIGITS: usize = 100_000;

/// A notation for games: its signs and its brackets.
///
/// ```
/// # use upstar_core::{Game, Notation, text::Brackets};
/// let hot: Game = "<1||0|-1>".parse()?;
/// assert_eq!(hot.text(Notation::UNICODE)?, "<1||0|-1>");
/// assert_eq!(hot.text(Notation::UNICODE.with(Brackets::Braces))?, "{1||0|-1}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Notation {
    /// Signs of the games that have names.
    pub signs: Signs,
    /// Brackets around options; in LaTeX they are braces.
    pub brackets: Brackets,
}

/// Signs of the games that have names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Signs {
    /// `⇑*`, `±1`
    #[default]
    Unicode,
    /// `^^*`, `+-1`
    Ascii,
    /// `\Uparrow{*}`, for papers.
    Latex,
}

/// Brackets around options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Brackets {
    /// `<0|*>`
    #[default]
    Angle,
    /// `{0|*}`
    Braces,
}

impl Notation {
    /// `⇑*`, `±1`, `<0|1*>`
    pub const UNICODE: Notation = Notation::of(Signs::Unicode);
    /// `^^*`, `+-1`, `<0|1*>`
    pub const ASCII: Notation = Notation::of(Signs::Ascii);
    /// `\Uparrow{*}`, for papers.
    pub const LATEX: Notation = Notation::of(Signs::Latex);

    const fn of(signs: Signs) -> Notation {
        Notation { signs, brackets: Brackets::Angle }
    }

    /// The same signs with these brackets.
    #[must_use]
    pub const fn with(self, brackets: Brackets) -> Notation {
        Notation { brackets, ..self }
    }

    /// Whether texts have no signs beyond ASCII.
    pub fn is_ascii(self) -> bool {
        self.signs == Signs::Ascii
    }

    /// Whether texts are for LaTeX.
    pub fn is_latex(self) -> bool {
        self.signs == Signs::Latex
    }
}

/// The signs, and after a blank the brackets, unless these are angle brackets: `unicode`, `ascii {}`.
impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.brackets {
            Brackets::Angle => self.signs.fmt(f),
            Brackets::Braces => f.pad(&format!("{} {}", self.signs, self.brackets)),
        }
    }
}

/// The name: `unicode`, `ascii` or `latex`.
impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Signs::Unicode => "unicode",
            Signs::Ascii => "ascii",
            Signs::Latex => "latex",
        })
    }
}

/// The brackets: `<>` or `{}`.
impl fmt::Display for Brackets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Brackets::Angle => "<>",
            Brackets::Braces => "{}",
        })
    }
}

/// Error of parsing the name of a notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a notation is `unicode`, `ascii` or `latex`, and brackets are `<>` or `{{}}`")]
pub struct UnknownNotation;

/// Parses what `Display` writes: the signs, and after a blank the brackets.
impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<Self, UnknownNotation> {
        let (signs, brackets) = match text.split_once(' ') {
            Some((signs, brackets)) => (signs, brackets.parse()?),
            None => (text, Brackets::Angle),
        };
        Ok(Notation { signs: signs.parse()?, brackets })
    }
}

/// Parses the name: `unicode`, `ascii` or `latex`.
impl FromStr for Signs {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        let all = [Signs::Unicode, Signs::Ascii, Signs::Latex];
        all.into_iter().find(|one| one.to_string() == name).ok_or(UnknownNotation)
    }
}

/// Parses the brackets: `<>` or `{}`.
impl FromStr for Brackets {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<Self, UnknownNotation> {
        let all = [Brackets::Angle, Brackets::Braces];
        all.into_iter().find(|one| one.to_string() == text).ok_or(UnknownNotation)
    }
}

impl Store {
    /// Parses a game in the notation of books: all that [`text`](Store::text) writes in Unicode and ASCII,
    /// and more.
    ///
    /// | typed | read as |
    /// |---|---|
    /// | `3`, `-1/2`, `*`, `*3` | numbers and nimbers |
    /// | `^`, `^^`, `⇑`, `^3`, `v`, `↓`, `v3` | ups and downs |
    /// | `↑²` or `^<2>`, `^[2]` | the second power of up; the sum of the first two |
    /// | `-1^^*3` | -1 + ⇑ + *3: without blanks it is one literal |
    /// | `<0,*\|1>` or `{0,*\|1}`, `<2\|1\|\|0>` | brackets; more bars bind looser |
    /// | `±1` or `+-1`, `±<1,1*>` | switches |
    /// | `tiny(2)`, `miny(2)` | {0\|\|0\|-2} and its negative |
    /// | `G + H`, `G - H`, `-G`, `3 * G`, `(G)` | sums, negatives, multiples |
    ///
    /// ```
    /// # use upstar_core::{Budget, ParseError, Store};
    /// let store = Store::new(Budget::unlimited());
    /// let up = store.parse("<0|*>")?;
    /// assert_eq!(store.parse("2 * (<0,*|0> + *)")?, store.add(up, up)?);
    /// let error = store.parse("<0|*").unwrap_err();
    /// assert_eq!(error.to_string(), "this bracket is not closed: `>` is missing, at byte 0");
    /// assert_eq!(error.range(), 0..1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Syntax`] if the text is not valid notation, and [`ParseError::Value`] if a part of it
    /// cannot be computed, for instance because the budget is exhausted. Cost: the sums and canonical forms
    /// that the text asks for, and about a step for each character.
    pub fn parse(&self, text: &str) -> Result<Game, ParseError> {
        parse::game(self, text)
    }

    /// Writes a game in a notation, by its name.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Notation, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let up = store.game(&[Game::ZERO], &[Game::STAR])?;
    /// let g = store.game(&[store.add(up, up)?], &[store.integer(-2)?])?;
    /// assert_eq!(store.text(g, Notation::UNICODE)?, "<⇑|-2>");
    /// assert_eq!(store.text(g, Notation::ASCII)?, "<^^|-2>");
    /// assert_eq!(store.text(g, Notation::LATEX)?, r"\left\{\Uparrow\mid -2\right\}");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TextTooLong`], [`Error::TextTooDeep`] and [`Error::NumberTooLong`] for games that are too
    /// long to write; as for [`name`](crate::name), which is called for every follower written.
    #[doc(hidden)]
    pub fn text(&self, g: Game, notation: Notation) -> Result<String, Error> {
        Printer::new(self, notation).game(g)
    }

    /// Displays a game in Unicode, for use in format strings. Where [`text`](Store::text) fails, this writes
    /// the error in parentheses.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let up = store.game(&[Game::ZERO], &[Game::STAR])?;
    /// assert_eq!(format!("{} and {}", store.show(Game::STAR), store.show(up)), "* and ↑");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    #[doc(hidden)]
    pub fn show(&self, g: Game) -> impl fmt::Display {
        Shown { store: self, game: g }
    }
}

struct Shown<'s> {
    store: &'s Store,
    game: Game,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, self.store.text(self.game, Notation::UNICODE))
    }
}

/// Displays a text, or the error in parentheses.
pub(crate) fn pad(f: &mut fmt::Formatter<'_>, text: Result<String, Error>) -> fmt::Result {
    match text {
        Ok(text) => f.pad(&text),
        Err(error) => write!(f, "({error})"),
    }
}
