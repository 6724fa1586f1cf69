//! Graphs: vertices, which are numbers, and edges between them, which may be there several times.
//!
//! The book: reference/graphs.md. An undirected edge names its smaller end first.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::value::Value;
use crate::{Fault, Wrong};

/// The sign that stands for the label 0, and how many numbers have signs.
const FIRST_NUMBER: u32 = 0xe000;
const NUMBERS: u32 = 1000;

/// An edge: its ends, and its label if it has one.
pub type Edge = (u64, u64, Option<char>);

/// A graph.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Graph {
    /// Whether edges have a direction.
    pub directed: bool,
    /// The usual label of a vertex, which is not typed.
    pub usual: Option<char>,
    /// The labels of vertices; none is the usual one.
    pub vertices: BTreeMap<u64, Option<char>>,
    /// The edges in order, each as often as it is there.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// The graph without vertices.
    pub fn new(directed: bool, usual: Option<char>) -> Graph {
        Graph { directed, usual, vertices: BTreeMap::new(), edges: Vec::new() }
    }

    /// The value that a label has: a text, or a number, for which a sign from U+E000 on stands.
    pub fn shown(label: char) -> Value {
        match u32::from(label).checked_sub(FIRST_NUMBER).filter(|number| *number < NUMBERS) {
            Some(number) => Value::integer(number),
            None => Value::text(label.to_string()),
        }
    }

    /// The label that is a number.
    pub fn number(number: i64) -> Option<char> {
        let number = u32::try_from(number).ok().filter(|number| *number < NUMBERS)?;
        char::from_u32(FIRST_NUMBER + number)
    }

    /// A label as it is typed.
    fn typed(label: char) -> String {
        match u32::from(label).checked_sub(FIRST_NUMBER).filter(|number| *number < NUMBERS) {
            Some(number) => number.to_string(),
            None => label.to_string(),
        }
    }

    /// The graph that is typed as a text, such as `0-1:b, 1>2, 4, 5=x`. Without a kind, edges with `>` make it directed.
    ///
    /// # Errors
    /// When the text is not of this kind.
    pub fn read(directed: Option<bool>, usual: Option<char>, text: &str) -> Result<Graph, Fault> {
        Graph::read_with_numbers(directed, usual, text, (false, false))
    }

    /// The same where labels of edges, or of vertices, are numbers.
    ///
    /// # Errors
    /// As for [`Graph::read`].
    pub fn read_with_numbers(
        directed: Option<bool>,
        usual: Option<char>,
        text: &str,
        (on_edges, on_vertices): (bool, bool),
    ) -> Result<Graph, Fault> {
        let wrong = || Fault::wrong(Wrong::Rules, format!("\"{text}\" is not such a graph"));
        let mut graph = Graph::new(directed.unwrap_or(text.contains('>')), usual);
        let sign = if graph.directed { '>' } else { '-' };
        let number = |digits: &str| digits.trim().parse::<u64>().map_err(|_| wrong());
        let one = |label: &str, is_number: bool| -> Result<char, Fault> {
            if is_number {
                let number = label.trim().parse::<i64>().map_err(|_| wrong())?;
                return Graph::number(number).ok_or_else(wrong);
            }
            let mut signs = label.trim().chars();
            let sign = signs.next().ok_or_else(wrong)?;
            if signs.next().is_some() { Err(wrong()) } else { Ok(sign) }
        };
        let pieces = text.split(',').map(str::trim);
        for piece in pieces.filter(|piece| !(piece.is_empty() && text.trim().is_empty())) {
            if let Some((from, rest)) = piece.split_once(sign) {
                let (to, label) = match rest.split_once(':') {
                    Some((to, label)) => (to, Some(one(label, on_edges)?)),
                    None => (rest, None),
                };
                graph.add((number(from)?, number(to)?, label));
            } else if let Some((vertex, label)) = piece.split_once('=') {
                graph.colour(number(vertex)?, one(label, on_vertices)?);
            } else {
                graph.vertices.entry(number(piece)?).or_insert(None);
            }
        }
        Ok(graph)
    }

    /// Adds an edge and its ends.
    pub fn add(&mut self, edge: Edge) {
        let edge = self.named(edge);
        self.vertices.entry(edge.0).or_insert(None);
        self.vertices.entry(edge.1).or_insert(None);
        let place = self.edges.partition_point(|other| *other <= edge);
        self.edges.insert(place, edge);
    }

    /// An edge as it is named here.
    pub fn named(&self, (from, to, label): Edge) -> Edge {
        if self.directed { (from, to, label) } else { (from.min(to), from.max(to), label) }
    }

    /// A label is one sign, and no comma: that separates.
    ///
    /// # Errors
    /// When it is a comma.
    pub fn verify_label(label: char) -> Result<(), Fault> {
        match label {
            ',' => Err(Fault::wrong(Wrong::Rules, "a comma is no label")),
            _ => Ok(()),
        }
    }

    /// Labels a vertex, which is added if it is not there.
    pub fn colour(&mut self, vertex: u64, label: char) {
        self.vertices.insert(vertex, Some(label).filter(|label| Some(*label) != self.usual));
    }

    /// The label of a vertex.
    pub fn label(&self, vertex: u64) -> Option<char> {
        self.vertices.get(&vertex).copied().flatten().or(self.usual)
    }

    /// The vertices to which an edge leads from a vertex, those with certain labels if these are given; in order.
    pub fn neighbours(&self, vertex: u64, labels: Option<&str>) -> Vec<u64> {
        let fits = |label: Option<char>| {
            labels.is_none_or(|labels| label.is_some_and(|label| labels.contains(label)))
        };
        let mut found = BTreeSet::new();
        for (from, to, _) in self.edges.iter().filter(|(_, _, label)| fits(*label)) {
            if *from == vertex {
                found.insert(*to);
            }
            if *to == vertex && !self.directed {
                found.insert(*from);
            }
        }
        found.into_iter().collect()
    }

    /// How many edges leave a vertex; a loop of an undirected graph counts twice.
    pub fn degree(&self, p: u64) -> usize {
        let ends = |(from, to, _): &Edge| {
            usize::from(*from == p) + usize::from(*to == p && !self.directed)
        };
        self.edges.iter().map(ends).sum()
    }

    /// Without a vertex and its edges.
    pub fn without_vertex(&mut self, vertex: u64) {
        self.vertices.remove(&vertex);
        self.edges.retain(|(from, to, _)| *from != vertex && *to != vertex);
    }

    /// Without an edge, once: with this label, or any if none is named. Whether it was there.
    pub fn without_edge(&mut self, edge: Edge) -> bool {
        let edge = self.named(edge);
        let same = |other: &Edge| {
            (other.0, other.1) == (edge.0, edge.1) && (edge.2.is_none() || edge.2 == other.2)
        };
        let place = self.edges.iter().position(same);
        place.map(|place| self.edges.remove(place)).is_some()
    }

    /// The vertices that hang together with a vertex, ways against the direction of edges included.
    pub fn reached(&self, from: u64, avoiding: Option<u64>) -> BTreeSet<u64> {
        let mut found = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(next) = open.pop() {
            for (one, other, _) in &self.edges {
                for (one, other) in [(*one, *other), (*other, *one)] {
                    if one == next && Some(other) != avoiding && found.insert(other) {
                        open.push(other);
                    }
                }
            }
        }
        found
    }

    /// The part of the graph on these vertices.
    pub fn part(&self, kept: &BTreeSet<u64>) -> Graph {
        let mut part = self.clone();
        part.vertices.retain(|vertex, _| kept.contains(vertex));
        part.edges.retain(|(from, to, _)| kept.contains(from) && kept.contains(to));
        part
    }

    /// Without an edge, and all that no longer hangs on the ground, vertex 0.
    pub fn cut(&self, edge: Edge) -> Graph {
        let mut graph = self.clone();
        graph.without_edge(edge);
        graph.part(&graph.reached(0, None))
    }

    /// The connected components, those with smaller vertices first.
    pub fn components(&self) -> Vec<Graph> {
        let mut left: BTreeSet<u64> = self.vertices.keys().copied().collect();
        let mut components = Vec::new();
        while let Some(vertex) = left.first().copied() {
            let reached = self.reached(vertex, None);
            left.retain(|vertex| !reached.contains(vertex));
            components.push(self.part(&reached));
        }
        components
    }

    /// The parts that meet in a vertex only: it is in each of them.
    pub fn components_at(&self, vertex: u64) -> Vec<Graph> {
        let mut parts = Vec::new();
        let mut left = self.reached(vertex, None);
        left.remove(&vertex);
        while let Some(first) = left.first().copied() {
            let mut reached = self.reached(first, Some(vertex));
            left.retain(|vertex| !reached.contains(vertex));
            reached.insert(vertex);
            let mut part = self.part(&reached);
            part.edges.retain(|(from, to, _)| (*from, *to) != (vertex, vertex));
            parts.push(part);
        }
        for (_, _, label) in self.edges.iter().filter(|edge| (edge.0, edge.1) == (vertex, vertex)) {
            let mut part = Graph::new(self.directed, self.usual);
            part.add((vertex, vertex, *label));
            part.vertices.insert(vertex, self.vertices.get(&vertex).copied().flatten());
            parts.push(part);
        }
        parts
    }

    /// With the ends of an edge made one vertex, the smaller one; the edge itself is gone.
    pub fn contract(&self, edge: Edge) -> Graph {
        let mut graph = self.clone();
        graph.without_edge(edge);
        let (kept, gone) = (edge.0.min(edge.1), edge.0.max(edge.1));
        let edges = std::mem::take(&mut graph.edges);
        let label = graph.vertices.get(&kept).copied().flatten();
        graph.vertices.remove(&gone);
        graph.vertices.insert(kept, label);
        let moved = |vertex| if vertex == gone { kept } else { vertex };
        edges.into_iter().for_each(|(from, to, label)| graph.add((moved(from), moved(to), label)));
        graph
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.directed { '>' } else { '-' };
        let mut pieces = Vec::new();
        for (from, to, label) in &self.edges {
            let label = label.map_or(String::new(), |label| format!(":{}", Graph::typed(label)));
            pieces.push(format!("{from}{sign}{to}{label}"));
        }
        for (vertex, label) in &self.vertices {
            let alone = !self.edges.iter().any(|(from, to, _)| from == vertex || to == vertex);
            match label {
                Some(label) => pieces.push(format!("{vertex}={}", Graph::typed(*label))),
                None if alone => pieces.push(vertex.to_string()),
                None => {}
            }
        }
        f.write_str(&pieces.join(", "))
    }
}
