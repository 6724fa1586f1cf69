//! Batches of options that helper threads list, the newest batch first.
//!
//! Knows: batches, threads that wait for them. Must not know: who asks for options.

use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use parking_lot::{Condvar, Mutex};
use spin::Yield;
use spin::mutex::SpinMutex;

use crate::Player;
use crate::budget::{effort, set_effort};
use crate::solve::{Playable, Sum};

/// Batches that may wait for a helper.
const MOST_WAITING: usize = 1 << 6;
/// How often a helper looks for work before it sleeps: about as long as it takes to wake it.
const LOOKS: usize = 1 << 12;

/// The options of a position.
enum List<P> {
    /// Not listed yet.
    Open,
    /// Listed in so many steps, and not asked for yet.
    Made(Vec<Sum<P>>, u64),
    /// Taken, or the rules failed.
    Gone,
}

/// A position and a player whose options are expected to be asked for.
pub(super) struct WorkItem<P> {
    pub position: P,
    pub player: Player,
    /// Locked while a thread lists them.
    list: SpinMutex<List<P>, Yield>,
}

impl<P> WorkItem<P> {
    /// Lists the options, unless another thread does or has.
    pub(super) fn list<R: Playable<Position = P>>(&self, rules: &R) {
        if let Some(mut list) = self.list.try_lock()
            && matches!(*list, List::Open)
        {
            // What goes wrong here, the asking thread meets too if it comes here.
            let before = effort();
            let options = rules.options(&self.position, self.player);
            let steps = effort() - before;
            *list = options.map_or(List::Gone, |options| List::Made(options, steps));
            set_effort(before);
        }
    }
}

/// Items that were expected together, in the order in which they will be asked for. Helpers list
/// them from the front, the asking thread from the back where it would have to wait.
pub(super) struct Batch<P> {
    pub items: Box<[WorkItem<P>]>,
    /// How many helpers have taken from the front, and the asking thread from the back.
    front: AtomicUsize,
    back: AtomicUsize,
}

impl<P> Batch<P> {
    pub(super) fn new(asked: impl Iterator<Item = (P, Player)>) -> Self {
        let open =
            |(position, player)| WorkItem { position, player, list: SpinMutex::new(List::Open) };
        let (front, back) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Batch { items: asked.map(open).collect(), front, back }
    }

    /// The next item for a helper.
    pub(super) fn next(&self) -> Option<&WorkItem<P>> {
        self.items.get(self.front.fetch_add(1, Relaxed))
    }

    /// The last item that no thread has taken, for the asking thread.
    fn last(&self) -> Option<&WorkItem<P>> {
        let taken = self.back.fetch_add(1, Relaxed) + 1;
        let at = self.items.len().checked_sub(taken)?;
        (at >= self.front.load(Relaxed)).then(|| &self.items[at])
    }

    /// The options of an item, if a helper has listed them or begun to. Until it has done so, this
    /// thread lists others.
    pub(super) fn take<R>(&self, at: usize, rules: &R) -> Option<Vec<Sum<P>>>
    where
        R: Playable<Position = P>,
    {
        let item = &self.items[at];
        let mut list = loop {
            if let Some(list) = item.list.try_lock() {
                break list;
            }
            match self.last() {
                Some(other) => other.list(rules),
                None => break item.list.lock(),
            }
        };
        match std::mem::replace(&mut *list, List::Gone) {
            List::Made(options, steps) => {
                set_effort(effort() + steps);
                Some(options)
            }
            List::Open | List::Gone => None,
        }
    }
}

/// Work for helpers.
pub(super) struct Work<P> {
    waiting: Mutex<Waiting<P>>,
    /// How often batches came or all ended.
    posted: AtomicUsize,
    more: Condvar,
}

struct Waiting<P> {
    /// The newest last.
    batches: VecDeque<Arc<Batch<P>>>,
    asleep: usize,
    ended: bool,
}

impl<P> Default for Work<P> {
    fn default() -> Self {
        let waiting = Waiting { batches: VecDeque::new(), asleep: 0, ended: false };
        Work { waiting: Mutex::new(waiting), posted: AtomicUsize::new(0), more: Condvar::new() }
    }
}

impl<P> Work<P> {
    /// Ends the work of helpers.
    pub(super) fn end(&self) {
        let mut waiting = self.waiting.lock();
        (waiting.ended, waiting.batches) = (true, VecDeque::new());
        self.posted.fetch_add(1, Release);
        self.more.notify_all();
    }

    /// Drops all batches.
    pub(super) fn clear(&self) {
        self.waiting.lock().batches.clear();
    }

    /// Adds a batch.
    pub(super) fn post(&self, batch: Arc<Batch<P>>) {
        let mut waiting = self.waiting.lock();
        if waiting.batches.len() == MOST_WAITING {
            waiting.batches.pop_front();
        }
        waiting.batches.push_back(batch);
        self.posted.fetch_add(1, Release);
        if waiting.asleep > 0 {
            self.more.notify_all();
        }
    }

    /// Lists options until all ends, those of the newest batch first.
    pub(super) fn help<R: Playable<Position = P>>(&self, rules: &R) {
        while let Some((batch, posted)) = self.next() {
            while self.posted.load(Acquire) == posted
                && let Some(item) = batch.next()
            {
                item.list(rules);
            }
        }
    }

    /// The newest batch that is not done, and how many were posted by then; nothing at the end.
    fn next(&self) -> Option<(Arc<Batch<P>>, usize)> {
        let mut looked = false;
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.ended {
                return None;
            }
            let posted = self.posted.load(Acquire);
            while let Some(batch) = waiting.batches.back() {
                if batch.front.load(Relaxed) < batch.items.len() {
                    return Some((batch.clone(), posted));
                }
                waiting.batches.pop_back();
            }
            if looked {
                waiting.asleep += 1;
                self.more.wait(&mut waiting);
                waiting.asleep -= 1;
            } else {
                drop(waiting);
                let mut looks = 0..LOOKS;
                while looks.next().is_some() && self.posted.load(Acquire) == posted {
                    spin_loop();
                }
                waiting = self.waiting.lock();
            }
            looked = !looked;
        }
    }
}
