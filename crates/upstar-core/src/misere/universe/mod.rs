//! Partizan games in misère play, compared within a universe of games.
//!
//! Knows: trees of moves as they stand, ends, the order of a universe, simplest forms. Must not know: positions of
//! rulesets, or values of normal play.
//!
//! Without a restriction nearly all games differ in misère play. Within a *universe*, a set of games that is closed
//! under options, sums and negatives, G ≥ H means: Left does at least as well in G + X as in H + X, for all X of the
//! universe. Three universes are here, each within the next: *dicot* games, in which both players can move or
//! neither can, here and in all that follows; *dead-ending* games, in which a player who cannot move never can again;
//! and all games.
//!
//! These universes are *absolute*: whatever lists of their games, not empty, are the options of one, and some game
//! of theirs gives any outcome to a sum with a given one. So G ≥ H can be decided without a third game (Larsson,
//! Nowakowski and Santos, "Absolute combinatorial game theory", 2017), as [`MisereUniverse::at_least`] says.
//!
//! 1. `trees`: each tree once, sums, negatives, outcomes, ends.
//! 2. `order`: which games a player wins beside every end of theirs, and the order.
//! 3. `reduce`: simplest forms.

mod order;
mod reduce;
#[cfg(test)]
mod tests;
mod trees;

pub use trees::{MisereTree, MisereUniverse, Universe};

use crate::Error;

/// Recurses one level, growing the stack when little is left.
fn deeper<T>(f: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    stacker::maybe_grow(96 * 1024, 4 << 20, f)
}
