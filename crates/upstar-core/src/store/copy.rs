//! Copies of games from one store to another.
//!
//! Knows: the nodes of both stores. Must not know: the order of games.

use rustc_hash::FxHashMap;

use super::{Game, Rest, Store};
use crate::Error;

impl Store {
    /// The game of this store with the value of `g`, a game of any store.
    ///
    /// ```
    /// # use upstar_core::{Budget, Store};
    /// let [one, other] = [(); 2].map(|()| Store::new(Budget::unlimited()));
    /// let g = one.parse("<3|1> + tiny(2)")?;
    /// assert_eq!(other.copy(g)?, other.parse("<3|1> + tiny(2)")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget of this store is exhausted, games are nested too deep, this store is full, or that of `g` is gone.
    /// Cost: once for each follower up to numbers, without comparisons.
    pub fn copy(&self, g: Game) -> Result<Game, Error> {
        if self.has(g) {
            return Ok(g);
        }
        let from = g.store().ok_or(Error::StoreGone)?;
        self.copy_once(&from, g, &mut FxHashMap::default())
    }

    fn copy_once(
        &self,
        from: &Store,
        g: Game,
        done: &mut FxHashMap<Game, Game>,
    ) -> Result<Game, Error> {
        let node = from.node(g);
        let base = match node.rest {
            Rest::UpStar { ups, star } => return self.upstar(node.number.clone(), ups, star),
            Rest::Base(base) => base,
        };
        let rest = match done.get(&base) {
            Some(known) => *known,
            None => {
                self.budget.step()?;
                let mut copies = |games: &[Game]| -> Result<Vec<Game>, Error> {
                    games
                        .iter()
                        .map(|one| self.deeper(|| self.copy_once(from, *one, done)))
                        .collect()
                };
                let (left, right) = (copies(from.left(base)?)?, copies(from.right(base)?)?);
                let rest = self.listed(&left, &right)?;
                done.insert(base, rest);
                rest
            }
        };
        self.translate(&node.number, rest)
    }
}
