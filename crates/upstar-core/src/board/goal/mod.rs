//! Goals: conditions on a board by which a player wins, or the game is drawn.
//!
//! Knows: conditions ([`condition`]), what they mean cell by cell ([`cells`]), and the same on bit planes with the
//! moves of a game ([`bits`]). Must not know: how conditions are written, or how winners are searched: that is
//! `solve/goal`, which knows no boards.

mod bits;
mod cells;
mod condition;

pub use bits::GoalBoards;
pub use cells::{LINES, Side};
pub use condition::{Condition, Goals};
