//! A basis of the stencils that boards are split by, without those implied by shorter ones.
//!
//! Knows: splitting of a board made of one stencil. Must not know: real boards.
//!
//! What is kept of all stencils by a basis: the sets of symbols that cells may ever show, and the parts. What is lost:
//! which moves there are, and how many. So those who ask about moves read [`Reduced::stencils`](super::reduce::Reduced).

use super::moves::{Sets, distance, writes};
use super::plan::Patterns;
use super::sparse::Sparse;
use super::split::Splitter;
use super::word::{Word, union};
use crate::board::rewrite::stencil::Stencil;
use crate::{Budget, Exhausted};

/// Most cells examined to remove implied stencils.
const MOST_CELLS: usize = 1 << 22;

/// Stencils over planes that split boards like all those of the rules. No moves are listed by them: a move need not
/// be among them.
#[derive(Debug)]
pub(super) struct Basis(Vec<Stencil>);

impl Basis {
    /// A subset of these stencils that splits boards like all of them.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(super) fn of(
        stencils: Vec<Stencil>,
        sets: &Sets,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        without_implied(stencils, sets, budget).map(Basis)
    }

    /// The stencils.
    pub(super) fn stencils(&self) -> &[Stencil] {
        &self.0
    }
}

fn without_implied(
    mut stencils: Vec<Stencil>,
    sets: &Sets,
    budget: &Budget,
) -> Result<Vec<Stencil>, Exhausted> {
    stencils.sort_by_cached_key(|stencil| (stencil.cells.len(), stencil.clone()));
    let mut basis = Vec::new();
    let mut left = MOST_CELLS;
    for stencil in stencils {
        let cells = (stencil.rows * stencil.columns) as usize;
        left = left.saturating_sub(cells * basis.len());
        let implied = match cells {
            _ if left == 0 => false,
            0..=64 => is_implied::<u64>(&stencil, &basis, sets, budget)?,
            _ => is_implied::<Sparse>(&stencil, &basis, sets, budget)?,
        };
        if !implied {
            basis.push(stencil);
        }
    }
    Ok(basis)
}

/// Whether splitting by the others is the same with and without a further stencil.
///
/// Suppose that on a board of the symbols that it needs and nothing else, the others may write what it
/// writes, change all its cells and link them. More symbols and more cells only add placements, so wherever
/// the stencil is possible, the sets contain what it writes and its cells are in one part.
fn is_implied<W: Word>(
    stencil: &Stencil,
    others: &[Stencil],
    sets: &Sets,
    budget: &Budget,
) -> Result<bool, Exhausted> {
    if !stencil.cells.iter().all(|cell| cell.needs.is_power_of_two()) {
        return Ok(false);
    }
    let (rows, columns) = (stencil.rows as usize, stencil.columns as usize);
    let mut board = vec![W::ZERO; sets.planes()];
    for cell in &stencil.cells {
        board[cell.needs.trailing_zeros() as usize] |= &W::bit(distance(cell, columns));
    }
    let cells = union(board.iter().cloned());
    let patterns = Patterns::new(others, sets, (rows, columns), budget)?;
    let mut splitter = Splitter::new();
    splitter.find_possible(&patterns, (sets, budget), &board)?;
    let blocked = splitter.may.len() - 1;
    let is_written = |&(plane, at): &(Option<usize>, usize)| {
        !(W::bit(at) & &splitter.may[plane.unwrap_or(blocked)]).is_zero()
    };
    let changing = splitter.changing(board.len());
    if !writes(stencil, columns).iter().all(is_written)
        || !cells.clone().without(&changing).is_zero()
        || splitter.has_null_move(&patterns, &changing)
    {
        return Ok(false);
    }
    splitter.link(&patterns, &changing);
    let region = cells.first().map(|first| splitter.region(W::bit(first), &changing));
    Ok(region.is_some_and(|region| cells.without(&region).is_zero()))
}
