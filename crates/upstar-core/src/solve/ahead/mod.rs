//! Options that other threads list before they are asked for.
//!
//! Knows: which options a search expects to ask for, threads that list them meanwhile.
//! Must not know: what is asked about positions.
//!
//! Most of the time of a search goes into listing options. The search itself is made by one thread,
//! which meets everything in the order in which it would alone. So answers, errors and cycles do not
//! depend on the number of threads. It says which options it expects to need ([`Searches::expect`]),
//! the others list them, and it takes what is ready and lists the rest.
//!
//! Elsewhere rules may fail or play may return, and this is how other threads help there. All replies are counted
//! when the moves of a sum are listed, so the search knows which options it will need; walks for values within a
//! search know it too. Helpers list options from the end while the search begins at the front. Almost all of these
//! options are needed.

mod work;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::{OptionList, Playable, Searches, Sum};
use crate::Player;
use crate::budget::helping;
use work::{Batch, Work};

/// So many lists are made by one thread, before others help.
const LISTED_ALONE: usize = 1 << 9;
/// More threads would have nothing to do: the first does the rest of the work alone.
const MOST_HELPERS: usize = 7;
/// Lists that are expected at a time; beyond, all expectations are dropped.
const MOST_EXPECTED: usize = 1 << 13;

/// Asks something about positions, while other threads list the options that will be needed, as many
/// as the budget of the store allows.
pub(super) fn together<R: Playable, A>(
    searches: &Searches<'_, R>,
    ask: impl FnOnce(&Searches<'_, R>) -> A,
) -> A {
    let &Searches { rules, store, .. } = searches;
    let helpers = store.budget().helpers().min(MOST_HELPERS);
    if helpers == 0 {
        return ask(searches);
    }
    let (work, done) = (Work::default(), Arc::new(AtomicBool::new(false)));
    thread::scope(|scope| {
        let start = || {
            for _ in 0..helpers {
                scope.spawn(|| helping(&done, || work.help(rules)));
            }
        };
        let state = Mutex::new(TaskState { listed: 0, expected: FxHashMap::default() });
        let ahead = Ahead { start: &start, work: &work, state };
        let asked = Searches { rules, store, memo: searches.memo.clone(), ahead: Some(&ahead) };
        // What rules ask for meanwhile is for one thread.
        let answer = helping(&Arc::default(), || ask(&asked));
        done.store(true, Relaxed);
        answer
    })
}

/// A batch and the place of an item in it.
type BatchItem<P> = (Arc<Batch<P>>, usize);

/// The asking thread's side of options that other threads list.
pub(super) struct Ahead<'a, P> {
    /// Starts the helpers.
    start: &'a (dyn Fn() + Sync),
    work: &'a Work<P>,
    /// For the asking thread.
    state: Mutex<TaskState<P>>,
}

struct TaskState<P> {
    /// How many lists this thread has made; helpers are there from [`LISTED_ALONE`] on.
    listed: usize,
    /// Options that helpers may have listed.
    expected: FxHashMap<(P, Player), BatchItem<P>>,
}

impl<P> std::fmt::Debug for Ahead<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ahead")
    }
}

impl<P> Drop for Ahead<'_, P> {
    fn drop(&mut self) {
        self.work.end();
    }
}

impl<R: Playable> Searches<'_, R> {
    /// Where a player can move, as the rules say.
    pub(super) fn options(
        &self,
        position: &R::Position,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, R::Error> {
        if let Some(ahead) = self.ahead {
            if let Some((batch, at)) = ahead.expected(position, player)
                && let Some(options) = batch.take(at, self.rules)
            {
                return Ok(options);
            }
            let mut state = ahead.state.lock();
            state.listed += 1;
            if state.listed == LISTED_ALONE {
                (ahead.start)();
            }
        }
        self.rules.options(position, player)
    }

    /// Appends the same to a list.
    pub(super) fn list(
        &self,
        position: &R::Position,
        player: Player,
        options: &mut OptionList<R::Position>,
    ) -> Result<(), R::Error> {
        match self.ahead {
            None => self.rules.list(position, player, options),
            Some(_) => {
                options.extend(self.options(position, player)?);
                Ok(())
            }
        }
    }

    /// Appends some of them to a list, as [`Playable::list_some`] does.
    pub(super) fn list_some(
        &self,
        position: &R::Position,
        player: Player,
        start: usize,
        options: &mut OptionList<R::Position>,
    ) -> Result<Option<usize>, R::Error> {
        match self.ahead {
            None => self.rules.list_some(position, player, start, options),
            Some(_) => {
                options.extend(self.options(position, player)?);
                Ok(None)
            }
        }
    }

    /// The same, kept for others who ask for the same options.
    pub(super) fn options_in_company(
        &self,
        position: &R::Position,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, R::Error> {
        self.memo.listed(position, player, || self.rules.options(position, player))
    }

    /// Whether it helps to say beforehand which options will be asked for.
    pub(super) fn looks_ahead(&self) -> bool {
        self.ahead.is_some_and(|ahead| ahead.state.lock().listed >= LISTED_ALONE)
    }

    /// Says that the options of these positions for these players will probably be asked for soon, in
    /// this order.
    pub(super) fn expect(&self, options: Vec<(R::Position, Player)>) {
        let Some(ahead) = self.ahead else { return };
        let expected = &mut ahead.state.lock().expected;
        if expected.len() + options.len() > MOST_EXPECTED {
            expected.clear();
            ahead.work.clear();
        }
        let new = |asked: &(R::Position, Player)| !expected.contains_key(asked);
        let batch = Arc::new(Batch::new(options.into_iter().filter(new)));
        if batch.items.len() < 2 {
            return;
        }
        for (at, item) in batch.items.iter().enumerate() {
            expected.insert((item.position.clone(), item.player), (batch.clone(), at));
        }
        ahead.work.post(batch);
    }
}

impl<P: Clone + Eq + std::hash::Hash> Ahead<'_, P> {
    /// Where these options are listed, if they were expected.
    fn expected(&self, position: &P, player: Player) -> Option<BatchItem<P>> {
        let expected = &mut self.state.lock().expected;
        if expected.is_empty() {
            return None;
        }
        expected.remove(&(position.clone(), player))
    }
}

#[cfg(test)]
mod tests;
