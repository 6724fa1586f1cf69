//! Cooling, heating, overheating, freezing and the Norton product.
//!
//! Knows: the recursive definitions, with a memo of followers.
//! Must not know: thermographs beyond the temperature and the mean.
//!
//! Heating, overheating and the Norton product depend on the form; the canonical one is used.
//!
//! Source: *Winning Ways*, chapters 6 and 8; Siegel, *Combinatorial Game Theory*, chapter II.

use rustc_hash::FxHashMap;

use super::thermograph;
use super::walls::{integer, lowest};
use crate::short::incentives_of_both;
use crate::{Dyadic, Error, Game, Store};

/// A recursive map from games to games, through the options.
struct Rewrite<'s, Stop, Tax> {
    store: &'s Store,
    /// The image of a base case.
    stop: Stop,
    /// The image from the images of the options.
    tax: Tax,
    done: FxHashMap<Game, Game>,
}

impl<Stop, Tax> Rewrite<'_, Stop, Tax>
where
    Stop: Fn(Game) -> Result<Option<Game>, Error>,
    Tax: Fn(Vec<Game>, Vec<Game>) -> Result<Game, Error>,
{
    fn of(&mut self, g: Game) -> Result<Game, Error> {
        if let Some(known) = self.done.get(&g) {
            return Ok(*known);
        }
        self.store.budget().step()?;
        let new = match (self.stop)(g)? {
            Some(new) => new,
            None => {
                let (left, right) = (self.store.left(g)?, self.store.right(g)?);
                let left = self.all(left)?;
                let right = self.all(right)?;
                (self.tax)(left, right)?
            }
        };
        self.done.insert(g, new);
        Ok(new)
    }

    fn all(&mut self, games: &[Game]) -> Result<Vec<Game>, Error> {
        let store = self.store;
        games.iter().map(|g| store.deeper(|| self.of(*g))).collect()
    }
}

fn rewrite(
    store: &Store,
    g: Game,
    stop: impl Fn(Game) -> Result<Option<Game>, Error>,
    tax: impl Fn(Vec<Game>, Vec<Game>) -> Result<Game, Error>,
) -> Result<Game, Error> {
    Rewrite { store, stop, tax, done: FxHashMap::default() }.of(g)
}

/// The form with `x` added to every left option and subtracted from every right one.
fn tax(store: &Store, x: Game, left: Vec<Game>, right: Vec<Game>) -> Result<Game, Error> {
    let minus = store.neg(x)?;
    let left = left.iter().map(|l| store.add(*l, x)).collect::<Result<Vec<_>, _>>()?;
    let right = right.iter().map(|r| store.add(*r, minus)).collect::<Result<Vec<_>, _>>()?;
    store.game(&left, &right)
}

/// The game `g` cooled by `t`: each move costs `t`, until moves are no longer worthwhile. Integers stay. For
/// negative `t`, above -1, moves gain, and numbers that are no integers may become hot.
///
/// ```
/// # use upstar_core::{Budget, Store, cool};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(cool(&store, store.parse("{5|1}")?, &1.into())?, store.parse("{4|2}")?);
/// assert_eq!(cool(&store, store.parse("{5|1}")?, &3.into())?, store.integer(3)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::TemperatureTooLow`] when `t <= -1`: cooling by -1 does not respect sums (`{1*|*}` and `*` are an
/// example). As for [`Store::game`]. Cost: one canonical form for each follower hotter than `t`.
#[doc(hidden)]
pub fn cool(store: &Store, g: Game, t: &Dyadic) -> Result<Game, Error> {
    store.check(&[g])?;
    t.check_exponent()?;
    if *t <= lowest() {
        return Err(Error::TemperatureTooLow);
    }
    if t.is_zero() {
        return Ok(g);
    }
    let stop = |g: Game| {
        if integer(store, g).is_some() {
            return Ok(Some(g));
        }
        let graph = thermograph(store, g)?;
        Ok(if graph.temperature < *t { Some(store.number(&graph.mean)?) } else { None })
    };
    let cost = store.number(&-t)?;
    rewrite(store, g, stop, |left, right| tax(store, cost, left, right))
}

/// The game `g` cooled by its own temperature; a number is unchanged.
///
/// ```
/// # use upstar_core::{Budget, Store, freeze};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(freeze(&store, store.parse("{3|1}")?)?, store.parse("2*")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`cool`].
pub fn freeze(store: &Store, g: Game) -> Result<Game, Error> {
    let temperature = thermograph(store, g)?.temperature.clone();
    if temperature.is_negative() { Ok(g) } else { cool(store, g, &temperature) }
}

/// The game `g` heated by `t`, which is any game: each move gains `t`; numbers are unchanged.
///
/// ```
/// # use upstar_core::{Budget, Game, Store, heat};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(heat(&store, store.parse("^")?, Game::ONE)?, store.parse("{1||0|-2}")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each follower.
#[doc(hidden)]
pub fn heat(store: &Store, g: Game, t: Game) -> Result<Game, Error> {
    let stop = |g: Game| Ok(store.is_number(g).then_some(g));
    rewrite(store, g, stop, |left, right| tax(store, t, left, right))
}

/// The game `g` overheated from `s` to `t`: an integer `n` becomes `n` copies of `s`, and
/// every other move gains `t`.
///
/// ```
/// # use upstar_core::{Budget, Game, Store, overheat};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(overheat(&store, store.parse("{2|1}")?, Game::ONE, Game::ONE)?, store.parse("{3|0}")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each follower.
pub fn overheat(store: &Store, g: Game, s: Game, t: Game) -> Result<Game, Error> {
    let stop = |g: Game| integer(store, g).map(|n| store.times(&n.numer(), s)).transpose();
    rewrite(store, g, stop, |left, right| tax(store, t, left, right))
}

/// The Norton product of `g` and the unit `u`: an integer `n` becomes `n` copies of `u`, and
/// every other move gains `u` and any incentive of `u`.
///
/// ```
/// # use upstar_core::{Budget, Store, norton};
/// # let store = Store::new(Budget::unlimited());
/// let up = store.parse("^")?;
/// assert_eq!(norton(&store, store.integer(3)?, up)?, store.parse("3 * ^")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::UnitNotPositive`] unless `u > 0`; as for [`Store::game`]. Cost: one canonical
/// form for each follower of `g`.
pub fn norton(store: &Store, g: Game, u: Game) -> Result<Game, Error> {
    if !store.gt(u, Game::ZERO)? {
        return Err(Error::UnitNotPositive);
    }
    norton_on_form(store, g, u)
}

/// The Norton product of the canonical form of `g` and any unit `u`, by the rule of [`norton`].
///
/// Only for a positive unit it depends on nothing but the value of `g`, and the product of a sum is the sum of
/// the products; otherwise it is an operation on forms.
///
/// ```
/// # use upstar_core::{Budget, Game, Store, norton_on_form};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(norton_on_form(&store, store.integer(2)?, store.parse("v")?)?, store.parse("vv")?);
/// assert_eq!(norton_on_form(&store, Game::STAR, Game::STAR)?, Game::STAR);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each follower of `g`.
pub fn norton_on_form(store: &Store, g: Game, u: Game) -> Result<Game, Error> {
    let mut gains = Vec::new();
    for incentive in incentives_of_both(store, u)? {
        gains.push(store.add(u, incentive)?);
    }
    let stop = |g: Game| integer(store, g).map(|n| store.times(&n.numer(), u)).transpose();
    rewrite(store, g, stop, |left, right| {
        let (mut new_left, mut new_right) = (Vec::new(), Vec::new());
        for gain in &gains {
            for l in &left {
                new_left.push(store.add(*l, *gain)?);
            }
            for r in &right {
                new_right.push(store.sub(*r, *gain)?);
            }
        }
        store.game(&new_left, &new_right)
    })
}
