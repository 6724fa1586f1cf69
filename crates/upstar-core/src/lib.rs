//! Combinatorial game theory: exact values of games, fast.

pub mod budget;

pub use budget::{Budget, Exhausted};
