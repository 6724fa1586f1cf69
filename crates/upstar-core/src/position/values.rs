//! Canonical values of positions.
//!
//! Knows: that a game is made of its options, and that nimbers are found faster by mex.
//! Must not know: how games are simplified.

use super::walk::{Goal, Moves, Stop, walk};
use super::{Part, Rules, nimber};
use crate::{Error, Game, Player, Store};

/// The value of a position.
///
/// # Errors
/// When the rules fail, a position repeats, a value cannot be stored or the budget of the store is
/// exhausted. Values found before stay in the memo of the rules.
pub fn value<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
) -> Result<Game, R::Error> {
    match walk(rules, &mut Values { store }, position) {
        Ok(game) => Ok(game),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed) => unreachable!("every position has a value"),
    }
}

/// The value of a sum of positions and games.
///
/// # Errors
/// As for [`value`].
pub fn sum_value<R: Rules>(
    rules: &mut R,
    store: &Store,
    sum: &[Part<R::Position>],
) -> Result<Game, R::Error> {
    let mut total = Game::ZERO;
    for part in sum {
        let game = match part {
            Part::Value(game) => *game,
            Part::Position(position) => value(rules, store, position)?,
            Part::Negative(position) => store.neg(value(rules, store, position)?)?,
        };
        total = store.add(total, game)?;
    }
    Ok(total)
}

struct Values<'a> {
    store: &'a Store,
}

/// The values of each player's options.
#[derive(Default)]
struct Seen {
    left: Vec<Game>,
    right: Vec<Game>,
}

impl<R: Rules> Goal<R> for Values<'_> {
    type Answer = Game;
    type Seen = Seen;

    fn zero(&self) -> Game {
        Game::ZERO
    }

    fn add(&self, a: Game, b: Game) -> Result<Game, Stop<R::Error>> {
        Ok(self.store.add(a, b)?)
    }

    fn negative(&self, game: Game) -> Result<Game, Stop<R::Error>> {
        Ok(self.store.neg(game)?)
    }

    fn of_game(&self, game: Game) -> Result<Game, Stop<R::Error>> {
        Ok(game)
    }

    fn known(
        &mut self,
        rules: &mut R,
        position: &R::Position,
    ) -> Result<Option<Game>, Stop<R::Error>> {
        if let Some(game) = rules.memo().values.get(position) {
            return Ok(Some(game));
        }
        if !rules.is_impartial(position) || rules.memo().mixed.contains(position) {
            return Ok(None);
        }
        let found = nimber(rules, self.store, position).map_err(Stop::Error)?;
        let Some(number) = found else { return Ok(None) };
        let game = self.store.nimber(number)?;
        rules.memo().values.insert(position.clone(), game);
        Ok(Some(game))
    }

    fn moves(
        &self,
        rules: &mut R,
        position: &R::Position,
    ) -> Result<Moves<R::Position>, Stop<R::Error>> {
        let mut moves = Vec::new();
        for player in [Player::Left, Player::Right] {
            let options = rules.options(position, player).map_err(Stop::Error)?;
            moves.extend(options.into_iter().map(|sum| (player, sum)));
            if player == Player::Left && rules.is_impartial(position) {
                let same: Moves<_> =
                    moves.iter().map(|(_, sum)| (Player::Right, sum.clone())).collect();
                moves.extend(same);
                break;
            }
        }
        Ok(moves)
    }

    fn see(&self, seen: &mut Seen, player: Player, game: Game, _: usize) {
        let side = match player {
            Player::Left => &mut seen.left,
            Player::Right => &mut seen.right,
        };
        if side.last() != Some(&game) {
            side.push(game);
        }
    }

    fn finish(
        &mut self,
        rules: &mut R,
        position: R::Position,
        mut seen: Seen,
    ) -> Result<Game, Stop<R::Error>> {
        for side in [&mut seen.left, &mut seen.right] {
            side.sort_unstable();
            side.dedup();
        }
        let game = self.store.game(&seen.left, &seen.right)?;
        rules.memo().values.insert(position, game);
        Ok(game)
    }

    fn give_up(&mut self, _: &mut R, _: R::Position) {}

    fn step(&self) -> Result<(), Stop<R::Error>> {
        self.store.budget().step().map_err(|stop| Error::from(stop).into())
    }
}
