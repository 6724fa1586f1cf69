//! Vertices with moves, and vertices with known walls.
//!
//! Knows: where alternating play ends without the rule of ko. Must not know: states, slopes.

use rustc_hash::FxHashMap;

use super::super::{GameValue, Graph, Leaf, Loopy, LoopyForm, Node, value};
use super::{ThermalError, Wall};
use crate::{Budget, Error, Game, Player, Store, thermo};

/// A vertex for thermography.
pub(super) enum Vertex {
    /// The options of Left and of Right.
    Play([Vec<u32>; 2]),
    /// Known walls.
    Known([Wall; 2]),
}

/// The vertices of a game, by number.
pub(super) struct Arena {
    pub(super) vertices: FxHashMap<u32, Vertex>,
    /// Whether players may pass at temperature 0: not in stoppers, where alternating play ends.
    pub(super) passes: bool,
}

const BOTH: [Player; 2] = [Player::Left, Player::Right];

impl Arena {
    /// The arena of the simplest form of a stopper. A player without moves waits forever: such a vertex is
    /// `on` or `off`, because all others with an empty side are integers.
    pub(super) fn of_stopper(store: &Store, form: &LoopyForm) -> Result<Arena, ThermalError> {
        let mut vertices = FxHashMap::default();
        for (at, node) in form.nodes().iter().enumerate() {
            store.budget().step()?;
            let vertex = match node {
                Node::Short(g) => Vertex::Known(short(store, *g)?),
                Node::Loopy([_, right]) if right.is_empty() => infinite(Player::Left),
                Node::Loopy([left, _]) if left.is_empty() => infinite(Player::Right),
                Node::Loopy([left, right]) => Vertex::Play([left.to_vec(), right.to_vec()]),
            };
            vertices.insert(at as u32, vertex);
        }
        Ok(Arena { vertices, passes: false })
    }

    /// The arena reachable in a graph. Where alternating play ends without the rule of ko, the vertex is a
    /// stopper or a short game, and known by its value.
    pub(super) fn of_graph(store: &Store, graph: &Graph, root: u32) -> Result<Arena, ThermalError> {
        Error::check_indices(&[root], graph.len())?;
        let (open, ended) = (open(graph, store.budget())?, ended(store, graph)?);
        let mut arena = Arena { vertices: FxHashMap::default(), passes: true };
        let mut ahead = vec![root];
        while let Some(vertex) = ahead.pop() {
            store.budget().step()?;
            if arena.vertices.contains_key(&vertex) {
                continue;
            }
            let seen = if let Some(g) = ended[vertex as usize] {
                Vertex::Known(short(store, g)?)
            } else if let Some(Leaf { worth, .. }) = graph.leaf(vertex) {
                Vertex::Known(known(store, worth)?)
            } else if open[vertex as usize] {
                let sides = BOTH.map(|player| graph.options(vertex, player).to_vec());
                ahead.extend(sides.iter().flatten());
                Vertex::Play(sides)
            } else {
                Vertex::Known(known(store, &value(store, graph, vertex)?)?)
            };
            arena.vertices.insert(vertex, seen);
        }
        Ok(arena)
    }
}

fn infinite(player: Player) -> Vertex {
    Vertex::Known([Wall::Infinite(player), Wall::Infinite(player)])
}

/// The walls of a short game.
pub(super) fn short(store: &Store, g: Game) -> Result<[Wall; 2], ThermalError> {
    let graph = thermo::thermograph(store, g)?;
    Ok([&graph.left, &graph.right].map(Wall::of_trajectory))
}

/// The walls of a value.
pub(super) fn known(store: &Store, worth: &GameValue) -> Result<[Wall; 2], ThermalError> {
    match worth {
        GameValue::Short(g) => short(store, *g),
        GameValue::Loopy(Loopy::Stopper(stopper)) => {
            super::graph::raised(store, &Arena::of_stopper(store, stopper.form())?, 0, None)
        }
        GameValue::Loopy(Loopy::Sided(..)) => Err(ThermalError::OnlySides),
    }
}

/// The values of the vertices that reach no cycle, options first.
fn ended(store: &Store, graph: &Graph) -> Result<Vec<Option<Game>>, ThermalError> {
    let all = 0..graph.len() as u32;
    let options = |vertex: u32| BOTH.into_iter().flat_map(move |p| graph.options(vertex, p));
    let mut before = vec![Vec::new(); graph.len()];
    for vertex in all.clone() {
        store.budget().step()?;
        options(vertex).for_each(|to| before[*to as usize].push(vertex));
    }
    let mut left: Vec<usize> = all.clone().map(|vertex| options(vertex).count()).collect();
    let mut values: Vec<Option<Game>> = vec![None; graph.len()];
    let mut done: Vec<u32> = all.filter(|vertex| left[*vertex as usize] == 0).collect();
    while let Some(vertex) = done.pop() {
        store.budget().step()?;
        let value = match graph.leaf(vertex).map(|leaf| &leaf.worth) {
            Some(GameValue::Short(g)) => *g,
            Some(GameValue::Loopy(_)) => continue,
            None => {
                let side = |player| -> Vec<Game> {
                    let options = graph.options(vertex, player).iter();
                    options.filter_map(|to| values[*to as usize]).collect()
                };
                store.game(&side(Player::Left), &side(Player::Right))?
            }
        };
        values[vertex as usize] = Some(value);
        for &earlier in &before[vertex as usize] {
            left[earlier as usize] -= 1;
            if left[earlier as usize] == 0 {
                done.push(earlier);
            }
        }
    }
    Ok(values)
}

/// Whether each vertex reaches one from which alternating play can be infinite.
///
/// Retrograde analysis: a state (a vertex and the player to move) is done when all its successors are; the
/// others precede a cycle. Cost: O(vertices + edges).
fn open(graph: &Graph, budget: &Budget) -> Result<Vec<bool>, ThermalError> {
    let count = graph.len();
    let (mut before, mut left) = (vec![Vec::new(); 2 * count], vec![0; 2 * count]);
    for vertex in 0..count as u32 {
        budget.step()?;
        for (side, player) in BOTH.into_iter().enumerate() {
            let state = 2 * vertex as usize + side;
            for &to in graph.options(vertex, player) {
                before[2 * to as usize + 1 - side].push(state);
                left[state] += 1;
            }
        }
    }
    let mut done: Vec<usize> = (0..2 * count).filter(|state| left[*state] == 0).collect();
    while let Some(state) = done.pop() {
        budget.step()?;
        for &earlier in &before[state] {
            left[earlier] -= 1;
            if left[earlier] == 0 {
                done.push(earlier);
            }
        }
    }
    let mut open: Vec<bool> = left.chunks_exact(2).map(|pair| pair != [0, 0]).collect();
    let mut ahead: Vec<usize> = (0..count).filter(|vertex| open[*vertex]).collect();
    while let Some(vertex) = ahead.pop() {
        budget.step()?;
        for &state in before[2 * vertex].iter().chain(&before[2 * vertex + 1]) {
            if !open[state / 2] {
                open[state / 2] = true;
                ahead.push(state / 2);
            }
        }
    }
    Ok(open)
}
