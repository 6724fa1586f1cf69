//! Boards under the rewrite rules of both players: their independent parts in normal form.
//!
//! Knows: the sizes for which stencils are listed. Must not know: bits of boards.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::solve::Sum;
use crate::{Budget, Error, Player};

use super::Rule;
use super::ring::ringed;
use super::stencil::Stencil;
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
    /// The stencils of the moves, without those for splitting.
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
        let stencils = RuleStencils::new(&self.rules, side, budget)?;
        Ok(Symmetries::turns_of(&stencils.left, &stencils.right, symbols))
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
        let mut stencils = RuleStencils::new(&self.rules, side, budget)?;
        let [left, right] = &self.placements;
        stencils.left.extend(left.iter().map(Stencil::of));
        stencils.right.extend(right.iter().map(Stencil::of));
        let has_same_moves = |old: &Derived| {
            old.stencils.left == stencils.left && old.stencils.right == stencils.right
        };
        let new = match known.take().filter(has_same_moves) {
            Some(old) => Derived { side, ..old },
            None => {
                let planes = Arc::new(Planes::new(&stencils, budget)?);
                stencils.steps = Vec::new();
                Derived { side, stencils, planes }
            }
        };
        Ok(known.insert(new).planes.clone())
    }
}

/// The stencils of all rules, for boards with sides up to some length.
#[derive(Debug)]
pub(in crate::board) struct RuleStencils {
    /// The moves of Left.
    pub(in crate::board) left: Vec<Stencil>,
    /// The moves of Right.
    pub(in crate::board) right: Vec<Stencil>,
    /// Stencils that boards are split by, including those that others imply.
    pub(in crate::board) steps: Vec<Stencil>,
}

/// Cells of a board that is split for one step.
const SPLIT_PER_STEP: usize = 1 << 6;
/// Bytes for each cell of a large board that is split: the placements of rules that cover it. Measured on
/// 100,000 and 300,000 cells: 430 on strips, 620 on grids that fall into pairs of cells.
const SPLIT_BYTES_PER_CELL: u64 = 650;

/// Temporary memory for each stencil and for each of its cells.
const BYTES: u64 = 300;
const BYTES_PER_CELL: u64 = 200;
/// From this many bytes of stencils on, each rule counts as a step.
const BYTES_PER_STEP: u64 = 1 << 20;

impl RuleStencils {
    /// Lists the stencils for boards with sides up to `side`.
    pub(in crate::board) fn new(
        rules: &[Vec<Rule>; 2],
        side: usize,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut bytes = 0;
        let mut stencils_of = |rules: &[Rule]| {
            let mut all = Vec::new();
            for rule in rules {
                let stencils = rule.stencils(side, side)?;
                let cells = stencils.iter().map(|stencil| stencil.cells.len() as u64).sum::<u64>();
                bytes += BYTES * stencils.len() as u64 + BYTES_PER_CELL * cells;
                budget.reserve(bytes)?;
                if bytes > BYTES_PER_STEP {
                    budget.step()?;
                }
                all.extend_from_slice(&stencils);
            }
            Ok::<_, Error>(all)
        };
        let [left, right] = rules;
        let (left_moves, right_moves) = (stencils_of(left)?, stencils_of(right)?);
        let mut steps = Vec::new();
        for rule in left.iter().chain(right) {
            if bytes > BYTES_PER_STEP {
                budget.step()?;
            }
            steps.append(&mut rule.stencils_of_steps(side, side)?);
        }
        Ok(RuleStencils { left: left_moves, right: right_moves, steps })
    }
}
