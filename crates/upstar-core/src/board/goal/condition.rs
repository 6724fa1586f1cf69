//! Goal conditions on boards of any size: lines and connections between sides.
//!
//! Knows: the kinds of conditions. Must not know: how they are written or evaluated.

use super::Side;
use crate::board::{Adjacency, Symbol};

/// A condition on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// n cells in a row.
    Line(Symbol, usize),
    /// A connection between two sides, which are in order.
    Connects(Symbol, [Side; 2], Adjacency),
    /// Negation.
    Not(Box<Condition>),
    /// Conjunction.
    And(Box<[Condition; 2]>),
    /// Disjunction.
    Or(Box<[Condition; 2]>),
}

/// Conditions under which Left wins, Right wins, and the game is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goals {
    /// `left wins if`
    pub left: Option<Condition>,
    /// `right wins if`
    pub right: Option<Condition>,
    /// `draw if`
    pub draw: Option<Condition>,
}

impl Condition {
    /// A connection between two sides in either order.
    pub fn connects(symbol: Symbol, mut sides: [Side; 2], adjacency: Adjacency) -> Condition {
        sides.sort_unstable();
        Condition::Connects(symbol, sides, adjacency)
    }
}
