//! Loopy brackets as typed: their values, options and canonical forms.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use upstar_core::loopy::{self as core, Builder, GameValue, Graph, Loopy, LoopyForm};
use upstar_core::{Game, Player, Store};

use super::typed::{LoopyBracket, Node};
use crate::diagnostic::Code;
use crate::syntax::ast::BinaryOp;
use crate::value::host::{self, Host};
use crate::value::{Extent, Fault, Result, Value, moves, ops, order};

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
                Node::Value(value) if self.as_typed => moves::as_typed(host, value)?,
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
    if !order::as_canonical(store, value)? {
        return Ok(None);
    }
    Ok(short(store, value)?.map(core::Node::Short))
}

fn short(store: &Store, value: &Value) -> Result<Option<Game>> {
    Ok(match value {
        Value::Game(game) => Some(*game),
        Value::Number(number) => Some(host::number_game(store, number)?),
        Value::Form(form) | Value::Typed(form) => Some(form.canonical()),
        _ => None,
    })
}

impl LoopyBracket {
    /// The negative: all brackets with their sides exchanged. Of `form(G)` that of the value.
    ///
    /// # Errors
    /// When a limit is passed.
    pub fn negative(&self, host: &mut dyn Host) -> Result<Value> {
        if self.is_as_typed() {
            return ops::neg(host, self.value());
        }
        let mut nodes = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            nodes.push(match node {
                Node::Bracket([left, right]) => Node::Bracket([right.clone(), left.clone()]),
                Node::Value(value) => Node::Value(ops::neg(host, value)?),
            });
        }
        single(host, nodes, self.root())
    }
}

/// A typed bracket plus or less a number, or a number less or plus it, with the number at every
/// game that is not a typed bracket. Nothing where that is another game, as for `(a: <1||a|0>) + 3`:
/// a side in which a player never moves back is simplest among numbers, which no translation keeps.
/// So the value of each bracket is compared with the sum.
///
/// # Errors
/// When a limit is passed.
pub(in crate::value) fn shifted(
    host: &mut dyn Host,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Option<Value>> {
    let (bracket, number) = match (op, left, right) {
        (BinaryOp::Add, Value::LoopyBracket(bracket), Value::Number(x))
        | (BinaryOp::Add, Value::Number(x), Value::LoopyBracket(bracket)) => {
            (bracket.clone(), x.clone())
        }
        (BinaryOp::Sub, Value::LoopyBracket(bracket), Value::Number(x)) => (bracket.clone(), -x),
        (BinaryOp::Sub, Value::Number(x), Value::LoopyBracket(bracket)) => {
            match bracket.negative(host)? {
                Value::LoopyBracket(negative) => (negative, x.clone()),
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    if bracket.is_as_typed() || number.to_dyadic().is_none() {
        return Ok(None);
    }
    let number = Value::Number(number);
    let mut nodes = Vec::with_capacity(bracket.nodes().len());
    let mut brackets = Vec::new();
    for (place, node) in bracket.nodes().iter().enumerate() {
        nodes.push(match node {
            Node::Bracket(_) => {
                brackets.push(place as u32);
                node.clone()
            }
            Node::Value(value) => Node::Value(ops::binary(host, BinaryOp::Add, value, &number)?),
        });
    }
    let before = values(host, bracket.nodes().to_vec(), &brackets)?;
    let after = values(host, nodes, &brackets)?;
    for (before, after) in before.iter().zip(&after) {
        let sum = super::binary(host, BinaryOp::Add, &super::plain(before), &number)?;
        if !super::equal(host, &sum, after)? {
            return Ok(None);
        }
    }
    let root = brackets.iter().position(|place| *place == bracket.root());
    Ok(root.map(|place| after[place].clone()))
}

/// The bracket at `root`.
fn single(host: &mut dyn Host, nodes: Vec<Node>, root: u32) -> Result<Value> {
    let mut found = values(host, nodes, &[root])?;
    Ok(found.swap_remove(0))
}
