//! Who wins a sum of positions, without its value.
//!
//! Knows: sums as sorted terms, which of them cancel, and a search that proves a winner.
//! Must not know: boards, or how rules are written.
//!
//! A question "does the player to move win?" is turned round until Left is the one to move, so a
//! sum and its negative share what is found. Parts whose value is found with little effort are
//! replaced by it; the others are played out. The two ways take turns, each with four times the
//! effort of the round before, so the answer costs a few times what the cheaper way alone does.
//!
//! Sums where the opponent has few moves are tried first. Boards count their moves by the bits where rules fit
//! (`Playable::mobility`); rules with expressions list them. A position that a symmetry makes its own negative is
//! the same summand for both players. If the symmetry also shows that each move can be mirrored and play ends, the
//! position is 0 (`Playable::is_zero`). The memo of values also holds what the search has found. At three
//! quarters of the memory allowed, it keeps the sums that took the most work, and goes on.

mod atoms;
mod bounds;
mod choices;
mod kept;
mod moves;
mod prove;
mod question;
mod state;
mod table;
mod whole;

use super::ahead::together;
use super::{Component, Playable, Searches};
use crate::Player;
use crate::budget::is_helping;

use atoms::Atoms;
use choices::Collector;
use question::answer;
use table::SumTable;
use whole::Whole;

/// Method that found an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// The values of the components.
    Value,
    /// A search, this one or an earlier one.
    Search,
    /// The graph of all positions that follow.
    Graph,
}

impl Method {
    /// Method of a pair of answers: the more expensive one.
    #[must_use]
    pub fn and(self, other: Method) -> Method {
        self.max(other)
    }
}

/// Which shortcuts are taken, all of them but for tests, and how much is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Settings {
    /// Whether a component and its negative cancel.
    cancel: bool,
    /// Whether values of components are used that are found with little effort.
    values: bool,
    /// Whether means and temperatures decide sums of values.
    heat: bool,
    /// Whether moves that leave few replies are tried first.
    mobility: bool,
    /// Whether a sum is searched as one position, too.
    whole: bool,
    /// Number of sums or atoms from which only those are kept that took the most work.
    most: usize,
    /// Number that is kept even if memory is short.
    fewest: usize,
    /// Steps of the first round, which one thread makes alone.
    first_round: u64,
    /// Several threads search where the budget allows it. It does not matter which positions they meet.
    together: bool,
    /// Other searches, with tables of their own, ask for the same options.
    in_company: bool,
}

impl Settings {
    const USUAL: Settings = Settings {
        cancel: true,
        values: true,
        heat: true,
        mobility: true,
        whole: true,
        most: 1 << 26,
        fewest: 1 << 16,
        first_round: 20_000,
        together: false,
        in_company: false,
    };
}

/// What is remembered between searches.
#[derive(Debug)]
pub(super) struct SumMemory<P> {
    atoms: Atoms<P>,
    table: SumTable,
    /// The search on the last sum as one position.
    whole: Option<Whole<P>>,
}

impl<P> SumMemory<P> {
    /// Nothing is known yet of positions of which most have numbers.
    pub(super) fn new(number: fn(&P) -> Option<u32>) -> Self {
        SumMemory { atoms: Atoms::new(number), table: SumTable::default(), whole: None }
    }
}

/// A search under way, on one thread.
struct SumSearch<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
    memory: &'a SumMemory<R::Position>,
    settings: Settings,
    /// Steps that looking for values of components may still take.
    credit: u64,
    /// Whether the moves of a sum were listed, now or before.
    expanded: bool,
    /// Whether it ended because the table is full.
    full: bool,
    collector: Collector,
}

impl<'a, R: Playable> SumSearch<'a, R> {
    fn new(
        searches: &'a Searches<'a, R>,
        memory: &'a SumMemory<R::Position>,
        settings: Settings,
    ) -> Self {
        let collector = Collector::default();
        SumSearch { searches, memory, settings, credit: 0, expanded: false, full: false, collector }
    }
}

/// Whether the player to move first wins a sum, and how that was found.
///
/// # Errors
/// When the rules fail, a position repeats, or the budget of the store is exhausted. What was
/// found before stays in the memo of the rules.
pub(super) fn wins<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
    first: Player,
) -> Result<(bool, Method), R::Error> {
    let settings = Settings { in_company: is_helping(), ..Settings::USUAL };
    if sum.iter().filter_map(Component::position).all(|position| is_sure(searches.rules, position))
    {
        return wins_with(searches, sum, first, Settings { together: true, ..settings });
    }
    together(searches, |searches| wins_with(searches, sum, first, settings))
}

/// Whether the rules cannot fail on anything that follows a position, and play in it ends: then it does not
/// matter for the answer which positions a search meets.
fn is_sure<R: Playable>(rules: &R, position: &R::Position) -> bool {
    rules.never_fails(position) && rules.surely_ends(position)
}

fn wins_with<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
    first: Player,
    settings: Settings,
) -> Result<(bool, Method), R::Error> {
    let mut memory = searches.memo.take_search();
    let answer = answer(searches, &mut memory, settings, (sum, first));
    memory.tidy(&searches.memo, settings);
    searches.memo.searches.lock().push(memory);
    let (wins, expanded) = answer?;
    Ok((wins, if expanded { Method::Search } else { Method::Value }))
}

#[cfg(test)]
mod ruleset_tests;

#[cfg(test)]
mod tests;
