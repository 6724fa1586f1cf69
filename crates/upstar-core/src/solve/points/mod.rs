//! Games about points: the minimax value for Left, who is Max.
//!
//! Knows: minimax with exact numbers, by search and by backward induction.
//! Must not know: rulesets, or how positions are written.
//!
//! The value of a position is the score still to come, so that how it was reached does not matter
//! and positions are remembered by themselves. Left is Max and wants it large, Right is Min. Players
//! need not alternate: the position says whose turn it is.
//!
//! Values are found by the search of `solve/minimax/`.
//!
//! Moves are tried in the order of the score after them, and bounds are kept alone. For coins on a scale no order at all
//! meets eleven times the positions, the heaviest coin first six times. Bounds from the weight that is left, or first the
//! move that was good enough before, save nothing; looking first at what is known of the children saves two thirds.

mod induction;
mod line;
mod search;
mod table;
#[cfg(test)]
mod tests;

use crate::{Player, Rational};

pub use induction::Row;
pub(crate) use induction::induction;
pub(crate) use line::{best_moves, line};
pub(crate) use search::{exceeds, value};
pub(crate) use table::ScoreTable;

/// Move of the player whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move<P> {
    /// Points that Left gets for it; negative when Right gets some.
    pub gain: Rational,
    /// Position that it leads to.
    pub to: P,
    /// Whether the players are exchanged there: then the value of `to` counts against Left.
    pub exchanged: bool,
}

/// Moves in a position, or its score at the end of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn<P> {
    /// End of play, with so many more points for Left.
    Over(Rational),
    /// Moves of this player, one at least.
    Of(Player, Vec<Move<P>>),
}
