//! The rulesets of a session as the core sees them.
//!
//! Knows: which machine computes options on which thread. Must not know: how options are computed,
//! or what is found out of them.

use std::cell::RefCell;
use std::cell::RefMut;

use thread_local::ThreadLocal;
use upstar_core::loopy::{Loopy, Worth};
use upstar_core::solve::goal::Verdict;
use upstar_core::solve::{Ruleset, Solver, Sum};
use upstar_core::{Player, Store};

use super::Machine;
use super::goals::opposed;
use super::places::{LOOPY, Place, placed};
use crate::diagnostic::Code;
use crate::value::{Fault, Result, Value, loopy};

/// How many positions are listed, other than boards, of which there is an end.
const MOST_LISTED: usize = 1 << 20;

/// The longest line of play that is followed, and that with heaps.
const MOST_MOVES: usize = 1 << 17;
const MOST_MOVES_OF_HEAPS: usize = 1 << 20;

/// All rulesets of a session, with a machine for each thread that asks.
pub(super) struct Declared<'m, 'w> {
    parent: &'m Machine<'w>,
    machines: ThreadLocal<RefCell<Machine<'m>>>,
}

impl<'m, 'w> Declared<'m, 'w> {
    pub(super) fn new(parent: &'m Machine<'w>) -> Self {
        Declared { parent, machines: ThreadLocal::new() }
    }

    /// The machine of this thread.
    pub(super) fn machine(&self) -> RefMut<'_, Machine<'m>> {
        self.machines.get_or(|| RefCell::new(self.parent.fork())).borrow_mut()
    }

    /// The store of values.
    pub(super) fn store(&self) -> &'m Store {
        self.parent.world.store()
    }

    /// What the machine of this thread was told to do.
    fn into_events(self) -> Vec<super::Event> {
        std::mem::take(&mut self.machine().events)
    }
}

impl Machine<'_> {
    /// Asks something about positions, as one more open call: rules may ask for values themselves.
    pub(super) fn solved<T>(
        &mut self,
        ask: impl FnOnce(&Solver<'_, Declared<'_, '_>>) -> Result<T>,
    ) -> Result<T> {
        self.with_rulesets(|declared| {
            let memo = declared.parent.world.known.clone();
            ask(&Solver::with_memo(declared, declared.store(), memo))
        })
    }

    /// Does something with the rulesets of the session, as one more open call.
    pub(super) fn with_rulesets<T>(
        &mut self,
        work: impl FnOnce(&Declared<'_, '_>) -> Result<T>,
    ) -> Result<T> {
        self.one_deeper(|machine| {
            let declared = Declared::new(machine);
            let answer = work(&declared);
            let events = declared.into_events();
            machine.events.extend(events);
            answer
        })
    }
}

impl Ruleset for Declared<'_, '_> {
    type Position = Place;
    type Error = Fault;

    fn is_impartial(&self, place: &Place) -> bool {
        let world = self.parent.world;
        match place {
            Place::Board(home, id) => world.homes[*home].planes.is_impartial(id),
            Place::Position(position) => world.rules.compiled(&position.ruleset).impartial,
            Place::Loopy(_) => false,
        }
    }

    fn stays_impartial(&self, place: &Place) -> bool {
        match place {
            Place::Board(..) => self.is_impartial(place),
            Place::Position(position) => {
                let compiled = self.parent.world.rules.compiled(&position.ruleset);
                compiled.impartial && compiled.rewrites_only
            }
            Place::Loopy(_) => false,
        }
    }

    fn has_few_followers(&self, place: &Place) -> bool {
        matches!(place, Place::Position(position) if position.ruleset.is_of_heaps())
    }

    fn surely_ends(&self, place: &Place) -> bool {
        match place {
            Place::Board(home, id) => self.parent.world.homes[*home].planes.surely_ends(id),
            Place::Position(position) => self.parent.position_ends(position),
            Place::Loopy(_) => false,
        }
    }

    fn worth(&self, place: &Place) -> Option<Worth> {
        match place {
            Place::Loopy(value) => Some(Worth::Loopy((**value).clone())),
            _ => None,
        }
    }

    fn most_listed(&self) -> usize {
        MOST_LISTED
    }

    fn most_moves(&self, place: &Place) -> usize {
        match self.has_few_followers(place) {
            true => MOST_MOVES_OF_HEAPS,
            false => MOST_MOVES,
        }
    }

    fn options(&self, place: &Place, player: Player) -> Result<Vec<Sum<Place>>> {
        match place {
            Place::Board(home, id) => {
                let options = self.parent.world.homes[*home].planes.options(id, player);
                let options = options.map_err(|trouble| self.machine().trouble(*home, trouble))?;
                Ok(options.into_iter().map(|sum| placed(*home, sum)).collect())
            }
            Place::Position(position) => {
                let mut machine = self.machine();
                let options = machine.options_of(position, player)?;
                let by_goal = position.ruleset.is_decided_by_goal();
                let sum = |option: &Value| match by_goal {
                    true => opposed(&position.ruleset, option),
                    false => machine.summands(option),
                };
                options.iter().map(sum).collect()
            }
            Place::Loopy(value) => {
                if let Loopy::Sided(..) = **value {
                    return Err(no_options());
                }
                let options = loopy::options(self.store(), value, player)?;
                let mut machine = self.machine();
                options.iter().map(|option| machine.summands(option)).collect()
            }
        }
    }

    fn verdict(&self, place: &Place, mover: Player) -> Result<Option<Verdict>> {
        match place {
            Place::Position(position) => self.machine().said_end(position, mover),
            Place::Board(..) | Place::Loopy(_) => Ok(None),
        }
    }

    fn repeats(&self, cycle: Vec<Place>) -> Fault {
        let world = self.parent.world;
        let positions = cycle.into_iter().filter_map(|place| match place {
            Place::Board(home, id) => Some(world.homes[home].position(id)),
            Place::Position(position) => Some(Ok(position)),
            Place::Loopy(_) => None,
        });
        match positions.collect::<Result<Vec<_>>>() {
            Ok(cycle) => self.machine().circle(&cycle, LOOPY),
            Err(fault) => fault,
        }
    }
}

/// The fault of playing in a value that is known by its sides only. Where play cannot come to it
/// with something beside it, its options are not asked for once it is seen that play may return.
fn no_options() -> Fault {
    Fault::new(Code::Repeats, "a loopy value that is no stopper has no options to be played")
        .note("it is added to positions here, and their sum has no value that is found")
}
