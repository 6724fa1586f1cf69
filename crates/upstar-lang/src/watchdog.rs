//! Thread that ends computations: at their deadline, or when they are cancelled.
//!
//! Knows: clocks, and the budget of one computation after the other. Must not know: what is computed.

#![expect(clippy::disallowed_methods, reason = "a deadline needs a clock")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use upstar_core::Budget;

/// Interval for checks of a computation with a deadline, or one that can be cancelled.
const TICK: Duration = Duration::from_millis(10);

/// Ends the computation of one budget at its limits.
pub struct Watchdog {
    budget: Budget,
    watch: Mutex<Watch>,
    changed: Condvar,
}

#[derive(Default)]
struct Watch {
    running: Option<WatchedComputation>,
    /// When the thread wakes up by itself.
    wakes: Option<Instant>,
    is_finished: bool,
}

/// Limits of a computation.
struct WatchedComputation {
    deadline: Option<Instant>,
    cancelled: Option<Arc<AtomicBool>>,
    is_interrupted: bool,
    /// Whether it was cancelled.
    is_asked: bool,
}

impl WatchedComputation {
    fn is_cancelled(&self) -> bool {
        self.is_interrupted
            || self.cancelled.as_ref().is_some_and(|cancelled| cancelled.load(Ordering::Relaxed))
    }

    /// When the computation has to be looked at again.
    fn next_check(&self, now: Instant) -> Option<Instant> {
        let is_over = self.deadline.is_some_and(|deadline| deadline <= now);
        match self.cancelled.is_some() || self.is_interrupted || is_over {
            true => Some(now + TICK),
            false => self.deadline,
        }
    }

    /// Ends a computation whose limit is reached. Repeats the request at each check until a step has
    /// failed, because a computation that has just begun may have missed it.
    fn enforce(&mut self, budget: &Budget, now: Instant) {
        if self.is_asked && budget.has_stopped() {
            return;
        }
        let is_over = self.deadline.is_some_and(|deadline| deadline <= now);
        if self.is_cancelled() {
            budget.interrupt();
        } else if is_over {
            budget.time_out();
        }
        self.is_asked |= is_over || self.is_cancelled();
    }
}

impl Watchdog {
    /// A watchdog whose thread is not started yet.
    pub fn new(budget: Budget) -> Arc<Watchdog> {
        let (watch, changed) = (Mutex::default(), Condvar::new());
        Arc::new(Watchdog { budget, watch, changed })
    }

    /// Starts the thread.
    pub fn start(self: &Arc<Self>) {
        let watching = self.clone();
        thread::spawn(move || watching.watch());
    }

    /// Begins a computation that ends after `time`, or when the flag is set.
    pub fn begin(&self, time: Option<Duration>, cancelled: Option<&Arc<AtomicBool>>) {
        let now = Instant::now();
        // A time that no clock shows is no limit.
        let deadline = time.and_then(|time| now.checked_add(time));
        let cancelled = cancelled.cloned();
        let mut limits =
            WatchedComputation { deadline, cancelled, is_interrupted: false, is_asked: false };
        limits.enforce(&self.budget, now);
        let look = limits.next_check(now);
        let mut watch = self.lock();
        watch.running = Some(limits);
        // The thread is woken only if it would sleep too long: there may be many short computations.
        let is_too_late = look.is_some_and(|look| watch.wakes.is_none_or(|wakes| look < wakes));
        drop(watch);
        if is_too_late {
            self.changed.notify_one();
        }
    }

    /// Interrupts the computation, until it ends.
    pub fn interrupt(&self) {
        if let Some(running) = &mut self.lock().running {
            running.is_interrupted = true;
        }
        self.changed.notify_one();
    }

    /// The computation has ended.
    pub fn end(&self) {
        self.lock().running = None;
    }

    /// Ends the thread.
    pub fn finish(&self) {
        self.lock().is_finished = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Watch> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut watch = self.lock();
        while !watch.is_finished {
            let now = Instant::now();
            // Under the lock, so that it does not hit the next computation.
            if let Some(running) = &mut watch.running {
                running.enforce(&self.budget, now);
            }
            watch.wakes = watch.running.as_ref().and_then(|running| running.next_check(now));
            watch = match watch.wakes {
                None => self.changed.wait(watch).unwrap_or_else(PoisonError::into_inner),
                Some(time) => {
                    let waited =
                        self.changed.wait_timeout(watch, time.saturating_duration_since(now));
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Exhausted;

    use super::*;

    /// Result of a computation that never ends by itself.
    fn end_of(budget: &Budget) -> Exhausted {
        loop {
            if let Err(end) = budget.step() {
                return end;
            }
        }
    }

    #[test]
    fn computations_end_at_their_deadline_or_when_they_are_cancelled() {
        let budget = Budget::unlimited();
        let watchdog = Watchdog::new(budget.clone());
        watchdog.start();
        let flag = Arc::new(AtomicBool::new(false));
        for _ in 0..3 {
            budget.restart();
            watchdog.begin(Some(TICK), None);
            assert_eq!(end_of(&budget), Exhausted::TimedOut);
            watchdog.end();
            budget.restart();
            watchdog.begin(None, Some(&flag));
            let setter = flag.clone();
            let other = thread::spawn(move || {
                thread::sleep(TICK);
                setter.store(true, Ordering::Relaxed);
            });
            assert_eq!(end_of(&budget), Exhausted::Interrupted);
            watchdog.end();
            other.join().unwrap();
            // A computation that begins after it was cancelled makes no step.
            budget.restart();
            watchdog.begin(Some(Duration::MAX), Some(&flag));
            assert_eq!(budget.step(), Err(Exhausted::Interrupted));
            watchdog.end();
            flag.store(false, Ordering::Relaxed);
        }
        watchdog.finish();
    }

    #[test]
    fn a_stop_that_is_missed_is_asked_for_again() {
        let budget = Budget::unlimited();
        let watchdog = Watchdog::new(budget.clone());
        watchdog.start();
        for (time, end) in
            [(Some(Duration::ZERO), Exhausted::TimedOut), (None, Exhausted::Interrupted)]
        {
            watchdog.begin(time, None);
            if time.is_none() {
                watchdog.interrupt();
            }
            for _ in 0..3 {
                thread::sleep(TICK);
                budget.restart();
            }
            assert_eq!(end_of(&budget), end);
            // Later work, such as writing finished results, is not interrupted.
            budget.restart();
            thread::sleep(3 * TICK);
            assert_eq!(budget.step(), Ok(()));
            watchdog.end();
        }
        // An interrupt hits nothing that begins later.
        watchdog.interrupt();
        budget.restart();
        watchdog.begin(None, None);
        thread::sleep(3 * TICK);
        assert_eq!(budget.step(), Ok(()));
        watchdog.finish();
    }
}
