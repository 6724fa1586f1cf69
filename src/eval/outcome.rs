//! Who wins: by value or by search, as the core decides.

use upstar_core::position::{self, Part as Component, Way};
use upstar_core::{Outcome, Player};

use super::Machine;
use super::places::Place;
use crate::rules::rewrite::Id;
use crate::value::{Result, Value};

impl Machine<'_> {
    pub(super) fn search_wins(&mut self, value: &Value, first: Player) -> Result<(bool, Way)> {
        let sum = self.known_heaps(value)?;
        if let Some((home, boards)) = all_boards(&sum) {
            return self
                .on_boards(home, |planes, store| position::wins(planes, store, &boards, first));
        }
        self.nested(|machine, store| position::wins(machine, store, &sum, first))
    }

    pub(super) fn search_outcome(&mut self, value: &Value) -> Result<(Outcome, Way)> {
        let sum = self.known_heaps(value)?;
        if let Some((home, boards)) = all_boards(&sum) {
            return self.on_boards(home, |planes, store| position::outcome(planes, store, &boards));
        }
        self.nested(|machine, store| position::outcome(machine, store, &sum))
    }

    /// The parts of a value, heaps whose ruleset has a table of nimbers by these.
    pub(super) fn known_heaps(&mut self, value: &Value) -> Result<position::Sum<Place>> {
        let mut sum = self.summands(value)?;
        for part in &mut sum {
            if let Component::Position(Place::Position(position))
            | Component::Negative(Place::Position(position)) = part
                && let Some(nimber) = self.heap_nimber(&position.clone())?
            {
                *part = Component::Value(self.world.store().nimber(nimber)?);
            }
        }
        Ok(sum)
    }
}

/// The boards that a sum consists of, games aside, and where they are at home, when that is one
/// place.
fn all_boards(sum: &[Component<Place>]) -> Option<(usize, position::Sum<Id>)> {
    let home = sum.iter().find_map(|part| match part {
        Component::Position(Place::Board(home, _)) | Component::Negative(Place::Board(home, _)) => {
            Some(*home)
        }
        _ => None,
    })?;
    let board = |part: &Component<Place>| match part {
        Component::Position(Place::Board(at, id)) if *at == home => Some(Component::Position(*id)),
        Component::Negative(Place::Board(at, id)) if *at == home => Some(Component::Negative(*id)),
        Component::Value(game) => Some(Component::Value(*game)),
        _ => None,
    };
    Some((home, sum.iter().map(board).collect::<Option<_>>()?))
}
