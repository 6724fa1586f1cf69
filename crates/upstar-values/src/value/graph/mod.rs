//! Graphs: vertices with numbers, edges between them, labels on both.
//!
//! Knows: vertices and edges, connected components, graphs as text. Must not know: moves.

mod connected;
mod diagnostics;
mod error;
mod normal;
mod text;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use upstar_core::board::Alphabet;

use super::Value;

pub use error::{GraphError, MAX_PARTS};

/// The vertex that rooted graphs stand on.
pub const GROUND: u32 = 0;

/// A vertex: its number and its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    /// Its number.
    pub name: u32,
    /// Its label; none when it is the usual one.
    pub label: Option<char>,
}

impl From<u32> for Vertex {
    fn from(name: u32) -> Self {
        Vertex { name, label: None }
    }
}

/// An edge: its two ends and its label. Without a direction, `from` is not the larger one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// First end.
    pub from: u32,
    /// Second end.
    pub to: u32,
    /// Its label.
    pub label: Option<char>,
}

impl Edge {
    /// Whether `vertex` is an end of it.
    pub fn touches(&self, vertex: u32) -> bool {
        self.from == vertex || self.to == vertex
    }

    /// The end that is not `vertex`; `vertex` itself for a loop.
    pub fn other(&self, vertex: u32) -> u32 {
        if self.from == vertex { self.to } else { self.from }
    }
}

/// Whether a sign can be a label: one that can be seen, and does not separate parts of a graph.
pub fn is_label(sign: char) -> bool {
    sign != ',' && !sign.is_whitespace() && !sign.is_control()
}

/// The sign that stands for 0 as a label. Signs for private use stand for numbers, so that all labels are signs; nobody
/// can type them.
const FIRST_NUMBER: u32 = 0xe000;

/// Numbers from 0 on that labels may be.
const NUMBERS: u32 = 1000;

/// The last of them.
const LARGEST_LABEL: i64 = NUMBERS as i64 - 1;

/// The label that a number is; `None` for negative and large ones.
pub fn number_label(number: i64) -> Option<char> {
    let number = u32::try_from(number).ok().filter(|number| *number < NUMBERS)?;
    char::from_u32(FIRST_NUMBER + number)
}

/// The number that a label is; `None` for other signs.
pub fn label_number(label: char) -> Option<i64> {
    let number = u32::from(label).checked_sub(FIRST_NUMBER)?;
    (number < NUMBERS).then_some(i64::from(number))
}

/// A label as a value: a number, or a text of one sign.
pub fn label_value(label: char) -> Value {
    match label_number(label) {
        Some(number) => Value::integer(number),
        None => Value::text(label.encode_utf8(&mut [0; 4])),
    }
}

/// The label that a value is.
pub fn label_of(value: &Value) -> Option<char> {
    match value {
        Value::Number(number) => number_label(number.to_i64()?),
        Value::Text(text) => {
            let mut signs = text.chars();
            signs.next().filter(|sign| signs.next().is_none() && label_number(*sign).is_none())
        }
        _ => None,
    }
}

/// A label as it is typed.
pub fn typed_label(label: char) -> String {
    label_number(label).map_or_else(|| label.to_string(), |number| number.to_string())
}

/// Labels that vertices or edges may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Labels {
    /// None at all.
    Nothing,
    /// Any, or none.
    Any,
    /// Characters of an alphabet.
    Of(Arc<Alphabet>),
}

impl Labels {
    /// Whether this is one of them.
    fn admit(&self, label: char) -> bool {
        match self {
            Labels::Of(alphabet) => alphabet.symbol(label).is_some(),
            Labels::Any => is_label(label),
            Labels::Nothing => false,
        }
    }
}

/// Kind of a graph: `graph of "bgr"`, `digraph on ".xo"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphKind {
    /// Whether edges have a direction.
    pub directed: bool,
    /// The labels of edges. Every edge has one.
    pub edges: Labels,
    /// The labels of vertices; the first is the usual one.
    pub vertices: Labels,
}

impl GraphKind {
    /// Graphs with any labels.
    pub fn any(directed: bool) -> Self {
        GraphKind { directed, edges: Labels::Any, vertices: Labels::Any }
    }

    /// Label as stored: `None` for the first of the alphabet, which is the default.
    fn kept(&self, label: char) -> Option<char> {
        let usual = match &self.vertices {
            Labels::Of(alphabet) => alphabet.characters().first().copied(),
            Labels::Nothing | Labels::Any => None,
        };
        (usual != Some(label)).then_some(label)
    }
}

/// A graph. Several edges between the same vertices and loops are possible.
#[derive(Debug, Clone)]
pub struct Graph {
    kind: Arc<GraphKind>,
    /// Sorted.
    vertices: Box<[Vertex]>,
    /// Sorted.
    edges: Box<[Edge]>,
}

impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.edges == other.edges
            && self.vertices == other.vertices
            && self.kind.directed == other.kind.directed
    }
}

impl Eq for Graph {}

impl Hash for Graph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.vertices.hash(state);
        self.edges.hash(state);
    }
}

impl Graph {
    /// A graph from its parts; the ends of edges are vertices too.
    ///
    /// # Errors
    /// When there are more than [`MAX_PARTS`] of a kind.
    pub fn new(
        kind: Arc<GraphKind>,
        mut vertices: Vec<Vertex>,
        mut edges: Vec<Edge>,
    ) -> Result<Self, GraphError> {
        for edge in &mut edges {
            if !kind.directed && edge.from > edge.to {
                std::mem::swap(&mut edge.from, &mut edge.to);
            }
            vertices.extend([Vertex::from(edge.from), Vertex::from(edge.to)]);
        }
        // The labelled vertex of several with one name comes last, and stays.
        vertices.sort_unstable();
        vertices.reverse();
        vertices.dedup_by_key(|vertex| vertex.name);
        vertices.reverse();
        edges.sort_unstable();
        if vertices.len() > MAX_PARTS || edges.len() > MAX_PARTS {
            return Err(GraphError::TooLarge);
        }
        Ok(Graph { kind, vertices: vertices.into(), edges: edges.into() })
    }

    /// The same vertices, edges and labels as a graph of another kind; `None` where that kind does not allow them. A vertex
    /// with the usual label gets the usual one of the other kind, as in the text of the graph.
    pub fn of_kind(&self, kind: &Arc<GraphKind>) -> Option<Graph> {
        let fits = |edge: &Edge| match edge.label {
            None => !matches!(kind.edges, Labels::Of(_)),
            Some(label) => kind.edges.admit(label),
        };
        if self.kind.directed != kind.directed || !self.edges.iter().all(fits) {
            return None;
        }
        let labelled = |vertex: &Vertex| {
            let Some(label) = vertex.label else { return Some(*vertex) };
            kind.vertices.admit(label).then(|| Vertex { label: kind.kept(label), ..*vertex })
        };
        let vertices = self.vertices.iter().map(labelled).collect::<Option<_>>()?;
        Some(Graph { kind: kind.clone(), vertices, edges: self.edges.clone() })
    }

    /// Kind of the graph.
    pub fn kind(&self) -> &Arc<GraphKind> {
        &self.kind
    }

    /// The vertices, by number.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The edges, by their ends.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Number of vertices and edges.
    pub fn size(&self) -> usize {
        self.vertices.len() + self.edges.len()
    }

    /// Whether it has a vertex of this number.
    pub fn has_vertex(&self, name: u32) -> bool {
        self.index(name).is_some()
    }

    /// The place of a vertex among [`Graph::vertices`].
    fn index(&self, name: u32) -> Option<usize> {
        let guess = name as usize;
        if self.vertices.get(guess).is_some_and(|vertex| vertex.name == name) {
            return Some(guess);
        }
        self.vertices.binary_search_by_key(&name, |vertex| vertex.name).ok()
    }

    /// Index of a vertex that exists, such as the end of an edge.
    ///
    /// # Panics
    /// When there is no such vertex.
    pub fn place(&self, name: u32) -> usize {
        self.index(name).expect("the ends of edges are vertices")
    }

    /// Whether there is this vertex.
    pub fn has(&self, name: u32) -> bool {
        self.index(name).is_some()
    }

    /// Label of a vertex: its own, or the first of the alphabet. `None` if there is no such vertex, or
    /// vertices have no labels.
    pub fn label(&self, name: u32) -> Option<char> {
        let label = self.vertices[self.index(name)?].label;
        label.or_else(|| match &self.kind.vertices {
            Labels::Of(alphabet) => alphabet.characters().first().copied(),
            Labels::Nothing | Labels::Any => None,
        })
    }

    /// Vertices to which an edge of some kind leads, without repetition, by number.
    pub fn neighbours(&self, name: u32, along: impl Fn(&Edge) -> bool) -> Vec<u32> {
        // Edges are in the order of where they begin.
        let first = self.edges.partition_point(|edge| edge.from < name);
        let beginning = self.edges[first..].iter().take_while(|edge| edge.from == name);
        let along = |edge: &&Edge| along(edge);
        let mut ends: Vec<u32> = beginning.filter(along).map(|edge| edge.to).collect();
        if !self.kind.directed {
            let ending = self.edges[..first].iter().filter(|edge| edge.to == name);
            ends.extend(ending.filter(along).map(|edge| edge.from));
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Number of edges that lead away from a vertex; a loop without a direction counts twice.
    pub fn degree(&self, name: u32) -> usize {
        let ends = |edge: &Edge| match self.kind.directed {
            true => usize::from(edge.from == name),
            false => usize::from(edge.from == name) + usize::from(edge.to == name),
        };
        self.edges.iter().map(ends).sum()
    }

    /// The graph without one edge equal to `edge`; `None` if there is none.
    pub fn without_edge(&self, edge: Edge) -> Option<Graph> {
        let place = self.edges.binary_search(&edge).ok()?;
        let mut edges = self.edges.to_vec();
        edges.remove(place);
        Some(self.with_parts(self.vertices.clone(), edges.into()))
    }

    /// The graph with one edge equal to `edge` contracted: its ends become the one with the smaller number.
    /// `None` if there is no such edge.
    pub fn contracted(&self, edge: Edge) -> Option<Graph> {
        let place = self.edges.binary_search(&edge).ok()?;
        let (stays, goes) = (edge.from.min(edge.to), edge.from.max(edge.to));
        let moved = |name: u32| if name == goes { stays } else { name };
        let others = self.edges.iter().enumerate().filter(|(other, _)| *other != place);
        let ends = others.map(|(_, other)| (moved(other.from), moved(other.to), other.label));
        let ordered = |(from, to, label)| match self.kind.directed || from <= to {
            true => Edge { from, to, label },
            false => Edge { from: to, to: from, label },
        };
        let mut edges: Vec<Edge> = ends.map(ordered).collect();
        edges.sort_unstable();
        let vertices = self.vertices.iter().filter(|v| v.name != goes || goes == stays).copied();
        Some(self.with_parts(vertices.collect(), edges.into()))
    }

    /// The graph without these vertices, which are in order, and without the edges at them.
    pub fn without_vertices(&self, gone: &[u32]) -> Graph {
        let stays = |name: u32| gone.binary_search(&name).is_err();
        let vertices = self.vertices.iter().filter(|vertex| stays(vertex.name)).copied();
        let edges = self.edges.iter().filter(|edge| stays(edge.from) && stays(edge.to)).copied();
        self.with_parts(vertices.collect(), edges.collect())
    }

    /// The graph with another label at a vertex; `None` if there is no such vertex or label.
    pub fn with_label(&self, name: u32, label: char) -> Option<Graph> {
        let place = self.index(name)?;
        let mut graph = self.clone();
        graph.vertices[place].label = self.kind.kept(label);
        self.kind.vertices.admit(label).then_some(graph)
    }

    /// The graph with another label at one edge equal to `edge`; `None` if there is no such edge or label.
    pub fn with_edge_label(&self, edge: Edge, label: char) -> Option<Graph> {
        let place = self.edges.binary_search(&edge).ok()?;
        let mut edges = self.edges.to_vec();
        edges[place].label = Some(label);
        edges.sort_unstable();
        let graph = self.with_parts(self.vertices.clone(), edges.into());
        self.kind.edges.admit(label).then_some(graph)
    }

    /// A graph of the same kind; both must be sorted.
    fn with_parts(&self, vertices: Box<[Vertex]>, edges: Box<[Edge]>) -> Graph {
        Graph { kind: self.kind.clone(), vertices, edges }
    }
}

#[cfg(test)]
mod tests;
