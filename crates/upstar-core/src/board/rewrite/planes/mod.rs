//! Boards of at most 128 cells as bit planes: one word for each symbol that the rules tell apart.
//!
//! Knows: moves by shifts and masks, independent parts, normal forms, numbers of boards.
//! Must not know: how rules are written, or what a position is worth.
//!
//! Cells are numbered row by row, so a step in any direction is a shift; corners of patterns are
//! masked, so that nothing reaches around the end of a row. Boards of at most 64 cells use words
//! of 64 bits, larger ones 128. A board in normal form has a number, and is expanded once.

mod known;
mod layout;
mod plan;
mod reduce;
mod solve;
mod split;
mod table;
mod turn;
mod word;

pub use solve::{Id, Planes, Trouble};

#[cfg(test)]
pub(super) mod tests;
