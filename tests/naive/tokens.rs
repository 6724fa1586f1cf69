//! Tokens on graphs, and stones that move along edges, written again.

use std::collections::{BTreeSet, HashMap};

use super::{Asked, outcome};

type Edges = Vec<(u32, u32)>;

fn mex(nimbers: &[u32]) -> u32 {
    (0..).find(|n| !nimbers.contains(n)).unwrap()
}

/// All pairs of different vertices out of 1..=count, the smaller first.
fn pairs(count: u32) -> Edges {
    (1..=count).flat_map(|a| (a + 1..=count).map(move |b| (a, b))).collect()
}

fn chosen(all: &Edges, code: u32) -> Edges {
    all.iter().enumerate().filter(|(n, _)| code >> n & 1 == 1).map(|(_, edge)| *edge).collect()
}

fn typed(edges: &Edges, sign: char, count: u32) -> String {
    let edges = edges.iter().map(|(a, b)| format!("{a}{sign}{b}"));
    edges.chain((1..=count).map(|vertex| vertex.to_string())).collect::<Vec<_>>().join(", ")
}

/// The nimber of a token that uses up the edges it moves along.
fn edge_geography(edges: &Edges, token: u32) -> u32 {
    let mut nimbers = Vec::new();
    for (n, &(a, b)) in edges.iter().enumerate() {
        if a == token || b == token {
            let mut rest = edges.clone();
            rest.remove(n);
            nimbers.push(edge_geography(&rest, if a == token { b } else { a }));
        }
    }
    mex(&nimbers)
}

#[test]
fn undirected_edge_geography() {
    let mut asked = Asked::new();
    let all = pairs(5);
    for code in (0..1 << all.len()).step_by(5) {
        let edges = chosen(&all, code);
        let graph = typed(&edges, '-', 5);
        let input = format!("[nimber(UndirectedEdgeGeography({graph:?}, p)) for p in 1..5]");
        let expected: Vec<u32> = (1..=5).map(|token| edge_geography(&edges, token)).collect();
        assert_eq!(asked.print(&input), format!("{expected:?}"), "{graph}");
    }
}

/// Several edges between the same vertices are used up one by one.
#[test]
fn undirected_edge_geography_with_parallel_edges() {
    let mut asked = Asked::new();
    let all: Edges = [(1, 2), (1, 2), (1, 3), (2, 3), (2, 3), (3, 4)].into();
    for code in 0..1 << all.len() {
        let edges = chosen(&all, code);
        let graph = typed(&edges, '-', 4);
        let input = format!("[nimber(UndirectedEdgeGeography({graph:?}, p)) for p in 1..4]");
        let expected: Vec<u32> = (1..=4).map(|token| edge_geography(&edges, token)).collect();
        assert_eq!(asked.print(&input), format!("{expected:?}"), "{graph}");
    }
}

/// The nimber of a token on a graph whose edges lead from smaller to larger numbers.
fn token(edges: &Edges, vertex: u32) -> u32 {
    let next = edges.iter().filter(|edge| edge.0 == vertex);
    mex(&next.map(|edge| token(edges, edge.1)).collect::<Vec<_>>())
}

#[test]
fn tokens_on_graphs_without_cycles() {
    let mut asked = Asked::new();
    let all = pairs(6);
    for code in (0..1 << all.len()).step_by(97) {
        let edges = chosen(&all, code);
        let graph = typed(&edges, '>', 6);
        let input = format!("[nimber(TokenGame({graph:?})(p)) for p in 1..6]");
        let expected: Vec<u32> = (1..=6).map(|vertex| token(&edges, vertex)).collect();
        assert_eq!(asked.print(&input), format!("{expected:?}"), "{graph}");
    }
}

/// Stones by vertex, for a graph that stays the same.
type Stones = Vec<char>;

fn clobbered(edges: &Edges, stones: &Stones, left: bool) -> BTreeSet<Stones> {
    let (own, other) = if left { ('x', 'o') } else { ('o', 'x') };
    let mut options = BTreeSet::new();
    for &(a, b) in edges {
        for (from, to) in [(a as usize - 1, b as usize - 1), (b as usize - 1, a as usize - 1)] {
            if stones[from] == own && stones[to] == other {
                let mut moved = stones.clone();
                (moved[from], moved[to]) = ('.', own);
                options.insert(moved);
            }
        }
    }
    options
}

fn wins(
    edges: &Edges,
    stones: &Stones,
    left: bool,
    known: &mut HashMap<(Stones, bool), bool>,
) -> bool {
    let key = (stones.clone(), left);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let options = clobbered(edges, stones, left);
    let wins = options.iter().any(|next| !wins(edges, next, !left, known));
    known.insert(key, wins);
    wins
}

#[test]
fn clobber_on_graphs() {
    let mut asked = Asked::new();
    for edges in [
        Edges::from([(1, 2), (1, 3), (1, 4), (1, 5)]),
        Edges::from([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)]),
        pairs(5),
    ] {
        let mut known = HashMap::new();
        for code in 0..3usize.pow(5) {
            let stones: Stones =
                (0..5).map(|n| ['.', 'x', 'o'][code / 3usize.pow(n) % 3]).collect();
            let labels = stones.iter().enumerate().map(|(n, stone)| format!("{}={stone}", n + 1));
            let graph = [typed(&edges, '-', 0)].into_iter().chain(labels).collect::<Vec<_>>();
            let input = format!("outcome(GraphClobber({:?}))", graph.join(", "));
            let [first, second] = [true, false].map(|left| wins(&edges, &stones, left, &mut known));
            assert_eq!(asked.print(&input), outcome(first, second), "{input}");
        }
    }
}
