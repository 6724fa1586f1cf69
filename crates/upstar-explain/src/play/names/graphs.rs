//! Moves on graphs: edges by their ends, vertices by their numbers.

use super::parts::graph;
use crate::value::graph::{Edge, typed_label};
use crate::value::{Graph, Value};

/// The difference of two graphs: lost vertices and edges, and changed labels.
struct GraphDifference {
    vertices: Vec<u32>,
    /// Removed edges without those of removed vertices.
    edges: Vec<Edge>,
    /// All removed edges.
    all: Vec<Edge>,
    labels: Vec<(u32, Option<char>)>,
}

/// Returns names of the change from one graph to another, shortest first.
pub(super) fn change_names(before: &Graph, after: &Graph, pairs: bool) -> Vec<String> {
    let change = change(before, after);
    let sign = if before.kind().directed { '>' } else { '-' };
    let edge = |edge: &Edge| format!("{}{sign}{}", edge.from, edge.to);
    let labelled = |one: &Edge| match one.label {
        Some(label) => format!("{}:{}", edge(one), typed_label(label)),
        None => edge(one),
    };
    let join = |words: Vec<String>| (!words.is_empty()).then(|| words.join(" "));
    let mut names: Vec<String> = contraction(before, after, None);
    if change.vertices.is_empty() && change.edges.is_empty() {
        names.extend(join(change.labels.iter().map(|(vertex, _)| vertex.to_string()).collect()));
    }
    names.extend(cut(after, &change, pairs).iter().flat_map(|one| [edge(one), labelled(one)]));
    names.extend(centre(before, &change).map(|vertex| vertex.to_string()));
    let vertices = change.vertices.iter().map(u32::to_string);
    names.extend(join(vertices.clone().chain(change.edges.iter().map(edge)).collect()));
    let relabelled = |(vertex, label): &(u32, Option<char>)| match label {
        Some(label) => format!("{vertex}={}", typed_label(*label)),
        None => vertex.to_string(),
    };
    let labels = change.labels.iter().map(relabelled);
    let all = vertices.chain(change.edges.iter().map(labelled)).chain(labels);
    names.extend(join(all.collect()));
    names.dedup();
    names
}

/// Reports whether a move takes away two neighbours and nothing else.
pub(super) fn takes_pair(before: &Value, after: &Value) -> bool {
    let (Some(before), Some(after)) = (graph(before), graph(after)) else {
        return false;
    };
    let plain = before.edges().iter().all(|edge| edge.label.is_none());
    plain
        && matches!(change(before, after).vertices[..], [a, b] if before.neighbours(a, |_| true).contains(&b))
}

/// Edges that a move may have contracted. The edge along which a token moved comes first.
pub(super) fn contraction(before: &Graph, after: &Graph, token: Option<(u32, u32)>) -> Vec<String> {
    if after.vertices().len() + 1 != before.vertices().len()
        || after.edges().len() + 1 != before.edges().len()
    {
        return Vec::new();
    }
    // A vertex that loses its only edge may as well have been cut off.
    let is_leaf = |edge: &Edge| {
        let gone = if after.has(edge.from) { edge.to } else { edge.from };
        before.degree(gone) < 2 && token.is_none()
    };
    let merges = |edge: &&Edge| {
        edge.from != edge.to
            && !is_leaf(edge)
            && before.contracted(**edge).is_some_and(|graph| graph == *after)
    };
    let mut found: Vec<&Edge> = before.edges().iter().filter(merges).collect();
    found.dedup();
    let went = |edge: &&Edge| token.is_some_and(|(a, b)| edge.touches(a) && edge.touches(b));
    found.sort_by_key(|edge| !went(edge));
    found.iter().map(|edge| format!("{}-{}", edge.from, edge.to)).collect()
}

fn change(before: &Graph, after: &Graph) -> GraphDifference {
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
    GraphDifference { vertices, edges, all, labels }
}

/// Edge that a move has cut: the only one removed, or the only one between the removed and the remaining
/// part. Without labels, edges are removed with their vertices.
fn cut<'c>(after: &Graph, change: &'c GraphDifference, pairs: bool) -> Option<&'c Edge> {
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
fn centre(before: &Graph, change: &GraphDifference) -> Option<u32> {
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
