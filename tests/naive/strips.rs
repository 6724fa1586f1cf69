//! Rulesets on strips, written again.

use super::Asked;
use super::boards::{Grid, Moves, agree};

/// The strips that a player's moves lead to, each from the strip and a cell.
fn from_each(grid: &Grid, moves: impl Fn(&[char], usize) -> Vec<Vec<char>>) -> Vec<Grid> {
    let row = &grid[0];
    (0..row.len()).flat_map(|cell| moves(row, cell)).map(|row| vec![row]).collect()
}

/// The row with other symbols from a cell on.
fn written(row: &[char], start: usize, symbols: &str) -> Vec<char> {
    let mut row = row.to_vec();
    for (cell, symbol) in row[start..].iter_mut().zip(symbols.chars()) {
        *cell = symbol;
    }
    row
}

/// Whether a text stands at a cell.
fn stands(row: &[char], start: usize, symbols: &str) -> bool {
    let symbols: Vec<char> = symbols.chars().collect();
    row[start..].starts_with(&symbols)
}

fn rewritten(grid: &Grid, rules: &[(&str, &str)]) -> Vec<Grid> {
    from_each(grid, |row, cell| {
        let fits = rules.iter().filter(|(from, _)| stands(row, cell, from));
        fits.map(|(_, to)| written(row, cell, to)).collect()
    })
}

#[test]
fn toads_and_frogs() {
    agree("ToadsAndFrogs", ".TF", &[(1, 5), (1, 6)], |grid, left| match left {
        true => rewritten(grid, &[("T.", ".T"), ("TF.", ".FT")]),
        false => rewritten(grid, &[(".F", "F."), (".TF", "FT.")]),
    });
}

#[test]
fn elephants_and_rhinos() {
    agree("ElephantsAndRhinos", ".ER", &[(1, 5), (1, 6)], |grid, left| match left {
        true => rewritten(grid, &[("E.", ".E")]),
        false => rewritten(grid, &[(".R", "R.")]),
    });
}

/// Removes all from a cell to the next gap in a direction.
fn toppled(row: &[char], cell: usize, rightwards: bool) -> Vec<char> {
    let mut row = row.to_vec();
    let mut at = cell as i32;
    while at >= 0 && (at as usize) < row.len() && row[at as usize] != '.' {
        row[at as usize] = '.';
        at += if rightwards { 1 } else { -1 };
    }
    row
}

#[test]
fn toppling_dominoes() {
    agree("TopplingDominoes", ".LRE", &[(1, 1), (1, 4), (1, 5)], |grid, left| {
        from_each(grid, |row, cell| {
            let own = row[cell] == 'E' || row[cell] == if left { 'L' } else { 'R' };
            let both = [toppled(row, cell, true), toppled(row, cell, false)];
            if own { both.to_vec() } else { Vec::new() }
        })
    });
}

#[test]
fn hackenbush_strings() {
    agree("HackenbushString", ".brg", &[(1, 1), (1, 4), (1, 5)], |grid, left| {
        from_each(grid, |row, cell| {
            let own = row[cell] == 'g' || row[cell] == if left { 'b' } else { 'r' };
            if own { vec![toppled(row, cell, true)] } else { Vec::new() }
        })
    });
}

/// Removes the cell `from` and puts a gap behind the cell `to`.
fn closed_up(row: &[char], from: usize, to: usize) -> Vec<char> {
    let mut row = row.to_vec();
    row.insert(to + 1, '.');
    row.remove(from);
    row
}

fn shoved(grid: &Grid, left: bool, start: fn(&[char], usize) -> usize) -> Vec<Grid> {
    from_each(grid, |row, cell| match row[cell] == if left { 'L' } else { 'R' } {
        true => vec![closed_up(row, start(row, cell), cell)],
        false => Vec::new(),
    })
}

#[test]
fn shove() {
    agree("Shove", ".LR", &[(1, 1), (1, 5)], |grid, left| shoved(grid, left, |_, _| 0));
}

#[test]
fn push() {
    agree("Push", ".LR", &[(1, 1), (1, 5)], |grid, left| {
        shoved(grid, left, |row, cell| row[..cell].iter().rposition(|&c| c == '.').unwrap_or(0))
    });
}

/// Crosses with no other within a distance.
fn crosses(grid: &Grid, distance: usize) -> Vec<Grid> {
    from_each(grid, |row, cell| {
        let near = &row[cell.saturating_sub(distance)..row.len().min(cell + distance + 1)];
        if near.contains(&'x') { Vec::new() } else { vec![written(row, cell, "x")] }
    })
}

#[test]
fn treblecross() {
    agree("Treblecross", ".x", &[(1, 1), (1, 2), (1, 5), (1, 8)], |grid, _| crosses(grid, 2));
}

#[test]
fn dawsons_pawns() {
    agree("DawsonsPawns", ".x", &[(1, 1), (1, 2), (1, 5), (1, 8)], |grid, _| crosses(grid, 1));
}

#[test]
fn silver_dollar() {
    agree("SilverDollar", ".o", &[(1, 1), (1, 5), (1, 7)], |grid, _| {
        from_each(grid, |row, coin| {
            let free = row[..coin].iter().rev().take_while(|&&cell| cell == '.').count();
            let slid = |by: usize| written(&written(row, coin, "."), coin - by, "o");
            if row[coin] == 'o' { (1..=free).map(slid).collect() } else { Vec::new() }
        })
    });
}

/// The first cell is the bag: coins in it are gone, the dollar is seen.
#[test]
fn silver_dollar_and_bag() {
    agree("SilverDollarAndBag", ".oD", &[(1, 2), (1, 4), (1, 5)], |grid, _| {
        let row = &grid[0];
        let mut options = from_each(grid, |row, coin| {
            let mut options = Vec::new();
            for to in (1..coin).rev().take_while(|&to| row[to] == '.') {
                let lifted = written(row, coin, ".");
                options.push(written(&lifted, to, &row[coin].to_string()));
            }
            let free = coin > 0 && row[1..coin].iter().all(|&cell| cell == '.');
            match row[coin] {
                'o' if free => options.push(written(row, coin, ".")),
                'D' if free && row[0] == '.' => {
                    options.push(written(&written(row, coin, "."), 0, "D"));
                }
                _ => {}
            }
            if row[coin] == '.' { Vec::new() } else { options }
        });
        // Two dollars are not meant to be, but the rule is what it is.
        if row[0] == 'D' && !row[1..].contains(&'D') {
            options.push(vec![vec!['.'; row.len()]]);
        }
        options
    });
}

#[test]
fn flipping_coins() {
    agree("FlippingCoins", "TH", &[(1, 1), (1, 4), (1, 6)], |grid, left| {
        from_each(grid, |row, last| {
            let wanted = if left { 'H' } else { 'T' };
            let firsts = (0..last).filter(|&first| row[last] == 'H' && row[first] == wanted);
            let turned = if left { "T" } else { "H" };
            firsts.map(|first| written(&written(row, last, "T"), first, turned)).collect()
        })
    });
}

#[test]
fn welter() {
    agree("Welter", ".o", &[(1, 4), (1, 6), (1, 8)], |grid, _| {
        let row = &grid[0];
        let mut options = Vec::new();
        for from in (0..row.len()).filter(|&cell| row[cell] == 'o') {
            for to in (0..from).filter(|&cell| row[cell] == '.') {
                let mut next = row.clone();
                next.swap(from, to);
                options.push(vec![next]);
            }
        }
        options
    });
}

/// Welter's function of two coins.
#[test]
fn two_coins_in_welters_game() {
    let mut asked = Asked::new();
    for b in 1..12u32 {
        for a in 0..b {
            let row: String =
                (0..=b).map(|cell| if cell == a || cell == b { 'o' } else { '.' }).collect();
            assert_eq!(
                asked.print(&format!("nimber(Welter(\"{row}\"))")),
                ((a ^ b) - 1).to_string(),
                "{row}"
            );
        }
    }
}

#[test]
fn leapfrog() {
    for most in 0..=2 {
        let moves: Moves = match most {
            0 => |grid, left| leaps(grid, left, 0),
            1 => |grid, left| leaps(grid, left, 1),
            _ => |grid, left| leaps(grid, left, 2),
        };
        agree(&format!("Leapfrog({most})"), ".TF", &[(1, 4), (1, 6)], moves);
    }
}

/// Steps, and jumps over up to `most` pieces of the other player.
fn leaps(grid: &Grid, left: bool, most: usize) -> Vec<Grid> {
    let (own, other) = if left { ('T', 'F') } else { ('F', 'T') };
    let row: Vec<char> =
        if left { grid[0].clone() } else { grid[0].iter().rev().copied().collect() };
    let mut options = Vec::new();
    for from in (0..row.len()).filter(|&cell| row[cell] == own) {
        let jumped = row[from + 1..].iter().take_while(|&&symbol| symbol == other).count();
        for over in (0..=jumped.min(most)).filter(|over| row.get(from + over + 1) == Some(&'.')) {
            let mut next = row.clone();
            next.swap(from, from + over + 1);
            options.push(vec![if left { next } else { next.into_iter().rev().collect() }]);
        }
    }
    options
}
