//! The games born by a day, and the lattice they form.
//!
//! Knows: enumeration by antichains of options. Must not know: names.
//!
//! Source: Calistrate, Paulhus and Wolfe, "On the lattice structure of finite games" (2002);
//! Siegel, *Combinatorial Game Theory*, III.1.

use rustc_hash::FxHashSet;

use crate::{Error, Game, Store};

/// All games born by day `n`, in order of discovery: 1, 4, 22, 1474 of them, then infeasibly many.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::day;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(day(&store, 1)?.len(), 4);
/// assert_eq!(day(&store, 2)?.len(), 22);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted, as it is by day 4.
pub fn day(store: &Store, n: u32) -> Result<Vec<Game>, Error> {
    let mut games = vec![Game::ZERO];
    for _ in 0..n {
        let sides = antichains(store, &games)?;
        let mut seen = FxHashSet::default();
        let mut next = Vec::new();
        for left in &sides {
            for right in &sides {
                let g = store.game(left, right)?;
                if seen.insert(g) {
                    next.push(g);
                }
            }
        }
        games = next;
    }
    Ok(games)
}

/// All antichains of these games.
fn antichains(store: &Store, games: &[Game]) -> Result<Vec<Vec<Game>>, Error> {
    let mut all = vec![Vec::new()];
    for g in games {
        for i in 0..all.len() {
            store.budget().step()?;
            let free = all[i].iter().try_fold(true, |free, h| {
                Ok::<bool, Error>(free && !store.le(*g, *h)? && !store.le(*h, *g)?)
            })?;
            if free {
                let mut bigger = all[i].clone();
                bigger.push(*g);
                all.push(bigger);
            }
        }
    }
    Ok(all)
}

/// The least game born by day `n` that is at least `g` and `h`, both born by day `n`.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::{join, meet};
/// # let store = Store::new(Budget::unlimited());
/// let (one, star) = (store.integer(1)?, store.parse("*")?);
/// assert_eq!(join(&store, one, star, 1)?, one);
/// assert_eq!(meet(&store, store.integer(0)?, star, 1)?, store.integer(-1)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`day`]. Cost: the enumeration of the day before.
pub fn join(store: &Store, g: Game, h: Game, n: u32) -> Result<Game, Error> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for x in before(store, n)? {
        if !store.le(g, x)? || !store.le(h, x)? {
            left.push(x);
        }
        if !store.le(x, g)? && !store.le(x, h)? {
            right.push(x);
        }
    }
    store.game(&left, &right)
}

/// The greatest game born by day `n` that is at most `g` and `h`, both born by day `n`.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::meet;
/// # let store = Store::new(Budget::unlimited());
/// let (one, star) = (store.integer(1)?, store.parse("*")?);
/// assert_eq!(meet(&store, one, star, 1)?, star);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`day`]. Cost: the enumeration of the day before.
pub fn meet(store: &Store, g: Game, h: Game, n: u32) -> Result<Game, Error> {
    let (g, h) = (store.neg(g)?, store.neg(h)?);
    store.neg(join(store, g, h, n)?)
}

fn before(store: &Store, n: u32) -> Result<Vec<Game>, Error> {
    match n {
        0 => Ok(Vec::new()),
        _ => day(store, n - 1),
    }
}
