//! Rulesets: what positions are and where each player can move.
//!
//! Knows: rewrite rules as the core takes them, and which rulesets there are.
//! Must not know: how expressions in rules are evaluated, or how a position is solved.

mod diagnostics;
mod domain;
mod register;

pub use diagnostics::{board_fault, graph_fault, too_many_ways};
pub use register::{Compiled, Registry, check};
