//! Impartial rulesets of heaps whose moves are integer arithmetic: tables of nimbers.
//!
//! Knows: which rulesets these are, and their nimbers by the size of the heap.
//! Must not know: how other expressions are evaluated.
//!
//! A rule such as `move a, n-k-a for k in 1..2 for a in 0..n-k` is compiled once: sums of slots
//! with integer factors, ranges, comparisons. The innermost loop then is a walk along the table.
//! Whatever is not of this kind, or goes wrong on the way, is left to the evaluator, which tells
//! what and where.

mod compile;
mod program;
mod table;

pub(super) use table::Heaps;

#[cfg(test)]
mod tests;
