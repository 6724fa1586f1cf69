//! Ordinal sums, products and their inverse.
//!
//! Knows: that a move in the base removes the rest. Must not know: positions.
//!
//! Source: *Winning Ways*, chapter 7; ONAG, chapter 15.

use std::sync::Arc;

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
#[doc(hidden)]
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

/// The ordinal product of canonical forms: an ordinal sum of copies of `g`, one for each move of `h`,
/// `{g h^L : g^L, g h^R : -g^R | g h^L : g^R, g h^R : -g^L}`.
///
/// The bases are the products as they stand here, not their canonical forms.
///
/// ```
/// # use upstar_core::{Budget, Game, Store};
/// # use upstar_core::short::ordinal_product;
/// # let store = Store::new(Budget::unlimited());
/// for (g, h, expected) in [("3", "5", "15"), ("1/2", "2", "5/8"), ("*2", "*3", "*6")] {
///     let product = ordinal_product(&store, store.parse(g)?, store.parse(h)?)?;
///     assert_eq!(product, store.parse(expected)?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: one ordinal sum for each option of `g` and each follower of `h`.
pub fn ordinal_product(store: &Store, g: Game, h: Game) -> Result<Game, Error> {
    let (left, right) = &*product_form(store, g, h, &mut FxHashMap::default())?;
    store.game(left, right)
}

/// The options of an ordinal product.
type ProductForm = Arc<(Vec<Game>, Vec<Game>)>;

fn product_form(
    store: &Store,
    g: Game,
    h: Game,
    done: &mut FxHashMap<Game, ProductForm>,
) -> Result<ProductForm, Error> {
    if let Some(known) = done.get(&h) {
        return Ok(known.clone());
    }
    store.budget().step()?;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (options, is_left) in [(store.left(h)?, true), (store.right(h)?, false)] {
        for option in options {
            let base = store.deeper(|| product_form(store, g, *option, done))?;
            for (moves, of_left) in [(store.left(g)?, true), (store.right(g)?, false)] {
                for to in moves {
                    let to = if is_left { *to } else { store.neg(*to)? };
                    let sum = ordinal_sum_of_form(store, (&base.0, &base.1), to)?;
                    if is_left == of_left { &mut left } else { &mut right }.push(sum);
                }
            }
        }
    }
    let form = Arc::new((left, right));
    done.insert(h, form.clone());
    Ok(form)
}

/// The game that `h` has to carry to become `g`: the `x` with `h : x = g`, where `h` is in canonical form.
/// `None` when there is none among the games whose options are found so from the options of `g`.
///
/// Different games on one base are different, so there is at most one. If `h : x = g` with `x` in canonical
/// form, no option `h : x'` is reversible: an option of `x'` on `h` would be below `x` on `h`, and an option
/// of `h` is an option of the sum itself. Nor is it dominated by an option of `h` or of `x` on `h`, because the
/// former is its own option too. So it is an option of `g`, unless an option of `h` that is reversible in the
/// sum, but not in `h`, is replaced by one that dominates it.
///
/// ```
/// # use upstar_core::{Budget, Game, Store};
/// # use upstar_core::short::subordinate;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(subordinate(&store, store.parse("1/2")?, Game::ONE)?, Some(store.parse("-1")?));
/// assert_eq!(subordinate(&store, store.parse("^*")?, Game::STAR)?, Some(Game::ONE));
/// assert_eq!(subordinate(&store, store.parse("2")?, Game::STAR)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: an ordinal sum for each follower of `g`.
pub fn subordinate(store: &Store, g: Game, h: Game) -> Result<Option<Game>, Error> {
    carried(store, g, h, &mut FxHashMap::default())
}

fn carried(
    store: &Store,
    g: Game,
    h: Game,
    done: &mut FxHashMap<Game, Option<Game>>,
) -> Result<Option<Game>, Error> {
    if let Some(known) = done.get(&g) {
        return Ok(*known);
    }
    store.budget().step()?;
    let mut sides = [Vec::new(), Vec::new()];
    for (side, options) in sides.iter_mut().zip([store.left(g)?, store.right(g)?]) {
        for option in options {
            side.extend(store.deeper(|| carried(store, *option, h, done))?);
        }
    }
    let x = store.game(&sides[0], &sides[1])?;
    let found = (ordinal_sum(store, h, x)? == g).then_some(x);
    done.insert(g, found);
    Ok(found)
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
