//! Boards as bit planes: one word for each class of symbols that the rules distinguish.
//!
//! Knows: placements of rules and moves by shifts and masks, independent parts, normal forms, numbers of
//! boards; in [`goal`], boards decided by a goal, which are not split.
//! Must not know: how rules are written, or values of positions.
//!
//! Cells are numbered row by row, so a step in any direction is a shift; corners of patterns are
//! masked, so that nothing wraps around the end of a row. Boards use the narrowest word that has a bit for
//! each cell: 64, 128 or 512 bits, or a sparse word of any length. A board in normal form has a number, and
//! its moves are generated once.

mod adjacency;
mod basis;
mod before_split;
mod goal;
mod guards;
mod layout;
mod liberties;
mod mirror;
mod moves;
mod plan;
mod planes;
mod prospects;
mod reduce;
mod sparse;
mod split;
mod split_cache;
mod table;
mod turn;
mod word;

pub use goal::GoalBoards;
pub use planes::{Id, Planes};
pub(super) use word::Word;

#[cfg(test)]
mod guard_tests;

#[cfg(test)]
mod large_tests;

#[cfg(test)]
mod liberties_tests;

#[cfg(test)]
pub(super) mod tests;
