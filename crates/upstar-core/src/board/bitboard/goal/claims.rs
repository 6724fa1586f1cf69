//! Boards on which the players claim cells to connect two sides each: Hex and its kin.
//!
//! Knows: when rules and goals are of that kind. Two chains of different symbols, one from the top to
//! the bottom and one from the left to the right, never are on a board together.
//! Must not know: how claims are searched.

use crate::Player;
use crate::solve::goal::maker_breaker::{Cells, MakerBreaker};

use super::condition::Goal;
use super::{MOST_SYMBOLS, Whole};
use crate::board::bitboard::moves::Move;
use crate::board::{Condition, Goals, Side};

/// Which symbol each player claims cells with.
pub(super) type Symbols = [usize; 2];

/// The symbols of Left and Right where each places a symbol on any empty cell, to connect with it
/// what the other player wants to keep apart.
pub(super) fn symbols(moves: &[Vec<Move<u64>>; 2], goals: &Goals, all: u64) -> Option<Symbols> {
    let Goals { left, right, draw: None } = goals else { return None };
    let (Some(Condition::Connects(x, ends, _)), Some(Condition::Connects(o, others, _))) =
        (left, right)
    else {
        return None;
    };
    let (down, across) = ([Side::Top, Side::Bottom], [Side::Left, Side::Right]);
    let crossing = [(&down, &across), (&across, &down)].contains(&(ends, others));
    let symbols = [*x as usize, *o as usize];
    (crossing && x != o && !symbols.contains(&0)).then_some(())?;
    let claims = |(moves, symbol): (&Vec<Move<u64>>, usize)| match &moves[..] {
        [way] => way.of_one_cell() == Some((all, 0, symbol)),
        _ => false,
    };
    moves.iter().zip(symbols).all(claims).then_some(symbols)
}

impl MakerBreaker for Whole {
    fn is_made(&self, player: Player, own: Cells) -> bool {
        let mut planes = [0; MOST_SYMBOLS];
        let symbols = self.claimed_by.expect("only boards of claims are asked");
        planes[symbols[player as usize]] = own;
        self.goal_of(player).is_some_and(|goal| goal.holds(&planes))
    }

    fn ranks(&self, player: Player, own: Cells, other: Cells, free: Cells) -> [u16; 64] {
        let mut ranks = [0; 64];
        for (player, own) in [(player, own), (player.opponent(), other)] {
            let Some(Goal::Connects { from, to, spread, .. }) = self.goal_of(player) else {
                continue;
            };
            let (there, back) =
                (spread.distances(own, free, *from), spread.distances(own, free, *to));
            for ((rank, there), back) in ranks.iter_mut().zip(there).zip(back) {
                *rank += there + back;
            }
        }
        ranks
    }
}
