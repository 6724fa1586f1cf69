//! Games to test with.

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
