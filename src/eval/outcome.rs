//! Who wins: by value or by search, as the core decides.

use std::cell::RefCell;
use std::rc::Rc;

use upstar_core::position::{self, Part as Component, Way};
use upstar_core::{Outcome, Player};

use super::Machine;
use super::places::Place;
use crate::rules::rewrite::{Id, Planes};
use crate::value::{Result, Value};

impl Machine<'_> {
    pub(super) fn search_wins(&mut self, value: &Value, first: Player) -> Result<(bool, Way)> {
        let sum = self.known_heaps(value)?;
        if let Some((home, planes, boards)) = self.all_boards(&sum) {
            let store = self.world.store().clone();
            let wins = position::wins(&mut *planes.borrow_mut(), &store, &boards, first);
            return wins.map_err(|trouble| self.trouble(home, trouble));
        }
        self.nested(|machine, store| position::wins(machine, store, &sum, first))
    }

    pub(super) fn search_outcome(&mut self, value: &Value) -> Result<(Outcome, Way)> {
        let sum = self.known_heaps(value)?;
        if let Some((home, planes, boards)) = self.all_boards(&sum) {
            let store = self.world.store().clone();
            let outcome = position::outcome(&mut *planes.borrow_mut(), &store, &boards);
            return outcome.map_err(|trouble| self.trouble(home, trouble));
        }
        self.nested(|machine, store| position::outcome(machine, store, &sum))
    }

    /// The parts of a value, heaps whose ruleset has a table of nimbers by these.
    fn known_heaps(&mut self, value: &Value) -> Result<position::Sum<Place>> {
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

    /// The boards of one ruleset that a sum consists of, games aside.
    fn all_boards(&self, sum: &[Component<Place>]) -> Option<(usize, Shared, position::Sum<Id>)> {
        let home = sum.iter().find_map(|part| match part {
            Component::Position(Place::Board(home, _))
            | Component::Negative(Place::Board(home, _)) => Some(*home),
            _ => None,
        })?;
        let board = |part: &Component<Place>| match part {
            Component::Position(Place::Board(at, id)) if *at == home => {
                Some(Component::Position(*id))
            }
            Component::Negative(Place::Board(at, id)) if *at == home => {
                Some(Component::Negative(*id))
            }
            Component::Value(game) => Some(Component::Value(*game)),
            _ => None,
        };
        let boards = sum.iter().map(board).collect::<Option<_>>()?;
        Some((home, self.world.homes[home].planes.clone(), boards))
    }
}

/// Where the boards of a ruleset are numbered.
type Shared = Rc<RefCell<Planes>>;
