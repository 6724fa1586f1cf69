//! Turns and exchanges of symbols that keep moves and goals, on boards of one size.
//!
//! Knows: bits that change places, byte by byte. Must not know: what is searched.

use crate::Player;
use rustc_hash::FxHashSet;

use super::{MOST_SYMBOLS, Move, Stones};
use crate::board::rewrite::symmetry::{Turn, exchanges};
use crate::board::{Goals, Symbol};

/// Where each cell goes, for the bytes of a board.
type Places = Box<[[u64; 256]; 8]>;

/// A symmetry.
#[derive(Debug)]
struct Image {
    /// Which of the turns.
    turn: usize,
    /// What each symbol becomes.
    exchange: Box<[Symbol]>,
    /// Whether the players change places.
    swaps: bool,
}

/// All symmetries.
#[derive(Debug)]
pub(super) struct Images {
    turns: Vec<Places>,
    images: Vec<Image>,
}

impl Images {
    /// Those that map moves to moves and goals to goals, found by trying all.
    pub(super) fn new(
        moves: &[Vec<Move>; 2],
        goals: &Goals,
        symbols: usize,
        size: (usize, usize),
    ) -> Images {
        let sets = moves.each_ref().map(|moves| moves.iter().collect::<FxHashSet<_>>());
        let (mut turns, mut images) = (Vec::new(), Vec::new());
        for turn in Turn::all().filter(|turn| !turn.transpose || size.0 == size.1) {
            let places = places(turn, size);
            for exchange in exchanges(symbols).into_iter().filter(|exchange| exchange[0] == 0) {
                let Some(said) = goals.image(turn, &exchange) else { continue };
                let onto = |from: usize, to: usize| {
                    moves[from].len() == moves[to].len()
                        && moves[from]
                            .iter()
                            .all(|step| sets[to].contains(&step.image(&places, &exchange)))
                };
                let swaps = if said == *goals && onto(0, 0) && onto(1, 1) {
                    false
                } else if said == goals.exchanged() && onto(0, 1) && onto(1, 0) {
                    true
                } else {
                    continue;
                };
                images.push(Image { turn: turns.len(), exchange, swaps });
            }
            turns.push(places);
        }
        Images { turns, images }
    }

    /// The least of the boards symmetric to this one, with the player to move.
    pub(super) fn normal(&self, stones: &Stones, mover: Player) -> (Stones, Player) {
        let mut least = (*stones, mover);
        let (mut turned, mut turn) = (*stones, usize::MAX);
        for image in &self.images {
            if image.turn != turn {
                turn = image.turn;
                turned = stones.map(|plane| moved(&self.turns[turn], plane));
            }
            let mut new = [0; 3];
            for (plane, &becomes) in turned.iter().zip(&image.exchange[1..]) {
                new[becomes as usize - 1] = *plane;
            }
            let mover = if image.swaps { mover.opponent() } else { mover };
            least = least.min((new, mover));
        }
        least
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.images.len()
    }
}

impl Move {
    fn image(&self, places: &Places, exchange: &[Symbol]) -> Move {
        let symbols = |planes: &[u64; MOST_SYMBOLS]| {
            let mut image = [0; MOST_SYMBOLS];
            for (plane, &becomes) in planes.iter().zip(exchange) {
                image[becomes as usize] = moved(places, *plane);
            }
            image
        };
        Move {
            forbidden: symbols(&self.forbidden),
            cleared: moved(places, self.cleared),
            written: symbols(&self.written),
        }
    }
}

/// The cells after a turn.
#[inline]
fn moved(places: &Places, plane: u64) -> u64 {
    let bytes = plane.to_le_bytes();
    places.iter().zip(bytes).fold(0, |all, (table, byte)| all | table[byte as usize])
}

/// Where each cell goes.
fn places(turn: Turn, (rows, columns): (usize, usize)) -> Places {
    let place = |cell: usize| {
        let (mut row, mut column) = (cell / columns, cell % columns);
        let (mut down, mut right) = (rows, columns);
        if turn.transpose {
            (row, column, down, right) = (column, row, columns, rows);
        }
        row = if turn.flip_rows { down - 1 - row } else { row };
        column = if turn.flip_columns { right - 1 - column } else { column };
        1u64 << (row * right + column)
    };
    let mut places = Box::new([[0; 256]; 8]);
    for (first, table) in places.iter_mut().enumerate() {
        for (byte, cells) in table.iter_mut().enumerate() {
            let bits = (0..8).filter(|bit| byte >> bit & 1 != 0).map(|bit| 8 * first + bit);
            *cells =
                bits.filter(|&cell| cell < rows * columns).fold(0, |all, cell| all | place(cell));
        }
    }
    places
}
