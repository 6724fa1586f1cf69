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

/// Stones that remove stones of the other colour: from each place, along each line, the places that a stone looks at.
fn clobbering(
    grid: &Grid,
    left: bool,
    looks: impl Fn(&Grid, (i32, i32)) -> Vec<(i32, i32)>,
) -> Vec<Grid> {
    let (own, other) = colours(left);
    let mut options = Vec::new();
    for place in places(grid).into_iter().filter(|&place| at(grid, place) == Some(own)) {
        for target in looks(grid, place).into_iter().filter(|&to| at(grid, to) == Some(other)) {
            options.push(with(grid, &[(place, '.'), (target, own)]));
        }
    }
    options
}

/// The first stone along each line.
fn seen(grid: &Grid, from: (i32, i32), directions: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let first = |&direction: &(i32, i32)| {
        (1..).map(|times| step(from, direction, times)).find(|&place| at(grid, place) != Some('.'))
    };
    directions.iter().filter_map(first).collect()
}

#[test]
fn clobber_with_the_moves_of_chess() {
    let sizes = [(1, 5), (2, 3), (3, 2)];
    agree("Kings", ".xo", &sizes, |grid, left| {
        clobbering(grid, left, |_, from| {
            DIRECTIONS.map(|direction| step(from, direction, 1)).to_vec()
        })
    });
    agree("Rooks", ".xo", &sizes, |grid, left| {
        clobbering(grid, left, |grid, from| seen(grid, from, &DIRECTIONS[..4]))
    });
    agree("Queens", ".xo", &sizes, |grid, left| {
        clobbering(grid, left, |grid, from| seen(grid, from, &DIRECTIONS))
    });
    agree("Knights", ".xo", &[(2, 3), (3, 2)], |grid, left| {
        clobbering(grid, left, |_, (row, column)| {
            let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            let jumps = signs.map(|(down, right)| {
                [(row + down, column + 2 * right), (row + 2 * down, column + right)]
            });
            jumps.concat()
        })
    });
}

#[test]
fn anti_clobber() {
    agree("AntiClobber", ".xo", &[(1, 5), (2, 3)], |grid, left| {
        let (own, other) = colours(left);
        let mut options = Vec::new();
        for place in places(grid).into_iter().filter(|&place| at(grid, place) == Some(own)) {
            for direction in &DIRECTIONS[..4] {
                let target = step(place, *direction, 1);
                if at(grid, target) == Some('.') {
                    options.push(with(grid, &[(place, other), (target, own)]));
                }
            }
        }
        options
    });
}

/// Boards with at most one fox, which is not behind all geese: there play ends.
#[test]
fn ceylonese_fox_and_geese() {
    let mut asked = super::Asked::new();
    for text in
        ["F...|....|..F.", "F..|.G.|...", "F...|.G..|....", "..F..|.....|G...G", ".G.|F..|.G."]
    {
        let grid: Grid = text.split('|').map(|row| row.chars().collect()).collect();
        let mut options = std::collections::BTreeSet::new();
        for place in places(&grid).into_iter().filter(|&place| at(&grid, place) == Some('F')) {
            for direction in &DIRECTIONS[4..] {
                let line = (1..=2).map(|times| step(place, *direction, times));
                for target in line.take_while(|&target| at(&grid, target) == Some('.')) {
                    let moved = with(&grid, &[(place, '.'), (target, 'F')]);
                    let rows: Vec<String> = moved.iter().map(|row| row.iter().collect()).collect();
                    options.insert(format!("CeyloneseFoxAndGeese(\"{}\")", rows.join("|")));
                }
            }
        }
        let shown = asked.print(&format!("moves(CeyloneseFoxAndGeese(\"{text}\"), Right)"));
        let shown: std::collections::BTreeSet<String> = shown
            .trim_matches(['[', ']'])
            .split(", ")
            .filter(|one| !one.is_empty())
            .map(str::to_owned)
            .collect();
        assert_eq!(shown, options, "{text}");
    }
}

/// Who wins Domineering when each move exchanges the players' sides: `exchanged` of them so far is odd.
fn wins_twisted(grid: &Grid, left: bool, exchanged: bool) -> bool {
    let direction = if left == exchanged { (0, 1) } else { (1, 0) };
    dominoes(grid, &[direction]).iter().any(|next| !wins_twisted(next, !left, !exchanged))
}

/// Who wins Domineering that ends when one player cannot move.
fn wins_dicotic(grid: &Grid, left: bool) -> bool {
    let options = |left: bool| dominoes(grid, &[if left { (1, 0) } else { (0, 1) }]);
    !options(!left).is_empty() && options(left).iter().any(|next| !wins_dicotic(next, !left))
}

#[test]
fn variants_of_domineering() {
    let mut asked = super::Asked::new();
    for bits in 0u32..1 << 6 {
        for columns in [2, 3] {
            let cell = |n: u32| if bits >> n & 1 == 1 { '#' } else { '.' };
            let grid: Grid = (0..6 / columns)
                .map(|row| (0..columns).map(|c| cell(row * columns + c)).collect())
                .collect();
            let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
            let position = format!("Domineering(\"{}\")", rows.join("|"));
            let shown = asked
                .print(&format!("(outcome(Twisted({position})), outcome(Dicotic({position})))"));
            let twisted =
                super::outcome(wins_twisted(&grid, true, false), wins_twisted(&grid, false, false));
            let dicotic = super::outcome(wins_dicotic(&grid, true), wins_dicotic(&grid, false));
            assert_eq!(shown, format!("({twisted}, {dicotic})"), "{position}");
        }
    }
}
