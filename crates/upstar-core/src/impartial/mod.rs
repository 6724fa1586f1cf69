//! Impartial games whose positions are the vertices of a directed graph, which may have cycles.
//!
//! Knows: graphs of positions, remoteness and suspense, compounds, loopy nimbers; fusion and the
//! colon principle in Green Hackenbush.
//! Must not know: rulesets, canonical forms, or how positions are written.
//!
//! A finite set of positions closed under moves is a [`Digraph`](crate::graph::Digraph); [`explore`] finds it. Everything
//! else is a walk over that graph from its ends backwards, without recursion. Partizan play of a
//! game is impartial play on pairs of a position and the player to move.

mod compound;
mod entailing;
mod explore;
mod green;
mod loopy;
mod remoteness;

pub use compound::{Compound, DiminishedEnd, Key, NoTheory, keys, outcome};
pub use entailing::{AffineNimber, Replies};
pub use explore::explore;
pub use green::{Fused, fuse};
pub use loopy::{LoopyNimber, loopy_nimbers};
pub use remoteness::{remoteness, suspense};

/// Play convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Normal play: the last to move wins.
    Normal,
    /// Misère play: the last to move loses.
    Misere,
}

impl Convention {
    /// Whether the player to move wins if optimal play lasts `moves` moves.
    ///
    /// ```
    /// # use upstar_core::impartial::Convention;
    /// assert!(Convention::Normal.wins_after(1) && Convention::Misere.wins_after(0));
    /// ```
    pub fn wins_after(self, moves: u32) -> bool {
        (moves % 2 == 1) == (self == Convention::Normal)
    }
}

#[cfg(test)]
mod tests;
