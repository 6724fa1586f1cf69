//! Imports from the page that runs an instance: the clock, requests to stop, reports of a panic.
//!
//! An instance of WebAssembly hears nothing while it computes. So the meter of the budget, which is read every few
//! hundred steps, also asks the page whether to stop, and looks at the clock. The stack does not grow there,
//! because `stacker` has no other stack: calls within builtins and rules have a limit of their own
//! (`Session::limit_nesting`). If an instance ends all the same, `web/src/engine.ts` makes a new one and evaluates
//! the inputs again that bound names. A second instance, which never waits, colours and completes what is typed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use upstar_core::Budget;

/// The bytes of a page of memory in WebAssembly.
#[cfg(target_arch = "wasm32")]
const PAGE: u64 = 65_536;

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "upstar")]
unsafe extern "C" {
    /// Not zero if the page requests a stop. Its argument is the number of steps made so far.
    safe fn stop_asked(steps: f64) -> i32;
    /// Milliseconds, from any beginning.
    safe fn milliseconds() -> f64;
    /// A panic, which ends the instance: the place and the length of its message.
    safe fn panicked(message: *const u8, length: usize);
}

/// Outside of a page there are no requests to stop, and time stands still.
#[cfg(not(target_arch = "wasm32"))]
mod outside {
    pub(super) fn stop_asked(_steps: f64) -> i32 {
        0
    }
    pub(super) fn milliseconds() -> f64 {
        0.0
    }
    pub(super) fn panicked(_message: *const u8, _length: usize) {}
}
#[cfg(not(target_arch = "wasm32"))]
use outside::{milliseconds, panicked, stop_asked};

/// The budget of the engine of this instance.
static BUDGET: OnceLock<Budget> = OnceLock::new();
/// When the time of the computation is over, in milliseconds; [`u64::MAX`] when it is not limited.
static DEADLINE: AtomicU64 = AtomicU64::new(u64::MAX);

/// Budget that all sessions share. It reads its meter every few hundred steps, and then also asks the page
/// whether to stop.
pub(crate) fn budget() -> Budget {
    BUDGET.get_or_init(|| Budget::with_meter(meter)).clone()
}

/// Sets the time limit of the computation that begins now, in milliseconds.
pub(crate) fn limit_time(milliseconds_from_now: Option<u64>) {
    let deadline = milliseconds_from_now.map(|time| (milliseconds() as u64).saturating_add(time));
    DEADLINE.store(deadline.unwrap_or(u64::MAX), Relaxed);
}

/// Sets the time limit of the computation that begins now, in seconds, unless it has a shorter one.
pub(crate) fn limit_more(seconds: Option<f64>) {
    let Some(seconds) = seconds else { return };
    let deadline = (milliseconds() as u64).saturating_add((seconds * 1000.0) as u64);
    DEADLINE.fetch_min(deadline, Relaxed);
}

/// Bytes of the instance. They never become fewer: a page that hears of a lack of memory begins a new
/// instance.
fn meter() -> u64 {
    if let Some(budget) = BUDGET.get() {
        if stop_asked(budget.steps() as f64) != 0 {
            budget.interrupt();
        }
        let deadline = DEADLINE.load(Relaxed);
        if deadline < u64::MAX && milliseconds() as u64 >= deadline {
            budget.time_out();
        }
    }
    bytes()
}

/// Bytes of the instance; 0 outside of WebAssembly.
pub(crate) fn bytes() -> u64 {
    #[cfg(target_arch = "wasm32")]
    return core::arch::wasm32::memory_size::<0>() as u64 * PAGE;
    #[cfg(not(target_arch = "wasm32"))]
    0
}

/// Reports the message of a panic to the page before it ends the instance.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        panicked(message.as_ptr(), message.len());
    }));
}
