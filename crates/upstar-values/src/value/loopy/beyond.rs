//! Comparison of loopy games, also with numbers that are no short games: fractions such as 1/3, and surreal
//! numbers.
//!
//! No stop is such a number. So the stops decide, as for short games (Winning Ways, chapter 6;
//! for stoppers chapter 11): a stopper is greater than a number when its Right stop is, and less when
//! its Left stop is. `over` and `under` are nearer to 0 than every number but 0.

use std::borrow::Cow;
use std::cmp::Ordering;

use upstar_core::loopy::named::{Name, NamedStopper, name};
use upstar_core::loopy::{self as core, GameValue, Loopy};
use upstar_core::{Comparison, Error, Player, Rational, Store, Surreal};

use super::{offside_of, onside_of, worth_of_side};
use crate::value::host::Host;
use crate::value::{Result, Value, surreal};

/// Comparison of two games, where one may be loopy.
///
/// # Errors
/// When a limit is passed.
pub fn relation(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Comparison> {
    if let Some(x) = number(left) {
        return Ok(beside_number(host, right, &x)?.reverse());
    }
    if let Some(x) = number(right) {
        return beside_number(host, left, &x);
    }
    let (a, b) = (super::worth(host, left)?, super::worth(host, right)?);
    let store = host.store();
    Ok(core::compare(&store, &a, &b)?)
}

/// A number that is no short game.
fn number(value: &Value) -> Option<Surreal> {
    surreal::beyond(value).map(Cow::into_owned)
}

/// Comparison of such a number with a game that may be loopy.
///
/// # Errors
/// As for [`beside_number`].
pub(in crate::value) fn beside(
    host: &mut dyn Host,
    value: &Value,
    x: &Surreal,
) -> Result<Comparison> {
    Ok(beside_number(host, value, x)?.reverse())
}

/// Comparison of a game, which may be loopy, with such a number: by both of its sides.
///
/// # Errors
/// When a side is no stopper, or a limit is passed.
fn beside_number(host: &mut dyn Host, value: &Value, x: &Surreal) -> Result<Comparison> {
    let (store, worth) = (host.store(), super::worth(host, value)?);
    let mut answers = [Comparison::Equal; 2];
    for (answer, side) in answers.iter_mut().zip([onside_of(&worth), offside_of(&worth)]) {
        let side = worth_of_side(side);
        let stop = |starts| -> Result<Ordering> {
            let stop = core::stop(&store, &side, starts).map_err(super::only_stoppers)?;
            against(&store, &stop, x)
        };
        *answer = match (stop(Player::Left)?, stop(Player::Right)?) {
            (_, Ordering::Greater) => Comparison::Greater,
            (Ordering::Less, _) => Comparison::Less,
            _ => Comparison::Confused,
        };
    }
    // At least the number when both sides are, and at most when both are.
    let both = |wanted| answers.iter().all(|answer| *answer == wanted);
    Ok(match () {
        () if both(Comparison::Greater) => Comparison::Greater,
        () if both(Comparison::Less) => Comparison::Less,
        () => Comparison::Confused,
    })
}

/// Comparison of a stop with the number.
fn against(store: &Store, stop: &GameValue, x: &Surreal) -> Result<Ordering> {
    let number = match stop {
        GameValue::Short(game) => store.as_number(*game),
        GameValue::Loopy(Loopy::Stopper(stopper)) => match name(store, stopper)? {
            Some(NamedStopper { name: Name::On, .. }) => return Ok(Ordering::Greater),
            Some(NamedStopper { name: Name::Off, .. }) => return Ok(Ordering::Less),
            found => found.map(|known| known.number),
        },
        GameValue::Loopy(Loopy::Sided(..)) => None,
    };
    let number = number.ok_or_else(|| super::only_stoppers(Error::NotAStopper))?;
    Ok(Surreal::from(Rational::from(&number)).cmp(x))
}
