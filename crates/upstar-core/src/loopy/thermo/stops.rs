//! Stops: values at temperature 0.
//!
//! Knows: play without coupons, or with worthless coupons. Must not know: slopes.

use super::states::{PlayState, States};
use super::{Level, ThermalError};
use crate::{Budget, Player, Rational};

/// The value of each state at temperature 0.
///
/// With passes, the guaranteed values are the least solution of the equations of play for Left and the
/// greatest for Right. Both are computed by value iteration from the worst, or the best, value for Left;
/// values are among those of the leaves and change monotonically, so this ends. If they differ, the result
/// depends on who gains from infinite play.
///
/// # Errors
/// [`ThermalError::Cold`] if they differ. Cost: O(values * edges), in practice few rounds.
pub(super) fn stops(
    states: &States,
    passes: bool,
    budget: &Budget,
) -> Result<Vec<Level>, ThermalError> {
    let least = settled(states, passes, Level::Off, budget)?;
    if passes {
        let greatest = settled(states, passes, Level::On, budget)?;
        if let Some(at) = (0..least.len()).find(|at| least[*at] != greatest[*at]) {
            return Err(ThermalError::Cold { vertex: states.all[at].vertex });
        }
    }
    Ok(least)
}

fn settled(
    states: &States,
    passes: bool,
    from: Level,
    budget: &Budget,
) -> Result<Vec<Level>, ThermalError> {
    let mut values = vec![from; states.all.len()];
    loop {
        let mut changed = false;
        for &at in &states.order {
            budget.step()?;
            let state = &states.all[at as usize];
            let value = best(state, &values, passes);
            changed |= values[at as usize] != value;
            values[at as usize] = value;
        }
        if !changed || !passes {
            return Ok(values);
        }
    }
}

/// The best value for the player to move.
fn best(state: &PlayState, values: &[Level], passes: bool) -> Level {
    if let Some(wall) = &state.known {
        return wall.at(&Rational::ZERO);
    }
    let coupon = state.coupon.iter().filter(|_| passes);
    let all = state.moves.iter().chain(coupon).map(|to| values[*to as usize].clone());
    match state.player {
        Player::Left => all.max().unwrap_or(Level::Off),
        Player::Right => all.min().unwrap_or(Level::On),
    }
}
