//! Positions to which play can return, solved by the graph of all that follows them.
//!
//! Knows: which positions and sums are vertices, which answers are kept. Must not know: how a
//! graph is solved (that is [`crate::loopy`] and [`crate::impartial`]), or how rules are written.
//!
//! First every position that follows is listed once with its moves. Where moves lead to sums,
//! positions from which play cannot return get their values and are added up, so that the vertices
//! of the graph are sums of positions without a value, with a game beside them.
//!
//! Impartial positions get Smith's labels; for others play is solved backwards. Values are found for one group of
//! positions that lead to each other after the other, and those that come after a group stand in the graph as
//! values. Where all moves lead to single positions, the question who wins needs no value. Answers about all
//! positions are kept, so nothing is asked twice.
//!
//! Moves of a board are made on the first board that consists of one part alone, and boards are looked up before they are
//! divided: Fox and Geese 8x8 takes a quarter of the time that it takes when each board is divided first.

mod places;
mod probe;
mod solve;
mod sums;
mod worths;

use std::hash::Hash;

use crate::impartial::LoopyNimber;
use crate::loopy::{GameValue, Winners};
use crate::shared::ConcurrentMap;

pub use probe::Lines;
pub(super) use probe::{lines, surely_ends};
pub(super) use solve::{known_winners, loopy_nimber, repeats_surely, sum_worth, winners, worth};

/// Question about positions that repeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LoopyQuestion {
    /// The winner, or that play is a draw.
    Winners,
    /// The loopy value.
    GameValue,
}

/// Answer to a question.
#[derive(Debug, Clone)]
enum LoopyAnswer {
    Winners(Winners),
    GameValue(GameValue),
}

/// Answers by graphs of positions. None is forgotten: a graph must be complete before it is solved, so memory
/// is needed for all of its positions at once, and the answers take less than the graph.
#[derive(Debug)]
pub(super) struct GraphMemory<P> {
    winners: ConcurrentMap<P, Winners>,
    worths: ConcurrentMap<P, GameValue>,
    nimbers: ConcurrentMap<P, LoopyNimber>,
    /// Positions from which every line of play ends.
    ended: ConcurrentMap<P, ()>,
    /// Number of steps that did not show whether play from a position ends.
    probed: ConcurrentMap<P, u64>,
}

impl<P> Default for GraphMemory<P> {
    fn default() -> Self {
        let (winners, worths, nimbers, ended, probed) = Default::default();
        GraphMemory { winners, worths, nimbers, ended, probed }
    }
}

impl<P> GraphMemory<P> {
    pub(super) fn len(&self) -> usize {
        self.winners.len() + self.worths.len() + self.nimbers.len() + self.ended.len()
    }
}

impl<P: Eq + Hash> GraphMemory<P> {
    fn answer(&self, question: LoopyQuestion, position: &P) -> Option<LoopyAnswer> {
        match question {
            LoopyQuestion::Winners => self.winners.get(position).map(LoopyAnswer::Winners),
            LoopyQuestion::GameValue => self.worths.get(position).map(LoopyAnswer::GameValue),
        }
    }
}

#[cfg(test)]
mod tests;
