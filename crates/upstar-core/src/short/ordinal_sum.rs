//! Ordinal sums.
//!
//! Knows: that a move in the base removes the rest. Must not know: positions.
//!
//! Source: *Winning Ways*, chapter 7; ONAG, chapter 15.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Store};

/// The ordinal sum `g : h`: a move in `g` removes `h`.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::ordinal_sum;
/// # let store = Store::new(Budget::unlimited());
/// // A blue edge with a red one on it, as in Hackenbush.
/// assert_eq!(ordinal_sum(&store, store.parse("1")?, store.parse("-1")?)?, store.parse("1/2")?);
/// assert_eq!(ordinal_sum(&store, store.parse("*")?, store.parse("1")?)?, store.parse("^*")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each follower of `h`.
pub fn ordinal_sum(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    ordinal_sum_of_form(store, (store.left(g)?, store.right(g)?), h)
}

/// The ordinal sum of the form with these left and right options, which need not be canonical, and `h`. It
/// depends on the form of the base, but only on the values of its options.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::ordinal_sum_of_form;
/// # let store = Store::new(Budget::unlimited());
/// // {-1|1} is 0, but with 1 on it it is not {|} : 1.
/// let (one, minus) = (store.integer(1)?, store.integer(-1)?);
/// assert_eq!(ordinal_sum_of_form(&store, (&[minus], &[one]), one)?, store.parse("1/2")?);
/// assert_eq!(ordinal_sum_of_form(&store, (&[], &[]), one)?, one);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: one canonical form for each follower of `h`.
pub fn ordinal_sum_of_form(
    store: &Store,
    base: (&[Game], &[Game]),
    h: Game,
) -> Result<Game, Error> {
    on_base(store, base, h, &mut FxHashMap::default())
}

fn on_base(
    store: &Store,
    base: (&[Game], &[Game]),
    h: Game,
    done: &mut FxHashMap<Game, Game>,
) -> Result<Game, Error> {
    if let Some(known) = done.get(&h) {
        return Ok(*known);
    }
    store.budget().step()?;
    let mut all = |base_moves: &[Game], options: &[Game]| -> Result<Vec<Game>, Error> {
        let mut moves = base_moves.to_vec();
        for option in options {
            moves.push(store.deeper(|| on_base(store, base, *option, done))?);
        }
        Ok(moves)
    };
    let left = all(base.0, store.left(h)?)?;
    let right = all(base.1, store.right(h)?)?;
    let sum = store.game(&left, &right)?;
    done.insert(h, sum);
    Ok(sum)
}
