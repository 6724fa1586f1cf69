//! The reduced canonical form: the simplest game infinitesimally close to a given one.
//!
//! Knows: projection by star. Must not know: thermographs.
//!
//! Source: Calistrate, "The reduced canonical form of a game" (1996); Grossman and Siegel,
//! "Reductions of partizan games" (2009); Siegel, *Combinatorial Game Theory*, II.6.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Store};

/// The reduced canonical form of `g`.
///
/// `g` is cooled by `*`, taking `x + *` to the number `x`, and heated by `*` again.
///
/// # Errors
/// As for [`Store::game`]. Cost: two canonical forms for each follower.
pub fn reduced(store: &Store, g: Game) -> Result<Game, Error> {
    let projected = project(store, g, &mut FxHashMap::default())?;
    crate::thermo::heat(store, projected, Game::STAR)
}

fn project(store: &Store, g: Game, done: &mut FxHashMap<Game, Game>) -> Result<Game, Error> {
    if let Some((number, 0, 0 | 1)) = store.as_number_up_star(g) {
        return store.number(&number);
    }
    let stop = store.left_stop(g)?;
    if stop == store.right_stop(g)? {
        return store.number(&stop);
    }
    if let Some(known) = done.get(&g) {
        return Ok(*known);
    }
    store.budget().step()?;
    let mut sides = [Vec::new(), Vec::new()];
    for (side, options) in sides.iter_mut().zip([store.left(g)?, store.right(g)?]) {
        for option in options {
            let cooled = store.deeper(|| project(store, *option, done))?;
            side.push(store.add(cooled, Game::STAR)?);
        }
    }
    let new = store.game(&sides[0], &sides[1])?;
    done.insert(g, new);
    Ok(new)
}
