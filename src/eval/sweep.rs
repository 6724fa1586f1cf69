//! Comprehensions, perhaps on several threads.
//!
//! Knows: that the values of a comprehension do not depend on each other. Must not know: what is
//! computed.
//!
//! The bindings are made one after the other. When their values turn out to take long, the
//! bindings that follow are collected, and several machines find their values. A binding whose
//! value another machine cannot find is left to this one, as if it had been alone: so faults,
//! and what an evaluation may change, are the same for every number of threads.

use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, OnceLock};
use std::thread;

use upstar_core::budget::helping;

use super::{Event, Frame, Machine, Names};
use crate::resolve::tree::{Expr, Generator};
use crate::value::{At, MAX_ITEMS, Result, Value, too_many};

/// So many steps are made by one thread, before others help.
const STEPS_ALONE: u64 = 1 << 14;
/// Values that take fewer steps are found faster by one thread.
const STEPS_EACH: u64 = 64;
/// About how many steps the threads make before they wait for each other.
const STEPS_TOGETHER: u64 = 1 << 21;
/// How many bindings each thread takes before that, at least and at most.
const LEAST: u64 = 16;
const MOST: u64 = 1 << 12;

/// A comprehension at work.
pub(super) struct Sweep<'e> {
    element: &'e Expr,
    /// The conditions after the last `for`.
    conditions: &'e [Generator],
    items: Vec<Value>,
    /// How many bindings are done, and the steps before the first.
    done: u64,
    steps: u64,
    /// So many bindings are collected; none while one thread works alone.
    together: usize,
    waiting: Vec<Frame>,
}

/// What a binding has given.
struct Found {
    /// Nothing when a condition does not hold.
    item: Option<Value>,
    events: Vec<Event>,
}

/// A thread that finds values.
#[derive(Default)]
struct Helper {
    /// The binding it is at.
    at: AtomicUsize,
    /// Whether its work is not wanted any more.
    dropped: Arc<AtomicBool>,
}

impl<'e> Sweep<'e> {
    pub(super) fn new(
        machine: &Machine<'_>,
        element: &'e Expr,
        conditions: &'e [Generator],
    ) -> Self {
        let (items, waiting) = (Vec::new(), Vec::new());
        let steps = machine.budget.steps();
        Sweep { element, conditions, items, done: 0, steps, together: 0, waiting }
    }

    /// Takes the binding that is in the frame.
    pub(super) fn add(&mut self, machine: &mut Machine<'_>, frame: &mut Frame) -> Result<()> {
        if self.together == 0 {
            self.alone(machine, frame)?;
            self.together = self.worth_sharing(machine);
            return Ok(());
        }
        self.waiting.push(frame.clone());
        if self.waiting.len() < self.together { Ok(()) } else { self.share(machine) }
    }

    /// All values.
    pub(super) fn finish(mut self, machine: &mut Machine<'_>) -> Result<Vec<Value>> {
        self.share(machine)?;
        Ok(self.items)
    }

    fn alone(&mut self, machine: &mut Machine<'_>, frame: &mut Frame) -> Result<()> {
        let item = self.value(machine, frame)?;
        self.take(item)
    }

    /// Takes what the next binding has given.
    fn take(&mut self, item: Option<Value>) -> Result<()> {
        self.done += 1;
        self.items.extend(item);
        match self.items.len() > MAX_ITEMS as usize {
            true => Err(too_many(&self.items.len())).at(self.element.span),
            false => Ok(()),
        }
    }

    /// The value for a binding, if the conditions hold.
    fn value(&self, machine: &mut Machine<'_>, frame: &mut Frame) -> Result<Option<Value>> {
        let mut item = None;
        machine.generate(self.conditions, frame, &mut |machine, frame| {
            item = Some(machine.needed(self.element, frame)?);
            Ok(())
        })?;
        Ok(item)
    }

    /// How many bindings should be done by several threads at once; 0 when one is as good.
    fn worth_sharing(&self, machine: &Machine<'_>) -> usize {
        let budget = &machine.budget;
        if budget.helpers() == 0 {
            return 0;
        }
        let steps = budget.steps().saturating_sub(self.steps);
        let each = steps / self.done;
        if steps < STEPS_ALONE || each < STEPS_EACH {
            return 0;
        }
        (STEPS_TOGETHER / each).clamp(LEAST, MOST) as usize * (budget.helpers() + 1)
    }

    /// Finds the values of the bindings that wait.
    fn share(&mut self, machine: &mut Machine<'_>) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut found = self.together(machine, &waiting).into_iter();
        for mut frame in waiting {
            match found.next().and_then(OnceLock::into_inner) {
                Some(Found { item, events }) => {
                    machine.events.extend(events);
                    self.take(item)?;
                }
                None => {
                    self.alone(machine, &mut frame)?;
                    // It changes what the others see.
                    found = Vec::new().into_iter();
                    self.together = 0;
                }
            }
        }
        Ok(())
    }

    /// What several machines find for these bindings, up to the first for which one fails.
    fn together(&self, machine: &Machine<'_>, frames: &[Frame]) -> Vec<OnceLock<Found>> {
        let found: Vec<OnceLock<Found>> = frames.iter().map(|_| OnceLock::new()).collect();
        let threads = (machine.budget.helpers() + 1).min(frames.len());
        let helpers: Vec<Helper> = (0..threads).map(|_| Helper::default()).collect();
        let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let work = |helper: &Helper| {
            let mut machine = machine.fork();
            // What fails is tried again by the one that asks.
            machine.tries_usage = true;
            loop {
                let at = next.fetch_add(1, Relaxed);
                helper.at.store(at, SeqCst);
                if at >= frames.len().min(failed.load(SeqCst)) {
                    return;
                }
                if let Ok(item) = self.value(&mut machine, &mut frames[at].clone()) {
                    let events = std::mem::take(&mut machine.events);
                    found[at].get_or_init(|| Found { item, events });
                    continue;
                }
                // Who begins a later binding sees this, or is seen below.
                failed.fetch_min(at, SeqCst);
                for other in helpers.iter().filter(|other| other.at.load(SeqCst) > at) {
                    other.dropped.store(true, Relaxed);
                }
                return;
            }
        };
        thread::scope(|scope| {
            for helper in &helpers {
                scope.spawn(|| helping(&helper.dropped, || work(helper)));
            }
        });
        found
    }
}

impl Machine<'_> {
    /// A machine for another thread, which changes no names.
    pub(super) fn fork(&self) -> Machine<'_> {
        Machine {
            calls: self.calls,
            exercise: self.exercise.clone(),
            place: self.place,
            tries_usage: self.tries_usage,
            ..Machine::with(self.world, Names::Lent(&self.globals))
        }
    }
}
