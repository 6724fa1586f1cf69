//! Rulesets: what positions are and where each player can move.
//!
//! Knows: boards, and rewrite rules compiled to matchers.
//! Must not know: how a program is read, or how a position is evaluated.

pub mod board;
pub mod rewrite;
