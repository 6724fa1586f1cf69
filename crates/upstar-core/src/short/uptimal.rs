//! Uptimal expansions: sums of powers of up.
//!
//! Knows: each power is infinitesimal with respect to the one before. Must not know: text.
//!
//! Source: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, II.4.

use num_bigint::BigInt;

use crate::named::up_power;
use crate::{Dyadic, Error, Game, Store};

/// Powers beyond this are not looked for.
const LAST_POWER: u32 = 32;

/// A number plus whole multiples of the powers of up plus a nimber `0` or `*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// How many there are of the first power of up, the second, and so on; the last not 0.
    pub coefficients: Vec<i64>,
    /// Whether `*` is added.
    pub star: bool,
}

/// Writes `g` as a number plus multiples of powers of up, with or without `*`; `None` when it
/// is no such sum.
///
/// # Errors
/// As for [`Store::add`]. Cost: some comparisons with multiples of each power up to the depth
/// of `g`.
pub fn uptimal_expansion(store: &Store, g: Game) -> Result<Option<Uptimal>, Error> {
    let (number, rest) = store.split_number(g)?;
    if !super::is_infinitesimal(store, rest)? {
        return Ok(None);
    }
    for star in [false, true] {
        let g = if star { store.add(rest, Game::STAR)? } else { rest };
        if let Some(coefficients) = expand(store, g)? {
            return Ok(Some(Uptimal { number, coefficients, star }));
        }
    }
    Ok(None)
}

fn expand(store: &Store, g: Game) -> Result<Option<Vec<i64>>, Error> {
    let mut coefficients = Vec::new();
    let mut rest = g;
    for n in 1..=LAST_POWER.min(store.depth_of(g).saturating_add(1)) {
        if rest == Game::ZERO {
            break;
        }
        let power = up_power(store, n)?;
        let Some(times) = multiple(store, rest, power)? else { return Ok(None) };
        rest = store.sub(rest, store.times(&BigInt::from(times), power)?)?;
        coefficients.push(times);
    }
    Ok((rest == Game::ZERO).then_some(coefficients))
}

/// How many times `power` must be taken from `g` for twice the rest to be below it, in size.
fn multiple(store: &Store, g: Game, power: Game) -> Result<Option<i64>, Error> {
    if let Some((_, ups, 0)) = store.as_number_up_star(g)
        && let Some((_, 1, 0)) = store.as_number_up_star(power)
    {
        return Ok(Some(ups));
    }
    let limit = i64::from(store.depth_of(g)) + 2;
    let near = |k: i64| -> Result<bool, Error> {
        let rest = store.sub(g, store.times(&BigInt::from(k), power)?)?;
        let twice = store.add(rest, rest)?;
        Ok(store.gt(power, twice)? && store.gt(twice, store.neg(power)?)?)
    };
    for size in 0..=limit {
        for k in [size, -size] {
            store.budget().step()?;
            if near(k)? {
                return Ok(Some(k));
            }
        }
    }
    Ok(None)
}
