//! Rulesets on graphs, written again on lists of edges.

use std::collections::HashMap;

use super::{Asked, Dice, outcome};
use crate::length::cases;

/// A graph with the vertices 1 to n, each with a label.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Labelled {
    edges: Vec<(usize, usize)>,
    labels: Vec<char>,
}

type Moves = fn(&Labelled, bool) -> Vec<Labelled>;

fn fjords(graph: &Labelled, left: bool) -> Vec<Labelled> {
    let own = if left { 'x' } else { 'o' };
    let mut options = Vec::new();
    for vertex in (0..graph.labels.len()).filter(|&vertex| graph.labels[vertex] == '.') {
        let mut ends = graph.edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        if ends.any(|(a, b)| a == vertex && graph.labels[b] == own) {
            let mut next = graph.clone();
            next.labels[vertex] = own;
            options.push(next);
        }
    }
    options
}

fn weighted_arc_kayles(graph: &Labelled, _: bool) -> Vec<Labelled> {
    let lower = |label: char| {
        label
            .to_digit(10)
            .filter(|&n| n > 0)
            .map(|n| if n == 1 { '.' } else { char::from(b'0' + n as u8 - 1) })
    };
    let mut options = Vec::new();
    for &(a, b) in &graph.edges {
        if let (Some(low_a), Some(low_b)) = (lower(graph.labels[a]), lower(graph.labels[b])) {
            let mut next = graph.clone();
            (next.labels[a], next.labels[b]) = (low_a, low_b);
            options.push(next);
        }
    }
    options
}

/// The label of a vertex that is no longer there.
const GONE: char = '!';

fn coloured(graph: &Labelled, left: bool, permitted: [&str; 2]) -> Vec<Labelled> {
    let (own, other) = if left { ('x', 'o') } else { ('o', 'x') };
    let mut options = Vec::new();
    for vertex in 0..graph.labels.len() {
        if !permitted[usize::from(!left)].contains(graph.labels[vertex]) {
            continue;
        }
        let mut next = graph.clone();
        for &(a, b) in graph.edges.iter().filter(|(a, b)| *a == vertex || *b == vertex) {
            let label = &mut next.labels[a + b - vertex];
            *label = match *label {
                '.' => own,
                label if label == other => GONE,
                label => label,
            };
        }
        next.labels[vertex] = GONE;
        options.push(next);
    }
    options
}

fn wins(
    graph: &Labelled,
    left: bool,
    moves: Moves,
    known: &mut HashMap<(Labelled, bool), bool>,
) -> bool {
    if let Some(&known) = known.get(&(graph.clone(), left)) {
        return known;
    }
    let wins = moves(graph, left).iter().any(|next| !wins(next, !left, moves, known));
    known.insert((graph.clone(), left), wins);
    wins
}

#[test]
fn random_graphs() {
    let rulesets = [
        ("Fjords", ".xo", fjords as Moves),
        ("WeightedArcKayles", ".123", weighted_arc_kayles),
        (r#"GenCol(".o", ".x")"#, ".xo", |graph, left| coloured(graph, left, [".o", ".x"])),
        (r#"GenCol(".x", ".o")"#, ".xo", |graph, left| coloured(graph, left, [".x", ".o"])),
        (r#"GenCol("x", "o")"#, ".xo", |graph, left| coloured(graph, left, ["x", "o"])),
    ];
    let mut dice = Dice(5);
    for (name, alphabet, moves) in rulesets {
        let alphabet: Vec<char> = alphabet.chars().collect();
        let (mut asked, mut known) = (Asked::new(), HashMap::new());
        for _ in 0..cases(60) {
            let count = 2 + dice.roll(4) as usize;
            let labels = (0..count).map(|_| *dice.one_of(&alphabet)).collect();
            let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
            let edges = pairs.filter(|_| dice.roll(2) == 0).collect();
            let graph = Labelled { edges, labels };
            let edges = graph.edges.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1));
            let vertices = graph.labels.iter().zip(1..).map(|(label, n)| format!("{n}={label}"));
            let text: Vec<String> = edges.chain(vertices).collect();
            let expected = outcome(
                wins(&graph, true, moves, &mut known),
                wins(&graph, false, moves, &mut known),
            );
            let input = format!("outcome({name}({:?}))", text.join(", "));
            assert_eq!(asked.print(&input), expected, "{input}");
        }
    }
}

/// Edges between vertices, 0 the ground, each with a colour.
type Picture = Vec<(usize, usize, char)>;

/// What hangs on the ground.
fn grounded(picture: &Picture) -> Picture {
    let mut reached = vec![0];
    let mut at = 0;
    while let Some(&vertex) = reached.get(at) {
        at += 1;
        for &(a, b, _) in picture.iter().filter(|(a, b, _)| *a == vertex || *b == vertex) {
            reached.extend([a, b].into_iter().find(|end| !reached.contains(end)));
        }
    }
    picture.iter().filter(|(a, ..)| reached.contains(a)).copied().collect()
}

fn wins_hackenbush(picture: &Picture, left: bool, childish: &str) -> bool {
    let own = if left { "bg" } else { "rg" };
    (0..picture.len()).filter(|&edge| own.contains(picture[edge].2)).any(|edge| {
        let mut cut = picture.clone();
        let (.., colour) = cut.remove(edge);
        let rest = grounded(&cut);
        let is_legal = !childish.contains(colour) || rest.len() == cut.len();
        is_legal && !wins_hackenbush(&rest, !left, childish)
    })
}

#[test]
fn hackenbush_with_childish_colours() {
    let (mut dice, mut asked) = (Dice(8), Asked::new());
    for _ in 0..cases(60) {
        let childish = *dice.one_of(&["", "br", "g", "bgr"]);
        let edge = |n: usize, dice: &mut Dice| {
            (
                dice.roll(n as u64 + 1) as usize,
                1 + dice.roll(4) as usize,
                *dice.one_of(&['b', 'g', 'r']),
            )
        };
        let picture: Picture = (0..6).map(|n| edge(n.min(3), &mut dice)).collect();
        let picture = grounded(&picture.into_iter().filter(|(a, b, _)| a != b).collect());
        if picture.is_empty() {
            continue;
        }
        let text: Vec<String> = picture.iter().map(|(a, b, c)| format!("{a}-{b}:{c}")).collect();
        let expected = outcome(
            wins_hackenbush(&picture, true, childish),
            wins_hackenbush(&picture, false, childish),
        );
        let input = format!("outcome(GenHackenbush({childish:?})({:?}))", text.join(", "));
        assert_eq!(asked.print(&input), expected, "{input}");
    }
}
