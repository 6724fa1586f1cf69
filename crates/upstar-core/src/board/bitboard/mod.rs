//! Boards as bit planes: one word for each symbol that the rules tell apart.
//!
//! Knows: placements of rules and moves by shifts and masks, independent parts, normal forms, numbers of
//! boards; in [`goal`], boards that are not taken apart because a goal decides.
//! Must not know: how rules are written, or what a position is worth.
//!
//! Cells are numbered row by row, so a step in any direction is a shift; corners of patterns are
//! masked, so that nothing reaches around the end of a row. Boards use the narrowest word that has a bit for
//! each cell: 64, 128 or 512 bits, or a word of any length. A board in normal form has a number, and is
//! expanded once.

mod basis;
mod goal;
mod guards;
mod layout;
mod moves;
mod plan;
mod planes;
mod reduce;
mod sparse;
mod split;
mod split_cache;
mod table;
mod turn;
mod word;

pub use goal::{Stones, Whole};
pub use planes::{Id, Planes};
pub(super) use word::Word;

#[cfg(test)]
mod guard_tests;

#[cfg(test)]
mod large_tests;

#[cfg(test)]
pub(super) mod tests;
