//! Boards as pictures, for readers.

use crate::value::{Position, Value};

/// A position as a picture, row by row: when it is a board of several rows, or its ruleset says
/// how to draw it.
pub(super) fn draw(position: &Position) -> Option<String> {
    let [Value::Board(cells)] = position.arguments() else { return None };
    let pictured = position.ruleset.tree.pictures.is_some();
    let rows = cells.board.rows();
    if !((2..=MOST_ROWS).contains(&rows) || rows == 1 && pictured) {
        return None;
    }
    let rows = cells.board.symbols().chunks(cells.board.columns()).map(|row| {
        let cells = row.iter().map(|&symbol| picture(position, cells.alphabet.character(symbol)));
        cells.collect::<Vec<_>>().join(" ")
    });
    Some(rows.collect::<Vec<_>>().join("\n"))
}

/// Boards with more rows are not drawn.
const MOST_ROWS: usize = 40;

fn picture(position: &Position, symbol: char) -> String {
    let pictures = position.ruleset.tree.pictures.iter().flatten();
    let mut own = pictures.filter(|(of, _)| of.value.chars().eq([symbol]));
    own.next().map_or(symbol.to_string(), |(_, picture)| picture.value.to_string())
}
