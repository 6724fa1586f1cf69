//! The ordinal sum.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Store};

impl Store {
    /// The ordinal sum `base : h` of canonical forms, `{G^L, G:H^L | G^R, G:H^R}`.
    ///
    /// # Errors
    /// When the budget is exhausted or options cannot be listed. Cost: one canonical form for
    /// each follower of `h`.
    ///
    /// Source: *Winning Ways*, chapter 7; Siegel, *Combinatorial Game Theory*, II.1.
    pub fn ordinal_sum(&self, base: Game, h: Game) -> Result<Game, Error> {
        self.ordinal(base, h, &mut FxHashMap::default())
    }

    fn ordinal(
        &self,
        base: Game,
        h: Game,
        known: &mut FxHashMap<Game, Game>,
    ) -> Result<Game, Error> {
        if let Some(sum) = known.get(&h) {
            return Ok(*sum);
        }
        self.budget().step()?;
        let (mut left, mut right) = (self.left_options(base)?, self.right_options(base)?);
        for option in self.left_options(h)? {
            left.push(self.deeper(|| self.ordinal(base, option, known))?);
        }
        for option in self.right_options(h)? {
            right.push(self.deeper(|| self.ordinal(base, option, known))?);
        }
        let sum = self.game(&left, &right)?;
        known.insert(h, sum);
        Ok(sum)
    }
}
