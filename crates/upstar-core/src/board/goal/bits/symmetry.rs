//! Symmetries of the board and of the symbols that preserve moves and goals, for boards of one size.
//!
//! Must not know: what is searched.

use super::planes::Stones;
use crate::Player;
use crate::board::bitboard::turn::TurnTables;
use crate::board::bitboard::word::Word;
use crate::board::rewrite::stencil::Stencil;
use crate::board::rewrite::symmetry::{SquareSymmetry, Symmetries, Symmetry};
use crate::board::{Goals, Symbol};

/// A permutation of symbols after a turn.
#[derive(Debug)]
struct SymbolPermutation {
    /// Image of each symbol.
    exchange: Box<[Symbol]>,
    /// Whether the players are exchanged.
    swaps: bool,
}

/// The symmetry group of the game.
#[derive(Debug)]
pub(super) struct Images<W> {
    tables: TurnTables<W>,
    /// How many symbols there are besides the empty cell.
    symbols: usize,
    /// By turn, in the order of [`TURNS`]; trailing empty lists are omitted.
    by_turn: Vec<Vec<SymbolPermutation>>,
}

const fn turn(transpose: bool, flip_rows: bool, flip_columns: bool) -> SquareSymmetry {
    SquareSymmetry { transpose, flip_rows, flip_columns }
}

/// Each turn, and the turn that leads to it from the one before: half a turn, a mirror, half a turn.
const TURNS: [(SquareSymmetry, SquareSymmetry); 8] = {
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

impl<W: Word> Images<W> {
    /// The symmetries of the rules that fix the empty cell and preserve the goals.
    pub(super) fn new(
        [left, right]: [&[Stencil]; 2],
        goals: &Goals,
        symbols: usize,
        size: (usize, usize),
    ) -> Images<W> {
        let symmetries = Symmetries::of(left, right, symbols);
        let alike = symmetries.impartial();
        let mut by_turn: Vec<Vec<SymbolPermutation>> = TURNS.iter().map(|_| Vec::new()).collect();
        for Symmetry { turn, exchange, negates } in symmetries.iter() {
            if exchange[0] != 0 || turn.transpose && size.0 != size.1 {
                continue;
            }
            let Some(image) = goals.image(*turn, exchange, size) else { continue };
            let swaps = if image == *goals && !negates {
                false
            } else if image == goals.exchanged() && (*negates || alike) {
                true
            } else {
                continue;
            };
            let number = TURNS.iter().position(|(other, _)| other == turn);
            let number = number.expect("all turns are listed");
            by_turn[number].push(SymbolPermutation { exchange: exchange.clone(), swaps });
        }
        let last = by_turn.iter().rposition(|images| !images.is_empty());
        by_turn.truncate(last.map_or(0, |last| last + 1));
        Images { tables: TurnTables::new(size, size.0 == size.1), symbols: symbols - 1, by_turn }
    }

    /// Normal form: the least symmetric board, with its player to move.
    pub(super) fn normal(&self, stones: &Stones<W>, mover: Player) -> (Stones<W>, Player) {
        let mut least = (stones.clone(), mover);
        let mut turned = stones.clone();
        for (images, (_, next)) in self.by_turn.iter().zip(TURNS) {
            for plane in &mut turned[..self.symbols] {
                *plane = self.tables.turned(plane.clone(), next);
            }
            for SymbolPermutation { exchange, swaps } in images {
                let mut new = [W::ZERO; 3];
                for (plane, &becomes) in turned[..self.symbols].iter().zip(&exchange[1..]) {
                    new[becomes as usize - 1] = plane.clone();
                }
                let mover = if *swaps { mover.opponent() } else { mover };
                if (&new, mover) < (&least.0, least.1) {
                    least = (new, mover);
                }
            }
        }
        least
    }

    /// Order of the group.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.by_turn.iter().map(Vec::len).sum()
    }
}
