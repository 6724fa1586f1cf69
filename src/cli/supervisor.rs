//! Computations under `--timeout` that Ctrl-C interrupts.
//!
//! Knows: signals, clocks, and the budget that passes them on. Must not know: what is computed.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io, thread};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use upstar_core::{Budget, Exhausted};
use upstar_lang::watchdog::Watchdog;

use super::exit::Exit;
use super::process::Process;

/// Two signals within this time end the program.
const TWICE: Duration = Duration::from_secs(1);

/// Runs computations within the limits.
pub(super) struct Supervisor {
    computing: Arc<AtomicBool>,
    at_prompt: Arc<AtomicBool>,
    watchdog: Arc<Watchdog>,
    timeout: Option<Duration>,
    budget: Budget,
    process: Process,
}

impl Supervisor {
    /// Creates a supervisor that passes signals on to `budget`, and ends it after `timeout`. The threads
    /// that do so start when a computation becomes long: most are over before. Until then a signal ends
    /// the program, as it does without a handler.
    pub(super) fn new(budget: Budget, timeout: Option<Duration>, process: Process) -> Supervisor {
        let computing = Arc::new(AtomicBool::new(false));
        let at_prompt = Arc::new(AtomicBool::new(false));
        let watchdog = Watchdog::new(budget.clone());
        let handler = signal_handler(&watchdog, &budget, &computing, &at_prompt);
        let watching = watchdog.clone();
        budget.when_long(move || {
            watching.start();
            // Without a handler Ctrl-C ends the program, which is bearable.
            let _ = ctrlc::set_handler(handler);
        });
        Supervisor { computing, at_prompt, watchdog, timeout, budget, process }
    }

    /// Time limit of a computation.
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Chooses how long a computation may take.
    pub(super) fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// Keeps signals between computations from ending the program, from now on.
    pub(super) fn stay_at_prompt(&self) {
        self.at_prompt.store(true, Ordering::Relaxed);
        self.budget.becomes_long();
    }

    /// Runs a computation within the limits, and returns its time.
    pub(super) fn compute<T>(&self, computation: impl FnOnce() -> T) -> (T, Duration) {
        let start = Instant::now();
        self.computing.store(true, Ordering::Relaxed);
        self.watchdog.begin(self.timeout, None);
        let budget = self.budget.clone();
        let progress = Progress::start(move || course(&budget));
        let result = computation();
        drop(progress);
        self.watchdog.end();
        // What a computation has freed may be all that the next one is allowed.
        if self.budget.used_bytes() > self.budget.max_bytes() / 2 {
            (self.process.give_back)();
            super::resident::ask_again();
        }
        self.computing.store(false, Ordering::Relaxed);
        (result, start.elapsed())
    }

    /// Calls `work` with each number below `count` on several threads, and returns the results. After a
    /// failure no other call begins, so that the first failure is the same for every number of threads.
    pub(super) fn share<T: Send, E: Send>(
        &self,
        threads: usize,
        count: usize,
        work: impl Fn(&Worker, usize) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let workers: Vec<Worker> = (0..threads.min(count)).map(|_| Worker::new(self)).collect();
        let next = Arc::new(AtomicUsize::new(0));
        let (begun, failed) = (next.clone(), AtomicBool::new(false));
        self.computing.store(true, Ordering::Relaxed);
        self.budget.becomes_long();
        let progress = Progress::start(move || {
            format!("{} of {count}; Ctrl-C stops", begun.load(Ordering::Relaxed).min(count))
        });
        let mut done: Vec<(usize, Result<T, E>)> = thread::scope(|scope| {
            let run = |worker: &Worker| {
                let mut done = Vec::new();
                while !failed.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    let result = work(worker, at);
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    done.push((at, result));
                }
                done
            };
            let running: Vec<_> =
                workers.iter().map(|worker| scope.spawn(move || run(worker))).collect();
            while !running.iter().all(thread::ScopedJoinHandle::is_finished) {
                thread::sleep(GLANCE);
                let is_interrupted = self.budget.step() == Err(Exhausted::Interrupted);
                workers.iter().for_each(|worker| worker.monitor(is_interrupted));
            }
            let join = |one: thread::ScopedJoinHandle<'_, _>| match one.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            running.into_iter().flat_map(join).collect()
        });
        drop(progress);
        self.computing.store(false, Ordering::Relaxed);
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

/// Interval for checks of the clocks of other threads.
const GLANCE: Duration = Duration::from_millis(5);

/// Thread that does a part of the work, with limits of its own.
pub(super) struct Worker {
    budget: Budget,
    timeout: Option<Duration>,
    /// When its computation has to end.
    deadline: Mutex<Option<Instant>>,
}

impl Worker {
    fn new(supervisor: &Supervisor) -> Worker {
        let budget = Budget::with_meter(supervisor.process.allocated_here);
        budget.limit_bytes(supervisor.budget.max_bytes());
        Worker { budget, timeout: supervisor.timeout, deadline: Mutex::default() }
    }

    /// The budget of this thread. Its meter shows what this thread has allocated.
    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Runs a computation within the limit of time.
    pub(super) fn compute(&self, computation: &mut dyn FnMut()) {
        *self.deadline() = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        computation();
        *self.deadline() = None;
    }

    fn deadline(&self) -> MutexGuard<'_, Option<Instant>> {
        self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends its computation at the deadline, or if the user interrupts.
    fn monitor(&self, is_interrupted: bool) {
        // Under the lock, so that it does not hit the next computation.
        let mut deadline = self.deadline();
        if is_interrupted {
            self.budget.interrupt();
        } else if deadline.is_some_and(|time| time <= Instant::now()) {
            self.budget.time_out();
            *deadline = None;
        }
    }
}

/// What is done on a signal.
fn signal_handler(
    watchdog: &Arc<Watchdog>,
    budget: &Budget,
    computing: &Arc<AtomicBool>,
    at_prompt: &Arc<AtomicBool>,
) -> impl FnMut() + Send + 'static {
    let (watchdog, budget) = (watchdog.clone(), budget.clone());
    let (computing, at_prompt) = (computing.clone(), at_prompt.clone());
    let mut last: Option<Instant> = None;
    move || {
        let now = Instant::now();
        let again = last.replace(now).is_some_and(|last| now.duration_since(last) < TWICE);
        let computing = computing.load(Ordering::Relaxed);
        if computing && !again {
            budget.interrupt();
            // Until it ends: it may just have begun, or go on with another part of its work.
            watchdog.interrupt();
        } else if computing || !at_prompt.load(Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    }
}

/// Time after which the progress line is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// Interval at which the line changes.
const TICK: Duration = Duration::from_millis(100);

/// How far a computation has come: the elements of an enumeration if it goes through one, and its steps.
fn course(budget: &Budget) -> String {
    let of_all = match budget.course() {
        Some((done, total)) => format!("{} of {}; ", HumanCount(done), HumanCount(total)),
        None => String::new(),
    };
    format!("{of_all}{} steps; Ctrl-C stops", HumanCount(budget.steps()))
}

/// Shows the line until it is dropped.
struct Progress {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Waits a second, then shows the line, when standard error is a terminal.
    fn start(message: impl Fn() -> String + Send + 'static) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress { done: None, thread: None };
        }
        let (done, stop) = mpsc::channel::<()>();
        let watch = move || {
            if stop.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let line = ProgressBar::new_spinner().with_elapsed(PATIENCE);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
                line.set_style(style);
            }
            while stop.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                line.set_message(message());
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
