//! Games that are decided by a goal and not by the last move: who wins, or that it is a draw.
//!
//! Knows: positions in which the players move in turn, and how play has ended in some of them.
//! Must not know: boards, rules, or what anything is worth in a sum.
//!
//! Each position is asked two questions at most: can the player to move win, and can that player
//! avoid losing? Both are answered by one search on an explicit stack, with a table of what is
//! known of positions in normal form. Where play can return to a position it has left, all
//! positions are listed and worked out backwards instead; what nobody can force is a draw.

pub mod claim;
mod retrograde;
mod search;
mod table;

use std::hash::Hash;

use crate::{Budget, Error, Player};

pub use table::Known;

/// How play ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Left has won.
    Left,
    /// Right has won.
    Right,
    /// Nobody has won.
    Draw,
}

impl Verdict {
    /// The end with this winner.
    pub fn of(winner: Option<Player>) -> Verdict {
        match winner {
            Some(Player::Left) => Verdict::Left,
            Some(Player::Right) => Verdict::Right,
            None => Verdict::Draw,
        }
    }

    /// Who has won.
    pub fn winner(self) -> Option<Player> {
        match self {
            Verdict::Left => Some(Player::Left),
            Verdict::Right => Some(Player::Right),
            Verdict::Draw => None,
        }
    }

    /// 1, 0 or -1 for a win, a draw or a loss of `player`.
    pub fn of_player(self, player: Player) -> i8 {
        match self.winner() {
            None => 0,
            Some(winner) if winner == player => 1,
            Some(_) => -1,
        }
    }
}

/// A move.
#[derive(Debug, Clone)]
pub struct Choice<P> {
    /// Where it leads.
    pub position: P,
    /// What the move is, apart from the position: moves that did well elsewhere are tried first.
    /// Small numbers; 0 where nothing is known.
    pub label: u32,
    /// What promises more is tried first.
    pub promise: i32,
}

/// Rules of a game that is decided by a goal. The players move in turn.
pub trait Contest {
    /// A position, whoever is to move.
    type Position: Clone + Eq + Hash;
    /// What can go wrong.
    type Error: From<Error>;

    /// How play has ended here, if it has; `mover` would be to move.
    ///
    /// # Errors
    /// Whatever the rules complain about.
    fn verdict(
        &mut self,
        position: &Self::Position,
        mover: Player,
    ) -> Result<Option<Verdict>, Self::Error>;

    /// Where a player can move. A player who cannot move makes it a draw.
    ///
    /// # Errors
    /// Whatever the rules complain about.
    fn choices(
        &mut self,
        position: &Self::Position,
        mover: Player,
    ) -> Result<Vec<Choice<Self::Position>>, Self::Error>;

    /// The position in normal form, and who is to move there: the other player where the players
    /// have changed places. All with the same normal form end alike for the player to move.
    fn normal(&mut self, position: &Self::Position, mover: Player) -> (Self::Position, Player) {
        (position.clone(), mover)
    }
}

/// Who wins when `mover` begins, with best play; and that nobody does.
///
/// What is found stays in `known`, which is for one contest only.
///
/// # Errors
/// When the rules complain, a line of play is longer than [`LONGEST_PLAY`](crate::LONGEST_PLAY),
/// play can return and there are too many positions to list, or the budget is exhausted.
/// Cost: at worst each position that can be reached is looked at a few times.
pub fn solve<C: Contest>(
    contest: &mut C,
    known: &mut Known<C::Position>,
    budget: &Budget,
    position: &C::Position,
    mover: Player,
) -> Result<Verdict, C::Error> {
    if let Some(verdict) = contest.verdict(position, mover)? {
        return Ok(verdict);
    }
    let mut search = search::Search::new(contest, known, budget);
    let value = match search.value(position, mover)? {
        Some(value) => value,
        None => retrograde::value(contest, known, budget, position, mover)?,
    };
    Ok(match value {
        0 => Verdict::Draw,
        1 => Verdict::of(Some(mover)),
        _ => Verdict::of(Some(mover.opponent())),
    })
}

#[cfg(test)]
mod tests;
