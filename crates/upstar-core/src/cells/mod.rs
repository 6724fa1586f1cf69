//! Games whose positions are a few cells with a few states each, as bits: moves, independent parts, proofs that play ends.
//!
//! Knows: moves as conditions on bits and bits to write. Must not know: what cells stand for, how rules are written,
//! or values.
//!
//! Sets, lists, graphs and boards with parameters beside them all fit: whatever rules ask and write is a [`Field`] of
//! the same 128 bits. A [`CellGame`] lists moves (`game.rs`), splits positions into parts (`split.rs`) and proves
//! that play ends (`ending.rs`); [`CellPoints`] are games about points (`points.rs`), whose parts have numbers
//! (`parts.rs`), or which are Strings and Coins (`strings/`). [`Condition`] has two forms, for cheap conditions and for
//! long ones (`condition.rs`).

mod condition;
mod ending;
mod game;
mod parts;
mod points;
mod shape;
mod split;
mod strings;
mod takings;

pub use game::CellGame;
pub use points::{CellPoints, CellScore, CellSearch, PaidMove};
pub use shape::Shape;

/// Bits of all cells of a position.
pub type Bits = u128;

/// Where the bits of a cell lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    /// The lowest bit.
    pub shift: u8,
    /// How many bits: 1 to 6.
    pub width: u8,
}

impl Field {
    /// The bits of the cell.
    pub fn mask(self) -> Bits {
        ((1 << self.width) - 1) << self.shift
    }

    /// The state of the cell in a position.
    pub fn state(self, bits: Bits) -> usize {
        (bits >> self.shift) as usize & ((1 << self.width) - 1)
    }
}

/// A condition on cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// One of these holds: `bits & mask == value`.
    Cubes(Box<[(Bits, Bits)]>),
    /// A decision diagram, by the number of its node (0 never holds, 1 always, n is the node n - 2).
    Diagram(u32),
}

/// Node of a decision diagram: asks one cell, and goes on by its state.
///
/// `next[state]` is 0 for never, 1 for always, n for the node n - 2; a state beyond the list is never. Nodes lead to
/// earlier nodes only.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    /// The cell.
    pub cell: Field,
    /// Where each state leads.
    pub next: Box<[u32]>,
}

/// A move: where `when` holds, the cells of `clear | set` become those of `set`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where it can be made.
    pub when: Condition,
    /// Bits that are cleared, unless they are in `set`.
    pub clear: Bits,
    /// Bits that are set.
    pub set: Bits,
    /// Single bits, each set where its condition holds in the position before the move, and cleared elsewhere. They
    /// take precedence over `clear` and `set`, later ones over earlier ones.
    pub computed: Box<[(Bits, Condition)]>,
}

/// A position, or an independent part of one. The bits out of scope are as they are for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// The bits.
    pub bits: Bits,
    /// Those that may still change; all bits for a position that is left whole.
    pub scope: Bits,
}

/// The single bits of a mask, from the lowest one on.
fn single_bits(mut mask: Bits) -> impl Iterator<Item = Bits> + Clone {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The bits of a mask, 64 at most, moved together.
fn gathered(bits: Bits, mask: Bits) -> u64 {
    (0..).zip(single_bits(mask)).fold(0, |all, (at, bit)| all | u64::from(bits & bit != 0) << at)
}

/// The bits of a mask that were moved together.
fn scattered(gathered: u64, mask: Bits) -> Bits {
    let bits = (0..).zip(single_bits(mask)).filter(|(at, _)| gathered >> at & 1 != 0);
    bits.fold(0, |all, (_, bit)| all | bit)
}

/// The scope of a whole position.
const ALL: Bits = Bits::MAX;

#[cfg(test)]
mod tests;
