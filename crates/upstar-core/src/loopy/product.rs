//! Graphs of sums.

use rustc_hash::FxHashMap;

use super::arena::Arena;
use super::sides::append;
use super::{LoopyForm, LoopySide, Node};
use crate::{Error, Game, Player, Store};

/// Limit of the number of positions of a sum. Those of two long chains are distinguished in as many rounds as
/// the chains are long, which takes seconds at this limit.
const MOST_POSITIONS: usize = 1 << 16;

/// The sum of two sides, or its graph with the sum as vertex 0.
///
/// No player moves in a number if the rest is a simplest form of a stopper that is not a number: number
/// translation, Siegel, *Combinatorial Game Theory*, VI.3.
pub(super) fn sum_of_sides(
    store: &Store,
    g: &LoopySide,
    h: &LoopySide,
) -> Result<Result<LoopySide, Vec<Node>>, Error> {
    match (g, h) {
        (LoopySide::Short(g), LoopySide::Short(h)) => {
            return Ok(Ok(LoopySide::Short(store.add(*g, *h)?)));
        }
        (LoopySide::Stopper(stopper), LoopySide::Short(x))
        | (LoopySide::Short(x), LoopySide::Stopper(stopper))
            if store.is_number(*x) =>
        {
            return Ok(Ok(LoopySide::of(translated(store, stopper.form(), *x)?)));
        }
        _ => {}
    }
    let mut nodes = Vec::new();
    let (first, second) = (append(&mut nodes, g), append(&mut nodes, h));
    let mut arena = Arena::new(store);
    let place = arena.extend(&nodes);
    let is_simplest = |side: &LoopySide| !matches!(side, LoopySide::Unresolved(_));
    let simplest = is_simplest(g) && is_simplest(h);
    let mut product = Product { arena, simplest, index: FxHashMap::default(), pairs: Vec::new() };
    product.nodes([place[first as usize], place[second as usize]]).map(Err)
}

/// The sum of a simplest form of a stopper and a number.
pub(super) fn translated(store: &Store, form: &LoopyForm, x: Game) -> Result<LoopyForm, Error> {
    let node = |node: &Node| match node {
        Node::Short(g) => store.add(*g, x).map(Node::Short),
        Node::Loopy(sides) => Ok(Node::Loopy(sides.clone())),
    };
    let nodes = form.nodes().iter().map(node).collect::<Result<Vec<_>, _>>()?;
    Ok(LoopyForm::numbered(&nodes, 0))
}

/// The product graph of a sum.
struct Product<'a> {
    arena: Arena<'a>,
    /// Whether loopy vertices are known not to be numbers.
    simplest: bool,
    index: FxHashMap<[u32; 2], u32>,
    pairs: Vec<[u32; 2]>,
}

impl Product<'_> {
    fn nodes(&mut self, root: [u32; 2]) -> Result<Vec<Node>, Error> {
        let store = self.arena.store();
        let mut nodes = Vec::new();
        self.vertex(root)?;
        while nodes.len() < self.pairs.len() {
            store.budget().step()?;
            let [g, h] = self.pairs[nodes.len()];
            nodes.push(match (self.arena.short(g), self.arena.short(h)) {
                (Some(g), Some(h)) => Node::Short(store.add(g, h)?),
                (a, b) => {
                    let still =
                        |x: Option<Game>| self.simplest && x.is_some_and(|x| store.is_number(x));
                    let moving = [!still(a), !still(b)];
                    let left = self.side([g, h], moving, Player::Left)?;
                    Node::Loopy([left, self.side([g, h], moving, Player::Right)?])
                }
            });
        }
        Ok(nodes)
    }

    /// The options of a player who may move in the components given by `moving`.
    fn side(
        &mut self,
        [g, h]: [u32; 2],
        moving: [bool; 2],
        player: Player,
    ) -> Result<Box<[u32]>, Error> {
        let mut side = Vec::new();
        if moving[0] {
            for &to in self.arena.options(g, player)?.iter() {
                side.push(self.vertex([to, h])?);
            }
        }
        if moving[1] {
            for &to in self.arena.options(h, player)?.iter() {
                side.push(self.vertex([g, to])?);
            }
        }
        Ok(side.into())
    }

    fn vertex(&mut self, pair: [u32; 2]) -> Result<u32, Error> {
        if let Some(&vertex) = self.index.get(&pair) {
            return Ok(vertex);
        }
        if self.pairs.len() >= MOST_POSITIONS {
            return Err(Error::TooManyPositions { limit: MOST_POSITIONS });
        }
        let vertex = self.pairs.len() as u32;
        self.index.insert(pair, vertex);
        self.pairs.push(pair);
        Ok(vertex)
    }
}

/// Appends the graph of a side with the options of short games listed; its root comes first.
pub(super) fn append_listed(
    store: &Store,
    nodes: &mut Vec<Node>,
    side: &LoopySide,
) -> Result<(), Error> {
    let mut given = Vec::new();
    let root = append(&mut given, side);
    let mut arena = Arena::new(store);
    let place = arena.extend(&given);
    let mut index = FxHashMap::default();
    let mut order = vec![place[root as usize]];
    index.insert(order[0], nodes.len() as u32);
    let start = nodes.len();
    while nodes.len() - start < order.len() {
        store.budget().step()?;
        let vertex = order[nodes.len() - start];
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for &to in arena.options(vertex, player)?.iter() {
                side.push(*index.entry(to).or_insert_with(|| {
                    order.push(to);
                    (start + order.len() - 1) as u32
                }));
            }
        }
        nodes.push(Node::Loopy(sides.map(Into::into)));
    }
    Ok(())
}
