//! Rooted graphs in a canonical numbering: equal forms are equal data.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::order::MOST_PAIRS;
use super::{GameValue, Loopy};
use crate::{Budget, Error, Game, Player};

/// Limit of the number of distinct vertices, from which there are too many pairs.
const MOST_VERTICES: u32 = 20_000;

/// A vertex of a form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// A short game, without its options.
    Short(Game),
    /// The options of Left and of Right, in increasing order.
    Loopy([Box<[u32]>; 2]),
}

/// A rooted graph without bisimilar vertices, canonically numbered; vertex 0 is the root. Cheap to clone.
/// Forms of different stores are different where they have short games.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoopyForm(Arc<[Node]>);

impl LoopyForm {
    /// Number of vertices.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All vertices; the first is the root.
    pub fn nodes(&self) -> &[Node] {
        &self.0
    }

    /// The options of a player at a vertex; empty for a short game, and for a number that is no vertex.
    pub fn options(&self, vertex: u32, player: Player) -> &[u32] {
        match self.0.get(vertex as usize) {
            None | Some(Node::Short(_)) => &[],
            Some(Node::Loopy(sides)) => &sides[usize::from(player == Player::Right)],
        }
    }

    /// The short game of the root, if it is one.
    pub fn as_game(&self) -> Option<Game> {
        match self.0[0] {
            Node::Short(g) => Some(g),
            Node::Loopy(_) => None,
        }
    }

    /// The form with another vertex as root.
    ///
    /// # Errors
    /// When the form has no such vertex.
    pub fn at(&self, vertex: u32) -> Result<LoopyForm, Error> {
        Error::check_indices(&[vertex], self.len())?;
        Ok(self.rooted(vertex))
    }

    /// The form with another of its vertices as root.
    pub(super) fn rooted(&self, vertex: u32) -> LoopyForm {
        LoopyForm::numbered(&self.0, vertex)
    }
}

/// A stopper in simplest form that is not a short game. Equal values have equal forms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stopper(pub(super) LoopyForm);

impl Stopper {
    /// The graph of the simplest form.
    pub fn form(&self) -> &LoopyForm {
        &self.0
    }

    /// The canonical options of a player.
    pub fn options(&self, player: Player) -> Vec<GameValue> {
        let worth = |&vertex: &u32| {
            let form = self.0.rooted(vertex);
            match form.as_game() {
                Some(g) => GameValue::Short(g),
                None => GameValue::Loopy(Loopy::Stopper(Stopper(form))),
            }
        };
        self.0.options(0, player).iter().map(worth).collect()
    }
}

impl LoopyForm {
    /// The form of a vertex: its followers, with bisimilar vertices merged, numbered breadth first in an
    /// order of colours that does not depend on the given numbering.
    ///
    /// By colour refinement. Cost: O(rounds * edges * log), where the number of rounds is at most that of
    /// vertices, and small in practice.
    ///
    /// # Errors
    /// When the root or an option is none of the vertices.
    pub fn of(nodes: &[Node], root: u32) -> Result<LoopyForm, Error> {
        let sides = nodes.iter().filter_map(|node| match node {
            Node::Short(_) => None,
            Node::Loopy(sides) => Some(sides),
        });
        let options = sides.flatten().flat_map(|side| side.iter());
        Error::check_indices(options.chain([&root]), nodes.len())?;
        Ok(LoopyForm::numbered(nodes, root))
    }

    /// The form of one of the vertices, whose options are among them.
    pub(super) fn numbered(nodes: &[Node], root: u32) -> LoopyForm {
        let seen = reachable(nodes, root);
        let colours = refined(nodes, &seen);
        let mut place = FxHashMap::default();
        let mut order: Vec<u32> = vec![root];
        place.insert(colours[&root], 0);
        let mut next = 0;
        while next < order.len() {
            if let Node::Loopy(sides) = &nodes[order[next] as usize] {
                for side in sides {
                    let mut side = side.to_vec();
                    side.sort_by_key(|to| colours[to]);
                    for to in side {
                        place.entry(colours[&to]).or_insert_with(|| {
                            order.push(to);
                            order.len() as u32 - 1
                        });
                    }
                }
            }
            next += 1;
        }
        let renumber = |side: &[u32]| {
            let mut side: Vec<u32> = side.iter().map(|to| place[&colours[to]]).collect();
            side.sort_unstable();
            side.dedup();
            side.into_boxed_slice()
        };
        let node = |vertex: &u32| match &nodes[*vertex as usize] {
            Node::Short(g) => Node::Short(*g),
            Node::Loopy([left, right]) => Node::Loopy([renumber(left), renumber(right)]),
        };
        LoopyForm(order.iter().map(node).collect())
    }
}

/// The vertices reachable from a root.
fn reachable(nodes: &[Node], root: u32) -> Vec<u32> {
    reachable_from(nodes, &[root])
}

/// The vertices reachable from the roots, which come first.
pub(super) fn reachable_from(nodes: &[Node], roots: &[u32]) -> Vec<u32> {
    let mut seen = FxHashSet::default();
    let mut order: Vec<u32> = roots.iter().copied().filter(|root| seen.insert(*root)).collect();
    let mut next = 0;
    while next < order.len() {
        if let Node::Loopy(sides) = &nodes[order[next] as usize] {
            for &to in sides.iter().flat_map(|side| side.iter()) {
                if seen.insert(to) {
                    order.push(to);
                }
            }
        }
        next += 1;
    }
    order
}

/// The graph in which vertices with equal graphs below them are one; where each vertex went.
///
/// # Errors
/// When the budget is exhausted, or more vertices are different than can be compared in pairs.
pub(super) fn fused(nodes: &[Node], budget: &Budget) -> Result<(Vec<Node>, Vec<u32>), Error> {
    let all: Vec<u32> = (0..nodes.len() as u32).collect();
    let (mut colours, mut count) = coloured(nodes, &all);
    loop {
        all.iter().try_for_each(|_| budget.step())?;
        let (new, more) = finer(nodes, &all, &colours);
        if more > MOST_VERTICES {
            return Err(Error::TooManyPairs { limit: MOST_PAIRS });
        }
        if more == count {
            break;
        }
        (colours, count) = (new, more);
    }
    let merged: Vec<u32> = (0..nodes.len() as u32).map(|vertex| colours[&vertex]).collect();
    let count = merged.iter().max().map_or(0, |most| *most as usize + 1);
    let mut fused = vec![Node::Loopy(Default::default()); count];
    let moved = |side: &[u32]| {
        let mut side: Vec<u32> = side.iter().map(|to| merged[*to as usize]).collect();
        side.sort_unstable();
        side.dedup();
        side.into_boxed_slice()
    };
    for (node, at) in nodes.iter().zip(&merged) {
        fused[*at as usize] = match node {
            Node::Short(g) => Node::Short(*g),
            Node::Loopy([left, right]) => Node::Loopy([moved(left), moved(right)]),
        };
    }
    Ok((fused, merged))
}

/// Colours that are equal exactly for bisimilar vertices.
fn refined(nodes: &[Node], seen: &[u32]) -> FxHashMap<u32, u32> {
    let (mut colours, mut count) = coloured(nodes, seen);
    loop {
        let (new, more) = finer(nodes, seen, &colours);
        if more == count {
            return new;
        }
        (colours, count) = (new, more);
    }
}

/// Initial colours: one for each short game, and one for all other vertices; and their number.
fn coloured(nodes: &[Node], seen: &[u32]) -> (FxHashMap<u32, u32>, u32) {
    ranked(seen, |vertex| match &nodes[*vertex as usize] {
        Node::Short(g) => g.word(),
        Node::Loopy(_) => 0,
    })
}

/// A round of refinement: colours are split by the sets of colours of the options.
fn finer(
    nodes: &[Node],
    seen: &[u32],
    colours: &FxHashMap<u32, u32>,
) -> (FxHashMap<u32, u32>, u32) {
    let side = |side: &[u32]| {
        let mut side: Vec<u32> = side.iter().map(|to| colours[to]).collect();
        side.sort_unstable();
        side.dedup();
        side
    };
    ranked(seen, |vertex| match &nodes[*vertex as usize] {
        Node::Short(_) => (colours[vertex], [Vec::new(), Vec::new()]),
        Node::Loopy([left, right]) => (colours[vertex], [side(left), side(right)]),
    })
}

/// The rank of each vertex by its key, and the number of keys.
fn ranked<K: Ord>(seen: &[u32], key: impl Fn(&u32) -> K) -> (FxHashMap<u32, u32>, u32) {
    let mut keyed: Vec<(K, u32)> = seen.iter().map(|vertex| (key(vertex), *vertex)).collect();
    keyed.sort_unstable();
    let (mut ranks, mut rank) = (FxHashMap::default(), 0);
    for at in 0..keyed.len() {
        if at > 0 && keyed[at].0 != keyed[at - 1].0 {
            rank += 1;
        }
        ranks.insert(keyed[at].1, rank);
    }
    (ranks, rank + 1)
}
