//! What is listed ahead changes nothing that can be seen, on random rules.

use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::thread::{self, ThreadId};

use super::work::Batch;
use crate::budget::{effort, helping};
use crate::solve::{Component, Failure, Method, Playable, Searches, Sum};
use crate::{Error, Game, Outcome, Player, Store};

/// Numbers that lead to a few smaller ones, picked by a hash, and to sums of them. Below `turns` one
/// player may go up again, and from 2000 to `fails` some have an error.
struct Numbers {
    seed: u64,
    impartial: bool,
    turns: u32,
    fails: u32,
    /// The thread that asks, and how many lists others have made.
    asker: ThreadId,
    helped: Arc<AtomicUsize>,
}

#[derive(Debug, PartialEq)]
enum Trouble {
    Core(Error),
    Repeats(Vec<u32>),
    Fails(u32),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Trouble::Core(error)
    }
}

impl Failure for Trouble {
    fn is_repetition(&self) -> bool {
        matches!(self, Trouble::Repeats(_))
    }
}

impl Playable for Numbers {
    type Position = u32;
    type Error = Trouble;

    fn is_impartial(&self, _: &u32) -> bool {
        self.impartial
    }

    fn options(&self, from: &u32, player: Player) -> Result<Vec<Sum<u32>>, Trouble> {
        if thread::current().id() != self.asker {
            self.helped.fetch_add(1, Release);
        }
        let side = if self.impartial { 0 } else { player as u64 };
        let mut hash = self.seed ^ u64::from(*from) << 1 ^ side;
        let mut below = |n: u32| {
            hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ hash >> 29;
            (hash >> 33) as u32 % n
        };
        if (2000..self.fails).contains(from) && below(300) == 0 {
            return Err(Trouble::Fails(*from));
        }
        let mut sums = Vec::new();
        if *from > 1 {
            for _ in 0..1 + below(4) {
                sums.push(vec![Component::Position(from - 1 - below((*from).min(300)))]);
            }
            let small = Component::Negative(below((*from).min(8)));
            sums.push(vec![Component::Value(Game::STAR), small]);
            let small = Component::Position(below((*from).min(6)));
            sums.push(vec![Component::Position(below(from / 2 + 1)), small]);
        }
        if *from < self.turns && player == Player::Right && below(50) == 0 {
            sums.push(vec![Component::Position(from + 1)]);
        }
        Ok(sums)
    }

    fn repeats(&self, cycle: Vec<u32>) -> Trouble {
        Trouble::Repeats(cycle)
    }
}

/// What is found, in how many steps, and how many lists helpers made.
type Run = (Result<(Outcome, Method), Trouble>, u64, usize);

fn numbers(seed: u64, (turns, fails): (u32, u32)) -> Numbers {
    let (impartial, asker) = (seed.is_multiple_of(4), thread::current().id());
    Numbers { seed, impartial, turns, fails, asker, helped: Arc::default() }
}

fn run(seed: u64, kinds: (u32, u32), threads: usize) -> Run {
    let (rules, store) = (numbers(seed, kinds), Store::default());
    store.budget().limit_threads(Some(threads));
    let won = Searches::new(&rules, &store).ended_sum_outcome(&[Component::Position(3000)]);
    let steps = store.budget().steps();
    (won, steps, rules.helped.load(Acquire))
}

/// Everything that can be seen is the same for every number of threads, to the step.
fn compare(kinds: (u32, u32), seeds: u64) -> Vec<Run> {
    let mut runs = Vec::new();
    for seed in 0..seeds {
        let alone = run(seed, kinds, 1);
        let many = run(seed, kinds, 2 + seed as usize % 7);
        assert_eq!(alone.0, many.0, "seed {seed}");
        assert_eq!((many.1, 0), (alone.1, alone.2), "seed {seed}");
        runs.push(alone);
    }
    runs
}

#[test]
fn threads_find_the_outcome_that_one_finds_in_as_many_steps() {
    let runs = compare((0, 0), 16);
    assert!(runs.iter().all(|run| run.0.is_ok()));
    let searched = |run: &&Run| matches!(run.0, Ok((_, Method::Search))) && run.1 > 5_000;
    assert!(runs.iter().filter(searched).count() > 0);
}

/// How soon helpers come to work is a matter of chance, that they do is not.
#[test]
fn helpers_list_options() {
    assert!((0..1000).any(|seed| run(seed, (0, 0), 8).2 > 0));
}

#[test]
fn threads_meet_the_cycle_that_one_meets() {
    let runs = compare((1000, 0), 16);
    let cycles = runs.iter().filter(|run| matches!(run.0, Err(Trouble::Repeats(_))));
    assert!(cycles.count() > 2);
}

#[test]
fn threads_meet_the_error_that_one_meets() {
    let runs = compare((0, 2600), 16);
    let errors = runs.iter().filter(|run| matches!(run.0, Err(Trouble::Fails(_))));
    assert!(errors.count() > 2);
}

#[test]
fn an_interrupt_ends_all_threads() {
    let store = Store::default();
    store.budget().limit_threads(Some(8));
    let rules = numbers(1, (0, 0));
    let searches = Searches::new(&rules, &store);
    let (budget, done) = (store.budget().clone(), AtomicBool::new(false));
    let won = thread::scope(|scope| {
        scope.spawn(|| {
            while budget.steps() < 100_000 && !done.load(Acquire) {
                thread::yield_now();
            }
            budget.interrupt();
        });
        let won = searches.ended_sum_outcome(&[Component::Position(200_000)]);
        done.store(true, Release);
        won
    });
    assert!(matches!(won, Err(Trouble::Core(Error::Exhausted(_)))), "{won:?}");
}

/// Rules that are listed slowly: 0 only when 3 is listed too.
struct Slow {
    listed: [AtomicBool; 4],
}

impl Playable for Slow {
    type Position = usize;
    type Error = Error;

    fn options(&self, from: &usize, _: Player) -> Result<Vec<Sum<usize>>, Error> {
        self.listed[*from].store(true, Release);
        while *from == 0 && !self.listed[3].load(Acquire) {
            thread::yield_now();
        }
        Ok(vec![vec![Component::Position(*from)]])
    }
}

#[test]
fn who_waits_for_a_list_makes_others() {
    let rules = Slow { listed: Default::default() };
    let batch = Batch::new((0..4).map(|position| (position, Player::Left)));
    let before = effort();
    thread::scope(|scope| {
        scope.spawn(|| batch.next().unwrap().list(&rules));
        while !rules.listed[0].load(Acquire) {
            thread::yield_now();
        }
        assert_eq!(batch.take(0, &rules), Some(vec![vec![Component::Position(0)]]));
    });
    assert!(rules.listed[3].load(Acquire));
    assert_eq!(batch.take(3, &rules), Some(vec![vec![Component::Position(3)]]));
    assert_eq!(batch.take(3, &rules), None);
    assert_eq!(effort(), before);
}

/// The outcome of a position, as if play ended.
fn ended(searches: &Searches<'_, Numbers>, position: u32) -> Result<Outcome, Trouble> {
    searches.ended_sum_outcome(&[Component::Position(position)]).map(|(outcome, _)| outcome)
}

/// What threads find that ask for all positions at the same time, each in an order of its own.
fn swept(seed: u64, kinds: (u32, u32), threads: u32) -> Vec<Result<Outcome, Trouble>> {
    const COUNT: u32 = 1200;
    let (rules, store) = (numbers(seed, kinds), Store::default());
    let searches = Searches::new(&rules, &store);
    let done = Arc::default();
    let sweep = |number: u32| {
        let start = number * COUNT / threads;
        let ask = |at: u32| helping(&done, || ended(&searches, (at + start) % COUNT));
        let mut found: Vec<_> = (0..COUNT).map(ask).collect();
        found.rotate_right(start as usize);
        found
    };
    let mut found: Vec<Vec<_>> = thread::scope(|scope| {
        let sweep = &sweep;
        let spawn = |number| scope.spawn(move || sweep(number));
        let helpers: Vec<_> = (0..threads).map(spawn).collect();
        helpers.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let differ = |a: &_, b: &_| matches!((a, b), (Ok(a), Ok(b)) if a != b);
    for other in &found[1..] {
        assert!(!found[0].iter().zip(other).any(|(a, b)| differ(a, b)), "seed {seed}");
    }
    found.swap_remove(0)
}

#[test]
fn threads_that_ask_at_the_same_time_find_what_one_finds() {
    for seed in 0..8 {
        let (rules, store) = (numbers(seed, (0, 0)), Store::default());
        let searches = Searches::new(&rules, &store);
        for (position, found) in swept(seed, (0, 0), 2 + seed as u32 % 7).into_iter().enumerate() {
            assert_eq!(found, ended(&searches, position as u32), "seed {seed}: {position}");
        }
    }
}

/// Where play may return, what was asked before may spare an error, but all answers agree.
#[test]
fn threads_that_ask_at_the_same_time_agree_where_play_may_return() {
    for seed in 0..8 {
        let (rules, store) = (numbers(seed, (1000, 0)), Store::default());
        let searches = Searches::new(&rules, &store);
        for (position, found) in swept(seed, (1000, 0), 4).into_iter().enumerate() {
            if let (Ok(found), Ok(alone)) = (found, ended(&searches, position as u32)) {
                assert_eq!(found, alone, "seed {seed}: {position}");
            }
        }
    }
}
