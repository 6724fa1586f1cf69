//! Sweep of the walls from temperature 0 upwards.
//!
//! Knows: where moves become tight. Must not know: games.
//!
//! Each step computes the slopes above a temperature, and then the next temperature at which another move
//! becomes as good as the best, or a known wall bends. Between these the walls are straight. Each step has
//! positive length, and walls are bounded where stops are, so the last one is vertical; that there are
//! finitely many is not proved, and their number is limited.

use super::slopes::{TightMoves, slopes};
use super::states::{PlayState, States};
use super::{Level, ThermalError, Wall};
use crate::{Budget, Player, Rational};

/// Limit of the number of bends.
const BENDS: usize = 10_000;

/// The walls of the two start states, given the stops of all.
pub(super) fn sweep(
    states: &States,
    stops: Vec<Level>,
    budget: &Budget,
) -> Result<[Wall; 2], ThermalError> {
    let values = stops.iter().map(|level| level.finite().cloned()).collect();
    let mut front = Front { states, t: Rational::ZERO, values };
    let mut points: [Vec<(Rational, Rational)>; 2] = Default::default();
    for _ in 0..BENDS {
        for (points, start) in points.iter_mut().zip(states.starts) {
            points.extend(front.values[start as usize].clone().map(|x| (front.t.clone(), x)));
        }
        let rules: Vec<TightMoves> = (0..states.all.len()).map(|at| front.rule(at)).collect();
        let slopes = slopes(&rules, &states.order, budget)?;
        let Some(t) = front.next(&slopes, budget)? else {
            let wall = |side: usize| {
                let start = states.starts[side] as usize;
                let points = points[side].clone();
                match &stops[start] {
                    Level::On => Wall::Infinite(Player::Left),
                    Level::Off => Wall::Infinite(Player::Right),
                    Level::At(_) => Wall::through(points, slopes[start].clone()),
                }
            };
            return Ok([wall(0), wall(1)]);
        };
        front.advance_to(t, &slopes);
    }
    Err(ThermalError::TooManyBends)
}

/// The sweep line: all values at a temperature.
struct Front<'a> {
    states: &'a States,
    t: Rational,
    /// `None` if infinite.
    values: Vec<Option<Rational>>,
}

impl Front<'_> {
    /// The value of a move to a state for the player now; `None` if it is infinite, and so never chosen.
    fn worth(&self, state: &PlayState, to: u32, coupon: bool) -> Option<Rational> {
        let value = self.values[to as usize].as_ref()?;
        Some(match (coupon, state.player) {
            (true, _) => value.clone(),
            (false, Player::Left) => value - &self.t,
            (false, Player::Right) => value + &self.t,
        })
    }

    /// The tight moves of a state.
    fn rule(&self, at: usize) -> TightMoves {
        let state = &self.states.all[at];
        let Some(value) = &self.values[at] else { return TightMoves::Out };
        if let Some(wall) = &state.known {
            return TightMoves::Known(wall.slope_at(&self.t));
        }
        let tight = |to: &u32, coupon| self.worth(state, *to, coupon).as_ref() == Some(value);
        TightMoves::Best {
            player: state.player,
            moves: state.moves.iter().copied().filter(|to| tight(to, false)).collect(),
            coupon: state.coupon.filter(|to| tight(to, true)),
        }
    }

    /// The next temperature at which the walls may bend.
    fn next(&self, slopes: &[Rational], budget: &Budget) -> Result<Option<Rational>, ThermalError> {
        let mut first: Option<Rational> = None;
        let mut meet = |t: Rational| {
            if first.as_ref().is_none_or(|first| t < *first) {
                first = Some(t);
            }
        };
        for (at, state) in self.states.all.iter().enumerate() {
            budget.step()?;
            let Some(value) = &self.values[at] else { continue };
            if let Some(wall) = &state.known {
                wall.bend_after(&self.t).into_iter().for_each(|t| meet(t.clone()));
            }
            let moves = state.moves.iter().map(|to| (*to, false));
            for (to, coupon) in moves.chain(state.coupon.map(|to| (to, true))) {
                let Some(worth) = self.worth(state, to, coupon) else { continue };
                let (mut gap, slope) = (value - &worth, &slopes[to as usize]);
                let mut closing = slope - &slopes[at];
                if !coupon {
                    closing = &closing - &Rational::from(sign(state.player));
                }
                if state.player == Player::Right {
                    (gap, closing) = (-&gap, -&closing);
                }
                if gap > Rational::ZERO && closing > Rational::ZERO {
                    meet(&self.t + &gap.checked_div(&closing).expect("the gap closes"));
                }
            }
        }
        Ok(first)
    }

    fn advance_to(&mut self, t: Rational, slopes: &[Rational]) {
        let wait = &t - &self.t;
        for (value, slope) in self.values.iter_mut().zip(slopes) {
            if let Some(value) = value {
                *value = &*value + &(slope * &wait);
            }
        }
        self.t = t;
    }
}

fn sign(player: Player) -> i64 {
    if player == Player::Left { 1 } else { -1 }
}
