//! The reduced canonical form: the simplest game infinitesimally close to a given one.
//!
//! Knows: domination and reversibility up to infinitesimals. Must not know: thermographs.
//!
//! Source: Grossman and Siegel, "Reductions of partizan games" (2009); Siegel,
//! *Combinatorial Game Theory*, II.6.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Player, Store};

/// The reduced canonical form of `g`.
///
/// ```
/// # use upstar_core::{Budget, Store};
/// # use upstar_core::short::reduced;
/// # let store = Store::new(Budget::unlimited());
/// assert_eq!(reduced(&store, store.parse("{3^|1*}")?)?, store.parse("{3|1}")?);
/// assert_eq!(reduced(&store, store.parse("5^^*")?)?, store.integer(5)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`Store::game`]. Cost: for each follower that is not a number, the stops of its
#[doc(hidden)]
pub fn reduced(store: &Store, g: Game) -> Result<Game, Error> {
    reduce(store, g, &mut FxHashMap::default())
}

fn reduce(store: &Store, g: Game, done: &mut FxHashMap<Game, Game>) -> Result<Game, Error> {
    let stop = store.left_stop(g)?;
    if stop == store.right_stop(g)? {
        return store.number(&stop);
    }
    let (number, rest) = store.split_number(g)?;
    if let Some(known) = done.get(&rest) {
        return store.add(*known, store.number(&number)?);
    }
    store.budget().step()?;
    let left = reduce_side(store, rest, Player::Left, done)?;
    let right = reduce_side(store, rest, Player::Right, done)?;
    let new = store.game(&left, &right)?;
    done.insert(rest, new);
    store.add(new, store.number(&number)?)
}

/// The reduced options of one player, without those that are dominated or reversible up to an infinitesimal.
fn reduce_side(
    store: &Store,
    g: Game,
    player: Player,
    done: &mut FxHashMap<Game, Game>,
) -> Result<Vec<Game>, Error> {
    let mut open = Vec::new();
    for option in moves(store, g, player)? {
        open.push(store.deeper(|| reduce(store, *option, done))?);
    }
    let mut kept: Vec<Game> = Vec::new();
    while let Some(option) = open.pop() {
        store.budget().step()?;
        match reply(store, g, option, player)? {
            // An option reversible through a number is never needed: another option is better.
            Some(reply) if store.is_number(reply) => {}
            Some(reply) => open.extend(moves(store, reply, player)?),
            None => keep(store, &mut kept, option, player)?,
        }
    }
    Ok(kept)
}

/// Adds an option unless it is dominated, and drops the ones it dominates.
fn keep(store: &Store, kept: &mut Vec<Game>, option: Game, player: Player) -> Result<(), Error> {
    let mut better = Vec::with_capacity(kept.len() + 1);
    for other in kept.iter() {
        if as_good(store, *other, option, player)? {
            return Ok(());
        }
        if !as_good(store, option, *other, player)? {
            better.push(*other);
        }
    }
    better.push(option);
    *kept = better;
    Ok(())
}

/// The opponent's reply that reverses `option` up to infinitesimals.
fn reply(store: &Store, g: Game, option: Game, player: Player) -> Result<Option<Game>, Error> {
    for reply in moves(store, option, player.opponent())? {
        if as_good(store, *reply, g, player.opponent())? {
            return Ok(Some(*reply));
        }
    }
    Ok(None)
}

/// Whether `a` is as good as `b` for a player, up to infinitesimals.
fn as_good(store: &Store, a: Game, b: Game, player: Player) -> Result<bool, Error> {
    let gain = match player {
        Player::Left => store.sub(a, b)?,
        Player::Right => store.sub(b, a)?,
    };
    Ok(!store.right_stop(gain)?.is_negative())
}

fn moves(store: &Store, g: Game, player: Player) -> Result<&[Game], Error> {
    match player {
        Player::Left => store.left(g),
        Player::Right => store.right(g),
    }
}
