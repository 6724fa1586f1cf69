//! Graphs that are drawn: vertices, edges, and what they show.
//!
//! Must not know: where the vertices go.

/// A graph as it is drawn.
#[derive(Debug, Clone)]
pub struct DrawnGraph {
    /// The vertices.
    pub nodes: Vec<DrawnVertex>,
    /// The edges.
    pub edges: Vec<DrawnEdge>,
    /// Whether edges have a direction.
    pub directed: bool,
    /// The vertex that is the ground, if there is one. It is drawn as a line at the bottom.
    pub ground: Option<usize>,
}

/// A vertex.
#[derive(Debug, Clone)]
pub struct DrawnVertex {
    /// Its number.
    pub name: u32,
    /// Its label, and the index of that among the labels: the usual one, Left's, Right's, others.
    pub label: Option<(char, usize)>,
    /// Whether a token is on it.
    pub token: bool,
}

/// An edge, its ends by their indices among the vertices.
#[derive(Debug, Clone)]
pub struct DrawnEdge {
    /// First end.
    pub from: usize,
    /// Second end.
    pub to: usize,
    /// Its label: `b`, `r` and `g` are colours.
    pub label: Option<char>,
}
