//! Incentives.
//!
//! Knows: differences between a game and its options. Must not know: temperature.
//!
//! Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, chapter II.

use crate::{Error, Game, Store};

/// The incentives `g^L - g` of Left, without dominated ones.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::left_incentives;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(left_incentives(&store, store.parse("{3|1}")?)?, [store.parse("{2|0}")?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::add`].
pub fn left_incentives(store: &Store, g: Game) -> Result<Vec<Game>, Error> {
    let gains = store.left(g)?.iter().map(|l| store.sub(*l, g));
    let gains = gains.collect::<Result<Vec<_>, _>>()?;
    best(store, &gains)
}

/// The incentives `g - g^R` of Right, without dominated ones.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::right_incentives;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(right_incentives(&store, store.parse("{3|1}")?)?, [store.parse("{2|0}")?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::add`].
pub fn right_incentives(store: &Store, g: Game) -> Result<Vec<Game>, Error> {
    let gains = store.right(g)?.iter().map(|r| store.sub(g, *r));
    let gains = gains.collect::<Result<Vec<_>, _>>()?;
    best(store, &gains)
}

/// The incentives of both players, without dominated ones.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::incentives;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(incentives(&store, store.parse("1")?)?, [store.parse("-1")?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::add`].
pub fn incentives(store: &Store, g: Game) -> Result<Vec<Game>, Error> {
    best(store, &incentives_of_both(store, g)?)
}

/// The incentives of both players, including dominated ones.
///
/// # Errors
/// As for [`Store::add`].
pub fn incentives_of_both(store: &Store, g: Game) -> Result<Vec<Game>, Error> {
    let left = store.left(g)?.iter().map(|l| store.sub(*l, g));
    left.chain(store.right(g)?.iter().map(|r| store.sub(g, *r))).collect()
}

/// The maximal games among these, in the order of books.
fn best(store: &Store, games: &[Game]) -> Result<Vec<Game>, Error> {
    let kept = store.without_dominated(games, crate::Player::Left)?;
    store.sort_options(&kept)
}
