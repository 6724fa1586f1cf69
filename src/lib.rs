//! Upstar: an interactive language for combinatorial game theory.

pub mod diagnostic;
pub mod output;
pub mod rules;
pub mod source;
pub mod syntax;
