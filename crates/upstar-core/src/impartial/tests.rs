//! Every theorem against naive play.

use rustc_hash::FxHashMap;

use super::*;
use crate::graph::Digraph;
use crate::{Budget, Outcome};

const ALL: [Compound; 6] = [
    Compound::Disjunctive,
    Compound::Diminished,
    Compound::Conjunctive,
    Compound::ContinuedConjunctive,
    Compound::Selective,
    Compound::ShortenedSelective,
];

fn budget() -> Budget {
    Budget::unlimited()
}

/// A graph with the edges of which `bits` has a one; without cycles when edges lead down only.
fn graph(vertices: u32, down: bool, bits: u32) -> Digraph {
    let mut lists = vec![Vec::new(); vertices as usize];
    let mut bit = 0;
    for from in 0..vertices {
        for to in 0..if down { from } else { vertices } {
            if bits >> bit & 1 == 1 {
                lists[from as usize].push(to);
            }
            bit += 1;
        }
    }
    Digraph::new(&lists).unwrap()
}

/// The graphs side by side, and the last vertex of each.
fn together(graphs: &[Digraph]) -> (Digraph, Vec<u32>) {
    let (mut lists, mut tops) = (Vec::new(), Vec::new());
    for graph in graphs {
        let first = lists.len() as u32;
        let moved = |v| graph.successors(v).iter().map(|&to| first + to).collect::<Vec<u32>>();
        lists.extend(graph.vertices().map(moved));
        tops.push(lists.len() as u32 - 1);
    }
    (Digraph::new(&lists).unwrap(), tops)
}

/// The outcome of every vertex, by iterating the definition: a move to a loss wins, and a position with only
/// moves to wins loses; the rest is drawn.
fn outcomes(graph: &Digraph, convention: Convention) -> Vec<Outcome> {
    let mut found = vec![Outcome::D; graph.len()];
    loop {
        let before = found.clone();
        for v in graph.vertices() {
            let successors = graph.successors(v);
            let to =
                |outcome| successors.iter().filter(|&&to| found[to as usize] == outcome).count();
            found[v as usize] = match successors.len() {
                0 if convention == Convention::Misere => Outcome::N,
                _ if to(Outcome::P) > 0 => Outcome::N,
                all if to(Outcome::N) == all => Outcome::P,
                _ => Outcome::D,
            };
        }
        if found == before {
            return found;
        }
    }
}

/// The outcome of a compound, by play.
fn played(graph: &Digraph, how: Compound, convention: Convention, state: &[u32]) -> Outcome {
    let moves = |state: &Vec<u32>| -> Result<Vec<Vec<u32>>, crate::Error> {
        let counts: Vec<usize> = state.iter().map(|&v| graph.successors(v).len()).collect();
        let choices = how.moves(&counts, &budget())?;
        let option = |choice: Vec<Option<usize>>| {
            let pairs = state.iter().zip(choice);
            pairs.map(|(&v, pick)| pick.map_or(v, |pick| graph.successors(v)[pick])).collect()
        };
        Ok(choices.into_iter().map(option).collect())
    };
    let (product, _) = explore([state.to_vec()], &budget(), moves).unwrap();
    outcomes(&product, convention)[0]
}

fn by_theory(
    table: &FxHashMap<(Compound, Convention), Vec<Option<Key>>>,
    how: Compound,
    convention: Convention,
    state: &[u32],
) -> Result<Outcome, NoTheory> {
    let keys = &table[&(how, convention)];
    let keys: Vec<_> = state.iter().map(|&v| keys[v as usize].clone()).collect();
    outcome(how, convention, &keys)
}

/// Compares theory and play on all these states; returns the number of answers of the theory.
fn agree(graph: &Digraph, states: impl Iterator<Item = Vec<u32>>) -> usize {
    let mut table = FxHashMap::default();
    for how in ALL {
        for convention in [Convention::Normal, Convention::Misere] {
            table.insert((how, convention), keys(graph, how, convention, &budget()).unwrap());
        }
    }
    let mut answered = 0;
    for state in states {
        for how in ALL {
            for convention in [Convention::Normal, Convention::Misere] {
                if let Ok(theory) = by_theory(&table, how, convention, &state) {
                    let play = played(graph, how, convention, &state);
                    assert_eq!(theory, play, "{how:?} {convention:?} {state:?} {graph:?}");
                    answered += 1;
                }
            }
        }
    }
    answered
}

#[test]
fn pairs_of_all_games_of_four_positions_that_end() {
    let all: Vec<Digraph> = (0..64).map(|bits| graph(4, true, bits)).collect();
    let (zoo, tops) = together(&all);
    let pairs = tops.iter().flat_map(|&a| tops.iter().map(move |&b| vec![a, b]));
    // Only sums in misère play have no theory here.
    assert_eq!(agree(&zoo, pairs), 64 * 64 * 11);
}

#[test]
fn triples_of_all_games_of_three_positions_that_end() {
    let all: Vec<Digraph> = (0..8).map(|bits| graph(3, true, bits)).collect();
    let (zoo, tops) = together(&all);
    let tops = &tops;
    let triples = tops
        .iter()
        .flat_map(|&a| tops.iter().flat_map(move |&b| tops.iter().map(move |&c| vec![a, b, c])));
    assert_eq!(agree(&zoo, triples), 512 * 11);
}

#[test]
fn pairs_in_graphs_with_cycles() {
    let mut answered = 0;
    for seed in 0..400u32 {
        let bits = seed.wrapping_mul(2_654_435_769) >> 7 & 0xffff;
        let graph = graph(4, false, bits);
        let pairs = (0..4).flat_map(|a| (0..=a).map(move |b| vec![a, b]));
        answered += agree(&graph, pairs);
    }
    // Sums, diminished sums in both conventions, conjunctive compounds in both.
    assert!(answered >= 400 * 10 * 5, "{answered}");
}

/// The outcome of the sum of every vertex with a Nim heap of `heap`.
fn with_heap(graph: &Digraph, heap: u32) -> Vec<Outcome> {
    let count = graph.len() as u32;
    let mut lists = Vec::new();
    for n in 0..=heap {
        for v in graph.vertices() {
            let smaller = (0..n).map(|m| m * count + v);
            lists
                .push(graph.successors(v).iter().map(|to| n * count + to).chain(smaller).collect());
        }
    }
    outcomes(&Digraph::new(&lists).unwrap(), Convention::Normal).split_off((heap * count) as usize)
}

#[test]
fn loopy_nimbers_are_what_sums_with_heaps_say() {
    let mut infinite = 0;
    for bits in (0..512).map(|bits| (3, bits)).chain((0..1 << 16).step_by(37).map(|bits| (4, bits)))
    {
        let graph = graph(bits.0, false, bits.1);
        let values = loopy_nimbers(&graph, &budget()).unwrap();
        for heap in 0..5 {
            for (value, play) in values.iter().zip(with_heap(&graph, heap)) {
                let expected = match value {
                    LoopyNimber::Finite(n) if *n == heap => Outcome::P,
                    LoopyNimber::Finite(_) => Outcome::N,
                    LoopyNimber::Infinite(set) if set.contains(&heap) => Outcome::N,
                    LoopyNimber::Infinite(_) => Outcome::D,
                };
                infinite += usize::from(matches!(value, LoopyNimber::Infinite(_)));
                assert_eq!(expected, play, "{value:?} + *{heap} in {graph:?}");
            }
        }
    }
    assert!(infinite > 1000);
}

#[test]
fn values_of_heaps_are_their_sizes() {
    let lists: Vec<Vec<u32>> = (0..50).map(|n| (0..n).collect()).collect();
    let values = loopy_nimbers(&Digraph::new(&lists).unwrap(), &budget()).unwrap();
    assert!((0..50).map(LoopyNimber::Finite).eq(values));
}

#[test]
fn lengths_of_play_by_definition() {
    for bits in 0..1 << 10 {
        let graph = graph(5, true, bits);
        for convention in [Convention::Normal, Convention::Misere] {
            let fast = remoteness(&graph, convention, &budget()).unwrap();
            let slow = suspense(&graph, convention, &budget()).unwrap();
            let won = outcomes(&graph, convention);
            for v in graph.vertices() {
                // The winner keeps to winning moves; both count moves of optimal play.
                let mine = won[v as usize] == Outcome::N;
                let good = graph.successors(v).iter().map(|&to| to as usize);
                let good: Vec<usize> = good.filter(|&to| !mine || won[to] == Outcome::P).collect();
                let lengths = |known: &[Option<u32>]| -> Vec<u32> {
                    good.iter().map(|&to| known[to].unwrap() + 1).collect()
                };
                let (quick, late) = (lengths(&fast), lengths(&slow));
                let picked = match mine {
                    true => (quick.iter().min(), late.iter().max()),
                    false => (quick.iter().max(), late.iter().min()),
                };
                let picked = (picked.0.copied(), picked.1.copied());
                let found = (fast[v as usize], slow[v as usize]);
                assert_eq!(found, (picked.0.or(Some(0)), picked.1.or(Some(0))));
            }
        }
    }
}

/// The nimber of a green picture by moves, with the edges that are left as bits.
fn by_moves(edges: &[(u32, u32)], left: u32, known: &mut FxHashMap<u32, u32>) -> u32 {
    let mut standing = 0u32;
    let mut reached = 1u32;
    loop {
        let before = (standing, reached);
        for (bit, &(a, b)) in edges.iter().enumerate().filter(|(bit, _)| left >> bit & 1 == 1) {
            if (reached >> a | reached >> b) & 1 == 1 {
                standing |= 1 << bit;
                reached |= 1 << a | 1 << b;
            }
        }
        if before == (standing, reached) {
            break;
        }
    }
    if let Some(nimber) = known.get(&standing) {
        return *nimber;
    }
    let cuts = (0..edges.len()).filter(|bit| standing >> bit & 1 == 1);
    let seen: Vec<u32> = cuts.map(|bit| by_moves(edges, standing & !(1 << bit), known)).collect();
    let nimber = (0..).find(|n| !seen.contains(n)).unwrap();
    known.insert(standing, nimber);
    nimber
}

#[test]
fn fusion_and_colon_give_what_moves_give() {
    let ends: Vec<(u32, u32)> = (0..4).flat_map(|a| (0..=a).map(move |b| (b, a))).collect();
    let count = ends.len();
    for code in 0..count.pow(5) {
        // Choices in increasing order: every picture with up to five edges, loops and double
        // edges among them. The last choice stands for no edge at all.
        let picks: Vec<usize> = (0..5).map(|place| code / count.pow(place) % count).collect();
        if !picks.is_sorted() {
            continue;
        }
        let edges: Vec<(u32, u32)> =
            picks.iter().take(1 + code % 5).map(|&pick| ends[pick]).collect();
        let fused = fuse(4, &edges, 0, &budget()).unwrap();
        let all = (1 << edges.len()) - 1;
        assert_eq!(fused.nimber(), by_moves(&edges, all, &mut FxHashMap::default()), "{edges:?}");
    }
}

#[test]
fn larger_pictures_at_random() {
    let mut state = 1976u32;
    let mut random = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % n
    };
    for _ in 0..300 {
        let vertices = 3 + random(6);
        let edges: Vec<(u32, u32)> =
            (0..4 + random(9)).map(|_| (random(vertices), random(vertices))).collect();
        let fused = fuse(vertices as usize, &edges, 0, &budget()).unwrap();
        let all = (1 << edges.len()) - 1;
        assert_eq!(fused.nimber(), by_moves(&edges, all, &mut FxHashMap::default()), "{edges:?}");
    }
}

#[test]
fn a_large_picture_takes_no_time() {
    // A stalk of 100,000 with a circuit on top: longer than any machine stack.
    let n = 100_000;
    let mut edges: Vec<(u32, u32)> = (0..n).map(|v| (v, v + 1)).collect();
    edges.push((n, n));
    let fused = fuse(n as usize + 1, &edges, 0, &budget()).unwrap();
    // The loop on top is one more edge.
    assert_eq!(fused.nimber(), n + 1);
    assert_eq!(fused.vertices.len(), n as usize + 1);
}

#[test]
fn a_large_graph_with_cycles() {
    // A path whose end has a loop beside it: 0 is an end, and each vertex leads one and two back,
    // every thousandth to itself.
    let n = 200_000u32;
    let list = |v: u32| -> Vec<u32> {
        let back = [v.checked_sub(1), v.checked_sub(2), (v % 1000 == 999).then_some(v)];
        back.into_iter().flatten().collect()
    };
    let graph = Digraph::new(&(0..n).map(list).collect::<Vec<_>>()).unwrap();
    let values = loopy_nimbers(&graph, &budget()).unwrap();
    let periodic = (0..999).map(|v| LoopyNimber::Finite(v % 3));
    assert!(values.iter().take(999).cloned().eq(periodic));
    // 999 would be worth 0, and its loop cannot be answered by a move to 0.
    assert_eq!(values[999], LoopyNimber::infinite(vec![1, 2]));
    assert_eq!(
        outcomes(&graph.filtered(|from, _| from < 1500), Convention::Normal)[999],
        Outcome::D
    );
}

#[test]
fn a_stopped_walk_says_so() {
    let lists: Vec<Vec<u32>> = (0..2000).map(|n| (0..n).collect()).collect();
    let limited = Budget::unlimited();
    limited.limit_steps(1000);
    let graph = Digraph::new(&lists).unwrap();
    assert!(loopy_nimbers(&graph, &limited).is_err());
    assert!(remoteness(&graph, Convention::Normal, &limited).is_err());
    let endless = explore([0u64], &limited, |n| Ok::<_, crate::Error>(vec![n + 1]));
    assert!(endless.is_err());
}
