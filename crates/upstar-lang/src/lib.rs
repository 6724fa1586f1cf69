//! The language Upstar: builtins, compiler, evaluator, rulesets, sessions, and the standard library.
//!
//! Start with [`session::Session`]: it evaluates texts and returns values.

pub mod analysis;
pub mod builtins;
pub mod compile;
pub mod counting;
#[cfg(feature = "disk")]
pub mod disk;
pub mod eval;
pub mod output;
pub mod rules;
pub mod session;
pub mod watchdog;

pub use upstar_explain::{certify, explain, outside, play};
pub use upstar_syntax::{self as syntax, diagnostic, source};
pub use upstar_values::{picture, resolve, value};
