//! Games with moves, and all questions about their positions.
//!
//! Knows: what a ruleset must tell of its positions; how values follow from options.
//! Must not know: boards, heaps, or how rules are written.
//!
//! The value of a position is the game of its options' values; an option is a sum of parts, so
//! each part is evaluated once and remembered. Impartial positions are evaluated by the theorem of
//! Sprague and Grundy (Winning Ways, chapter 4): the nimber is the least one that no option has,
//! and that of a sum is the nim-sum. Depth lives on an explicit stack.

mod ahead;
mod cycle;
pub mod goal;
mod graph;
mod memo;
mod misere;
mod nimber_search;
mod nimbers;
mod path;
pub mod points;
mod proof_numbers;
mod search;
mod solver;
mod threads;
mod values;
mod walk;

use std::hash::Hash;

use crate::loopy::Worth;
use crate::solve::goal::maker_breaker::{Claimed, MakerBreaker};
use crate::solve::goal::{Hint, Verdict};
use crate::solve::points::Turn;
use crate::{Error, Game, Player};

pub use graph::Lines;
pub use memo::Memo;
pub use search::Way;
pub use solver::Solver;

/// A component of an option.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Part<P> {
    /// A position, of this or another ruleset.
    Position(P),
    /// A position with the players exchanged: its value is the negative.
    Negative(P),
    /// A game whose value is known already.
    Value(Game),
}

impl<P> Part<P> {
    /// The position of the part, whichever way round; `None` for a value.
    pub(crate) fn position(&self) -> Option<&P> {
        match self {
            Part::Position(position) | Part::Negative(position) => Some(position),
            Part::Value(_) => None,
        }
    }
}

/// What a move leads to: components played side by side. Without components it is 0.
pub type Sum<P> = Vec<Part<P>>;

/// The position that a sum is.
///
/// # Errors
/// When it is something else.
pub(crate) fn single<P>(sum: Sum<P>) -> Result<P, Error> {
    match <[Part<P>; 1]>::try_from(sum) {
        Ok([Part::Position(position)]) => Ok(position),
        _ => Err(Error::NotOnePosition),
    }
}

/// A game with moves: what a [`Solver`] must know of its positions.
///
/// Only [`options`](Ruleset::options) has to be written. Of the rest, some say what holds of all
/// that can follow a position, so that it need not be looked for; none of it has to be said.
pub trait Ruleset: Sync {
    /// A position; equal positions have equal values.
    type Position: Clone + Eq + Hash + Send + Sync;
    /// What may go wrong.
    type Error: From<Error> + Send;

    /// Where the player can move, in a fixed order: asked again, the answer is the same.
    ///
    /// # Errors
    /// When the rules fail on this position.
    fn options(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> Result<Vec<Sum<Self::Position>>, Self::Error>;

    /// The error for positions that lead to each other, the last back to the first.
    fn repeats(&self, cycle: Vec<Self::Position>) -> Self::Error {
        Error::Repeats { positions: cycle.len() }.into()
    }

    /// Whether both players have the same options here. Then only Left's are asked for.
    fn is_impartial(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether this position and everything it can lead to are surely impartial; `false` when
    /// that is not known.
    fn stays_impartial(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether every line of play from this position surely ends; `false` when that is not
    /// known.
    fn surely_ends(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether so little can follow this position that its value is worth looking for first, as
    /// of a heap of n, which leads to n smaller ones at most.
    fn has_few_followers(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether nimbers are found faster by asking whether it is 0, whether it is 1, ... than by
    /// listing the nimbers of all options: on boards, but not with heaps.
    fn ask_for_nimbers(&self) -> bool {
        false
    }

    /// About how many moves an impartial position has, where that is known without listing them:
    /// smaller positions are looked at first. Only asked where nimbers are asked for.
    fn size(&self, _position: &Self::Position) -> u32 {
        1
    }

    /// What a position is worth that stands for a loopy value. Its moves are asked for where it is
    /// played beside others.
    fn worth(&self, _position: &Self::Position) -> Option<Worth> {
        None
    }

    /// How many positions are listed when play can return, before the search fails with
    /// [`Error::Endless`].
    fn most_listed(&self) -> usize {
        1 << 22
    }

    /// The longest line of play that is followed from a position: longer where positions are small
    /// and surely get smaller, as heaps do.
    fn most_moves(&self, _position: &Self::Position) -> usize {
        1 << 20
    }

    /// How play has ended here, if it has, in a game that is decided by a goal; `mover` would be to
    /// move. The players move in turn, each move leads to one position, and a player who cannot
    /// move makes it a draw.
    ///
    /// # Errors
    /// When the rules fail on this position.
    fn verdict(
        &self,
        _position: &Self::Position,
        _mover: Player,
    ) -> Result<Option<Verdict>, Self::Error> {
        Ok(None)
    }

    /// In such a game, the position in normal form, and who is to move there: the other player where
    /// the players have changed places. All with the same normal form end alike for the player to
    /// move.
    fn normal(&self, position: &Self::Position, mover: Player) -> (Self::Position, Player) {
        (position.clone(), mover)
    }

    /// In such a game, whether a move promises much.
    fn hint(&self, _from: &Self::Position, _to: &Self::Position, _mover: Player) -> Hint {
        Hint::default()
    }

    /// In such a game, the cells of a position where the players claim free cells and just one of
    /// them can reach a goal, as in Hex.
    fn maker_breaker(&self, _position: &Self::Position) -> Option<(&dyn MakerBreaker, Claimed)> {
        None
    }

    /// What can be done in a position of a game about points. Asked again, the answer is the same.
    ///
    /// # Errors
    /// When the rules fail on this position; when the game is not about points.
    fn turn(&self, _position: &Self::Position) -> Result<Turn<Self::Position>, Self::Error> {
        Err(Error::NotAboutPoints.into())
    }
}

#[cfg(test)]
mod tests;
