//! Boards of a ruleset that moves by rewrite rules only: their parts, in normal form.
//!
//! Knows: boards are bit planes, and what is too large for these is cut into parts that are not.
//! Must not know: who asks.

use std::sync::Arc;

use crate::solve::Sum;
use crate::{Budget, Error};

use super::planes::{Id, Planes};
use super::split::{Splitter, basis};
use super::stencil::Stencil;
use super::symmetry::Symmetries;
use super::{Rule, TooManyWays, ringed};
use crate::board::{Alphabet, Board, Shape};

/// What is known of the boards of a ruleset.
#[derive(Debug)]
pub struct Boards {
    left: Vec<Rule>,
    right: Vec<Rule>,
    symbols: usize,
    worked_out: Option<WorkedOut>,
}

/// What follows from the rules.
#[derive(Debug)]
struct WorkedOut {
    /// For boards with sides up to this.
    side: usize,
    ways: Ways,
    splitter: Splitter,
    symmetries: Symmetries,
    planes: Arc<Planes>,
}

/// The independent parts of a board; it is their sum.
#[derive(Debug)]
pub struct Parts {
    /// Where the small parts are known.
    pub planes: Arc<Planes>,
    /// The small ones, by number.
    pub small: Sum<Id>,
    /// The others, in normal form, and whether the players have changed sides.
    pub large: Vec<(Board, bool)>,
}

/// Why a board cannot be taken apart.
#[derive(Debug)]
pub enum Unsplit {
    /// The engine failed.
    Core(Error),
    /// A rule fits boards of this size in too many ways.
    TooManyWays,
}

impl From<Error> for Unsplit {
    fn from(error: Error) -> Self {
        Unsplit::Core(error)
    }
}

impl From<TooManyWays> for Unsplit {
    fn from(_: TooManyWays) -> Self {
        Unsplit::TooManyWays
    }
}

impl Boards {
    /// Boards over this alphabet under the rules of both players.
    pub fn new(left: &[Rule], right: &[Rule], alphabet: &Alphabet) -> Self {
        let (left, right) = (left.to_vec(), right.to_vec());
        Boards { left, right, symbols: alphabet.len(), worked_out: None }
    }

    /// The independent parts of a board; one on which nobody can move has none.
    ///
    /// # Errors
    /// When there are too many boards, too many ways to lay a rule on this one, or the budget runs
    /// out.
    pub fn parts(&mut self, board: &Board, budget: &Budget) -> Result<Parts, Unsplit> {
        let ringed = ringed(self.left.iter().chain(&self.right), board);
        let board = ringed.as_ref().unwrap_or(board);
        let worked_out = self.worked_out(board.rows().max(board.columns()), budget)?;
        let planes = worked_out.planes.clone();
        let (mut small, mut large) = (Sum::new(), Vec::new());
        if Planes::fits(board) {
            small = planes.parts(board)?;
            return Ok(Parts { planes, small, large });
        }
        for part in worked_out.splitter.parts(board) {
            if Planes::fits(&part) {
                small.append(&mut planes.parts(&part)?);
            } else {
                large.push(worked_out.symmetries.canonical(&part));
            }
        }
        Ok(Parts { planes, small, large })
    }

    /// Whether play surely ends on every board of this size; `false` when nobody knows.
    pub fn surely_end(&mut self, board: &Board, budget: &Budget) -> bool {
        let ringed = ringed(self.left.iter().chain(&self.right), board);
        let board = ringed.as_ref().unwrap_or(board);
        let worked_out = self.worked_out(board.rows().max(board.columns()), budget);
        worked_out.is_ok_and(|worked_out| worked_out.planes.surely_end())
    }

    /// Forgets everything that can be found again.
    pub fn forget(&mut self) {
        self.worked_out = None;
    }

    /// What follows from the rules, for boards with sides up to `side`.
    fn worked_out(&mut self, side: usize, budget: &Budget) -> Result<&mut WorkedOut, Unsplit> {
        let old = self.worked_out.take();
        let new = match old {
            Some(known) if known.side >= side => known,
            old => {
                let ways = Ways::new(&self.left, &self.right, side, budget)?;
                match old {
                    Some(known) if known.ways == ways => WorkedOut { side, ..known },
                    _ => WorkedOut::new((side, ways), self.symbols, self.closes(), budget),
                }
            }
        };
        Ok(self.worked_out.insert(new))
    }

    /// The shape of boards when rules look at their border.
    fn closes(&self) -> Option<Shape> {
        let mut rules = self.left.iter().chain(&self.right);
        rules.find(|rule| rule.reach() > 0).map(|rule| rule.shape)
    }
}

/// All ways to lay rules on boards with sides up to some length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ways {
    /// The moves of Left.
    pub(super) left: Vec<Stencil>,
    /// The moves of Right.
    pub(super) right: Vec<Stencil>,
    /// What boards are split by; see `split.rs`.
    pub(super) steps: Vec<Stencil>,
}

/// What the ways to lay a rule take, for each and for each of its cells, until all is worked out.
const BYTES: u64 = 300;
const BYTES_PER_CELL: u64 = 200;
/// To list ways that take more than this is a step of work for each rule.
const BYTES_PER_STEP: u64 = 1 << 20;

impl Ways {
    /// Lists them.
    pub(super) fn new(
        left: &[Rule],
        right: &[Rule],
        side: usize,
        budget: &Budget,
    ) -> Result<Self, Unsplit> {
        let mut bytes = 0;
        let mut stencils = |rules: &[Rule]| {
            let mut all = Vec::new();
            for rule in rules {
                let stencils = rule.stencils(side, side)?;
                let cells = stencils.iter().map(|stencil| stencil.cells.len() as u64).sum::<u64>();
                bytes += BYTES * stencils.len() as u64 + BYTES_PER_CELL * cells;
                budget.reserve(bytes).map_err(Error::from)?;
                if bytes > BYTES_PER_STEP {
                    budget.step().map_err(Error::from)?;
                }
                all.extend_from_slice(&stencils);
            }
            Ok::<_, Unsplit>(all)
        };
        let (left_moves, right_moves) = (stencils(left)?, stencils(right)?);
        let mut steps = Vec::new();
        for rule in left.iter().chain(right) {
            if bytes > BYTES_PER_STEP {
                budget.step().map_err(Error::from)?;
            }
            steps.append(&mut rule.stencils_of_steps(side, side)?);
        }
        Ok(Ways { left: left_moves, right: right_moves, steps: basis(steps) })
    }
}

impl WorkedOut {
    fn new(
        (side, ways): (usize, Ways),
        symbols: usize,
        closes: Option<Shape>,
        budget: &Budget,
    ) -> Self {
        WorkedOut {
            side,
            splitter: Splitter::new(&ways.steps, closes),
            symmetries: Symmetries::of(&ways.left, &ways.right, symbols),
            planes: Arc::new(Planes::new(&ways, budget)),
            ways,
        }
    }
}
