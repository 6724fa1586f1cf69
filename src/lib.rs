//! Upstar: an interactive language for combinatorial game theory.
//!
//! Start with [`session::Session`]: it evaluates texts and returns values.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod analysis;
pub mod builtins;
pub mod classroom;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compile;
pub mod counting;
#[cfg(feature = "disk")]
pub mod disk;
pub mod eval;
pub mod explain;
pub mod ide;
#[cfg(test)]
#[path = "../tests/length.rs"]
#[expect(clippy::disallowed_methods, reason = "tests read the environment")]
mod length;
pub mod output;
pub mod outside;
pub mod picture;
pub mod play;
pub mod resolve;
pub mod rules;
pub mod session;
pub mod value;

pub use upstar_syntax as syntax;
pub use upstar_syntax::{diagnostic, source};
