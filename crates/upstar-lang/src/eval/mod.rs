//! The machine that runs compiled code, and answers questions about positions.
//!
//! Knows: what instructions do, frames, calls, and how options of positions are computed.
//! Must not know: files, terminals, or how anything is shown.
//!
//! The state is divided by who may change it:
//!
//! - `environment`: the world, the names and the budget, and what is known of rulesets from these alone. It runs
//!   no code, so it is asked through a shared reference.
//! - `machine`: the interpreter. Registers, frames, comprehensions and counters of calls are private to its folder.
//! - `typed`: instructions that need the code around them, on an `Activation`: a machine, its code and a frame.
//! - `positions`: what the rules say of a position, by running them: arguments, checks, options.
//! - `solve`: answers about positions, by the searches of the core.
//! - `validate`: answers that are asked of the rules as well. `host` hands what builtins ask to these.
//!
//! Rules call builtins, and builtins ask about positions: whatever runs rules needs the whole machine and is a function
//! with a `&mut Machine`, in the folder of its question. It sees the interpreter only through methods such as
//! `Machine::block` and `Machine::each_part`. What needs less takes an `Environment`, a `Host` or a `Store`.

mod environment;
mod host;
mod machine;
mod positions;
mod solve;
mod typed;
mod validate;
mod world;

pub use environment::definitions::Definitions;
pub use environment::globals::{Change, Globals, Library};
pub use machine::{Claimed, Event, Machine, signature};
pub(crate) use positions::arguments::{BOUND, DIVIDED};
pub use solve::recompute::{KeptAnswer, Recomputed, has_number, recompute, words};
pub use validate::Validate;
pub use world::World;

use crate::analysis::STACK_OF_PROGRAMS;

/// Stack that must be left before a value is entered, and size of the segment that is added otherwise.
const RED_ZONE: usize = 256 * 1024;
const MORE_STACK: usize = 8 * 1024 * 1024;

/// Does `work`, which runs code or asks about positions, where there is enough stack for it. Code asks compiled programs,
/// often millions of times: each question would add a segment of its own if the work had begun with less than they need.
pub(crate) fn with_stack_for_code<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_OF_PROGRAMS + 1024 * 1024, MORE_STACK, work)
}
