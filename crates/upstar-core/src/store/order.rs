//! The partial order of games.
//!
//! Knows: comparing two stored games. Must not know: games not yet in canonical form.
//!
//! `a <= b` if no left option of `a` is at least `b` and no right option of `b` is at most `a` (ONAG, chapter
//! 7). Stops decide most comparisons at once; the rest are memoised with the number of one side moved to the
//! other, so that translates share the result.

use super::{Game, Rest, Store, StoredGame, upstar};
use crate::{Comparison, Error};

/// Recursion depth up to which known results are tried before recursing.
const SHALLOW: u32 = 1000;

impl Store {
    /// Whether `a <= b`.
    ///
    /// ```
    /// # use upstar_core::{Budget, Game, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let up = store.parse("^")?;
    /// assert!(store.le(Game::ZERO, up)?);
    /// assert!(!store.le(up, Game::STAR)? && !store.le(Game::STAR, up)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is exhausted or the games are nested too deep. Cost: at most one step
    /// for each pair of followers, and none when the stops or closed forms decide.
    #[doc(hidden)]
    pub fn le(&self, a: Game, b: Game) -> Result<bool, Error> {
        self.check(&[a, b])?;
        if a == b {
            return Ok(true);
        }
        let (x, y) = (self.node(a), self.node(b));
        if let Some(answer) = le_at_once(x, y) {
            return Ok(answer);
        }
        if y.number.is_zero() {
            return self.le_normal(a, b);
        }
        self.le_normal(self.translate(&-&y.number, a)?, self.without_number(b)?)
    }

    /// The relation of `a` to `b`.
    ///
    /// ```
    /// # use upstar_core::{Budget, Comparison, Game, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// assert_eq!(store.compare(store.parse("^^")?, Game::STAR)?, Comparison::Greater);
    /// assert_eq!(store.compare(store.parse("^")?, Game::STAR)?, Comparison::Confused);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`le`](Store::le).
    #[doc(hidden)]
    pub fn compare(&self, a: Game, b: Game) -> Result<Comparison, Error> {
        Ok(Comparison::from_bounds(self.le(a, b)?, self.le(b, a)?))
    }

    /// `a <= b` for a `b` without a number, not decided by the stops.
    pub(super) fn le_normal(&self, a: Game, b: Game) -> Result<bool, Error> {
        let (a, b) = (self.near_star(a, self.node(b))?, self.near_star(b, self.node(a))?);
        if let Some(answer) = self.le_by_ups(a, b)? {
            return Ok(answer);
        }
        if let Some(answer) = self.orders.get(a, b) {
            return Ok(answer);
        }
        if self.node(a).number.is_zero()
            && let Some(answer) = crate::named::le_of_known(self, a, b)
        {
            return Ok(answer);
        }
        self.budget.step()?;
        let answer = self.deeper(|| self.le_by_options(a, b))?;
        self.orders.insert(a, b, answer);
        Ok(answer)
    }

    /// No option of a number need be tried against a game that is not one (number avoidance).
    ///
    /// Known results are tried first: often they are enough.
    fn le_by_options(&self, a: Game, b: Game) -> Result<bool, Error> {
        let right = if self.node(b).is_number() { &[] } else { self.right(b)? };
        let left = if self.node(a).is_number() { &[] } else { self.left(a)? };
        let pairs = || right.iter().map(|r| (*r, a)).chain(left.iter().map(|l| (b, *l)));
        let mut open = 0u64;
        for (i, (x, y)) in pairs().enumerate() {
            match self.le_known(x, y)? {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open |= 1 << i.min(63),
            }
        }
        for (i, (x, y)) in pairs().enumerate() {
            if open >> i.min(63) & 1 == 1 && self.le(x, y)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `a <= b`, if that is known or follows without options.
    fn le_known(&self, a: Game, b: Game) -> Result<Option<bool>, Error> {
        if a == b {
            return Ok(Some(true));
        }
        let (x, y) = (self.node(a), self.node(b));
        let answer = le_at_once(x, y);
        if answer.is_some() || (self.depth() > SHALLOW) {
            return Ok(answer);
        }
        let (a, b) = match y.number.is_zero() {
            true => (a, b),
            false => (self.translate(&-&y.number, a)?, self.without_number(b)?),
        };
        let (a, b) = (self.near_star(a, self.node(b))?, self.near_star(b, self.node(a))?);
        if let Some(answer) = self.le_by_ups(a, b)? {
            return Ok(Some(answer));
        }
        Ok(self.orders.get(a, b))
    }

    /// Replaces a remote nimber by the first one remote from the other game.
    ///
    /// Source: *Winning Ways*, chapter 8, "remote stars".
    pub(super) fn near_star(&self, g: Game, other: &StoredGame) -> Result<Game, Error> {
        let node = self.node(g);
        match node.rest {
            Rest::UpStar { ups, star } if star / 2 > other.max_star => {
                self.upstar(node.number.clone(), ups, remote_star(other.max_star, star))
            }
            _ => Ok(g),
        }
    }
}

/// A nimber larger than `max_star` and the one after, of the same parity as `star`.
pub(super) fn remote_star(max_star: u32, star: u32) -> u32 {
    ((max_star | 1) + 1) | (star & 1)
}

/// Decides `a <= b` by closed forms or by stops, if they can.
pub(super) fn le_at_once(a: &StoredGame, b: &StoredGame) -> Option<bool> {
    if let (Rest::UpStar { ups, star }, Rest::UpStar { ups: v, star: m }) = (&a.rest, &b.rest) {
        let answer = upstar::compare((&a.number, *ups, *star), (&b.number, *v, *m));
        return Some(matches!(answer, Comparison::Less | Comparison::Equal));
    }
    if a.number > b.number || a.right_stop > b.right_stop {
        return Some(false);
    }
    if a.number < b.right_stop {
        return Some(true);
    }
    match (&a.rest, &b.rest) {
        (Rest::UpStar { ups, .. }, _) if outlasts(*ups, b.depth) => Some(*ups < 0),
        (_, Rest::UpStar { ups, .. }) if outlasts(*ups, a.depth) => Some(*ups > 0),
        _ => None,
    }
}

/// Whether `ups` ups exceed every infinitesimal of this depth.
///
/// By induction on the depth `d` of a game `g`: if the left stop of `g` is at most `x`, then
/// `g <= x + k^ + *n` for every `k >= d + 2`; if only the right stop is, then `g` is not
/// greater than or equal to it for `k >= d + 1`.
pub(super) fn outlasts(ups: i64, depth: u32) -> bool {
    depth != u32::MAX && ups.unsigned_abs() >= u64::from(depth) + 2
}
