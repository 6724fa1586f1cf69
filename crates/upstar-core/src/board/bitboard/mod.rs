//! Boards as bit planes: one word for each class of symbols that the rules distinguish.
//!
//! Knows: placements of rules and moves by shifts and masks, independent parts, normal forms, numbers of boards.
//! Must not know: how rules are written, or values of positions.
//!
//! Cells are numbered row by row, so a step in any direction is a shift; corners of patterns are
//! masked, so that nothing wraps around the end of a row. Boards use the narrowest word that has a bit for
//! each cell: 64, 128 or 512 bits, or a sparse word of any length. A board in normal form has a number, and
//! its moves are generated once.
//!
//! A step on the board is a shift, so one AND for each cell of a pattern finds all its places at once. The fixed
//! point that splits boards, the flood that collects a part, turns and mirrors are operations on whole words too.
//! All of this is written once for every `Word`. The number of a part in normal form is the position that the
//! solver sees, so solving a board touches no value and no pointer. Threads share rules, boards by number and what
//! is known of them; the memory of one thread to work on a board is apart (`layout.rs`).
//!
//! Long rows in which each move blocks a cell have a table of their segments (`rows/`).
//!
//! Tests have a second splitter, cell by cell, and a definition of what rules mean. They compare both with words of
//! each kind.

pub(super) mod adjacency;
mod basis;
mod before_split;
mod guards;
mod layout;
mod liberties;
mod mirror;
pub(super) mod moves;
mod plan;
mod planes;
mod prospects;
mod reduce;
mod rows;
mod sparse;
mod split;
mod split_cache;
mod table;
pub(super) mod turn;
pub(super) mod word;

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
