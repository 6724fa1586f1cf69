//! The stencils of all moves of both players, and those that boards are split by.
//!
//! Knows: rules and placements. Must not know: planes, or which boards there are.
//!
//! There are two lists, for two kinds of question. What a player can do is asked of the moves. Which cells may ever
//! change, what they may ever show, and which of them belong together is asked of [`SplitStencils`]. Both are made
//! here, in one place, from all rules and all placements, so that a move is in both lists or boards are not split.
//!
//! Boards are split by fewer stencils than moves are made by. Where the steps of a rule are connected, boards are
//! split by the stencils of each step, without those that shorter ones imply; `bitboard/split.rs` and
//! `bitboard/basis.rs` have the proofs. For Amazons these are the steps of a queen to the next cell. The table of
//! boards of one size serves larger boards only if both lists are the same.

use std::sync::Arc;

use crate::board::Placement;
use crate::{Budget, Error};

use super::stencil::Stencil;
use super::{Rule, TooManyWays};

/// The stencils of all moves, for boards with sides up to some length.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::board) struct RuleStencils {
    /// The moves of Left.
    pub(in crate::board) left: Vec<Stencil>,
    /// The moves of Right.
    pub(in crate::board) right: Vec<Stencil>,
    /// What boards are split by; `None` where they cannot be, because some move has a condition on other cells than
    /// it changes.
    pub(in crate::board) split: Option<SplitStencils>,
}

/// Stencils that boards are split by, including those that others imply. They are not the moves: they may be single
/// steps of these. The list is empty only where no player has a move.
///
/// Every change that a move makes on a board is a series of placements of these stencils, each of which is possible
/// after the one before, and whose changing cells are connected; see `bitboard/split.rs`.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::board) struct SplitStencils(Vec<Arc<[Stencil]>>);

impl SplitStencils {
    /// Each of them, in the order of the moves.
    pub(in crate::board) fn iter(&self) -> impl Iterator<Item = &Stencil> {
        self.0.iter().flat_map(|stencils| stencils.iter())
    }
}

/// Temporary memory for each stencil and for each of its cells.
const BYTES: u64 = 300;
const BYTES_PER_CELL: u64 = 200;
/// From this many bytes of stencils on, each rule counts as a step.
const BYTES_PER_STEP: u64 = 1 << 20;

impl RuleStencils {
    /// Lists the stencils of the rules and placements of Left and Right, for boards with sides up to `side`.
    ///
    /// # Errors
    /// When a rule has too many placements on such boards, or the budget runs out.
    pub(in crate::board) fn new(
        (rules, placements): (&[Vec<Rule>; 2], &[Vec<Placement>; 2]),
        side: usize,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut bytes = 0;
        let mut moves_of = |player: usize| {
            let mut all = Vec::new();
            for rule in &rules[player] {
                let stencils = rule.stencils(side, side)?;
                let cells = stencils.iter().map(|stencil| stencil.cells.len() as u64).sum::<u64>();
                bytes += BYTES * stencils.len() as u64 + BYTES_PER_CELL * cells;
                budget.reserve(bytes)?;
                if bytes > BYTES_PER_STEP {
                    budget.step()?;
                }
                all.extend_from_slice(&stencils);
            }
            all.extend(placements[player].iter().map(Stencil::of));
            Ok::<_, Error>(all)
        };
        let (left, right) = (moves_of(0)?, moves_of(1)?);
        if left.iter().chain(&right).any(|stencil| stencil.guard.is_some()) {
            return Ok(RuleStencils { left, right, split: None });
        }
        let mut split = Vec::new();
        for rule in rules.iter().flatten() {
            if bytes > BYTES_PER_STEP {
                budget.step()?;
            }
            split.push(rule.stencils_of_steps(side, side)?);
        }
        split.push(placements.iter().flatten().map(Stencil::of).collect());
        Ok(RuleStencils { left, right, split: Some(SplitStencils(split)) })
    }
}

impl Rule {
    /// Stencils that split boards like those of the rule: those of its steps, which are far fewer, where that
    /// is sound; see `bitboard/split.rs`. They are for the same sizes of boards as [`Rule::stencils`].
    ///
    /// # Errors
    /// When they are too many.
    fn stencils_of_steps(
        &self,
        rows: usize,
        columns: usize,
    ) -> Result<Arc<[Stencil]>, TooManyWays> {
        let is_single = self.steps.len() == 1 && !self.repeats();
        if is_single || !super::template::are_chained(&self.steps) {
            return self.stencils(rows, columns);
        }
        let size = self.listed_for((rows, columns));
        Ok(super::template::alone(&self.steps, (size, self.shape.wraps()), super::MOST_CELLS)?
            .into())
    }
}

#[cfg(test)]
impl RuleStencils {
    /// The stencils of rules, without a limit.
    pub(in crate::board) fn of_rules(rules: &[Vec<Rule>; 2], side: usize) -> Result<Self, Error> {
        RuleStencils::new((rules, &Default::default()), side, &Budget::unlimited())
    }

    /// What boards are split by.
    pub(in crate::board) fn split(&self) -> impl Iterator<Item = &Stencil> {
        self.split.as_ref().expect("rules without conditions split boards").iter()
    }
}
