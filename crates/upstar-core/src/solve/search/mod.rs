//! Who wins a sum of positions, without its value.
//!
//! Knows: sums as sorted terms, which of them cancel, and a search that proves a winner.
//! Must not know: boards, or how rules are written.
//!
//! A question "does the player to move win?" is turned round until Left is the one to move, so a
//! sum and its negative share what is found. Parts whose value is found with little effort are
//! replaced by it; the others are played out. The two ways take turns, each with four times the
//! effort of the round before, so the answer costs a few times what the cheaper way alone does.

mod atoms;
mod choices;
mod moves;
mod prove;
mod question;
mod state;
mod table;

use super::ahead::together;
use super::{Part, Ruleset, Solver};
use crate::Player;

use atoms::Atoms;
use choices::Collector;
use table::Table;

/// How an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// From the values of the parts.
    Value,
    /// By a search, this one or an earlier one.
    Search,
    /// By the graph of all that follows.
    Graph,
}

impl Way {
    /// How two answers together were found.
    #[must_use]
    pub fn and(self, other: Way) -> Way {
        self.max(other)
    }
}

/// Which shortcuts are taken, all of them but for tests, and how much is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Settings {
    /// A part and its negative are dropped.
    cancel: bool,
    /// Values of parts are used where they are found with little effort.
    values: bool,
    /// Means and temperatures decide sums of values.
    heat: bool,
    /// Moves that leave few replies are tried first.
    mobility: bool,
    /// Beyond so many sums or atoms only what is solved is kept.
    most: usize,
    /// That many are kept even when memory is short.
    fewest: usize,
}

impl Settings {
    const USUAL: Settings = Settings {
        cancel: true,
        values: true,
        heat: true,
        mobility: true,
        most: 1 << 22,
        fewest: 1 << 16,
    };
}

/// What is remembered between searches.
#[derive(Debug)]
pub(super) struct Memory<P> {
    atoms: Atoms<P>,
    table: Table,
}

impl<P> Memory<P> {
    /// Nothing is known yet of positions of which most have numbers.
    pub(super) fn new(number: fn(&P) -> Option<u32>) -> Self {
        Memory { atoms: Atoms::new(number), table: Table::default() }
    }
}

/// A search under way.
struct Search<'a, R: Ruleset> {
    solver: &'a Solver<'a, R>,
    atoms: Atoms<R::Position>,
    table: Table,
    settings: Settings,
    /// Steps that looking for values of parts may still take.
    credit: u64,
    /// Whether the moves of a sum were listed, now or before.
    expanded: bool,
    collector: Collector,
}

/// Whether the player to move first wins a sum, and how that was found.
///
/// # Errors
/// When the rules fail, a position repeats, or the budget of the store is exhausted. What was
/// found before stays in the memo of the rules.
pub(super) fn wins<R: Ruleset>(
    solver: &Solver<'_, R>,
    sum: &[Part<R::Position>],
    first: Player,
) -> Result<(bool, Way), R::Error> {
    together(solver, |solver| wins_with(solver, sum, first, Settings::USUAL))
}

fn wins_with<R: Ruleset>(
    solver: &Solver<'_, R>,
    sum: &[Part<R::Position>],
    first: Player,
    settings: Settings,
) -> Result<(bool, Way), R::Error> {
    let Memory { atoms, table } = solver.memo.take_search();
    let (credit, expanded, collector) = (0, false, Collector::default());
    let mut search = Search { solver, atoms, table, settings, credit, expanded, collector };
    let answer = search.question(sum, first);
    search.tidy();
    let Search { solver, atoms, table, expanded, .. } = search;
    solver.memo.searches.lock().push(Memory { atoms, table });
    Ok((answer?, if expanded { Way::Search } else { Way::Value }))
}

#[cfg(test)]
mod tests;
