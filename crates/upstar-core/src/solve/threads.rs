//! The value of a position, or its nimber, found by several threads.
//!
//! Knows: threads that share what is known of positions. Must not know: how values follow from
//! options.
//!
//! For a value every thread walks over all that follows the position, each in an order of its own, and takes
//! from the memo what another has found. What is found does not depend on who was faster: values are
//! canonical forms. Errors are those of the first thread, which meets them in the order in which it
//! would alone, because whatever it is spared has a value.
//!
//! For a nimber they ask questions (`nimber_search.rs`), share the answers and the proof numbers, and keep out of
//! each other's way.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::thread;

use super::graph::surely_ends;
use super::nimber_search::by_search;
use super::nimbers::{by_table, nimber, or_none};
use super::proof_numbers::{ProofTable, SharedProofTable};
use super::values::{Values, to_the_end, value, value_within};
use super::walk::{Stop, walk};
use super::{Playable, Searches};
use crate::budget::effort;
use crate::budget::helping;
use crate::{Budget, Game};

/// So many steps are made by one thread, before others help.
const STEPS_ALONE: u64 = 1 << 14;

/// What this thread finds, while others do the same work as far as they come. What goes wrong in another
/// thread, this one meets too, unless it is spared.
pub(super) fn help<T>(budget: &Budget, helper: impl Fn() + Sync, work: impl FnOnce() -> T) -> T {
    let (helper, done) = (&helper, &Arc::new(AtomicBool::new(false)));
    thread::scope(|scope| {
        for _ in 0..budget.helpers() {
            scope.spawn(move || helping(done, helper));
        }
        // What rules ask for meanwhile is for one thread.
        let found = helping(&Arc::default(), work);
        done.store(true, Relaxed);
        found
    })
}

/// What this thread finds, while others look for the same and share what they find; they get
/// their numbers.
fn find_together<T>(budget: &Budget, find: impl Fn(usize) -> T + Sync) -> T {
    let next = AtomicUsize::new(1);
    help(budget, || drop(find(next.fetch_add(1, Relaxed))), || find(0))
}

/// The value of a position, found by as many threads as the budget of the store allows.
pub(super) fn value_together<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<Game, R::Error> {
    let budget = searches.store.budget();
    if budget.helpers() == 0 {
        return value(searches, position);
    }
    let alone = effort().saturating_add(STEPS_ALONE);
    if let Some(game) = value_within(searches, position, alone)? {
        return Ok(game);
    }
    let find = |thread| walk(&Values::of_thread(searches, thread), position);
    to_the_end(find_together(budget, find))
}

/// The nimber of a position, found by as many threads as the budget of the store allows: they ask the same
/// questions and share the answers. One thread asks where a cycle must be seen, or something
/// that is not impartial, to tell that there is no nimber: which of them is met depends on the order.
pub(super) fn nimber_together<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<Option<u32>, R::Error> {
    let (budget, rules) = (searches.store.budget(), searches.rules);
    let sure = rules.ask_for_nimbers()
        && rules.stays_impartial(position)
        && surely_ends(searches, position)?;
    if !sure || budget.helpers() == 0 {
        return nimber(searches, position);
    }
    if let Some(nimber) = or_none(by_table(searches, position, u64::MAX))? {
        return Ok(Some(nimber));
    }
    let alone = effort().saturating_add(STEPS_ALONE);
    match by_search(searches, position, alone, ProofTable::own()) {
        Err(Stop::Enough) => {}
        found => return or_none(found),
    }
    let table = SharedProofTable::new(budget);
    let find = |thread| by_search(searches, position, u64::MAX, ProofTable::Shared(&table, thread));
    or_none(find_together(budget, find))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::nimbers::by_mex;
    use crate::solve::{Component, Sum, Unsolved};
    use crate::{Error, Player, Store};

    /// Numbers that lead to a few smaller ones, picked by a hash, and to sums of them; from `turns`
    /// on, one player may go up again.
    struct Numbers {
        seed: u64,
        turns: u32,
    }

    type Stuck = Unsolved<u32>;

    impl Playable for Numbers {
        type Position = u32;
        type Error = Stuck;

        fn is_impartial(&self, _: &u32) -> bool {
            false
        }

        fn options(&self, from: &u32, player: Player) -> Result<Vec<Sum<u32>>, Stuck> {
            let mut hash = self.seed ^ u64::from(*from) << 1 ^ player as u64;
            let mut below = |n: u32| {
                hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ hash >> 29;
                (hash >> 33) as u32 % n
            };
            let mut sums = Vec::new();
            if *from > 1 {
                let window = (*from).min(40);
                for _ in 0..2 {
                    sums.push(vec![Component::Position(from - 1 - below(window))]);
                }
                let small = Component::Negative(below((*from).min(8)));
                sums.push(vec![Component::Value(Game::STAR), small]);
            }
            if *from >= self.turns && player == Player::Right && below(50) == 0 {
                sums.push(vec![Component::Position(from + 1)]);
            }
            Ok(sums)
        }

        fn repeats(&self, cycle: Vec<u32>) -> Stuck {
            Unsolved::Repeats(cycle)
        }
    }

    fn numbers(seed: u64, turns: u32) -> Numbers {
        Numbers { seed, turns }
    }

    /// What one thread finds, and what so many find, in one store.
    fn both(seed: u64, turns: u32, threads: usize) -> [Result<Game, Stuck>; 2] {
        let store = Store::new(Budget::unlimited());
        [1, threads].map(|threads| {
            store.budget().limit_threads(Some(threads));
            store.budget().restart();
            let found = Searches::new(&numbers(seed, turns), &store).value(&3000);
            assert!(store.budget().steps() > 2 * STEPS_ALONE);
            found
        })
    }

    #[test]
    fn threads_find_the_value_that_one_finds() {
        for seed in 0..20 {
            let [alone, together] = both(seed, u32::MAX, 2 + seed as usize % 7);
            assert_eq!(alone, together, "seed {seed}");
            assert!(alone.is_ok());
        }
    }

    #[test]
    fn threads_find_the_cycle_that_one_finds() {
        let mut cycles = 0;
        for seed in 0..40 {
            let [alone, together] = both(seed, 2000, 2 + seed as usize % 7);
            assert_eq!(alone, together, "seed {seed}");
            cycles += usize::from(matches!(alone, Err(Unsolved::Repeats(_))));
        }
        assert!(cycles > 5, "{cycles}");
    }

    #[test]
    fn an_interrupt_ends_all_threads() {
        let store = Store::new(Budget::unlimited());
        store.budget().limit_threads(Some(8));
        store.budget().interrupt();
        let found = Searches::new(&numbers(1, u32::MAX), &store).value(&3000);
        assert!(matches!(found, Err(Unsolved::Failed(Error::Exhausted(_)))));
    }

    /// Numbers that lead to sums of smaller ones, the same for both players; from `turns` on some
    /// lead up again.
    struct Alike(Numbers);

    impl Playable for Alike {
        type Position = u32;
        type Error = Stuck;

        fn is_impartial(&self, _: &u32) -> bool {
            true
        }

        fn stays_impartial(&self, _: &u32) -> bool {
            true
        }

        fn surely_ends(&self, _: &u32) -> bool {
            self.0.turns == u32::MAX
        }

        fn ask_for_nimbers(&self) -> bool {
            true
        }

        fn mobility(&self, position: &u32, _: Player) -> Option<u32> {
            Some((position + 1).ilog2().min(9))
        }

        fn options(&self, from: &u32, _: Player) -> Result<Vec<Sum<u32>>, Stuck> {
            let from = (*from).max(1);
            let (left, right) = (self.0.options(&from, Player::Left)?, [1, 2, 3]);
            let more = right.map(|k| {
                let seed = self.0.seed.rotate_left(k);
                Numbers { seed, ..self.0 }.options(&from, Player::Right)
            });
            let mut sums = left;
            for options in more {
                sums.extend(options?);
            }
            Ok(sums)
        }

        fn repeats(&self, cycle: Vec<u32>) -> Stuck {
            Unsolved::Repeats(cycle)
        }
    }

    const START: u32 = 600;

    /// The nimber by questions of so many threads, and how many steps they made.
    fn asked(seed: u64, turns: u32, threads: usize) -> (Result<Option<u32>, Stuck>, u64) {
        asked_within(Budget::unlimited(), seed, turns, threads)
    }

    fn asked_within(
        budget: Budget,
        seed: u64,
        turns: u32,
        threads: usize,
    ) -> (Result<Option<u32>, Stuck>, u64) {
        let store = Store::new(budget);
        store.budget().limit_threads(Some(threads));
        let found = Searches::new(&Alike(numbers(seed, turns)), &store).nimber(&START);
        (found, store.budget().steps())
    }

    /// Their table is forgotten again and again, and never becomes larger.
    #[test]
    fn threads_find_the_nimber_with_a_small_table() {
        let mut long = 0;
        for seed in 0..8 {
            let budget = Budget::with_meter(|| 0);
            budget.limit_bytes(1 << 16);
            budget.limit_steps(1 << 24);
            let (together, steps) = asked_within(budget, seed, u32::MAX, 2 + seed as usize % 3);
            let (alone, _) = asked(seed, u32::MAX, 1);
            assert_eq!(together, alone, "seed {seed}");
            long += usize::from(steps > 2 * STEPS_ALONE);
        }
        assert!(long > 3, "{long}");
    }

    #[test]
    fn threads_find_the_nimber_that_the_options_give() {
        let mut long = 0;
        for seed in 0..20 {
            let (together, steps) = asked(seed, u32::MAX, 2 + seed as usize % 7);
            let store = Store::new(Budget::unlimited());
            let rules = Alike(numbers(seed, u32::MAX));
            let searches = Searches::new(&rules, &store);
            let expected = by_mex(&searches, &START, u64::MAX).ok().unwrap();
            assert_eq!(together, Ok(expected), "seed {seed}");
            long += usize::from(steps > 2 * STEPS_ALONE);
        }
        assert!(long > 5, "{long}");
    }

    #[test]
    fn threads_see_that_there_is_no_nimber_as_one_does() {
        let mut cycles = 0;
        for seed in 0..20 {
            let (alone, together) = (asked(seed, 300, 1).0, asked(seed, 300, 8).0);
            assert_eq!(alone, together, "seed {seed}");
            cycles += usize::from(matches!(alone, Err(Unsolved::Repeats(_))));
        }
        assert!(cycles > 5, "{cycles}");
    }

    #[test]
    fn an_interrupt_ends_all_that_ask() {
        let store = Store::new(Budget::unlimited());
        store.budget().limit_threads(Some(8));
        let (budget, done) = (store.budget().clone(), AtomicBool::new(false));
        let found = thread::scope(|scope| {
            scope.spawn(|| {
                while budget.steps() < 2 * STEPS_ALONE && !done.load(Relaxed) {
                    thread::yield_now();
                }
                budget.interrupt();
            });
            let found = Searches::new(&Alike(numbers(1, u32::MAX)), &store).nimber(&2_000_000);
            done.store(true, Relaxed);
            found
        });
        assert!(matches!(found, Err(Unsolved::Failed(Error::Exhausted(_)))), "{found:?}");
    }
}
