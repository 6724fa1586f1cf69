//! Graphs of which it is known which vertices and edges there can be.
//!
//! Knows: what functions of the language do with such graphs. Must not know: where a graph comes from.

use std::rc::Rc;
use std::sync::Arc;

use super::evaluate::{Evaluator, elements_of};
use super::guards::Guard;
use super::items::{Cases, Item, Kind, certain};
use crate::builtins::Intrinsic;
use crate::value::graph::{Edge, Graph, Labels, label_number, number_label};

/// A vertex: when it is there, and the label that it has then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct VertexItem {
    pub(super) name: u32,
    pub(super) there: Guard,
    /// Its labels; exactly one of these guards holds where the vertex is there.
    pub(super) labels: Vec<(Guard, Option<char>)>,
}

/// A graph: all vertices and edges that it can have, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GraphItem {
    pub(super) directed: bool,
    /// The labels that vertices may have, first the usual one; none where vertices have no labels.
    pub(super) alphabet: Arc<[char]>,
    pub(super) vertices: Vec<VertexItem>,
    /// Edges, each with the guard under which it is there. No two are equal.
    pub(super) edges: Vec<(Guard, Edge)>,
}

/// The labels that vertices of a graph may have, first the usual one; `None` where they may have any.
pub(super) fn labels_of(graph: &Graph) -> Option<Arc<[char]>> {
    match &graph.kind().vertices {
        Labels::Of(alphabet) => Some(alphabet.characters().into()),
        Labels::Nothing => Some([].into()),
        Labels::Any => {
            graph.vertices().iter().all(|vertex| vertex.label.is_none()).then(|| [].into())
        }
    }
}

impl GraphItem {
    /// A graph of which all is known; `None` where edges are equal, or vertices have any labels.
    pub(super) fn of(graph: &Graph) -> Option<GraphItem> {
        let alphabet = labels_of(graph)?;
        if graph.edges().windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let vertex = |name: u32| VertexItem {
            name,
            there: Guard::ALWAYS,
            labels: vec![(Guard::ALWAYS, graph.label(name))],
        };
        Some(GraphItem {
            directed: graph.kind().directed,
            alphabet,
            vertices: graph.vertices().iter().map(|v| vertex(v.name)).collect(),
            edges: graph.edges().iter().map(|edge| (Guard::ALWAYS, *edge)).collect(),
        })
    }

    fn place(&self, name: u32) -> Option<usize> {
        self.vertices.binary_search_by_key(&name, |vertex| vertex.name).ok()
    }
}

impl Evaluator<'_> {
    /// What a function makes of a graph.
    pub(super) fn on_graph(
        &mut self,
        of: Intrinsic,
        graph: &Rc<GraphItem>,
        args: &[Item],
        path: Guard,
    ) -> Option<Cases> {
        self.guards.spend(graph.vertices.len() + graph.edges.len())?;
        let list = |elements: Vec<(Guard, Item)>| {
            Some(certain(Item::Collection(Kind::List, elements.into())))
        };
        match (of, args) {
            (Intrinsic::Vertices, []) => {
                list(graph.vertices.iter().map(|v| (v.there, number(v.name))).collect())
            }
            (Intrinsic::Edges, []) => {
                list(graph.edges.iter().map(|(there, edge)| (*there, edge_item(edge))).collect())
            }
            (Intrinsic::Neighbours, [p]) => {
                let name = self.vertex(graph, p, path)?;
                list(self.beside(graph, name, None)?)
            }
            (Intrinsic::Neighbours, [p, Item::Text(labels)]) => {
                let name = self.vertex(graph, p, path)?;
                list(self.beside(graph, name, Some(labels))?)
            }
            (Intrinsic::Degree, [p]) => {
                let name = self.vertex(graph, p, path)?;
                let mut ends = Vec::new();
                for (there, edge) in &graph.edges {
                    let from = edge.from == name;
                    let to = !graph.directed && edge.to == name;
                    ends.extend((0..u8::from(from) + u8::from(to)).map(|_| (*there, number(1))));
                }
                self.total(&Item::Collection(Kind::List, ends.into()), path)
            }
            (Intrinsic::Remove, [what]) => self.removed(graph, what, path),
            (Intrinsic::Full, []) => {
                let empty = label_item(*graph.alphabet.first()?);
                let mut holds = path;
                for vertex in graph.vertices.iter().rev() {
                    let shows = self.vertex_shows(vertex, &empty)?;
                    holds = self.guards.without(holds, shows)?;
                }
                self.as_truth(holds, path)
            }
            (Intrinsic::Dominates, [symbol]) => {
                let holds = self.dominated(graph, symbol, path)?;
                self.as_truth(holds, path)
            }
            (Intrinsic::Connects, [symbol, from, to]) => {
                let ends = [self.vertex(graph, from, path)?, self.vertex(graph, to, path)?];
                let holds = self.connected_by(graph, symbol, ends)?;
                let holds = self.guards.and(holds, path)?;
                self.as_truth(holds, path)
            }
            _ => None,
        }
    }

    /// Where a vertex is there with a label.
    fn vertex_shows(&mut self, vertex: &VertexItem, label: &Item) -> Option<Guard> {
        let shows = |(_, shown): &&(Guard, Option<char>)| {
            shown.is_some_and(|shown| label_item(shown).is_same(label))
        };
        let mut found = Guard::NEVER;
        for (guard, _) in vertex.labels.iter().filter(shows) {
            found = self.guards.or(found, *guard)?;
        }
        self.guards.and(found, vertex.there)
    }

    /// Where each vertex has a label, or a neighbour along an edge in either direction that has it.
    fn dominated(&mut self, graph: &GraphItem, label: &Item, path: Guard) -> Option<Guard> {
        let mut holds = path;
        for vertex in graph.vertices.iter().rev() {
            let mut near = self.vertex_shows(vertex, label)?;
            for (there, edge) in graph.edges.iter().filter(|(_, edge)| edge.touches(vertex.name)) {
                let other = &graph.vertices[graph.place(edge.other(vertex.name))?];
                let shows = self.vertex_shows(other, label)?;
                let shows = self.guards.and(shows, *there)?;
                near = self.guards.or(near, shows)?;
            }
            let fails = self.guards.without(vertex.there, near)?;
            holds = self.guards.without(holds, fails)?;
        }
        Some(holds)
    }

    /// Where a path of vertices with a label leads from one vertex to another, along edges in either direction.
    fn connected_by(
        &mut self,
        graph: &GraphItem,
        label: &Item,
        [from, to]: [u32; 2],
    ) -> Option<Guard> {
        let mut reached = vec![Guard::NEVER; graph.vertices.len()];
        let first = graph.place(from)?;
        reached[first] = self.vertex_shows(&graph.vertices[first], label)?;
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let name = graph.vertices[at].name;
            for (there, edge) in graph.edges.iter().filter(|(_, edge)| edge.touches(name)) {
                let beside = graph.place(edge.other(name))?;
                let shows = self.vertex_shows(&graph.vertices[beside], label)?;
                let shows = self.guards.and(shows, *there)?;
                let joined = self.guards.and(reached[at], shows)?;
                let either = self.guards.or(reached[beside], joined)?;
                if either != reached[beside] {
                    reached[beside] = either;
                    open.push(beside);
                }
            }
        }
        Some(reached[graph.place(to)?])
    }

    /// The label of a vertex.
    pub(super) fn label_at(&mut self, graph: &GraphItem, p: &Item, path: Guard) -> Option<Cases> {
        let name = self.vertex(graph, p, path)?;
        let vertex = &graph.vertices[graph.place(name)?];
        let mut found = Cases::new();
        for (guard, label) in vertex.labels.clone() {
            let guard = self.guards.and(guard, path)?;
            let item = label.map_or_else(|| Item::Text("".into()), label_item);
            self.guards.add_case(&mut found, guard, item)?;
        }
        Some(found)
    }

    /// The vertex that an item names, if it is there wherever `path` holds.
    fn vertex(&mut self, graph: &GraphItem, item: &Item, path: Guard) -> Option<u32> {
        let Item::Integer(n) = item else { return None };
        let name = u32::try_from(*n).ok()?;
        let there = graph.vertices[graph.place(name)?].there;
        self.guards.implies(path, there)?.then_some(name)
    }

    /// The vertices to which an edge leads from this one, each once; with labels, only edges that carry one of them.
    fn beside(
        &mut self,
        graph: &GraphItem,
        name: u32,
        labels: Option<&str>,
    ) -> Option<Vec<(Guard, Item)>> {
        let leads = |edge: &Edge| {
            labels.is_none_or(|labels| edge.label.is_some_and(|label| labels.contains(label)))
        };
        let mut found: Vec<(u32, Guard)> = Vec::new();
        for (there, edge) in graph.edges.iter().filter(|(_, edge)| leads(edge)) {
            let end = match edge {
                edge if edge.from == name => edge.to,
                edge if !graph.directed && edge.to == name => edge.from,
                _ => continue,
            };
            match found.iter_mut().find(|(other, _)| *other == end) {
                Some((_, known)) => *known = self.guards.or(*known, *there)?,
                None => found.push((end, *there)),
            }
        }
        found.sort_unstable_by_key(|(end, _)| *end);
        Some(found.into_iter().map(|(end, there)| (there, number(end))).collect())
    }

    /// The graph without vertices or edges.
    fn removed(&mut self, graph: &GraphItem, what: &Item, path: Guard) -> Option<Cases> {
        let elements = match what {
            Item::Collection(..) => elements_of(what)?,
            one => vec![(Guard::ALWAYS, one.clone())],
        };
        let mut rest = graph.clone();
        // Edges go first, as they are named by their ends; vertices are those of the graph as it was.
        let is_edge = |item: &Item| matches!(item, Item::Tuple(_));
        let (edges, vertices): (Vec<_>, Vec<_>) =
            elements.into_iter().partition(|(_, item)| is_edge(item));
        for (there, item) in edges {
            let at = self.guards.and(there, path)?;
            if at.is_never() {
                continue;
            }
            let edge = edge_of(&item, graph.directed)?;
            let place = rest.edges.iter().position(|(_, other)| *other == edge)?;
            let known = rest.edges[place].0;
            if !self.guards.implies(at, known)? {
                return None;
            }
            rest.edges[place].0 = self.guards.without(known, at)?;
        }
        for (there, item) in vertices {
            let at = self.guards.and(there, path)?;
            if at.is_never() {
                continue;
            }
            let name = self.vertex(graph, &item, at)?;
            self.guards.spend(rest.edges.len())?;
            let place = rest.place(name)?;
            rest.vertices[place].there = self.guards.without(rest.vertices[place].there, at)?;
            for (there, edge) in &mut rest.edges {
                if edge.touches(name) {
                    *there = self.guards.without(*there, at)?;
                }
            }
        }
        Some(vec![(path, Item::Graph(Rc::new(rest)))])
    }

    /// The graph with other labels at some vertices.
    pub(super) fn relabelled(
        &mut self,
        graph: &GraphItem,
        changes: &[(Item, Item)],
        path: Guard,
    ) -> Option<Cases> {
        let mut changed = graph.clone();
        for (key, label) in changes {
            let label = item_label(label)?;
            if !graph.alphabet.contains(&label) {
                return None;
            }
            let places = match key {
                Item::Collection(..) => elements_of(key)?,
                one => vec![(Guard::ALWAYS, one.clone())],
            };
            for (there, place) in places {
                let at = self.guards.and(there, path)?;
                if at.is_never() {
                    continue;
                }
                let name = self.vertex(graph, &place, at)?;
                let place = graph.place(name)?;
                let mut labels = vec![(at, Some(label))];
                for (guard, old) in std::mem::take(&mut changed.vertices[place].labels) {
                    let guard = self.guards.without(guard, at)?;
                    match labels.iter_mut().find(|(_, other)| *other == old) {
                        Some((known, _)) => *known = self.guards.or(*known, guard)?,
                        None if guard.is_never() => {}
                        None => labels.push((guard, old)),
                    }
                }
                changed.vertices[place].labels = labels;
            }
        }
        Some(vec![(path, Item::Graph(Rc::new(changed)))])
    }
}

/// What a function makes of an edge, a pair or a triple with a label.
pub(super) fn on_edge(of: Intrinsic, edge: &Item) -> Option<Item> {
    let Item::Tuple(parts) = edge else { return None };
    let ([from, to] | [from, to, Item::Text(_) | Item::Integer(_)]) = &parts[..] else {
        return None;
    };
    let (Item::Integer(0..), Item::Integer(0..)) = (from, to) else { return None };
    Some(match of {
        Intrinsic::Ends => Item::Tuple([from.clone(), to.clone()].into()),
        Intrinsic::From => from.clone(),
        Intrinsic::To => to.clone(),
        Intrinsic::Label => parts.get(2).cloned().unwrap_or_else(|| Item::Text("".into())),
        _ => return None,
    })
}

/// A label: a text of one sign, or a number.
fn label_item(label: char) -> Item {
    match label_number(label) {
        Some(number) => Item::Integer(number),
        None => Item::Text(label.to_string().into()),
    }
}

/// The label that an item is.
fn item_label(item: &Item) -> Option<char> {
    match item {
        Item::Integer(number) => number_label(*number),
        Item::Text(text) => {
            let mut signs = text.chars();
            signs.next().filter(|_| signs.next().is_none())
        }
        _ => None,
    }
}

fn number(name: u32) -> Item {
    Item::Integer(i64::from(name))
}

/// An edge as a value: its ends, and its label if it has one.
fn edge_item(edge: &Edge) -> Item {
    let label = edge.label.map(label_item);
    Item::Tuple([number(edge.from), number(edge.to)].into_iter().chain(label).collect())
}

/// The edge that a value names.
fn edge_of(item: &Item, directed: bool) -> Option<Edge> {
    let Item::Tuple(parts) = item else { return None };
    let (from, to, label) = match &parts[..] {
        [from, to] => (from, to, None),
        [from, to, label] => (from, to, Some(item_label(label)?)),
        _ => return None,
    };
    let (Item::Integer(from), Item::Integer(to)) = (from, to) else { return None };
    let (from, to) = (u32::try_from(*from).ok()?, u32::try_from(*to).ok()?);
    let (from, to) = if directed || from <= to { (from, to) } else { (to, from) };
    Some(Edge { from, to, label })
}
