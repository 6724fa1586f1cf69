//! Comprehensions, on one thread or several.
//!
//! Knows: that the values of a comprehension do not depend on each other. Must not know: what is computed.
//!
//! Bindings are made in order by one thread. When their values take long, the following bindings are
//! collected and several machines compute their values. A binding whose value fails on another machine is
//! evaluated again by this one: so faults, and side effects of an evaluation, are the same for every number
//! of threads.
//!
//! Each machine runs the code of a binding on a copy of the slots. A machine of another thread may change no name.
//! A thread that helps another (`budget::helping`) asks for no further threads, and can be stopped by itself.

use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, OnceLock};
use std::thread;

use upstar_core::budget::helping;

use super::frames::returned;
use super::instructions;
use crate::eval::{Event, Machine};
use crate::source::Span;
use crate::syntax::ast::Collection;
use crate::value::code::{Code, Target};
use crate::value::scalar::Scalar;
use crate::value::{MAX_ITEMS, Result, too_many};

/// Steps of one thread before others help.
const STEPS_ALONE: u64 = 1 << 14;
/// Values that take fewer steps are computed faster by one thread.
const STEPS_EACH: u64 = 64;
/// Approximate number of steps of all threads in a batch.
const STEPS_TOGETHER: u64 = 1 << 21;
/// Least and greatest number of bindings for each thread in a batch.
const LEAST: u64 = 16;
const MOST: u64 = 1 << 12;

/// Stack of a helper: as much as the first thread has.
const STACK: usize = 8 << 20;

/// Comprehension in progress.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    /// Entry of the code for a binding.
    start: Target,
    /// Place of the expression whose values are collected.
    element: Option<Span>,
    items: Vec<Scalar>,
    /// Whether it has a single binding, taken from another sweep.
    is_single: bool,
    /// Number of bindings done, and steps of the machine before the first.
    done: u64,
    steps: u64,
    /// Number of bindings in a batch; 0 while one thread works alone.
    together: usize,
    /// Slots of the bindings in the batch.
    waiting: Vec<Vec<Scalar>>,
}

/// Result of a binding.
struct Collected {
    /// `None` if a condition does not hold.
    item: Option<Scalar>,
    events: Vec<Event>,
}

/// Thread that computes values of a batch.
#[derive(Default)]
struct Helper {
    /// Index of its binding.
    at: AtomicUsize,
    /// Cancels its work.
    dropped: Arc<AtomicBool>,
}

impl Machine<'_> {
    /// Begins a comprehension.
    pub(super) fn open_sweep(&mut self, start: Target, element: Span) {
        let (steps, element) = (self.env.budget.steps(), Some(element));
        self.sweeps.push(Sweep { start, element, steps, ..Sweep::default() });
    }

    /// The innermost comprehension.
    fn sweep(&mut self) -> &mut Sweep {
        self.sweeps.last_mut().expect("values are collected in a comprehension")
    }

    /// Whether bindings are collected for several machines.
    pub(super) fn is_shared(&mut self) -> bool {
        self.sweep().together > 0
    }

    /// Adds the binding in a frame to the batch; evaluates the batch when it is full.
    pub(super) fn share_later(&mut self, code: &Arc<Code>, base: usize) -> Result<()> {
        let slots = self.stack[base..base + code.slots].to_vec();
        let sweep = self.sweep();
        sweep.waiting.push(slots);
        if sweep.waiting.len() < sweep.together { Ok(()) } else { self.share(code) }
    }

    /// Collects the value of a binding.
    pub(super) fn take_item(&mut self, item: Scalar) -> Result<()> {
        let items = &self.sweep().items;
        if items.len() == items.capacity() {
            // A list grows by a copy of twice its length, and both are there for a moment.
            let copy = 2 * items.len() * size_of::<Scalar>();
            self.env.budget.reserve(copy as u64)?;
        }
        let sweep = self.sweep();
        sweep.items.push(item);
        if sweep.items.len() <= MAX_ITEMS as usize {
            return Ok(());
        }
        let fault = too_many(&sweep.items.len());
        Err(match sweep.element {
            Some(span) => fault.or_at(span),
            None => fault,
        })
    }

    /// Ends a binding. Returns whether it was the only one of its sweep.
    pub(super) fn end_binding(&mut self) -> bool {
        let helpers = self.env.budget.helpers();
        let steps = if helpers == 0 { 0 } else { self.env.budget.steps() };
        let sweep = self.sweep();
        sweep.done += 1;
        if helpers > 0 {
            sweep.together = sweep.worth_sharing(steps, helpers);
        }
        sweep.is_single
    }

    /// Ends a comprehension and returns its collection.
    pub(super) fn close_sweep(
        &mut self,
        code: &Arc<Code>,
        collection: Collection,
    ) -> Result<Scalar> {
        self.share(code)?;
        let sweep = self.sweeps.pop().expect("a comprehension is open");
        instructions::collected(self.env.world.store(), collection, sweep.items)
    }

    /// Evaluates the batch.
    fn share(&mut self, code: &Arc<Code>) -> Result<()> {
        let start = self.sweep().start;
        let waiting = std::mem::take(&mut self.sweep().waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let mut found = self.run_batch(code, start, &waiting).into_iter();
        for slots in waiting {
            match found.next().and_then(OnceLock::into_inner) {
                Some(Collected { item, events }) => {
                    self.events.extend(events);
                    self.sweep().done += 1;
                    item.map_or(Ok(()), |item| self.take_item(item))?;
                }
                None => {
                    let item = self.single(code, start, slots)?;
                    self.sweep().done += 1;
                    item.map_or(Ok(()), |item| self.take_item(item))?;
                    // It may change what the others depend on.
                    found = Vec::new().into_iter();
                    self.sweep().together = 0;
                }
            }
        }
        Ok(())
    }

    /// Value for a binding with these slots; `None` if a condition does not hold.
    fn single(
        &mut self,
        code: &Arc<Code>,
        start: Target,
        slots: Vec<Scalar>,
    ) -> Result<Option<Scalar>> {
        self.sweeps.push(Sweep { is_single: true, ..Sweep::default() });
        let done = self.on_frame(code, slots, |machine, base| {
            machine.execute(code, start, base).map(returned)
        });
        let item = self.sweeps.pop().and_then(|mut sweep| sweep.items.pop());
        done.map(|_| item)
    }

    /// Evaluates bindings on several machines, up to the first that fails.
    fn run_batch(
        &self,
        code: &Arc<Code>,
        start: Target,
        bindings: &[Vec<Scalar>],
    ) -> Vec<OnceLock<Collected>> {
        let found: Vec<OnceLock<Collected>> = bindings.iter().map(|_| OnceLock::new()).collect();
        let threads = (self.env.budget.helpers() + 1).min(bindings.len());
        let helpers: Vec<Helper> = (0..threads).map(|_| Helper::default()).collect();
        let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let work = |helper: &Helper| {
            let mut machine = self.fork();
            // The caller evaluates again what fails here, and adds suggestions.
            machine.tries_usage = true;
            loop {
                let at = next.fetch_add(1, Relaxed);
                helper.at.store(at, SeqCst);
                if at >= bindings.len().min(failed.load(SeqCst)) {
                    return;
                }
                if let Ok(item) = machine.single(code, start, bindings[at].clone()) {
                    let events = std::mem::take(&mut machine.events);
                    found[at].get_or_init(|| Collected { item, events });
                    continue;
                }
                // A thread with a later binding sees this, or is cancelled below.
                failed.fetch_min(at, SeqCst);
                for other in helpers.iter().filter(|other| other.at.load(SeqCst) > at) {
                    other.dropped.store(true, Relaxed);
                }
                return;
            }
        };
        thread::scope(|scope| {
            for helper in &helpers {
                let thread = thread::Builder::new().stack_size(STACK);
                // The caller evaluates the bindings for which there is no thread.
                let _ = thread.spawn_scoped(scope, || helping(&helper.dropped, || work(helper)));
            }
        });
        found
    }
}

impl Sweep {
    /// Number of bindings for a batch, after a number of steps; 0 if one thread is as fast.
    fn worth_sharing(&self, steps: u64, helpers: usize) -> usize {
        let steps = steps.saturating_sub(self.steps);
        let each = steps / self.done;
        if steps < STEPS_ALONE || each < STEPS_EACH {
            return 0;
        }
        (STEPS_TOGETHER / each).clamp(LEAST, MOST) as usize * (helpers + 1)
    }
}
