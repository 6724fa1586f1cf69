//! Positions of rulesets, and their values.
//!
//! Knows: what a ruleset must tell of its positions; how values follow from options.
//! Must not know: boards, heaps, or how rules are written.
//!
//! The value of a position is the game of its options' values; an option is a sum of parts, so
//! each part is evaluated once and remembered. Impartial positions are evaluated by the theorem of
//! Sprague and Grundy (Winning Ways, chapter 4): the nimber is the least one that no option has,
//! and that of a sum is the nim-sum. Depth lives on an explicit stack.

mod nimbers;
mod search;
mod values;
mod walk;

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Error, Game, Player};

pub use nimbers::nimber;
pub use search::{Way, outcome, wins};
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

    /// Where the player can move, in a fixed order: asked again, the answer is the same.
    ///
    /// # Errors
    /// When the rules fail on this position.
    fn options(
        &mut self,
        position: &Self::Position,
        player: Player,
    ) -> Result<Vec<Sum<Self::Position>>, Self::Error>;

    /// What is known of positions. Rules may ask for values while they compute options.
    fn memo(&mut self) -> &mut Memo<Self::Position>;

    /// The error for positions that lead to each other, the last back to the first.
    fn repeats(&mut self, cycle: Vec<Self::Position>) -> Self::Error;
}

/// What has been found out about positions. It stays valid when an evaluation is stopped.
#[derive(Debug, Clone)]
pub struct Memo<P> {
    values: FxHashMap<P, Game>,
    nimbers: FxHashMap<P, u32>,
    /// Impartial positions from which a position or value that is not impartial can be reached.
    mixed: FxHashSet<P>,
    /// What searches have found.
    search: Option<Box<search::Memory<P>>>,
}

impl<P> Default for Memo<P> {
    fn default() -> Self {
        Memo {
            values: FxHashMap::default(),
            nimbers: FxHashMap::default(),
            mixed: FxHashSet::default(),
            search: None,
        }
    }
}

impl<P: Eq + Hash> Memo<P> {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Memo::default()
    }

    /// How many answers are remembered.
    pub fn len(&self) -> usize {
        self.values.len() + self.nimbers.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests;
