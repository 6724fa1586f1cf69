//! The canonical (simplest) form of an onside, found without sidling.
//!
//! Let G be a vertex of a finite graph, with infinite play won by Left, and suppose that it equals
//! some stopper. Let S be the simplest form of that stopper: no option is dominated or reversible,
//! no two vertices are equal. Then every follower of S equals a vertex that can be reached from G,
//! and the options of S can be read off any vertex g of the graph that equals a vertex s of S:
//!
//! 1. From an option x of Left in g, and a *reversal* of it (an option y of Right in x with
//!    y <= g), go to the options of Left in y; gather all vertices reached in this way. If x >= s^L
//!    for an option s^L of s, Left has a y' in y with y' >= s^L (else s^L would be reversible), so
//!    the next step also reaches a vertex that is at least s^L.
//! 2. Call x *firm* if it is at least some vertex v equal to it such that Left can continue
//!    forever, or until there is no reversal, through gathered vertices that are at least v. Since
//!    y <= s, Left can answer x in s by an s^L >= x, or by continuing; to continue forever loses
//!    for her here, for that is infinite play in -x alone. So if x is firm, some s^L is at least v.
//!    And by 1 each s^L is found and is firm. So *the options of Left in s are the maximal firm
//!    vertices*.
//! 3. For Right, let x be gathered in the same way. If it has no reversal, then some s^R <= x, for
//!    that is the only answer of Left to x in g - s. And each s^R equals such an x: Left survives
//!    s^R - x for some option x of Right in g; each reversal y of x is answered by a y' in y with
//!    s^R >= y', and this ends, for infinite play in -x alone is lost for Left. So *the options of
//!    Right in s are the minimal vertices without a reversal*.
//!
//! All options are computed from orders, so no edge is ever removed, and the result does not depend
//! on the order of steps. If the graph is not a stopper, S need not exist: then either the graph
//! found is a stopper that equals G, or there is none.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arena::Arena;
use super::nodes::{fold, is_stopper};
use super::order::Order;
use super::reduce::reduced;
use super::{LoopyForm, LoopySide, Node, Stopper};
use crate::{Error, Game, Player, Store};

/// A class of equal vertices.
struct EqualVertices {
    /// A representative, short if one is known to be.
    vertex: u32,
    /// The classes of the canonical options, once known.
    sides: Option<[Vec<u32>; 2]>,
}

/// A gathered vertex, and the vertices to which each of its reversals leads.
struct GatheredVertex {
    vertex: u32,
    reversals: Vec<Vec<u32>>,
}

/// Solver for simplest forms of vertices of one graph.
pub(super) struct Simplest<'a> {
    nodes: &'a [Node],
    place: Vec<u32>,
    arena: Arena<'a>,
    order: Order,
    classes: Vec<EqualVertices>,
    class_of: FxHashMap<u32, u32>,
    /// Whether the whole graph is a stopper.
    stops: bool,
}

impl<'a> Simplest<'a> {
    /// For these vertices; `stops` if every alternating line of play is finite.
    pub(super) fn new(store: &'a Store, nodes: &'a [Node], stops: bool) -> Self {
        let mut arena = Arena::new(store);
        let place = arena.extend(nodes);
        let (order, classes, class_of) = Default::default();
        Simplest { nodes, place, arena, order, classes, class_of, stops }
    }

    /// The onside of a vertex.
    pub(super) fn onside(&mut self, root: u32) -> Result<LoopySide, Error> {
        let store = self.arena.store();
        let vertex = self.place[root as usize];
        let class = self.class(vertex)?;
        let mut nodes = self.graph(class)?;
        fold(store, &mut nodes, class)?;
        let form = LoopyForm::numbered(&nodes, class);
        if !self.stops {
            let found = self.arena.extend(form.nodes())[0];
            if !self.order.eq(&mut self.arena, vertex, found)? {
                return reduced(store, LoopyForm::numbered(self.nodes, root))
                    .map(LoopySide::Unresolved);
            }
            if !is_stopper(form.nodes(), store.budget())? {
                return reduced(store, form).map(LoopySide::Unresolved);
            }
        }
        Ok(LoopySide::of(form))
    }

    /// The classes reachable from one, with their options.
    fn graph(&mut self, class: u32) -> Result<Vec<Node>, Error> {
        let mut queue = vec![class];
        while let Some(class) = queue.pop() {
            self.arena.store().budget().step()?;
            let EqualVertices { vertex, sides } = &self.classes[class as usize];
            let vertex = *vertex;
            if sides.is_some() || self.arena.short(vertex).is_some() {
                continue;
            }
            let sides = [self.left(vertex)?, self.right(vertex)?];
            queue.extend(sides.iter().flatten().copied());
            self.classes[class as usize].sides = Some(sides);
        }
        let node = |class: &EqualVertices| match (self.arena.short(class.vertex), &class.sides) {
            (Some(g), _) => Node::Short(g),
            (None, Some([left, right])) => Node::Loopy([left.clone().into(), right.clone().into()]),
            (None, None) => Node::Loopy([Box::default(), Box::default()]),
        };
        Ok(self.classes.iter().map(node).collect())
    }

    fn ge(&mut self, g: u32, h: u32) -> Result<bool, Error> {
        self.order.ge(&mut self.arena, g, h)
    }

    /// The class of a vertex.
    fn class(&mut self, vertex: u32) -> Result<u32, Error> {
        if let Some(&class) = self.class_of.get(&vertex) {
            return Ok(class);
        }
        let mut found = None;
        for class in 0..self.classes.len() {
            let other = self.classes[class].vertex;
            if self.ge(vertex, other)? && self.ge(other, vertex)? {
                found = Some(class as u32);
                if self.arena.short(vertex).is_some() {
                    self.classes[class].vertex = vertex;
                }
                break;
            }
        }
        let class = found.unwrap_or_else(|| {
            self.classes.push(EqualVertices { vertex, sides: None });
            self.classes.len() as u32 - 1
        });
        self.class_of.insert(vertex, class);
        Ok(class)
    }

    /// Gathers the options of a player and, repeatedly, those reached through reversals.
    fn gather(&mut self, g: u32, player: Player) -> Result<Vec<GatheredVertex>, Error> {
        let mut found = Vec::new();
        let mut seen = FxHashMap::default();
        let mut enter = |found: &mut Vec<GatheredVertex>, vertex: u32| {
            *seen.entry(vertex).or_insert_with(|| {
                found.push(GatheredVertex { vertex, reversals: Vec::new() });
                found.len() as u32 - 1
            })
        };
        for &x in self.arena.options(g, player)?.iter() {
            enter(&mut found, x);
        }
        let mut next = 0;
        while next < found.len() {
            self.arena.store().budget().step()?;
            let x = found[next].vertex;
            for &y in self.arena.options(x, player.opponent())?.iter() {
                let reverses = match player {
                    Player::Left => self.ge(g, y)?,
                    Player::Right => self.ge(y, g)?,
                };
                if reverses {
                    let to = self.arena.options(y, player)?;
                    let to = to.iter().map(|z| enter(&mut found, *z)).collect();
                    found[next].reversals.push(to);
                }
            }
            next += 1;
        }
        Ok(found)
    }

    /// The classes of Left's canonical options.
    fn left(&mut self, g: u32) -> Result<Vec<u32>, Error> {
        let gathered = self.gather(g, Player::Left)?;
        let ends = gathered.iter().filter(|x| x.reversals.is_empty()).map(|x| x.vertex).collect();
        let mut firm = self.best(ends, Player::Left)?;
        for at in 0..gathered.len() {
            let v = gathered[at].vertex;
            let mut covered = gathered[at].reversals.is_empty();
            for &w in &firm {
                covered = covered || self.ge(w, v)?;
            }
            if !covered && self.is_firm(&gathered, at)? {
                firm.push(v);
            }
        }
        let best = self.best(firm, Player::Left)?;
        best.into_iter().map(|v| self.class(v)).collect()
    }

    /// Whether a gathered vertex is firm, by a greatest fixed point: Left can continue from it through
    /// gathered vertices that are at least it, forever or until there is no reversal.
    fn is_firm(&mut self, gathered: &[GatheredVertex], at: usize) -> Result<bool, Error> {
        let v = gathered[at].vertex;
        let mut inside = Vec::with_capacity(gathered.len());
        for x in gathered {
            inside.push(self.ge(x.vertex, v)?);
        }
        loop {
            let mut changed = false;
            for (n, x) in gathered.iter().enumerate() {
                self.arena.store().budget().step()?;
                let goes_on = |to: &Vec<u32>| to.iter().any(|z| inside[*z as usize]);
                if inside[n] && !x.reversals.iter().all(goes_on) {
                    (inside[n], changed) = (false, true);
                }
            }
            if !changed || !inside[at] {
                return Ok(inside[at]);
            }
        }
    }

    /// The classes of Right's canonical options.
    fn right(&mut self, g: u32) -> Result<Vec<u32>, Error> {
        let gathered = self.gather(g, Player::Right)?;
        let ends = gathered.iter().filter(|x| x.reversals.is_empty()).map(|x| x.vertex).collect();
        let best = self.best(ends, Player::Right)?;
        best.into_iter().map(|v| self.class(v)).collect()
    }

    /// The maximal vertices for Left, the minimal ones for Right; one of each class.
    fn best(&mut self, mut vertices: Vec<u32>, player: Player) -> Result<Vec<u32>, Error> {
        let mut seen = FxHashSet::default();
        vertices.retain(|v| seen.insert(*v));
        let mut best: Vec<u32> = Vec::new();
        for v in vertices {
            self.arena.store().budget().step()?;
            let mut kept = Vec::with_capacity(best.len() + 1);
            let mut dominated = false;
            for &w in &best {
                let (high, low) = if player == Player::Left { (w, v) } else { (v, w) };
                dominated = dominated || self.ge(high, low)?;
                if dominated || !self.ge(low, high)? {
                    kept.push(w);
                }
            }
            if !dominated {
                kept.push(v);
                best = kept;
            }
        }
        Ok(best)
    }
}

impl LoopySide {
    /// The side of a simplest form.
    pub(super) fn of(form: LoopyForm) -> LoopySide {
        match form.as_game() {
            Some(g) => LoopySide::Short(g),
            None => LoopySide::Stopper(Stopper(form)),
        }
    }

    /// The short game, if the side is one.
    pub(super) fn short(&self) -> Option<Game> {
        match self {
            LoopySide::Short(g) => Some(*g),
            _ => None,
        }
    }
}
