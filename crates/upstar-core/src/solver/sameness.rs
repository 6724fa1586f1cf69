//! Positions in which both players have the same moves, found by comparing them.
//!
//! Knows: the moves of numbered positions. Must not know: what is asked about them.
//!
//! Rules may say that they are impartial ([`Hints::impartial`](crate::Hints::impartial)). Where they do not, all
//! positions that follow are listed, up to a bound, and their moves compared.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::RwLock;
use rustc_hash::FxHashSet;

use super::numbered::Numbered;
use crate::solve::{Component, OptionList};
use crate::{Budget, Error, Player};

/// Most positions whose moves are compared to find out whether a position is impartial.
pub(super) const MOST_COMPARED: usize = 1 << 16;

/// What is known of positions without a hint.
#[derive(Debug, Default)]
pub(super) struct Sameness {
    /// Whether there are impartial ones.
    is_used: AtomicBool,
    /// Positions that are impartial; with each all that follow it.
    impartial: RwLock<FxHashSet<u32>>,
    /// Positions that are not, or that too many follow.
    others: RwLock<FxHashSet<u32>>,
}

impl Sameness {
    /// Whether a position is known to be impartial.
    pub(super) fn is_known(&self, number: u32) -> bool {
        self.is_used.load(Relaxed) && self.impartial.read().contains(&number)
    }

    /// Whether positions, and all that follow them, are impartial; `false` also when more than [`MOST_COMPARED`] follow.
    ///
    /// # Errors
    /// When the rules fail, or the budget is exhausted. Cost: the moves of both players in each position.
    pub(super) fn compare(
        &self,
        rules: &dyn Numbered,
        budget: &Budget,
        roots: impl Iterator<Item = u32>,
    ) -> Result<bool, Error> {
        for root in roots {
            if self.is_known(root) {
                continue;
            }
            if self.others.read().contains(&root) {
                return Ok(false);
            }
            let Some(followers) = self.followers(rules, budget, root)? else {
                self.others.write().insert(root);
                return Ok(false);
            };
            // All at once: a search that meets one of them meets what follows it.
            self.impartial.write().extend(followers);
            self.is_used.store(true, Relaxed);
        }
        Ok(true)
    }

    /// The positions that follow one and are not known; `None` when one of them is not impartial, or they are too many.
    fn followers(
        &self,
        rules: &dyn Numbered,
        budget: &Budget,
        root: u32,
    ) -> Result<Option<FxHashSet<u32>>, Error> {
        let (mut seen, mut open) = (FxHashSet::from_iter([root]), vec![root]);
        while let Some(number) = open.pop() {
            let mut sides = [Vec::new(), Vec::new()];
            for (player, side) in [Player::Left, Player::Right].into_iter().zip(&mut sides) {
                budget.step()?;
                let mut options = OptionList::default();
                rules.list(number, player, &mut options)?;
                *side = options.into_sums().into_iter().map(key).collect::<Vec<_>>();
                side.sort_unstable();
                side.dedup();
            }
            let [left, right] = sides;
            if left != right {
                return Ok(None);
            }
            for to in
                left.into_iter().flatten().filter_map(|(to, is_game)| (!is_game).then_some(to))
            {
                let to = to as u32;
                if !self.is_known(to) && seen.insert(to) {
                    open.push(to);
                }
            }
            if seen.len() > MOST_COMPARED {
                return Ok(None);
            }
        }
        Ok(Some(seen))
    }
}

/// A sum as a sorted list of numbers, each with whether it is that of a game. If all positions are impartial, each is its
/// own negative.
fn key(sum: Vec<Component<u32>>) -> Vec<(u64, bool)> {
    let mut key: Vec<(u64, bool)> = sum
        .iter()
        .map(|part| match part {
            Component::Position(number) | Component::Negative(number) => {
                (u64::from(*number), false)
            }
            Component::Value(game) => (game.word(), true),
        })
        .collect();
    key.sort_unstable();
    key
}
