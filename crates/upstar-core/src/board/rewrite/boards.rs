//! Boards under the rewrite rules of both players: their independent parts, in normal form.
//!
//! Knows: for which sizes the stencils of rules have been listed. Must not know: bits of boards.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::solve::Sum;
use crate::{Budget, Error, Player};

use super::Rule;
use super::ring::ringed;
use super::stencil::Stencil;
use crate::board::bitboard::{Id, Planes};
use crate::board::{Board, Placement};

/// The rules of both players, and the table of their boards.
#[derive(Debug, Default)]
pub struct Boards {
    /// The rules of Left and of Right.
    rules: [Vec<Rule>; 2],
    /// Their placements.
    placements: [Vec<Placement>; 2],
    worked_out: Mutex<Option<WorkedOut>>,
}

/// What follows from the rules.
#[derive(Debug)]
struct WorkedOut {
    /// For boards with sides up to this.
    side: usize,
    /// The ways to move, without what boards are split by.
    ways: Ways,
    planes: Arc<Planes>,
}

/// The independent parts of a board; it is their sum.
#[derive(Debug)]
pub struct Parts {
    /// The ruleset of numbered boards.
    pub planes: Arc<Planes>,
    /// Their numbers.
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

    /// Gives a player one more rule.
    pub fn add(&mut self, player: Player, rule: Rule) {
        self.rules[player as usize].push(rule);
        self.forget();
    }

    /// The independent parts of a board; one without moves has none.
    ///
    /// # Errors
    /// When there are too many boards, too many ways to lay a rule on this one, or the budget runs
    /// out.
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

    /// Whether play surely ends on every board of this size; `false` when that is not known.
    pub fn surely_end(&self, board: &Board, budget: &Budget) -> bool {
        let ringed = ringed(self.rules.iter().flatten(), board);
        let board = ringed.as_ref().unwrap_or(board);
        let planes = self.planes(board.rows().max(board.columns()), budget);
        planes.is_ok_and(|planes| planes.surely_end())
    }

    /// Forgets everything that can be found again.
    pub fn forget(&self) {
        *self.worked_out.lock() = None;
    }

    /// The boards with sides up to `side`.
    fn planes(&self, side: usize, budget: &Budget) -> Result<Arc<Planes>, Error> {
        let mut known = self.worked_out.lock();
        let new = match known.take() {
            Some(known) if known.side >= side => known,
            old => {
                let mut ways = Ways::new(&self.rules, side, budget)?;
                let [left, right] = &self.placements;
                ways.left.extend(left.iter().map(Stencil::of));
                ways.right.extend(right.iter().map(Stencil::of));
                let moves_alike =
                    |old: &WorkedOut| old.ways.left == ways.left && old.ways.right == ways.right;
                match old.filter(moves_alike) {
                    Some(old) => WorkedOut { side, ..old },
                    None => {
                        let planes = Arc::new(Planes::new(&ways, budget)?);
                        ways.steps = Vec::new();
                        WorkedOut { side, ways, planes }
                    }
                }
            }
        };
        Ok(known.insert(new).planes.clone())
    }
}

/// All ways to lay rules on boards with sides up to some length.
#[derive(Debug)]
pub(in crate::board) struct Ways {
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

/// Bytes for each stencil and for each of its cells, until all is worked out.
const BYTES: u64 = 300;
const BYTES_PER_CELL: u64 = 200;
/// Stencils that take more bytes than this count as a step of work for each rule.
const BYTES_PER_STEP: u64 = 1 << 20;

impl Ways {
    /// Lists them.
    pub(in crate::board) fn new(
        rules: &[Vec<Rule>; 2],
        side: usize,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut bytes = 0;
        let mut stencils = |rules: &[Rule]| {
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
        let (left_moves, right_moves) = (stencils(left)?, stencils(right)?);
        let mut steps = Vec::new();
        for rule in left.iter().chain(right) {
            if bytes > BYTES_PER_STEP {
                budget.step()?;
            }
            steps.append(&mut rule.stencils_of_steps(side, side)?);
        }
        Ok(Ways { left: left_moves, right: right_moves, steps })
    }
}
