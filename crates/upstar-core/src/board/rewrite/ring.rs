//! The ring of cells outside of a board, for rules that look at the border.
//!
//! Knows: boards, and how far rules look. A board with cells that cannot be typed is a board with its ring,
//! or a part of one.

use super::Rule;
use crate::board::{Board, EDGE, Shape, Symbol};

/// The board with a ring, if one of the rules looks at the border and the board has no ring yet.
pub(in crate::board) fn ringed<'a>(
    rules: impl IntoIterator<Item = &'a Rule>,
    board: &Board,
) -> Option<Board> {
    let rules = rules.into_iter().map(|rule| (rule.reach(), rule.shape));
    let (width, shape) = rules.max_by_key(|(reach, _)| *reach)?;
    if width == 0 || !is_bare(board) {
        return None;
    }
    let (above, beside) = shape.margins(width);
    let size = (board.rows() + 2 * above, board.columns() + 2 * beside);
    Some(copied(board, size, EDGE, |row, column| {
        Some((row.checked_sub(above)?, column.checked_sub(beside)?))
    }))
}

/// Whether a board has no ring.
fn is_bare(board: &Board) -> bool {
    board.symbols().iter().all(|&symbol| symbol < EDGE)
}

/// The board without its ring of this width.
pub(super) fn bare(board: &Board, shape: Shape, width: usize) -> Board {
    let (above, beside) = shape.margins(width);
    let size = (board.rows() - 2 * above, board.columns() - 2 * beside);
    copied(board, size, 0, |row, column| Some((row + above, column + beside)))
}

/// The board whose cells are copied from these places of another, or show `outside`.
fn copied(
    board: &Board,
    (rows, columns): (usize, usize),
    outside: Symbol,
    from: impl Fn(usize, usize) -> Option<(usize, usize)>,
) -> Board {
    let cell = |index: usize| {
        let (row, column) = from(index / columns, index % columns)?;
        board.get(row + 1, column + 1)
    };
    let cells = (0..rows * columns).map(|index| cell(index).unwrap_or(outside)).collect();
    Board::new(rows, columns, cells)
}
