//! Constructors and properties of single games.
//!
//! Knows: numbers, ups and nimbers as games; outcome, stops, birthday.
//! Must not know: how canonical forms are found.

use num_bigint::BigUint;

use super::{Game, Rest, Store, StoredGame, upstar};
use crate::{Comparison, Dyadic, Error, Outcome};

impl Store {
    /// The number `x` as a game. O(1).
    ///
    /// ```
    /// # use upstar_core::{Budget, Dyadic, Game, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let half = store.number(&Dyadic::small(1, 1))?;
    /// assert_eq!(store.add(half, half)?, Game::ONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the denominator is too large for a game, or the budget is exhausted.
    pub fn number(&self, x: &Dyadic) -> Result<Game, Error> {
        x.check_exponent()?;
        self.upstar(x.clone(), 0, 0)
    }

    /// The integer `n` as a game. O(1).
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// assert_eq!(store.integer(-3)?, store.game(&[], &[store.integer(-2)?])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn integer(&self, n: i64) -> Result<Game, Error> {
        self.upstar(Dyadic::from(n), 0, 0)
    }

    /// The nimber `*n`. O(1).
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// assert_eq!(store.add(store.nimber(5)?, store.nimber(6)?)?, store.nimber(3)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn nimber(&self, n: u32) -> Result<Game, Error> {
        self.upstar(Dyadic::ZERO, 0, n)
    }

    /// The game `number + ups * ^ + *star`. O(1).
    ///
    /// ```
    /// # use upstar_core::{Budget, Dyadic, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let g = store.number_up_star(&Dyadic::small(1, 1), 2, 3)?;
    /// assert_eq!(store.show(g).to_string(), "1/2⇑*3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`number`](Store::number).
    pub fn number_up_star(&self, number: &Dyadic, ups: i64, star: u32) -> Result<Game, Error> {
        number.check_exponent()?;
        self.upstar(number.clone(), ups, star)
    }

    /// The left options of the canonical form, in unspecified order.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let up = store.parse("^")?;
    /// assert_eq!(store.left_options(up)?, [Game::ZERO]);
    /// assert_eq!(store.right_options(up)?, [Game::STAR]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many to list, or the budget is exhausted.
    #[doc(hidden)]
    pub fn left_options(&self, g: Game) -> Result<Vec<Game>, Error> {
        Ok(self.left(g)?.to_vec())
    }

    /// The right options of the canonical form, in unspecified order.
    ///
    /// # Errors
    /// When there are too many to list, or the budget is exhausted.
    #[doc(hidden)]
    pub fn right_options(&self, g: Game) -> Result<Vec<Game>, Error> {
        Ok(self.right(g)?.to_vec())
    }

    /// The outcome class. Source: *Winning Ways*, chapter 2.
    ///
    /// ```
    /// # use upstar_core::{Budget, Outcome, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let outcomes = ["0", "*", "^", "{0|-1}"].map(|g| store.outcome(store.parse(g).unwrap()).unwrap());
    /// assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::L, Outcome::N]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`le`](Store::le). Cost: two comparisons.
    #[doc(hidden)]
    pub fn outcome(&self, g: Game) -> Result<Outcome, Error> {
        Ok(self.compare(g, Game::ZERO)?.outcome())
    }

    /// The Left stop: the number reached when Left starts and both play well. Source: *Winning Ways*, chapter
    /// 6. O(1): stored with each game.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let g = store.parse("{4||2|0}")?;
    /// assert_eq!([store.left_stop(g)?, store.right_stop(g)?], [4, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game is not one of this store.
    #[doc(hidden)]
    pub fn left_stop(&self, g: Game) -> Result<Dyadic, Error> {
        self.check(&[g])?;
        Ok(self.node(g).number.clone())
    }

    /// The Right stop: the number reached when Right starts and both play well. O(1).
    ///
    /// # Errors
    /// When the game is not one of this store.
    #[doc(hidden)]
    pub fn right_stop(&self, g: Game) -> Result<Dyadic, Error> {
        self.check(&[g])?;
        Ok(self.node(g).right_stop.clone())
    }

    /// The height of the canonical game tree. Source: Siegel, *Combinatorial Game Theory*,
    /// III.1. Closed forms for numbers, ups and nimbers; otherwise once for each follower.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// assert_eq!(store.birthday(store.parse("3/4")?)?, 3u32.into());
    /// assert_eq!(store.birthday(store.parse("^")?)?, 2u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted or games are nested too deep.
    #[doc(hidden)]
    pub fn birthday(&self, g: Game) -> Result<BigUint, Error> {
        self.check(&[g])?;
        let node = self.node(g);
        if let Rest::UpStar { ups, star } = node.rest {
            return Ok(node.number.birthday() + upstar::infinitesimal_birthday(ups, star));
        }
        if let Some(known) = self.birthdays.get(&g) {
            return Ok(known);
        }
        let mut latest = BigUint::ZERO;
        for option in self.left(g)?.iter().chain(self.right(g)?) {
            self.budget.step()?;
            latest = latest.max(self.deeper(|| self.birthday(*option))?);
        }
        latest += 1u32;
        self.birthdays.insert(g, latest.clone());
        Ok(latest)
    }

    /// The number, if the game is one; `None` for a game of another store.
    ///
    /// ```
    /// # use upstar_core::{Budget, Dyadic, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// assert_eq!(store.as_number(store.parse("{0|1}")?), Some(Dyadic::small(1, 1)));
    /// assert_eq!(store.as_number(store.parse("{1|0}")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn as_number(&self, g: Game) -> Option<Dyadic> {
        let node = self.known_node(g)?;
        node.is_number().then(|| node.number.clone())
    }

    /// The `n` for which the game is `*n`, if any; `None` for a game of another store.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// assert_eq!(store.as_nimber(store.parse("{0,*|0,*}")?), Some(2));
    /// assert_eq!(store.as_nimber(store.parse("1*")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn as_nimber(&self, g: Game) -> Option<u32> {
        let node = self.known_node(g)?;
        match node.rest {
            Rest::UpStar { ups: 0, star } if node.number.is_zero() => Some(star),
            _ => None,
        }
    }

    /// The number, the ups and the nimber whose sum the game is, if it is such a sum; `None` for a game of another
    /// store.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// assert_eq!(store.as_number_up_star(store.parse("3v*2")?), Some((3.into(), -1, 2)));
    /// assert_eq!(store.as_number_up_star(store.parse("±1")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn as_number_up_star(&self, g: Game) -> Option<(Dyadic, i64, u32)> {
        self.packed_parts(g).map(|(number, ups, star)| (number.clone(), ups, star))
    }

    /// The game as a number plus a rest whose left stop is zero; the rest of a number is zero.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let (number, rest) = store.split_number(store.parse("{4|1}")?)?;
    /// assert_eq!((number, rest), (4.into(), store.parse("{0|-3}")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted.
    #[doc(hidden)]
    pub fn split_number(&self, g: Game) -> Result<(Dyadic, Game), Error> {
        self.check(&[g])?;
        Ok((self.node(g).number.clone(), self.without_number(g)?))
    }

    /// Whether the game is a number; `false` for a game of another store.
    #[doc(hidden)]
    pub fn is_number(&self, g: Game) -> bool {
        self.known_node(g).is_some_and(StoredGame::is_number)
    }

    /// Greatest number of moves until a number is reached; `u32::MAX` is "that or more".
    pub(crate) fn depth_of(&self, g: Game) -> u32 {
        self.known_node(g).map_or(u32::MAX, |node| node.depth)
    }

    /// Upper bound of the nimbers in followers that are numbers plus nimbers.
    pub(crate) fn max_star_of(&self, g: Game) -> u32 {
        self.known_node(g).map_or(0, |node| node.max_star)
    }

    /// The components of a packed game.
    pub(super) fn packed_parts(&self, g: Game) -> Option<(&Dyadic, i64, u32)> {
        let node = self.known_node(g)?;
        match node.rest {
            Rest::UpStar { ups, star } => Some((&node.number, ups, star)),
            Rest::Base(_) => None,
        }
    }

    /// Whether `a >= b`.
    ///
    /// # Errors
    /// As for [`le`](Store::le).
    #[doc(hidden)]
    pub fn ge(&self, a: Game, b: Game) -> Result<bool, Error> {
        self.le(b, a)
    }

    /// Whether `a > b`.
    ///
    /// # Errors
    /// As for [`le`](Store::le).
    #[doc(hidden)]
    pub fn gt(&self, a: Game, b: Game) -> Result<bool, Error> {
        Ok(self.compare(a, b)? == Comparison::Greater)
    }
}
