//! Strategies where play can return: moves that come nearer to the end, by backward induction over all that follows.
//!
//! Source: Smith, Graphs and composite games, 1966. Cost: each position that follows is looked at once.

use std::collections::HashMap;
use std::sync::Arc;

use upstar_core::Player;

use super::strategy::Facts;
use crate::value::host::Host;
use crate::value::{Attempt, Value};

/// A position with the player to move.
struct Node {
    value: Value,
    text: Arc<str>,
    mover: Player,
    /// How play is over here: who has won.
    end: Option<Option<Player>>,
    /// Where moves lead.
    to: Vec<usize>,
    /// From where moves lead here.
    from: Vec<usize>,
}

/// The nodes that a player wins.
struct Won {
    /// In the order in which they are found, so that each rests on earlier ones.
    order: Vec<usize>,
    /// For each node her winning move, where she moves.
    best: Vec<Option<usize>>,
}

/// Writes that a player, who is to move, wins: for each position that she may meet, the ones nearest to the end first.
pub(super) fn win(
    host: &mut dyn Host,
    facts: &mut Facts,
    player: Player,
    value: &Value,
) -> Attempt<()> {
    let nodes = followers(host, facts, player, value)?;
    let Won { order, best } = won(host, &nodes, player)?;
    let mut needed = vec![false; nodes.len()];
    needed[0] = true;
    for &place in order.iter().rev() {
        if needed[place] {
            match best[place] {
                Some(best) => needed[best] = true,
                None => nodes[place].to.iter().for_each(|&to| needed[to] = true),
            }
        }
    }
    for &place in order.iter().filter(|place| needed[**place]) {
        if let Some(best) = best[place] {
            facts.write_win(player, nodes[place].text.clone(), &nodes[best].text)?;
        }
    }
    Ok(())
}

/// Says who wins a position, if anybody does, and notes the winner of all positions that follow it.
pub(super) fn winner(
    host: &mut dyn Host,
    facts: &mut Facts,
    value: &Value,
    first: Player,
) -> Attempt<Option<Player>> {
    let nodes = followers(host, facts, first, value)?;
    let mut winners = vec![None; nodes.len()];
    for player in [Player::Left, Player::Right] {
        for place in won(host, &nodes, player)?.order {
            winners[place] = Some(player);
        }
    }
    let found = winners[0];
    for (node, winner) in nodes.into_iter().zip(winners) {
        facts.note_winner(host, node.value, node.mover, winner)?;
    }
    Ok(found)
}

/// Finds the nodes that a player wins, by backward induction.
fn won(host: &mut dyn Host, nodes: &[Node], player: Player) -> Attempt<Won> {
    let is_over = |place: &usize| nodes[*place].end == Some(Some(player));
    let mut order: Vec<usize> = (0..nodes.len()).filter(is_over).collect();
    let mut is_won: Vec<bool> = (0..nodes.len()).map(|place| is_over(&place)).collect();
    // Moves of the other player that are not known to lose.
    let mut open: Vec<usize> = nodes.iter().map(|node| node.to.len()).collect();
    let mut best = vec![None; nodes.len()];
    let mut next = 0;
    while let Some(&place) = order.get(next) {
        next += 1;
        host.store().budget().step()?;
        for &from in &nodes[place].from {
            if is_won[from] {
                continue;
            }
            open[from] -= 1;
            if nodes[from].mover == player {
                best[from] = Some(place);
            }
            if nodes[from].mover == player || open[from] == 0 {
                is_won[from] = true;
                order.push(from);
            }
        }
    }
    Ok(Won { order, best })
}

/// All that follows, the start first.
fn followers(
    host: &mut dyn Host,
    facts: &mut Facts,
    first: Player,
    start: &Value,
) -> Attempt<Vec<Node>> {
    let mut places = HashMap::new();
    let node = |value: Value, text: Arc<str>, mover| Node {
        value,
        text,
        mover,
        end: None,
        to: Vec::new(),
        from: Vec::new(),
    };
    let text = facts.text(host, start)?;
    places.insert((text.clone(), first), 0);
    let mut nodes = vec![node(start.clone(), text, first)];
    let mut next = 0;
    while next < nodes.len() {
        let (value, mover) = (nodes[next].value.clone(), nodes[next].mover);
        nodes[next].end = facts.over(host, &value, mover)?;
        if nodes[next].end.is_some() {
            next += 1;
            continue;
        }
        for option in facts.moves(host, &value, mover)?.iter() {
            let text = facts.text(host, option)?;
            host.store().budget().reserve(256)?;
            let key = (text, mover.opponent());
            let place = *places.entry(key.clone()).or_insert(nodes.len());
            if place == nodes.len() {
                nodes.push(node(option.clone(), key.0, key.1));
            }
            if !nodes[next].to.contains(&place) {
                nodes[next].to.push(place);
                nodes[place].from.push(next);
            }
        }
        next += 1;
    }
    Ok(nodes)
}
