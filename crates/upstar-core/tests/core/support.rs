//! Games to test with.

use crate::oracle::Form;
use upstar_core::{Budget, Game, Store};

/// A store without limits.
pub(crate) fn store() -> Store {
    Store::new(Budget::unlimited())
}

/// All games whose options are sets of these, without repetition, in order of discovery.
pub(crate) fn next_day(store: &Store, before: &[Game]) -> Vec<Game> {
    let sides = antichains(store, before);
    let mut found = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for left in &sides {
        for right in &sides {
            let g = store.game(left, right).unwrap();
            if seen.insert(g) {
                found.push(g);
            }
        }
    }
    found
}

/// All sets of games none of which is at most another.
pub(crate) fn antichains(store: &Store, games: &[Game]) -> Vec<Vec<Game>> {
    let mut all = vec![Vec::new()];
    for g in games {
        for i in 0..all.len() {
            let free = |h: &Game| !store.le(*g, *h).unwrap() && !store.le(*h, *g).unwrap();
            if all[i].iter().all(free) {
                let mut bigger = all[i].clone();
                bigger.push(*g);
                all.push(bigger);
            }
        }
    }
    all
}

/// The 22 values born by day 2.
pub(crate) fn day_two(store: &Store) -> Vec<Game> {
    let one = next_day(store, &[Game::ZERO]);
    next_day(store, &one)
}

/// The 1474 values born by day 3.
pub(crate) fn day_three(store: &Store) -> Vec<Game> {
    next_day(store, &day_two(store))
}

/// Numbers that look random, the same in every run.
pub(crate) struct Choices(pub(crate) u64);

impl Choices {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A form at most so many moves deep, with up to two options on each side.
pub(crate) fn random_form(choices: &mut Choices, depth: usize) -> Form {
    if depth == 0 {
        return Form::default();
    }
    let mut side = || {
        let count = [0, 1, 1, 2][choices.below(4)];
        (0..count)
            .map(|_| {
                let less = 1 + choices.below(depth);
                random_form(choices, depth - less)
            })
            .collect()
    };
    Form { left: side(), right: side() }
}
