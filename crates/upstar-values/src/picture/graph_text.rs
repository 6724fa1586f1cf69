//! Graphs in characters: from the ground, or the first vertex of each component, branches grow to the right.
//!
//! Each edge is shown once. An edge to a vertex that is shown already leads to its name in parentheses.

use super::graph::{DrawnEdge, DrawnGraph};
use crate::value::graph::typed_label;

/// Graphs with more vertices are listed edge by edge.
const MOST_VERTICES: usize = 300;
/// Blanks between listed edges.
const GAP: usize = 3;

/// Returns the branches, or a list of edges where these are wider than so many columns.
pub(super) fn text(graph: &DrawnGraph, ascii: bool, columns: usize) -> String {
    let signs = Signs::new(ascii);
    if graph.nodes.len() <= MOST_VERTICES {
        let lines = Branches::new(graph, &signs).all();
        if lines.iter().all(|line| line.chars().count() <= columns) {
            return lines.join("\n");
        }
    }
    listed(graph, &signs, columns)
}

/// Characters of lines.
struct Signs {
    dash: &'static str,
    head: &'static str,
    bar: &'static str,
    fork: &'static str,
    branch: &'static str,
    last: &'static str,
}

impl Signs {
    fn new(ascii: bool) -> Signs {
        match ascii {
            true => Signs { dash: "-", head: ">", bar: "|", fork: "+", branch: "+", last: "`" },
            false => Signs {
                dash: "─", head: "▶", bar: "│", fork: "┬", branch: "├", last: "└"
            },
        }
    }

    /// The line of an edge.
    fn edge(&self, graph: &DrawnGraph, edge: &DrawnEdge) -> String {
        let end = if graph.directed { self.head } else { self.dash };
        let label = edge.label.map_or(self.dash.to_owned(), typed_label);
        format!("{}{label}{end}", self.dash)
    }
}

fn name(graph: &DrawnGraph, vertex: usize) -> String {
    if graph.ground == Some(vertex) {
        return "ground".to_owned();
    }
    let node = &graph.nodes[vertex];
    let label = node.label.map_or(String::new(), |(sign, _)| format!("={}", typed_label(sign)));
    format!("{}{}{label}", if node.token { "@" } else { "" }, node.name)
}

/// Branches that have been drawn so far.
struct Branches<'g> {
    graph: &'g DrawnGraph,
    signs: &'g Signs,
    /// Edges at each vertex, of a directed graph those that leave it.
    edges: Vec<Vec<usize>>,
    is_drawn: Vec<bool>,
    is_seen: Vec<bool>,
}

impl<'g> Branches<'g> {
    fn new(graph: &'g DrawnGraph, signs: &'g Signs) -> Self {
        let mut edges = vec![Vec::new(); graph.nodes.len()];
        for (place, edge) in graph.edges.iter().enumerate() {
            edges[edge.from].push(place);
            if !graph.directed && edge.from != edge.to {
                edges[edge.to].push(place);
            }
        }
        let is_drawn = vec![false; graph.edges.len()];
        let is_seen = vec![false; graph.nodes.len()];
        Branches { graph, signs, edges, is_drawn, is_seen }
    }

    /// All components, each from its root.
    fn all(mut self) -> Vec<String> {
        let mut roots: Vec<usize> = (0..self.graph.nodes.len()).collect();
        let is_reached = |vertex: &usize| {
            let mut edges = self.graph.edges.iter();
            self.graph.directed && edges.any(|edge| edge.to == *vertex && edge.from != *vertex)
        };
        // Vertices to which no edge leads come first, and the ground before all.
        roots.sort_by_cached_key(|vertex| (self.graph.ground != Some(*vertex), is_reached(vertex)));
        let mut lines = Vec::new();
        for root in roots {
            if !std::mem::replace(&mut self.is_seen[root], true) {
                lines.extend(self.from(root));
            }
        }
        lines
    }

    /// The lines of a vertex and of all that is first reached from it.
    fn from(&mut self, vertex: usize) -> Vec<String> {
        let mut branches: Vec<(String, Vec<String>)> = Vec::new();
        for place in self.edges[vertex].clone() {
            if std::mem::replace(&mut self.is_drawn[place], true) {
                continue;
            }
            let edge = &self.graph.edges[place];
            let end = if edge.from == vertex { edge.to } else { edge.from };
            let block = match std::mem::replace(&mut self.is_seen[end], true) {
                true => vec![format!("({})", name(self.graph, end))],
                false => self.from(end),
            };
            branches.push((self.signs.edge(self.graph, edge), block));
        }
        self.joined(name(self.graph, vertex), branches)
    }

    /// A vertex with its branches to the right of it.
    fn joined(&self, name: String, branches: Vec<(String, Vec<String>)>) -> Vec<String> {
        let Signs { dash, bar, fork, branch, last, .. } = self.signs;
        let count = branches.len();
        if count == 0 {
            return vec![name];
        }
        let margin = " ".repeat(name.chars().count());
        let mut lines = Vec::new();
        for (place, (edge, block)) in branches.into_iter().enumerate() {
            let (first, rest) = match (place, count) {
                (_, 1) => (format!("{name} "), format!("{margin} ")),
                (0, _) => (format!("{name} {dash}{fork}"), format!("{margin}  {bar}")),
                _ if place + 1 == count => (format!("{margin}  {last}"), format!("{margin}   ")),
                _ => (format!("{margin}  {branch}"), format!("{margin}  {bar}")),
            };
            let blank = " ".repeat(edge.chars().count() + 1);
            for (n, line) in block.into_iter().enumerate() {
                lines.push(match n {
                    0 => format!("{first}{edge} {line}"),
                    _ => format!("{rest}{blank}{line}"),
                });
            }
        }
        lines
    }
}

/// The edges, then the vertices without any, as many on a line as fit.
fn listed(graph: &DrawnGraph, signs: &Signs, columns: usize) -> String {
    let edges = graph.edges.iter().map(|edge| {
        let line = signs.edge(graph, edge);
        format!("{} {line} {}", name(graph, edge.from), name(graph, edge.to))
    });
    let alone = |n: &usize| graph.edges.iter().all(|edge| edge.from != *n && edge.to != *n);
    let alone = (0..graph.nodes.len()).filter(alone).map(|vertex| name(graph, vertex));
    let (mut lines, mut wide) = (Vec::<String>::new(), 0);
    for item in edges.chain(alone) {
        let width = item.chars().count();
        match lines.last_mut().filter(|_| wide + GAP + width <= columns) {
            Some(line) => {
                line.push_str(&format!("{:GAP$}{item}", ""));
                wide += GAP + width;
            }
            None => {
                lines.push(item);
                wide = width;
            }
        }
    }
    lines.join("\n")
}
