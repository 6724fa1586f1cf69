//! Names of games.

use crate::{Dyadic, Error, Game, Store};

/// How a game is written.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum Named {
    Number(Dyadic),
    UpStar { number: Dyadic, ups: i64, star: u32 },
    Power { n: u32, down: bool },
    PowerSum { n: u32, down: bool },
    Switch { left: Vec<Game> },
    Tiny(Game),
    Miny(Game),
    Sum { number: Dyadic, rest: Game },
    Options { left: Vec<Game>, right: Vec<Game> },
}

/// The name of a game.
pub fn name(store: &Store, game: Game) -> Result<Named, Error> {
    if let Some(number) = store.as_number(game) {
        return Ok(Named::Number(number));
    }
    if let Some((number, ups, star)) = store.as_number_up_star(game) {
        return Ok(Named::UpStar { number, ups, star });
    }
    Ok(Named::Options { left: store.left_options(game)?, right: store.right_options(game)? })
}

/// Sorts games.
pub fn sort(_: &Store, games: &mut [Game]) -> Result<(), Error> {
    games.sort();
    Ok(())
}

/// `{0||0|-g}`
pub fn tiny(store: &Store, game: Game) -> Result<Game, Error> {
    let right = store.game(&[Game::ZERO], &[store.neg(game)?])?;
    store.game(&[Game::ZERO], &[right])
}

/// The negative of tiny.
pub fn miny(store: &Store, game: Game) -> Result<Game, Error> {
    store.neg(tiny(store, game)?)
}

/// The n-th power of up.
pub fn up_power(store: &Store, n: u32) -> Result<Game, Error> {
    match n {
        0 => Ok(Game::ONE),
        n => store.sub(up_power_sum(store, n)?, up_power_sum(store, n - 1)?),
    }
}

/// The sum of the powers of up to the n-th.
pub fn up_power_sum(store: &Store, n: u32) -> Result<Game, Error> {
    let mut sum = Game::ZERO;
    for _ in 0..n {
        sum = store.game(&[sum], &[Game::STAR])?;
    }
    Ok(sum)
}
