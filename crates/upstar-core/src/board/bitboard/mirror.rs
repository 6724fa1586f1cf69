//! Boards on which the second player wins by mirroring each move (Tweedledum and Tweedledee).
//!
//! Knows: the placements that may ever be possible on a board. Must not know: values.
//!
//! Let a symmetry of order two keep a board, and let it take the moves of each player to moves of the other. If
//! no placement that may ever be possible writes a cell of its own image, then the image of each move is a
//! reply to it, and after both the symmetry keeps the board again. So the player to move runs out of moves
//! first, if play ends, and the value is 0. Source: Winning Ways, chapter 1.

use super::moves::Move;
use super::plan::Plan;
use super::reduce::Reduced;
use super::split::Splitter;
use super::word::Word;
use crate::Exhausted;
use crate::board::rewrite::symmetry::Symmetry;

/// Whether some symmetry proves that the second player wins by mirroring, if play ends. Rules with guards are not
/// looked at.
///
/// Cost: one turned board for each symmetry; that of splitting the board where one keeps it.
///
/// # Errors
/// When the budget runs out.
pub(super) fn is_mirrored<W: Word>(
    rules: &Reduced,
    (plan, moves): (&Plan<W>, &[Move<W>]),
    board: &[W],
    splitter: &mut Splitter<W>,
) -> Result<bool, Exhausted> {
    if rules.guarded {
        return Ok(false);
    }
    let board = &board[..rules.symbols.len()];
    let answers = |s: &&Symmetry| answers(s, rules, plan) && keeps(s, plan, board);
    let mut found: Option<bool> = None;
    for symmetry in plan.symmetries.iter().filter(answers) {
        if found.is_none() {
            found = Some(splitter.find_possible(
                &plan.patterns,
                (&rules.sets, &rules.budget),
                board,
            )?);
        }
        let image = |cells: W| plan.tables.turned(cells, symmetry.turn);
        if !moves.iter().any(|each| each.meets_image(&splitter.may, image)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a symmetry, applied twice, does nothing, moves cells, and takes the moves of each player to moves of the
/// other.
fn answers<W>(symmetry: &Symmetry, rules: &Reduced, plan: &Plan<W>) -> bool {
    let Symmetry { turn, exchange, negates } = symmetry;
    let moves_cells = turn.transpose || turn.flip_rows || turn.flip_columns;
    let quarter = turn.transpose && turn.flip_rows != turn.flip_columns;
    let fits = !turn.transpose || plan.rows == plan.columns;
    let is_twofold = (0..).zip(exchange.iter()).all(|(at, &to)| exchange[to as usize] == at);
    moves_cells && !quarter && fits && is_twofold && (rules.impartial || *negates)
}

/// Whether a symmetry keeps a board.
fn keeps<W: Word>(symmetry: &Symmetry, plan: &Plan<W>, board: &[W]) -> bool {
    let mut planes = board.iter().zip(&symmetry.exchange);
    planes.all(|(plane, &becomes)| {
        plan.tables.turned(plane.clone(), symmetry.turn) == board[becomes as usize]
    })
}
