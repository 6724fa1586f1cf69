//! The ring of cells outside of a board, for rules that look at the border.
//!
//! Knows: boards.
//! Must not know: rules. A board with cells that cannot be typed has its ring already, or is a part
//! of one that had it.

use crate::value::board::{BLOCKED, Board, EDGE, Shape, Symbol};

/// Whether a board is as it was typed, without a ring.
pub(super) fn is_bare(board: &Board) -> bool {
    board.symbols().iter().all(|&symbol| symbol < EDGE)
}

/// The board with a ring of cells that show the border.
pub(super) fn ringed(board: &Board, shape: Shape) -> Board {
    surrounded(board, shape, EDGE)
}

/// The board with a ring of cells that are not part of it, so that it does not count as bare.
pub(super) fn closed(board: &Board, shape: Shape) -> Board {
    surrounded(board, shape, BLOCKED)
}

/// The board without its ring.
pub(super) fn bare(board: &Board, shape: Shape) -> Board {
    let above = rows_of_ring(shape);
    let (rows, columns) = (board.rows() - 2 * above, board.columns() - 2);
    copied(board, (rows, columns), 0, |row, column| Some((row + above, column + 1)))
}

fn surrounded(board: &Board, shape: Shape, symbol: Symbol) -> Board {
    let above = rows_of_ring(shape);
    let size = (board.rows() + 2 * above, board.columns() + 2);
    copied(board, size, symbol, |row, column| {
        Some((row.checked_sub(above)?, column.checked_sub(1)?))
    })
}

/// A strip has no rows above and below.
fn rows_of_ring(shape: Shape) -> usize {
    usize::from(shape == Shape::Grid)
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
