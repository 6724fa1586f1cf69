//! What an evaluation is surrounded by: the world, the names with their values, and the budget.
//!
//! Knows: what is remembered, and what a ruleset means with the names as they are now.
//! Must not know: registers and calls. Nothing here runs code, so everything here can be asked at any time.
//!
//! The files of this folder add what is known of a ruleset: what it reads of the names ([`meaning`]), what is remembered
//! for that ([`meanings`], [`facts`]), keys of its positions ([`kept`]), and what a value needs elsewhere ([`definitions`]). `solve` adds what is known of positions.

pub(super) mod cells;
pub(super) mod definitions;
pub(super) mod facts;
pub(super) mod globals;
pub(super) mod ground;
pub(super) mod kept;
pub(super) mod meaning;
pub(super) mod meanings;

use upstar_core::Budget;

use crate::diagnostic::Code;
use crate::eval::{Globals, World};
use crate::value::{Fault, Result, Value};

/// The world, the names and the budget of an evaluation.
pub(super) struct Environment<'w> {
    pub(super) world: &'w World,
    pub(super) globals: Names<'w>,
    pub(super) budget: Budget,
    /// Whether it lists moves for a search. What is found about rules by reading them is found before.
    pub(super) lists_moves: bool,
}

/// Access to the global names.
pub(super) enum Names<'w> {
    /// Exclusive access.
    Own(&'w mut Globals),
    /// Shared access: other machines read them at the same time.
    Lent(&'w Globals),
}

impl std::ops::Deref for Names<'_> {
    type Target = Globals;

    fn deref(&self) -> &Globals {
        match self {
            Names::Own(globals) => globals,
            Names::Lent(globals) => globals,
        }
    }
}

impl Names<'_> {
    /// Returns the names for a change.
    ///
    /// # Errors
    /// `Misplaced` if other machines share the names.
    pub(super) fn own(&mut self) -> Result<&mut Globals> {
        match self {
            Names::Own(globals) => Ok(globals),
            Names::Lent(_) => {
                Err(Fault::new(Code::Misplaced, "names are bound one after the other"))
            }
        }
    }
}

impl<'w> Environment<'w> {
    pub(super) fn new(world: &'w World, globals: Names<'w>) -> Self {
        let budget = world.store().budget().clone();
        Environment { world, globals, budget, lists_moves: false }
    }

    /// The same environment for another thread, which shares the names.
    pub(super) fn lent(&self) -> Environment<'_> {
        let lent = Environment::new(self.world, Names::Lent(&self.globals));
        Environment { lists_moves: self.lists_moves, ..lent }
    }

    /// Value of a global.
    pub(super) fn global(&self, place: usize) -> Result<Value> {
        match self.globals.get(place) {
            Value::Nothing => Err(unset(self.globals.name(place))),
            value => Ok(value.clone()),
        }
    }
}

/// Fault of a name without a value.
pub(super) fn unset(name: &str) -> Fault {
    Fault::new(Code::NoValueYet, format!("`{name}` has no value yet"))
        .help("give it one with `:=` before this")
}
