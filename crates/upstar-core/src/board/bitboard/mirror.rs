//! Boards on which the second player wins by mirroring each move (Tweedledum and Tweedledee).
//!
//! Knows: the placements that may ever be possible on a board. Must not know: values.
//!
//! Let a symmetry of order two keep a board, and let it take the moves of each player to moves of the other. If
//! no placement that may ever be possible writes a cell of its own image, then the image of each move is a
//! reply to it, and after both the symmetry keeps the board again. So the player to move runs out of moves
//! first, if play ends, and the value is 0. Source: Winning Ways, chapter 1.
//!
//! Which placements those are is asked of two lists. The moves are all moves. What cells may ever show is asked of
//! what boards are split by: it accounts for whatever a move may write, also where it consists of fewer or smaller
//! stencils than the moves. Boards that are not split have no such sets, and nothing is proved of them.

use super::moves::PlaneMove;
use super::plan::Plan;
use super::reduce::Reduced;
use super::split::Splitter;
use super::turn::Image;
use super::word::Word;
use crate::Exhausted;

/// Whether some symmetry proves that the second player wins by mirroring, if play ends. Boards that are not split
/// are not looked at.
///
/// Cost: one turned board for each symmetry; that of splitting the board where one keeps it.
///
/// # Errors
/// When the budget runs out.
pub(super) fn is_mirrored<W: Word>(
    rules: &Reduced,
    (plan, moves): (&Plan<W>, &[PlaneMove<W>]),
    board: &[W],
    splitter: &mut Splitter<W>,
) -> Result<bool, Exhausted> {
    let Some(patterns) = &plan.patterns else { return Ok(false) };
    let board = &board[..rules.symbols.len()];
    let answers = |image: &&Image| answers(image, rules, plan) && keeps(image, plan, board);
    let mut found: Option<bool> = None;
    for image in plan.images.iter().filter(answers) {
        if found.is_none() {
            let rules = (&rules.sets, &rules.budget);
            found = Some(splitter.find_possible(patterns, rules, board)?);
        }
        let turned = |cells: W| plan.tables.turned(cells, image.turn);
        if !moves.iter().any(|each| each.meets_image(&splitter.may, turned)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether taking the image twice does nothing, moves cells, and takes the moves of each player to moves of the
/// other.
fn answers<W>(image: &Image, rules: &Reduced, plan: &Plan<W>) -> bool {
    let Image { turn, from, negates } = image;
    let moves_cells = turn.transpose || turn.flip_rows || turn.flip_columns;
    let quarter = turn.transpose && turn.flip_rows != turn.flip_columns;
    let fits = !turn.transpose || plan.rows == plan.columns;
    let is_twofold = (0..).zip(from.iter()).all(|(at, &to)| from[to as usize] == at);
    moves_cells && !quarter && fits && is_twofold && (rules.impartial || *negates)
}

/// Whether a board is its own image.
fn keeps<W: Word>(image: &Image, plan: &Plan<W>, board: &[W]) -> bool {
    let mut planes = board.iter().zip(&image.from);
    planes.all(|(plane, &from)| {
        plan.tables.turned(board[from as usize].clone(), image.turn) == *plane
    })
}
