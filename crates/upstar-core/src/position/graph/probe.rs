//! A short look for a line of play that returns.
//!
//! Knows: followers, and when to stop. Must not know: values, or who moves.

use rustc_hash::FxHashSet;

use crate::position::{Part, Rules, values};
use crate::{Error, Player, Store};

/// A position of the line, and those of its followers that have not been looked at.
type Frame<P> = (P, Vec<P>);

/// Whether a line of play from a position is found that returns, within so many steps. `false` says
/// that none was found; then it is not looked for again.
///
/// # Errors
/// When the rules fail, or the budget is exhausted.
pub fn returns<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
    steps: u64,
) -> Result<bool, R::Error> {
    if super::solve::repeats_surely(rules, position) {
        return Ok(true);
    }
    if values::known(rules, store, position)?.is_some()
        || !rules.memo().graph.probed.insert(position.clone())
    {
        return Ok(false);
    }
    let until = store.budget().steps().saturating_add(steps);
    let mut path: Vec<Frame<R::Position>> =
        vec![(position.clone(), followers(rules, store, position)?)];
    let mut on_path = FxHashSet::from_iter([position.clone()]);
    let mut seen = on_path.clone();
    while let Some((_, open)) = path.last_mut() {
        if store.budget().steps() > until {
            return Ok(false);
        }
        let Some(next) = open.pop() else {
            if let Some((left, _)) = path.pop() {
                on_path.remove(&left);
            }
            continue;
        };
        if on_path.contains(&next) {
            rules.memo().graph.probed.remove(position);
            return Ok(true);
        }
        if seen.insert(next.clone()) && values::known(rules, store, &next)?.is_none() {
            let open = followers(rules, store, &next)?;
            on_path.insert(next.clone());
            path.push((next, open));
        }
    }
    Ok(false)
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
