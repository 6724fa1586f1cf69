//! Search on a whole position, beside the search of sums.
//!
//! Knows: for which sums it is tried, and how it takes turns. Must not know: how it searches.
//!
//! Where moves only take each other away (`../taking/`), a bound often decides a position long before it falls apart, and
//! the sum of its parts is searched as one position. In each round it makes a few times as many steps as the search of
//! sums may, which is about as much time. What it has met stays for the other player.

use crate::solve::taking::{AnySearch, Takings};
use crate::solve::{Component, Playable, Searches};
use crate::{Exhausted, Player};

/// How many times as many steps it makes.
const SHARE: u64 = 4;
/// Most positions in the table of a search that is kept for the next question.
const MOST_KEPT: usize = 1 << 22;

/// A search on a sum as one position.
#[derive(Debug)]
pub(super) struct Whole<P> {
    sum: Vec<Component<P>>,
    /// `None` where moves do more than take each other away, or are too many.
    search: Option<AnySearch>,
    /// Who moves first in the search that is under way.
    first: Option<Player>,
}

impl<P: Clone + Eq> Whole<P> {
    /// Whether the player who moves first wins; `None` if that is not found in a round of so many steps.
    pub(super) fn wins<R: Playable<Position = P>>(
        known: &mut Option<Whole<P>>,
        searches: &Searches<'_, R>,
        (sum, first): (&[Component<P>], Player),
        steps: u64,
    ) -> Result<Option<bool>, Exhausted> {
        if known.as_ref().is_none_or(|known| known.sum != sum) {
            let takings = Takings::of_sum(sum, |position| searches.rules.takings(position));
            // Impartial positions are searched for nimbers.
            let takings = takings.filter(|takings| !takings.is_impartial());
            let search = takings.as_ref().and_then(AnySearch::new);
            *known = Some(Whole { sum: sum.to_vec(), search, first: None });
        }
        let Some(Whole { search: Some(search), first: begun, .. }) = known else { return Ok(None) };
        if *begun != Some(first) {
            search.begin(first);
            *begun = Some(first);
        }
        search.go_on(searches.store.budget(), steps.saturating_mul(SHARE))
    }

    /// Whether it is worth keeping.
    pub(super) fn is_small(&self) -> bool {
        self.search.as_ref().is_none_or(|search| search.len() <= MOST_KEPT)
    }
}
