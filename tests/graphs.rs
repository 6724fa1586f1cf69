//! Rulesets about graphs and coins against programs that do nothing clever: a graph is a list of
//! edges, a position is its options, nothing is split and nothing is renumbered.

use std::collections::HashMap;
use std::path::Path;

use upstar_core::{Budget, Game, Notation, Store};

use crate::support::{Dice, read, session};

/// An edge: two vertices and a label.
type Edge = (u32, u32, char);

/// A position for the naive programs: labels of vertices 0 to n-1 (a blank where there is no such
/// vertex) and edges.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    vertices: Vec<char>,
    edges: Vec<Edge>,
}

impl Plain {
    fn remove_vertices(&self, gone: &[u32]) -> Plain {
        let mut rest = self.clone();
        gone.iter().for_each(|&v| rest.vertices[v as usize] = ' ');
        rest.edges.retain(|(a, b, _)| !gone.contains(a) && !gone.contains(b));
        rest
    }

    /// Whether there is an edge between two vertices.
    fn joined(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a as u32, b as u32);
        self.edges.iter().any(|&(x, y, _)| (x, y) == (a, b) || (x, y) == (b, a))
    }

    /// Without an edge, and without all edges to which no walk leads from vertex 0.
    fn cut(&self, place: usize) -> Plain {
        let mut rest = self.clone();
        rest.edges.remove(place);
        let mut reached = vec![0];
        for _ in 0..rest.edges.len() {
            for &(a, b, _) in &rest.edges {
                for (here, there) in [(a, b), (b, a)] {
                    if reached.contains(&here) && !reached.contains(&there) {
                        reached.push(there);
                    }
                }
            }
        }
        rest.edges.retain(|(a, _, _)| reached.contains(a));
        rest
    }

    /// As it is typed.
    fn text(&self) -> String {
        let edge = |&(a, b, label): &Edge| match label {
            ' ' => format!("{a}-{b}"),
            label => format!("{a}-{b}:{label}"),
        };
        let vertex = |(v, &label): (usize, &char)| match label {
            ' ' => None,
            '.' => Some(format!("{v}")),
            label => Some(format!("{v}={label}")),
        };
        let vertices = self.vertices.iter().enumerate().filter_map(vertex);
        self.edges.iter().map(edge).chain(vertices).collect::<Vec<_>>().join(", ")
    }
}

/// Left's options when the first is true, else Right's.
type Options = fn(&Plain, bool) -> Vec<Plain>;

struct Naive {
    store: Store,
    options: Options,
    known: HashMap<Plain, Game>,
}

impl Naive {
    fn value(&mut self, position: &Plain) -> Game {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let mut sides = [true, false].map(|left| {
            let options = (self.options)(position, left);
            options.iter().map(|option| self.value(option)).collect::<Vec<_>>()
        });
        let game = self.store.game(&std::mem::take(&mut sides[0]), &sides[1]).unwrap();
        self.known.insert(position.clone(), game);
        game
    }
}

/// Holds the values of a ruleset of the library against a naive program.
fn agrees(ruleset: &str, options: Options, positions: &[Plain]) {
    declared_agrees("", ruleset, options, positions);
}

/// The same for a ruleset that is declared first.
fn declared_agrees(declarations: &str, ruleset: &str, options: Options, positions: &[Plain]) {
    let store = Store::new(Budget::unlimited());
    let mut naive = Naive { store, options, known: HashMap::new() };
    let mut session = session(Path::new("tests"));
    let reply = session.eval("declarations", declarations);
    assert!(reply.diagnostics.is_empty(), "{:?}", reply.diagnostics);
    for some in positions.chunks(200) {
        let calls: Vec<String> =
            some.iter().map(|p| format!("canonical({ruleset}({:?}))", p.text())).collect();
        let reply = session.eval("test", &calls.join("\n"));
        assert!(reply.diagnostics.is_empty(), "{:?}", reply.diagnostics);
        assert_eq!(reply.answers.len(), some.len());
        for (position, answer) in some.iter().zip(&reply.answers) {
            let value = naive.value(position);
            let expected = naive.store.text(value, Notation::UNICODE).unwrap();
            assert_eq!(answer.text, expected, "{ruleset}({:?})", position.text());
        }
    }
}

/// All multisets of `count` items.
fn multisets<T: Copy>(items: &[T], count: usize) -> Vec<Vec<T>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with = |n: usize| {
        multisets(&items[n..], count - 1).into_iter().map(move |mut rest: Vec<T>| {
            rest.push(items[n]);
            rest
        })
    };
    (0..items.len()).flat_map(with).collect()
}

/// All graphs that hang on vertex 0 with so many vertices and edges at most.
fn rooted(vertices: u32, edges: usize, labels: &str) -> Vec<Plain> {
    let pairs = (0..vertices).flat_map(|a| (a..vertices).map(move |b| (a, b)));
    let all: Vec<Edge> =
        pairs.flat_map(|(a, b)| labels.chars().map(move |label| (a, b, label))).collect();
    let graphs = (1..=edges).flat_map(|count| multisets(&all, count));
    let graphs = graphs.map(|edges| Plain { vertices: vec![' '; vertices as usize], edges });
    let hangs = |graph: &Plain| {
        let mut more = graph.clone();
        more.edges.push((0, 0, ' '));
        more.cut(graph.edges.len()).edges.len() == graph.edges.len()
    };
    graphs.filter(hangs).collect()
}

/// All simple graphs with so many vertices, labelled in every way.
fn simple(count: u32, labels: &str, edge_labels: &str) -> Vec<Plain> {
    let pairs: Vec<(u32, u32)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let ways = edge_labels.chars().count() + 1;
    let mut graphs = Vec::new();
    for code in 0..ways.pow(pairs.len() as u32) {
        let mut rest = code;
        let mut edges = Vec::new();
        for &(a, b) in &pairs {
            if let Some(label) = edge_labels.chars().nth((rest % ways).wrapping_sub(1)) {
                edges.push((a, b, label));
            }
            rest /= ways;
        }
        for mut colours in 0..labels.len().pow(count) {
            let mut vertices = Vec::new();
            for _ in 0..count {
                vertices.extend(labels.chars().nth(colours % labels.len()));
                colours /= labels.len();
            }
            graphs.push(Plain { vertices, edges: edges.clone() });
        }
    }
    graphs
}

fn mine(label: char, left: bool) -> bool {
    label == 'g' || label == if left { 'b' } else { 'r' }
}

fn hackenbush(position: &Plain, left: bool) -> Vec<Plain> {
    let edges = position.edges.iter().enumerate();
    edges.filter(|(_, e)| mine(e.2, left)).map(|(n, _)| position.cut(n)).collect()
}

/// Nothing may fall off, unless the edge cut is green.
fn childish(position: &Plain, left: bool) -> Vec<Plain> {
    let edges = position.edges.iter().enumerate().filter(|(_, e)| mine(e.2, left));
    let cut = edges.map(|(n, e)| (e.2, position.cut(n)));
    let allowed = cut
        .filter(|(label, option)| *label == 'g' || option.edges.len() + 1 == position.edges.len());
    allowed.map(|(_, option)| option).collect()
}

/// Colours each free vertex that has no neighbour of the colour `bars` names.
fn colour(position: &Plain, left: bool, bars: fn(bool) -> char) -> Vec<Plain> {
    let all = 0..position.vertices.len();
    let free = all.clone().filter(|&v| {
        let barred = |w: usize| position.joined(v, w) && position.vertices[w] == bars(left);
        position.vertices[v] == '.' && !all.clone().any(barred)
    });
    free.map(|v| {
        let mut option = position.clone();
        option.vertices[v] = if left { 'x' } else { 'o' };
        option
    })
    .collect()
}

fn col(position: &Plain, left: bool) -> Vec<Plain> {
    colour(position, left, |left| if left { 'x' } else { 'o' })
}

fn snort(position: &Plain, left: bool) -> Vec<Plain> {
    colour(position, left, |left| if left { 'o' } else { 'x' })
}

fn node_kayles(position: &Plain, _: bool) -> Vec<Plain> {
    let all = 0..position.vertices.len();
    let there = all.clone().filter(|&v| position.vertices[v] != ' ');
    there
        .map(|v| {
            let gone: Vec<u32> = all
                .clone()
                .filter(|&w| w == v || position.joined(v, w))
                .map(|w| w as u32)
                .collect();
            position.remove_vertices(&gone)
        })
        .collect()
}

fn arc_kayles(position: &Plain, left: bool) -> Vec<Plain> {
    let edges = position.edges.iter().filter(|e| e.2 == ' ' || mine(e.2, left));
    edges.map(|&(a, b, _)| position.remove_vertices(&[a, b])).collect()
}

#[test]
fn hackenbush_agrees_with_a_naive_program() {
    let mut positions = rooted(3, 3, "bgr");
    positions.extend(rooted(4, 4, "b"));
    positions.extend(rooted(3, 4, "br"));
    agrees("Hackenbush", hackenbush, &positions);
}

/// Pictures that are grown edge by edge, most of them with cycles and with pieces on them.
fn grown(count: usize, edges: u32, labels: &str) -> Vec<Plain> {
    let mut dice = Dice(46);
    let labels: Vec<char> = labels.chars().collect();
    let mut pictures = Vec::new();
    for _ in 0..count {
        let (mut top, mut grown) = (0, Vec::new());
        for _ in 0..edges {
            let from = dice.roll(u64::from(top) + 1) as u32;
            let is_new = top < 6 && dice.roll(3) > 0;
            let to = if is_new { top + 1 } else { dice.roll(u64::from(top) + 1) as u32 };
            top = top.max(to);
            grown.push((from.min(to), from.max(to), *dice.one_of(&labels)));
        }
        pictures.push(Plain { vertices: vec![' '; top as usize + 1], edges: grown });
    }
    pictures
}

/// The wordings of Hackenbush, each with its ruleset.
fn hackenbush_in_other_words() -> Vec<(String, String)> {
    let text = read(Path::new("tests/wordings/hackenbush.game"));
    let wordings = text.split("// wording: ").skip(1);
    let declared = |wording: &str| {
        let lines = wording.lines().skip(1).filter(|line| !line.contains("//="));
        (wording[..1].to_owned(), lines.map(|line| format!("{line}\n")).collect())
    };
    wordings.map(declared).collect()
}

#[test]
fn hackenbush_in_any_words_agrees_with_a_naive_program() {
    let mut positions = grown(60, 6, "bgr");
    positions.extend(grown(40, 7, "br"));
    positions.extend(grown(20, 7, "g"));
    agrees("Hackenbush", hackenbush, &positions);
    let wordings = hackenbush_in_other_words();
    assert_eq!(wordings.len(), 6);
    for (ruleset, declarations) in wordings {
        declared_agrees(&declarations, &ruleset, hackenbush, &positions);
    }
}

/// Nothing falls, and everything can be cut.
fn floating(position: &Plain, left: bool) -> Vec<Plain> {
    let edges = position.edges.iter().enumerate().filter(|(_, e)| mine(e.2, left));
    let without = |place| {
        let mut rest = position.clone();
        rest.edges.remove(place);
        rest
    };
    edges.map(|(place, _)| without(place)).collect()
}

/// Only edges on the ground can be cut.
fn by_the_ground(position: &Plain, left: bool) -> Vec<Plain> {
    let edges = position.edges.iter().enumerate();
    let edges = edges.filter(|(_, e)| mine(e.2, left) && (e.0 == 0 || e.1 == 0));
    edges.map(|(place, _)| position.cut(place)).collect()
}

#[test]
fn rules_that_resemble_hackenbush_agree_with_naive_programs() {
    let positions = grown(40, 5, "bgr");
    let near: [(&str, Options); 4] = [
        ("g.remove(e) for e in g.edges if COLOUR", floating),
        ("g.cut(e) for e in g.edges if 0 in e.ends and COLOUR", by_the_ground),
        (
            "g.cut(e) for e in g.edges if COLOUR \
             if e.label == \"g\" or length(g.cut(e).edges) == length(g.edges) - 1",
            childish,
        ),
        (
            "g.cut(e) for h in g.components if 0 in h.vertices for e in h.edges if COLOUR",
            hackenbush,
        ),
    ];
    for (way, options) in near {
        let clause = |labels: &str| way.replace("COLOUR", &format!("e.label in {labels:?}"));
        let (left, right) = (clause("bg"), clause("gr"));
        let near = format!("game Near(g: graph of \"bgr\") {{\n  left {left}\n  right {right}\n}}");
        declared_agrees(&near, "Near", options, &positions);
    }
}

#[test]
fn childish_hackenbush_agrees_with_a_naive_program() {
    let mut positions = rooted(3, 3, "bgr");
    positions.extend(rooted(3, 4, "br"));
    agrees("ChildishHackenbush", childish, &positions);
}

#[test]
fn col_and_snort_agree_with_naive_programs() {
    let mut positions = simple(3, ".xo", " ");
    positions.extend(simple(4, ".", " "));
    positions.extend(simple(4, ".x", " "));
    agrees("GraphCol", col, &positions);
    agrees("GraphSnort", snort, &positions);
}

#[test]
fn kayles_on_graphs_agrees_with_naive_programs() {
    let mut positions: Vec<Plain> = (0..=4).flat_map(|n| simple(n, ".", " ")).collect();
    positions.extend(simple(5, ".", " ").into_iter().step_by(7));
    agrees("NodeKayles", node_kayles, &positions);
    agrees("ArcKayles", arc_kayles, &positions);
    agrees("PartizanArcKayles", arc_kayles, &simple(4, ".", "br"));
    agrees("PartizanArcKayles", arc_kayles, &simple(3, ".", "bgr"));
}

/// What the session answers to one input.
fn answer(input: &str) -> String {
    let reply = session(Path::new("tests")).eval("test", input);
    assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
    reply.answers.last().unwrap().text.clone()
}

/// Digraphs with four vertices, edges by the bits of a number.
fn digraph(code: u32) -> Vec<(u32, u32)> {
    let pairs = (1..=4).flat_map(|a| (1..=4).filter(move |&b| b != a).map(move |b| (a, b)));
    pairs.enumerate().filter(|(n, _)| code >> n & 1 == 1).map(|(_, pair)| pair).collect()
}

/// What remains of the edges after one was used.
type Rest = fn(&[(u32, u32)], (u32, u32)) -> Vec<(u32, u32)>;

/// The nimber of a token that moves along edges; what remains is for the rule to say.
fn geography(edges: &[(u32, u32)], at: u32, rest: Rest) -> u32 {
    let next = edges.iter().filter(|edge| edge.0 == at);
    let nimbers: Vec<u32> = next.map(|&edge| geography(&rest(edges, edge), edge.1, rest)).collect();
    (0..).find(|n| !nimbers.contains(n)).unwrap()
}

#[test]
fn geography_agrees_with_naive_programs() {
    let codes: Vec<u32> = (0..1 << 12).step_by(13).collect();
    for (ruleset, rest) in [
        (
            "EdgeGeography",
            (|all, used| all.iter().filter(|e| **e != used).copied().collect()) as Rest,
        ),
        ("VertexGeography", |all, (from, _)| {
            all.iter().filter(|e| e.0 != from && e.1 != from).copied().collect()
        }),
    ] {
        let typed = codes.iter().map(|&code| {
            let edges: Vec<String> =
                digraph(code).iter().map(|(a, b)| format!("{a}>{b}")).collect();
            format!("nimber({ruleset}(\"{}, 1\", 1))", edges.join(", ").trim_start_matches(", "))
        });
        let typed: Vec<String> = typed.map(|call| call.replace("(\", 1", "(\"1")).collect();
        let expected: Vec<u32> =
            codes.iter().map(|&code| geography(&digraph(code), 1, rest)).collect();
        assert_eq!(answer(&format!("[{}]", typed.join(", "))), format!("{expected:?}"));
    }
}

/// How many edges without a common vertex there can be among the vertices that are left.
fn matching(edges: &[(u32, u32)], gone: &[u32]) -> usize {
    let free = |v: &u32| !gone.contains(v);
    edges
        .iter()
        .enumerate()
        .filter(|(_, (a, b))| free(a) && free(b))
        .map(|(n, &(a, b))| 1 + matching(&edges[n + 1..], &[gone, &[a, b]].concat()))
        .max()
        .unwrap_or(0)
}

/// Fraenkel, Scheinerman and Ullman 1993: the first player wins exactly when every maximum matching
/// covers the vertex.
#[test]
fn undirected_vertex_geography_is_about_matchings() {
    for code in (0u32..1 << 10).step_by(7) {
        let pairs = (1..=5).flat_map(|a| (a + 1..=5).map(move |b| (a, b)));
        let edges: Vec<(u32, u32)> =
            pairs.enumerate().filter(|(n, _)| code >> n & 1 == 1).map(|(_, pair)| pair).collect();
        let text: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        let text =
            format!("{}{}1, 2, 3, 4, 5", text.join(", "), if text.is_empty() { "" } else { ", " });
        let call = format!("[outcome(UndirectedVertexGeography(\"{text}\", p)) for p in 1..5]");
        let whole = matching(&edges, &[]);
        let wins = |v: u32| if matching(&edges, &[v]) < whole { "N" } else { "P" };
        let expected: Vec<&str> = (1..=5).map(wins).collect();
        assert_eq!(answer(&call), format!("[{}]", expected.join(", ")), "{text}");
    }
}

/// The sets that may be turned when the rightmost coin is at a place.
type Sets = fn(u32) -> Vec<u32>;

/// The nimber of a row of coins, by turning whole rows: nothing is a sum of heads.
fn row(coins: u32, sets: Sets, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&nimber) = known.get(&coins) {
        return nimber;
    }
    let heads = (0..32).filter(|x| coins >> x & 1 == 1);
    let turned: Vec<u32> = heads.flat_map(sets).collect();
    let nimbers: Vec<u32> = turned.iter().map(|set| row(coins ^ set, sets, known)).collect();
    let nimber = (0..).find(|n| !nimbers.contains(n)).unwrap();
    known.insert(coins, nimber);
    nimber
}

#[test]
fn coins_agree_with_naive_programs() {
    let games: [(&str, Sets); 7] = [
        ("TurningTurtles", |x| {
            (1 << x..2 << x).filter(|set: &u32| set.count_ones() <= 2).collect()
        }),
        ("MockTurtles", |x| (1 << x..2 << x).filter(|set: &u32| set.count_ones() <= 3).collect()),
        ("MockTurtleFives", |x| {
            let near = |set: &u32| set.count_ones() <= 3 && set.trailing_zeros() + 4 >= x;
            (1 << x..2 << x).filter(near).collect()
        }),
        ("Moebius", |x| (1 << x..2 << x).filter(|set: &u32| set.count_ones() <= 5).collect()),
        ("Ruler", |x| (0..=x).map(|y| (2 << x) - (1 << y)).collect()),
        ("Twins", |x| (1 << x..2 << x).filter(|set: &u32| set.count_ones() == 2).collect()),
        ("Triplets", |x| (1 << x..2 << x).filter(|set: &u32| set.count_ones() == 3).collect()),
    ];
    for (ruleset, sets) in games {
        let mut known = HashMap::new();
        let text = |coins: u32| -> String {
            (0..8).map(|x| if coins >> x & 1 == 1 { 'H' } else { 'T' }).collect()
        };
        let calls: Vec<String> =
            (0..256).map(|coins| format!("nimber({ruleset}(\"{}\"))", text(coins))).collect();
        let expected: Vec<u32> = (0..256).map(|coins| row(coins, sets, &mut known)).collect();
        assert_eq!(
            answer(&format!("[{}]", calls.join(", "))),
            format!("{expected:?}"),
            "{ruleset}"
        );
    }
}
