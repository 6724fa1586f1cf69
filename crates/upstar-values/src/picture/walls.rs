//! The walls of thermographs.
//!
//! The unit of the walls is such that all corners are dyadic.

use num_bigint::BigInt;
use num_integer::Integer;
use upstar_core::loopy::thermo::LoopyThermograph;
use upstar_core::{Dyadic, Player, Rational, Thermograph, Trajectory};

/// The most characters of a label.
const LABEL: usize = 13;
/// Numbers with more bits than this are not written out for a label.
const LABEL_BITS: u64 = 4096;

/// The walls of a thermograph, of a short game or a loopy one, with a mast; or two lines without one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Walls {
    corners: [Vec<(Dyadic, Dyadic)>; 2],
    /// Value at the mast.
    pub(super) mean: Dyadic,
    /// Temperature at the foot of the mast, or at the end of lines without one.
    pub(super) temperature: Dyadic,
    /// Whether a mast stands above.
    pub(super) has_mast: bool,
    /// Number of units in 1.
    unit: BigInt,
}

pub(super) const BOTH: [Player; 2] = [Player::Left, Player::Right];

impl Walls {
    /// The walls of a short game.
    pub fn of(graph: &Thermograph) -> Walls {
        Walls {
            corners: BOTH.map(|wall| graph.wall(wall).corners().to_vec()),
            mean: graph.mean.clone(),
            temperature: graph.temperature.clone(),
            has_mast: true,
            unit: BigInt::from(1),
        }
    }

    /// Two lines, Left's and Right's, up to a temperature.
    pub fn of_lines(lines: &[Trajectory; 2], up_to: &Dyadic) -> Walls {
        let corners = lines.each_ref().map(|line| {
            let below = line.corners().iter().filter(|(t, _)| t < up_to).cloned();
            below.chain([(up_to.clone(), line.at(up_to))]).collect()
        });
        Walls {
            mean: lines[0].at(up_to),
            temperature: up_to.clone(),
            has_mast: false,
            corners,
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
            has_mast: true,
            unit,
        }
    }

    /// The corners of a wall, by rising temperature.
    pub(super) fn corners(&self, wall: Player) -> &[(Dyadic, Dyadic)] {
        &self.corners[usize::from(wall == Player::Right)]
    }

    /// The corners that are marked: lines without a mast go on at their ends.
    pub(super) fn marked(&self, wall: Player) -> &[(Dyadic, Dyadic)] {
        let corners = self.corners(wall);
        match corners.split_last() {
            Some((_, before)) if !self.has_mast => before,
            _ => corners,
        }
    }

    /// The temperature of the axis of values: that at which the walls begin.
    pub(super) fn base(&self) -> Dyadic {
        self.corners[0].first().map_or(Dyadic::ZERO, |(t, _)| t.clone())
    }

    /// Height of the walls.
    pub(super) fn height(&self) -> Dyadic {
        &self.temperature - &self.base()
    }

    /// Temperature 0, if it lies between the ends of the walls.
    pub(super) fn zero(&self) -> Option<Dyadic> {
        (self.base().is_negative() && self.temperature.is_positive()).then_some(Dyadic::ZERO)
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

/// Returns a number of `bits` bits as a label, shortened if it is long.
fn label(bits: u64, text: impl FnOnce() -> String, gap: &str) -> String {
    if bits > LABEL_BITS {
        return gap.to_owned();
    }
    let text = text();
    if text.len() <= LABEL {
        return text;
    }
    let half = LABEL / 2 - 1;
    format!("{}{}{}", &text[..half], gap, &text[text.len() - half..])
}
