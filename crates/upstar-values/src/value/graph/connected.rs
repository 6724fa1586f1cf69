//! Connected components of graphs; directions of edges do not matter.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use upstar_core::graph::Partition;

use super::{Edge, Graph, Vertex};

impl Graph {
    /// Component of a vertex; `None` if there is no such vertex.
    ///
    /// Time: O((v + e) log v).
    pub fn component_of(&self, name: u32) -> Option<Graph> {
        let root = self.index(name)?;
        let classes = self.classes(|_| true);
        let inside = |name: u32| self.index(name).is_some_and(|i| classes[i] == classes[root]);
        let vertices = self.vertices.iter().filter(|vertex| inside(vertex.name)).copied();
        let edges = self.edges.iter().filter(|edge| inside(edge.from)).copied();
        Some(self.with_parts(vertices.collect(), edges.collect()))
    }

    /// Whether each vertex has this label, or a neighbour, along edges in either direction, that has it.
    ///
    /// Cost: the vertices and edges.
    pub fn dominates(&self, label: char) -> bool {
        let shows = |name: u32| self.label(name) == Some(label);
        let mut reached: BTreeSet<u32> =
            self.vertices().iter().map(|vertex| vertex.name).filter(|name| shows(*name)).collect();
        for edge in self.edges() {
            reached.extend(shows(edge.from).then_some(edge.to));
            reached.extend(shows(edge.to).then_some(edge.from));
        }
        reached.len() == self.vertices().len()
    }

    /// Whether a path of vertices with this label leads from one vertex to another, along edges in either direction.
    ///
    /// Cost: the edges, for each vertex of the path.
    pub fn connects(&self, label: char, from: u32, to: u32) -> bool {
        let shows = |name: u32| self.label(name) == Some(label);
        let mut reached: BTreeSet<u32> =
            BTreeSet::from([from]).into_iter().filter(|n| shows(*n)).collect();
        let mut open: Vec<u32> = reached.iter().copied().collect();
        while let Some(name) = open.pop() {
            let beside = self.edges().iter().filter(|edge| edge.touches(name));
            for other in beside.map(|edge| edge.other(name)).filter(|other| shows(*other)) {
                if reached.insert(other) {
                    open.push(other);
                }
            }
        }
        reached.contains(&to)
    }

    /// Whether two vertices are connected.
    ///
    /// Time: O((v + e) log v).
    pub fn joins(&self, from: u32, to: u32) -> bool {
        let classes = self.classes(|_| true);
        self.index(from).zip(self.index(to)).is_some_and(|(a, b)| classes[a] == classes[b])
    }

    /// Connected components.
    ///
    /// Time: O((v + e) log v).
    pub fn components(&self) -> Vec<Graph> {
        let classes = self.classes(|_| true);
        let mut parts = ComponentParts::default();
        for (vertex, class) in self.vertices.iter().zip(&classes) {
            parts.entry(*class).or_default().0.push(*vertex);
        }
        for edge in &self.edges {
            parts.entry(classes[self.place(edge.from)]).or_default().1.push(*edge);
        }
        self.graphs(parts)
    }

    /// Branches at a vertex: the largest connected subgraphs in which it is no cut vertex, each with that
    /// vertex. Other components are left out.
    ///
    /// Time: O((v + e) log v).
    pub fn branches_at(&self, at: u32) -> Vec<Graph> {
        let Some(root) = self.index(at) else { return Vec::new() };
        let classes = self.classes(|edge| !edge.touches(at));
        // Loops at the vertex are branches of their own, numbered after the classes.
        let mut next = self.vertices.len();
        let mut parts = ComponentParts::default();
        for edge in &self.edges {
            let other = if edge.from == at { edge.to } else { edge.from };
            let class = match other == at {
                false => classes[self.place(other)],
                true => {
                    next += 1;
                    next
                }
            };
            parts.entry(class).or_default().1.push(*edge);
        }
        parts.retain(|_, (_, edges)| edges.iter().any(|edge| edge.touches(at)));
        for (place, vertex) in self.vertices.iter().enumerate() {
            if place == root {
                parts.values_mut().for_each(|(vertices, _)| vertices.push(*vertex));
            } else if let Some((vertices, _)) = parts.get_mut(&classes[place]) {
                vertices.push(*vertex);
            }
        }
        self.graphs(parts)
    }

    fn graphs(&self, parts: ComponentParts) -> Vec<Graph> {
        let graph = |(vertices, edges): (Vec<Vertex>, Vec<Edge>)| {
            self.with_parts(vertices.into(), edges.into())
        };
        parts.into_values().map(graph).collect()
    }

    /// For each vertex the least vertex in its class, where the edges that `counts` accepts join classes.
    fn classes(&self, counts: impl Fn(&Edge) -> bool) -> Vec<usize> {
        let mut partition = Partition::new(self.vertices.len());
        for edge in self.edges.iter().filter(|edge| counts(edge)) {
            partition.union(self.place(edge.from), self.place(edge.to));
        }
        (0..self.vertices.len()).map(|place| partition.find(place)).collect()
    }
}

/// Vertices and edges by class, in order of appearance.
type ComponentParts = IndexMap<usize, (Vec<Vertex>, Vec<Edge>), FxBuildHasher>;
