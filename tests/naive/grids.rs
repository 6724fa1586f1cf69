//! Rulesets on grids, written again.

use super::boards::{DIRECTIONS, Grid, agree, agree_where, at, places, step, with};

/// The stones of the player who moves, and those of the other.
fn colours(left: bool) -> (char, char) {
    if left { ('x', 'o') } else { ('o', 'x') }
}

fn dominoes(grid: &Grid, directions: &[(i32, i32)]) -> Vec<Grid> {
    let mut options = Vec::new();
    for place in places(grid) {
        for &direction in directions {
            let other = step(place, direction, 1);
            if at(grid, place) == Some('.') && at(grid, other) == Some('.') {
                options.push(with(grid, &[(place, '#'), (other, '#')]));
            }
        }
    }
    options
}

#[test]
fn domineering() {
    let sizes = [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)];
    agree("Domineering", ".#", &sizes, |grid, left| {
        dominoes(grid, &[if left { (1, 0) } else { (0, 1) }])
    });
}

#[test]
fn cram() {
    let sizes = [(1, 6), (2, 3), (3, 2), (3, 3), (2, 4)];
    agree("Cram", ".#", &sizes, |grid, _| dominoes(grid, &[(1, 0), (0, 1)]));
}

#[test]
fn clobber() {
    agree("Clobber", ".xo", &[(1, 5), (2, 2), (2, 3)], |grid, left| {
        let (own, other) = colours(left);
        let mut options = Vec::new();
        for place in places(grid) {
            for direction in &DIRECTIONS[..4] {
                let target = step(place, *direction, 1);
                if at(grid, place) == Some(own) && at(grid, target) == Some(other) {
                    options.push(with(grid, &[(place, '.'), (target, own)]));
                }
            }
        }
        options
    });
}

/// The places that a queen reaches.
fn reached(grid: &Grid, from: (i32, i32)) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    for direction in DIRECTIONS {
        let line = (1..).map(|times| step(from, direction, times));
        found.extend(line.take_while(|&place| at(grid, place) == Some('.')));
    }
    found
}

#[test]
fn amazons() {
    agree("Amazons", ".xo#", &[(1, 4), (2, 2), (2, 3)], |grid, left| {
        let (own, _) = colours(left);
        let mut options = Vec::new();
        for from in places(grid).into_iter().filter(|&place| at(grid, place) == Some(own)) {
            for to in reached(grid, from) {
                let moved = with(grid, &[(from, '.'), (to, own)]);
                for arrow in reached(&moved, to) {
                    options.push(with(&moved, &[(arrow, '#')]));
                }
            }
        }
        options
    });
}

#[test]
fn konane() {
    agree("Konane", ".xo", &[(1, 5), (1, 7), (2, 3), (3, 2)], |grid, left| {
        let (own, other) = colours(left);
        let mut options = Vec::new();
        for place in places(grid).into_iter().filter(|&place| at(grid, place) == Some(own)) {
            for direction in &DIRECTIONS[..4] {
                let (mut board, mut from) = (grid.clone(), place);
                loop {
                    let (over, to) = (step(from, *direction, 1), step(from, *direction, 2));
                    if at(&board, over) != Some(other) || at(&board, to) != Some('.') {
                        break;
                    }
                    board = with(&board, &[(from, '.'), (over, '.'), (to, own)]);
                    from = to;
                    options.push(board.clone());
                }
            }
        }
        options
    });
}

#[test]
fn fission() {
    agree("Fission", ".x#", &[(1, 5), (3, 1), (3, 2), (2, 3)], |grid, left| {
        let direction = if left { (1, 0) } else { (0, 1) };
        let mut options = Vec::new();
        for place in places(grid).into_iter().filter(|&place| at(grid, place) == Some('x')) {
            let (one, two) = (step(place, direction, -1), step(place, direction, 1));
            if at(grid, one) == Some('.') && at(grid, two) == Some('.') {
                options.push(with(grid, &[(one, 'x'), (place, '.'), (two, 'x')]));
            }
        }
        options
    });
}

/// Stones on empty cells with no stone of `shunned` beside them.
fn placed(grid: &Grid, own: char, shunned: char) -> Vec<Grid> {
    let beside = |place, direction| at(grid, step(place, direction, 1)) == Some(shunned);
    let free = |place: &(i32, i32)| {
        at(grid, *place) == Some('.') && !DIRECTIONS[..4].iter().any(|&d| beside(*place, d))
    };
    places(grid).into_iter().filter(free).map(|place| with(grid, &[(place, own)])).collect()
}

#[test]
fn col() {
    agree("Col", ".xo#", &[(1, 4), (2, 2), (2, 3)], |grid, left| {
        let (own, _) = colours(left);
        placed(grid, own, own)
    });
}

#[test]
fn snort() {
    agree("Snort", ".xo#", &[(1, 4), (2, 2), (2, 3)], |grid, left| {
        let (own, other) = colours(left);
        placed(grid, own, other)
    });
}

/// Whether the group of a stone has an empty cell beside it.
fn has_liberty(grid: &Grid, stone: (i32, i32)) -> bool {
    let colour = at(grid, stone);
    let (mut group, mut next) = (vec![stone], 0);
    while next < group.len() {
        for direction in &DIRECTIONS[..4] {
            let place = step(group[next], *direction, 1);
            match at(grid, place) {
                Some('.') => return true,
                found if found == colour && !group.contains(&place) => group.push(place),
                _ => {}
            }
        }
        next += 1;
    }
    false
}

#[test]
fn nogo() {
    agree("NoGo", ".xo#", &[(1, 4), (2, 2)], |grid, left| {
        let (own, _) = colours(left);
        let empty = places(grid).into_iter().filter(|&place| at(grid, place) == Some('.'));
        let after = empty.map(|place| with(grid, &[(place, own)]));
        let legal = |grid: &Grid| {
            let stone = |&place: &(i32, i32)| matches!(at(grid, place), Some('x' | 'o'));
            places(grid).into_iter().filter(stone).all(|place| has_liberty(grid, place))
        };
        after.filter(legal).collect()
    });
}

#[test]
fn cannibal_clobber() {
    agree("CannibalClobber", ".xo", &[(1, 5), (2, 2), (2, 3)], |grid, left| {
        let (own, _) = colours(left);
        let mut options = Vec::new();
        for place in places(grid).into_iter().filter(|&place| at(grid, place) == Some(own)) {
            for direction in &DIRECTIONS[..4] {
                let target = step(place, *direction, 1);
                if matches!(at(grid, target), Some('x' | 'o')) {
                    options.push(with(grid, &[(place, '.'), (target, own)]));
                }
            }
        }
        options
    });
}

/// A piece goes to each empty cell on the way to a piece of the other colour in its row.
#[test]
fn northcott() {
    let moves = |grid: &Grid, left| {
        let (own, other) = colours(left);
        let mut options = Vec::new();
        for from in places(grid).into_iter().filter(|&place| at(grid, place) == Some(own)) {
            for direction in [(0, 1), (0, -1)] {
                let line = (1..).map(|times| step(from, direction, times));
                let free: Vec<_> = line.take_while(|&place| at(grid, place) == Some('.')).collect();
                let ahead = step(from, direction, free.len() as i32 + 1);
                if at(grid, ahead) == Some(other) {
                    options.extend(free.iter().map(|&to| with(grid, &[(from, '.'), (to, own)])));
                }
            }
        }
        options
    };
    agree_where("Northcott", ".xo", &[(1, 5), (1, 7), (2, 4), (3, 3)], moves, |grid| {
        let one = |row: &[char], piece| row.iter().filter(|&&cell| cell == piece).count() == 1;
        grid.iter().all(|row| one(row, 'x') && one(row, 'o'))
    });
}
