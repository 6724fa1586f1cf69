//! Families of named games: switches, tiny and miny, the powers of up.
//!
//! Knows: construction and recognition of each. Must not know: text.

use super::Named;
use crate::{Dyadic, Error, Game, Store};

/// The game `{left | -left}`.
///
/// ```
/// # use upstar_core::{Budget, Game, Store, switch};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(switch(&store, &[Game::ONE])?, store.parse("±1")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`].
#[doc(hidden)]
pub fn switch(store: &Store, left: &[Game]) -> Result<Game, Error> {
    let right = left.iter().map(|l| store.neg(*l)).collect::<Result<Vec<_>, _>>()?;
    store.game(left, &right)
}

/// The game tiny-`g`, `{0 || 0 | -g}`. Source: *Winning Ways*, chapter 5.
///
/// ```
/// # use upstar_core::{Budget, Store, tiny};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(tiny(&store, store.integer(2)?)?, store.parse("{0||0|-2}")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`].
#[doc(hidden)]
pub fn tiny(store: &Store, g: Game) -> Result<Game, Error> {
    let threat = store.game(&[Game::ZERO], &[store.neg(g)?])?;
    store.game(&[Game::ZERO], &[threat])
}

/// The game miny-`g`, the negative of tiny-`g`.
///
/// ```
/// # use upstar_core::{Budget, Store, miny};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(miny(&store, store.integer(2)?)?, store.parse("{2|0||0}")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`].
#[doc(hidden)]
pub fn miny(store: &Store, g: Game) -> Result<Game, Error> {
    store.neg(tiny(store, g)?)
}

/// The `n`th power of up, `{0 | * - (the sum of the powers before)}`; the first is up.
///
/// Source: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, II.4.
///
/// ```
/// # use upstar_core::{Budget, Error, Store, up_power};
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(up_power(&store, 1)?, store.parse("^")?);
/// assert_eq!(up_power(&store, 2)?, store.parse("{0|v*}")?);
/// assert_eq!(up_power(&store, 0), Err(Error::NoSuchPower));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::NoSuchPower`] when `n` is 0; as for [`Store::game`].
pub fn up_power(store: &Store, n: u32) -> Result<Game, Error> {
    let before = n.checked_sub(1).ok_or(Error::NoSuchPower)?;
    let sum = up_power_sum(store, before)?;
    store.game(&[Game::ZERO], &[store.sub(Game::STAR, sum)?])
}

/// The sum of the powers of up from the first to the `n`th; zero when `n` is 0.
///
/// ```
/// # use upstar_core::{Budget, Store, up_power_sum};
/// # let store = Store::new(Budget::unlimited());
/// let third = up_power_sum(&store, 3)?;
/// assert_eq!(third, store.parse("↑ + ↑² + ↑³")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: `n` canonical forms with one option on each side.
pub fn up_power_sum(store: &Store, n: u32) -> Result<Game, Error> {
    let mut sum = Game::ZERO;
    for power in 1..=n {
        sum = match power {
            1 => store.number_up_star(&Dyadic::ZERO, 1, 0)?,
            _ => store.game(&[sum], &[Game::STAR])?,
        };
    }
    Ok(sum)
}

/// The name of a game in one of the families, if any.
pub(super) fn recognise(store: &Store, g: Game) -> Result<Option<Named>, Error> {
    let (left, right) = (store.left(g)?, store.right(g)?);
    if let ([Game::ZERO], [threat]) = (left, right)
        && let ([Game::ZERO], [loss]) = (store.left(*threat)?, store.right(*threat)?)
    {
        let prize = store.neg(*loss)?;
        return Ok(store.gt(prize, Game::ZERO)?.then_some(Named::Tiny(prize)));
    }
    if let ([threat], [Game::ZERO]) = (left, right)
        && let ([prize], [Game::ZERO]) = (store.left(*threat)?, store.right(*threat)?)
    {
        return Ok(store.gt(*prize, Game::ZERO)?.then_some(Named::Miny(*prize)));
    }
    Ok(None)
}
