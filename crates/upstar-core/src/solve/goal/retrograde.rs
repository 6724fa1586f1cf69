//! Retrograde analysis of all positions: for games in which play can return to a position.
//!
//! Knows: which positions follow which; a position that neither player can force to a win is a draw,
//! because play need not end there. Must not know: which question led to the search.

use rustc_hash::FxHashSet;

use super::moves;
use super::table::GoalTable;
use crate::graph::{Digraph, RetrogradeAnalysis};
use crate::impartial::explore;
use crate::solve::minimax::Bounds;
use crate::solve::{Playable, Searches};
use crate::{Budget, Error, Player};

/// Most positions that are listed; one with either player to move counts twice.
const MOST_STATES: usize = 1 << 22;

/// Value of a position in normal form for the player to move. The values of all that can be reached stay in the
/// table.
pub(super) fn value<R: Playable>(
    searches: &Searches<'_, R>,
    table: &mut GoalTable<R::Position>,
    root: (R::Position, Player),
) -> Result<i8, R::Error> {
    let (rules, budget) = (searches.rules(), searches.store().budget());
    // Of each position the number of moves that do not lose at once, and whether one wins at once.
    let (mut open, mut wins) = (Vec::new(), Vec::new());
    let expand = |(position, mover): &(R::Position, Player)| -> Result<Vec<_>, R::Error> {
        if open.len() >= MOST_STATES {
            return Err(Error::Endless { seen: open.len() as u64 }.into());
        }
        let moves = moves(searches, position, *mover)?;
        let (mut onward, mut draws, mut won) = (FxHashSet::default(), 0, false);
        for to in &moves {
            match rules.verdict(to, mover.opponent())? {
                None => _ = onward.insert(rules.normal(to, mover.opponent())),
                Some(verdict) => match verdict.of_player(*mover) {
                    1 => won = true,
                    // A move to a draw stays open, so that its position is never lost.
                    result => draws += u32::from(result == 0),
                },
            }
        }
        // A player who cannot move makes it a draw.
        open.push(if moves.is_empty() { 1 } else { draws + onward.len() as u32 });
        wins.push(won);
        Ok(onward.into_iter().collect())
    };
    let (after, states) = explore([root], budget, expand)?;
    let values = values(&after, open, &wins, budget)?;
    let value = values[0];
    for (state, value) in states.into_iter().zip(values) {
        table.remember(state, Bounds::exactly(value), 1, budget);
    }
    Ok(value)
}

/// Values of positions for the player to move, by where moves lead, how many do not lose at once, and which win at once.
fn values(
    after: &Digraph,
    open: Vec<u32>,
    wins: &[bool],
    budget: &Budget,
) -> Result<Vec<i8>, Error> {
    let before = after.reversed_within(budget)?;
    let mut play = RetrogradeAnalysis::new(&before, open);
    for (at, wins) in (0..).zip(wins) {
        if *wins {
            play.decide(at, true);
        }
    }
    play.decide_ends(budget)?;
    play.spread(budget, |_, _| ())?;
    let value = |at| play.wins(at).map_or(0, |wins| if wins { 1 } else { -1 });
    Ok(after.vertices().map(value).collect())
}
