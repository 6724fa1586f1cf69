//! Tokens on all graphs with three vertices, asked in the language, against play by the definition;
//! green pictures against play by moves; compounds against what they are as games.

use std::path::Path;

use upstar::session::Session;

use crate::support::session;

fn print(session: &mut Session, input: &str) -> String {
    let reply = session.eval("tokens", input);
    assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
    reply.answers.last().unwrap().text.clone()
}

/// The edges of which `bits` has a one, loops among them.
fn edges(bits: u32) -> Vec<(usize, usize)> {
    (0..9).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit / 3, bit % 3)).collect()
}

/// Who wins with tokens on two vertices and a Nim heap: nothing is assumed but that a move to a
/// loss wins, and that a position with moves to wins only is lost.
fn played(edges: &[(usize, usize)], heaps: usize) -> Vec<char> {
    let index = |a: usize, b: usize, n: usize| (a * 3 + b) * heaps + n;
    let mut found = vec!['D'; 9 * heaps];
    loop {
        let before = found.clone();
        for (a, b, n) in (0..9 * heaps).map(|i| (i / heaps / 3, i / heaps % 3, i % heaps)) {
            let from = |v: usize| edges.iter().filter(move |edge| edge.0 == v).map(|edge| edge.1);
            let mut options: Vec<char> = from(a).map(|to| found[index(to, b, n)]).collect();
            options.extend(from(b).map(|to| found[index(a, to, n)]));
            options.extend((0..n).map(|m| found[index(a, b, m)]));
            found[index(a, b, n)] = match () {
                () if options.contains(&'P') => 'N',
                () if options.iter().all(|&outcome| outcome == 'N') => 'P',
                () => 'D',
            };
        }
        if found == before {
            return found;
        }
    }
}

#[test]
fn sums_of_two_tokens_and_a_heap_on_all_graphs_with_three_vertices() {
    let mut session = session(Path::new("tests"));
    for bits in (0..512).step_by(3) {
        let edges = edges(bits);
        let text: Vec<String> = edges.iter().map(|(a, b)| format!("{a}>{b}")).collect();
        let graph = ["0, 1, 2".to_owned()].into_iter().chain(text).collect::<Vec<_>>().join(", ");
        let input = format!(
            "R := TokenGame(\"{graph}\")\n\
             [outcome(R(a) + R(b) + *(n)) for a in 0..2 for b in 0..2 for n in 0..3]"
        );
        let expected: Vec<String> = played(&edges, 4).iter().map(char::to_string).collect();
        assert_eq!(print(&mut session, &input), format!("[{}]", expected.join(", ")), "{input}");
    }
}

#[test]
fn winning_moves_in_sums_leave_a_loss() {
    let mut session = session(Path::new("tests"));
    for bits in (0..512).step_by(7) {
        let text: Vec<String> = edges(bits).iter().map(|(a, b)| format!("{a}>{b}")).collect();
        let graph = ["0, 1, 2".to_owned()].into_iter().chain(text).collect::<Vec<_>>().join(", ");
        let input = format!(
            "R := TokenGame(\"{graph}\")\n\
             all([winning_moves(G) == [H for H in moves(G) if outcome(H) == P] \
             for a in 0..2 for b in 0..2 for G in [R(a) + R(b)]])"
        );
        assert_eq!(print(&mut session, &input), "true", "{graph}");
    }
}

#[test]
fn green_pictures_are_worth_what_moves_say() {
    let mut session = session(Path::new("tests"));
    let ends = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 3), (3, 3)];
    for seed in 0..150u32 {
        let mut state = seed;
        let mut picks = Vec::new();
        for _ in 0..2 + seed % 5 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (a, b) = ends[(state >> 16) as usize % ends.len()];
            picks.push(format!("{a}-{b}:g"));
        }
        let graph = format!("0, {}", picks.join(", "));
        let input = format!(
            "g := graph(\"{graph}\")\n\
             [nimber(Hackenbush(\"{graph}\")), green_value(g), green_value(fusion(g))]"
        );
        let found = print(&mut session, &input);
        let values: Vec<&str> = found.trim_matches(|c| "[]".contains(c)).split(", ").collect();
        assert!(values.iter().all(|value| *value == values[0]), "{graph}: {found}");
        // Every step keeps the value, and the last picture is a stalk.
        let input = "all([green_value(a) == green_value(b) for (_, a, b) in green_steps(g)])";
        assert_eq!(print(&mut session, input), "true", "{graph}");
        let input = "all([length(edges(s[3])) == green_value(g) for s in green_steps(g) \
                     if s == green_steps(g)[length(green_steps(g))]])";
        let last = print(&mut session, input);
        assert_eq!(last, "true", "{graph}");
    }
}

#[test]
fn compounds_by_theory_are_the_games_that_compounds_are() {
    let mut session = session(Path::new("tests"));
    let games = "[Nim(2), Kayles(3), Subtraction([1, 3])(4), TokenGame(\"0>1, 1>2, 0>3\")(0), \
                 Nim(1) + Nim(2), Kayles(0)]";
    for how in [
        "disjunctive",
        "diminished_disjunctive",
        "conjunctive",
        "continued_conjunctive",
        "selective",
        "shortened_selective",
    ] {
        let input = format!(
            "all([compound_outcome({how}, [G, H]) == outcome({how}(G, H)) \
             for G in {games} for H in {games}])"
        );
        assert_eq!(print(&mut session, &input), "true", "{how}");
    }
}
