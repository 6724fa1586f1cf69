//! The followers of a game.
//!
//! Knows: that games have options. Must not know: what the games are.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::{Budget, Error, Player};

/// A game and all its followers, each once, breadth first: the game itself, then its options, Left's before
/// Right's, then their options.
///
/// ```
/// # use upstar_core::{Budget, Error, followers};
/// // One counter at a time.
/// let smaller = |heap: &u32, _| Ok::<_, Error>(heap.checked_sub(1).into_iter().collect());
/// assert_eq!(followers(&Budget::unlimited(), 3, smaller)?, [3, 2, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Errors of `options`, and when the budget is exhausted. Cost: the options of each follower.
pub fn followers<G, E>(
    budget: &Budget,
    game: G,
    mut options: impl FnMut(&G, Player) -> Result<Vec<G>, E>,
) -> Result<Vec<G>, E>
where
    G: Clone + Eq + Hash,
    E: From<Error>,
{
    let mut seen: FxHashSet<G> = [game.clone()].into_iter().collect();
    let mut found = vec![game];
    let mut next = 0;
    while let Some(game) = found.get(next).cloned() {
        for player in [Player::Left, Player::Right] {
            for option in options(&game, player)? {
                budget.step().map_err(Error::from)?;
                if seen.insert(option.clone()) {
                    found.push(option);
                }
            }
        }
        next += 1;
    }
    Ok(found)
}
