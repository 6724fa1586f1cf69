//! Misère quotients of games of heaps.
//!
//! Knows: moves from heaps to multisets of smaller heaps; outcomes of their sums in misère play, where
//! whoever moves last loses. Must not know: rulesets, or how elements are printed.
//!
//! Two sums of heaps are *indistinguishable* if they have the same misère outcome with any further heaps
//! added to both. The classes form a commutative monoid Q, those of P-positions are its P-portion, and Φ maps
//! each heap to its class. With these, every sum is solved by multiplication. Sources: Plambeck, "Taming the
//! wild in impartial combinatorial games" (2005); Plambeck and Siegel, "Misère quotients for impartial games"
//! (2008), where heaps are added in order of size, and the moves of a new heap decide whether it behaves as
//! an existing element.
//!
//! 1. `learn`: the quotient of a game with few generators, by Angluin's algorithm (1987): a finite
//!    monoid is guessed from outcomes, and a failed proof shows a position it is wrong about.
//! 2. `proof`: verification of a conjecture, by a finite closure.
//! 3. `solve`: heap by heap. Only heaps that behave as no sum of smaller ones are generators; the
//!    others are replaced by sums of generators, which the proof confirms or refutes.
//!
//! The result is proved for the game as given.

mod bits;
mod element;
mod learn;
mod monoid;
mod period;
mod play;
mod proof;
mod solve;
mod word;

#[cfg(test)]
mod facts;
#[cfg(test)]
mod tests;

pub use element::Quotient;
pub use period::{Period, TakeAndBreak};
pub use solve::QuotientSolver;
pub use word::Word;

/// Limit of the order of a quotient.
pub const MAX_ORDER: usize = 2048;

/// Limit of the number of sums whose outcomes are known at a time. Where the quotient is infinite, ever longer sums are
/// played.
pub const MAX_SUMS: usize = 1 << 22;
