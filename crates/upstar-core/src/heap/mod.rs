//! Take-and-break games: codes, nimbers of heaps, and periods.
//!
//! Knows: the numbers of counters that may be taken and the allowed splits of the rest; nimbers of heaps, and
//! theorems by which they continue. Must not know: how a ruleset is declared.
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
mod sums;
mod theorem;
mod unbounded;

pub use code::{Code, Heaps, Rule, Takes};
pub use digit::{Condition, Digit, MAX_HEAPS};
pub use parse::{CodeError, Fault};
pub use period::Regularity;
pub use solver::{FARTHEST, HeapSolver, SolveError};
pub use theorem::Theorem;
