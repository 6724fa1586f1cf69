//! From resolved trees to values.
//!
//! Knows: frames, calls, loops, and how options of positions are computed.
//! Must not know: files, terminals, or how anything is shown.

mod call;
mod code;
mod compare;
mod declared;
mod expr;
mod facts;
mod generate;
mod globals;
mod goals;
mod literal;
mod loops;
mod loopy;
mod misere;
mod options;
mod outcome;
mod parts;
mod places;
mod points;
mod position;
mod quotation;
mod solve;
mod statement;
mod sweep;
mod usage;
mod world;
mod written;

use std::sync::Arc;

use upstar_core::Budget;

pub use call::signature;
pub use globals::{Change, Globals, Library};
pub use statement::{Claimed, Event};
pub use world::World;

use crate::diagnostic::Code;
use crate::resolve::tree;
use crate::source::Span;
use crate::value::{Fault, Result, Value};

/// How many calls may be open at once, where the stack grows as it is needed.
const MAX_CALLS: usize = 10_000;

/// Stack that must be left before an expression is entered, and how much is added when it is not.
const RED_ZONE: usize = 256 * 1024;
const MORE_STACK: usize = 8 * 1024 * 1024;

/// The values in the slots of a call; [`Value::Nothing`] where there is none yet.
type Frame = Vec<Value>;

/// The top-level names, as a machine has them.
enum Names<'w> {
    /// It may change them.
    Own(&'w mut Globals),
    /// Other machines read them at the same time.
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
    /// The names, to be changed.
    ///
    /// # Errors
    /// When other machines read them.
    fn own(&mut self) -> Result<&mut Globals> {
        match self {
            Names::Own(globals) => Ok(globals),
            Names::Lent(_) => {
                Err(Fault::new(Code::Misplaced, "names are bound one after the other"))
            }
        }
    }
}

/// Evaluates trees in a world.
pub struct Machine<'w> {
    world: &'w World,
    globals: Names<'w>,
    budget: Budget,
    calls: usize,
    exercise: Option<Arc<str>>,
    events: Vec<Event>,
    /// Where the statement stands that is run.
    place: Option<Span>,
    /// Whether a suggestion is being tried, so that what fails needs no suggestion of its own.
    tries_usage: bool,
}

impl<'w> Machine<'w> {
    /// A machine that has done nothing yet.
    pub fn new(world: &'w World, globals: &'w mut Globals) -> Self {
        Machine::with(world, Names::Own(globals))
    }

    fn with(world: &'w World, globals: Names<'w>) -> Self {
        let budget = world.store().budget().clone();
        Machine {
            world,
            globals,
            budget,
            calls: 0,
            exercise: None,
            events: Vec::new(),
            place: None,
            tries_usage: false,
        }
    }

    /// Runs a program and tells what happened, up to the end or the first error.
    pub fn run(mut self, program: &tree::Program) -> (Vec<Event>, Result<()>) {
        let mut frame = vec![Value::Nothing; program.slots];
        let result = program
            .statements
            .iter()
            .try_for_each(|statement| self.top_level(statement, &mut frame));
        (self.events, result)
    }

    /// Opens a call, unless too many are open.
    fn enter(&mut self) -> Result<()> {
        let most = self.world.max_calls;
        if self.calls >= most {
            return Err(Fault::new(
                Code::CallDepth,
                format!("more than {most} calls are open at once"),
            )
            .help("does every recursion have a case that ends it?"));
        }
        self.calls += 1;
        Ok(())
    }
}
