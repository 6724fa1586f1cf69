//! Graphs against what can be seen without an algorithm.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::length::properties;
use upstar_core::board::Alphabet;

fn kind(directed: bool, edges: &str, vertices: &str) -> Arc<GraphKind> {
    let labels = |text: &str| match text {
        "" => Labels::Nothing,
        text => Labels::Of(Arc::new(Alphabet::parse(text).unwrap())),
    };
    Arc::new(GraphKind { directed, edges: labels(edges), vertices: labels(vertices) })
}

fn read(text: &str) -> Graph {
    Graph::parse(text, &Arc::new(GraphKind::any(text.contains('>')))).unwrap()
}

#[test]
fn a_graph_prints_edges_first_and_then_what_they_do_not_tell() {
    assert_eq!(read(" 3-1 : b,0 - 1,4=L , 1,7").to_string(), "0-1, 1-3:b, 4=L, 7");
    assert_eq!(read("2>1, 1>2, 1>2").to_string(), "1>2, 1>2, 2>1");
    assert_eq!(read("").to_string(), "");
    assert_eq!(read("1-2, 2=x").to_string(), "1-2, 2=x");
}

#[test]
fn the_usual_label_is_not_kept() {
    let graph = Graph::parse("1-2, 1=., 2=x", &kind(false, "", ".x")).unwrap();
    assert_eq!(graph.to_string(), "1-2, 2=x");
    assert_eq!((graph.label(1), graph.label(2), graph.label(3)), (Some('.'), Some('x'), None));
    assert_eq!(graph.with_label(2, '.').unwrap().to_string(), "1-2");
    assert_eq!(graph.with_label(2, 'y'), None);
    assert_eq!(graph.with_label(3, 'x'), None);
}

/// A graph of another kind is what its text is there, or no graph.
#[test]
fn a_graph_changes_its_kind_as_its_text_does() {
    let kinds = [
        kind(false, "", ""),
        kind(false, "", ".x"),
        kind(false, "", "x."),
        kind(false, "bg", ".x"),
        kind(true, "bg", ""),
        kind(true, "", ""),
        Arc::new(GraphKind::any(false)),
        Arc::new(GraphKind::any(true)),
    ];
    let texts = ["0-1, 3", "0-1:b, 1-2:g", "2-1, 1=x", "0-1:r", "4=., 5=x", "0>1:b", "1>0, 2", ""];
    let mut changed = 0;
    for (text, from) in texts.iter().flat_map(|text| kinds.iter().map(move |from| (text, from))) {
        let Ok(graph) = Graph::parse(text, from) else { continue };
        for to in &kinds {
            let read = Graph::parse(&graph.to_string(), to).ok();
            // No text says whether a graph without edges has directions.
            let read = read.filter(|_| from.directed == to.directed);
            let found = graph.of_kind(to);
            changed += usize::from(found.is_some());
            assert_eq!(found, read, "{text} of {from:?} as {to:?}");
            assert_eq!(found.map(|graph| graph.kind().clone()), read.map(|_| to.clone()));
        }
    }
    assert!(changed > 50, "{changed}");
}

#[test]
fn bad_graphs_say_where() {
    let plain = kind(false, "bg", "");
    let error = |text: &str| Graph::parse(text, &plain).unwrap_err();
    assert_eq!(error("0-1:b, x").offset(), Some(7));
    assert_eq!(error("0-1:b 1-2:b").offset(), Some(6));
    assert_eq!(error("0-1:b, 1>2:b"), GraphError::Direction { directed: false, offset: 8 });
    let foreign = GraphError::ForeignLabel { label: 'r', of: "edges", offset: 4 };
    assert_eq!(error("0-1:r"), foreign);
    assert_eq!(error("0-1:b, 1-2"), GraphError::MissingLabel { offset: 7 });
    assert_eq!(error("0=b"), GraphError::NoLabels { of: "vertices", offset: 2 });
    assert_eq!(error("0-").offset(), Some(2));
    assert_eq!(error("0-1:").offset(), Some(4));
    assert_eq!(error("0-99999999999:b").offset(), Some(2));
    let twice = Graph::parse("1=x, 1=o", &kind(false, "", ".xo")).unwrap_err();
    assert_eq!(twice, GraphError::SecondLabel { name: 1, offset: 5 });
}

#[test]
fn pieces_meet_in_one_vertex_only() {
    let graph = read("0-0:g, 0-1:b, 1-2:r, 0-2:b, 0-3:r, 5-6:b");
    let pieces: Vec<String> = graph.branches_at(0).iter().map(Graph::to_string).collect();
    assert_eq!(pieces, ["0-0:g", "0-1:b, 0-2:b, 1-2:r", "0-3:r"]);
    assert_eq!(read("0, 1").branches_at(0), []);
    assert_eq!(read("1-2").branches_at(0), []);
}

#[test]
fn degrees_and_neighbours_follow_directions() {
    let graph = read("1>2, 1>2, 1>1, 3>1");
    assert_eq!((graph.neighbours(1, |_| true), graph.degree(1)), (vec![1, 2], 3));
    let graph = read("1-2, 1-2, 1-1, 3-1");
    assert_eq!((graph.neighbours(1, |_| true), graph.degree(1)), (vec![1, 2, 3], 5));
}

fn graphs() -> impl Strategy<Value = Graph> {
    let edge = (0..7u32, 0..7u32, proptest::option::of(proptest::sample::select(vec!['b', 'r'])));
    let vertex = (0..9u32, proptest::option::of(proptest::sample::select(vec!['x', '.'])));
    (any::<bool>(), prop::collection::vec(edge, 0..9), prop::collection::vec(vertex, 0..4))
        .prop_map(|(directed, edges, vertices)| {
            let edges = edges.into_iter().map(|(from, to, label)| Edge { from, to, label });
            let vertices = vertices.into_iter().map(|(name, label)| Vertex { name, label });
            let kind = Arc::new(GraphKind::any(directed));
            Graph::new(kind, vertices.collect(), edges.collect()).unwrap()
        })
}

/// Whether a walk leads from one vertex to the other, by trying all edges as often as needed.
fn connected(graph: &Graph, from: u32, to: u32) -> bool {
    let mut reached = vec![from];
    for _ in graph.vertices() {
        for edge in graph.edges() {
            for (a, b) in [(edge.from, edge.to), (edge.to, edge.from)] {
                if reached.contains(&a) && !reached.contains(&b) {
                    reached.push(b);
                }
            }
        }
    }
    reached.contains(&to)
}

proptest! {
    #[test]
    fn what_is_printed_can_be_read(graph in graphs()) {
        prop_assert_eq!(&Graph::parse(&graph.to_string(), graph.kind()).unwrap(), &graph);
    }

    #[test]
    fn components_are_what_walks_connect(graph in graphs()) {
        let parts = graph.components();
        prop_assert_eq!(parts.iter().map(|part| part.vertices().len()).sum::<usize>(), graph.vertices().len());
        prop_assert_eq!(parts.iter().map(|part| part.edges().len()).sum::<usize>(), graph.edges().len());
        for a in graph.vertices() {
            for b in graph.vertices() {
                let together = parts.iter().any(|part| part.has(a.name) && part.has(b.name));
                prop_assert_eq!(together, connected(&graph, a.name, b.name));
            }
            let own = parts.iter().find(|part| part.has(a.name)).unwrap();
            prop_assert_eq!(&graph.component_of(a.name).unwrap(), own);
        }
    }

    #[test]
    fn pieces_fall_apart_without_their_vertex(graph in graphs(), at in 0..7u32) {
        let pieces = graph.branches_at(at);
        if let Some(own) = graph.component_of(at) {
            let edges: usize = pieces.iter().map(|piece| piece.edges().len()).sum();
            prop_assert_eq!(edges, own.edges().len());
        }
        let rest = graph.without_vertices(&[at]);
        for (n, piece) in pieces.iter().enumerate() {
            for other in &pieces[n + 1..] {
                for a in piece.vertices().iter().filter(|vertex| vertex.name != at) {
                    prop_assert!(!other.has(a.name));
                    for b in other.vertices().iter().filter(|vertex| vertex.name != at) {
                        prop_assert!(!connected(&rest, a.name, b.name));
                    }
                }
            }
        }
    }
}

/// The graph with other numbers: vertex v becomes `names[v]`.
fn renamed(graph: &Graph, names: &[u32]) -> Graph {
    let name = |old: u32| names[old as usize];
    let vertices = graph.vertices().iter().map(|v| Vertex { name: name(v.name), ..*v });
    let edges = graph.edges().iter().map(|e| Edge { from: name(e.from), to: name(e.to), ..*e });
    Graph::new(graph.kind().clone(), vertices.collect(), edges.collect()).unwrap()
}

/// Whether two graphs are isomorphic, by trying all numberings.
fn alike(one: &Graph, other: &Graph, rooted: bool) -> bool {
    fn tried(one: &Graph, other: &Graph, rooted: bool, names: &mut Vec<u32>) -> bool {
        let olds = one.vertices();
        if names.len() == olds.len() {
            let mut table = vec![u32::MAX; 100];
            olds.iter().zip(names.iter()).for_each(|(old, new)| table[old.name as usize] = *new);
            return renamed(one, &table) == *other;
        }
        let old = olds[names.len()].name;
        for new in other.vertices() {
            let fits = !rooted || (old == GROUND) == (new.name == GROUND);
            if fits && !names.contains(&new.name) {
                names.push(new.name);
                if tried(one, other, rooted, names) {
                    return true;
                }
                names.pop();
            }
        }
        false
    }
    one.vertices().len() == other.vertices().len() && tried(one, other, rooted, &mut Vec::new())
}

proptest! {
    #![proptest_config(properties(60))]

    #[test]
    fn the_normal_form_is_the_same_graph_with_other_numbers(graph in graphs(), rooted: bool) {
        prop_assume!(graph.vertices().len() <= 6);
        prop_assert!(alike(&graph, &graph.normal(rooted), rooted), "{graph}");
    }

    #[test]
    fn numbers_do_not_change_the_normal_form(
        graph in graphs(),
        names in Just((1..10u32).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let mut kept = vec![GROUND];
        kept.extend(&names);
        prop_assert_eq!(renamed(&graph, &kept).normal(true), graph.normal(true));
        prop_assert_eq!(renamed(&graph, &names).normal(false), graph.normal(false));
    }
}

#[test]
fn symmetric_graphs_have_one_normal_form() {
    let cube = "0-1, 1-2, 2-3, 3-0, 4-5, 5-6, 6-7, 7-4, 0-4, 1-5, 2-6, 3-7";
    let other = "0-2, 2-7, 7-4, 4-0, 1-6, 6-3, 3-5, 5-1, 0-1, 2-6, 7-3, 4-5";
    assert_eq!(read(cube).normal(false), read(other).normal(false));
    assert_ne!(
        read("1-2, 2-3, 3-1, 4-5, 5-6, 6-4").normal(false),
        read("1-2, 2-3, 3-4, 4-5, 5-6, 6-1").normal(false)
    );
}
