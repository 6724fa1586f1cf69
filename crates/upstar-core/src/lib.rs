//! Combinatorial game theory: exact values of games, fast.

pub mod budget;
pub mod position;

pub use budget::{Budget, Exhausted};
