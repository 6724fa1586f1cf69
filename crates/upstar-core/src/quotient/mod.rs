//! Misère quotients of games of heaps.
//!
//! Knows: moves from heaps to multisets of smaller heaps; who wins their sums in misère play, where
//! whoever moves last loses. Must not know: rulesets, or how elements are printed.
//!
//! Two sums of heaps are *indistinguishable* when they have the same misère outcome whatever
//! further heaps are added to both. The classes are a commutative monoid Q, those of P-positions
//! are its P-portion, and Φ is the class of a heap. With these, every sum is solved by
//! multiplication. Sources: Plambeck, "Taming the wild in impartial combinatorial games" (2005);
//! Plambeck and Siegel, "Misère quotients for impartial games" (2008), where the heaps of size at
//! most n are taken into account one by one, and the moves of a new heap decide whether it behaves
//! as an element that is there.
//!
//! 1. `learn`: the quotient of a game with few generators, by Angluin's algorithm (1987): a finite
//!    monoid is guessed from outcomes, and a failed proof shows a position it is wrong about.
//! 2. `proof`: that a guess is right, by a finite closure.
//! 3. `solve`: heap by heap. Only heaps that behave as no sum of smaller ones are generators; the
//!    others are replaced by sums of generators, which the proof confirms or refutes.
//!
//! Whatever was guessed, the result is proved for the game as given.

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
pub use solve::Solver;
pub use word::Word;

/// Quotients with more elements are not looked for.
pub const MAX_ORDER: usize = 2048;
