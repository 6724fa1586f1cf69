//! Images of goals under turns of the board and permutations of symbols.
//!
//! Must not know: how goals are written or evaluated.

use crate::board::rewrite::Arrangement;
use crate::board::rewrite::symmetry::SquareSymmetry;
use crate::board::{Adjacency, Condition, Goals, Side, Symbol};

impl Goals {
    /// Goals of Left, of Right, and for a draw.
    pub(super) fn each(&self) -> [Option<&Condition>; 3] {
        [self.left.as_ref(), self.right.as_ref(), self.draw.as_ref()]
    }

    /// The goals after a turn of the board and a permutation of symbols; `None` if they cannot be expressed.
    pub(super) fn image(
        &self,
        turn: SquareSymmetry,
        exchange: &[Symbol],
        size: (usize, usize),
    ) -> Option<Goals> {
        let image = |condition: &Option<Condition>| match condition {
            None => Some(None),
            Some(condition) => condition.image(turn, exchange, size).map(Some),
        };
        Some(Goals {
            left: image(&self.left)?,
            right: image(&self.right)?,
            draw: image(&self.draw)?,
            no_moves: self.no_moves,
        })
    }

    /// The goals with the players exchanged.
    pub(super) fn exchanged(&self) -> Goals {
        let [left, right] = self.no_moves;
        Goals {
            left: self.right.clone(),
            right: self.left.clone(),
            draw: self.draw.clone(),
            no_moves: [right, left],
        }
    }
}

impl Condition {
    fn image(
        &self,
        turn: SquareSymmetry,
        exchange: &[Symbol],
        size: (usize, usize),
    ) -> Option<Condition> {
        let image = |condition: &Condition| condition.image(turn, exchange, size);
        let both = |pair: &[Condition; 2]| {
            let [a, b] = pair;
            Some(Box::new([image(a)?, image(b)?]))
        };
        Some(match self {
            Condition::Pattern(_) => return None,
            Condition::Cells(arrangements) => {
                let cell = |&(cell, needs): &(usize, u64)| {
                    let moved = |(symbol, to): (usize, &Symbol)| (needs >> symbol & 1) << to;
                    let needs = exchange.iter().enumerate().map(moved).sum();
                    (place(cell, turn, size), needs)
                };
                let arrangement = |cells: &Arrangement| {
                    let mut image: Arrangement = cells.iter().map(cell).collect();
                    image.sort_unstable();
                    image
                };
                let mut images: Vec<Arrangement> = arrangements.iter().map(arrangement).collect();
                images.sort_unstable();
                Condition::Cells(images)
            }
            Condition::Connects(symbol, sides, adjacency) => {
                let slanted = turn.flip_rows != turn.flip_columns;
                if *adjacency == Adjacency::Hex && slanted {
                    return None;
                }
                let sides = sides.map(|side| turned(side, turn));
                Condition::connects(exchange[*symbol as usize], sides, *adjacency)
            }
            Condition::Not(inner) => Condition::Not(Box::new(image(inner)?)),
            Condition::And(pair) => Condition::And(both(pair)?),
            Condition::Or(pair) => Condition::Or(both(pair)?),
        })
    }
}

/// The place of a cell after a turn of a board with these rows and columns. Only square boards are transposed.
fn place(cell: usize, turn: SquareSymmetry, (rows, columns): (usize, usize)) -> usize {
    let (row, column) = (cell / columns, cell % columns);
    let (row, column) = if turn.transpose { (column, row) } else { (row, column) };
    let row = if turn.flip_rows { rows - 1 - row } else { row };
    let column = if turn.flip_columns { columns - 1 - column } else { column };
    row * columns + column
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
