//! Short games as values with operators, in a store that the whole process shares.
//!
//! Knows: which function of the library implements which method. Must not know: algorithms.

mod operators;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use num_bigint::{BigInt, BigUint};

use crate::{
    Budget, Comparison, Dyadic, Error, Game, Notation, Outcome, ParseError, Store, Thermograph,
    cool, heat, short, thermograph,
};

static STORE: LazyLock<Store> = LazyLock::new(|| Store::new(Budget::unlimited()));

/// The value of a short game: small, copied like a number, equal when the games are equal.
///
/// ```
/// use upstar_core::{Outcome, Value};
///
/// let up: Value = "{0|*}".parse()?;
/// assert_eq!("{0,*|0} + *".parse::<Value>()?, up);
/// assert_eq!((up + up + Value::STAR).to_string(), "⇑*");
/// assert!(Value::ZERO < up && up < Value::from(1));
/// assert_eq!(up.partial_cmp(&Value::STAR), None);
///
/// let hot = Value::new([3.into()], [1.into()])?;
/// assert_eq!(hot.outcome()?, Outcome::L);
/// assert_eq!([hot.mean()?, hot.temperature()?], [2.into(), 1.into()]);
/// assert_eq!(hot + hot, Value::from(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// All values are in one [`Store`], [`Value::store`], for the lifetime of the process. A program that wants
/// to free memory, or to limit one computation and not another, makes stores of its own;
/// [`Value::from_store`] imports a game from there.
///
/// # Panics
/// Methods return a [`Result`]. Operators, comparisons, and conversions of numbers cannot, and panic
/// where these would be an [`Error`]: when the store is full or its budget exhausted, when games are
/// nested too deep, or the multiple of up or the number of options is too large (`*4000000000`, added
/// to a switch). With games typed by users call [`checked_add`](Value::checked_add) and the like.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(Game);

impl Value {
    /// The game `0`.
    pub const ZERO: Value = Value(Game::ZERO);
    /// The game `*`.
    pub const STAR: Value = Value(Game::STAR);

    /// The store of all values. Its budget has no limits unless the program sets some.
    pub fn store() -> &'static Store {
        &STORE
    }

    /// The game with these options: `{left | right}`.
    ///
    /// ```
    /// # use upstar_core::{Error, Value};
    /// assert_eq!(Value::new([Value::ZERO], [Value::STAR])?.to_string(), "↑");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Store::game`].
    pub fn new(
        left: impl IntoIterator<Item = Value>,
        right: impl IntoIterator<Item = Value>,
    ) -> Result<Value, Error> {
        let [left, right] = [left.into_iter().collect(), right.into_iter().collect()].map(games);
        Self::store().game(&left, &right).map(Value)
    }

    /// The nimber `*n`.
    ///
    /// ```
    /// # use upstar_core::Value;
    /// assert_eq!(Value::nimber(5) + Value::nimber(3), Value::nimber(6));
    /// ```
    pub fn nimber(n: u32) -> Value {
        Self::made(Self::store().nimber(n))
    }

    /// The value of a game of any store.
    ///
    /// # Errors
    /// As for [`Store::copy`].
    pub fn from_store(store: &Store, game: Game) -> Result<Value, Error> {
        Self::store().copy(store, game).map(Value)
    }

    /// The game in [`Value::store`], for functions without a method here.
    ///
    /// ```
    /// # use upstar_core::{Error, Value, short};
    /// let hot = Value::new([3.into()], [Value::STAR])?;
    /// assert_eq!(short::stop_count(Value::store(), hot.game())?, 3u32.into());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn game(self) -> Game {
        self.0
    }

    /// The sum.
    ///
    /// # Errors
    /// As for [`Store::add`].
    pub fn checked_add(self, other: Value) -> Result<Value, Error> {
        Self::store().add(self.0, other.0).map(Value)
    }

    /// The difference.
    ///
    /// # Errors
    /// As for [`Store::add`].
    pub fn checked_sub(self, other: Value) -> Result<Value, Error> {
        Self::store().sub(self.0, other.0).map(Value)
    }

    /// The negative.
    ///
    /// # Errors
    /// As for [`Store::neg`].
    pub fn checked_neg(self) -> Result<Value, Error> {
        Self::store().neg(self.0).map(Value)
    }

    /// The sum of `n` copies, or of `-n` copies of the negative.
    ///
    /// # Errors
    /// As for [`Store::times`].
    pub fn checked_mul(self, n: i64) -> Result<Value, Error> {
        Self::store().times(&BigInt::from(n), self.0).map(Value)
    }

    /// The relation to another value; comparison operators use it.
    ///
    /// # Errors
    /// As for [`Store::compare`].
    pub fn compare(self, other: Value) -> Result<Comparison, Error> {
        Self::store().compare(self.0, other.0)
    }

    /// The outcome class.
    ///
    /// # Errors
    /// As for [`Store::outcome`].
    pub fn outcome(self) -> Result<Outcome, Error> {
        Self::store().outcome(self.0)
    }

    /// The left options of the canonical form, in the order of books.
    ///
    /// # Errors
    /// As for [`Store::left_in_order`].
    pub fn left_options(self) -> Result<Vec<Value>, Error> {
        Ok(values(&Self::store().left_in_order(self.0)?))
    }

    /// The right options of the canonical form, in the order of books.
    ///
    /// # Errors
    /// As for [`Store::right_in_order`].
    pub fn right_options(self) -> Result<Vec<Value>, Error> {
        Ok(values(&Self::store().right_in_order(self.0)?))
    }

    /// The number, if the value is one.
    pub fn as_number(self) -> Option<Dyadic> {
        Self::store().as_number(self.0)
    }

    /// The `n` for which this is `*n`, if any.
    pub fn as_nimber(self) -> Option<u32> {
        Self::store().as_nimber(self.0)
    }

    /// The Left stop: the number reached when Left starts and both play well.
    ///
    /// # Errors
    /// As for [`Store::left_stop`].
    pub fn left_stop(self) -> Result<Dyadic, Error> {
        Self::store().left_stop(self.0)
    }

    /// The Right stop: the number reached when Right starts and both play well.
    ///
    /// # Errors
    /// As for [`Store::right_stop`].
    pub fn right_stop(self) -> Result<Dyadic, Error> {
        Self::store().right_stop(self.0)
    }

    /// The height of the canonical game tree.
    ///
    /// # Errors
    /// As for [`Store::birthday`].
    pub fn birthday(self) -> Result<BigUint, Error> {
        Self::store().birthday(self.0)
    }

    /// The thermograph.
    ///
    /// # Errors
    /// As for [`thermograph()`].
    pub fn thermograph(self) -> Result<Arc<Thermograph>, Error> {
        thermograph(Self::store(), self.0)
    }

    /// The mean.
    ///
    /// # Errors
    /// As for [`thermograph()`].
    pub fn mean(self) -> Result<Dyadic, Error> {
        crate::mean(Self::store(), self.0)
    }

    /// The temperature: how much a move is worth; below zero for numbers.
    ///
    /// # Errors
    /// As for [`thermograph()`].
    pub fn temperature(self) -> Result<Dyadic, Error> {
        crate::temperature(Self::store(), self.0)
    }

    /// The game cooled by `t`.
    ///
    /// # Errors
    /// As for [`cool()`].
    pub fn cool(self, t: &Dyadic) -> Result<Value, Error> {
        cool(Self::store(), self.0, t).map(Value)
    }

    /// The game heated by `t`.
    ///
    /// # Errors
    /// As for [`heat()`].
    pub fn heat(self, t: Value) -> Result<Value, Error> {
        heat(Self::store(), self.0, t.0).map(Value)
    }

    /// The atomic weight.
    ///
    /// # Errors
    /// As for [`short::atomic_weight`].
    pub fn atomic_weight(self) -> Result<Value, Error> {
        short::atomic_weight(Self::store(), self.0).map(Value)
    }

    /// Writes the canonical form, by conventional names, in a notation. `Display` writes Unicode.
    ///
    /// ```
    /// # use upstar_core::{Notation, Value};
    /// let g: Value = "{^^|-2}".parse()?;
    /// assert_eq!(g.to_string(), "<⇑|-2>");
    /// assert_eq!(g.text(Notation::Ascii)?, "<^^|-2>");
    /// assert_eq!(g.text(Notation::Latex)?, r"\left\{\Uparrow\mid -2\right\}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Store::text`].
    pub fn text(self, notation: Notation) -> Result<String, Error> {
        Self::store().text(self.0, notation)
    }

    #[track_caller]
    fn made(game: Result<Game, Error>) -> Value {
        match game {
            Ok(game) => Value(game),
            Err(error) => panic!("no value: {error}"),
        }
    }
}

fn games(values: Vec<Value>) -> Vec<Game> {
    values.into_iter().map(Value::game).collect()
}

fn values(games: &[Game]) -> Vec<Value> {
    games.iter().copied().map(Value).collect()
}

/// The game 0.
impl Default for Value {
    fn default() -> Self {
        Value::ZERO
    }
}

/// The notation of books, as [`Store::parse`] reads it.
impl FromStr for Value {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Value, ParseError> {
        Value::store().parse(text).map(Value)
    }
}

/// As [`Store::show`] shows it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::store().show(self.0).fmt(f)
    }
}

/// The same as for display.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
