//! Lists that helpers are to make, the newest first.
//!
//! Knows: batches, threads that wait for them. Must not know: who asks for options.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::thread;

use parking_lot::{Condvar, Mutex};
use spin::Yield;
use spin::mutex::SpinMutex;

use crate::Player;
use crate::solve::{Ruleset, Sum};

/// Batches that may wait for a helper.
const MOST_WAITING: usize = 1 << 6;
/// How often a helper looks for work before it sleeps.
const LOOKS: usize = 1 << 12;

/// The options of a position.
pub(super) enum List<P> {
    /// Nobody has listed them.
    Open,
    /// A helper has.
    Made(Vec<Sum<P>>),
    /// Nobody needs them any more, or a helper failed to list them.
    Gone,
}

/// Options that are expected to be asked for.
pub(super) struct Item<P> {
    pub position: P,
    pub player: Player,
    /// Locked while a helper lists them. That takes little time, so nobody sleeps until it is done.
    pub list: SpinMutex<List<P>, Yield>,
}

/// Options that were expected together, the first to be listed first.
pub(super) struct Batch<P> {
    pub items: Box<[Item<P>]>,
    /// How many of them helpers have looked at.
    begun: AtomicUsize,
}

impl<P> Batch<P> {
    pub(super) fn new(asked: impl Iterator<Item = (P, Player)>) -> Self {
        let open = |(position, player)| Item { position, player, list: SpinMutex::new(List::Open) };
        Batch { items: asked.map(open).collect(), begun: AtomicUsize::new(0) }
    }
}

/// What helpers have to do.
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

    /// Lists options until all ends, those expected last first.
    pub(super) fn help<R: Ruleset<Position = P>>(&self, rules: &R) {
        while let Some((batch, posted)) = self.next() {
            while self.posted.load(Acquire) == posted {
                let Some(item) = batch.items.get(batch.begun.fetch_add(1, Acquire)) else { break };
                let Some(mut list) = item.list.try_lock() else { continue };
                if matches!(*list, List::Open) {
                    // What goes wrong here, the first thread meets too if it comes here.
                    let options = rules.options(&item.position, item.player);
                    *list = options.map_or(List::Gone, List::Made);
                }
            }
        }
    }

    /// The newest batch that is not done, and how many were posted by then; nothing at the end.
    fn next(&self) -> Option<(Arc<Batch<P>>, usize)> {
        let mut looks = 0;
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.ended {
                return None;
            }
            let posted = self.posted.load(Acquire);
            while let Some(batch) = waiting.batches.back() {
                if batch.begun.load(Acquire) < batch.items.len() {
                    return Some((batch.clone(), posted));
                }
                waiting.batches.pop_back();
            }
            if looks < LOOKS {
                drop(waiting);
                while looks < LOOKS && self.posted.load(Acquire) == posted {
                    looks += 1;
                    thread::yield_now();
                }
                waiting = self.waiting.lock();
            } else {
                waiting.asleep += 1;
                self.more.wait(&mut waiting);
                waiting.asleep -= 1;
                looks = 0;
            }
        }
    }
}
