//! What the goals of a ruleset ask of its board, whatever the size: lines and connected sides.
//!
//! Knows: which questions there are. Must not know: how they are written, or answered.

use super::{Nearness, Side, Symbol};

/// A condition on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// So many in a straight line.
    Line(Symbol, usize),
    /// Two sides, in order, are connected.
    Connects(Symbol, [Side; 2], Nearness),
    /// Not so.
    Not(Box<Condition>),
    /// Both.
    And(Box<[Condition; 2]>),
    /// One at least.
    Or(Box<[Condition; 2]>),
}

/// When Left wins, when Right wins, and when it is a draw.
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
    /// That two sides are connected; it does not matter which is named first.
    pub fn connects(symbol: Symbol, mut sides: [Side; 2], near: Nearness) -> Condition {
        sides.sort_unstable();
        Condition::Connects(symbol, sides, near)
    }
}
