//! Turns and exchanges of symbols that keep moves and goals, on boards of one size.
//!
//! Must not know: what is searched.

use super::Stones;
use crate::Player;
use crate::board::bitboard::turn::Turning;
use crate::board::rewrite::stencil::Stencil;
use crate::board::rewrite::symmetry::{Symmetries, Symmetry, Turn};
use crate::board::{Goals, Symbol};

/// An exchange of symbols after a turn.
#[derive(Debug)]
struct Image {
    /// What each symbol becomes.
    exchange: Box<[Symbol]>,
    /// Whether the players change places.
    swaps: bool,
}

/// All symmetries.
#[derive(Debug)]
pub(super) struct Images {
    turning: Turning<u64>,
    /// How many symbols there are besides the empty cell.
    symbols: usize,
    /// By turn, in the order of [`TURNS`]; without those at the end that have none.
    by_turn: Vec<Vec<Image>>,
}

const fn turn(transpose: bool, flip_rows: bool, flip_columns: bool) -> Turn {
    Turn { transpose, flip_rows, flip_columns }
}

/// Each turn, and what makes it of the one before: half a turn, a mirror, and half a turn again.
const TURNS: [(Turn, Turn); 8] = {
    let (half, mirror) = (turn(false, true, true), turn(false, true, false));
    [
        (turn(false, false, false), turn(false, false, false)),
        (turn(false, true, true), half),
        (turn(false, false, true), mirror),
        (turn(false, true, false), half),
        (turn(true, false, true), turn(true, false, false)),
        (turn(true, true, false), half),
        (turn(true, false, false), mirror),
        (turn(true, true, true), half),
    ]
};

impl Images {
    /// Those of the rules that leave the empty cell as it is and map goals to goals.
    pub(super) fn new(
        [left, right]: [&[Stencil]; 2],
        goals: &Goals,
        symbols: usize,
        size: (usize, usize),
    ) -> Images {
        let symmetries = Symmetries::of(left, right, symbols);
        let alike = symmetries.impartial();
        let mut by_turn: Vec<Vec<Image>> = TURNS.iter().map(|_| Vec::new()).collect();
        for Symmetry { turn, exchange, negates } in symmetries.iter() {
            if exchange[0] != 0 || turn.transpose && size.0 != size.1 {
                continue;
            }
            let Some(said) = goals.image(*turn, exchange) else { continue };
            let swaps = if said == *goals && !negates {
                false
            } else if said == goals.exchanged() && (*negates || alike) {
                true
            } else {
                continue;
            };
            let number = TURNS.iter().position(|(other, _)| other == turn);
            let number = number.expect("all turns are listed");
            by_turn[number].push(Image { exchange: exchange.clone(), swaps });
        }
        let last = by_turn.iter().rposition(|images| !images.is_empty());
        by_turn.truncate(last.map_or(0, |last| last + 1));
        Images { turning: Turning::new(size, size.0 == size.1), symbols: symbols - 1, by_turn }
    }

    /// The least of the boards symmetric to this one, with the player to move.
    pub(super) fn normal(&self, stones: &Stones, mover: Player) -> (Stones, Player) {
        let mut least = (*stones, mover);
        let mut turned = *stones;
        for (images, (_, next)) in self.by_turn.iter().zip(TURNS) {
            for plane in &mut turned[..self.symbols] {
                *plane = self.turning.turned(*plane, next);
            }
            for Image { exchange, swaps } in images {
                let mut new = [0; 3];
                for (plane, &becomes) in turned[..self.symbols].iter().zip(&exchange[1..]) {
                    new[becomes as usize - 1] = *plane;
                }
                let mover = if *swaps { mover.opponent() } else { mover };
                least = least.min((new, mover));
            }
        }
        least
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.by_turn.iter().map(Vec::len).sum()
    }
}
