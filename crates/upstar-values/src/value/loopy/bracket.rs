//! Loopy brackets as typed: their values, options and canonical forms.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use upstar_core::loopy::{self as core, Builder, GameValue, Graph, Loopy, LoopyForm};
use upstar_core::{Game, Player, Store};

use super::typed::{LoopyBracket, Node};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Extent, Fault, Result, Value, canonical, expect};

/// A set in the order of insertion.
type FxIndexSet<T> = IndexSet<T, FxBuildHasher>;

/// Most vertices of brackets that are kept as typed; of larger ones only the value is kept.
const MOST_NODES: usize = 100_000;

/// Values of some vertices of a graph of brackets as typed. Positions and sums in it count with the values that they have now.
///
/// # Errors
/// When an option is no game, or a limit is passed.
pub fn values(host: &mut dyn Host, nodes: Vec<Node>, roots: &[u32]) -> Result<Vec<Value>> {
    let store = host.store();
    let mut nodes = spread(&store, nodes)?;
    for node in &mut nodes {
        if let Node::Value(value @ (Value::Position(_) | Value::Sum(_))) = node {
            *value = Value::of_worth(&store, super::worth(host, value)?);
        }
    }
    let extent = Extent::of(nodes.iter().map(|node| match node {
        Node::Value(value) => value.extent(),
        Node::Bracket(_) => Extent::LEAF,
    }))?;
    let (graph, places) = graph(host, &nodes)?;
    let nodes: Arc<[Node]> = nodes.into();
    let mut values = Vec::with_capacity(roots.len());
    let vertices: Vec<u32> = roots.iter().map(|root| places[*root as usize]).collect();
    for (&root, worth) in roots.iter().zip(core::values(&store, &graph, &vertices)?) {
        let value = Value::of_worth(&store, worth);
        let nodes = nodes.clone();
        let bracket = LoopyBracket { nodes, root, value, as_typed: false, extent };
        values.push(Value::LoopyBracket(Arc::new(bracket)));
    }
    Ok(values)
}

/// Option of a bracket as typed: a bracket in it stays as typed, any other value is in canonical form.
pub(in crate::value) fn as_typed(host: &mut dyn Host, option: &Value) -> Result<Value> {
    match option {
        Value::Form(form) | Value::Typed(form) => Ok(Value::Typed(form.clone())),
        Value::LoopyBracket(bracket) => Ok(Value::LoopyBracket(Arc::new(bracket.as_typed()))),
        other => {
            let worth = super::worth(host, other)?;
            Ok(Value::of_worth(&host.store(), worth))
        }
    }
}

/// The vertices, where values that are loopy brackets are replaced by their vertices.
fn spread(store: &Store, nodes: Vec<Node>) -> Result<Vec<Node>> {
    let mut all = Vec::with_capacity(nodes.len());
    let mut later: Vec<Node> = Vec::new();
    let count = nodes.len();
    for node in nodes {
        let Node::Value(Value::LoopyBracket(bracket)) = &node else {
            all.push(node);
            continue;
        };
        if bracket.nodes.len() > MOST_NODES {
            all.push(Node::Value(bracket.value.clone()));
            continue;
        }
        store.budget().reserve((bracket.nodes.len() * size_of::<Node>()) as u64)?;
        let first = (count + later.len()) as u32;
        let moved = |node: &Node| match node {
            Node::Bracket(sides) => Node::Bracket(
                [0, 1].map(|side| sides[side].iter().map(|place: &u32| place + first).collect()),
            ),
            value => value.clone(),
        };
        all.push(moved(&bracket.nodes[bracket.root as usize]));
        later.extend(bracket.nodes.iter().map(moved));
        if later.len() > MOST_NODES {
            let message = format!("a graph of brackets with more than {MOST_NODES} vertices");
            return Err(
                Fault::new(Code::TooLarge, message).help("`canonical(G)` forgets how G was typed")
            );
        }
    }
    all.append(&mut later);
    Ok(all)
}

/// Graph of some nodes, and the vertex of each node: equal values share a vertex.
pub(super) fn graph(host: &mut dyn Host, nodes: &[Node]) -> Result<(Graph, Vec<u32>)> {
    let mut worths: Vec<Option<GameValue>> = Vec::with_capacity(nodes.len());
    for node in nodes {
        worths.push(match node {
            Node::Value(value) => Some(super::worth(host, value)?),
            Node::Bracket(_) => None,
        });
    }
    let store = host.store();
    let mut builder = Builder::new(&store);
    let mut places = Vec::with_capacity(nodes.len());
    for worth in &worths {
        places.push(match worth {
            Some(worth) => builder.worth(worth)?,
            None => builder.vertex(),
        });
    }
    for (node, &vertex) in nodes.iter().zip(&places) {
        if let Node::Bracket(sides) = node {
            let [left, right] =
                [0, 1].map(|side| sides[side].iter().map(|&at| places[at as usize]).collect());
            builder.set(vertex, left, right)?;
        }
    }
    Ok((builder.finish(), places))
}

impl LoopyBracket {
    /// The options of a player as typed.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn options(&self, host: &mut dyn Host, player: Player) -> Result<Vec<Value>> {
        let Node::Bracket(sides) = &self.nodes[self.root as usize] else { return Ok(Vec::new()) };
        self.at(host, &sides[usize::from(player == Player::Right)])
    }

    /// Values at some vertices; in `form(G)` they count as typed too.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn at(&self, host: &mut dyn Host, vertices: &[u32]) -> Result<Vec<Value>> {
        let is_bracket = |place: &&u32| matches!(self.nodes[**place as usize], Node::Bracket(_));
        let brackets: Vec<u32> = vertices.iter().filter(is_bracket).copied().collect();
        let mut worths = Vec::new();
        if !brackets.is_empty() {
            let (graph, places) = graph(host, &self.nodes)?;
            let roots: Vec<u32> = brackets.iter().map(|place| places[*place as usize]).collect();
            worths = core::values(&host.store(), &graph, &roots)?;
        }
        let (store, mut worths) = (host.store(), worths.into_iter());
        let mut values = Vec::with_capacity(vertices.len());
        for &place in vertices {
            values.push(match &self.nodes[place as usize] {
                Node::Value(value) if self.as_typed => as_typed(host, value)?,
                Node::Value(value) => value.clone(),
                Node::Bracket(_) => {
                    let worth = worths.next().expect("each bracket has a value");
                    let (nodes, value) = (self.nodes.clone(), Value::of_worth(&store, worth));
                    Value::LoopyBracket(Arc::new(LoopyBracket {
                        nodes,
                        root: place,
                        value,
                        ..*self
                    }))
                }
            });
        }
        Ok(values)
    }

    /// Whether it is typed in canonical form; equal brackets count once.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn is_canonical(&self, store: &Store) -> Result<bool> {
        let Value::Loopy(loopy) = &self.value else { return Ok(false) };
        let Loopy::Stopper(stopper) = &**loopy else { return Ok(false) };
        let nodes = reachable(&self.nodes, self.root);
        let mut typed: Vec<core::Node> = Vec::with_capacity(nodes.len());
        let mut later: Vec<core::Node> = Vec::new();
        for node in &nodes {
            typed.push(match node {
                Node::Bracket(sides) => core::Node::Loopy(sides.clone().map(Vec::into_boxed_slice)),
                Node::Value(value) => {
                    let first = (nodes.len() + later.len()) as u32;
                    match canonical_vertex(store, value, first, &mut later)? {
                        Some(node) => node,
                        None => return Ok(false),
                    }
                }
            });
        }
        typed.append(&mut later);
        Ok(LoopyForm::of(&typed, 0)? == *stopper.form())
    }
}

/// The vertices that are reachable from one, in the order of the search; equal values share one.
fn reachable(nodes: &[Node], root: u32) -> Vec<Node> {
    let mut order: FxIndexSet<u32> = FxIndexSet::default();
    let mut values: FxHashMap<&Value, u32> = FxHashMap::default();
    // Vertex of a value, one for equal values.
    let mut stands = |place: u32| match &nodes[place as usize] {
        Node::Bracket(_) => place,
        Node::Value(value) => *values.entry(value).or_insert(place),
    };
    order.insert(stands(root));
    let mut seen = Vec::new();
    while let Some(&place) = order.get_index(seen.len()) {
        seen.push(match &nodes[place as usize] {
            Node::Value(value) => Node::Value(value.clone()),
            Node::Bracket(sides) => Node::Bracket([0, 1].map(|side| {
                let number = |place: &u32| order.insert_full(stands(*place)).0 as u32;
                sides[side].iter().map(number).collect()
            })),
        });
    }
    seen
}

/// Vertex of a value that is typed in canonical form; its followers come after `first`.
fn canonical_vertex(
    store: &Store,
    value: &Value,
    first: u32,
    later: &mut Vec<core::Node>,
) -> Result<Option<core::Node>> {
    if let Value::Loopy(loopy) = value {
        let Loopy::Stopper(stopper) = &**loopy else { return Ok(None) };
        let moved = |node: &core::Node| match node {
            core::Node::Loopy(sides) => core::Node::Loopy(
                sides.clone().map(|side| side.iter().map(|place| place + first).collect()),
            ),
            short => short.clone(),
        };
        later.extend(stopper.form().nodes().iter().map(moved));
        return Ok(later.get(later.len() - stopper.form().len()).cloned());
    }
    if !canonical::as_canonical(store, value)? {
        return Ok(None);
    }
    Ok(short(store, value)?.map(core::Node::Short))
}

fn short(store: &Store, value: &Value) -> Result<Option<Game>> {
    Ok(match value {
        Value::Game(game) => Some(*game),
        Value::Number(number) => Some(expect::number_game(store, number)?),
        Value::Form(form) | Value::Typed(form) => Some(form.canonical()),
        _ => None,
    })
}
