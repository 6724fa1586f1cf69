//! The workloads by which the engine is judged, each from an empty store.
//!
//! Run with `cargo bench -p upstar-core`.
#![allow(clippy::unwrap_used)]

use num_bigint::BigUint;
use upstar_core::loopy::{Graph, value, winners};
use upstar_core::nim_product;
use upstar_core::short::{day, is_all_small};
use upstar_core::{Budget, Game, Store, heat, switch, thermograph};

fn main() {
    divan::main();
}

fn store() -> Store {
    Store::new(Budget::unlimited())
}

/// Numbers that look random, the same in every run.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn sum(store: &Store, games: impl IntoIterator<Item = Game>) -> Game {
    games.into_iter().fold(Game::ZERO, |sum, g| store.add(sum, g).unwrap())
}

fn switches(n: i64) -> Store {
    let store = store();
    let games = (1..=n).map(|k| switch(&store, &[store.integer(k).unwrap()]).unwrap());
    sum(&store, games);
    store
}

#[divan::bench(args = [16, 40], sample_count = 3)]
fn sum_of_switches(n: i64) -> Store {
    switches(n)
}

/// The sum of `n` games `<<a|b>|<c|d>>` with `a >= b >= c >= d`.
fn four_stop_games(n: usize) -> Store {
    let store = store();
    let mut choices = Choices(7);
    let games: Vec<Game> = (0..n)
        .map(|_| {
            let mut stops: Vec<i64> = (0..4).map(|_| choices.below(41) as i64 - 20).collect();
            stops.sort_unstable();
            let game: Vec<Game> = stops.iter().map(|s| store.integer(*s).unwrap()).collect();
            let left = store.game(&game[3..], &game[2..3]).unwrap();
            let right = store.game(&game[1..2], &game[..1]).unwrap();
            store.game(&[left], &[right]).unwrap()
        })
        .collect();
    sum(&store, games);
    store
}

#[divan::bench(sample_count = 3)]
fn sum_of_eight_four_stop_games() -> Store {
    four_stop_games(8)
}

/// The sum of `n` all-small games of day 3.
fn all_small_games(n: usize, seed: u64) -> Store {
    let store = store();
    let all = day(&store, 3).unwrap();
    let small: Vec<Game> = all.into_iter().filter(|g| is_all_small(&store, *g).unwrap()).collect();
    let mut choices = Choices(seed);
    let games: Vec<Game> = (0..n).map(|_| small[choices.below(small.len())]).collect();
    sum(&store, games);
    store
}

#[divan::bench(args = [11, 12, 99], sample_count = 1)]
fn sum_of_forty_all_small_games(seed: u64) -> Store {
    all_small_games(40, seed)
}

#[divan::bench(sample_count = 3)]
fn heated_nimber() -> Game {
    let store = store();
    heat(&store, store.nimber(14).unwrap(), Game::ONE).unwrap()
}

#[divan::bench(sample_count = 10)]
fn large_numbers_and_nimbers() -> Game {
    let store = store();
    let star = store.nimber(20).unwrap();
    store.birthday(star).unwrap();
    let hot = store.game(&[store.integer(1 << 40).unwrap()], &[Game::ZERO]).unwrap();
    store.add(hot, Game::ONE).unwrap()
}

#[divan::bench(sample_count = 3)]
fn all_pairs_of_day_three() -> usize {
    let store = store();
    let games = day(&store, 3).unwrap();
    let below = |a: &Game| games.iter().filter(|b| store.le(*a, **b).unwrap()).count();
    games.iter().map(below).sum()
}

fn random_sums() -> Store {
    let store = store();
    let games = day(&store, 3).unwrap();
    let mut choices = Choices(13);
    for _ in 0..10_000 {
        let (a, b) = (choices.below(games.len()), choices.below(games.len()));
        store.add(games[a], games[b]).unwrap();
    }
    store
}

#[divan::bench(sample_count = 3)]
fn ten_thousand_sums_of_day_three() -> Store {
    random_sums()
}

#[divan::bench(sample_count = 3)]
fn thermographs_of_day_three() {
    let store = store();
    for g in day(&store, 3).unwrap() {
        thermograph(&store, g).unwrap();
    }
}

#[divan::bench(sample_count = 5)]
fn nim_product_of_thousand_bits() -> BigUint {
    let x = BigUint::from(1u32) << 1000u32;
    nim_product(&x, &x, &Budget::unlimited()).unwrap()
}

/// A stopper on so many vertices: every vertex has a rank for each player to move, and moves go
/// to lower ranks of the opponent, so that alternating play ends.
fn random_stopper(vertices: usize, options: usize) -> Graph {
    let mut choices = Choices(31);
    let ranks: Vec<[usize; 2]> =
        (0..vertices).map(|_| [0, 1].map(|_| choices.below(1_000_000))).collect();
    let side = |vertex: usize, side: usize, choices: &mut Choices| {
        let to = (0..options).map(|_| choices.below(vertices));
        to.filter(|to| ranks[*to][1 - side] < ranks[vertex][side]).map(|to| to as u32).collect()
    };
    Graph::new((0..vertices).map(|v| [0, 1].map(|n| side(v, n, &mut choices))).collect()).unwrap()
}

#[divan::bench(args = [50, 200, 400], sample_count = 3)]
fn stopper_simplified(bencher: divan::Bencher<'_, '_>, vertices: usize) {
    let graph = random_stopper(vertices, 6);
    bencher.bench_local(|| value(&store(), &graph, 0).unwrap());
}

#[divan::bench(args = [100_000, 250_000], sample_count = 10)]
fn who_wins_in_a_graph(bencher: divan::Bencher<'_, '_>, vertices: usize) {
    let mut choices = Choices(37);
    let mut side = || {
        let count = choices.below(5);
        (0..count).map(|_| choices.below(vertices) as u32).collect()
    };
    let graph = Graph::new((0..vertices).map(|_| [side(), side()]).collect()).unwrap();
    bencher.bench_local(|| winners(&graph, &Budget::unlimited()).unwrap());
}
