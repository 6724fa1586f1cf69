//! Rulesets: their positions and their moves.
//!
//! Knows: rewrite rules in the form of the core, and the rulesets of a session.
//! Must not know: how expressions in rules are evaluated, or how a position is solved.
//!
//! Boards are mathematics, declarations are language. `upstar_core::board` has boards, patterns, rewrite rules and
//! all that follows from them, so a Rust program can write a ruleset without the language. Here the clauses of a
//! declaration become such rules (`register.rs`), and errors in them become messages (`diagnostics.rs`).

mod diagnostics;
mod domain;
mod register;
mod spelling;

pub use crate::builtins::patterns::too_many_ways;
pub use diagnostics::{board_fault, graph_fault};
pub use register::{Compiled, Registry, check};
