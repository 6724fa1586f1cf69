//! Games that are decided by a goal and not by the last move: who wins, or that it is a draw.
//!
//! Knows: positions in which the players move in turn, and how play has ended in some of them.
//! Must not know: boards, rules, or what anything is worth in a sum.
//!
//! Each position is asked two questions at most: can the player to move win, and can that player
//! avoid losing? Both are answered by the search of `solve/minimax/` with a transposition table of positions in
//! normal form. Where play can return to a position, all positions are listed and solved
//! by retrograde analysis instead (`retrograde.rs`); what neither player can force is a draw.
//! Games of connections such as Hex have a search of their own (`connection/`).

pub mod connection;
mod retrograde;
mod search;
mod table;

use std::fmt;

use crate::Player;
use crate::solve::{Playable, Searches, minimax, single};
use search::{GoalGame, GoalHalt};

pub(crate) use table::GoalTable;

/// How play ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Left has won.
    Left,
    /// Right has won.
    Right,
    /// Neither player has won.
    Draw,
}

/// `Left wins`, `Right wins` or `draw`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Left => "Left wins",
            Verdict::Right => "Right wins",
            Verdict::Draw => "draw",
        })
    }
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

    /// The end with the players exchanged.
    pub fn exchanged(self) -> Verdict {
        Verdict::of(self.winner().map(Player::opponent))
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

/// Guess at how good a move is, for the order in which moves are tried. It changes how long a search
/// takes, not what it finds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hint {
    /// Number of the move, independent of the position, by which the history heuristic knows it: moves
    /// that cut off elsewhere are tried first. Small numbers; 0 where there is none.
    pub label: u32,
    /// Estimate of the position after the move; the largest is tried first.
    pub promise: i32,
}

/// Result when `mover` begins, with best play.
///
/// Cost: at worst each position that can be reached is looked at a few times.
pub(crate) fn winner<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    mover: Player,
) -> Result<Verdict, R::Error> {
    let rules = searches.rules();
    if let Some(verdict) = rules.verdict(position, mover)? {
        return Ok(verdict);
    }
    let (memo, budget) = (searches.memo(), searches.store().budget());
    let normal = rules.normal(position, mover);
    if let Some((contests, cells)) = rules.connections(&normal.0) {
        let find = |table: &mut _| connection::winner(contests, table, budget, cells, normal.1);
        let found = memo.with_connections(find)?;
        return Ok(if normal.1 == mover { found } else { found.exchanged() });
    }
    let value = memo.with_goals(|table| {
        match minimax::value(&mut GoalGame { searches, table }, &normal) {
            Ok(value) => Ok(value),
            Err(GoalHalt::Repeats) => retrograde::value(searches, table, normal),
            Err(GoalHalt::Error(error)) => Err(error),
        }
    })?;
    Ok(match value {
        0 => Verdict::Draw,
        1 => Verdict::of(Some(mover)),
        _ => Verdict::of(Some(mover.opponent())),
    })
}

/// Positions that a player can move to.
fn moves<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    mover: Player,
) -> Result<Vec<R::Position>, R::Error> {
    let options = searches.rules().options(position, mover)?;
    options.into_iter().map(|sum| Ok(single(sum)?)).collect()
}

#[cfg(test)]
mod tests;
