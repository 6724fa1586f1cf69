//! Computations that an interrupt or the end of their time stops.
//!
//! An interrupt is sent again at each tick while the cell runs, because a computation that is just beginning clears
//! the flag.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::sleep;
use upstar_core::Budget;

/// Interval for checks of deadlines, and for repeating an interrupt.
const TICK: Duration = Duration::from_millis(10);

/// The watch over the one thread that computes.
pub(crate) struct Watch {
    budget: Budget,
    running: Mutex<Option<Running>>,
    begun: Notify,
}

/// A computation.
struct Running {
    deadline: Option<Instant>,
    cancelled: bool,
}

impl Watch {
    pub(crate) fn new(budget: Budget) -> Arc<Watch> {
        Arc::new(Watch { budget, running: Mutex::new(None), begun: Notify::new() })
    }

    /// Runs a computation with a time limit. Returns its time.
    pub(crate) fn compute<T>(
        &self,
        most: Option<Duration>,
        work: impl FnOnce() -> T,
    ) -> (T, Duration) {
        let begun = Instant::now();
        let deadline = most.and_then(|most| begun.checked_add(most));
        *self.running.lock() = Some(Running { deadline, cancelled: false });
        self.begun.notify_one();
        let done = work();
        *self.running.lock() = None;
        (done, begun.elapsed())
    }

    /// Stops the computation, if there is one. Returns whether there was.
    pub(crate) fn cancel(&self) -> bool {
        let mut running = self.running.lock();
        if let Some(running) = &mut *running {
            running.cancelled = true;
            // Under the lock, so that it does not hit the next computation.
            self.budget.interrupt();
        }
        running.is_some()
    }

    /// Watches over all computations, forever.
    pub(crate) async fn guard(&self) {
        loop {
            self.begun.notified().await;
            loop {
                sleep(TICK).await;
                let running = self.running.lock();
                let Some(running) = &*running else { break };
                // Said again at each tick: what has just begun may have missed it.
                if running.cancelled {
                    self.budget.interrupt();
                } else if running.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                    self.budget.time_out();
                }
            }
        }
    }
}
