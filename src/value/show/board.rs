//! Boards as pictures, for readers.

use super::figure;
use crate::picture::Figure;
use crate::value::{Position, Value};

/// Draws a position row by row, if it is a board of several rows, or its ruleset has `draw_as`.
pub(super) fn draw(position: &Position) -> Option<String> {
    let [Value::Board(cells)] = position.arguments() else { return None };
    let pictured = position.ruleset.tree.pictures.is_some();
    let rows = cells.board.rows();
    if !((2..=MOST_ROWS).contains(&rows) || rows == 1 && pictured) {
        return None;
    }
    Some(Figure::Board(figure::board(cells, Some(&position.ruleset.tree))).text(false))
}

/// Boards with more rows are not drawn.
const MOST_ROWS: usize = 40;
