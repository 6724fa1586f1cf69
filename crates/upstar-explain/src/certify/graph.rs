//! Strategies where play can return: moves that come nearer to the end, by backward induction over all that follows.
//!
//! Source: Smith, Graphs and composite games, 1966. Cost: each position that follows is looked at once.

use std::collections::HashMap;

use upstar_core::Player;

use super::strategy::Facts;
use super::text;
use crate::value::host::Host;
use crate::value::{Attempt, Value};

/// A position with the player to move.
struct Node {
    text: String,
    mover: Player,
    /// Where moves lead.
    to: Vec<usize>,
    /// From where moves lead here.
    from: Vec<usize>,
    /// Moves of the loser that are not known to lose.
    open: usize,
    /// The winning move.
    best: Option<usize>,
    is_won: bool,
}

/// Writes that a player, who is to move, wins: for each position that she may meet, the ones nearest to the end first.
pub(super) fn win(
    host: &mut dyn Host,
    facts: &mut Facts,
    player: Player,
    value: &Value,
) -> Attempt<()> {
    let (mut nodes, mut won) = followers(host, facts, player, value)?;
    // In the order in which they are found to be won, so that each rests on earlier ones.
    let mut next = 0;
    while let Some(&place) = won.get(next) {
        next += 1;
        host.store().budget().step()?;
        for from in std::mem::take(&mut nodes[place].from) {
            let node = &mut nodes[from];
            if node.is_won {
                continue;
            }
            node.open -= 1;
            if node.mover == player {
                node.best = Some(place);
            }
            if node.mover == player || node.open == 0 {
                node.is_won = true;
                won.push(from);
            }
        }
    }
    let mut needed = vec![false; nodes.len()];
    needed[0] = true;
    for &place in won.iter().rev() {
        if needed[place] {
            match nodes[place].best {
                Some(best) => needed[best] = true,
                None => nodes[place].to.iter().for_each(|&to| needed[to] = true),
            }
        }
    }
    for &place in won.iter().filter(|place| needed[**place]) {
        if let Some(best) = nodes[place].best {
            facts.write_win(player, nodes[place].text.clone(), &nodes[best].text)?;
        }
    }
    Ok(())
}

/// All that follows, the start first, and the nodes at which play is over and won.
fn followers(
    host: &mut dyn Host,
    facts: &mut Facts,
    player: Player,
    start: &Value,
) -> Attempt<(Vec<Node>, Vec<usize>)> {
    let (mut nodes, mut won, mut places) = (Vec::<Node>::new(), Vec::new(), HashMap::new());
    let mut values = vec![start.clone()];
    let node = |text: String, mover| Node {
        text,
        mover,
        to: Vec::new(),
        from: Vec::new(),
        open: 0,
        best: None,
        is_won: false,
    };
    let text = text::sum(host, start)?;
    places.insert((text.clone(), player), 0);
    nodes.push(node(text, player));
    let mut next = 0;
    while next < nodes.len() {
        let (value, mover) = (values[next].clone(), nodes[next].mover);
        if let Some(winner) = facts.over(host, &value, mover)? {
            if winner == Some(player) {
                nodes[next].is_won = true;
                won.push(next);
            }
            next += 1;
            continue;
        }
        for option in facts.moves(host, &value, mover)?.iter() {
            let text = text::sum(host, option)?;
            host.store().budget().reserve(text.len() as u64 + 256)?;
            let key = (text, mover.opponent());
            let place = *places.entry(key.clone()).or_insert(nodes.len());
            if place == nodes.len() {
                nodes.push(node(key.0, key.1));
                values.push(option.clone());
            }
            if !nodes[next].to.contains(&place) {
                nodes[next].to.push(place);
                nodes[place].from.push(next);
                nodes[next].open += 1;
            }
        }
        next += 1;
    }
    Ok((nodes, won))
}
