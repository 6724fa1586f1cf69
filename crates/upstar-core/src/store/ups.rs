//! Where infinitesimals lie among the multiples of up, kept to decide comparisons.
//!
//! Knows: comparing with multiples of up. Must not know: canonical forms.
//!
//! The largest multiple of up below a game and the smallest one above are monotone, as the
//! stops are: `a <= b` needs both bounds of `a` to be at most those of `b`, and follows when
//! the upper bound of `a` is at most the lower bound of `b`.

use super::node::UpBounds;
use super::{Game, Node, Rest, Store};
use crate::{Dyadic, Error};

/// The nimbers added to the multiples of up compared with; the last is beyond any other.
const STARS: [u32; 3] = [0, 1, 1 << 30];
/// Games with larger nimbers are not compared with multiples of up.
const LARGEST_STAR: u32 = 1 << 28;

impl Store {
    /// Decides `a <= b` by how many ups each lies between, if that can; both without numbers
    /// or with the same one.
    pub(super) fn le_by_ups(&self, a: Game, b: Game) -> Result<Option<bool>, Error> {
        let (x, y) = (self.node(a), self.node(b));
        if !infinitesimal(x) || !infinitesimal(y) {
            return Ok(None);
        }
        let (x, y) = match (packed(x), packed(y)) {
            (None, None) => (Some(self.up_bounds(a)?), Some(self.up_bounds(b)?)),
            // Perhaps asked in order to find the bounds themselves.
            (x @ Some(_), _) => (x, y.ups.get()),
            (_, y) => (x.ups.get(), y),
        };
        let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
        if x.iter().zip(&y).any(|(x, y)| x.high <= y.low) {
            return Ok(Some(true));
        }
        let above = x.iter().zip(&y).any(|(x, y)| x.low > y.low || x.high > y.high);
        Ok(above.then_some(false))
    }

    fn up_bounds(&self, g: Game) -> Result<[UpBounds; 3], Error> {
        let node = self.node(g);
        if let Some(known) = node.ups.get() {
            return Ok(known);
        }
        let mut bounds = [UpBounds { low: i32::MIN, high: i32::MAX }; 3];
        for (bounds, star) in bounds.iter_mut().zip(STARS) {
            let multiple = |k: i32| self.upstar(Dyadic::ZERO, i64::from(k), star);
            bounds.low = last_passing(node, |k| self.below(multiple(k)?, g))?;
            bounds.high = -last_passing(node, |k| self.below(g, multiple(-k)?))?;
        }
        node.ups.set(Some(bounds));
        Ok(bounds)
    }

    /// `a <= b` where one is a multiple of up with a nimber, without asking for bounds.
    fn below(&self, a: Game, b: Game) -> Result<bool, Error> {
        self.le_normal(self.near_star(a, self.node(b))?, self.near_star(b, self.node(a))?)
    }
}

/// The largest number of ups that passes a test passed by all smaller and no larger ones.
fn last_passing(node: &Node, passes: impl Fn(i32) -> Result<bool, Error>) -> Result<i32, Error> {
    let limit = i32::try_from(node.depth.saturating_add(2)).unwrap_or(i32::MAX).min(i32::MAX / 2);
    let (mut yes, mut no, mut probe, mut step) = (-limit, limit, 0, 1);
    while yes + 1 < no {
        let bracketed = -limit < yes && no < limit;
        let k = if bracketed { yes + (no - yes) / 2 } else { probe.clamp(yes + 1, no - 1) };
        let passed = passes(k)?;
        if passed {
            yes = k
        } else {
            no = k
        }
        probe = if passed { k.saturating_add(step) } else { k.saturating_sub(step) };
        step = step.saturating_mul(2);
    }
    Ok(yes)
}

/// Whether this is a number plus an infinitesimal.
fn infinitesimal(node: &Node) -> bool {
    node.number.is_zero() && node.right_stop.is_zero() && node.max_star < LARGEST_STAR
}

/// The bounds of a packed game.
fn packed(node: &Node) -> Option<[UpBounds; 3]> {
    let Rest::UpStar { ups, star } = node.rest else { return None };
    let ups = i32::try_from(ups).ok().filter(|ups| ups.unsigned_abs() < 1 << 30)?;
    Some(STARS.map(|other| {
        let slack = match star ^ other {
            0 => 0,
            1 => 2,
            _ => 1,
        };
        UpBounds { low: ups - slack, high: ups + slack }
    }))
}
