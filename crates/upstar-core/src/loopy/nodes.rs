//! Properties of loopy graphs, by strongly connected components.

use super::Node;
use crate::graph::{components, components_from};
use crate::{Budget, Error, Game, Player, Store};

/// The `n`th option of a vertex, Left's first.
pub(super) fn option(nodes: &[Node], vertex: u32, n: usize) -> Option<u32> {
    match &nodes[vertex as usize] {
        Node::Short(_) => None,
        Node::Loopy([left, right]) => left.get(n).or_else(|| right.get(n - left.len())).copied(),
    }
}

/// Whether every alternating line of play from every vertex is finite. Cost: O(edges).
pub(super) fn is_stopper(nodes: &[Node], budget: &Budget) -> Result<bool, Error> {
    // A state is a vertex and the player to move.
    let successor = |state: u32, n: usize| {
        let player = if state & 1 == 0 { Player::Left } else { Player::Right };
        side(&nodes[state as usize / 2], player).get(n).map(|to| 2 * to + (state & 1 ^ 1))
    };
    let found = components(2 * nodes.len(), successor, budget)?;
    // An alternating cycle has at least two states.
    Ok(found.iter().all(|component| component.len() == 1))
}

/// The options of a player.
pub(super) fn side(node: &Node, player: Player) -> &[u32] {
    match node {
        Node::Short(_) => &[],
        Node::Loopy(sides) => &sides[usize::from(player == Player::Right)],
    }
}

/// Replaces vertices that reach no cycle by short games.
pub(super) fn fold(store: &Store, nodes: &mut [Node], root: u32) -> Result<(), Error> {
    let successor = |vertex: u32, n: usize| option(nodes, vertex, n);
    for component in components_from([root], nodes.len(), successor, store.budget())? {
        let vertex = component[0];
        if let Some(g) = short(store, nodes, vertex)? {
            nodes[vertex as usize] = Node::Short(g);
        }
    }
    Ok(())
}

/// The short game of a vertex, if all its options are short.
pub(super) fn short(store: &Store, nodes: &[Node], vertex: u32) -> Result<Option<Game>, Error> {
    let games = |side: &[u32]| -> Option<Vec<Game>> {
        let game = |to: &u32| match nodes[*to as usize] {
            Node::Short(g) => Some(g),
            Node::Loopy(_) => None,
        };
        side.iter().map(game).collect()
    };
    let Node::Loopy([left, right]) = &nodes[vertex as usize] else { return Ok(None) };
    match (games(left), games(right)) {
        (Some(left), Some(right)) => store.game(&left, &right).map(Some),
        _ => Ok(None),
    }
}
