//! Canonical values of positions.
//!
//! Knows: that a game is made of its options, and that nimbers are found faster by mex.
//! Must not know: how games are simplified.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::nimbers::nimber_within;
use super::walk::{Goal, Moves, Stop, step, walk};
use super::{Part, Rules};
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
    to_the_end(walk(rules, &mut Values::alone(store, u64::MAX), position))
}

/// The value that a walk has found that nobody ends early.
pub(super) fn to_the_end<E>(walked: Result<Game, Stop<E>>) -> Result<Game, E> {
    match walked {
        Ok(game) => Ok(game),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed | Stop::Enough) => unreachable!("every position has a value"),
    }
}

/// The value of a position, or nothing when the budget counts more than `until` steps before it
/// is found. Values found on the way stay in the memo.
pub(super) fn value_within<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
    until: u64,
) -> Result<Option<Game>, R::Error> {
    match walk(rules, &mut Values::alone(store, until), position) {
        Ok(game) => Ok(Some(game)),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed | Stop::Enough) => Ok(None),
    }
}

/// The value of a position when it is remembered.
pub(super) fn known<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
) -> Result<Option<Game>, Error> {
    let memo = rules.memo();
    if let Some(game) = memo.values.get(position) {
        return Ok(Some(game));
    }
    memo.nimbers.get(position).map(|nimber| store.nimber(nimber)).transpose()
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
    let mut games = Vec::with_capacity(sum.len());
    for part in sum {
        games.push(match part {
            Part::Value(game) => *game,
            Part::Position(position) => value(rules, store, position)?,
            Part::Negative(position) => store.neg(value(rules, store, position)?)?,
        });
    }
    Ok(store.total(&games)?)
}

pub(super) struct Values<'a> {
    store: &'a Store,
    /// The walk ends when the budget counts more steps.
    until: u64,
    /// The number of the thread that walks.
    thread: usize,
    /// Where several threads walk: whether one of them is done.
    done: Option<&'a AtomicBool>,
}

impl<'a> Values<'a> {
    fn alone(store: &'a Store, until: u64) -> Self {
        Values { store, until, thread: 0, done: None }
    }

    /// Of one of several threads.
    pub(super) fn of_helper(store: &'a Store, thread: usize, done: &'a AtomicBool) -> Self {
        Values { store, until: u64::MAX, thread, done: Some(done) }
    }
}

/// The values of each player's options.
#[derive(Default)]
pub(super) struct Seen {
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
        let found = nimber_within(rules, self.store, position, self.until)?;
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
        // Every other thread goes the other way, and each pair begins at another place.
        if self.thread % 2 == 1 {
            moves.reverse();
        }
        if self.thread > 1 && !moves.is_empty() {
            let start = self.thread / 2 * (moves.len() / 3 + 1) % moves.len();
            moves.rotate_left(start);
        }
        Ok(moves)
    }

    fn askers(&self, rules: &mut R, position: &R::Position) -> &'static [Player] {
        if rules.memo().values.get(position).is_some() {
            &[]
        } else if rules.is_impartial(position) {
            &[Player::Left]
        } else {
            &[Player::Left, Player::Right]
        }
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
        if self.thread > 0 && self.done.is_some_and(|done| done.load(Relaxed)) {
            return Err(Stop::Enough);
        }
        step(self.store, self.until)
    }

    fn is_shared(&self) -> bool {
        self.done.is_some()
    }
}
