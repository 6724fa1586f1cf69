//! Impartial rulesets of heaps, coins or rows of integers whose moves are integer arithmetic, and their nimbers.
//!
//! Knows: which rulesets these are, which of them are take-and-break games with a code, and the
//! nimbers of the others by the size of the heap, the place of a single head, or the integers of a position.
//! Must not know: how other expressions are evaluated, or how games with a code are solved.
//!
//! A rule such as `move a, n-k-a for k in 1..2 for a in 0..n-k` is compiled once: sums of slots
//! with integer factors, other operations on integers, ranges, comparisons, loops in conditions. When these are
//! proved to be the moves of a code, the core has a solver for them, and finds periods. Otherwise the innermost loop
//! is a walk along a table, or runs by columns (`columns.rs`) where it has conditions. Functions that loop or call
//! themselves run step by step (`routines.rs`), and return tuples too (`rows.rs`). A sieve remembers for which values of a
//! loop a condition on its variable alone holds (`sieve.rs`). The evaluator does what is not of this kind or goes wrong on
//! the way, and reports what and where.
//!
//! Loops and conditions are split into cases with linear bounds. If the heaps left range over all with the right
//! sum, or over all pairs of different ones, the ruleset is a take-and-break game. Bounds are compared, and nothing
//! is sampled, so a recognised code has exactly the moves of the rules. If only large heaps have a code, the
//! theorem of Guy and Smith holds from there on.

mod arithmetic;
mod boards;
mod checks;
mod coins;
mod columns;
mod compile;
mod constants;
mod entailing;
mod expressions;
mod falling;
mod inner;
mod large_heaps;
mod listing;
mod mex;
mod pieces;
mod piles;
mod points;
mod positions;
mod program;
mod ranges;
mod ranked;
mod recognise;
mod regions;
mod routines;
mod rows;
mod sieve;
mod solve;
mod subsets;
mod summands;
mod table;
mod tuple_rules;
mod tuples;
mod values;

pub(super) use boards::Row;
pub use compile::ClosedRules;
pub use entailing::{of_sum, total};
pub use piles::of_elements;
pub use solve::Heaps;
pub use tuples::Tuples;

#[cfg(test)]
mod expression_tests;
#[cfg(test)]
mod tests;
