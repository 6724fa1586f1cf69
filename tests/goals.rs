//! Games decided by a goal, asked in the language: the switching game against Lehman's criterion, and
//! Hex against its definition and the symmetry of its board.

use std::collections::HashMap;
use std::path::Path;

use upstar::session::Session;

use crate::support::session;

type Edge = (usize, usize);

fn print(session: &mut Session, input: &str) -> String {
    let reply = session.eval("goals", input);
    assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
    reply.answers.last().unwrap().text.clone()
}

/// All ways to divide so many vertices into classes, as the class of each.
fn partitions(vertices: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..vertices {
        all = all
            .into_iter()
            .flat_map(|classes: Vec<usize>| {
                let next = classes.iter().max().map_or(0, |most| most + 1);
                (0..=next).map(move |class| [&classes[..], &[class]].concat())
            })
            .collect();
    }
    all
}

/// Whether two trees without a common edge span these vertices: by the theorem of Nash-Williams and
/// Tutte, every division into k classes has 2(k - 1) edges between classes.
fn two_trees(inside: &[usize], edges: &[Edge]) -> bool {
    let place = |vertex: usize| inside.iter().position(|&other| other == vertex);
    let own: Vec<Edge> = edges.iter().filter_map(|&(a, b)| Some((place(a)?, place(b)?))).collect();
    partitions(inside.len()).iter().all(|classes| {
        let between = own.iter().filter(|(a, b)| classes[*a] != classes[*b]).count();
        between >= 2 * classes.iter().max().copied().unwrap_or(0)
    })
}

/// Lehman: who joins a and b wins moving second just when two such trees have both among their
/// vertices.
fn joins_second(edges: &[Edge], a: usize, b: usize) -> bool {
    let most = edges.iter().map(|edge| edge.0.max(edge.1)).max().unwrap_or(0);
    (0..1u32 << (most + 1)).any(|set| {
        let inside: Vec<usize> = (0..=most).filter(|vertex| set >> vertex & 1 != 0).collect();
        inside.contains(&a) && inside.contains(&b) && two_trees(&inside, edges)
    })
}

/// Moving first, one edge is secured before that.
fn joins_first(edges: &[Edge], a: usize, b: usize) -> bool {
    (0..edges.len()).any(|at| {
        let (stays, goes) = edges[at];
        let moved = |vertex: usize| if vertex == goes { stays } else { vertex };
        let mut rest: Vec<Edge> = edges.iter().map(|&(a, b)| (moved(a), moved(b))).collect();
        rest.remove(at);
        moved(a) == moved(b) || joins_second(&rest, moved(a), moved(b))
    })
}

#[test]
fn the_switching_game_agrees_with_two_disjoint_trees() {
    let named: [(&str, &[Edge]); 11] = [
        ("path", &[(1, 2), (2, 3)]),
        ("triangle", &[(1, 2), (2, 3), (1, 3)]),
        ("square", &[(1, 2), (2, 3), (3, 4), (1, 4)]),
        ("diamond", &[(1, 2), (2, 3), (3, 4), (1, 4), (2, 4)]),
        ("clique of four", &[(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]),
        ("bowtie", &[(1, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 5)]),
        ("K(2, 3)", &[(1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)]),
        ("house", &[(1, 2), (2, 3), (3, 4), (1, 4), (1, 5), (2, 5)]),
        ("wheel", &[(1, 2), (2, 3), (3, 4), (1, 4), (1, 5), (2, 5), (3, 5), (4, 5)]),
        ("double path", &[(1, 2), (1, 2), (2, 3), (2, 3)]),
        ("ladder", &[(1, 2), (2, 3), (4, 5), (5, 6), (1, 4), (2, 5), (3, 6)]),
    ];
    let mut session = session(Path::new("tests"));
    for (name, edges) in named {
        let last = edges.iter().map(|edge| edge.1).max().unwrap();
        for (a, b) in [(1, 2), (1, 3), (2, last)] {
            if a == b {
                continue;
            }
            let outcome = match (joins_first(edges, a, b), joins_second(edges, a, b)) {
                (true, true) => "L",
                (true, false) => "N",
                (false, false) => "R",
                (false, true) => panic!("an extra move hurts on the {name}"),
            };
            let text: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
            let input = format!("outcome(ShannonSwitching(\"{}\", {a}, {b}))", text.join(", "));
            assert_eq!(print(&mut session, &input), outcome, "{name}: {input}");
        }
    }
}

#[test]
fn positions_of_hex_are_won_alike_after_turning_and_exchanging() {
    let mut session = session(Path::new("tests"));
    let mut seed = 3u32;
    for _ in 0..40 {
        let mut cells = [['.'; 4]; 4];
        for cell in cells.iter_mut().flatten() {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
            *cell = ['.', '.', 'x', 'o'][(seed >> 16) as usize % 4];
        }
        let text = |cell: &dyn Fn(usize, usize) -> char| -> String {
            let row = |r| (0..4).map(|c| cell(r, c)).collect::<String>();
            (0..4).map(row).collect::<Vec<_>>().join("|")
        };
        let other = |sign| match sign {
            'x' => 'o',
            'o' => 'x',
            sign => sign,
        };
        let given = text(&|r, c| cells[r][c]);
        let turned = text(&|r, c| cells[3 - r][3 - c]);
        let exchanged = text(&|r, c| other(cells[c][r]));
        let input =
            format!("[outcome(Hex(b)) for b in [\"{given}\", \"{turned}\", \"{exchanged}\"]]");
        let found = print(&mut session, &input);
        let mirror = |outcome: char| match outcome {
            'L' => 'R',
            'R' => 'L',
            outcome => outcome,
        };
        let letters: Vec<char> = found.chars().filter(char::is_ascii_uppercase).collect();
        assert_eq!(letters[0], letters[1], "{given}");
        assert_eq!(letters[0], mirror(letters[2]), "{given}");
        assert!("LRNP".contains(letters[0]), "no draws in Hex: {given}");
    }
}

/// Cells of Left and of Right on a board of Hex with so many rows and columns.
type Stones = (u16, u16);

/// Whether a player's cells connect the player's sides.
fn is_connected(own: u16, is_left: bool, size: u32) -> bool {
    let sides = |cell: u32| if is_left { cell / size } else { cell % size };
    let mut reached = (0..size * size)
        .filter(|&cell| own >> cell & 1 != 0 && sides(cell) == 0)
        .fold(0u16, |cells, cell| cells | 1 << cell);
    loop {
        let beside = |cell: u32| {
            let near = |other: &u32| {
                let down = (other / size) as i32 - (cell / size) as i32;
                let right = (other % size) as i32 - (cell % size) as i32;
                reached >> other & 1 != 0
                    && down.abs().max(right.abs()).max((down + right).abs()) == 1
            };
            (0..size * size).any(|other| near(&other))
        };
        let more = (0..size * size).filter(|&cell| own >> cell & 1 != 0 && beside(cell));
        let grown = more.fold(reached, |cells, cell| cells | 1 << cell);
        if grown == reached {
            let last = |cell: u32| reached >> cell & 1 != 0 && sides(cell) == size - 1;
            return (0..size * size).any(last);
        }
        reached = grown;
    }
}

/// Whether Left wins Hex, by its definition.
fn left_wins(
    known: &mut HashMap<(Stones, bool), bool>,
    (left, right): Stones,
    left_moves: bool,
    size: u32,
) -> bool {
    if let Some(known) = known.get(&((left, right), left_moves)) {
        return *known;
    }
    let wins = if is_connected(left, true, size) {
        true
    } else if is_connected(right, false, size) {
        false
    } else {
        let mut free = (0..size * size).filter(|cell| (left | right) >> cell & 1 == 0);
        match left_moves {
            true => free.any(|cell| left_wins(known, (left | 1 << cell, right), false, size)),
            false => free.all(|cell| left_wins(known, (left, right | 1 << cell), true, size)),
        }
    };
    known.insert(((left, right), left_moves), wins);
    wins
}

/// Compares outcomes of Hex with the definition.
fn compare_hex(boards: &[Stones], size: u32) {
    let (mut session, mut known) = (session(Path::new("tests")), HashMap::new());
    for boards in boards.chunks(200) {
        let text = |&(left, right): &Stones| {
            let sign = |cell: u32| match (left >> cell & 1, right >> cell & 1) {
                (0, 0) => '.',
                (0, _) => 'o',
                _ => 'x',
            };
            let row = |r| (0..size).map(|c| sign(r * size + c)).collect::<String>();
            format!("\"{}\"", (0..size).map(row).collect::<Vec<_>>().join("|"))
        };
        let texts: Vec<String> = boards.iter().map(text).collect();
        let found =
            print(&mut session, &format!("[outcome(Hex(b)) for b in [{}]]", texts.join(", ")));
        let outcome = |&position: &Stones| {
            let mut wins = |left_moves| left_wins(&mut known, position, left_moves, size);
            match (wins(true), wins(false)) {
                (true, true) => "L",
                (true, false) => "N",
                (false, true) => "P",
                (false, false) => "R",
            }
        };
        let expected: Vec<&str> = boards.iter().map(outcome).collect();
        assert_eq!(found, format!("[{}]", expected.join(", ")), "{texts:?}");
    }
}

#[test]
fn all_positions_of_hex_3x3_and_random_ones_of_4x4_are_won_by_whom_the_definition_says() {
    let all = (0..1 << 9).flat_map(|left| (0..1 << 9).map(move |right| (left, right)));
    // A player has moved at most twice more than the other.
    let near = |(left, right): &Stones| {
        left & right == 0 && left.count_ones().abs_diff(right.count_ones()) <= 2
    };
    compare_hex(&all.filter(near).collect::<Vec<Stones>>(), 3);
    let mut seed = 7u32;
    let random = || {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
        let (taken, whose) = ((seed >> 16) as u16, (seed >> 8) as u16);
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
        let taken = taken | (seed >> 16) as u16 & 0b1010_0110_0101_1010;
        (taken & whose, taken & !whose)
    };
    let boards: Vec<Stones> = std::iter::repeat_with(random).take(300).collect();
    compare_hex(&boards, 4);
}
