//! A short look for a line of play that returns.
//!
//! Knows: followers, and when to stop. Must not know: values, or who moves.

use rustc_hash::FxHashSet;

use crate::position::{Part, Rules, values};
use crate::{Error, Player, Store};

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
pub(in crate::position) fn surely_ends<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
) -> Result<bool, Error> {
    Ok(rules.surely_ends(position)
        || rules.memo().graph.ended.contains(position)
        || values::known(rules, store, position)?.is_some())
}

/// Whether play from a position ends, as far as so many steps show. It is not looked for again
/// with fewer steps than before.
///
/// # Errors
/// When the rules fail, or the budget is exhausted.
pub fn lines<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
    steps: u64,
) -> Result<Lines, R::Error> {
    if surely_ends(rules, store, position)? {
        return Ok(Lines::End);
    }
    if super::solve::repeats_surely(rules, position) {
        return Ok(Lines::Return);
    }
    if rules.memo().graph.probed.get(position).is_some_and(|before| before >= steps) {
        return Ok(Lines::Unknown);
    }
    let lines = walk(rules, store, position, steps)?;
    if lines == Lines::Unknown {
        rules.memo().graph.probed.insert(position.clone(), steps);
    }
    Ok(lines)
}

fn walk<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
    steps: u64,
) -> Result<Lines, R::Error> {
    let until = store.budget().steps().saturating_add(steps);
    let mut path: Vec<Frame<R::Position>> =
        vec![(position.clone(), followers(rules, store, position)?)];
    let mut on_path = FxHashSet::from_iter([position.clone()]);
    let mut seen = on_path.clone();
    while let Some((_, open)) = path.last_mut() {
        if store.budget().steps() > until {
            return Ok(Lines::Unknown);
        }
        let Some(next) = open.pop() else {
            if let Some((left, _)) = path.pop() {
                on_path.remove(&left);
                // All that follows it was seen.
                rules.memo().graph.ended.insert(left, ());
            }
            continue;
        };
        if on_path.contains(&next) {
            return Ok(Lines::Return);
        }
        if seen.insert(next.clone()) && !surely_ends(rules, store, &next)? {
            let open = followers(rules, store, &next)?;
            on_path.insert(next.clone());
            path.push((next, open));
        }
    }
    Ok(Lines::End)
}

fn followers<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
) -> Result<Vec<R::Position>, R::Error> {
    let mut all = Vec::new();
    let players: &[Player] = match rules.is_impartial(position) {
        true => &[Player::Left],
        false => &[Player::Left, Player::Right],
    };
    for &player in players {
        for part in rules.options(position, player)?.into_iter().flatten() {
            store.budget().step().map_err(Error::from)?;
            if let Part::Position(to) | Part::Negative(to) = part {
                all.push(to);
            }
        }
    }
    Ok(all)
}
