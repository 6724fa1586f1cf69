//! Boards under the rewrite rules of both players: their independent parts in normal form.
//!
//! Knows: the sizes for which stencils are listed. Must not know: bits of boards.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::solve::Sum;
use crate::{Budget, Error, Player};

use super::Rule;
use super::ring::ringed;
use super::rule_stencils::RuleStencils;
use super::symmetry::Symmetries;
use crate::board::bitboard::{Id, Planes};
use crate::board::{Board, Placement};

/// The rules of both players, and the table of their boards in normal form.
#[derive(Debug, Default)]
pub struct Boards {
    /// The rules of Left and of Right.
    rules: [Vec<Rule>; 2],
    /// Their placements.
    placements: [Vec<Placement>; 2],
    derived: Mutex<Option<Derived>>,
}

/// Data derived from the rules.
#[derive(Debug)]
struct Derived {
    /// Longest side of the boards supported.
    side: usize,
    /// All that the table is made of.
    stencils: RuleStencils,
    planes: Arc<Planes>,
}

/// The independent parts whose sum a board is.
#[derive(Debug)]
pub struct Parts {
    /// The ruleset of numbered boards.
    pub planes: Arc<Planes>,
    /// The sum of numbered boards.
    pub sum: Sum<Id>,
}

impl Boards {
    /// Boards under the rules of both players.
    pub fn new(left: Vec<Rule>, right: Vec<Rule>) -> Self {
        Boards { rules: [left, right], ..Boards::default() }
    }

    /// Boards on which Left and Right make these placements.
    pub fn of_placements(placements: [Vec<Placement>; 2]) -> Self {
        Boards { placements, ..Boards::default() }
    }

    /// The rules of a player.
    pub fn rules(&self, player: Player) -> &[Rule] {
        &self.rules[player as usize]
    }

    /// Adds a rule of a player.
    pub fn add(&mut self, player: Player, rule: Rule) {
        self.rules[player as usize].push(rule);
        self.forget();
    }

    /// The independent parts of a board; none if it has no moves.
    ///
    /// # Errors
    /// When there are too many boards, a rule has too many placements on this one, or the budget runs out.
    pub fn parts(&self, board: &Board, budget: &Budget) -> Result<Parts, Error> {
        let cells = board.symbols().len();
        for _ in 0..cells / SPLIT_PER_STEP {
            budget.step()?;
        }
        if cells >= SPLIT_PER_STEP {
            budget.reserve(cells as u64 * SPLIT_BYTES_PER_CELL)?;
        }
        let ringed = ringed(self.rules.iter().flatten(), board);
        let board = ringed.as_ref().unwrap_or(board);
        let planes = self.planes(board.rows().max(board.columns()), budget)?;
        let sum = planes.parts(board)?;
        Ok(Parts { planes, sum })
    }

    /// Whether play provably ends on every board of this size; `false` if that is not known.
    pub fn provably_ends(&self, board: &Board, budget: &Budget) -> bool {
        let ringed = ringed(self.rules.iter().flatten(), board);
        let board = ringed.as_ref().unwrap_or(board);
        let planes = self.planes(board.rows().max(board.columns()), budget);
        planes.is_ok_and(|planes| planes.provably_ends())
    }

    /// The turns and mirrors that keep the rules of each player, on boards with the size of this one.
    ///
    /// # Errors
    /// When a rule has too many placements on such a board, or the budget runs out.
    pub fn turns(
        &self,
        board: &Board,
        symbols: usize,
        budget: &Budget,
    ) -> Result<Symmetries, Error> {
        let ringed = ringed(self.rules.iter().flatten(), board);
        let board = ringed.as_ref().unwrap_or(board);
        let side = board.rows().max(board.columns());
        let stencils = self.stencils(side, budget)?;
        Ok(Symmetries::turns_of(&stencils.left, &stencils.right, symbols))
    }

    /// The stencils for boards with sides up to `side`.
    fn stencils(&self, side: usize, budget: &Budget) -> Result<RuleStencils, Error> {
        RuleStencils::new((&self.rules, &self.placements), side, budget)
    }

    /// Drops all derived data.
    pub fn forget(&self) {
        *self.derived.lock() = None;
    }

    /// The table of boards with sides up to `side`.
    fn planes(&self, side: usize, budget: &Budget) -> Result<Arc<Planes>, Error> {
        let mut known = self.derived.lock();
        if let Some(known) = known.as_ref().filter(|known| known.side >= side) {
            return Ok(known.planes.clone());
        }
        let stencils = self.stencils(side, budget)?;
        // The table of smaller boards is that of larger ones if it was made of the same, all of it.
        let new = match known.take().filter(|old| old.stencils == stencils) {
            Some(old) => Derived { side, ..old },
            None => {
                let planes = Arc::new(Planes::new(&stencils, budget)?);
                Derived { side, stencils, planes }
            }
        };
        Ok(known.insert(new).planes.clone())
    }
}

/// Cells of a board that is split for one step.
const SPLIT_PER_STEP: usize = 1 << 6;
/// Bytes for each cell of a large board that is split: the placements of rules that cover it. Measured on
/// 100,000 and 300,000 cells: 430 on strips, 620 on grids that fall into pairs of cells.
const SPLIT_BYTES_PER_CELL: u64 = 650;
