//! Goal conditions on boards: patterns and connections between sides.
//!
//! Knows: the kinds of conditions. Must not know: how they are written or evaluated.

use super::Side;
use crate::board::rewrite::{Arrangement, Pattern};
use crate::board::{Adjacency, Symbol};

/// A condition on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// A pattern is somewhere on the board.
    Pattern(Pattern),
    /// Cells show one of these arrangements, on boards of one size. They are in order, and each is there once.
    Cells(Vec<Arrangement>),
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
    /// Whether Left, and whether Right, wins if the player to move cannot, where no condition holds. If both do, the
    /// player who has just moved wins.
    pub no_moves: [bool; 2],
}

impl Goals {
    /// The same goals on boards of a size, where patterns are arrangements of cells; `None` if one can lie on them in
    /// too many ways.
    pub(super) fn laid(&self, size: (usize, usize)) -> Option<Goals> {
        let laid = |goal: &Option<Condition>| match goal {
            None => Some(None),
            Some(condition) => condition.laid(size).map(Some),
        };
        Some(Goals {
            left: laid(&self.left)?,
            right: laid(&self.right)?,
            draw: laid(&self.draw)?,
            no_moves: self.no_moves,
        })
    }
}

impl Condition {
    fn laid(&self, size: (usize, usize)) -> Option<Condition> {
        let both = |pair: &[Condition; 2]| {
            let [a, b] = pair;
            Some(Box::new([a.laid(size)?, b.laid(size)?]))
        };
        Some(match self {
            Condition::Pattern(pattern) => Condition::Cells(pattern.arrangements(size).ok()?),
            Condition::Not(inner) => Condition::Not(Box::new(inner.laid(size)?)),
            Condition::And(pair) => Condition::And(both(pair)?),
            Condition::Or(pair) => Condition::Or(both(pair)?),
            Condition::Cells(_) | Condition::Connects(..) => self.clone(),
        })
    }

    /// A connection between two sides in either order.
    pub fn connects(symbol: Symbol, mut sides: [Side; 2], adjacency: Adjacency) -> Condition {
        sides.sort_unstable();
        Condition::Connects(symbol, sides, adjacency)
    }
}
