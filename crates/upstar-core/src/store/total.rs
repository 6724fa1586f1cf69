//! Sums of many games.
//!
//! Knows: the best order of addition. Must not know: sums of two games.

use rustc_hash::FxHashMap;

use super::{Game, Rest, Store};
use crate::{Dyadic, Error};

/// The stops and the depth of a game.
type StopsAndDepth = (Dyadic, Dyadic, u32);

impl Store {
    /// The sum of some games, in any order.
    ///
    /// Cost: each sum costs sums of followers of its summands, so negatives are cancelled first: a summand is
    /// negated only if stops and depth agree with the negative of another. Equal games are added
    /// consecutively, and numbers, ups and nimbers, which would multiply the followers of all totals, come
    /// last.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// # let store = Store::new(Budget::unlimited());
    /// let games = ["{3|1}", "^", "{-1|-3}", "*"].map(|text| store.parse(text).unwrap());
    /// assert_eq!(store.total(&games)?, store.parse("^*")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`add`](Store::add).
    #[doc(hidden)]
    pub fn total(&self, games: &[Game]) -> Result<Game, Error> {
        self.check(games)?;
        let mut packed = Game::ZERO;
        let mut copies: FxHashMap<Game, u64> = FxHashMap::default();
        for game in games {
            self.budget.step()?;
            if matches!(self.node(*game).rest, Rest::UpStar { .. }) {
                packed = self.add(packed, *game)?;
            } else {
                *copies.entry(*game).or_default() += 1;
            }
        }
        let mut listed = self.without_negatives(copies)?;
        // By age: later games are usually built from earlier ones.
        listed.sort_unstable_by_key(|(game, _)| game.word());
        let mut total = Game::ZERO;
        for (game, n) in listed {
            for _ in 0..n {
                total = self.add(total, game)?;
            }
        }
        self.add(total, packed)
    }

    /// Cancels negatives among copies of listed games.
    fn without_negatives(
        &self,
        mut copies: FxHashMap<Game, u64>,
    ) -> Result<Vec<(Game, u64)>, Error> {
        let mut games: Vec<Game> = copies.keys().copied().collect();
        Game::sort(&mut games);
        let mut shapes: FxHashMap<StopsAndDepth, u64> = FxHashMap::default();
        for game in &games {
            *shapes.entry(self.shape(*game)).or_default() += copies[game];
        }
        for game in &games {
            let shape = self.shape(*game);
            let turned = (-&shape.1, -&shape.0, shape.2);
            if shapes.get(&turned).is_none_or(|n| *n <= u64::from(turned == shape)) {
                continue;
            }
            self.budget.step()?;
            let negative = self.neg(*game)?;
            let (mine, yours) = (copies[game], copies.get(&negative).copied().unwrap_or(0));
            if negative == *game {
                copies.insert(negative, mine % 2);
            } else if yours > 0 {
                let least = mine.min(yours);
                copies.insert(*game, mine - least);
                copies.insert(negative, yours - least);
            }
        }
        Ok(copies.into_iter().filter(|(_, n)| *n > 0).collect())
    }

    /// An invariant that distinguishes most games from the negatives of others.
    fn shape(&self, game: Game) -> StopsAndDepth {
        let node = self.node(game);
        (node.number.clone(), node.right_stop.clone(), node.depth)
    }
}
