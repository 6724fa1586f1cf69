//! Uptimals: numbers plus multiples of the powers of up plus nimbers.
//!
//! Knows: recognition from the options. Must not know: text.
//!
//! Source: McKay, *Canonical forms of uptimals*, Theoretical Computer Science 412, 2011.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::{Dyadic, Error, Game, Player, Store};

/// Limit of the number of powers: each follower stores its coefficients.
pub(super) const MOST_POWERS: u32 = 2048;

/// A number plus integer multiples of the powers of up plus a nimber.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// The coefficients of the first power of up, the second, and so on; the last is not 0.
    pub coefficients: Vec<i64>,
    /// The `m` of the nimber `*m`.
    pub star: u32,
}

impl Uptimal {
    /// The game; the inverse of [`uptimal_expansion`].
    ///
    /// # Errors
    /// As for [`Store::add`].
    pub fn game(&self, store: &Store) -> Result<Game, Error> {
        if let Some(sum) =
            super::uptimal_sums::canonical(store, self.coefficients.clone(), self.star)?
        {
            return store.add(store.number(&self.number)?, sum);
        }
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

/// Expands `g` as a number plus multiples of powers of up plus a nimber; `None` if it is not such a sum.
///
/// The canonical options of an uptimal are uptimals, for its followers in canonical form are followers in any
/// form. If the last coefficient, of the `p`th power, is positive, Right has the option `g - (the sum of the
/// powers to the p-th) + *`, and if the coefficient is 1, Left has the option `g - (the p-th power)`; a
/// negative one is the mirror image. So the expansions of the options leave few candidates for `g`. It is one
/// of them exactly if it has the canonical options of that sum.
///
/// ```
/// # use upstar_core::{Budget, Store, uptimal_expansion};
/// # let store = Store::new(Budget::unlimited());
/// let g = store.parse("↑ + 2 * ↑² + *")?;
/// let uptimal = uptimal_expansion(&store, g)?.expect("it is a sum of powers of up");
/// assert_eq!(uptimal.game(&store)?, g);
/// assert!(uptimal_expansion(&store, store.parse("tiny(1)")?)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, and [`Error::TooDeep`] for games that would be sums of too many powers.
/// Cost: each infinitesimal follower once per store, without sums of games.
pub fn uptimal_expansion(store: &Store, g: Game) -> Result<Option<Uptimal>, Error> {
    let expansion = short_expansion(store, g)?;
    if expansion.is_none() && store.depth_of(g) > MOST_POWERS {
        return Err(Error::TooDeep { limit: MOST_POWERS });
    }
    Ok(expansion)
}

/// The expansion of a game, if it has one with at most [`MOST_POWERS`] powers: enough to name it.
///
/// # Errors
/// When the budget is exhausted or games are nested too deep.
pub(super) fn short_expansion(store: &Store, g: Game) -> Result<Option<Uptimal>, Error> {
    let (number, rest) = store.split_number(g)?;
    let expansion = infinitesimal(store, rest)?;
    Ok(expansion.map(|found| Uptimal { number, ..Uptimal::clone(&found) }))
}

/// Memo entry of an infinitesimal: its expansion, if it has one.
pub(crate) type Expansion = Option<Arc<Uptimal>>;

pub(super) fn infinitesimal(store: &Store, g: Game) -> Result<Expansion, Error> {
    if let Some((number, ups, star)) = store.as_number_up_star(g) {
        let coefficients = if ups == 0 { Vec::new() } else { vec![ups] };
        return Ok(number.is_zero().then(|| Arc::new(Uptimal { number, coefficients, star })));
    }
    if !store.left_stop(g)?.is_zero() || !store.right_stop(g)?.is_zero() {
        return Ok(None);
    }
    if let Some(known) = store.uptimals.get(&g) {
        return Ok(known);
    }
    let found = store.deeper(|| from_options(store, g))?.map(Arc::new);
    store.uptimals.insert(g, found.clone());
    Ok(found)
}

fn from_options(store: &Store, g: Game) -> Result<Option<Uptimal>, Error> {
    let mut sides = [Vec::new(), Vec::new()];
    for (options, expansions) in [store.left(g)?, store.right(g)?].into_iter().zip(&mut sides) {
        for option in options {
            let Some(expansion) = infinitesimal(store, *option)? else { return Ok(None) };
            if expansion.coefficients.len() >= MOST_POWERS as usize {
                return Ok(None);
            }
            expansions.push(expansion);
        }
    }
    for (side, sign) in [(1, 1), (0, -1)] {
        for option in &sides[side] {
            let length = option.coefficients.len();
            if option.coefficients.last().is_some_and(|n| n.signum() == sign)
                && let Some(sum) = option.plus(0..=length - 1, sign, 1)
                && has_options(store, &sum, &sides)?
            {
                return Ok(Some(sum));
            }
        }
    }
    for left in &sides[0] {
        for right in &sides[1] {
            store.budget().step()?;
            let Some(next) = power_between(left, right) else { continue };
            for (option, sign) in [(left, 1), (right, -1)] {
                if let Some(sum) = option.plus(next..=next, sign, 0)
                    && has_options(store, &sum, &sides)?
                {
                    return Ok(Some(sum));
                }
            }
        }
    }
    Ok(None)
}

/// The `n` for which the difference is the sum of the first `n` powers plus a star.
fn power_between(left: &Uptimal, right: &Uptimal) -> Option<usize> {
    let (these, those) = (&left.coefficients, &right.coefficients);
    let length = these.len().max(those.len());
    let at = |of: &[i64], i: usize| of.get(i).copied().unwrap_or(0);
    let all = (0..length).all(|i| at(these, i).checked_sub(at(those, i)) == Some(1));
    (all && length > 0 && left.star ^ right.star == 1).then_some(length)
}

/// Whether a sum has these canonical options.
fn has_options(
    store: &Store,
    sum: &Uptimal,
    sides: &[Vec<Arc<Uptimal>>; 2],
) -> Result<bool, Error> {
    for (player, options) in [Player::Left, Player::Right].into_iter().zip(sides) {
        let wrong = |option: &Arc<Uptimal>| match player {
            Player::Left => option.at_least(sum),
            Player::Right => sum.at_least(option),
        };
        if options.iter().any(wrong) {
            return Ok(false);
        }
        let Some(found) = sum.options(store.budget(), player)? else { return Ok(false) };
        let given: FxHashSet<&Uptimal> = options.iter().map(|option| &**option).collect();
        if found.len() != given.len() || !found.iter().all(|option| given.contains(option)) {
            return Ok(false);
        }
    }
    Ok(true)
}
