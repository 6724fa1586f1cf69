//! Budgets: cancellation and limits on steps, memory and threads of long computations.
//!
//! Knows: cancellation, the number of steps made, memory in use, and whom to tell that it becomes long.
//! Must not know: clocks, signals, or what is being computed.
//!
//! A budget goes from the session through the evaluator into every loop of the core. It has flags for an interrupt
//! and for time that is over, and a limit on memory. The allocator of the program counts the memory, so the limit
//! covers all that a session holds and not only games.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::shared::{COUNTERS, CachePadded, counter};

/// Why a computation ended early. What had been computed stays valid and stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Exhausted {
    /// The user asked to stop, with Ctrl-C for instance.
    #[error("interrupted")]
    Interrupted,
    /// The time allowed has passed.
    #[error("out of time")]
    TimedOut,
    /// More steps than allowed.
    #[error("more than {limit} steps")]
    Steps {
        /// The limit.
        limit: u64,
    },
    /// More memory than allowed.
    #[error("more than {limit} bytes of memory")]
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
}

const GO_ON: u8 = 0;
const INTERRUPTED: u8 = 1;
const TIMED_OUT: u8 = 2;
const POLLED: u8 = 3;

/// The memory meter is read at the first step of a computation, and at every `METER_EVERY`th step.
const METER_EVERY: u64 = 256;

/// What is done once, when the computations of a budget become long.
#[derive(Default)]
struct Alarm {
    is_set: AtomicBool,
    /// How often the limits were checked.
    checks: AtomicUsize,
    action: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl std::fmt::Debug for Alarm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alarm").field("is_set", &self.is_set).finish_non_exhaustive()
    }
}

impl Alarm {
    fn set(&self, action: Box<dyn FnOnce() + Send>) {
        *self.action.lock().unwrap_or_else(PoisonError::into_inner) = Some(action);
        self.is_set.store(true, Relaxed);
    }

    /// Rings after some checks of the limits.
    fn check(&self) {
        if self.is_set.load(Relaxed) && self.checks.fetch_add(1, Relaxed) >= SHORT_CHECKS {
            self.ring();
        }
    }

    fn ring(&self) {
        if self.is_set.swap(false, Relaxed) {
            let action = self.action.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(action) = action {
                action();
            }
        }
    }
}

/// The limits are checked this often before computations count as long.
const SHORT_CHECKS: usize = 2;

/// The loop whose course is shown: who goes through it, 0 for none, and how far.
#[derive(Debug, Default)]
struct Course {
    owner: AtomicUsize,
    done: AtomicU64,
    total: AtomicU64,
}

#[derive(Debug)]
struct Shared {
    alarm: Alarm,
    stop: AtomicU8,
    /// Whether a step has failed since the computation was last asked to stop.
    stopped: AtomicBool,
    /// Threads with the same counter may lose a step.
    steps: [CachePadded<AtomicU64>; COUNTERS],
    course: Course,
    max_steps: AtomicU64,
    max_bytes: AtomicU64,
    threads: AtomicUsize,
    meter: Option<fn() -> u64>,
    interrupted: Option<fn() -> bool>,
}

thread_local! {
    /// While this thread helps another: a flag set when its work is no longer wanted.
    static DROPPED: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
    /// The effort of this thread, over all budgets: see [`effort`].
    static EFFORT: Cell<u64> = const { Cell::new(1 << 62) };
    /// The address of a budget, and the effort at which its steps of this thread fail: see [`Budget::within`].
    static ALLOWED: Cell<(usize, u64)> = const { Cell::new((0, u64::MAX)) };
}

/// Thread limit that stands for the cores of the machine before they are counted.
const ALL_CORES: usize = 0;
/// Greatest thread limit.
pub const MOST_THREADS: usize = 256;

/// The effort of this thread: its steps, corrected by those that other threads have made for it and
/// those that it has made for later. Only differences are meaningful. Searches allocate their work by it,
/// so that it does not depend on what other threads do meanwhile.
pub(crate) fn effort() -> u64 {
    EFFORT.get()
}

/// Corrects the effort of this thread.
pub(crate) fn set_effort(effort: u64) {
    EFFORT.set(effort);
}

/// Runs `work` on behalf of another thread. No thread helps with it ([`Budget::helpers`]), and steps fail
/// once `dropped` is set.
#[doc(hidden)]
pub fn helping<T>(dropped: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    let before = DROPPED.replace(Some(dropped.clone()));
    let done = work();
    DROPPED.set(before);
    done
}

/// Whether this thread works on behalf of another.
pub(crate) fn is_helping() -> bool {
    DROPPED.with_borrow(Option::is_some)
}

/// Handle to the limits of a computation; clones share them, also between threads.
///
/// The library reads no clock. A limit of time is a thread of the program that calls [`time_out`](Budget::time_out), and
/// [`when_long`](Budget::when_long) starts it only for computations that need one:
///
/// ```
/// use std::{thread, time::Duration};
/// use upstar_core::board::{Rules, Turns};
/// use upstar_core::{Budget, Error, Exhausted, Solver, Store};
///
/// let budget = Budget::unlimited();
/// let watch = budget.clone();
/// budget.when_long(move || {
///     thread::spawn(move || {
///         thread::sleep(Duration::from_millis(20));
///         watch.time_out();
///     });
/// });
/// let cram = Rules::grid(".#")?.both("..", "##", Turns::Orthogonally)?;
/// let cram = Solver::in_store(cram, &Store::new(budget));
/// let large = ["........."; 9].join("|");
/// assert_eq!(cram.nimber(&large), Err(Error::Exhausted(Exhausted::TimedOut)));
/// cram.store().budget().restart(); // before the next question
/// assert_eq!(cram.nimber("...")?, 1);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Budget(Arc<Shared>);

impl Default for Budget {
    fn default() -> Self {
        Budget::unlimited()
    }
}

impl Budget {
    /// No limits, but [`interrupt`](Budget::interrupt) works.
    pub fn unlimited() -> Self {
        Budget::metered(None, None)
    }

    /// No limits yet; `meter` returns how many bytes the process has allocated.
    pub fn with_meter(meter: fn() -> u64) -> Self {
        Budget::metered(Some(meter), None)
    }

    /// No limits yet. After each [`poll`](Budget::poll) a computing thread calls `interrupted` and stops if
    /// it returns `true`: for signals that only this thread can receive.
    ///
    /// ```
    /// # use upstar_core::{Budget, Exhausted};
    /// let budget = Budget::with_poll(|| 0, || true);
    /// assert_eq!(budget.step(), Ok(()));
    /// budget.poll();
    /// assert_eq!(budget.step(), Err(Exhausted::Interrupted));
    /// ```
    #[doc(hidden)]
    pub fn with_poll(meter: fn() -> u64, interrupted: fn() -> bool) -> Self {
        Budget::metered(Some(meter), Some(interrupted))
    }

    fn metered(meter: Option<fn() -> u64>, interrupted: Option<fn() -> bool>) -> Self {
        Budget(Arc::new(Shared {
            alarm: Alarm::default(),
            stop: AtomicU8::new(GO_ON),
            stopped: AtomicBool::new(false),
            steps: Default::default(),
            course: Course::default(),
            max_steps: AtomicU64::new(u64::MAX),
            max_bytes: AtomicU64::new(u64::MAX),
            threads: AtomicUsize::new(1),
            meter,
            interrupted,
        }))
    }

    /// Allows at most `steps` steps between two calls of [`restart`](Budget::restart).
    ///
    /// ```
    /// # use upstar_core::{Budget, Error, Exhausted, Store, short};
    /// let store = Store::new(Budget::unlimited());
    /// store.budget().limit_steps(1000);
    /// let games = short::day(&store, 3);
    /// assert_eq!(games, Err(Error::Exhausted(Exhausted::Steps { limit: 1000 })));
    /// ```
    ///
    /// A step is a position, an option, or a loop of about their length: on large boards it takes longer. Limit time by
    /// [`time_out`](Budget::time_out).
    ///
    /// With one thread, step `steps + 1` and all later ones fail. Of several threads each looks at the steps of the others at
    /// every 256th of its own. So together they may make 256 more for each thread.
    pub fn limit_steps(&self, steps: u64) {
        self.0.max_steps.store(steps, Relaxed);
    }

    /// Step limit.
    pub fn max_steps(&self) -> u64 {
        self.0.max_steps.load(Relaxed)
    }

    /// Allows at most `bytes` of memory; without a meter the limit has no effect.
    pub fn limit_bytes(&self, bytes: u64) {
        self.0.max_bytes.store(bytes, Relaxed);
    }

    /// Memory limit in bytes.
    pub fn max_bytes(&self) -> u64 {
        self.0.max_bytes.load(Relaxed)
    }

    /// Bytes in use according to the meter; 0 without one.
    pub fn used_bytes(&self) -> u64 {
        self.0.meter.map_or(0, |meter| meter())
    }

    /// Allows at most so many threads for parallel computations, from 1 to [`MOST_THREADS`]; `None` allows as many
    /// as the machine runs at once. The default is one, with which the same computation makes the same steps each
    /// time.
    pub fn limit_threads(&self, threads: Option<usize>) {
        // The system takes longer to count its cores than a short computation takes, so they are counted when
        // their number is needed.
        let threads = threads.map_or(ALL_CORES, |threads| threads.clamp(1, MOST_THREADS));
        self.0.threads.store(threads, Relaxed);
    }

    /// Thread limit.
    pub fn threads(&self) -> usize {
        match self.0.threads.load(Relaxed) {
            ALL_CORES => {
                let cores = std::thread::available_parallelism().map_or(1, usize::from);
                self.limit_threads(Some(cores));
                cores.min(MOST_THREADS)
            }
            threads => threads,
        }
    }

    /// Number of other threads that may help this one now: 0 while it helps another itself, and 0 when its steps
    /// are limited, since only one thread stops at the same step each time.
    #[doc(hidden)]
    pub fn helpers(&self) -> usize {
        match is_helping() || self.max_steps() < u64::MAX || self.allowed() < u64::MAX {
            true => 0,
            false => self.threads() - 1,
        }
    }

    /// Runs `work` on this thread alone, with so many steps: soon after them its steps fail. They do not count where
    /// searches allocate their work, so that what is computed around `work` goes on as without it.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// let (budget, other) = (Budget::unlimited(), Budget::unlimited());
    /// let stopped = |budget: &Budget| (0..2000).any(|_| budget.step().is_err());
    /// assert!(budget.within(1000, || stopped(&budget)) && !budget.within(3000, || stopped(&budget)));
    /// assert!(!budget.within(1000, || stopped(&other)) && !stopped(&budget));
    /// ```
    #[doc(hidden)]
    pub fn within<T>(&self, steps: u64, work: impl FnOnce() -> T) -> T {
        /// The limit before, which is restored also after a panic.
        struct Before(u64, (usize, u64));
        impl Drop for Before {
            fn drop(&mut self) {
                EFFORT.set(self.0);
                ALLOWED.set(self.1);
            }
        }
        let before = Before(EFFORT.get(), ALLOWED.get());
        ALLOWED.set((self.address(), self.allowed().min(before.0.saturating_add(steps))));
        work()
    }

    /// The effort at which steps of this thread fail.
    fn allowed(&self) -> u64 {
        let (budget, effort) = ALLOWED.get();
        if budget == self.address() { effort } else { u64::MAX }
    }

    fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// Does `action` once, as soon as computations have made some hundred steps, or something calls
    /// [`becomes_long`](Budget::becomes_long): for what only long computations need, such as a thread that
    /// looks at the clock.
    ///
    /// ```
    /// # use upstar_core::{Budget, Exhausted};
    /// let budget = Budget::unlimited();
    /// let watched = budget.clone();
    /// budget.when_long(move || watched.time_out());
    /// assert_eq!(budget.step(), Ok(()));
    /// assert!((0..1000).any(|_| budget.step() == Err(Exhausted::TimedOut)));
    /// ```
    pub fn when_long(&self, action: impl FnOnce() + Send + 'static) {
        self.0.alarm.set(Box::new(action));
    }

    /// Takes note that what follows may be long although it makes few steps, such as waiting for a pipe.
    #[doc(hidden)]
    pub fn becomes_long(&self) {
        self.0.alarm.ring();
    }

    /// Asks whoever computes with this budget to stop.
    ///
    /// ```
    /// # use upstar_core::{Budget, Exhausted};
    /// let budget = Budget::unlimited();
    /// let stop = budget.clone();
    /// std::thread::spawn(move || stop.interrupt());
    /// // Work that would never end, if it were not stopped.
    /// let stopped = loop {
    ///     if let Err(why) = budget.step() {
    ///         break why;
    ///     }
    /// };
    /// assert_eq!(stopped, Exhausted::Interrupted);
    /// ```
    pub fn interrupt(&self) {
        self.ask_to_stop(INTERRUPTED);
    }

    /// Stops the computations with this budget because their time has passed.
    pub fn time_out(&self) {
        self.ask_to_stop(TIMED_OUT);
    }

    fn ask_to_stop(&self, why: u8) {
        self.0.stopped.store(false, Relaxed);
        self.0.stop.store(why, Relaxed);
    }

    /// Whether a step has failed since the last [`interrupt`](Budget::interrupt) or
    /// [`time_out`](Budget::time_out). One that comes just before a [`restart`](Budget::restart) is lost, and has to be repeated.
    #[doc(hidden)]
    pub fn has_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed)
    }

    /// Makes a computing thread check at its next step whether it was interrupted. No effect unless the
    /// budget was made [`with_poll`](Budget::with_poll) and is not stopped already.
    #[doc(hidden)]
    pub fn poll(&self) {
        if self.0.interrupted.is_some() {
            // A stopped budget stays stopped.
            let _ = self.0.stop.compare_exchange(GO_ON, POLLED, Relaxed, Relaxed);
        }
    }

    /// Checks whether the computation was interrupted, once for each [`poll`](Budget::poll).
    fn answer_poll(&self) -> Result<(), Exhausted> {
        let answers = self.0.stop.compare_exchange(POLLED, GO_ON, Relaxed, Relaxed).is_ok();
        if answers && self.0.interrupted.is_some_and(|interrupted| interrupted()) {
            self.interrupt();
            return Err(Exhausted::Interrupted);
        }
        Ok(())
    }

    /// Begins a new computation: clears cancellation and the count of steps.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// let budget = Budget::unlimited();
    /// budget.interrupt();
    /// assert!(budget.step().is_err());
    /// budget.restart();
    /// assert_eq!((budget.step(), budget.steps()), (Ok(()), 1));
    /// ```
    pub fn restart(&self) {
        self.0.stop.store(GO_ON, Relaxed);
        self.0.course.owner.store(0, Relaxed);
        for counter in &self.0.steps {
            counter.0.store(0, Relaxed);
        }
    }

    /// Notes how far a long loop has come, so that it can be shown. The loop that begins first is the one that is
    /// shown, and not those within it; `owner` distinguishes them and is not 0. At its end the next one takes its place.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// let budget = Budget::unlimited();
    /// budget.note_course(1, 20, 100);
    /// budget.note_course(2, 3, 4);
    /// assert_eq!(budget.course(), Some((20, 100)));
    /// budget.restart();
    /// assert_eq!(budget.course(), None);
    /// ```
    #[doc(hidden)]
    pub fn note_course(&self, owner: usize, done: u64, total: u64) {
        let course = &self.0.course;
        let is_free = course.owner.compare_exchange(0, owner, Relaxed, Relaxed).is_ok();
        if is_free || course.owner.load(Relaxed) == owner {
            course.done.store(done, Relaxed);
            course.total.store(total, Relaxed);
            if done >= total {
                course.owner.store(0, Relaxed);
            }
        }
    }

    /// How far the noted loop has come, and how far it goes; `None` when there is none.
    #[doc(hidden)]
    pub fn course(&self) -> Option<(u64, u64)> {
        let course = &self.0.course;
        let is_noted = course.owner.load(Relaxed) != 0;
        is_noted.then(|| (course.done.load(Relaxed), course.total.load(Relaxed)))
    }

    /// Steps made since the last [`restart`](Budget::restart), by all threads.
    pub fn steps(&self) -> u64 {
        self.0.steps.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// Steps made since the last [`restart`](Budget::restart) by this thread, if few threads compute; otherwise together
    /// with some others.
    #[doc(hidden)]
    pub fn steps_here(&self) -> u64 {
        self.0.steps[counter()].0.load(Relaxed)
    }

    /// Counts one step. Costs a few nanoseconds; call it in every loop that can be long.
    ///
    /// # Errors
    /// When a limit is passed or the user asked to stop.
    #[inline]
    pub fn step(&self) -> Result<(), Exhausted> {
        let shared = &*self.0;
        let counter = &shared.steps[counter()].0;
        // Not an atomic increment: losing a step between threads does no harm.
        let steps = counter.load(Relaxed) + 1;
        counter.store(steps, Relaxed);
        EFFORT.set(EFFORT.get() + 1);
        let is_due = steps % METER_EVERY == 1 || steps > shared.max_steps.load(Relaxed);
        if shared.stop.load(Relaxed) == GO_ON && !is_due {
            return Ok(());
        }
        self.slow_step()
    }

    /// Fails when `bytes` more would pass the memory limit; called before a large allocation.
    ///
    /// ```
    /// # use upstar_core::Budget;
    /// let budget = Budget::with_meter(|| 700);
    /// budget.limit_bytes(1000);
    /// assert!(budget.reserve(300).is_ok() && budget.reserve(301).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Exhausted::Memory`].
    pub fn reserve(&self, bytes: u64) -> Result<(), Exhausted> {
        let limit = self.max_bytes();
        let used = self.used_bytes();
        if used.saturating_add(bytes) > limit { Err(Exhausted::Memory { limit }) } else { Ok(()) }
    }

    /// Takes note that a computation has been stopped.
    fn stop(&self, why: Exhausted) -> Exhausted {
        self.0.stopped.store(true, Relaxed);
        why
    }

    #[cold]
    fn slow_step(&self) -> Result<(), Exhausted> {
        match self.0.stop.load(Relaxed) {
            INTERRUPTED => return Err(self.stop(Exhausted::Interrupted)),
            TIMED_OUT => return Err(self.stop(Exhausted::TimedOut)),
            POLLED => self.answer_poll()?,
            _ => {}
        }
        if DROPPED.with_borrow(|dropped| dropped.as_ref().is_some_and(|one| one.load(Relaxed))) {
            return Err(Exhausted::Interrupted);
        }
        let allowed = self.allowed();
        if EFFORT.get() > allowed {
            return Err(Exhausted::Steps { limit: allowed });
        }
        self.0.alarm.check();
        let limit = self.0.max_steps.load(Relaxed);
        if self.steps() > limit {
            return Err(Exhausted::Steps { limit });
        }
        self.reserve(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_stops_the_next_step() {
        let budget = Budget::unlimited();
        assert_eq!(budget.step(), Ok(()));
        budget.clone().interrupt();
        assert_eq!(budget.step(), Err(Exhausted::Interrupted));
        budget.restart();
        assert_eq!(budget.step(), Ok(()));
    }

    #[test]
    fn each_poll_is_answered_once_and_changes_no_stop() {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let budget = Budget::with_poll(|| 0, || ASKED.fetch_add(1, Relaxed) == 1);
        budget.poll();
        assert_eq!([budget.step(), budget.step()], [Ok(()), Ok(())]);
        assert_eq!(ASKED.load(Relaxed), 1);
        budget.poll();
        assert_eq!(budget.step(), Err(Exhausted::Interrupted));
        budget.poll();
        assert_eq!(budget.step(), Err(Exhausted::Interrupted));
        assert_eq!(ASKED.load(Relaxed), 2);
        let deaf = Budget::unlimited();
        deaf.poll();
        assert_eq!(deaf.step(), Ok(()));
    }

    #[test]
    fn steps_are_limited() {
        let budget = Budget::unlimited();
        budget.limit_steps(1000);
        let made = (0..10_000).take_while(|_| budget.step().is_ok()).count();
        assert_eq!(made, 1000);
        budget.restart();
        budget.limit_steps(10);
        assert_eq!((0..100).filter(|_| budget.step().is_ok()).count(), 10);
    }

    #[test]
    fn the_meter_is_read_in_short_computations_too() {
        let budget = Budget::with_meter(|| 500);
        budget.limit_bytes(400);
        for _ in 0..3 {
            budget.restart();
            assert_eq!(budget.step(), Err(Exhausted::Memory { limit: 400 }));
        }
    }

    #[test]
    fn memory_is_limited() {
        let budget = Budget::with_meter(|| 500);
        budget.limit_bytes(1000);
        assert_eq!(budget.reserve(500), Ok(()));
        assert_eq!(budget.reserve(501), Err(Exhausted::Memory { limit: 1000 }));
    }
}
