//! Stops, means, temperatures and walls.
//!
//! Siegel, *Combinatorial Game Theory*, II.3 (stops) and II.5 (thermographs); *Winning Ways*, chapter 6.
//! Walls are trajectories: values that depend on the temperature, straight between corners.
//! Every function fails when no step is left.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::bracket::{Game, Games};
use crate::steps::deep;
use crate::{Fault, Player};

/// A corner: a temperature, and the value there.
pub type Corner = (BigRational, BigRational);

/// The walls of a game, from the lowest temperature to the foot of the mast, which both end with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thermograph {
    /// The left stops of the cooled game.
    pub left: Vec<Corner>,
    /// The right stops of the cooled game.
    pub right: Vec<Corner>,
    /// Where the mast begins.
    pub temperature: BigRational,
    /// Where the mast stands.
    pub mean: BigRational,
}

/// A value that depends on the temperature, from -1 on: straight between its corners, and of a given
/// slope after the last.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Trajectory {
    corners: Vec<Corner>,
    slope: BigRational,
}

impl Games {
    /// The stop when a player begins: the number itself for a number; otherwise for Left the largest right
    /// stop of a left option, and for Right the smallest left stop of a right option (II.3).
    pub fn stop(&self, g: Game, player: Player) -> Result<BigRational, Fault> {
        self.steps.step()?;
        if let Some(number) = self.as_number(g)? {
            return Ok(number);
        }
        let options = self.options(g, player);
        let stops: Result<Vec<BigRational>, Fault> =
            options.into_iter().map(|o| deep(|| self.stop(o, player.opponent()))).collect();
        let stop = match player {
            Player::Left => stops?.into_iter().max(),
            Player::Right => stops?.into_iter().min(),
        };
        stop.ok_or_else(|| Fault::undefined("a game without a stop"))
    }

    /// The thermograph from temperature 0 on. The mast of a number begins below, and is all of it.
    pub fn thermograph(&self, g: Game) -> Result<Thermograph, Fault> {
        let whole = self.subzero_thermograph(g)?;
        let zero = BigRational::zero();
        if whole.temperature < zero {
            let foot = vec![(whole.temperature.clone(), whole.mean.clone())];
            return Ok(Thermograph { left: foot.clone(), right: foot, ..whole });
        }
        let from_zero = |wall: Vec<Corner>| {
            let wall = Trajectory { corners: wall, slope: BigRational::zero() };
            let above = wall.corners.iter().filter(|(t, _)| *t > zero).cloned();
            std::iter::once((zero.clone(), wall.at(&zero))).chain(above).collect()
        };
        Ok(Thermograph { left: from_zero(whole.left), right: from_zero(whole.right), ..whole })
    }

    /// The thermograph of the canonical form from temperature -1 on.
    pub fn subzero_thermograph(&self, g: Game) -> Result<Thermograph, Fault> {
        let (left, right, temperature, mean) = self.walls(self.canonical(g)?)?;
        Ok(Thermograph { left: left.corners, right: right.corners, temperature, mean })
    }

    /// The walls of a canonical form, and where they meet: the walls of an integer are its mast. Otherwise
    /// the left scaffold is the highest right wall of a left option, less the tax t, and the right
    /// scaffold the lowest left wall of a right option, plus the tax. Where the scaffolds meet the mast
    /// begins, and up to there they are the walls (II.5).
    fn walls(&self, g: Game) -> Result<(Trajectory, Trajectory, BigRational, BigRational), Fault> {
        self.steps.step()?;
        if let Some(n) = self.as_number(g)?.filter(BigRational::is_integer) {
            let mast = Trajectory::straight(n.clone());
            return Ok((mast.clone(), mast, -BigRational::one(), n));
        }
        let mut left: Option<Trajectory> = None;
        for option in self.options(g, Player::Left) {
            let (_, wall, ..) = deep(|| self.walls(option))?;
            left = Some(left.map_or(wall.clone(), |other| other.highest(&wall)));
        }
        let mut right: Option<Trajectory> = None;
        for option in self.options(g, Player::Right) {
            let (wall, ..) = deep(|| self.walls(option))?;
            right = Some(right.map_or(wall.clone(), |other| other.lowest(&wall)));
        }
        let (Some(left), Some(right)) = (left, right) else {
            return Err(Fault::undefined("a canonical form without options of a player"));
        };
        let left = left.plus_times_t(&-BigRational::one());
        let right = right.plus_times_t(&BigRational::one());
        let Some(temperature) = left.meets(&right) else {
            return Err(Fault::undefined("scaffolds that do not meet"));
        };
        let mean = left.at(&temperature);
        Ok((left.with_mast(&temperature), right.with_mast(&temperature), temperature, mean))
    }

    /// The temperature: where the mast begins.
    pub fn temperature(&self, g: Game) -> Result<BigRational, Fault> {
        Ok(self.subzero_thermograph(g)?.temperature)
    }

    /// The mean: where the mast stands.
    pub fn mean(&self, g: Game) -> Result<BigRational, Fault> {
        Ok(self.subzero_thermograph(g)?.mean)
    }

    /// G cooled by t: {G^L cooled less t | G^R cooled plus t} for the canonical form, and the mean when t
    /// is above the temperature (II.5).
    ///
    /// # Errors
    ///
    /// When t is no dyadic rational.
    pub fn cool(&self, g: Game, t: &BigRational) -> Result<Game, Fault> {
        let g = self.canonical(g)?;
        let thermograph = self.subzero_thermograph(g)?;
        if *t > thermograph.temperature {
            return self.number(&thermograph.mean);
        }
        let options = |player, tax: Game| -> Result<Vec<Game>, Fault> {
            let options = self.options(g, player).into_iter();
            options.map(|option| self.sum(deep(|| self.cool(option, t))?, tax)).collect()
        };
        let left = options(Player::Left, self.number(&-t)?)?;
        let right = options(Player::Right, self.number(t)?)?;
        self.canonical(self.form(left, right)?)
    }
}

impl Thermograph {
    /// The value of a player's wall at a temperature: the mean from the foot of the mast on.
    pub fn wall(&self, player: Player, t: &BigRational) -> BigRational {
        let corners = match player {
            Player::Left => self.left.clone(),
            Player::Right => self.right.clone(),
        };
        Trajectory { corners, slope: BigRational::zero() }.at(t)
    }
}

impl Trajectory {
    /// The same value everywhere.
    fn straight(value: BigRational) -> Trajectory {
        Trajectory { corners: vec![(-BigRational::one(), value)], slope: BigRational::zero() }
    }

    /// The value at a temperature.
    fn at(&self, t: &BigRational) -> BigRational {
        let next = self.corners.partition_point(|(corner, _)| corner <= t);
        let (before, value) = &self.corners[next.saturating_sub(1)];
        let slope = match self.corners.get(next) {
            Some((after, then)) if next > 0 => (then - value) / (after - before),
            _ => self.slope.clone(),
        };
        value + slope * (t - before)
    }

    /// The trajectory plus `factor` times t.
    fn plus_times_t(self, factor: &BigRational) -> Trajectory {
        let corners = self.corners.into_iter().map(|(t, value)| (t.clone(), value + factor * t));
        Trajectory { corners: corners.collect(), slope: self.slope + factor }
    }

    /// The temperatures at which either has a corner or the two cross, in order.
    fn corners_with(&self, other: &Trajectory) -> Vec<BigRational> {
        let corners = self.corners.iter().chain(&other.corners);
        let mut times: Vec<BigRational> = corners.map(|(t, _)| t.clone()).collect();
        times.sort();
        times.dedup();
        let mut crossings = Vec::new();
        for (place, t) in times.iter().enumerate() {
            let above = self.at(t) - other.at(t);
            let slope = match times.get(place + 1) {
                Some(next) => (self.at(next) - other.at(next) - &above) / (next - t),
                None => &self.slope - &other.slope,
            };
            if (&above * &slope).is_negative() {
                let crossing = t - above / slope;
                if times.get(place + 1).is_none_or(|next| crossing < *next) {
                    crossings.push(crossing);
                }
            }
        }
        times.extend(crossings);
        times.sort();
        times
    }

    /// The higher of two trajectories at each temperature.
    fn highest(&self, other: &Trajectory) -> Trajectory {
        let times = self.corners_with(other);
        let corners = times.into_iter().map(|t| {
            let value = self.at(&t).max(other.at(&t));
            (t, value)
        });
        let corners: Vec<Corner> = corners.collect();
        let last = corners.last().map(|(t, _)| t.clone()).unwrap_or_default();
        let slope = match self.at(&last).cmp(&other.at(&last)) {
            std::cmp::Ordering::Greater => self.slope.clone(),
            std::cmp::Ordering::Less => other.slope.clone(),
            std::cmp::Ordering::Equal => self.slope.clone().max(other.slope.clone()),
        };
        Trajectory { corners, slope }.without_false_corners()
    }

    /// The lower of two trajectories at each temperature.
    fn lowest(&self, other: &Trajectory) -> Trajectory {
        self.upside_down().highest(&other.upside_down()).upside_down()
    }

    fn upside_down(&self) -> Trajectory {
        let corners = self.corners.iter().map(|(t, value)| (t.clone(), -value));
        Trajectory { corners: corners.collect(), slope: -&self.slope }
    }

    /// The first temperature at which this trajectory is not above the other.
    fn meets(&self, other: &Trajectory) -> Option<BigRational> {
        self.corners_with(other).into_iter().find(|t| self.at(t) <= other.at(t))
    }

    /// The trajectory up to a temperature, and from there on its value there.
    fn with_mast(&self, foot: &BigRational) -> Trajectory {
        let mut corners: Vec<Corner> =
            self.corners.iter().filter(|(t, _)| t < foot).cloned().collect();
        corners.push((foot.clone(), self.at(foot)));
        Trajectory { corners, slope: BigRational::zero() }.without_false_corners()
    }

    /// Without the corners in which the trajectory goes on straight. The last one stays.
    fn without_false_corners(mut self) -> Trajectory {
        let mut place = 1;
        while place + 1 < self.corners.len() {
            let [(t0, v0), (t1, v1), (t2, v2)] = &self.corners[place - 1..=place + 1] else {
                break;
            };
            match (v1 - v0) * (t2 - t1) == (v2 - v1) * (t1 - t0) {
                true => _ = self.corners.remove(place),
                false => place += 1,
            }
        }
        self
    }
}
