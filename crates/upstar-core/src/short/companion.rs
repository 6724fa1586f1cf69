//! The companion of a game.
//!
//! Knows: the automorphism of the lattices of days. Must not know: the lattices themselves.
//!
//! Source: Siegel, *Combinatorial Game Theory*, III.2.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Store};

/// The companion of `g`: its image under the only nontrivial automorphism of the lattice of games born by day
/// `n`, for every `n >= 1` by which `g` is born.
///
/// It exchanges 0 and `*`. The options of the companion are the companions of the options, together with 0
/// for Left if `g >= 0` and for Right if `g <= 0`.
///
/// Source: Siegel, *Combinatorial Game Theory*, III.2.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::companion;
/// # let store = Store::new(Budget::unlimited());
/// let image = companion(&store, store.parse("^")?)?;
/// assert_eq!(companion(&store, image)?, store.parse("^")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each follower.
pub fn companion(store: &Store, g: Game) -> Result<Game, Error> {
    of(store, g, &mut FxHashMap::default())
}

fn of(store: &Store, g: Game, done: &mut FxHashMap<Game, Game>) -> Result<Game, Error> {
    match store.as_number_up_star(g) {
        Some((number, ups, star @ (0 | 1))) if number.is_zero() => {
            return store.number_up_star(&number, ups, star ^ 1);
        }
        Some(_) => return Ok(g),
        None => {}
    }
    if let Some(known) = done.get(&g) {
        return Ok(*known);
    }
    store.budget().step()?;
    let mut all = |options: &[Game], zero: bool| -> Result<Vec<Game>, Error> {
        let mut made = if zero { vec![Game::ZERO] } else { Vec::new() };
        for option in options {
            made.push(store.deeper(|| of(store, *option, done))?);
        }
        Ok(made)
    };
    let left = all(store.left(g)?, store.ge(g, Game::ZERO)?)?;
    let right = all(store.right(g)?, store.le(g, Game::ZERO)?)?;
    let companion = store.game(&left, &right)?;
    done.insert(g, companion);
    Ok(companion)
}
