//! Matches at the terminal, between people or against the machine.
//!
//! Knows: the dialogue with the players, and that Ctrl-C interrupts the machine.
//! Must not know: the rules, or which move is best, which [`crate::play`] answers.

mod commands;
mod current;
mod seats;
mod start;
mod turns;

pub(super) use current::TerminalMatch;
pub(super) use start::play;
