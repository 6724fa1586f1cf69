//! Moves on boards: columns have letters and rows have numbers, from the top left corner. A board
//! of one row has letters only.

use crate::value::Cells;
use upstar_core::board::Symbol;

/// Returns the name of a column: `a` to `z`, then `aa`, `ab`, ...
pub(super) fn column(mut n: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (n % 26) as u8));
        match (n / 26).checked_sub(1) {
            Some(more) => n = more,
            None => break,
        }
    }
    letters.iter().rev().collect()
}

/// Returns the name of a cell on a board with `rows` rows; row and column are counted from 0.
pub fn cell_name(rows: usize, row: usize, column: usize) -> String {
    match rows {
        1 => self::column(column),
        _ => format!("{}{}", self::column(column), row + 1),
    }
}

/// Returns the row and column of a name such as `b3`, counted from 0; they can be outside of the board.
pub(in crate::play) fn cell_at(rows: usize, name: &str) -> Option<(usize, usize)> {
    let letters = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
    let (letters, digits) = name.split_at(letters);
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    let column = letters
        .bytes()
        .fold(0, |sum, letter| sum * 26 + usize::from(letter.to_ascii_lowercase() - b'a') + 1);
    let row = match digits {
        "" if rows == 1 => 1,
        digits => digits.parse::<usize>().ok().filter(|row| *row > 0)?,
    };
    Some((row - 1, column - 1))
}

/// A cell that changes in a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CellChange {
    cell: usize,
    before: Symbol,
    after: Symbol,
}

/// Returns names of the change between two boards of one shape, shortest first: pieces moved and placed,
/// all changed cells, and these with their new symbols.
pub(super) fn change_names(before: &Cells, after: &Cells) -> Vec<String> {
    let (rows, columns) = (before.board.rows(), before.board.columns());
    let name = |cell: usize| cell_name(rows, cell / columns, cell % columns);
    let both = before.board.symbols().iter().zip(after.board.symbols()).enumerate();
    let changes: Vec<CellChange> = both
        .filter(|(_, (before, after))| before != after)
        .map(|(cell, (&before, &after))| CellChange { cell, before, after })
        .collect();
    let all: Vec<String> = changes.iter().map(|change| name(change.cell)).collect();
    let shown = |change: &CellChange| {
        format!("{}={}", name(change.cell), after.alphabet.character(change.after))
    };
    let shown: Vec<String> = changes.iter().map(shown).collect();
    let mut names = vec![short(&changes, columns, &name)];
    for list in [all.join(" "), shown.join(" ")] {
        if names.last() != Some(&list) {
            names.push(list);
        }
    }
    names
}

/// Shortest name: slides such as `b3-c3`, then pieces placed; pieces removed if that is all.
fn short(changes: &[CellChange], columns: usize, name: &impl Fn(usize) -> String) -> String {
    let (mut words, mut placed) = (Vec::new(), Vec::new());
    let mut left: Vec<CellChange> = changes.iter().filter(|one| one.before > 0).copied().collect();
    for change in changes.iter().filter(|change| change.after > 0) {
        let far = |from: &CellChange| distance(from.cell, change.cell, columns);
        let same = |(_, from): &(usize, &CellChange)| from.before == change.after;
        let from = left.iter().enumerate().filter(same).max_by_key(|(_, from)| far(from));
        match from.map(|(place, from)| (place, from.cell)) {
            Some((place, from)) => {
                left.remove(place);
                words.push(format!("{}-{}", name(from), name(change.cell)));
            }
            None => placed.push(name(change.cell)),
        }
    }
    words.extend(placed);
    if words.is_empty() {
        words.extend(changes.iter().map(|change| name(change.cell)));
    }
    words.join(" ")
}

/// Returns the king's distance between two cells.
fn distance(a: usize, b: usize, columns: usize) -> usize {
    let rows = (a / columns).abs_diff(b / columns);
    rows.max((a % columns).abs_diff(b % columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_on_after_z() {
        let names = [0, 25, 26, 27, 701, 702].map(column);
        assert_eq!(names, ["a", "z", "aa", "ab", "zz", "aaa"]);
    }

    #[test]
    fn cells_are_found_by_their_names() {
        for (row, column) in [(0, 0), (2, 1), (11, 27)] {
            assert_eq!(cell_at(20, &cell_name(20, row, column)), Some((row, column)));
        }
        assert_eq!(cell_at(1, "c"), Some((0, 2)));
        assert_eq!(cell_at(1, "c1"), Some((0, 2)));
        assert_eq!(cell_at(4, "B3"), Some((2, 1)));
        for wrong in ["c", "3", "b0", "b3x", "", "b-1", "abcd1"] {
            assert_eq!(cell_at(4, wrong), None, "{wrong}");
        }
    }
}
