//! Boards on which the players claim cells to connect two sides each: Hex and similar games.
//!
//! Knows: which rules and goals are of that kind. Two chains of different symbols, one from top to bottom and
//! one from left to right, cannot coexist. Must not know: how claims are searched.

use crate::Player;
use crate::solve::goal::maker_breaker::{Cells, MakerBreaker};

use super::condition::{Goal, distances};
use super::{GoalBoards, MOST_SYMBOLS};
use crate::board::bitboard::moves::Move;
use crate::board::{Condition, Goals, Side};

/// Symbol with which each player claims cells.
pub(super) type ClaimSymbols = [usize; 2];

/// Symbol of each player, if each move fills an empty cell and the goals are crossing connections.
pub(super) fn claim_symbols(
    moves: &[Vec<Move<u64>>; 2],
    goals: &Goals,
    all: u64,
) -> Option<ClaimSymbols> {
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
        [only] => only.of_one_cell() == Some((all, 0, symbol)),
        _ => false,
    };
    moves.iter().zip(symbols).all(claims).then_some(symbols)
}

impl MakerBreaker for GoalBoards {
    fn is_made(&self, player: Player, own: Cells) -> bool {
        let mut planes = [0; MOST_SYMBOLS];
        let symbols = self.claimed_by.expect("`maker_breaker` checks it");
        planes[symbols[player as usize]] = own;
        self.goal_of(player).is_some_and(|goal| goal.holds(&planes))
    }

    fn ranks(&self, player: Player, own: Cells, other: Cells, free: Cells) -> [u16; 64] {
        let mut ranks = [0; 64];
        for (player, own) in [(player, own), (player.opponent(), other)] {
            let Some(Goal::Connects { from, to, neighbours, .. }) = self.goal_of(player) else {
                continue;
            };
            let (there, back) = (
                distances(neighbours, [own, free], *from),
                distances(neighbours, [own, free], *to),
            );
            for ((rank, there), back) in ranks.iter_mut().zip(there).zip(back) {
                *rank += there + back;
            }
        }
        ranks
    }
}
