//! How much a session has computed and keeps.

use super::Session;

/// How much a session has computed and keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stats {
    /// Inputs, also those that failed.
    pub inputs: usize,
    /// Names that the session has bound.
    pub names: usize,
    /// Canonical forms in the store.
    pub games: usize,
    /// Bytes of the store, about.
    pub game_bytes: usize,
    /// Positions whose value or nimber is remembered.
    pub positions: usize,
    /// Steps of the last computation.
    pub steps: u64,
    /// Bytes the program has allocated; 0 when nobody counts them.
    pub bytes: u64,
    /// Bytes it may allocate.
    pub max_bytes: u64,
}

impl Session {
    /// How much has been computed and is kept.
    pub fn stats(&self) -> Stats {
        let (store, budget) = (self.world.store(), self.budget());
        let topic = |entry: &super::Entry| entry.topic == super::entries::OWN;
        Stats {
            inputs: self.inputs,
            names: self.entries().iter().filter(|entry| topic(entry)).count(),
            games: store.len(),
            game_bytes: store.bytes(),
            positions: self.world.positions(),
            steps: budget.steps(),
            bytes: budget.used_bytes(),
            max_bytes: budget.max_bytes(),
        }
    }
}
