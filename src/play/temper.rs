//! Playing hot sums by temperature: Thermostrat (*Winning Ways*, chapter 6).
//!
//! The compound thermograph of a sum has the sum of the right walls as its right wall, and to the
//! left of it the widest summand. Left plays at the temperature where its left wall is furthest to
//! the left; there the best move is the one with the best facing walls of the summands after it.
//! The play loses no more than the largest temperature.

use std::sync::Arc;

use upstar_core::thermo::thermograph;
use upstar_core::{Dyadic, Player, Thermograph};

use super::names::Move;
use crate::value::host::Host;
use crate::value::{Result, Value};

/// The place of the best move, and the largest temperature of a summand.
pub(super) fn hottest(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
    moves: &[Move],
) -> Result<Option<(usize, Dyadic)>> {
    let graphs = graphs(host, value)?;
    let ambient = ambient(&graphs, player);
    let mut best: Option<(Dyadic, usize)> = None;
    for (place, one) in moves.iter().enumerate() {
        let after = self::graphs(host, &one.to)?;
        let worth = seen(&after, player, &ambient);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, place));
        }
    }
    let hottest = graphs.iter().map(|graph| graph.temperature.clone()).max().unwrap_or_default();
    Ok(best.map(|(_, place)| (place, hottest)))
}

fn graphs(host: &mut dyn Host, value: &Value) -> Result<Vec<Arc<Thermograph>>> {
    let store = host.store();
    let games = host.part_values(value)?;
    games.into_iter().map(|game| Ok(thermograph(&store, game)?)).collect()
}

/// What a sum is worth to `player` who has just moved: the sum of the facing walls.
fn seen(graphs: &[Arc<Thermograph>], player: Player, t: &Dyadic) -> Dyadic {
    let wall = |graph: &Arc<Thermograph>| match player {
        Player::Left => graph.right.at(t),
        Player::Right => -graph.left.at(t),
    };
    graphs.iter().map(wall).fold(Dyadic::ZERO, |sum, wall| &sum + &wall)
}

/// The temperature at which the compound thermograph is best for `player` to move.
fn ambient(graphs: &[Arc<Thermograph>], player: Player) -> Dyadic {
    let mut temperatures = vec![Dyadic::ZERO];
    for graph in graphs {
        let corners = graph.left.corners().iter().chain(graph.right.corners());
        temperatures.extend(corners.map(|(t, _)| t.clone()));
        temperatures.push(graph.temperature.clone());
    }
    temperatures.retain(|t| *t >= Dyadic::ZERO);
    let width = |t: &Dyadic| {
        let widths = graphs.iter().map(|graph| &graph.left.at(t) - &graph.right.at(t));
        widths.max().unwrap_or_default()
    };
    let edge = |t: &Dyadic| &seen(graphs, player, t) + &width(t);
    let best = temperatures.into_iter().map(|t| (edge(&t), t)).max();
    best.map(|(_, t)| t).unwrap_or_default()
}
