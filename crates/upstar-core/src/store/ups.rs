//! Bounds of infinitesimals in multiples of up, to decide comparisons.
//!
//! Knows: comparing with multiples of up. Must not know: canonical forms.
//!
//! The largest multiple of up below a game and the smallest one above are monotone, as the stops are: `a <=
//! b` implies that both bounds of `a` are at most those of `b`, and follows if the upper bound of `a` is at
//! most the lower bound of `b`.

use super::node::UpBounds;
use super::{Game, Rest, Store, StoredGame};
use crate::{Dyadic, Error};

/// Limit of the depth of games whose bounds are computed: larger bounds might overflow.
const DEEPEST: u32 = 1 << 30;

impl Store {
    /// Decides `a <= b` by bounds in multiples of up, if possible; both without numbers or with the same one.
    pub(super) fn le_by_ups(&self, a: Game, b: Game) -> Result<Option<bool>, Error> {
        let (x, y) = (self.node(a), self.node(b));
        if !infinitesimal(x) || !infinitesimal(y) {
            return Ok(None);
        }
        let (x, y) = match (packed(x), packed(y)) {
            (None, None) => (Some(self.up_bounds(a)?), Some(self.up_bounds(b)?)),
            // This may be part of the computation of the bounds.
            (x @ Some(_), _) => (x, y.ups.get()),
            (_, y) => (x.ups.get(), y),
        };
        let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
        if x.high <= y.low {
            return Ok(Some(true));
        }
        Ok((x.low > y.low || x.high > y.high).then_some(false))
    }

    fn up_bounds(&self, g: Game) -> Result<UpBounds, Error> {
        let node = self.node(g);
        if let Some(known) = node.ups.get() {
            return Ok(known);
        }
        let multiple = |k: i32| self.upstar(Dyadic::ZERO, i64::from(k), 0);
        let low = last_passing(node, |k| self.le_normal(multiple(k)?, g))?;
        let high = -last_passing(node, |k| self.le_normal(g, multiple(-k)?))?;
        let bounds = UpBounds { low, high };
        node.ups.set(bounds);
        Ok(bounds)
    }
}

/// Exponential and binary search for the largest number of ups that passes a monotone test.
fn last_passing(
    node: &StoredGame,
    passes: impl Fn(i32) -> Result<bool, Error>,
) -> Result<i32, Error> {
    let limit = node.depth.min(DEEPEST) as i32 + 2;
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

/// Whether this is an infinitesimal within the depth limit.
fn infinitesimal(node: &StoredGame) -> bool {
    node.number.is_zero() && node.right_stop.is_zero() && node.depth < DEEPEST
}

/// The bounds of a packed game.
fn packed(node: &StoredGame) -> Option<UpBounds> {
    let Rest::UpStar { ups, star } = node.rest else { return None };
    let ups = i32::try_from(ups).ok()?;
    let slack = match star {
        0 => 0,
        1 => 2,
        _ => 1,
    };
    Some(UpBounds { low: ups.checked_sub(slack)?, high: ups.checked_add(slack)? })
}
