//! The value of a position, found by several threads.
//!
//! Knows: threads that share what is known of positions. Must not know: how values follow from
//! options.
//!
//! Every thread walks over all that follows the position, each in an order of its own, and takes
//! from the memo what another has found. What is found does not depend on who was faster: values are
//! canonical forms. Errors are those of the first thread, which meets them in the order in which it
//! would alone, because whatever it is spared has a value.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::Rules;
use super::values::{Values, value, value_within};
use super::walk::{Stop, walk};
use crate::{Game, Store};

/// So many steps are made by one thread, before others help.
const STEPS_ALONE: u64 = 1 << 14;

/// The value of a position, found by as many threads as the budget of the store allows; `fork` gives
/// rules for another thread, with the same memo.
///
/// # Errors
/// As for [`value`].
pub fn value_together<R>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
    fork: impl Fn(&R) -> R,
) -> Result<Game, R::Error>
where
    R: Rules + Send,
    R::Position: Sync,
{
    let budget = store.budget();
    // Limited steps end at the same place each time only when they are made one after the other.
    if budget.threads() == 1 || budget.max_steps() < u64::MAX {
        return value(rules, store, position);
    }
    let alone = budget.steps().saturating_add(STEPS_ALONE);
    if let Some(game) = value_within(rules, store, position, alone)? {
        return Ok(game);
    }
    let done = AtomicBool::new(false);
    let mut helpers: Vec<R> = (1..budget.threads()).map(|_| fork(rules)).collect();
    let found = thread::scope(|scope| {
        for (number, helper) in helpers.iter_mut().enumerate() {
            let mut values = Values::of_helper(store, number + 1, &done);
            // What goes wrong here, the first thread meets too.
            scope.spawn(move || walk(helper, &mut values, position).is_ok());
        }
        let found = walk(rules, &mut Values::of_helper(store, 0, &done), position);
        done.store(true, Relaxed);
        found
    });
    match found {
        Ok(game) => Ok(game),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Mixed | Stop::Enough) => unreachable!("every position has a value"),
    }
}
