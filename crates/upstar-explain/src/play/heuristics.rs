//! Heuristics for moves in positions that are not solved: the hot strategy and random playouts.
//!
//! The hot strategy is Thermostrat (*Winning Ways*, chapter 6). The compound thermograph of a sum has the sum of
//! the right walls as its right wall, and to the left of it the widest summand. Left plays at the temperature
//! where its left wall is furthest to the left; there the best move is the one with the best facing walls of
//! the summands after it. This loses no more than the largest temperature.

use std::sync::Arc;

use upstar_core::thermo::thermograph;
use upstar_core::{Dyadic, Player, Thermograph};

use super::limits::within;
use super::names::NamedMove;
use super::rules;
use crate::value::host::Host;
use crate::value::{Result, Value};

/// Returns the index of the best move by the hot strategy, and the largest temperature of a summand.
pub(super) fn hot_strategy(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
    moves: &[NamedMove],
) -> Result<Option<(usize, Dyadic)>> {
    let graphs = graphs(host, value)?;
    let ambient = ambient_temperature(&graphs, player);
    let mut best: Option<(Dyadic, usize)> = None;
    for (place, one) in moves.iter().enumerate() {
        let after = self::graphs(host, &one.to)?;
        let worth = compound_wall(&after, player, &ambient);
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

/// Value of a sum for `player`, who has just moved: the sum of the facing walls.
fn compound_wall(graphs: &[Arc<Thermograph>], player: Player, t: &Dyadic) -> Dyadic {
    let wall = |graph: &Arc<Thermograph>| match player {
        Player::Left => graph.right.at(t),
        Player::Right => -graph.left.at(t),
    };
    graphs.iter().map(wall).fold(Dyadic::ZERO, |sum, wall| &sum + &wall)
}

/// The temperature at which the compound thermograph is best for `player` to move.
fn ambient_temperature(graphs: &[Arc<Thermograph>], player: Player) -> Dyadic {
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
    let edge = |t: &Dyadic| &compound_wall(graphs, player, t) + &width(t);
    let best = temperatures.into_iter().map(|t| (edge(&t), t)).max();
    best.map(|(_, t)| t).unwrap_or_default()
}

/// Most playouts for each move.
const MOST_ROUNDS: usize = 400;
/// Most moves of a playout; a longer one counts as a draw.
const LONGEST: usize = 500;

/// Returns the index of the move after which `player` wins most random playouts, how many these were, and
/// of how many. All moves are tried equally often, within so many steps; `None` when they do not
/// suffice for one playout each. The random numbers are the same each time.
pub(super) fn best_by_playouts(
    host: &mut dyn Host,
    player: Player,
    moves: &[NamedMove],
    steps: u64,
) -> Result<Option<(usize, usize, usize)>> {
    // Twice the playouts won, plus the draws.
    let mut worth = vec![0_usize; moves.len()];
    let mut won = vec![0_usize; moves.len()];
    let mut rounds = 0;
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    within(host, steps, |host| {
        while rounds < MOST_ROUNDS {
            let mut round = Vec::with_capacity(moves.len());
            for one in moves {
                let next = rules::next(host, &one.to, player)?;
                round.push(playout(host, one.to.clone(), next, &mut dice)?);
            }
            for (place, winner) in round.into_iter().enumerate() {
                worth[place] += match winner {
                    Some(winner) if winner == player => 2,
                    None => 1,
                    Some(_) => 0,
                };
                won[place] += usize::from(winner == Some(player));
            }
            rounds += 1;
        }
        Ok(())
    })?;
    // `max_by_key` returns the last maximum; the order is reversed to get the first.
    let best = (0..moves.len()).rev().max_by_key(|place| worth[*place]);
    Ok(best.filter(|_| rounds > 0).map(|place| (place, won[place], rounds)))
}

/// Returns the winner of a random playout.
fn playout(
    host: &mut dyn Host,
    mut at: Value,
    mut player: Player,
    dice: &mut Dice,
) -> Result<Option<Player>> {
    for _ in 0..LONGEST {
        // One step for each move.
        host.store().budget().step()?;
        if let Some(ending) = rules::decided(host, &at, player)? {
            return Ok(ending.winner);
        }
        let mut options = rules::options(host, &at, player)?;
        if options.is_empty() {
            return Ok(rules::stuck(&at, player).winner);
        }
        at = options.swap_remove(dice.below(options.len()));
        player = rules::next(host, &at, player)?;
    }
    Ok(None)
}

/// Pseudo-random numbers (Marsaglia, *Xorshift RNGs*, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}
