//! Onside and offside of a vertex, component by component of the graph.

use rustc_hash::{FxHashMap, FxHashSet};

use super::form::{fused, reachable_from};
use super::nodes::{is_stopper, option, short};
use super::simplest::Simplest;
use super::{LoopyForm, LoopySide, Node};
use crate::graph::components_from;
use crate::{Error, Store};

/// The onsides of these vertices. Components are solved in reverse topological order, each with the simplest
/// forms of its exits.
///
/// # Errors
/// When the budget is exhausted, or a component is too large. Cost: see `order.rs`, for the vertices of each
/// component and the simplest forms of its exits.
pub(super) fn onsides(
    store: &Store,
    mut nodes: Vec<Node>,
    roots: &[u32],
) -> Result<Vec<LoopySide>, Error> {
    let successor = |vertex: u32, n: usize| option(&nodes, vertex, n);
    let found = components_from(roots.iter().copied(), nodes.len(), successor, store.budget())?;
    let mut wanted = entered(&nodes, &found);
    wanted.extend(roots);
    let mut done: FxHashMap<u32, LoopySide> = FxHashMap::default();
    for component in found {
        store.budget().step()?;
        if let [vertex] = component[..] {
            if let Some(g) = short(store, &nodes, vertex)? {
                nodes[vertex as usize] = Node::Short(g);
            }
            if let Node::Short(g) = nodes[vertex as usize] {
                done.insert(vertex, LoopySide::Short(g));
                continue;
            }
        }
        solve(store, &mut nodes, &component, &wanted, &mut done)?;
    }
    roots.iter().map(|root| done.get(root).cloned().ok_or(Error::NotAStopper)).collect()
}

/// The onside of the first vertex.
pub(super) fn onside(store: &Store, nodes: Vec<Node>) -> Result<LoopySide, Error> {
    onsides(store, nodes, &[0])?.pop().ok_or(Error::NotAStopper)
}

/// The vertices with an edge from another component.
fn entered(nodes: &[Node], found: &[Vec<u32>]) -> FxHashSet<u32> {
    let mut number = vec![u32::MAX; nodes.len()];
    for (n, component) in found.iter().enumerate() {
        component.iter().for_each(|vertex| number[*vertex as usize] = n as u32);
    }
    let mut entered = FxHashSet::default();
    for &vertex in found.iter().flatten() {
        let mut n = 0;
        while let Some(to) = option(nodes, vertex, n) {
            if number[to as usize] != number[vertex as usize] {
                entered.insert(to);
            }
            n += 1;
        }
    }
    entered
}

/// Computes the onsides of the wanted vertices of a component.
fn solve(
    store: &Store,
    nodes: &mut [Node],
    component: &[u32],
    wanted: &FxHashSet<u32>,
    done: &mut FxHashMap<u32, LoopySide>,
) -> Result<(), Error> {
    let (local, index) = with_exits(nodes, component, done);
    let (local, merged) = fused(&local, store.budget())?;
    let stops = is_stopper(&local, store.budget())?;
    let mut simplest = Simplest::new(store, &local, stops);
    let mut known: FxHashMap<u32, LoopySide> = FxHashMap::default();
    for vertex in component {
        if wanted.contains(vertex) {
            let at = merged[index[vertex] as usize];
            let side = match known.get(&at) {
                Some(side) => side.clone(),
                None => simplest.onside(at)?,
            };
            known.insert(at, side.clone());
            if let Some(g) = side.short() {
                nodes[*vertex as usize] = Node::Short(g);
            }
            done.insert(*vertex, side);
        }
    }
    Ok(())
}

/// The component with the forms of its exits, and the indices of its vertices.
fn with_exits(
    nodes: &[Node],
    component: &[u32],
    done: &FxHashMap<u32, LoopySide>,
) -> (Vec<Node>, FxHashMap<u32, u32>) {
    let mut index: FxHashMap<u32, u32> = FxHashMap::default();
    for (n, vertex) in component.iter().enumerate() {
        index.insert(*vertex, n as u32);
    }
    let mut local: Vec<Node> = vec![Node::Loopy(Default::default()); component.len()];
    for &vertex in component {
        for n in 0.. {
            let Some(to) = option(nodes, vertex, n) else { break };
            if let (None, Some(side)) = (index.get(&to), done.get(&to)) {
                index.insert(to, append(&mut local, side));
            }
        }
    }
    for (n, vertex) in component.iter().enumerate() {
        if let Node::Loopy(sides) = &nodes[*vertex as usize] {
            let moved =
                |side: &[u32]| side.iter().filter_map(|to| index.get(to).copied()).collect();
            local[n] = Node::Loopy([moved(&sides[0]), moved(&sides[1])]);
        }
    }
    (local, index)
}

/// Appends the graph of a side; returns the index of its root.
pub(super) fn append(nodes: &mut Vec<Node>, side: &LoopySide) -> u32 {
    match side {
        LoopySide::Short(g) => {
            nodes.push(Node::Short(*g));
            nodes.len() as u32 - 1
        }
        LoopySide::Stopper(stopper) => append_form(nodes, stopper.form()),
        LoopySide::Unresolved(form) => append_form(nodes, form),
    }
}

fn append_form(nodes: &mut Vec<Node>, form: &LoopyForm) -> u32 {
    let start = nodes.len() as u32;
    let moved = |side: &[u32]| side.iter().map(|to| to + start).collect();
    nodes.extend(form.nodes().iter().map(|node| match node {
        Node::Short(g) => Node::Short(*g),
        Node::Loopy([left, right]) => Node::Loopy([moved(left), moved(right)]),
    }));
    start
}

/// The vertices with the players exchanged.
pub(super) fn negatives(store: &Store, nodes: &[Node]) -> Result<Vec<Node>, Error> {
    let negative = |node: &Node| match node {
        Node::Short(g) => store.neg(*g).map(Node::Short),
        Node::Loopy([left, right]) => Ok(Node::Loopy([right.clone(), left.clone()])),
    };
    nodes.iter().map(negative).collect()
}

/// The negative of a form.
pub(super) fn negative_form(store: &Store, form: &LoopyForm) -> Result<LoopyForm, Error> {
    Ok(LoopyForm::numbered(&negatives(store, form.nodes())?, 0))
}

/// The negative of a side: that of the onside is the offside of the negative.
pub(super) fn negative(store: &Store, side: &LoopySide) -> Result<LoopySide, Error> {
    Ok(match side {
        LoopySide::Short(g) => LoopySide::Short(store.neg(*g)?),
        LoopySide::Stopper(stopper) => LoopySide::of(negative_form(store, stopper.form())?),
        LoopySide::Unresolved(form) => LoopySide::Unresolved(negative_form(store, form)?),
    })
}

/// The onsides of vertices of one graph and their offsides in another, which may be the same.
pub(super) fn both(
    store: &Store,
    on: Vec<Node>,
    off: Vec<Node>,
    roots: &[u32],
) -> Result<Vec<(LoopySide, LoopySide)>, Error> {
    let same = on == off && is_stopper(&on, store.budget())?;
    let negative_off = if same { Vec::new() } else { negatives(store, &off)? };
    let onsides = onsides(store, on, roots)?;
    if same {
        return Ok(onsides.into_iter().map(|side| (side.clone(), side)).collect());
    }
    let negatives = self::onsides(store, negative_off, roots)?;
    let offsides = negatives.iter().map(|side| negative(store, side));
    onsides.into_iter().zip(offsides).map(|(on, off)| Ok((on, off?))).collect()
}

/// The subgraph reachable from the roots, renumbered with the roots first.
pub(super) fn restricted(nodes: &[Node], roots: &[u32]) -> (Vec<Node>, Vec<u32>) {
    let seen = reachable_from(nodes, roots);
    let index: FxHashMap<u32, u32> = seen.iter().zip(0..).map(|(v, n)| (*v, n)).collect();
    let moved = |side: &[u32]| side.iter().map(|to| index[to]).collect();
    let node = |vertex: &u32| match &nodes[*vertex as usize] {
        Node::Short(g) => Node::Short(*g),
        Node::Loopy([left, right]) => Node::Loopy([moved(left), moved(right)]),
    };
    (seen.iter().map(node).collect(), roots.iter().map(|root| index[root]).collect())
}
