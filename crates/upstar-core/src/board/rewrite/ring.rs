//! The ring of cells outside of a board, for rules that look at the border.
//!
//! Knows: boards.
//! Must not know: rules. A board with cells that cannot be typed has its ring already, or is a part
//! of one that had it.

use crate::board::{BLOCKED, Board, EDGE, Shape, Symbol};

/// Whether a board is as it was typed, without a ring.
pub(super) fn is_bare(board: &Board) -> bool {
    board.symbols().iter().all(|&symbol| symbol < EDGE)
}

/// The board with a ring of cells that show the border, so many cells wide.
pub(super) fn ringed(board: &Board, shape: Shape, width: usize) -> Board {
    surrounded(board, shape, width, EDGE)
}

/// The board with a ring of cells that are not part of it, so that it does not count as bare.
pub(super) fn closed(board: &Board, shape: Shape) -> Board {
    surrounded(board, shape, 1, BLOCKED)
}

/// The board without its ring of this width.
pub(super) fn bare(board: &Board, shape: Shape, width: usize) -> Board {
    let above = rows_above(shape, width);
    let size = (board.rows() - 2 * above, board.columns() - 2 * width);
    copied(board, size, 0, |row, column| Some((row + above, column + width)))
}

fn surrounded(board: &Board, shape: Shape, width: usize, symbol: Symbol) -> Board {
    let above = rows_above(shape, width);
    let size = (board.rows() + 2 * above, board.columns() + 2 * width);
    copied(board, size, symbol, |row, column| {
        Some((row.checked_sub(above)?, column.checked_sub(width)?))
    })
}

/// A strip has no rows above and below.
fn rows_above(shape: Shape, width: usize) -> usize {
    if shape == Shape::Grid { width } else { 0 }
}

/// The board whose cells come from these places of another, or show `outside`.
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
