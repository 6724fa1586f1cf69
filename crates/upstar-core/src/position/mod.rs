//! Positions of rulesets, and their values.
//!
//! Knows: what a ruleset must tell of its positions; how values follow from options.
//! Must not know: boards, heaps, or how rules are written.
//!
//! The value of a position is the game of its options' values; an option is a sum of parts, so
//! each part is evaluated once and remembered. Impartial positions are evaluated by the theorem of
//! Sprague and Grundy (Winning Ways, chapter 4): the nimber is the least one that no option has,
//! and that of a sum is the nim-sum. Depth lives on an explicit stack.

mod circle;
mod effort;
mod graph;
pub mod misere;
mod nimbers;
mod questions;
mod search;
mod values;
mod walk;

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::loopy::Worth;
use crate::{Error, Game, Player};

pub use graph::{Lines, ends, known_ends, lines, loopy_nimber, repeats_surely, worth};
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

    /// What is known of positions. Rules may ask for values while they compute options.
    fn memo(&mut self) -> &mut Memo<Self::Position>;

    /// The error for positions that lead to each other, the last back to the first.
    fn repeats(&mut self, cycle: Vec<Self::Position>) -> Self::Error;
}

/// What has been found out about positions. It stays valid when an evaluation is stopped.
#[derive(Debug, Clone)]
pub struct Memo<P> {
    values: Answers<P, Game>,
    nimbers: Answers<P, u32>,
    /// Impartial positions from which a position or value that is not impartial can be reached.
    mixed: FxHashSet<P>,
    /// Nimbers that impartial positions do not have, as bits.
    excluded: Answers<P, u64>,
    /// What searches have found.
    search: Option<Box<search::Memory<P>>>,
    /// What graphs of positions that repeat have shown.
    graph: graph::Memory<P>,
}

impl<P> Default for Memo<P> {
    fn default() -> Self {
        Memo::numbered(|_| None)
    }
}

impl<P> Memo<P> {
    /// Nothing is known yet of positions most of which have small numbers, each its own: answers
    /// for these are kept in a row.
    pub fn numbered(number: fn(&P) -> Option<u32>) -> Self {
        Memo {
            values: Answers::new(number),
            nimbers: Answers::new(number),
            mixed: FxHashSet::default(),
            excluded: Answers::new(number),
            search: None,
            graph: graph::Memory::default(),
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
        self.values.count + self.nimbers.count + self.graph.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Answers of one kind.
#[derive(Debug, Clone)]
struct Answers<P, A> {
    number: fn(&P) -> Option<u32>,
    by_number: Vec<Option<A>>,
    others: FxHashMap<P, A>,
    count: usize,
}

impl<P, A> Answers<P, A> {
    fn new(number: fn(&P) -> Option<u32>) -> Self {
        Answers { number, by_number: Vec::new(), others: FxHashMap::default(), count: 0 }
    }
}

impl<P: Eq + Hash, A: Copy> Answers<P, A> {
    #[inline]
    fn get(&self, position: &P) -> Option<A> {
        match (self.number)(position) {
            Some(number) => self.by_number.get(number as usize).copied().flatten(),
            None => self.others.get(position).copied(),
        }
    }

    fn insert(&mut self, position: P, answer: A) {
        let old = match (self.number)(&position) {
            Some(number) => {
                let number = number as usize;
                if number >= self.by_number.len() {
                    self.by_number.resize(number + 1, None);
                }
                self.by_number[number].replace(answer)
            }
            None => self.others.insert(position, answer),
        };
        self.count += usize::from(old.is_none());
    }
}

#[cfg(test)]
mod tests;
