//! The followers of a game.
//!
//! Knows: that games have options. Must not know: what the games are.

use std::hash::Hash;

use crate::impartial::explore;
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
    let both = |game: &G| {
        let mut all = options(game, Player::Left)?;
        all.extend(options(game, Player::Right)?);
        Ok::<_, E>(all)
    };
    Ok(explore([game], budget, both)?.1)
}
