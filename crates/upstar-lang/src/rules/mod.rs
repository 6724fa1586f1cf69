//! Rulesets: their positions and their moves.
//!
//! Knows: rewrite rules in the form of the core, and the rulesets of a session.
//! Must not know: how expressions in rules are evaluated, or how a position is solved.

mod diagnostics;
mod domain;
mod register;

pub use diagnostics::{board_fault, graph_fault, too_many_ways};
pub use register::{Compiled, Registry, check};
