//! Connections: the players claim free cells, and one of them wants a path of own cells from side to side (Hex, Bridg-it,
//! Shannon's game on vertices).
//!
//! Knows: cells as bits, which of them are neighbours, two sets of cells that are to be connected. Must not know: boards,
//! or how rules are written.
//!
//! One player is the *maker*, who wants the path; the other is the *breaker*, who wants that there is none. What is
//! assumed is this; who lists a [`Contest`] sees to it.
//!
//! 1. Each move claims one free cell, whichever the player likes, and no cell is given back. So more own cells never hurt.
//! 2. Where a path leads from side to side of the breaker's own web, there can be no path of the maker: crossing
//!    paths of a plane. A breaker without such a web has one in which nothing is adjacent.
//! 3. The goals of both players never hold together. So a maker who reaches the goal whatever the opponent does reaches it
//!    first: had the opponent's goal come before, the maker's could not come any more.
//!
//! It is not assumed that one of them wins: if neither can as the maker, play is drawn.

mod links;
mod order;
mod search;
#[cfg(test)]
mod tests;

use super::Verdict;
use crate::{Budget, Error, Player};

pub(crate) use search::ConnectionTable;

/// Cells of a board.
pub type Cells = u128;

/// Most cells of a board: with two sides they have numbers below 128.
pub const MOST_CELLS: usize = Cells::BITS as usize - 2;

/// Numbers of the cells in a set.
fn places(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = cells.trailing_zeros() as usize;
        (cells != 0).then(|| {
            cells &= cells - 1;
            first
        })
    })
}

/// The graph of a player: cells that are neighbours, and two sides to connect.
#[derive(Debug)]
pub struct Web {
    /// Neighbours of each cell, at most [`MOST_CELLS`].
    pub neighbours: Vec<Cells>,
    /// The cells at both ends of a path.
    pub sides: [Cells; 2],
}

impl Web {
    /// Vertices of the sides on which a cell lies; their numbers follow those of the cells.
    fn sides_of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        (0..2)
            .filter(move |&side| self.sides[side] >> cell & 1 != 0)
            .map(|side| self.neighbours.len() + side)
    }

    /// The cells that paths within `cells` reach from some of them, and all cells beside these.
    fn flood(&self, from: Cells, cells: Cells) -> (Cells, Cells) {
        let (mut reached, mut beside) = (from & cells, 0);
        let mut next = reached;
        while next != 0 {
            beside |= self.neighbours[next.trailing_zeros() as usize];
            next = next & (next - 1) | beside & cells & !reached;
            reached |= next;
        }
        (reached, beside)
    }

    /// Whether a path within these cells leads from side to side.
    fn connects(&self, cells: Cells) -> bool {
        self.flood(self.sides[0], cells).0 & self.sides[1] != 0
    }
}

/// The question whether a player can make a path.
#[derive(Debug)]
pub struct Contest {
    /// The player who wants it.
    pub maker: Player,
    /// The webs of maker and breaker. They are of the same cells.
    pub webs: [Web; 2],
    /// Whether the opponent has made the path of the other goal when each cell belongs to a player and the maker has
    /// none: then the opponent wins if the maker does not.
    pub is_exact: bool,
}

/// Cells in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claimed {
    /// Cells of Left.
    pub left: Cells,
    /// Cells of Right.
    pub right: Cells,
    /// Cells that can be claimed.
    pub free: Cells,
}

/// Result when `mover` begins, in a position in which neither goal is reached.
///
/// # Errors
/// When the budget is exhausted.
pub(crate) fn winner(
    contests: &[Contest],
    table: &mut ConnectionTable,
    budget: &Budget,
    position: Claimed,
    mover: Player,
) -> Result<Verdict, Error> {
    let Claimed { left, right, free } = position;
    for contest in contests {
        let all = (1 << contest.webs[0].neighbours.len()) - 1;
        let own = if contest.maker == Player::Left { left } else { right };
        // A cell that nobody can claim is in the way of the maker.
        let claims = [own, all & !(own | free)];
        if search::maker_wins(contest, table, budget, (claims, free), mover)? {
            return Ok(Verdict::of(Some(contest.maker)));
        }
        if contest.is_exact && left | right | free == all {
            return Ok(Verdict::of(Some(contest.maker.opponent())));
        }
    }
    Ok(Verdict::Draw)
}
