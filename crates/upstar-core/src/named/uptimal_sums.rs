//! Sums, multiples and order of games that are known to be uptimals.
//!
//! Knows: canonical forms from coefficients. Must not know: how an uptimal is recognised.
//!
//! A sum of games by their options costs a canonical form for each pair of followers. For uptimals the
//! coefficients are added, and the canonical options follow from them (`uptimal_play.rs`), so that only the
//! followers of the sum are made. The order follows from the coefficients without any game.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::uptimals::infinitesimal;
use super::{MOST_POWERS, Uptimal};
use crate::{Dyadic, Error, Game, Player, Store};

/// The expansion of a game without a number that is a multiple of up plus a nimber, or whose expansion is in
/// the memo.
fn known(store: &Store, g: Game) -> Option<Arc<Uptimal>> {
    match store.as_number_up_star(g) {
        Some((number, ups, star)) => number.is_zero().then(|| {
            let coefficients = if ups == 0 { Vec::new() } else { vec![ups] };
            Arc::new(Uptimal { number, coefficients, star })
        }),
        None => store.uptimals.get(&g).flatten(),
    }
}

/// The sum of two games without numbers, if the expansions of both are known.
///
/// # Errors
/// As for [`Store::game`].
pub(crate) fn sum_of_known(store: &Store, a: Game, b: Game) -> Result<Option<Game>, Error> {
    if store.uptimals.is_unused() {
        return Ok(None);
    }
    let (Some(a), Some(b)) = (known(store, a), known(store, b)) else { return Ok(None) };
    let length = a.coefficients.len().max(b.coefficients.len());
    let at = |of: &Uptimal, i: usize| of.coefficients.get(i).copied().unwrap_or(0);
    let sums: Option<Vec<i64>> = (0..length).map(|i| at(&a, i).checked_add(at(&b, i))).collect();
    sums.map_or(Ok(None), |sums| canonical(store, sums, a.star ^ b.star))
}

/// Whether `a` is at most `b`, games without numbers, if the expansions of both are known.
pub(crate) fn le_of_known(store: &Store, a: Game, b: Game) -> Option<bool> {
    if store.uptimals.is_unused() {
        return None;
    }
    Some(known(store, b)?.at_least(&*known(store, a)?))
}

/// The sum of `n` copies of a game without a number, if it is an uptimal.
///
/// # Errors
/// As for [`Store::game`].
pub(crate) fn multiple(store: &Store, n: &BigInt, g: Game) -> Result<Option<Game>, Error> {
    let Some(one) = infinitesimal(store, g)? else { return Ok(None) };
    let times = |c: &i64| (BigInt::from(*c) * n).to_i64();
    let Some(coefficients) = one.coefficients.iter().map(times).collect() else { return Ok(None) };
    canonical(store, coefficients, if n.bit(0) { one.star } else { 0 })
}

/// The game with these coefficients and this nimber; `None` if a coefficient of a follower would overflow, or
/// there are too many powers to be worth it.
pub(super) fn canonical(
    store: &Store,
    mut coefficients: Vec<i64>,
    star: u32,
) -> Result<Option<Game>, Error> {
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
    if coefficients.len() > MOST_POWERS as usize {
        return Ok(None);
    }
    interned(store, Uptimal { number: Dyadic::ZERO, coefficients, star })
}

fn interned(store: &Store, uptimal: Uptimal) -> Result<Option<Game>, Error> {
    if let [] | [_] = uptimal.coefficients[..] {
        let ups = uptimal.coefficients.first().copied().unwrap_or(0);
        return store.number_up_star(&Dyadic::ZERO, ups, uptimal.star).map(Some);
    }
    let uptimal = Arc::new(uptimal);
    if let Some(known) = store.uptimal_games.get(&uptimal) {
        return Ok(Some(known));
    }
    store.budget().step()?;
    let mut sides = [Vec::new(), Vec::new()];
    for (player, games) in [Player::Left, Player::Right].into_iter().zip(&mut sides) {
        let Some(options) = uptimal.options(store.budget(), player)? else { return Ok(None) };
        for option in options {
            match store.deeper(|| interned(store, option))? {
                Some(game) => games.push(game),
                None => return Ok(None),
            }
        }
    }
    let game = store.listed(&sides[0], &sides[1])?;
    store.uptimals.insert(game, Some(uptimal.clone()));
    store.uptimal_games.insert(uptimal, game);
    Ok(Some(game))
}
