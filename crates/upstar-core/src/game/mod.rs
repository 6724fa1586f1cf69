//! Games as values with operators.
//!
//! Knows: which function of the library implements which method, and the store of a game. Must not know: algorithms.

mod features;
mod operators;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};

use crate::text::pad;
use crate::{
    Comparison, Dyadic, Error, Game, Notation, Outcome, ParseError, Store, Thermograph, cool, heat,
    short, thermograph,
};

impl Game {
    /// The game with these options, `{left | right}`, in the store of the options: the first that is not `0`, `*` or
    /// `1`. If all are, it is made in [`Store::global`].
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// assert_eq!(Game::new([Game::ZERO], [Game::STAR])?.to_string(), "↑");
    /// assert_eq!(Game::new([3], [1])?.to_string(), "<3|1>");
    /// assert_eq!(Game::new([0, 1], [])?, 2);
    /// assert_eq!(Game::new::<i32>([], [])?, 0);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the store is full or gone, its budget is exhausted, games are nested too deep, or an option has too many
    /// options to list. Cost: comparisons of the options with each other and with those of their options.
    pub fn new<G: Into<Game>>(
        left: impl IntoIterator<Item = G>,
        right: impl IntoIterator<Item = G>,
    ) -> Result<Game, Error> {
        let left = left.into_iter().map(Into::into);
        let right = right.into_iter().map(Into::into);
        let sides: [Vec<Game>; 2] = [left.collect(), right.collect()];
        let [left, right] = &sides;
        in_store_of(left.iter().chain(right), |store| {
            store.game(&copied(store, left)?, &copied(store, right)?)
        })
    }

    /// The nimber `*n`, in [`Store::global`].
    ///
    /// ```
    /// # use upstar_core::Game;
    /// assert_eq!(Game::nimber(5) + Game::nimber(3), Game::nimber(6));
    /// ```
    ///
    /// # Panics
    /// When `n` is more than a store holds.
    #[track_caller]
    pub fn nimber(n: u32) -> Game {
        made(Store::global().nimber(n))
    }

    /// The sum, in the store of the first game.
    ///
    /// # Errors
    /// When the budget is exhausted, the store is full or gone, or games are nested too deep; when a multiple of up or a nimber
    /// is too large. Cost: O(1) for numbers, ups and nimbers, and to add a number to any game; otherwise the canonical form of
    /// each distinct sum of followers, numbers aside.
    pub fn checked_add(self, other: Game) -> Result<Game, Error> {
        self.beside(other, |store, other| store.add(self, other))
    }

    /// The difference, in the store of the first game.
    ///
    /// # Errors
    /// As for [`checked_add`](Game::checked_add).
    pub fn checked_sub(self, other: Game) -> Result<Game, Error> {
        self.beside(other, |store, other| store.sub(self, other))
    }

    /// The negative.
    ///
    /// # Errors
    /// As for [`checked_add`](Game::checked_add). Cost: once for each follower.
    pub fn checked_neg(self) -> Result<Game, Error> {
        self.in_store(|store| store.neg(self))
    }

    /// The sum of `n` copies, or of `-n` copies of the negative.
    ///
    /// # Errors
    /// As for [`checked_add`](Game::checked_add); [`Error::OutOfRange`] when more than 65,535 copies would have to be added
    /// one by one. Cost: O(1) for numbers, ups and nimbers, and the followers of the multiple for uptimals. Otherwise it is at most two
    /// sums for each binary digit of `n`, while multiples have fewer followers than copies.
    pub fn checked_mul(self, n: i64) -> Result<Game, Error> {
        self.in_store(|store| store.times(&BigInt::from(n), self))
    }

    /// The relation to another game; comparison operators use it.
    ///
    /// # Errors
    /// As for [`checked_add`](Game::checked_add). Cost: O(1) for numbers, ups and nimbers; otherwise at most once for each pair
    /// of followers.
    pub fn compare(self, other: Game) -> Result<Comparison, Error> {
        self.beside(other, |store, other| store.compare(self, other))
    }

    /// The outcome class.
    ///
    /// # Errors
    /// As for [`compare`](Game::compare). Cost: two comparisons.
    pub fn outcome(self) -> Result<Outcome, Error> {
        self.in_store(|store| store.outcome(self))
    }

    /// The left options of the canonical form, in the order of books.
    ///
    /// # Errors
    /// As for [`options`](Game::options).
    pub fn left_options(self) -> Result<Vec<Game>, Error> {
        self.in_store(|store| Ok(store.left_in_order(self)?.to_vec()))
    }

    /// The right options of the canonical form, in the order of books.
    ///
    /// # Errors
    /// As for [`options`](Game::options).
    pub fn right_options(self) -> Result<Vec<Game>, Error> {
        self.in_store(|store| Ok(store.right_in_order(self)?.to_vec()))
    }

    /// The number, if the value is one.
    pub fn as_number(self) -> Option<Dyadic> {
        self.in_store(|store| Ok(store.as_number(self))).ok().flatten()
    }

    /// The `n` for which this is `*n`, if any.
    pub fn as_nimber(self) -> Option<u32> {
        self.in_store(|store| Ok(store.as_nimber(self))).ok().flatten()
    }

    /// The Left stop: the number reached when Left starts and both play well.
    ///
    /// # Errors
    /// When the store is gone. O(1): stored with each game.
    pub fn left_stop(self) -> Result<Dyadic, Error> {
        self.in_store(|store| store.left_stop(self))
    }

    /// The Right stop: the number reached when Right starts and both play well.
    ///
    /// # Errors
    /// When the store is gone. O(1).
    pub fn right_stop(self) -> Result<Dyadic, Error> {
        self.in_store(|store| store.right_stop(self))
    }

    /// The height of the canonical game tree.
    ///
    /// # Errors
    /// When the budget is exhausted or games are nested too deep. Cost: O(1) for numbers, ups and nimbers; otherwise once for
    /// each follower.
    pub fn birthday(self) -> Result<BigUint, Error> {
        self.in_store(|store| store.birthday(self))
    }

    /// The thermograph. Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, II.5.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// let hot = Game::new([5], [1])?;
    /// assert_eq!(hot.thermograph()?.to_string(), "thermograph([(0, 5), (2, 3)], [(0, 1), (2, 3)])");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many options to list, the budget is exhausted, or games are nested too deep. Cost: once for each
    /// follower up to numbers.
    pub fn thermograph(self) -> Result<Arc<Thermograph>, Error> {
        self.in_store(|store| thermograph(store, self))
    }

    /// The mean.
    ///
    /// # Errors
    /// As for [`thermograph`](Game::thermograph).
    pub fn mean(self) -> Result<Dyadic, Error> {
        self.in_store(|store| crate::mean(store, self))
    }

    /// The temperature: how much a move is worth; below zero for numbers.
    ///
    /// # Errors
    /// As for [`thermograph`](Game::thermograph).
    pub fn temperature(self) -> Result<Dyadic, Error> {
        self.in_store(|store| crate::temperature(store, self))
    }

    /// The game cooled by `t`: each move costs `t`, until the game is infinitesimally close to a number. Source: *Winning
    /// Ways*, chapter 6.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// assert_eq!(Game::new([3], [1])?.cool(1)?, 2 + Game::STAR);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TemperatureTooLow`] for -1 or less; otherwise as for [`thermograph`](Game::thermograph).
    pub fn cool(self, t: impl Into<Dyadic>) -> Result<Game, Error> {
        self.in_store(|store| cool(store, self, &t.into()))
    }

    /// The game heated by `t`: each move gains `t`. Numbers stay as they are. Source: *Winning Ways*, chapter 6.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// assert_eq!(Game::STAR.heat(2)?, Game::switch(2)?);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Game::new`]. Cost: once for each follower up to numbers.
    pub fn heat(self, t: impl Into<Game>) -> Result<Game, Error> {
        self.beside(t.into(), |store, t| heat(store, self, t))
    }

    /// The atomic weight. Source: *Winning Ways*, chapter 8.
    ///
    /// ```
    /// # use upstar_core::{Error, Game};
    /// assert_eq!((Game::up() * 3).atomic_weight()?, 3);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoAtomicWeight`]; otherwise as for [`Game::new`].
    pub fn atomic_weight(self) -> Result<Game, Error> {
        self.in_store(|store| short::atomic_weight(store, self))
    }

    /// Writes the canonical form, by conventional names, in a notation. `Display` writes Unicode.
    ///
    /// ```
    /// # use upstar_core::{Notation, Game};
    /// let g: Game = "{^^|-2}".parse()?;
    /// assert_eq!(g.to_string(), "<⇑|-2>");
    /// assert_eq!(g.text(Notation::ASCII)?, "<^^|-2>");
    /// assert_eq!(g.text(Notation::LATEX)?, r"\left\{\Uparrow\mid -2\right\}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TextTooLong`], [`Error::TextTooDeep`] and [`Error::NumberTooLong`] for games that are too long to write; when
    /// the budget is exhausted.
    pub fn text(self, notation: Notation) -> Result<String, Error> {
        self.in_store(|store| store.text(self, notation))
    }

    /// Asks the store of this game.
    fn in_store<T>(self, ask: impl FnOnce(&Store) -> Result<T, Error>) -> Result<T, Error> {
        in_store_of([&self], ask)
    }

    /// Asks the store of this game about another one, which is copied to it where that is needed. Where this game is in
    /// every store, the store of the other is asked.
    fn beside<T>(
        self,
        other: Game,
        ask: impl FnOnce(&Store, Game) -> Result<T, Error>,
    ) -> Result<T, Error> {
        in_store_of([&self, &other], |store| ask(store, store.copy(other)?))
    }
}

/// Asks the store of the first game that is not in every store.
pub(crate) fn in_store_of<'g, T>(
    games: impl IntoIterator<Item = &'g Game>,
    ask: impl FnOnce(&Store) -> Result<T, Error>,
) -> Result<T, Error> {
    let global = Store::global();
    match games.into_iter().find(|game| !game.is_in_every_store()) {
        Some(game) if !global.has(*game) => ask(&game.store().ok_or(Error::StoreGone)?),
        _ => ask(global),
    }
}

/// The games in a store.
fn copied(store: &Store, games: &[Game]) -> Result<Vec<Game>, Error> {
    games.iter().map(|game| store.copy(*game)).collect()
}

#[track_caller]
fn made(game: Result<Game, Error>) -> Game {
    game.unwrap_or_else(|error| panic!("no game: {error}"))
}

/// The game 0.
impl Default for Game {
    fn default() -> Self {
        Game::ZERO
    }
}

/// The notation of books, as [`Store::parse`] reads it, in [`Store::global`].
impl FromStr for Game {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Game, ParseError> {
        Store::global().parse(text)
    }
}

/// Unicode. Where [`Game::text`] fails, this writes the error in parentheses.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, self.text(Notation::UNICODE))
    }
}

/// The same as for display.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
