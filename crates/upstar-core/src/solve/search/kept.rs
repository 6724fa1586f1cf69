//! Winners of sums that an archive keeps between runs.
//!
//! Knows: which sums are worth it. Must not know: the search.

use super::SumSearch;
use super::atoms::{AtomKind, SignedAtom};
use super::state::LeftSum;
use super::table::SumNode;
use crate::solve::{Component, Playable};
use crate::{Error, Game};

/// Visits from which on the winner of a sum is kept: fewer are made again as fast as it is read.
const FEWEST_VISITS: u32 = 4;

impl<R: Playable> SumSearch<'_, R> {
    /// Whether the mover of a sum wins, if an earlier run has found it.
    pub(super) fn recall(&self, state: &LeftSum) -> Result<Option<bool>, Error> {
        if !self.keeps() || !self.searches.has_earlier_winners() {
            return Ok(None);
        }
        let key = self.key(state.game, &state.terms)?;
        Ok(key.and_then(|key| self.searches.recall_winner(&key)))
    }

    /// Settles who wins a sum, and keeps it.
    pub(super) fn solved(&self, node: &SumNode, wins: bool) -> Result<(), Error> {
        node.settle(wins);
        self.note_bound(node, wins)?;
        if self.keeps() && node.work() >= FEWEST_VISITS {
            let (game, terms) = node.sum();
            if let Some(key) = self.key(game, terms)? {
                self.searches.keep_winner(key, wins);
            }
        }
        Ok(())
    }

    /// Only where the answer cannot depend on which sums are met.
    fn keeps(&self) -> bool {
        self.settings.together && self.searches.keeps()
    }

    fn key(&self, game: Game, terms: &[SignedAtom]) -> Result<Option<Vec<u8>>, Error> {
        let part = |term: &SignedAtom| match self.memory.atoms.kind(*term) {
            AtomKind::Position(position) if term.is_negative() => {
                Ok(Component::Negative(position.clone()))
            }
            AtomKind::Position(position) => Ok(Component::Position(position.clone())),
            AtomKind::Game { game, .. } if term.is_negative() => {
                Ok(Component::Value(self.searches.store.neg(*game)?))
            }
            AtomKind::Game { game, .. } => Ok(Component::Value(*game)),
        };
        let parts = terms.iter().map(part).collect::<Result<Vec<_>, Error>>()?;
        self.searches.sum_key(game, parts.into_iter())
    }
}
