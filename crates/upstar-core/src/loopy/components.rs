//! The strongly connected components of a graph, and what is said of a graph with their help.
//!
//! Source: Tarjan, Depth-first search and linear graph algorithms, 1972.

use super::Node;
use crate::{Budget, Error, Game, Player, Store};

/// The components that can be reached from a vertex; those that follow come first.
pub(super) fn components(
    count: usize,
    root: u32,
    followers: impl Fn(u32, usize) -> Option<u32>,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Error> {
    const UNSEEN: u32 = u32::MAX;
    let (mut number, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut open = vec![false; count];
    let (mut stack, mut path, mut found) = (Vec::new(), vec![(root, 0)], Vec::new());
    let mut next = 0;
    while let Some(&mut (vertex, ref mut step)) = path.last_mut() {
        budget.step()?;
        let v = vertex as usize;
        if *step == 0 {
            (number[v], low[v], open[v]) = (next, next, true);
            next += 1;
            stack.push(vertex);
        }
        *step += 1;
        if let Some(to) = followers(vertex, *step - 1) {
            match number[to as usize] {
                UNSEEN => path.push((to, 0)),
                n if open[to as usize] => low[v] = low[v].min(n),
                _ => {}
            }
            continue;
        }
        path.pop();
        if let Some(&(before, _)) = path.last() {
            low[before as usize] = low[before as usize].min(low[v]);
        }
        if low[v] == number[v] {
            let at = stack.iter().rposition(|w| *w == vertex).unwrap_or(0);
            let component = stack.split_off(at);
            component.iter().for_each(|w| open[*w as usize] = false);
            found.push(component);
        }
    }
    Ok(found)
}

/// The n-th option of a vertex, Left's first.
pub(super) fn option(nodes: &[Node], vertex: u32, n: usize) -> Option<u32> {
    match &nodes[vertex as usize] {
        Node::Short(_) => None,
        Node::Loopy([left, right]) => left.get(n).or_else(|| right.get(n - left.len())).copied(),
    }
}

/// Whether no line of play with players alternating is infinite, from any vertex. Cost: O(edges).
pub(super) fn is_stopper(nodes: &[Node], budget: &Budget) -> Result<bool, Error> {
    // A place is a vertex and the player to move there; a place before all leads to them.
    let before_all = 2 * nodes.len() as u32;
    let follower = |place: u32, n: usize| {
        if place == before_all {
            return Some(n as u32).filter(|place| *place < before_all);
        }
        let player = if place & 1 == 0 { Player::Left } else { Player::Right };
        side(&nodes[place as usize / 2], player).get(n).map(|to| 2 * to + (place & 1 ^ 1))
    };
    let found = components(2 * nodes.len() + 1, before_all, follower, budget)?;
    // An alternating line that returns takes at least two moves.
    Ok(found.iter().all(|component| component.len() == 1))
}

/// What a player can move to.
pub(super) fn side(node: &Node, player: Player) -> &[u32] {
    match node {
        Node::Short(_) => &[],
        Node::Loopy(sides) => &sides[usize::from(player == Player::Right)],
    }
}

/// Makes short games of the vertices from which no line of play returns.
pub(super) fn fold(store: &Store, nodes: &mut [Node], root: u32) -> Result<(), Error> {
    let follower = |vertex: u32, n: usize| option(nodes, vertex, n);
    for component in components(nodes.len(), root, follower, store.budget())? {
        let vertex = component[0];
        if let Some(g) = short(store, nodes, vertex)? {
            nodes[vertex as usize] = Node::Short(g);
        }
    }
    Ok(())
}

/// The short game with these options, when all are short.
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
