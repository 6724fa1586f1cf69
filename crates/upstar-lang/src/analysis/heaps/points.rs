//! Games about points on positions of integers: the points where play ends, by the players in turn.
//!
//! Knows: how the points of a position follow from those of its options. Must not know: rules, or when a table is worth its
//! memory.
//!
//! Proof: the points of a position are those by its score where the player to move has no move, and else the most or least
//! points of its options, for Left (Max) or Right (Min): backward induction (Zermelo 1913). A further integer says who is to
//! move, as for winners (`summands.rs`). Each position is met once, and no bound of a search is needed.

use upstar_core::{Budget, Error, Player};

use super::compile::ClosedRules;
use super::mex::Found;
use super::tuples::{Tuples, summands_of};
use crate::value::Value;

/// The number of no points.
const ZERO: i64 = 1 << 30;

/// The number under which points are kept; `None` if there are too many.
pub(super) fn number(points: i64) -> Option<u32> {
    let number = points.checked_add(ZERO).filter(|number| (0..2 * ZERO).contains(number))?;
    u32::try_from(number).ok()
}

/// The number of a position with options of these numbers, of which there is one; the last integer says who moves.
pub(super) fn best(options: impl Iterator<Item = u32>, mover: Option<i64>) -> Option<u32> {
    if mover == Some(0) { options.max() } else { options.min() }
}

impl Tuples {
    /// The points of the position with these arguments when `first` begins, in a ruleset in which both move alike and in turn;
    /// `None` if the evaluator must find them.
    ///
    /// Cost: each position that can be reached has its moves listed once.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn points(
        &mut self,
        rules: ClosedRules<'_>,
        arguments: &[Value],
        first: Player,
        budget: &Budget,
    ) -> Result<Option<i64>, Error> {
        let shapes = &mut self.of_lengths_by_points;
        let Some((summands, mut integers)) = summands_of(shapes, Found::Points, (rules, arguments))
        else {
            return Ok(None);
        };
        integers.extend(summands.mover(first));
        Ok(summands.find(&integers, budget)?.map(|number| i64::from(number) - ZERO))
    }
}
