//! The interpreter: a machine with its registers, frames and open comprehensions.
//!
//! Knows: what instructions do, and how functions, builtins and rulesets are called.
//! Must not know: how a question about positions is answered. Registers and frames are private to this folder.

pub(super) mod call;
mod event;
pub(super) mod frames;
pub(super) mod instructions;
mod run;
mod sweep;

use std::sync::Arc;

pub use call::signature;
pub use event::{Claimed, Event};

use crate::compile;
use crate::eval::environment::{Environment, Names};
use crate::eval::{Globals, World};
use crate::resolve::tree;
use crate::source::Span;
use crate::value::Result;
use crate::value::scalar::Scalar;
use frames::CallFrame;
use sweep::Sweep;

/// Most open calls.
const MAX_CALLS: usize = 10_000;

/// Virtual machine with its registers, call frames and pending events.
pub struct Machine<'w> {
    pub(super) env: Environment<'w>,
    /// Registers: the frames of all open calls.
    stack: Vec<Scalar>,
    /// Frames of callers, innermost last.
    frames: Vec<CallFrame>,
    /// Open comprehensions, innermost last.
    sweeps: Vec<Sweep>,
    calls: usize,
    /// Number of nested runs of [`Machine::execute`] on the stack of the thread.
    loops: usize,
    pub(super) exercise: Option<Arc<str>>,
    pub(super) events: Vec<Event>,
    /// Place of the current statement.
    pub(super) place: Option<Span>,
    /// Whether a suggested call is being tried: its faults get no suggestions of their own.
    pub(super) tries_usage: bool,
    /// Whether a question is being asked twice: what that asks is not.
    pub(super) is_validating: bool,
}

impl<'w> Machine<'w> {
    /// Creates a machine with an empty stack.
    pub fn new(world: &'w World, globals: &'w mut Globals) -> Self {
        Machine::with(Environment::new(world, Names::Own(globals)))
    }

    fn with(env: Environment<'w>) -> Self {
        Machine {
            env,
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

    /// Creates a machine for another thread, with shared names.
    pub(super) fn fork(&self) -> Machine<'_> {
        Machine {
            calls: self.calls,
            loops: self.loops,
            exercise: self.exercise.clone(),
            place: self.place,
            tries_usage: self.tries_usage,
            is_validating: self.is_validating,
            ..Machine::with(self.env.lent())
        }
    }

    /// Does `work` with so many steps, without validating what it asks. Whatever it leaves behind is removed.
    pub(super) fn apart<T>(
        &mut self,
        steps: u64,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let (stack, frames, sweeps) = (self.stack.len(), self.frames.len(), self.sweeps.len());
        let (calls, loops, events) = (self.calls, self.loops, self.events.len());
        self.is_validating = true;
        let budget = self.env.budget.clone();
        let done = budget.within(steps, || work(self));
        self.is_validating = false;
        self.stack.truncate(stack);
        self.frames.truncate(frames);
        self.sweeps.truncate(sweeps);
        self.events.truncate(events);
        (self.calls, self.loops) = (calls, loops);
        done
    }
}
