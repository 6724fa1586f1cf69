//! A thread that watches over computations: their time, and the signals of Python.
//!
//! A call of Python computes on the thread that makes it, with the lock of the interpreter released: a call costs
//! microseconds, and a change of threads tens of them. The watchdog has the budget polled every 10 ms
//! (`Budget::poll`). Then the computing thread itself runs the handlers of signals, which Python allows to no
//! other.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use pyo3::prelude::*;
use upstar_core::Budget;

/// Interval for checks of signals and deadlines.
const TICK: Duration = Duration::from_millis(10);

/// The watchdogs of this process: a child that was forked has no threads of its parent, and needs another.
static WATCHDOGS: boxcar::Vec<Watchdog> = boxcar::Vec::new();

#[derive(Default)]
struct Watchdog {
    watched: Mutex<Watched>,
    changed: Condvar,
}

#[derive(Default)]
struct Watched {
    /// Whether the thread was started.
    runs: bool,
    /// Whether the thread sleeps until it is woken up.
    sleeps: bool,
    computations: Vec<Computation>,
}

struct Computation {
    id: u64,
    budget: Budget,
    begun: Instant,
    deadline: Option<Instant>,
    /// Whether it was cancelled.
    cancelled: bool,
}

/// A computation that is watched; no more when it is dropped.
pub(crate) struct Watch {
    id: u64,
    dog: &'static Watchdog,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.dog.watched.lock().computations.retain(|one| one.id != self.id);
    }
}

fn current() -> &'static Watchdog {
    if WATCHDOGS.count() == 0 {
        WATCHDOGS.push(Watchdog::default());
    }
    let (_, last) = WATCHDOGS.iter().last().expect("there is one");
    last
}

/// Watches over a computation with this budget until the answer is dropped.
pub(crate) fn watch(budget: &Budget, deadline: Option<Instant>) -> Watch {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let dog = current();
    let id = NEXT.fetch_add(1, Relaxed);
    let mut watched = dog.watched.lock();
    let begun = Instant::now();
    let one = Computation { id, budget: budget.clone(), begun, deadline, cancelled: false };
    watched.computations.push(one);
    if !watched.runs {
        watched.runs = true;
        thread::spawn(move || dog.run());
    }
    if watched.sleeps {
        watched.sleeps = false;
        dog.changed.notify_one();
    }
    Watch { id, dog }
}

impl Watch {
    /// Identity of the computation for [`cancel`].
    pub(crate) fn id(&self) -> u64 {
        self.id
    }
}

/// Stops a computation, if it is not over. Its next step fails, even if it is just beginning.
pub(crate) fn cancel(id: u64) {
    for one in &mut current().watched.lock().computations {
        if one.id == id {
            one.cancelled = true;
            one.budget.interrupt();
        }
    }
}

impl Watchdog {
    fn run(&self) {
        let mut watched = self.watched.lock();
        loop {
            if watched.computations.is_empty() {
                watched.sleeps = true;
                self.changed.wait(&mut watched);
            }
            self.changed.wait_for(&mut watched, TICK);
            let now = Instant::now();
            for one in &watched.computations {
                // Said again at each tick: what has just begun may have missed it.
                match one.deadline {
                    _ if one.cancelled => one.budget.interrupt(),
                    Some(deadline) if deadline <= now => one.budget.time_out(),
                    _ => one.budget.poll(),
                }
            }
        }
    }
}

/// Seconds and steps of the computation of this process that has taken longest so far, if there is one.
#[pyfunction]
pub(crate) fn computing() -> Option<(f64, u64)> {
    let watched = current().watched.lock();
    let longest = watched.computations.iter().min_by_key(|one| one.begun)?;
    Some((longest.begun.elapsed().as_secs_f64(), longest.budget.steps()))
}

/// Must be called in a child after a fork.
#[pyfunction]
pub(crate) fn after_fork() {
    WATCHDOGS.push(Watchdog::default());
}
