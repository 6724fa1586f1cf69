//! Pictures with the names of places, for players: columns have letters and rows numbers.

use super::{Board, Figure, beside};

impl Figure {
    /// The picture in characters, with the places of cells and coins. `column` gives the name of a
    /// column, counted from 0.
    pub fn text_with_places(&self, ascii: bool, column: &dyn Fn(usize) -> String) -> String {
        match self {
            Figure::Board(board) => of_board(board, column),
            Figure::Coins(coins) => {
                let signs = coins.iter().map(|heads| coin(*heads, ascii).to_owned()).collect();
                let places = (0..coins.len()).map(|n| n.to_string()).collect();
                lines(vec![signs, places])
            }
            Figure::Row(row) => {
                beside(row.iter().map(|figure| figure.text_with_places(ascii, column)))
            }
            other => other.text(ascii),
        }
    }
}

fn coin(heads: bool, ascii: bool) -> &'static str {
    match (heads, ascii) {
        (true, false) => "Ⓗ",
        (false, false) => "Ⓣ",
        (true, true) => "H",
        (false, true) => "T",
    }
}

fn of_board(board: &Board, column: &dyn Fn(usize) -> String) -> String {
    let names: Vec<String> = (0..board.columns).map(column).collect();
    let glyphs = |row: &[super::Cell]| row.iter().map(|cell| cell.glyph.clone()).collect();
    let rows: Vec<Vec<String>> = board.cells.chunks(board.columns).map(glyphs).collect();
    if let [row] = &rows[..] {
        return lines(vec![row.clone(), names]);
    }
    let widest = rows.len().to_string().len();
    let head = std::iter::once(String::new()).chain(names).collect();
    let numbered = rows.into_iter().enumerate().map(|(n, row)| {
        let number = format!("{:>widest$}", n + 1);
        std::iter::once(number).chain(row).collect()
    });
    let drawn = lines(std::iter::once(head).chain(numbered).collect());
    if !board.slanted {
        return drawn;
    }
    // The columns lean to the right, as the names above the first row do.
    let leaning = drawn.lines().enumerate().map(|(n, line)| match line.split_at_checked(widest) {
        Some((number, row)) => format!("{number}{}{row}", " ".repeat(n.saturating_sub(1))),
        None => line.to_owned(),
    });
    leaning.collect::<Vec<_>>().join("\n")
}

/// Rows of words, one below the other. All columns but the first are equally wide.
fn lines(rows: Vec<Vec<String>>) -> String {
    let width = |word: &String| word.chars().count();
    let first = rows.iter().filter_map(|row| row.first()).map(width).max().unwrap_or(0);
    let others = rows.iter().flat_map(|row| row.iter().skip(1)).map(width).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let word = |(n, word): (usize, &String)| {
            let wide = if n == 0 { first } else { others };
            format!("{word}{}", " ".repeat(wide - width(word)))
        };
        let words: Vec<String> = row.iter().enumerate().map(word).collect();
        words.join(" ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
