//! Stencils that boards are split by: those that add something to shorter ones.
//!
//! Knows: what splitting finds out of a board of one stencil. Must not know: real boards.

use super::moves::{Sets, distance, writes};
use super::plan::Patterns;
use super::sparse::Sparse;
use super::split::Splitter;
use super::word::{Word, union};
use crate::board::rewrite::stencil::Stencil;
use crate::{Budget, Exhausted};

/// The most cells that are looked at to leave out stencils.
const MOST_CELLS: usize = 1 << 22;

/// Those of these stencils that split boards as all of them do; the stencils ask for planes.
///
/// # Errors
/// When the budget runs out.
pub(super) fn basis(
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

/// Whether splitting by these others is the same with and without a further stencil.
///
/// Wherever it could be laid, its cells may show what it needs. Say that with these symbols
/// alone its cells may come to show what it writes, all change, and are tied. More symbols
/// and cells around them only add placements, so wherever it is possible, the sets have what
/// it writes, and its cells are of one part.
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
        || splitter.idle(&patterns, &changing)
    {
        return Ok(false);
    }
    splitter.tie(&patterns, &changing);
    let region = cells.first().map(|first| splitter.region(W::bit(first)));
    Ok(region.is_some_and(|region| cells.without(&region).is_zero()))
}
