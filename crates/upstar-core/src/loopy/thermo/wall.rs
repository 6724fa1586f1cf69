//! Walls: piecewise linear functions of the temperature with rational corners.
//!
//! Knows: corners and slopes. Must not know: games.

use crate::{Player, Rational, Trajectory};

/// A value that may be infinite, in increasing order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Below every number.
    Off,
    /// A number.
    At(Rational),
    /// Above every number.
    On,
}

impl Level {
    /// The number, if the level is one.
    pub fn finite(&self) -> Option<&Rational> {
        match self {
            Level::At(x) => Some(x),
            _ => None,
        }
    }

    /// The best level for a player.
    pub(super) fn best(player: Player) -> Level {
        if player == Player::Left { Level::On } else { Level::Off }
    }
}

/// A wall at temperatures from zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Wall {
    /// It is at infinity, on the side of this player.
    Infinite(Player),
    /// It is straight between corners.
    #[non_exhaustive]
    Finite {
        /// The corners `(t, x)` by rising `t`, the first at `t = 0`, without points on a line.
        corners: Vec<(Rational, Rational)>,
        /// The slope after the last corner.
        slope: Rational,
    },
}

impl Wall {
    /// The wall through points, the first at `t = 0`, and with this slope after the last.
    pub(super) fn through(points: Vec<(Rational, Rational)>, slope: Rational) -> Wall {
        let mut corners: Vec<(Rational, Rational)> = Vec::with_capacity(points.len());
        let mut steep: Option<Rational> = None;
        for (at, point) in points.iter().enumerate() {
            let next = points.get(at + 1).map_or_else(|| slope.clone(), |next| lean(point, next));
            if steep.as_ref() != Some(&next) {
                corners.push(point.clone());
            }
            steep = Some(next);
        }
        Wall::Finite { corners, slope }
    }

    /// The wall of a short game.
    pub(super) fn of_trajectory(line: &Trajectory) -> Wall {
        let corners = line.corners().iter().map(|(t, x)| (t.into(), x.into())).collect();
        Wall::Finite { corners, slope: i64::from(line.final_slope()).into() }
    }

    /// The corners `(t, x)` by rising `t`; empty if the wall is infinite.
    pub fn corners(&self) -> &[(Rational, Rational)] {
        match self {
            Wall::Infinite(_) => &[],
            Wall::Finite { corners, .. } => corners,
        }
    }

    /// The value at a temperature; below zero, that at zero.
    pub fn at(&self, t: &Rational) -> Level {
        match self {
            Wall::Infinite(player) => Level::best(*player),
            Wall::Finite { corners, .. } => {
                let i = corners.partition_point(|(corner, _)| corner <= t).max(1) - 1;
                let (start, x) = &corners[i];
                let t = if t < start { start } else { t };
                Level::At(x + &(&self.slope_after(i) * &(t - start)))
            }
        }
    }

    /// The slope just above a temperature.
    pub(super) fn slope_at(&self, t: &Rational) -> Rational {
        match self {
            Wall::Infinite(_) => Rational::ZERO,
            Wall::Finite { corners, .. } => {
                self.slope_after(corners.partition_point(|(corner, _)| corner <= t).max(1) - 1)
            }
        }
    }

    /// The first corner above a temperature.
    pub(super) fn bend_after(&self, t: &Rational) -> Option<&Rational> {
        self.corners().iter().map(|(corner, _)| corner).find(|corner| *corner > t)
    }

    fn slope_after(&self, i: usize) -> Rational {
        let Wall::Finite { corners, slope } = self else { unreachable!("only finite walls lean") };
        match (corners.get(i), corners.get(i + 1)) {
            (Some(from), Some(to)) => lean(from, to),
            _ => slope.clone(),
        }
    }
}

/// The slope from a point to a higher one.
fn lean(from: &(Rational, Rational), to: &(Rational, Rational)) -> Rational {
    (&to.1 - &from.1).checked_div(&(&to.0 - &from.0)).expect("corners rise")
}
