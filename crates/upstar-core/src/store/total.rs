//! Sums of many games.
//!
//! Knows: in which order they are best added. Must not know: how two are added.

use rustc_hash::FxHashMap;

use super::{Game, Rest, Store};
use crate::Error;

impl Store {
    /// The sum of some games, in any order.
    ///
    /// Cost: each sum asks for the sums of followers of its summands, so what cancels is dropped
    /// first, equal games are added next to each other, and numbers, ups and nimbers, which
    /// would multiply the followers of all totals, come last.
    ///
    /// # Errors
    /// As for [`add`](Store::add).
    pub fn total(&self, games: &[Game]) -> Result<Game, Error> {
        let mut packed = Game::ZERO;
        let mut copies: FxHashMap<Game, i64> = FxHashMap::default();
        for game in games {
            self.budget.step()?;
            if matches!(self.node(*game).rest, Rest::UpStar { .. }) {
                packed = self.add(packed, *game)?;
                continue;
            }
            let negative = self.neg(*game)?;
            match copies.get_mut(&negative) {
                Some(n) if *n > 0 => *n -= 1,
                _ => *copies.entry(*game).or_default() += 1,
            }
        }
        let mut listed: Vec<(Game, i64)> = copies.into_iter().filter(|(_, n)| *n > 0).collect();
        // By age: those found later are as a rule made of those found before.
        listed.sort_unstable();
        let mut total = Game::ZERO;
        for (game, n) in listed {
            for _ in 0..n {
                total = self.add(total, game)?;
            }
        }
        self.add(total, packed)
    }
}
