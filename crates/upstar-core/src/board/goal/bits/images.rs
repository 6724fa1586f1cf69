//! Images of goals under turns of the board and permutations of symbols.
//!
//! Must not know: how goals are written or evaluated.

use crate::board::rewrite::symmetry::SquareSymmetry;
use crate::board::{Adjacency, Condition, Goals, Side, Symbol};

impl Goals {
    /// Goals of Left, of Right, and for a draw.
    pub(super) fn each(&self) -> [Option<&Condition>; 3] {
        [self.left.as_ref(), self.right.as_ref(), self.draw.as_ref()]
    }

    /// The goals after a turn of the board and a permutation of symbols; `None` if they cannot be expressed.
    pub(super) fn image(&self, turn: SquareSymmetry, exchange: &[Symbol]) -> Option<Goals> {
        let image = |condition: &Option<Condition>| match condition {
            None => Some(None),
            Some(condition) => condition.image(turn, exchange).map(Some),
        };
        Some(Goals {
            left: image(&self.left)?,
            right: image(&self.right)?,
            draw: image(&self.draw)?,
        })
    }

    /// The goals with the players exchanged.
    pub(super) fn exchanged(&self) -> Goals {
        Goals { left: self.right.clone(), right: self.left.clone(), draw: self.draw.clone() }
    }
}

impl Condition {
    fn image(&self, turn: SquareSymmetry, exchange: &[Symbol]) -> Option<Condition> {
        let both = |pair: &[Condition; 2]| {
            let [a, b] = pair;
            Some(Box::new([a.image(turn, exchange)?, b.image(turn, exchange)?]))
        };
        Some(match self {
            Condition::Line(symbol, length) => Condition::Line(exchange[*symbol as usize], *length),
            Condition::Connects(symbol, sides, adjacency) => {
                let slanted = turn.flip_rows != turn.flip_columns;
                if *adjacency == Adjacency::Hex && slanted {
                    return None;
                }
                let sides = sides.map(|side| turned(side, turn));
                Condition::connects(exchange[*symbol as usize], sides, *adjacency)
            }
            Condition::Not(inner) => Condition::Not(Box::new(inner.image(turn, exchange)?)),
            Condition::And(pair) => Condition::And(both(pair)?),
            Condition::Or(pair) => Condition::Or(both(pair)?),
        })
    }
}

/// Image of a side under a turn.
fn turned(side: Side, turn: SquareSymmetry) -> Side {
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
