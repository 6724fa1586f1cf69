//! Options that other threads list before they are asked for.
//!
//! Knows: which options somebody expects to ask for, threads that list them meanwhile. Must not
//! know: what is asked about positions.
//!
//! Most of the time of a search goes into listing options. The search itself is made by one thread,
//! which meets everything in the order in which it would alone. So answers, errors and circles do not
//! depend on the number of threads. It says which options it expects to need ([`Rules::expect`]),
//! the others list them, and it takes what is ready and lists the rest.

mod work;

use std::sync::Arc;
use std::thread;

use rustc_hash::FxHashMap;

use super::{Memo, Rules, Sum};
use crate::loopy::Worth;
use crate::{Player, Store};
use work::{Batch, List, Work};

/// So many lists are made by one thread, before others help.
const LISTED_ALONE: usize = 1 << 9;
/// More threads would have nothing to do: the first does the rest of the work alone.
const MOST_HELPERS: usize = 7;
/// Lists that are expected at a time; beyond, all expectations are dropped.
const MOST_EXPECTED: usize = 1 << 13;

/// Asks something about positions, while other threads list the options that will be needed, as many
/// as the budget of the store allows; `fork` gives rules for another thread, which list the same
/// options in the same order.
pub fn together<R, A>(
    rules: &mut R,
    store: &Store,
    fork: impl Fn(&R) -> R,
    ask: impl FnOnce(&mut Ahead<'_, R>) -> A,
) -> A
where
    R: Rules + Send,
    R::Position: Send + Sync,
{
    let budget = store.budget();
    // Rules may count steps while they list options: limited steps end at the same place each time
    // only when one thread makes them.
    let helpers = match budget.max_steps() {
        u64::MAX => (budget.threads() - 1).min(MOST_HELPERS),
        _ => 0,
    };
    let work = Work::default();
    thread::scope(|scope| {
        let work = &work;
        let start = |rules: &R| {
            for _ in 0..helpers {
                let helper = fork(rules);
                scope.spawn(move || work.help(helper));
            }
            helpers > 0
        };
        let expected = FxHashMap::default();
        ask(&mut Ahead { rules, start: &start, work, helped: false, listed: 0, expected })
    })
}

/// A batch, and where in it a list is.
type Place<P> = (Arc<Batch<P>>, usize);

/// Rules whose options other threads list ahead.
pub struct Ahead<'a, R: Rules> {
    rules: &'a mut R,
    /// Starts the helpers, if there are to be any.
    start: &'a dyn Fn(&R) -> bool,
    work: &'a Work<R::Position>,
    helped: bool,
    /// How many lists this thread has made.
    listed: usize,
    /// Where the lists are that helpers may have made.
    expected: FxHashMap<(R::Position, Player), Place<R::Position>>,
}

impl<R: Rules> Ahead<'_, R> {
    /// The list that a helper has made, if one has begun to.
    fn listed_ahead(
        &mut self,
        position: &R::Position,
        player: Player,
    ) -> Option<Vec<Sum<R::Position>>> {
        if self.expected.is_empty() {
            return None;
        }
        let (batch, at) = self.expected.remove(&(position.clone(), player))?;
        let list = std::mem::replace(&mut *batch.items[at].list.lock(), List::Gone);
        match list {
            List::Made(options) => Some(options),
            List::Open | List::Gone => None,
        }
    }
}

impl<R: Rules> Drop for Ahead<'_, R> {
    fn drop(&mut self) {
        self.work.end();
    }
}

impl<R: Rules> Rules for Ahead<'_, R> {
    type Position = R::Position;
    type Error = R::Error;

    fn is_impartial(&mut self, position: &R::Position) -> bool {
        self.rules.is_impartial(position)
    }

    fn ask_for_nimbers(&self) -> bool {
        self.rules.ask_for_nimbers()
    }

    fn size(&self, position: &R::Position) -> u32 {
        self.rules.size(position)
    }

    fn stays_impartial(&mut self, position: &R::Position) -> bool {
        self.rules.stays_impartial(position)
    }

    fn has_few_followers(&mut self, position: &R::Position) -> bool {
        self.rules.has_few_followers(position)
    }

    fn surely_ends(&mut self, position: &R::Position) -> bool {
        self.rules.surely_ends(position)
    }

    fn worth(&mut self, position: &R::Position) -> Option<Worth> {
        self.rules.worth(position)
    }

    fn most_listed(&self) -> usize {
        self.rules.most_listed()
    }

    fn most_moves(&mut self, position: &R::Position) -> usize {
        self.rules.most_moves(position)
    }

    fn options(
        &mut self,
        position: &R::Position,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, R::Error> {
        if let Some(options) = self.listed_ahead(position, player) {
            return Ok(options);
        }
        self.listed += 1;
        if self.listed == LISTED_ALONE {
            self.helped = (self.start)(self.rules);
        }
        self.rules.options(position, player)
    }

    fn looks_ahead(&self) -> bool {
        self.helped
    }

    fn expect(&mut self, options: Vec<(R::Position, Player)>) {
        if self.expected.len() + options.len() > MOST_EXPECTED {
            self.expected.clear();
            self.work.clear();
        }
        let new = |asked: &(R::Position, Player)| !self.expected.contains_key(asked);
        let batch = Arc::new(Batch::new(options.into_iter().filter(new)));
        if batch.items.len() < 2 {
            return;
        }
        for (at, item) in batch.items.iter().enumerate() {
            self.expected.insert((item.position.clone(), item.player), (batch.clone(), at));
        }
        self.work.post(batch);
    }

    fn memo(&self) -> &Memo<R::Position> {
        self.rules.memo()
    }

    fn repeats(&mut self, cycle: Vec<R::Position>) -> R::Error {
        self.rules.repeats(cycle)
    }
}

#[cfg(test)]
mod tests;
