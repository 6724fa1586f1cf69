//! Comparison of a form `{L | R}` before canonicalisation with stored games.
//!
//! Knows: options that are stored games. Must not know: how the form is simplified.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::order::{outlasts, remote_star};
use super::{Game, Rest, Store, StoredGame};
use crate::{Dyadic, Error, Player};

/// A form that is not equal to a number, with nonempty sides.
pub(super) struct NewForm<'s> {
    store: &'s Store,
    left: &'s [Game],
    right: &'s [Game],
    left_stop: &'s Dyadic,
    right_stop: &'s Dyadic,
    depth: u32,
    max_star: u32,
    at_least: RefCell<FxHashMap<Game, bool>>,
    at_most: RefCell<FxHashMap<Game, bool>>,
}

impl<'s> NewForm<'s> {
    /// The form with these options; `None` if a side is empty.
    pub(super) fn new(store: &'s Store, left: &'s [Game], right: &'s [Game]) -> Option<Self> {
        let left_stop = left.iter().map(|l| &store.node(*l).right_stop).max()?;
        let right_stop = right.iter().map(|r| &store.node(*r).number).min()?;
        let (mut depth, mut max_star) = (0, 0);
        for option in left.iter().chain(right) {
            depth = depth.max(store.node(*option).depth);
            max_star = max_star.max(store.node(*option).max_star);
        }
        Some(NewForm {
            store,
            left,
            right,
            left_stop,
            right_stop,
            depth: depth.saturating_add(1),
            // The form itself may be a nimber one larger than its options.
            max_star: max_star.saturating_add(1),
            at_least: RefCell::default(),
            at_most: RefCell::default(),
        })
    }

    /// Whether the stops prove that no infinitesimal plus `x` is a reversing reply to an option of `player`.
    pub(super) fn never_answers_at(&self, x: &Dyadic, player: Player) -> bool {
        match player {
            Player::Left => x > self.right_stop,
            Player::Right => x < self.left_stop,
        }
    }

    /// Whether this is at least `h`.
    pub(super) fn ge(&self, h: Game) -> Result<bool, Error> {
        let node = self.store.node(h);
        if node.number > *self.left_stop || node.right_stop > *self.right_stop {
            return Ok(false);
        }
        if node.number < *self.right_stop {
            return Ok(true);
        }
        if let Some(ups) = self.outlasting(node) {
            return Ok(ups < 0);
        }
        let h = self.near_star(h)?;
        if let Some(known) = self.at_least.borrow().get(&h) {
            return Ok(*known);
        }
        let answer = self.store.deeper(|| self.ge_by_options(h))?;
        self.at_least.borrow_mut().insert(h, answer);
        Ok(answer)
    }

    fn ge_by_options(&self, h: Game) -> Result<bool, Error> {
        self.store.budget.step()?;
        for r in self.right {
            if self.store.le(*r, h)? {
                return Ok(false);
            }
        }
        if self.store.node(h).is_number() {
            return Ok(true);
        }
        for l in self.store.left(h)? {
            if self.le(*l)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether this is at most `h`.
    pub(super) fn le(&self, h: Game) -> Result<bool, Error> {
        let node = self.store.node(h);
        if node.number < *self.left_stop || node.right_stop < *self.right_stop {
            return Ok(false);
        }
        if node.right_stop > *self.left_stop {
            return Ok(true);
        }
        if let Some(ups) = self.outlasting(node) {
            return Ok(ups > 0);
        }
        let h = self.near_star(h)?;
        if let Some(known) = self.at_most.borrow().get(&h) {
            return Ok(*known);
        }
        let answer = self.store.deeper(|| self.le_by_options(h))?;
        self.at_most.borrow_mut().insert(h, answer);
        Ok(answer)
    }

    fn le_by_options(&self, h: Game) -> Result<bool, Error> {
        self.store.budget.step()?;
        for l in self.left {
            if self.store.le(h, *l)? {
                return Ok(false);
            }
        }
        if self.store.node(h).is_number() {
            return Ok(true);
        }
        for r in self.store.right(h)? {
            if self.ge(*r)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The ups of a game with too many of them for this form to matter.
    fn outlasting(&self, h: &StoredGame) -> Option<i64> {
        match h.rest {
            Rest::UpStar { ups, .. } if outlasts(ups, self.depth) => Some(ups),
            _ => None,
        }
    }

    fn near_star(&self, h: Game) -> Result<Game, Error> {
        let node = self.store.node(h);
        match node.rest {
            Rest::UpStar { ups, star } if star / 2 > self.max_star => {
                self.store.upstar(node.number.clone(), ups, remote_star(self.max_star, star))
            }
            _ => Ok(h),
        }
    }
}
