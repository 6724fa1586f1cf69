//! Boards on which the players claim cells to connect two sides each: Hex and similar games.
//!
//! Knows: which rules and goals are of that kind. Two chains of different symbols, one from top to bottom and
//! one from left to right, cannot coexist. Must not know: how claims are searched.

use super::condition::Goal;
use super::connections::Connection;
use super::planes::{MOST_SYMBOLS, SymbolPlanes};
use crate::Player;
use crate::board::bitboard::moves::PlaneMove;
use crate::board::bitboard::word::Word;
use crate::board::{Condition, Goals, Side};
use crate::solve::goal::maker_breaker::{Cells, Claimed, MakerBreaker};

/// Boards of at most 64 cells as a maker-breaker game.
#[derive(Debug)]
pub(super) struct Claims {
    /// Symbol with which each player claims cells.
    symbols: [usize; 2],
    /// Goal of each player.
    goals: [Goal<Cells>; 2],
}

impl Claims {
    /// The game, if each move fills an empty cell and the goals are crossing connections; `None` else, and for
    /// more than 64 cells.
    pub(super) fn new<W: Word>(
        moves: &[Vec<PlaneMove<W>>; 2],
        goals: &Goals,
        all: &W,
        size: (usize, usize),
    ) -> Option<Claims> {
        let Goals { left: Some(left), right: Some(right), draw: None } = goals else { return None };
        let (Condition::Connects(x, ends, _), Condition::Connects(o, others, _)) = (left, right)
        else {
            return None;
        };
        let (down, across) = ([Side::Top, Side::Bottom], [Side::Left, Side::Right]);
        let crossing = [(&down, &across), (&across, &down)].contains(&(ends, others));
        let symbols = [*x as usize, *o as usize];
        let small = size.0 * size.1 <= Cells::BITS as usize;
        (small && crossing && x != o && !symbols.contains(&0)).then_some(())?;
        let claims = |(moves, symbol): (&Vec<PlaneMove<W>>, usize)| match &moves[..] {
            [only] => only.of_one_cell() == Some((all.clone(), 0, symbol)),
            _ => false,
        };
        let each = moves.iter().zip(symbols).all(claims);
        each.then(|| Claims { symbols, goals: [left, right].map(|goal| Goal::new(goal, size)) })
    }

    /// The cells of both players and the free ones.
    pub(super) fn claimed(&self, planes: &SymbolPlanes<Cells>) -> Claimed {
        let [left, right] = self.symbols.map(|symbol| planes[symbol]);
        Claimed { left, right, free: planes[0] }
    }
}

impl MakerBreaker for Claims {
    fn is_made(&self, player: Player, own: Cells) -> bool {
        let mut planes = [0; MOST_SYMBOLS];
        planes[self.symbols[player as usize]] = own;
        self.goals[player as usize].holds(&planes)
    }

    fn ranks(&self, player: Player, own: Cells, other: Cells, free: Cells) -> [u16; 64] {
        let mut ranks = [0; 64];
        for (player, own) in [(player, own), (player.opponent(), other)] {
            if let Some(connection) = Connection::of(&self.goals[player as usize]) {
                connection.rank(own, free, &mut ranks);
            }
        }
        ranks
    }

    fn secured(&self, player: Player, own: Cells, free: Cells) -> Option<Cells> {
        Connection::of(&self.goals[player as usize])?.carrier(own, free)
    }
}
