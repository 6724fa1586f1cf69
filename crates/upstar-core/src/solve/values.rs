//! Canonical values of positions.
//!
//! Knows: that a game is made of its options, and that nimbers are found faster by mex.
//! Must not know: how games are simplified.

use super::nimbers::nimber_within;
use super::walk::{Additive, Fold, Listed, Reply, Stop, WalkMoves, expect, walk};
use super::{Component, OptionList, Playable, Searches};
use crate::{Error, Game, Player};

/// Value of a position.
pub(super) fn value<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<Game, R::Error> {
    to_the_end(walk(&Values::alone(searches, u64::MAX), position))
}

/// Value that a walk without a limit has found.
pub(super) fn to_the_end<E>(walked: Result<Game, Stop<E>>) -> Result<Game, E> {
    match walked {
        Ok(game) => Ok(game),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed | Stop::Enough) => unreachable!("every position has a value"),
    }
}

/// Value of a position, `None` when the effort of this thread passes `until` before it is found. Values found
/// on the way stay in the memo.
pub(super) fn value_within<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    until: u64,
) -> Result<Option<Game>, R::Error> {
    match walk(&Values::alone(searches, until), position) {
        Ok(game) => Ok(Some(game)),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed | Stop::Enough) => Ok(None),
    }
}

/// Value of a position that is in the memo.
pub(super) fn known<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<Option<Game>, Error> {
    if let Some(game) = searches.memo.values.get(position) {
        return Ok(Some(game));
    }
    let nimber = searches.memo.nimbers.get(position);
    nimber.map(|nimber| searches.store.nimber(nimber)).transpose()
}

/// Evaluation of positions by canonical values.
pub(super) struct Values<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
    /// Effort of this thread at which the walk ends.
    until: u64,
    /// Number of this thread, where several walk.
    thread: Option<usize>,
}

impl<'a, R: Playable> Values<'a, R> {
    fn alone(searches: &'a Searches<'a, R>, until: u64) -> Self {
        Values { searches, until, thread: None }
    }

    /// Of one of several threads.
    pub(super) fn of_thread(searches: &'a Searches<'a, R>, thread: usize) -> Self {
        Values { searches, until: u64::MAX, thread: Some(thread) }
    }
}

/// Values of each player's options.
#[derive(Default)]
pub(super) struct OptionValues {
    left: Vec<Game>,
    right: Vec<Game>,
}

impl<R: Playable> Fold<R> for Values<'_, R> {
    type Key = R::Position;
    type Answer = Game;
    type Seen = OptionValues;

    fn searches(&self) -> &Searches<'_, R> {
        self.searches
    }

    fn known(&self, position: &R::Position) -> Result<Option<Game>, Stop<R::Error>> {
        let Searches { rules, store, memo, .. } = self.searches;
        if let Some(game) = memo.values.get(position) {
            return Ok(Some(game));
        }
        if !rules.is_impartial(position) || memo.mixed.contains(position) {
            return Ok(self.searches.recall_value(position)?);
        }
        let found = nimber_within(self.searches, position, self.until)?;
        let Some(number) = found else { return Ok(None) };
        let game = store.nimber(number)?;
        memo.values.insert(position.clone(), game);
        Ok(Some(game))
    }

    fn moves(&self, position: &R::Position, _: usize) -> Listed<R> {
        let Searches { rules, memo, .. } = self.searches;
        let mut options = OptionList::default();
        self.searches.list(position, Player::Left, &mut options).map_err(Stop::Error)?;
        let lefts = options.len();
        if !rules.is_impartial(position) {
            self.searches.list(position, Player::Right, &mut options).map_err(Stop::Error)?;
        }
        let moves = WalkMoves::new(options, lefts).of_thread(self.thread.unwrap_or(0));
        expect(self.searches, &moves, |position| match memo.values.get(position) {
            Some(_) => &[],
            None if rules.is_impartial(position) => &[Player::Left],
            None => &[Player::Left, Player::Right],
        });
        Ok((moves, None))
    }

    fn reply(&self, _: Player, sum: &[Component<R::Position>]) -> Reply<R, Self> {
        self.sum(sum)
    }

    fn see(&self, seen: &mut OptionValues, player: Player, game: Game, _: usize) -> bool {
        let side = match player {
            Player::Left => &mut seen.left,
            Player::Right => &mut seen.right,
        };
        if side.last() != Some(&game) {
            side.push(game);
        }
        false
    }

    fn finish(
        &self,
        position: R::Position,
        mut seen: OptionValues,
    ) -> Result<Game, Stop<R::Error>> {
        for side in [&mut seen.left, &mut seen.right] {
            Game::sort(side);
            side.dedup();
        }
        if self.searches.rules.is_impartial(&position) {
            seen.right.clone_from(&seen.left);
        }
        let game = self.searches.store.game(&seen.left, &seen.right)?;
        self.searches.keep_value(&position, game)?;
        self.searches.memo.values.insert(position, game);
        Ok(game)
    }

    fn until(&self) -> u64 {
        self.until
    }

    fn is_shared(&self) -> bool {
        self.thread.is_some()
    }
}

impl<R: Playable> Additive<R> for Values<'_, R> {
    fn zero(&self) -> Game {
        Game::ZERO
    }

    fn add(&self, a: Game, b: Game) -> Result<Game, Stop<R::Error>> {
        Ok(self.searches.store.add(a, b)?)
    }

    fn negative(&self, game: Game) -> Result<Game, Stop<R::Error>> {
        Ok(self.searches.store.neg(game)?)
    }

    fn of_game(&self, game: Game) -> Result<Game, Stop<R::Error>> {
        Ok(game)
    }
}
