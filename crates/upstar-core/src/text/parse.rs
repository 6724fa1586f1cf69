//! Parser of short games: sums, brackets and switches.

use std::ops::Range;

use num_bigint::BigInt;
use num_traits::Zero;

use super::literal::{is_literal_sum, name};
use crate::named::{miny, switch, tiny};
use crate::{Dyadic, Error, Game, Store, div_mod_floor};

/// What is wrong where no game begins.
pub(super) const NOT_SHORT: &str = "this is not the name of a short game";

/// Limit of the nesting of brackets.
const MOST_LEVELS: u32 = 10_000;

/// Error of parsing a game. Positions are ranges of bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is not valid notation.
    #[error("{message}, at byte {}", range.start)]
    Syntax {
        /// The message.
        message: String,
        /// The range of the error.
        range: Range<usize>,
    },
    /// A valid part of the text whose value cannot be computed.
    #[error("{error}, at byte {}", range.start)]
    Value {
        /// The error.
        error: Error,
        /// The range of the part.
        range: Range<usize>,
    },
}

impl ParseError {
    /// The range of the error: between two characters, or the end.
    pub fn range(&self) -> Range<usize> {
        match self {
            ParseError::Syntax { range, .. } | ParseError::Value { range, .. } => range.clone(),
        }
    }
}

pub(super) type Read<T> = Result<T, ParseError>;

/// Recursive-descent parser.
pub(super) struct Parser<'s, 't> {
    pub(super) store: &'s Store,
    text: &'t str,
    at: usize,
    level: u32,
}

/// Contents of brackets: the first side, and the others after their bars.
struct BracketSides {
    first: Vec<Game>,
    others: Vec<(Bars, Vec<Game>)>,
}

/// A run of bars between two sides of a bracket.
struct Bars {
    count: usize,
    range: Range<usize>,
}

/// Parses a game.
pub(super) fn game(store: &Store, text: &str) -> Read<Game> {
    let mut parser = Parser { store, text, at: 0, level: 0 };
    parser.blanks();
    let game = parser.sum()?;
    parser.blanks();
    match parser.rest() {
        "" => Ok(game),
        _ => Err(parser.unexpected("`+`, `-`, `*` or the end of the text")),
    }
}

impl<'t> Parser<'_, 't> {
    /// Current offset.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Remaining text.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Consumes bytes.
    pub(super) fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, _) = self.rest().split_at(bytes);
        self.at += bytes;
        taken
    }

    fn blanks(&mut self) {
        let rest = self.rest().trim_start_matches([' ', '\t', '\r', '\n', '\u{a0}']);
        self.at = self.text.len() - rest.len();
    }

    /// A syntax error from `start` to the current offset.
    pub(super) fn wrong(&self, start: usize, message: impl Into<String>) -> ParseError {
        ParseError::Syntax { message: message.into(), range: start..self.at }
    }

    /// The error for an unexpected character.
    pub(super) fn unexpected(&self, expected: &str) -> ParseError {
        let (found, length) = match self.peek() {
            Some(control) if control.is_control() => {
                (format!("U+{:04X}", u32::from(control)), control.len_utf8())
            }
            Some(found) => (format!("`{found}`"), found.len_utf8()),
            None => ("the end".to_owned(), 0),
        };
        let message = format!("expected {expected}, found {found}");
        ParseError::Syntax { message, range: self.at..self.at + length }
    }

    /// Attaches the range from `start` to an error of a computation.
    pub(super) fn computed<T>(&self, start: usize, value: Result<T, Error>) -> Read<T> {
        value.map_err(|error| ParseError::Value { error, range: start..self.at })
    }

    fn step(&self) -> Read<()> {
        self.computed(self.at, self.store.budget().step().map_err(Error::from))
    }

    /// Parses one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let start = self.at;
        if self.level == MOST_LEVELS {
            return self.computed(start, Err(Error::TooDeep { limit: MOST_LEVELS }));
        }
        self.level += 1;
        let store = self.store;
        let read = store.deeper(|| Ok(read(self)));
        self.level -= 1;
        self.computed(start, read)?
    }

    /// Consumes the next sign, if it is one of these, with the blanks around it.
    fn sign(&mut self, signs: &[char]) -> Option<char> {
        let before = self.at;
        self.blanks();
        let power = self.rest().starts_with("**");
        let sign = self.peek().filter(|next| signs.contains(next) && !power);
        match sign {
            Some(sign) => {
                self.at += sign.len_utf8();
                self.blanks();
            }
            None => self.at = before,
        }
        sign
    }

    /// `G + H - K`
    fn sum(&mut self) -> Read<Game> {
        let start = self.at;
        let mut total = self.product()?;
        while let Some(sign) = self.sign(&['+', '-', '−']) {
            let term = self.product()?;
            let sum = match sign {
                '+' => self.store.add(total, term),
                _ => self.store.sub(total, term),
            };
            total = self.computed(start, sum)?;
        }
        Ok(total)
    }

    /// `3 * G` and `3 / 4`
    fn product(&mut self) -> Read<Game> {
        let start = self.at;
        let mut left = self.negative()?;
        while let Some(sign) = self.sign(&['*', '∗', '⋆', '·', '×', '/']) {
            let right = self.negative()?;
            left = match sign {
                '/' => self.quotient(start, left, right)?,
                _ => self.multiple(start, left, right)?,
            };
        }
        Ok(left)
    }

    fn multiple(&self, start: usize, left: Game, right: Game) -> Read<Game> {
        let integer = |g| self.store.as_number(g).filter(Dyadic::is_integer);
        let (times, g) = match (integer(left), integer(right)) {
            (Some(times), _) => (times, right),
            (_, Some(times)) => (times, left),
            _ => return Err(self.wrong(start, "one factor of a product must be an integer")),
        };
        self.computed(start, self.store.times(&times.numer(), g))
    }

    fn quotient(&self, start: usize, left: Game, right: Game) -> Read<Game> {
        let numbers = (self.store.as_number(left), self.store.as_number(right));
        let (Some(left), Some(right)) = numbers else {
            return Err(self.wrong(start, "only numbers can be divided"));
        };
        let numerator = left.numer() << right.exponent();
        self.fraction(start, &numerator, &(right.numer() << left.exponent()))
    }

    /// The number of a fraction.
    pub(super) fn fraction(&self, start: usize, over: &BigInt, under: &BigInt) -> Read<Game> {
        let Some(twos) = under.trailing_zeros() else {
            return Err(self.wrong(start, "a number is divided by zero"));
        };
        let divided = div_mod_floor(over, &(under >> twos), self.store.budget());
        let (numerator, rest) = self.computed(start, divided)?;
        if !rest.is_zero() {
            let message = "this number is not a short game: its denominator is not a power of 2";
            return Err(self.wrong(start, message));
        }
        self.computed(start, self.store.number(&Dyadic::new(numerator, twos)))
    }

    /// `-G`. The sign of a literal such as `-2^` belongs to the number.
    fn negative(&mut self) -> Read<Game> {
        let start = self.at;
        let mut is_negative = false;
        while self.rest().starts_with(['-', '−']) && !is_literal_sum(self.rest()) {
            self.step()?;
            self.at += self.peek().map_or(0, char::len_utf8);
            self.blanks();
            is_negative = !is_negative;
        }
        let game = self.operand()?;
        if is_negative { self.computed(start, self.store.neg(game)) } else { Ok(game) }
    }

    fn operand(&mut self) -> Read<Game> {
        self.step()?;
        let rest = self.rest();
        match self.peek() {
            Some('(') => self.nested(Self::parenthesis),
            Some('<' | '{') => self.nested(Self::form),
            _ if rest.starts_with('±') || rest.starts_with("+-") => self.nested(Self::switch),
            _ => match name(rest) {
                Some(name) => self.named(name),
                None => self.literal(),
            },
        }
    }

    /// `tiny(G)`
    fn named(&mut self, name: &str) -> Read<Game> {
        let start = self.at;
        self.at += name.len();
        let make: fn(&Store, Game) -> Result<Game, Error> = match name {
            "tiny" => tiny,
            "miny" => miny,
            _ => return Err(self.wrong(start, NOT_SHORT)),
        };
        if !self.rest().starts_with('(') {
            return Err(self.unexpected("`(`"));
        }
        let of = self.nested(Self::parenthesis)?;
        if !self.computed(start, self.store.gt(of, Game::ZERO))? {
            return Err(self.wrong(start, "tiny and miny need a positive game"));
        }
        self.computed(start, make(self.store, of))
    }

    /// `(G)`
    fn parenthesis(&mut self) -> Read<Game> {
        let open = self.at;
        self.at += 1;
        self.blanks();
        let game = self.sum()?;
        self.close(open, ')', "`+`, `-`, `*` or `)`")?;
        Ok(game)
    }

    fn close(&mut self, open: usize, sign: char, expected: &str) -> Read<()> {
        self.blanks();
        match self.peek() {
            Some(next) if next == sign => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.unexpected(expected)),
            None => Err(ParseError::Syntax {
                message: format!("this bracket is not closed: `{sign}` is missing"),
                range: open..open + 1,
            }),
        }
    }

    /// `<G, H|K>`
    fn form(&mut self) -> Read<Game> {
        let start = self.at;
        let bracket = self.bracket()?;
        let form = self.divided(start, &bracket.first, &bracket.others)?;
        form.ok_or_else(|| {
            self.wrong(start, "no bar in this bracket: write `<left options|right options>`")
        })
    }

    /// `±G` and `±<G, H>`
    fn switch(&mut self) -> Read<Game> {
        let start = self.at;
        self.at += if self.rest().starts_with("+-") { "+-" } else { "±" }.len();
        let left = match self.peek() {
            Some('<' | '{') => {
                let BracketSides { first, others } = self.bracket()?;
                self.side(start, &first, &others)?
            }
            Some('0'..='9') if !is_literal_sum(self.rest()) => vec![self.number()?],
            _ => vec![self.operand()?],
        };
        self.computed(start, switch(self.store, &left))
    }

    fn bracket(&mut self) -> Read<BracketSides> {
        let open = self.at;
        let close = if self.rest().starts_with('<') { '>' } else { '}' };
        self.at += 1;
        let mut bracket = BracketSides { first: self.options(close)?, others: Vec::new() };
        while let Some(bars) = self.bars() {
            bracket.others.push((bars, self.options(close)?));
        }
        self.close(open, close, &format!("`+`, `-`, `*`, `,`, `|` or `{close}`"))?;
        Ok(bracket)
    }

    /// Parses the options of one side, and the blanks around them.
    fn options(&mut self, close: char) -> Read<Vec<Game>> {
        self.blanks();
        let mut options = Vec::new();
        let is_empty = |next| matches!(next, '|' | '‖') || next == close;
        if self.peek().is_none_or(is_empty) {
            return Ok(options);
        }
        loop {
            options.push(self.sum()?);
            if self.sign(&[',']).is_none() {
                self.blanks();
                return Ok(options);
            }
        }
    }

    fn bars(&mut self) -> Option<Bars> {
        let start = self.at;
        let count = self.rest().chars().map_while(|next| match next {
            '|' => Some(1),
            '‖' => Some(2),
            _ => None,
        });
        let count = count.sum();
        self.at = self.text.len() - self.rest().trim_start_matches(['|', '‖']).len();
        (count > 0).then_some(Bars { count, range: start..self.at })
    }

    /// Parses slash notation, which is divided first by the most bars; `None` without bars.
    fn divided(
        &mut self,
        start: usize,
        first: &[Game],
        others: &[(Bars, Vec<Game>)],
    ) -> Read<Option<Game>> {
        // Of several, `max_by_key` takes the last.
        let outer = others.iter().enumerate().rev().max_by_key(|(_, (bars, _))| bars.count);
        let Some((place, (bars, middle))) = outer else { return Ok(None) };
        let (before, after) = (&others[..place], &others[place + 1..]);
        if let Some((again, _)) = after.iter().find(|(other, _)| other.count == bars.count) {
            let message =
                "these bars stand twice in one bracket: write one more where it is divided";
            let range = again.range.clone();
            return Err(ParseError::Syntax { message: message.to_owned(), range });
        }
        let left = self.side(start, first, before)?;
        let right = self.side(start, middle, after)?;
        self.computed(start, self.store.game(&left, &right)).map(Some)
    }

    /// The options of a side of slash notation.
    fn side(
        &mut self,
        start: usize,
        first: &[Game],
        others: &[(Bars, Vec<Game>)],
    ) -> Read<Vec<Game>> {
        let form = self.nested(|parser| parser.divided(start, first, others))?;
        Ok(form.map_or_else(|| first.to_vec(), |form| vec![form]))
    }
}
