//! The walls of a thermograph as they are drawn.
//!
//! Knows: corners, in a unit in which all of them are dyadic. Must not know: games.

use num_bigint::BigInt;
use num_integer::Integer;
use upstar_core::loopy::thermal::LoopyThermograph;
use upstar_core::{Dyadic, Player, Rational, Thermograph};

use super::characters::label;

/// The walls of a thermograph, of a short game or a loopy one.
#[derive(Debug, Clone)]
pub struct Walls {
    corners: [Vec<(Dyadic, Dyadic)>; 2],
    /// Where the mast stands.
    pub(super) mean: Dyadic,
    /// Where it begins.
    pub(super) temperature: Dyadic,
    /// How many of the units are 1.
    unit: BigInt,
}

const BOTH: [Player; 2] = [Player::Left, Player::Right];

impl Walls {
    /// The walls of a short game.
    pub fn of(graph: &Thermograph) -> Walls {
        Walls {
            corners: BOTH.map(|wall| graph.wall(wall).corners().to_vec()),
            mean: graph.mean.clone(),
            temperature: graph.temperature.clone(),
            unit: BigInt::from(1),
        }
    }

    /// The walls of a loopy game, whose corners need not be dyadic: the unit is one over their
    /// common denominator.
    pub fn of_loopy(graph: &LoopyThermograph) -> Walls {
        let corners = BOTH.map(|wall| graph.corners(wall));
        let numbers = corners.iter().flatten().flat_map(|(t, x)| [t, x]);
        let unit = numbers.fold(BigInt::from(1), |unit, x| unit.lcm(&x.denom()));
        let whole = |x: &Rational| Dyadic::from(x.numer() * (&unit / x.denom()));
        Walls {
            mean: whole(&graph.mean),
            temperature: whole(&graph.temperature),
            corners: corners.map(|wall| wall.iter().map(|(t, x)| (whole(t), whole(x))).collect()),
            unit,
        }
    }

    /// The corners of a wall, by rising temperature.
    pub(super) fn corners(&self, wall: Player) -> &[(Dyadic, Dyadic)] {
        &self.corners[usize::from(wall == Player::Right)]
    }

    /// The value of a wall at a temperature.
    pub(super) fn at(&self, wall: Player, t: &Dyadic) -> Rational {
        let corners = self.corners(wall);
        let above = corners.partition_point(|(corner, _)| corner <= t);
        let before = above.checked_sub(1).and_then(|i| corners.get(i));
        match (before, corners.get(above)) {
            (Some((t0, x0)), Some((t1, x1))) => {
                let part = |a: &Dyadic, b: &Dyadic| Rational::from(&(a - b));
                let slope = part(x1, x0).checked_div(&part(t1, t0));
                let slope = slope.expect("corners rise");
                &Rational::from(x0) + &(&slope * &part(t, t0))
            }
            (Some((_, x)), None) | (None, Some((_, x))) => Rational::from(x),
            (None, None) => Rational::from(&self.mean),
        }
    }

    /// The largest value of a corner.
    pub(super) fn highest(&self) -> &Dyadic {
        self.corners.iter().flatten().map(|(_, x)| x).max().unwrap_or(&self.mean)
    }

    /// The smallest value of a corner.
    pub(super) fn lowest(&self) -> &Dyadic {
        self.corners.iter().flatten().map(|(_, x)| x).min().unwrap_or(&self.mean)
    }

    /// A number of units as a number, shortened when it is long.
    pub(super) fn label(&self, x: &Dyadic, gap: &str) -> String {
        if self.unit == BigInt::from(1) {
            return label(x.numer().bits().max(x.exponent()), || x.to_string(), gap);
        }
        let x = Rational::from(x).checked_div(&Rational::from(self.unit.clone()));
        let x = x.expect("the unit is not 0");
        label(x.bits(), || x.to_string(), gap)
    }
}
