//! Games whose values are integers: what promises most comes first, and numbers that are too large stop the search.
//!
//! Knows: positions as rows of bytes, bounds as pairs of words. Must not know: what the bytes mean.

use std::cmp::Reverse;

use super::{Bounds, Listed, Turn};
use crate::solve::bounded::Bounded;
use crate::{Budget, Error, Exhausted, Player};

/// Gains and scores that are larger, with or without a sign, are refused; sums along a line of play have room.
const LARGEST: i64 = 1 << 40;

/// Reason why a search on integers stops.
#[derive(Debug, PartialEq, Eq)]
pub enum MinimaxHalt {
    /// Rules fail, numbers are too large, or play returns: what is wrong must be found out in another way.
    Unfit,
    /// A limit is passed.
    Core(Error),
}

impl From<Error> for MinimaxHalt {
    fn from(error: Error) -> Self {
        match error {
            Error::PlayTooLong { .. } => MinimaxHalt::Unfit,
            error => MinimaxHalt::Core(error),
        }
    }
}

impl From<Exhausted> for MinimaxHalt {
    fn from(stop: Exhausted) -> Self {
        MinimaxHalt::Core(stop.into())
    }
}

impl MinimaxHalt {
    /// What a search found; `None` where it cannot say.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn found<T>(result: Result<T, MinimaxHalt>) -> Result<Option<T>, Error> {
        match result {
            Ok(found) => Ok(Some(found)),
            Err(MinimaxHalt::Unfit) => Ok(None),
            Err(MinimaxHalt::Core(error)) => Err(error),
        }
    }
}

/// A score or a gain that is small enough.
///
/// # Errors
/// [`MinimaxHalt::Unfit`] when it is not.
pub fn small(score: i64) -> Result<i64, MinimaxHalt> {
    if score.unsigned_abs() <= LARGEST.unsigned_abs() { Ok(score) } else { Err(MinimaxHalt::Unfit) }
}

/// Moves of an integer game with what they promise, while they are listed.
#[derive(Debug)]
pub struct Promises<M>(Vec<(i64, Listed<i64, M>)>);

impl<M> Default for Promises<M> {
    fn default() -> Self {
        Promises(Vec::new())
    }
}

impl<M> Promises<M> {
    /// Adds a move, with an estimate of what it brings.
    ///
    /// # Errors
    /// When its gain is too large, or there is too little memory.
    pub fn push(
        &mut self,
        step: Listed<i64, M>,
        promise: i64,
        budget: &Budget,
    ) -> Result<(), MinimaxHalt> {
        small(step.gain)?;
        let count = self.0.len();
        if count.is_power_of_two() {
            budget.reserve((2 * count * size_of::<(i64, Listed<i64, M>)>()) as u64)?;
        }
        self.0.push((promise, step));
        Ok(())
    }

    /// The moves of a player, who has what promises most first; without any the game is over with this score.
    ///
    /// # Errors
    /// When the score fails, or is too large.
    pub fn turn(
        mut self,
        mover: Player,
        score: impl FnOnce() -> Result<i64, MinimaxHalt>,
    ) -> Result<Turn<i64, M>, MinimaxHalt> {
        if self.0.is_empty() {
            return Ok(Turn::Over(small(score()?)?));
        }
        self.0.sort_by_key(|(promise, _)| match mover {
            Player::Left => Reverse(*promise),
            Player::Right => Reverse(promise.saturating_neg()),
        });
        Ok(Turn::Of(mover, self.0.into_iter().map(|(_, step)| step).collect()))
    }
}

/// Bounds of the values of positions that are rows of bytes, as long as there is memory.
#[derive(Debug, Default)]
pub struct IntegerBounds {
    /// The largest number on either side stands for a bound that is not known.
    known: Bounded<Box<[u8]>, [i64; 2]>,
}

impl IntegerBounds {
    /// Number of positions of which bounds are known.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// The bounds of a position, if they are there.
    pub fn get(&self, position: &[u8]) -> Option<Bounds<i64>> {
        let [least, most] = *self.known.get(position)?;
        Some(Bounds {
            least: Some(least).filter(|least| *least > i64::MIN),
            most: Some(most).filter(|most| *most < i64::MAX),
        })
    }

    /// Remembers bounds that took so many steps to find.
    pub fn insert(
        &mut self,
        position: Box<[u8]>,
        bounds: Bounds<i64>,
        steps: u64,
        budget: &Budget,
    ) {
        let words = [bounds.least.unwrap_or(i64::MIN), bounds.most.unwrap_or(i64::MAX)];
        self.known.insert(position, words, steps, budget);
    }
}
