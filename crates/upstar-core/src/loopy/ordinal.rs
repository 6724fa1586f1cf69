//! Ordinal sums of stoppers.

use super::components::side;
use super::product::append_listed;
use super::sides::{append, both};
use super::{Node, Worth};
use crate::{Error, Game, Player, Store};

/// The ordinal sum of simplest forms: who moves in the first game ends the second.
///
/// # Errors
/// When a game is no stopper, the budget is exhausted, or the graph is too large.
pub fn ordinal_sum(store: &Store, g: &Worth, h: &Worth) -> Result<Worth, Error> {
    if !g.is_stopper() || !h.is_stopper() {
        return Err(Error::NotAStopper);
    }
    if let (Worth::Short(g), Worth::Short(h)) = (g, h) {
        return crate::short::ordinal_sum(store, *g, *h).map(Worth::Short);
    }
    let mut nodes = Vec::new();
    let base = append(&mut nodes, &g.onside());
    let base = match nodes[base as usize].clone() {
        Node::Loopy(sides) => sides,
        Node::Short(g) => {
            let mut listed = |games: Vec<Game>| {
                let start = nodes.len() as u32;
                nodes.extend(games.into_iter().map(Node::Short));
                (start..nodes.len() as u32).collect()
            };
            [listed(store.left_options(g)?), listed(store.right_options(g)?)]
        }
    };
    let mut top = Vec::new();
    append_listed(store, &mut top, &h.onside())?;
    let start = nodes.len() as u32;
    for node in &top {
        let both = |player, base: &[u32]| {
            base.iter().copied().chain(side(node, player).iter().map(|to| to + start)).collect()
        };
        nodes.push(Node::Loopy([both(Player::Left, &base[0]), both(Player::Right, &base[1])]));
    }
    let found = both(store, nodes.clone(), nodes, &[start])?.pop();
    found.map(|(on, off)| Worth::of_sides(on, off)).ok_or(Error::NotAStopper)
}
