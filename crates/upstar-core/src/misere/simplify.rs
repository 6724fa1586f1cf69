//! Search for simpler sums that equal a game.
//!
//! Knows: which options of options are candidates. Must not know: how sums are stored.

use rustc_hash::{FxHashMap, FxHashSet};

use super::genus::mex;
use super::simplest::{MisereGames, reverts_to};
use super::sums::{MisereSum, MisereSums};
use crate::Error;

/// Limit of the number of candidates for the simplest form of a game.
const MOST_TRIED: usize = 100_000;

/// Search for a simpler sum that equals a game.
pub(super) struct Simplify<'p> {
    sums: &'p mut MisereSums,
    /// Memo of options.
    known: FxHashMap<MisereSum, Vec<MisereSum>>,
}

impl<'p> Simplify<'p> {
    pub(super) fn new(sums: &'p mut MisereSums) -> Self {
        Simplify { sums, known: FxHashMap::default() }
    }

    /// The sum to which the game with these options reverts; Nim heaps were tried before.
    pub(super) fn simpler(&mut self, options: &[MisereSum]) -> Result<Option<MisereSum>, Error> {
        let nimber = mex(options.iter().map(|option| self.sums.normal(*option)));
        let mut tried = FxHashSet::default();
        for &reversible in options {
            if self.sums.as_nimber(reversible).is_some() {
                continue;
            }
            for simpler in self.options(reversible)? {
                self.sums.budget.step()?;
                if tried.len() > MOST_TRIED {
                    return Ok(None);
                }
                let same_nimber = self.sums.normal(simpler) == nimber;
                if same_nimber && tried.insert(simpler) && reverts_to(self, options, simpler)? {
                    return Ok(Some(simpler));
                }
            }
        }
        Ok(None)
    }
}

impl MisereGames for Simplify<'_> {
    type Game = MisereSum;
    type Error = Error;

    fn options(&mut self, game: MisereSum) -> Result<Vec<MisereSum>, Error> {
        if let Some(known) = self.known.get(&game) {
            return Ok(known.clone());
        }
        let options = self.sums.options_of(game)?;
        self.known.insert(game, options.clone());
        Ok(options)
    }

    fn has(&mut self, game: MisereSum, option: MisereSum) -> Result<bool, Error> {
        if let Some(heap) = self.sums.as_nimber(game) {
            return Ok(self.sums.as_nimber(option).is_some_and(|n| n < heap));
        }
        if let Some(known) = self.known.get(&game) {
            return Ok(known.binary_search(&option).is_ok());
        }
        Ok(self.options(game)?.binary_search(&option).is_ok())
    }

    fn next_wins(&mut self, options: &[MisereSum]) -> Result<bool, Error> {
        if options.is_empty() {
            return Ok(true);
        }
        for option in options {
            if self.sums.genus(*option)?.misere() == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
