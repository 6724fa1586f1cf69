//! All small boards: their options and outcomes against a naive program.

use std::collections::{BTreeSet, HashMap};

use super::{Asked, outcome};

/// Rows of symbols.
pub(super) type Grid = Vec<Vec<char>>;

/// Where a player (Left when `true`) can go.
pub(super) type Moves = fn(&Grid, bool) -> Vec<Grid>;

/// The directions along rows and columns, then the diagonal ones.
pub(super) const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The symbol at a place; nothing outside.
pub(super) fn at(grid: &Grid, (row, column): (i32, i32)) -> Option<char> {
    let row = grid.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

pub(super) fn step(place: (i32, i32), direction: (i32, i32), times: i32) -> (i32, i32) {
    (place.0 + direction.0 * times, place.1 + direction.1 * times)
}

/// All places of a grid.
pub(super) fn places(grid: &Grid) -> Vec<(i32, i32)> {
    let columns = grid[0].len() as i32;
    (0..grid.len() as i32).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
}

/// The grid with other symbols at some places.
pub(super) fn with(grid: &Grid, changes: &[((i32, i32), char)]) -> Grid {
    let mut changed = grid.clone();
    for &((row, column), symbol) in changes {
        changed[row as usize][column as usize] = symbol;
    }
    changed
}

fn text(grid: &Grid) -> String {
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    rows.join("|")
}

/// Who wins, by trying everything.
struct Search {
    moves: Moves,
    known: HashMap<(Grid, bool), bool>,
}

impl Search {
    fn wins(&mut self, grid: &Grid, left: bool) -> bool {
        let key = (grid.clone(), left);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let wins = (self.moves)(grid, left).iter().any(|next| !self.wins(next, !left));
        self.known.insert(key, wins);
        wins
    }
}

/// All grids of a size.
fn grids(alphabet: &str, (rows, columns): (usize, usize)) -> impl Iterator<Item = Grid> {
    let symbols: Vec<char> = alphabet.chars().collect();
    let count = symbols.len().pow((rows * columns) as u32);
    (0..count).map(move |mut code| {
        let mut cell = || {
            let symbol = symbols[code % symbols.len()];
            code /= symbols.len();
            symbol
        };
        (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect()
    })
}

/// The texts in quotes.
fn quoted(list: &str) -> BTreeSet<String> {
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Compares options and outcomes on all boards of some sizes.
pub(super) fn agree(name: &str, alphabet: &str, sizes: &[(usize, usize)], moves: Moves) {
    agree_where(name, alphabet, sizes, moves, |_| true);
}

/// Compares options and outcomes on all boards of some sizes that the game can be played on.
pub(super) fn agree_where(
    name: &str,
    alphabet: &str,
    sizes: &[(usize, usize)],
    moves: Moves,
    is_played: fn(&Grid) -> bool,
) {
    let mut asked = Asked::new();
    let mut search = Search { moves, known: HashMap::new() };
    for &size in sizes {
        for grid in grids(alphabet, size).filter(is_played) {
            let position = format!("{name}(\"{}\")", text(&grid));
            let printed = asked.print(&format!(
                "(moves({position}, Left), moves({position}, Right), outcome({position}))"
            ));
            let (left, rest) = printed.split_once("], [").unwrap();
            let (right, _) = rest.rsplit_once("], ").unwrap();
            for (shown, player) in [(left, true), (right, false)] {
                let expected: BTreeSet<String> = moves(&grid, player).iter().map(text).collect();
                assert_eq!(quoted(shown), expected, "{position}, Left: {player}");
            }
            let expected = outcome(search.wins(&grid, true), search.wins(&grid, false));
            assert!(printed.ends_with(&format!("], {expected})")), "{printed}: not {expected}");
        }
    }
}
