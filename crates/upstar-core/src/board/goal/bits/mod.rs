//! Boards for games decided by a goal: moves and goals on bit planes, without splitting.
//!
//! Knows: the width of words for boards of one size, and that there are at most 512 cells and four symbols.
//! Must not know: how positions are searched, or how goals are written.
//!
//! A goal needs the whole board. Moves are made on the same words as elsewhere, and turned by the same code. When a
//! stencil is laid out for a size, whatever lies outside of the board is cut off, so no ring is needed.

mod claims;
mod condition;
mod images;
mod planes;
mod symmetry;

use crate::board::bitboard::word::{Widest, Word};
use crate::board::rewrite::Rule;
use crate::board::{Board, Goals};
use crate::solve::goal::Verdict;
use crate::solve::{Memos, Searches};
use crate::{Error, Player, Store};

use planes::{GoalPlanes, Stones};

/// Limit of the number of cells: the bits of the widest word.
const MOST_CELLS: usize = 512;

/// Boards of one size under the rules and goals of both players, and what searches have found about them.
#[derive(Debug)]
pub struct GoalBoards(Width);

/// The boards with the narrowest word that has a bit for each cell.
#[derive(Debug)]
enum Width {
    Narrow(Box<Searched<u64>>),
    Middle(Box<Searched<u128>>),
    Wide(Box<Searched<Widest>>),
}

/// Boards with words of one width, and their memos.
#[derive(Debug)]
struct Searched<W> {
    planes: GoalPlanes<W>,
    memos: Memos<Stones<W>>,
}

/// Evaluates an expression about the boards, whatever their width.
macro_rules! at_width {
    ($boards:expr, $searched:ident => $result:expr) => {
        match &$boards.0 {
            Width::Narrow($searched) => $result,
            Width::Middle($searched) => $result,
            Width::Wide($searched) => $result,
        }
    };
}

impl GoalBoards {
    /// Boards of one size, in rows and columns; `None` if there are more than 512 cells, four symbols or 4,096
    /// placements of rules, or if patterns of goals can lie in too many ways.
    pub fn new(
        rules: [&[Rule]; 2],
        goals: &Goals,
        symbols: usize,
        size: (usize, usize),
    ) -> Option<GoalBoards> {
        Some(GoalBoards(match size.0 * size.1 {
            0..=64 => Width::Narrow(Box::new(Searched::new(rules, goals, symbols, size)?)),
            65..=128 => Width::Middle(Box::new(Searched::new(rules, goals, symbols, size)?)),
            129..=MOST_CELLS => Width::Wide(Box::new(Searched::new(rules, goals, symbols, size)?)),
            _ => return None,
        }))
    }

    /// Result of a board that is decided, when `mover` would be to move. The goal of the player who has just
    /// moved is checked first.
    pub fn ended(&self, board: &Board, mover: Player) -> Option<Verdict> {
        at_width!(self, it => it.planes.ended(&it.planes.stones(board), mover))
    }

    /// Result of a board under best play when `mover` begins. What is found is kept for later questions.
    ///
    /// # Errors
    /// When the budget of `store` is exhausted.
    pub fn winner(&self, board: &Board, mover: Player, store: &Store) -> Result<Verdict, Error> {
        at_width!(self, it => it.winner(board, mover, store))
    }

    /// Whether the players claim cells to connect sides: then virtual connections are searched.
    pub fn are_of_connections(&self) -> bool {
        at_width!(self, it => it.planes.claims.is_some())
    }

    /// Number of boards in the memos.
    pub fn known(&self) -> usize {
        at_width!(self, it => it.memos.len())
    }
}

impl<W: Word> Searched<W> {
    fn new(
        rules: [&[Rule]; 2],
        goals: &Goals,
        symbols: usize,
        size: (usize, usize),
    ) -> Option<Self> {
        let planes = GoalPlanes::new(rules, goals, symbols, size)?;
        Some(Searched { planes, memos: Memos::default() })
    }

    fn winner(&self, board: &Board, mover: Player, store: &Store) -> Result<Verdict, Error> {
        let searches = Searches::with_memo(&self.planes, store, self.memos.of(store));
        searches.winner(&self.planes.stones(board), mover)
    }
}

#[cfg(test)]
mod tests;
