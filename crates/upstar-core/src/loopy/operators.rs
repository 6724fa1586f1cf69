//! Operators and questions of values that may be loopy, in the store of the games in them.
//!
//! Knows: which function of this folder answers which question. Must not know: algorithms.

use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;

use super::sum::{compare, difference, negative, sum, times, winners_of};
use super::{GameValue, Loopy, LoopyForm, LoopySide, Node, Stopper};
use crate::game::in_store_of;
use crate::text::games_of_value;
use crate::{Comparison, Error, Game, Outcome, Store};

impl GameValue {
    /// The outcome class, [`Outcome::D`] and its kin for draws among them.
    ///
    /// ```
    /// # use upstar_core::{Error, GameValue, Outcome};
    /// let on: GameValue = "on".parse()?;
    /// assert_eq!([on.outcome()?, (&on - &on).outcome()?], [Outcome::L, Outcome::D]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted, the graphs are too large, or the store is gone. Cost: pairs of followers.
    pub fn outcome(&self) -> Result<Outcome, Error> {
        self.in_store(|store| Ok(winners_of(store, self)?.outcome()))
    }

    /// The sum, in the store of the first value.
    ///
    /// # Errors
    /// As for [`outcome`](GameValue::outcome). Cost: the product of the followers, simplified.
    pub fn checked_add(&self, other: &GameValue) -> Result<GameValue, Error> {
        self.beside(other, sum)
    }

    /// The difference, in the store of the first value. It need not be 0 for equal values.
    ///
    /// # Errors
    /// As for [`checked_add`](GameValue::checked_add).
    pub fn checked_sub(&self, other: &GameValue) -> Result<GameValue, Error> {
        self.beside(other, difference)
    }

    /// The negative: the players are exchanged.
    ///
    /// # Errors
    /// As for [`outcome`](GameValue::outcome).
    pub fn checked_neg(&self) -> Result<GameValue, Error> {
        self.in_store(|store| negative(store, self))
    }

    /// The sum of `n` copies, or of `-n` copies of the negative.
    ///
    /// # Errors
    /// As for [`checked_add`](GameValue::checked_add), and for [`Game::checked_mul`].
    pub fn checked_mul(&self, n: i64) -> Result<GameValue, Error> {
        self.in_store(|store| times(store, &BigInt::from(n), self))
    }

    /// The relation to another value, by both sides; comparison operators use it.
    ///
    /// ```
    /// # use upstar_core::{Comparison, Error, Game, GameValue};
    /// let over: GameValue = "over".parse()?;
    /// assert_eq!(over.compare(&Game::up().into())?, Comparison::Greater);
    /// assert!(over > 0 && &over + &over == over);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`outcome`](GameValue::outcome).
    pub fn compare(&self, other: &GameValue) -> Result<Comparison, Error> {
        self.beside(other, compare)
    }

    /// Asks the store of the first game in the value that is not in every store.
    fn in_store<T>(&self, ask: impl FnOnce(&Store) -> Result<T, Error>) -> Result<T, Error> {
        in_store_of(&games_of_value(self), ask)
    }

    /// Asks about this value and another one, which is copied to the store of this one where that is needed.
    fn beside<T>(
        &self,
        other: &GameValue,
        ask: impl FnOnce(&Store, &GameValue, &GameValue) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let games = [games_of_value(self), games_of_value(other)].concat();
        in_store_of(&games, |store| ask(store, &copied(store, self)?, &copied(store, other)?))
    }
}

/// The value in a store.
fn copied(store: &Store, value: &GameValue) -> Result<GameValue, Error> {
    if games_of_value(value).iter().all(|game| store.has(*game)) {
        return Ok(value.clone());
    }
    let form = |form: &LoopyForm| -> Result<LoopyForm, Error> {
        let nodes = form.nodes().iter().map(|node| match node {
            Node::Short(game) => store.copy(*game).map(Node::Short),
            Node::Loopy(_) => Ok(node.clone()),
        });
        Ok(LoopyForm::numbered(&nodes.collect::<Result<Vec<_>, _>>()?, 0))
    };
    let side = |side: LoopySide| -> Result<LoopySide, Error> {
        Ok(match side {
            LoopySide::Short(game) => LoopySide::Short(store.copy(game)?),
            LoopySide::Stopper(stopper) => LoopySide::Stopper(Stopper(form(stopper.form())?)),
            LoopySide::Unresolved(of) => LoopySide::Unresolved(form(&of)?),
        })
    };
    Ok(match value {
        GameValue::Short(game) => GameValue::Short(store.copy(*game)?),
        GameValue::Loopy(Loopy::Stopper(stopper)) => {
            GameValue::Loopy(Loopy::Stopper(Stopper(form(stopper.form())?)))
        }
        GameValue::Loopy(Loopy::Sided(on, off)) => {
            GameValue::Loopy(Loopy::Sided(side(on.clone())?, side(off.clone())?))
        }
    })
}

#[track_caller]
fn made(value: Result<GameValue, Error>) -> GameValue {
    value.unwrap_or_else(|error| panic!("no value: {error}"))
}

impl From<&GameValue> for GameValue {
    fn from(value: &GameValue) -> GameValue {
        value.clone()
    }
}

/// The short game, if the value is one: [`Error::NotShort`] otherwise.
///
/// ```
/// # use upstar_core::{Error, Game, GameValue};
/// let on: GameValue = "on".parse()?;
/// assert_eq!(Game::try_from(on), Err(Error::NotShort));
/// assert_eq!(Game::try_from(GameValue::from(Game::STAR)), Ok(Game::STAR));
/// # Ok::<(), Error>(())
/// ```
impl TryFrom<GameValue> for Game {
    type Error = Error;

    fn try_from(value: GameValue) -> Result<Game, Error> {
        value.short().ok_or(Error::NotShort)
    }
}

impl TryFrom<&GameValue> for Game {
    type Error = Error;

    fn try_from(value: &GameValue) -> Result<Game, Error> {
        value.short().ok_or(Error::NotShort)
    }
}

/// The order of values; values that are confused have none.
///
/// # Panics
/// When the values cannot be compared: see [`GameValue::compare`].
impl PartialOrd for GameValue {
    #[track_caller]
    fn partial_cmp(&self, other: &GameValue) -> Option<Ordering> {
        match self.compare(other) {
            Ok(Comparison::Less) => Some(Ordering::Less),
            Ok(Comparison::Equal) => Some(Ordering::Equal),
            Ok(Comparison::Greater) => Some(Ordering::Greater),
            Ok(Comparison::Confused) => None,
            Err(error) => panic!("the values cannot be compared: {error}"),
        }
    }
}

impl PartialOrd<Game> for GameValue {
    #[track_caller]
    fn partial_cmp(&self, game: &Game) -> Option<Ordering> {
        self.partial_cmp(&GameValue::from(*game))
    }
}

impl PartialEq<GameValue> for Game {
    fn eq(&self, value: &GameValue) -> bool {
        value == self
    }
}

impl PartialOrd<GameValue> for Game {
    #[track_caller]
    fn partial_cmp(&self, value: &GameValue) -> Option<Ordering> {
        GameValue::from(*self).partial_cmp(value)
    }
}

impl Neg for &GameValue {
    type Output = GameValue;

    #[track_caller]
    fn neg(self) -> GameValue {
        made(self.checked_neg())
    }
}

impl Neg for GameValue {
    type Output = GameValue;

    #[track_caller]
    fn neg(self) -> GameValue {
        -&self
    }
}

/// Operators with games, integers and other values, by value and by reference.
macro_rules! operators {
    ($($Value:ty),*) => { $(
        impl<T: Into<GameValue>> Add<T> for $Value {
            type Output = GameValue;

            #[track_caller]
            fn add(self, other: T) -> GameValue {
                made(self.checked_add(&other.into()))
            }
        }

        impl<T: Into<GameValue>> Sub<T> for $Value {
            type Output = GameValue;

            #[track_caller]
            fn sub(self, other: T) -> GameValue {
                made(self.checked_sub(&other.into()))
            }
        }

        /// The sum of `n` copies.
        impl<N: Into<i64>> Mul<N> for $Value {
            type Output = GameValue;

            #[track_caller]
            fn mul(self, n: N) -> GameValue {
                made(self.checked_mul(n.into()))
            }
        }

        impl Add<$Value> for Game {
            type Output = GameValue;

            #[track_caller]
            fn add(self, other: $Value) -> GameValue {
                GameValue::from(self) + other
            }
        }

        impl Sub<$Value> for Game {
            type Output = GameValue;

            #[track_caller]
            fn sub(self, other: $Value) -> GameValue {
                GameValue::from(self) - other
            }
        }
    )* };
}

operators!(GameValue, &GameValue);

impl Sum for GameValue {
    #[track_caller]
    fn sum<I: Iterator<Item = GameValue>>(all: I) -> GameValue {
        all.fold(Game::ZERO.into(), |total, value| total + value)
    }
}

/// Integers as values, and beside them.
macro_rules! integers {
    ($($Integer:ty),*) => { $(
        impl From<$Integer> for GameValue {
            #[track_caller]
            fn from(n: $Integer) -> GameValue {
                GameValue::Short(n.into())
            }
        }

        impl PartialEq<$Integer> for GameValue {
            fn eq(&self, n: &$Integer) -> bool {
                self.short().is_some_and(|game| game == *n)
            }
        }

        impl PartialOrd<$Integer> for GameValue {
            #[track_caller]
            fn partial_cmp(&self, n: &$Integer) -> Option<Ordering> {
                self.partial_cmp(&GameValue::from(*n))
            }
        }
    )* };
}

integers!(i32, i64, u32);
