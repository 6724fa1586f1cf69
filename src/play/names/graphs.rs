//! Moves on graphs: edges by their ends, vertices by their numbers.

use crate::value::graph::Edge;
use crate::value::{Graph, Value};

/// What a graph loses on the way to another, and which labels change.
struct Change {
    vertices: Vec<u32>,
    /// Without those that went with a vertex.
    edges: Vec<Edge>,
    /// All of them.
    all: Vec<Edge>,
    labels: Vec<(u32, Option<char>)>,
}

/// What can be said of the change from one graph to another, shortest first.
pub(super) fn ways(before: &Graph, after: &Graph, pairs: bool) -> Vec<String> {
    let change = change(before, after);
    let sign = if before.kind().directed { '>' } else { '-' };
    let edge = |edge: &Edge| format!("{}{sign}{}", edge.from, edge.to);
    let labelled = |one: &Edge| match one.label {
        Some(label) => format!("{}:{label}", edge(one)),
        None => edge(one),
    };
    let join = |words: Vec<String>| (!words.is_empty()).then(|| words.join(" "));
    let mut ways: Vec<String> = contraction(before, after);
    if change.vertices.is_empty() && change.edges.is_empty() {
        ways.extend(join(change.labels.iter().map(|(vertex, _)| vertex.to_string()).collect()));
    }
    ways.extend(cut(after, &change, pairs).iter().flat_map(|one| [edge(one), labelled(one)]));
    ways.extend(centre(before, &change).map(|vertex| vertex.to_string()));
    let vertices = change.vertices.iter().map(u32::to_string);
    ways.extend(join(vertices.clone().chain(change.edges.iter().map(edge)).collect()));
    let relabelled = |(vertex, label): &(u32, Option<char>)| match label {
        Some(label) => format!("{vertex}={label}"),
        None => vertex.to_string(),
    };
    let labels = change.labels.iter().map(relabelled);
    let all = vertices.chain(change.edges.iter().map(labelled)).chain(labels);
    ways.extend(join(all.collect()));
    ways.dedup();
    ways
}

/// Whether a move takes away two neighbours and nothing else.
pub(super) fn takes_pair(before: &Value, after: &Value) -> bool {
    let (Some(before), Some(after)) = (super::graph(before), super::graph(after)) else {
        return false;
    };
    matches!(change(before, after).vertices[..], [a, b] if before.neighbours(a, |_| true).contains(&b))
}

/// The edge whose ends have become one vertex, if that is what happened.
pub(super) fn contraction(before: &Graph, after: &Graph) -> Vec<String> {
    let mut gone = before.vertices().iter().map(|one| one.name).filter(|name| !after.has(*name));
    let (Some(gone), None) = (gone.next(), gone.next()) else { return Vec::new() };
    let sorted = |edges: &mut dyn Iterator<Item = Edge>| {
        let upward = |edge: Edge| match before.kind().directed || edge.from <= edge.to {
            true => edge,
            false => Edge { from: edge.to, to: edge.from, ..edge },
        };
        let mut edges: Vec<Edge> = edges.map(upward).collect();
        edges.sort_unstable();
        edges
    };
    let expected = sorted(&mut after.edges().iter().copied());
    let is_new = |edge: &Edge| before.edges().binary_search(edge).is_err();
    let merged = |place: usize| {
        let into = before.edges()[place].other(gone);
        let name = |vertex: u32| if vertex == gone { into } else { vertex };
        let others = before.edges().iter().enumerate().filter(|(n, _)| *n != place);
        let moved =
            others.map(|(_, edge)| Edge { from: name(edge.from), to: name(edge.to), ..*edge });
        sorted(&mut moved.into_iter())
    };
    let loopless = |edges: &[Edge]| -> Vec<Edge> {
        edges.iter().filter(|edge| edge.from != edge.to).copied().collect()
    };
    let at_end = |edge: &Edge| edge.touches(gone) && edge.from != edge.to;
    let mut ends = (0..before.edges().len()).filter(|place| at_end(&before.edges()[*place]));
    // A vertex that loses its only edge may as well have been cut off.
    let lone = before.degree(gone) < 2 && !expected.iter().any(is_new);
    let found = ends.find(|place| {
        let merged = merged(*place);
        merged == expected || loopless(&merged) == expected
    });
    let edge = found.filter(|_| !lone).map(|place| before.edges()[place]);
    edge.map(|edge| format!("{}-{}", edge.from, edge.to)).into_iter().collect()
}

fn change(before: &Graph, after: &Graph) -> Change {
    let vertices: Vec<u32> =
        before.vertices().iter().map(|one| one.name).filter(|name| !after.has(*name)).collect();
    let mut kept = after.edges().to_vec();
    let mut all = before.edges().to_vec();
    all.retain(|edge| match kept.binary_search(edge) {
        Ok(place) => {
            kept.remove(place);
            false
        }
        Err(_) => true,
    });
    let went = |edge: &&Edge| !vertices.iter().any(|vertex| edge.touches(*vertex));
    let edges = all.iter().filter(went).copied().collect();
    let names = after.vertices().iter().map(|vertex| vertex.name);
    let changed = names.filter(|name| before.label(*name) != after.label(*name));
    let labels = changed.map(|name| (name, after.label(name))).collect();
    Change { vertices, edges, all, labels }
}

/// The edge that was cut: the only one that is gone, or the only one between what is gone and what
/// is still there. Without labels, edges go with their vertices.
fn cut<'c>(after: &Graph, change: &'c Change, pairs: bool) -> Option<&'c Edge> {
    if let ([a, b], true) = (&change.vertices[..], pairs) {
        return change.all.iter().find(|edge| edge.touches(*a) && edge.touches(*b));
    }
    if !change.all.iter().any(|edge| edge.label.is_some()) {
        return single(&change.edges);
    }
    let here = |edge: &&Edge| after.has(edge.from) || after.has(edge.to);
    let mut near = change.all.iter().filter(here);
    match (near.next(), near.next()) {
        (Some(edge), None) => Some(edge),
        _ => single(&change.all),
    }
}

fn single(edges: &[Edge]) -> Option<&Edge> {
    match edges {
        [edge] => Some(edge),
        _ => None,
    }
}

/// The vertex that was taken away, alone or with all its neighbours.
fn centre(before: &Graph, change: &Change) -> Option<u32> {
    if let [vertex] = change.vertices[..] {
        return Some(vertex);
    }
    let around = |vertex: &u32| {
        let mut around = before.neighbours(*vertex, |_| true);
        around.push(*vertex);
        around.sort_unstable();
        around.dedup();
        around == change.vertices
    };
    change.vertices.iter().copied().find(around)
}
