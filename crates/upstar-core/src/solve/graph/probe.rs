//! A short look for a line of play that returns.
//!
//! Knows: followers, and when to stop. Must not know: values, or who moves.

use rustc_hash::FxHashSet;

use crate::solve::{Part, Ruleset, Solver, values};
use crate::{Error, Player};

/// A position of the line, and those of its followers that have not been looked at.
type Frame<P> = (P, Vec<P>);

/// What is known of the lines of play from a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Each of them ends.
    End,
    /// One returns to where it was.
    Return,
    /// They are too many.
    Unknown,
}

/// Whether play from a position surely ends, as the rules or earlier looks say.
///
/// # Errors
/// When a remembered nimber is too large to be stored as a value.
pub(in crate::solve) fn surely_ends<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
) -> Result<bool, Error> {
    Ok(solver.rules.surely_ends(position)
        || solver.memo.graph.ended.contains(position)
        || values::known(solver, position)?.is_some())
}

/// Whether play from a position ends, as far as so many steps show. It is not looked for again
/// with fewer steps than before.
///
/// # Errors
/// When the rules fail, or the budget is exhausted.
pub(in crate::solve) fn lines<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    steps: u64,
) -> Result<Lines, R::Error> {
    if surely_ends(solver, position)? {
        return Ok(Lines::End);
    }
    if super::solve::repeats_surely(solver, position) {
        return Ok(Lines::Return);
    }
    if solver.memo.graph.probed.get(position).is_some_and(|before| before >= steps) {
        return Ok(Lines::Unknown);
    }
    let lines = walk(solver, position, steps)?;
    if lines == Lines::Unknown {
        solver.memo.graph.probed.insert(position.clone(), steps);
    }
    Ok(lines)
}

fn walk<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    steps: u64,
) -> Result<Lines, R::Error> {
    let until = solver.store.budget().effort().saturating_add(steps);
    let mut path: Vec<Frame<R::Position>> = vec![(position.clone(), followers(solver, position)?)];
    let mut on_path = FxHashSet::from_iter([position.clone()]);
    let mut seen = on_path.clone();
    while let Some((_, open)) = path.last_mut() {
        if solver.store.budget().effort() > until {
            return Ok(Lines::Unknown);
        }
        let Some(next) = open.pop() else {
            let (left, _) = path.pop().expect("it is on top");
            on_path.remove(&left);
            // All that follows it was seen.
            solver.memo.graph.ended.insert(left, ());
            continue;
        };
        if on_path.contains(&next) {
            return Ok(Lines::Return);
        }
        if seen.insert(next.clone()) && !surely_ends(solver, &next)? {
            let open = followers(solver, &next)?;
            on_path.insert(next.clone());
            path.push((next, open));
        }
    }
    Ok(Lines::End)
}

fn followers<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
) -> Result<Vec<R::Position>, R::Error> {
    let mut all = Vec::new();
    let players: &[Player] = match solver.rules.is_impartial(position) {
        true => &[Player::Left],
        false => &[Player::Left, Player::Right],
    };
    for &player in players {
        for part in solver.rules.options(position, player)?.into_iter().flatten() {
            solver.store.budget().step().map_err(Error::from)?;
            if let Part::Position(to) | Part::Negative(to) = part {
                all.push(to);
            }
        }
    }
    Ok(all)
}
