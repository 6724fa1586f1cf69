//! Derivations as data: canonical forms, and winning strategies in sums.
//!
//! Knows: the steps from a form to its canonical form, and winning replies in a sum. Must not know: how steps
//! are worded, or where the games come from.
//!
//! A step is data that can be checked against the definitions: that one option is at least
//! another, that a reply is at most the whole game, that no simpler number fits. The tests
//! replay random derivations by the naive definitions of `tests/core/oracle`.

mod canonical;
mod strategy;

pub use canonical::{Derivation, Sides, Step, canonical_form};
pub use strategy::{Exchange, SumMove, Summand, answers, winning_move};
