//! Goals that are asked of the pattern on a board, whatever its size.
//!
//! Knows: what a turn of the board and an exchange of symbols make of them.
//! Must not know: how they are written, or how they are found on a board.

use crate::rules::rewrite::symmetry::Turn;
use crate::value::board::{Nearness, Side, Symbol};

/// A condition on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// So many in a straight line.
    Line(Symbol, usize),
    /// Two sides, in order, are connected.
    Connects(Symbol, [Side; 2], Nearness),
    /// Not so.
    Not(Box<Asked>),
    /// Both.
    And(Box<[Asked; 2]>),
    /// One at least.
    Or(Box<[Asked; 2]>),
}

/// When Left wins, when Right wins, and when it is a draw.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goals {
    /// `left wins if`
    pub left: Option<Asked>,
    /// `right wins if`
    pub right: Option<Asked>,
    /// `draw if`
    pub draw: Option<Asked>,
}

impl Goals {
    /// Of Left, of Right, and of a draw.
    pub(super) fn each(&self) -> [Option<&Asked>; 3] {
        [self.left.as_ref(), self.right.as_ref(), self.draw.as_ref()]
    }

    /// What they become when a board is turned and symbols are exchanged; nothing when they
    /// cannot be said of the new board.
    pub(super) fn image(&self, turn: Turn, exchange: &[Symbol]) -> Option<Goals> {
        let image = |asked: &Option<Asked>| match asked {
            None => Some(None),
            Some(asked) => asked.image(turn, exchange).map(Some),
        };
        Some(Goals {
            left: image(&self.left)?,
            right: image(&self.right)?,
            draw: image(&self.draw)?,
        })
    }

    /// With the players exchanged.
    pub(super) fn exchanged(&self) -> Goals {
        Goals { left: self.right.clone(), right: self.left.clone(), draw: self.draw.clone() }
    }
}

impl Asked {
    /// That two sides are connected; it does not matter which is named first.
    pub fn connects(symbol: Symbol, mut sides: [Side; 2], near: Nearness) -> Asked {
        sides.sort_unstable();
        Asked::Connects(symbol, sides, near)
    }

    fn image(&self, turn: Turn, exchange: &[Symbol]) -> Option<Asked> {
        let both = |pair: &[Asked; 2]| {
            let [a, b] = pair;
            Some(Box::new([a.image(turn, exchange)?, b.image(turn, exchange)?]))
        };
        Some(match self {
            Asked::Line(symbol, length) => Asked::Line(exchange[*symbol as usize], *length),
            Asked::Connects(symbol, sides, near) => {
                let slanted = turn.flip_rows != turn.flip_columns;
                if *near == Nearness::Hex && slanted {
                    return None;
                }
                let sides = sides.map(|side| turned(side, turn));
                Asked::connects(exchange[*symbol as usize], sides, *near)
            }
            Asked::Not(inner) => Asked::Not(Box::new(inner.image(turn, exchange)?)),
            Asked::And(pair) => Asked::And(both(pair)?),
            Asked::Or(pair) => Asked::Or(both(pair)?),
        })
    }
}

/// Where a side is after a turn.
fn turned(side: Side, turn: Turn) -> Side {
    let side = match (turn.transpose, side) {
        (false, side) => side,
        (true, Side::Top) => Side::Left,
        (true, Side::Left) => Side::Top,
        (true, Side::Bottom) => Side::Right,
        (true, Side::Right) => Side::Bottom,
    };
    match side {
        Side::Top if turn.flip_rows => Side::Bottom,
        Side::Bottom if turn.flip_rows => Side::Top,
        Side::Left if turn.flip_columns => Side::Right,
        Side::Right if turn.flip_columns => Side::Left,
        side => side,
    }
}
