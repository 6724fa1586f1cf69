//! Games of taking and breaking heaps: their codes, nimbers, and periods.
//!
//! Knows: which numbers of counters may be taken and how the rest may be split; nimbers of heaps
//! up to a size, and theorems by which they go on. Must not know: how a ruleset is declared.
//!
//! Sources: Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956);
//! Winning Ways, chapter 4; Siegel, Combinatorial Game Theory, chapter IV.

mod arithmetic;
mod code;
mod digit;
mod general;
mod pairs;
mod parse;
mod period;
mod single;
mod solver;
mod sparse;
mod theorem;
mod unbounded;

pub use code::{Code, Heaps, Rule, Takes};
pub use digit::{Condition, Digit, MAX_HEAPS};
pub use parse::{CodeError, Fault};
pub use period::Regularity;
pub use solver::{FARTHEST, SolveError, Solver};
pub use theorem::Theorem;
