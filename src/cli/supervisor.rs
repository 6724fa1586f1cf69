//! Computations under `--timeout` that Ctrl-C interrupts.
//!
//! Knows: signals, clocks, and the budget that passes them on.
//! Must not know: what is computed.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io, thread};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use upstar_core::Budget;

use super::Exit;

/// Two signals within this time end the program.
const TWICE: Duration = Duration::from_secs(1);

/// Runs computations within the limits.
pub(super) struct Supervisor {
    computing: Arc<AtomicBool>,
    at_prompt: Arc<AtomicBool>,
    watchdog: Option<Arc<Watchdog>>,
    timeout: Option<Duration>,
    budget: Budget,
}

impl Supervisor {
    /// Passes signals on to `budget`, and the end of `timeout`.
    pub(super) fn new(budget: Budget, timeout: Option<Duration>) -> Supervisor {
        let computing = Arc::new(AtomicBool::new(false));
        let at_prompt = Arc::new(AtomicBool::new(false));
        pass_on_signals(budget.clone(), computing.clone(), at_prompt.clone());
        let mut supervisor =
            Supervisor { computing, at_prompt, watchdog: None, timeout: None, budget };
        supervisor.set_timeout(timeout);
        supervisor
    }

    /// How long a computation may take.
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Chooses how long a computation may take.
    pub(super) fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
        if timeout.is_some() && self.watchdog.is_none() {
            self.watchdog = Some(Watchdog::spawn(self.budget.clone()));
        }
    }

    /// From now on a signal between computations does not end the program.
    pub(super) fn stay_at_prompt(&self) {
        self.at_prompt.store(true, Ordering::Relaxed);
    }

    /// Runs a computation within the limits, and returns how long it took.
    pub(super) fn compute<T>(&self, computation: impl FnOnce() -> T) -> (T, Duration) {
        let start = Instant::now();
        self.computing.store(true, Ordering::Relaxed);
        if let (Some(watchdog), Some(timeout)) = (&self.watchdog, self.timeout) {
            watchdog.set(start.checked_add(timeout));
        }
        let progress = Progress::start(&self.budget);
        let result = computation();
        drop(progress);
        if let Some(watchdog) = &self.watchdog {
            watchdog.set(None);
        }
        self.computing.store(false, Ordering::Relaxed);
        (result, start.elapsed())
    }
}

fn pass_on_signals(budget: Budget, computing: Arc<AtomicBool>, at_prompt: Arc<AtomicBool>) {
    let mut last: Option<Instant> = None;
    let handler = move || {
        let now = Instant::now();
        let again = last.replace(now).is_some_and(|last| now.duration_since(last) < TWICE);
        let computing = computing.load(Ordering::Relaxed);
        if computing && !again {
            budget.interrupt();
        } else if computing || !at_prompt.load(Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    };
    // Without a handler Ctrl-C ends the program, which is bearable.
    let _ = ctrlc::set_handler(handler);
}

/// A thread that waits for a deadline.
struct Watchdog {
    watch: Mutex<Watch>,
    changed: Condvar,
}

#[derive(Default)]
struct Watch {
    deadline: Option<Instant>,
    /// When the thread wakes up by itself.
    wakes: Option<Instant>,
}

impl Watchdog {
    fn spawn(budget: Budget) -> Arc<Watchdog> {
        let watchdog = Arc::new(Watchdog { watch: Mutex::default(), changed: Condvar::new() });
        let watching = watchdog.clone();
        thread::spawn(move || watching.watch(&budget));
        watchdog
    }

    /// Wakes the thread only if it would sleep too long: there may be many short computations.
    fn set(&self, deadline: Option<Instant>) {
        let mut watch = self.lock();
        watch.deadline = deadline;
        let wakes = watch.wakes;
        drop(watch);
        if deadline.is_some_and(|deadline| wakes.is_none_or(|wakes| deadline < wakes)) {
            self.changed.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Watch> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, budget: &Budget) {
        let mut watch = self.lock();
        loop {
            let now = Instant::now();
            watch.wakes = watch.deadline;
            watch = match watch.deadline {
                None => self.changed.wait(watch).unwrap_or_else(PoisonError::into_inner),
                Some(time) if time <= now => {
                    // Under the lock, so that it does not hit the next computation.
                    budget.time_out();
                    watch.deadline = None;
                    watch
                }
                Some(time) => {
                    let waited = self.changed.wait_timeout(watch, time - now);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// Time after which the progress line is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// Interval at which the line changes.
const TICK: Duration = Duration::from_millis(100);

/// Shows the line until it is dropped.
struct Progress {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Waits a second, then shows the line, when standard error is a terminal.
    fn start(budget: &Budget) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress { done: None, thread: None };
        }
        let (done, stop) = mpsc::channel::<()>();
        let budget = budget.clone();
        let watch = move || {
            if stop.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let line = ProgressBar::new_spinner().with_elapsed(PATIENCE);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
                line.set_style(style);
            }
            while stop.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                line.set_message(format!("{} steps; Ctrl-C stops", HumanCount(budget.steps())));
                line.tick();
            }
            line.finish_and_clear();
        };
        Progress { done: Some(done), thread: Some(thread::spawn(watch)) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done = None;
        if let Some(thread) = self.thread.take() {
            // A line that cannot be drawn is no reason to lose the answer.
            let _ = thread.join();
        }
    }
}
