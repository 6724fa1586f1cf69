//! The value of a position, found by several threads.
//!
//! Knows: threads that share what is known of positions. Must not know: how values follow from
//! options.
//!
//! Every thread walks over all that follows the position, each in an order of its own, and takes
//! from the memo what another has found. What is found does not depend on who was faster: values are
//! canonical forms. Errors are those of the first thread, which meets them in the order in which it
//! would alone, because whatever it is spared has a value.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::values::{Values, to_the_end, value, value_within};
use super::walk::walk;
use super::{Ruleset, Solver};
use crate::Game;
use crate::budget::helping;

/// So many steps are made by one thread, before others help.
const STEPS_ALONE: u64 = 1 << 14;

/// The value of a position, found by as many threads as the budget of the store allows.
pub(super) fn value_together<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
) -> Result<Game, R::Error> {
    let budget = solver.store.budget();
    // Limited steps end at the same place each time only when they are made one after the other.
    if budget.threads() == 1 || budget.max_steps() < u64::MAX {
        return value(solver, position);
    }
    let alone = budget.steps().saturating_add(STEPS_ALONE);
    if let Some(game) = value_within(solver, position, alone)? {
        return Ok(game);
    }
    let done = Arc::new(AtomicBool::new(false));
    let found = thread::scope(|scope| {
        for number in 1..budget.threads() {
            let (values, done) = (Values::of_thread(solver, number), &done);
            // What goes wrong here, the first thread meets too.
            scope.spawn(move || helping(done, || walk(&values, position).is_ok()));
        }
        // What rules ask for meanwhile is for one thread.
        let found = helping(&Arc::default(), || walk(&Values::of_thread(solver, 0), position));
        done.store(true, Relaxed);
        found
    });
    to_the_end(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Part, Sum};
    use crate::{Budget, Error, Player, Store};

    /// Numbers that lead to a few smaller ones, picked by a hash, and to sums of them; from `turns`
    /// on, one player may go up again.
    struct Numbers {
        seed: u64,
        turns: u32,
    }

    #[derive(Debug, PartialEq)]
    enum Trouble {
        Core(Error),
        Repeats(Vec<u32>),
    }

    impl From<Error> for Trouble {
        fn from(error: Error) -> Self {
            Trouble::Core(error)
        }
    }

    impl Ruleset for Numbers {
        type Position = u32;
        type Error = Trouble;

        fn is_impartial(&self, _: &u32) -> bool {
            false
        }

        fn options(&self, from: &u32, player: Player) -> Result<Vec<Sum<u32>>, Trouble> {
            let mut hash = self.seed ^ u64::from(*from) << 1 ^ player as u64;
            let mut below = |n: u32| {
                hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ hash >> 29;
                (hash >> 33) as u32 % n
            };
            let mut sums = Vec::new();
            if *from > 1 {
                let window = (*from).min(40);
                for _ in 0..2 {
                    sums.push(vec![Part::Position(from - 1 - below(window))]);
                }
                let small = Part::Negative(below((*from).min(8)));
                sums.push(vec![Part::Value(Game::STAR), small]);
            }
            if *from >= self.turns && player == Player::Right && below(50) == 0 {
                sums.push(vec![Part::Position(from + 1)]);
            }
            Ok(sums)
        }

        fn repeats(&self, cycle: Vec<u32>) -> Trouble {
            Trouble::Repeats(cycle)
        }
    }

    fn numbers(seed: u64, turns: u32) -> Numbers {
        Numbers { seed, turns }
    }

    /// What one thread finds, and what so many find, in one store.
    fn both(seed: u64, turns: u32, threads: usize) -> [Result<Game, Trouble>; 2] {
        let store = Store::new(Budget::unlimited());
        [1, threads].map(|threads| {
            store.budget().limit_threads(threads);
            store.budget().restart();
            let found = Solver::new(numbers(seed, turns), &store).value(&3000);
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
    fn threads_find_the_circle_that_one_finds() {
        let mut circles = 0;
        for seed in 0..40 {
            let [alone, together] = both(seed, 2000, 2 + seed as usize % 7);
            assert_eq!(alone, together, "seed {seed}");
            circles += usize::from(matches!(alone, Err(Trouble::Repeats(_))));
        }
        assert!(circles > 5, "{circles}");
    }

    #[test]
    fn an_interrupt_ends_all_threads() {
        let store = Store::new(Budget::unlimited());
        store.budget().limit_threads(8);
        store.budget().interrupt();
        let found = Solver::new(numbers(1, u32::MAX), &store).value(&3000);
        assert!(matches!(found, Err(Trouble::Core(Error::Exhausted(_)))));
    }
}
