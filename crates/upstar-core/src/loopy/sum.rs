//! Arithmetic and order of games that may be loopy.

use num_bigint::BigInt;

use super::{Ends, Worth};
use crate::{Comparison, Error, Store};

/// The negative: the players are exchanged.
///
/// # Errors
/// When the budget is exhausted.
pub fn negative(_store: &Store, _g: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// The sum.
///
/// # Errors
/// When the budget is exhausted, or the graph of the sum is too large.
pub fn sum(_store: &Store, _g: &Worth, _h: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// The sum with the negative.
///
/// # Errors
/// When the budget is exhausted, or the graph of the sum is too large.
pub fn difference(_store: &Store, _g: &Worth, _h: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// So many copies added.
///
/// # Errors
/// When the budget is exhausted, or the graph of the sum is too large.
pub fn times(_store: &Store, _n: &BigInt, _g: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// Whether the first is at least the second.
///
/// # Errors
/// When the budget is exhausted, or the graphs are too large.
pub fn at_least(_store: &Store, _g: &Worth, _h: &Worth) -> Result<bool, Error> {
    Err(Error::NotAStopper)
}

/// How the first compares with the second.
///
/// # Errors
/// When the budget is exhausted, or the graphs are too large.
pub fn compare(_store: &Store, _g: &Worth, _h: &Worth) -> Result<Comparison, Error> {
    Err(Error::NotAStopper)
}

/// Who wins, for each player to start.
///
/// # Errors
/// When the budget is exhausted, or the graphs are too large.
pub fn ends_of(_store: &Store, _g: &Worth) -> Result<Ends, Error> {
    Err(Error::NotAStopper)
}

/// The stopper in which infinite play is won by Left.
///
/// # Errors
/// When the onside is no stopper.
pub fn onside(_g: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// The stopper in which infinite play is won by Right.
///
/// # Errors
/// When the offside is no stopper.
pub fn offside(_g: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// The onside of the sum.
///
/// # Errors
/// When it is no stopper, the budget is exhausted, or the graph of the sum is too large.
pub fn upsum(_store: &Store, _g: &Worth, _h: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// The offside of the sum.
///
/// # Errors
/// When it is no stopper, the budget is exhausted, or the graph of the sum is too large.
pub fn downsum(_store: &Store, _g: &Worth, _h: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// The degree of loopiness: the onside of the game minus itself; 0 for short games.
///
/// # Errors
/// When it is no stopper, the budget is exhausted, or the graph of the sum is too large.
pub fn degree(_store: &Store, _g: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}

/// The ordinal sum: who moves in the first game ends the second.
///
/// # Errors
/// When a game is no stopper, the budget is exhausted, or the graph is too large.
pub fn ordinal_sum(_store: &Store, _g: &Worth, _h: &Worth) -> Result<Worth, Error> {
    Err(Error::NotAStopper)
}
