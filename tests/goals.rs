//! Games decided by a goal, asked in the language: the switching game against Lehman's criterion, and
//! Hex against the symmetry of its board.

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
