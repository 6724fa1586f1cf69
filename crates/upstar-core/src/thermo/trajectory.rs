//! Piecewise linear functions of the temperature.
//!
//! Knows: corners and slopes of -1, 0 and 1. Must not know: games.

use std::cmp::Ordering;
use std::fmt;

use crate::{Dyadic, Rational};

/// A function of the temperature `t`, from its first corner on, straight between its corners with slope -1, 0
/// or 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Trajectory {
    /// The corners `(t, x)` by rising `t`; the first is at `t = 0`, or at -1 in subzero thermographs.
    corners: Vec<(Dyadic, Dyadic)>,
    /// The slope after the last corner.
    slope: i8,
}

impl Trajectory {
    /// The constant `x`.
    pub fn mast(x: Dyadic) -> Self {
        Trajectory::from(Dyadic::ZERO, x)
    }

    /// The constant `x` from temperature `t` on.
    pub(super) fn from(t: Dyadic, x: Dyadic) -> Self {
        Trajectory { corners: vec![(t, x)], slope: 0 }
    }

    /// The polyline through points, which need not all be corners, vertical above the last.
    pub(super) fn vertical_above(points: Vec<(Dyadic, Dyadic)>) -> Self {
        let mut line = Trajectory { corners: Vec::with_capacity(points.len()), slope: 0 };
        points.into_iter().for_each(|(t, x)| line.push(t, x));
        line
    }

    /// The corners `(t, x)` by rising temperature; the first is at `t = 0`, or at -1 in subzero thermographs.
    pub fn corners(&self) -> &[(Dyadic, Dyadic)] {
        &self.corners
    }

    /// The slope after the last corner; 0 for the walls of a thermograph.
    pub fn final_slope(&self) -> i8 {
        self.slope
    }

    /// The value at temperature `t`; below the first corner, the value there.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store, thermograph};
    /// # let store = Store::new(Budget::unlimited());
    /// let graph = thermograph(&store, store.parse("{5|1}")?)?;
    /// assert_eq!([0, 1, 9].map(|t| graph.left.at(&t.into())), [5, 4, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let i = self.corners.partition_point(|(corner, _)| corner <= t);
        let Some((start, x)) = i.checked_sub(1).and_then(|i| self.corners.get(i)) else {
            return self.corners[0].1.clone();
        };
        along(x, self.slope_after(i - 1), &(t - start))
    }

    /// The value at any rational temperature `t`; below the first corner, the value there.
    pub fn at_rational(&self, t: &Rational) -> Rational {
        let i = self.corners.partition_point(|(corner, _)| Rational::from(corner) <= *t);
        let Some((start, x)) = i.checked_sub(1).and_then(|i| self.corners.get(i)) else {
            return Rational::from(&self.corners[0].1);
        };
        let slope = Rational::from(i64::from(self.slope_after(i - 1)));
        &Rational::from(x) + &(&slope * &(t - &Rational::from(start)))
    }

    /// The slope between corner `i` and the next.
    fn slope_after(&self, i: usize) -> i8 {
        match (self.corners.get(i), self.corners.get(i + 1)) {
            (Some((_, x)), Some((_, y))) => y.cmp(x) as i8,
            _ => self.slope,
        }
    }

    /// This plus a constant.
    pub(super) fn translate(&self, x: &Dyadic) -> Trajectory {
        let corners = self.corners.iter().map(|(t, y)| (t.clone(), y + x)).collect();
        Trajectory { corners, slope: self.slope }
    }

    /// This plus `direction * t`; of a direction that is not -1, 0 or 1 only the sign matters.
    pub fn tilt(&self, direction: i8) -> Trajectory {
        let direction = direction.signum();
        let corners =
            self.corners.iter().map(|(t, y)| (t.clone(), along(y, direction, t))).collect();
        Trajectory { corners, slope: self.slope.saturating_add(direction) }
    }

    /// The larger of the two at each temperature (`Greater`), or the smaller (`Less`).
    pub(super) fn envelope(&self, other: &Trajectory, wanted: Ordering) -> Trajectory {
        let mut all = Trajectory { corners: Vec::new(), slope: 0 };
        let choose = |s: &Interval| if s.a.cmp(&s.b) == wanted { s.a.clone() } else { s.b.clone() };
        for interval in intervals(self, other) {
            all.push(interval.t.clone(), choose(&interval));
            let gap = &interval.a - &interval.b;
            let closing = interval.slope_b - interval.slope_a;
            let wait = crossing(&gap, closing);
            all.slope = match (&wait, gap.sign()) {
                (None, sign) if sign == wanted => interval.slope_a,
                (None, sign) if sign != Ordering::Equal => interval.slope_b,
                _ if wanted == Ordering::Greater => interval.slope_a.max(interval.slope_b),
                _ => interval.slope_a.min(interval.slope_b),
            };
            let t =
                wait.map(|wait| (&interval.t + &wait, along(&interval.a, interval.slope_a, &wait)));
            if let Some((t, x)) = t
                && interval.end.is_none_or(|end| t < end)
            {
                all.push(t, x);
            }
        }
        all
    }

    /// The first temperature at which this is no longer above `other`, if any.
    pub(super) fn meets(&self, other: &Trajectory) -> Option<Dyadic> {
        for interval in intervals(self, other) {
            let gap = &interval.a - &interval.b;
            if !gap.is_positive() {
                return Some(interval.t);
            }
            if let Some(wait) = crossing(&gap, interval.slope_b - interval.slope_a) {
                let t = &interval.t + &wait;
                if interval.end.is_none_or(|end| t < end) {
                    return Some(t);
                }
            }
        }
        None
    }

    /// This up to temperature `t`, then constant.
    pub(super) fn stand_from(&self, t: &Dyadic) -> Trajectory {
        let mut cut = Trajectory { corners: Vec::new(), slope: 0 };
        for (corner, x) in self.corners.iter().take_while(|(corner, _)| corner < t) {
            cut.push(corner.clone(), x.clone());
        }
        cut.push(t.clone(), self.at(t));
        cut
    }

    /// Appends a corner, and drops the previous one if it is not a corner any more.
    fn push(&mut self, t: Dyadic, x: Dyadic) {
        if let [.., (t0, x0), (t1, x1)] = &self.corners[..] {
            let straight = x1.cmp(x0) == x.cmp(x1) && t0 < t1;
            if straight {
                self.corners.pop();
            }
        }
        self.corners.push((t, x));
    }
}

/// The corners `(t, x)`, and the slope after the last one where it is not 0.
///
/// ```
/// # use upstar_core::{Dyadic, Error, Game, Player, Trajectory};
/// let wall = Game::new([5], [1])?.thermograph()?.wall(Player::Left).clone();
/// assert_eq!(wall.to_string(), "[(0, 5), (2, 3)]");
/// assert_eq!(Trajectory::mast(Dyadic::ONE).tilt(1).to_string(), "[(0, 1)] with slope 1");
/// # Ok::<(), Error>(())
/// ```
impl fmt::Display for Trajectory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let corners: Vec<String> =
            self.corners.iter().map(|(t, x)| format!("({t}, {x})")).collect();
        let corners = corners.join(", ");
        match self.slope {
            0 => f.pad(&format!("[{corners}]")),
            slope => f.pad(&format!("[{corners}] with slope {slope}")),
        }
    }
}

/// An interval without corners of two trajectories.
struct Interval {
    t: Dyadic,
    end: Option<Dyadic>,
    a: Dyadic,
    b: Dyadic,
    slope_a: i8,
    slope_b: i8,
}

fn intervals(a: &Trajectory, b: &Trajectory) -> Vec<Interval> {
    let mut all: Vec<Interval> = Vec::with_capacity(a.corners.len() + b.corners.len());
    let (mut i, mut j) = (0, 0);
    while i < a.corners.len() || j < b.corners.len() {
        let t = match (a.corners.get(i), b.corners.get(j)) {
            (Some((s, _)), Some((t, _))) => s.min(t).clone(),
            (Some((s, _)), None) | (None, Some((s, _))) => s.clone(),
            (None, None) => break,
        };
        i += usize::from(a.corners.get(i).is_some_and(|(s, _)| *s == t));
        j += usize::from(b.corners.get(j).is_some_and(|(s, _)| *s == t));
        if let Some(before) = all.last_mut() {
            before.end = Some(t.clone());
        }
        let (slope_a, slope_b) = (a.slope_after(i - 1), b.slope_after(j - 1));
        all.push(Interval { a: a.at(&t), b: b.at(&t), t, end: None, slope_a, slope_b });
    }
    all
}

/// The time until a gap closes at this speed, if it does.
fn crossing(gap: &Dyadic, closing: i8) -> Option<Dyadic> {
    let gap = match gap.sign() {
        Ordering::Less => (-gap, -closing),
        _ => (gap.clone(), closing),
    };
    match gap {
        (gap, _) if gap.is_zero() => None,
        (gap, 1) => Some(gap),
        (gap, 2) => Some(gap.half()),
        _ => None,
    }
}

/// The point `x + slope * t`.
fn along(x: &Dyadic, slope: i8, t: &Dyadic) -> Dyadic {
    match slope {
        0 => x.clone(),
        1 => x + t,
        -1 => x - t,
        _ => x + &(&Dyadic::from(i64::from(slope)) * t),
    }
}
