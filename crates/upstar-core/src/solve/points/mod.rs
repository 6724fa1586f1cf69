//! Games about points: what Left, who is Max, gets when both play for points.
//!
//! Knows: minimax with exact numbers, by search and by backward induction.
//! Must not know: rulesets, or how positions are written.
//!
//! The value of a position is the score still to come, so that how it was reached does not matter
//! and positions are remembered by themselves. Left is Max and wants it large, Right is Min. Players
//! need not alternate: the position says whose turn it is.
//!
//! Values are found by questions "is it more than t?", each an alpha-beta search with an empty
//! window that leaves bounds behind (Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth
//! minimax algorithms, Artificial Intelligence 87, 1996). Depth lives on an explicit stack.

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
pub(crate) use table::Table;

/// A move of the player whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move<P> {
    /// What Left gets for it at once; negative when Right gets something.
    pub gain: Rational,
    /// Where it leads.
    pub to: P,
    /// Whether the players change sides there: then the value of `to` counts against Left.
    pub exchanged: bool,
}

/// What can be done in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn<P> {
    /// Nothing: play is over, and Left gets so much more.
    Over(Rational),
    /// The moves of this player, one at least.
    Of(Player, Vec<Move<P>>),
}

/// The better of two numbers for a player.
fn better(player: Player, a: Rational, b: Rational) -> Rational {
    match player {
        Player::Left => a.max(b),
        Player::Right => a.min(b),
    }
}
