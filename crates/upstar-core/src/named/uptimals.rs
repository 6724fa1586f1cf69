//! Uptimals: numbers plus multiples of the powers of up plus nimbers.
//!
//! Knows: how one is found from its options. Must not know: text.
//!
//! Source: McKay, *Canonical forms of uptimals*, Theoretical Computer Science 412, 2011.

use std::sync::Arc;

use super::up_power_sum;
use crate::{Dyadic, Error, Game, Store};

/// A player has at most so many moves in the powers that no other one makes useless, as far as
/// seen; moves in the nimber come on top.
const MOST_MOVES: usize = 4;

/// A number plus whole multiples of the powers of up plus a nimber.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// How many there are of the first power of up, the second, and so on; the last not 0.
    pub coefficients: Vec<i64>,
    /// The `m` of the nimber `*m`.
    pub star: u32,
}

impl Uptimal {
    /// The game this is; [`uptimal_expansion`] read backwards.
    ///
    /// # Errors
    /// As for [`Store::add`].
    pub fn game(&self, store: &Store) -> Result<Game, Error> {
        let mut sum = store.number_up_star(&self.number, 0, self.star)?;
        for (power, times) in (1..).zip(&self.coefficients) {
            if *times != 0 {
                let power = super::up_power(store, power)?;
                sum = store.add(sum, store.times(&(*times).into(), power)?)?;
            }
        }
        Ok(sum)
    }
}

/// Writes `g` as a number plus multiples of powers of up plus a nimber; `None` when it is no
/// such sum.
///
/// When the last coefficient is positive, that of the `n`th power, Right has the canonical
/// option `g - (the sum of the powers up to the n-th) + *`; when it is negative, Left has the
/// negative of such a move. So the expansion of an option gives that of the game, and it is
/// checked by adding up.
///
/// # Errors
/// As for [`Store::add`]. Cost: each infinitesimal follower once ever, with a sum for each
/// option and power up to the depth of `g`.
pub fn uptimal_expansion(store: &Store, g: Game) -> Result<Option<Uptimal>, Error> {
    let (number, rest) = store.split_number(g)?;
    let expansion = infinitesimal(store, rest)?;
    Ok(expansion.map(|found| Uptimal { number, ..Uptimal::clone(&found) }))
}

/// What is remembered of an infinitesimal: its expansion, if it has one.
pub(crate) type Expansion = Option<Arc<Uptimal>>;

fn infinitesimal(store: &Store, g: Game) -> Result<Expansion, Error> {
    if let Some((number, ups, star)) = store.as_number_up_star(g) {
        let coefficients = if ups == 0 { Vec::new() } else { vec![ups] };
        return Ok(number.is_zero().then(|| Arc::new(Uptimal { number, coefficients, star })));
    }
    if !store.left_stop(g)?.is_zero() || !store.right_stop(g)?.is_zero() {
        return Ok(None);
    }
    if let Some(known) = store.uptimals.borrow().get(&g) {
        return Ok(known.clone());
    }
    let found = store.deeper(|| from_options(store, g))?.map(Arc::new);
    store.uptimals.borrow_mut().insert(g, found.clone());
    Ok(found)
}

fn from_options(store: &Store, g: Game) -> Result<Option<Uptimal>, Error> {
    let (left, right) = (store.left(g)?, store.right(g)?);
    let most = MOST_MOVES + store.max_star_of(g) as usize;
    if left.len() > most || right.len() > most {
        return Ok(None);
    }
    for (options, sign) in [(right, 1), (left, -1)] {
        for option in options {
            let Some(before) = infinitesimal(store, *option)? else { return Ok(None) };
            if let Some(power) = last_power(store, g, *option, &before, sign)? {
                return Ok(plus(&before, power, sign));
            }
        }
    }
    Ok(None)
}

/// The power that ends the expansion of `g`, if that of an option with the expansion `before`
/// shows it.
fn last_power(
    store: &Store,
    g: Game,
    option: Game,
    before: &Uptimal,
    sign: i64,
) -> Result<Option<usize>, Error> {
    let shortest = before.coefficients.len().max(2);
    let (mut sum, mut power) = (up_power_sum(store, 1)?, 1);
    while power < store.depth_of(g) as usize {
        store.budget().step()?;
        sum = store.game(&[sum], &[Game::STAR])?;
        power += 1;
        if power >= shortest {
            let back = store.add(if sign > 0 { sum } else { store.neg(sum)? }, Game::STAR)?;
            if store.add(option, back)? == g {
                return Ok(Some(power));
            }
        }
    }
    Ok(None)
}

/// The expansion with one more, or one less, of each power up to `power`, and a star.
fn plus(expansion: &Uptimal, power: usize, sign: i64) -> Option<Uptimal> {
    let mut coefficients = expansion.coefficients.clone();
    coefficients.resize(coefficients.len().max(power), 0);
    for times in coefficients.iter_mut().take(power) {
        *times = times.checked_add(sign)?;
    }
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
    Some(Uptimal { number: Dyadic::ZERO, coefficients, star: expansion.star ^ 1 })
}
