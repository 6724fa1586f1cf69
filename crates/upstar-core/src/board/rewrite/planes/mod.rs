//! Boards of at most 512 cells as bit planes: one word for each symbol that the rules tell apart.
//!
//! Knows: moves by shifts and masks, independent parts, normal forms, numbers of boards.
//! Must not know: how rules are written, or what a position is worth.
//!
//! Cells are numbered row by row, so a step in any direction is a shift; corners of patterns are
//! masked, so that nothing reaches around the end of a row. Boards use the narrowest of the
//! words of 64, 128 and 512 bits that has a bit for each cell. A board in normal form has a number, and is expanded once.

mod known;
mod layout;
mod moves;
mod plan;
mod reduce;
mod solve;
mod split;
mod table;
mod turn;
mod word;

pub(super) use moves::{Move, Sets};
pub use solve::{Id, Planes, Trouble};
pub(super) use turn::Turning;
pub(super) use word::Word;

#[cfg(test)]
pub(super) mod tests;
