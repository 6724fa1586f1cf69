//! Search for a line of play that returns, within so many steps.
//!
//! Knows: followers, and when to stop. Must not know: values, or who moves.
//!
//! A part and its negative cancel only where play surely ends: G - G is 0 only if G ends, and so is G + G of an
//! impartial G. The searches for winners and for nimbers drop such pairs when the end is proved, and all ask
//! [`surely_ends`]. Proofs are rewrite rules that each lower some count (`board/rewrite/termination.rs`), rules
//! that take something away from a graph, a known value, or a walk through all that follows. Pairs without a proof
//! are played out. In a sum of several positions each is walked a little way first; a sum in which one repeats is
//! solved by its graph.

use crate::budget::effort;
use crate::solve::cycle::find_cycle;
use crate::solve::walk::Stop;
use crate::solve::{Component, Playable, Searches, values};
use crate::{Error, Player};

/// Whether the lines of play from a position end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// All of them end.
    End,
    /// One returns to a position.
    Return,
    /// The steps did not show it.
    Unknown,
}

/// Whether play from a position surely ends, by the rules, an earlier search or a known value.
///
/// # Errors
/// When a remembered nimber is too large to be stored as a value.
pub(in crate::solve) fn surely_ends<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<bool, Error> {
    Ok(searches.rules.surely_ends(position)
        || searches.memo.graph.ended.contains(position)
        || values::known(searches, position)?.is_some())
}

/// Whether play from a position ends, as far as so many steps show. Fewer steps than before are not
/// spent again.
///
/// # Errors
/// When the rules fail, or the budget is exhausted.
pub(in crate::solve) fn lines<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    steps: u64,
) -> Result<Lines, R::Error> {
    if surely_ends(searches, position)? {
        return Ok(Lines::End);
    }
    if super::solve::repeats_surely(searches, position) {
        return Ok(Lines::Return);
    }
    if searches.memo.graph.probed.get(position).is_some_and(|before| before >= steps) {
        return Ok(Lines::Unknown);
    }
    let lines = probe(searches, position, steps)?;
    if lines == Lines::Unknown {
        searches.memo.graph.probed.insert(position.clone(), steps);
    }
    Ok(lines)
}

fn probe<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    steps: u64,
) -> Result<Lines, R::Error> {
    let until = effort().saturating_add(steps);
    let cycle = find_cycle(
        position,
        |position| followers(searches, position, until),
        |ended| searches.memo.graph.ended.insert(ended.clone(), ()),
    );
    match cycle {
        Ok(None) => Ok(Lines::End),
        Ok(Some(_)) => Ok(Lines::Return),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed | Stop::Enough) => Ok(Lines::Unknown),
    }
}

/// Positions that a position leads to, but for those from which play surely ends.
fn followers<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    until: u64,
) -> Result<Vec<R::Position>, Stop<R::Error>> {
    let mut all = Vec::new();
    let players: &[Player] = match searches.rules.is_impartial(position) {
        true => &[Player::Left],
        false => &[Player::Left, Player::Right],
    };
    for &player in players {
        let options = searches.rules.options(position, player).map_err(Stop::Error)?;
        for part in options.into_iter().flatten() {
            searches.store.budget().step().map_err(Error::from)?;
            if let Component::Position(to) | Component::Negative(to) = part
                && !surely_ends(searches, &to)?
            {
                all.push(to);
            }
        }
    }
    let enough = effort() > until;
    if enough { Err(Stop::Enough) } else { Ok(all) }
}
