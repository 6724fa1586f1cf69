//! Positions of rulesets, and their values.
//!
//! Knows: what a ruleset must tell of its positions; how values follow from options.
//! Must not know: boards, heaps, or how rules are written.
//!
//! The value of a position is the game of its options' values; an option is a sum of parts, so
//! each part is evaluated once and remembered. Impartial positions are evaluated by the theorem of
//! Sprague and Grundy (Winning Ways, chapter 4): the nimber is the least one that no option has,
//! and that of a sum is the nim-sum. Depth lives on an explicit stack.

mod ahead;
mod circle;
mod effort;
mod graph;
mod memo;
pub mod misere;
mod nimbers;
mod questions;
mod search;
mod threads;
mod values;
mod walk;

use std::hash::Hash;

use crate::loopy::Worth;
use crate::{Error, Game, Player};

pub use ahead::{Ahead, together};
pub use graph::{Lines, ends, known_ends, lines, loopy_nimber, repeats_surely, worth};
pub use memo::Memo;
pub use nimbers::nimber;
pub use search::{Way, outcome, wins};
pub use threads::{nimber_together, value_together};
pub use values::{sum_value, value};

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

/// What a move leads to: components played side by side. Without components it is 0.
pub type Sum<P> = Vec<Part<P>>;

/// What evaluation must know about positions.
pub trait Rules {
    /// A position; equal positions have equal values.
    type Position: Clone + Eq + Hash;
    /// What may go wrong.
    type Error: From<Error>;

    /// Whether both players have the same options here. Then only Left's are asked for.
    fn is_impartial(&mut self, position: &Self::Position) -> bool;

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

    /// Whether this position and everything it can lead to are surely impartial; `false` when
    /// nobody knows without looking.
    fn stays_impartial(&mut self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether so little can follow this position that its value is worth looking for first, as
    /// of a heap of n, which leads to n smaller ones at most.
    fn has_few_followers(&mut self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether every line of play from this position surely ends; `false` when nobody knows without
    /// looking.
    fn surely_ends(&mut self, _position: &Self::Position) -> bool {
        false
    }

    /// What a position is worth that stands for a loopy value. Its moves are asked for where it is
    /// played beside others.
    fn worth(&mut self, _position: &Self::Position) -> Option<Worth> {
        None
    }

    /// How many positions are listed when play can return, before it is said that there is
    /// perhaps no end of them.
    fn most_listed(&self) -> usize {
        1 << 22
    }

    /// The longest line of play that is followed from a position: longer where positions are small
    /// and surely get smaller, as heaps do.
    fn most_moves(&mut self, _position: &Self::Position) -> usize {
        1 << 20
    }

    /// Where the player can move, in a fixed order: asked again, the answer is the same.
    ///
    /// # Errors
    /// When the rules fail on this position.
    fn options(
        &mut self,
        position: &Self::Position,
        player: Player,
    ) -> Result<Vec<Sum<Self::Position>>, Self::Error>;

    /// Whether it helps to say beforehand which options will be asked for.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// The options of these positions for these players will probably be asked for soon; those that
    /// come first should be listed first by whoever helps.
    fn expect(&mut self, _options: Vec<(Self::Position, Player)>) {}

    /// What is known of positions. Rules may ask for values while they compute options.
    fn memo(&self) -> &Memo<Self::Position>;

    /// The error for positions that lead to each other, the last back to the first.
    fn repeats(&mut self, cycle: Vec<Self::Position>) -> Self::Error;
}

#[cfg(test)]
mod tests;
