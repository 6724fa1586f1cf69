//! The machine that runs compiled code, and solves positions.
//!
//! Knows: what instructions do, frames, calls, and how options of positions are computed.
//! Must not know: files, terminals, or how anything is shown.

mod affine;
mod call;
mod checks;
mod claims;
mod declared;
mod event;
mod extended;
mod facts;
mod frames;
mod globals;
mod goals;
mod ground;
mod instructions;
mod kept;
mod literal;
mod loopy_brackets;
mod loopy_positions;
mod meaning;
mod meanings;
mod misere;
mod nodes;
mod options;
mod outcome;
mod parts;
mod points;
mod position;
mod quotation;
mod recompute;
mod run;
mod solve;
mod summed;
mod sweep;
mod usage;
mod validate;
mod world;

use std::sync::Arc;

use upstar_core::Budget;

pub use call::signature;
pub use event::{Claimed, Event};
pub use globals::{Change, Globals, Library};
pub use recompute::{KeptAnswer, Recomputed};
pub use validate::Validate;
pub use world::World;

use crate::compile;
use crate::diagnostic::Code;
use crate::resolve::tree;
use crate::source::Span;
use crate::value::scalar::Scalar;
use crate::value::{Fault, Result};
use frames::CallFrame;
use sweep::Sweep;

/// Most open calls.
const MAX_CALLS: usize = 10_000;

/// Stack that must be left before code is run, and size of the segment that is added otherwise.
const RED_ZONE: usize = 256 * 1024;
const MORE_STACK: usize = 8 * 1024 * 1024;

/// Access of a machine to the global names.
enum Names<'w> {
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
    fn own(&mut self) -> Result<&mut Globals> {
        match self {
            Names::Own(globals) => Ok(globals),
            Names::Lent(_) => {
                Err(Fault::new(Code::Misplaced, "names are bound one after the other"))
            }
        }
    }
}

/// Virtual machine with its registers, call frames and pending events.
pub struct Machine<'w> {
    world: &'w World,
    globals: Names<'w>,
    budget: Budget,
    /// Registers: the frames of all open calls.
    stack: Vec<Scalar>,
    /// Frames of callers, innermost last.
    frames: Vec<CallFrame>,
    /// Open comprehensions, innermost last.
    sweeps: Vec<Sweep>,
    calls: usize,
    /// Number of nested runs of [`Machine::execute`] on the stack of the thread.
    loops: usize,
    exercise: Option<Arc<str>>,
    events: Vec<Event>,
    /// Place of the current statement.
    place: Option<Span>,
    /// Whether a suggested call is being tried: its faults get no suggestions of their own.
    tries_usage: bool,
    /// Whether a question is being asked twice: what that asks is not.
    is_validating: bool,
}

impl<'w> Machine<'w> {
    /// Creates a machine with an empty stack.
    pub fn new(world: &'w World, globals: &'w mut Globals) -> Self {
        Machine::with(world, Names::Own(globals))
    }

    fn with(world: &'w World, globals: Names<'w>) -> Self {
        let budget = world.store().budget().clone();
        Machine {
            world,
            globals,
            budget,
            stack: Vec::new(),
            frames: Vec::new(),
            sweeps: Vec::new(),
            calls: 0,
            loops: 0,
            exercise: None,
            events: Vec::new(),
            place: None,
            tries_usage: false,
            is_validating: false,
        }
    }

    /// Runs a program. Returns its events, up to the end or the first error.
    pub fn run(mut self, program: &tree::Program) -> (Vec<Event>, Result<()>) {
        let code = compile::program(program);
        let result = match code.ops.is_empty() {
            true => Ok(()),
            false => {
                self.on_frame(&code, [], |machine, base| machine.execute(&code, 0, base).map(drop))
            }
        };
        (self.events, result)
    }
}
