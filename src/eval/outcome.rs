//! Who wins: by value or by search, as the core decides.

use upstar_core::position::{self, Way};
use upstar_core::{Outcome, Player};

use super::Machine;
use crate::value::{Result, Value};

impl Machine<'_> {
    pub(super) fn search_wins(&mut self, value: &Value, first: Player) -> Result<(bool, Way)> {
        let sum = self.summands(value)?;
        self.nested(|machine, store| position::wins(machine, store, &sum, first))
    }

    pub(super) fn search_outcome(&mut self, value: &Value) -> Result<(Outcome, Way)> {
        let sum = self.summands(value)?;
        self.nested(|machine, store| position::outcome(machine, store, &sum))
    }
}
