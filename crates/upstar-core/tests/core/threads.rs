//! Threads that share a store find the same values, each stored once.

use std::collections::HashMap;
use std::sync::Barrier;
use std::thread;

use upstar_core::{
    Budget, Comparison, Dyadic, Error, Exhausted, Game, Store, Thermograph, temperature,
};

use crate::laws::build;
use crate::random::Shapes;
use crate::support::{Choices, store};

const THREADS: usize = 8;

/// How many questions each thread asks, and of how many stores.
const QUESTIONS: usize = 120;
const STORES: u64 = 12;

const _: () = {
    const fn shared_by_threads<T: Send + Sync>() {}
    shared_by_threads::<Store>();
    shared_by_threads::<Budget>();
    shared_by_threads::<Thermograph>();
};

/// Two random games, by the choices that make them.
type Question = [Vec<u8>; 2];

fn questions(seed: u64) -> Vec<Question> {
    let mut choices = Choices(seed);
    let mut stream = || -> Vec<u8> {
        let length = 4 * (1 + choices.below(4));
        (0..length).map(|_| choices.below(256) as u8).collect()
    };
    (0..QUESTIONS).map(|_| [stream(), stream()]).collect()
}

/// What is found of a question: games that are interned, and facts.
#[derive(Clone, PartialEq, Debug)]
struct Answer {
    games: [Game; 4],
    comparison: Comparison,
    temperature: Dyadic,
}

fn answer(store: &Store, question: &Question) -> Answer {
    let [a, b] = question.each_ref().map(|choices| build(store, choices));
    let sum = store.add(a, b).unwrap();
    let order = store.left_in_order(sum).unwrap();
    Answer {
        games: [a, b, sum, store.neg(sum).unwrap()],
        comparison: store.compare(a, b).unwrap(),
        temperature: temperature(store, *order.first().unwrap_or(&sum)).unwrap(),
    }
}

fn on_all_threads<A: Send>(task: &(impl Fn(usize) -> A + Sync)) -> Vec<A> {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|n| scope.spawn(move || task(n))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// The answers of eight threads that begin at once, each at a question of its own.
fn together(store: &Store, questions: &[Question]) -> Vec<Vec<Answer>> {
    let start = Barrier::new(THREADS);
    let ask = |thread: usize| {
        let mut answers = vec![None; questions.len()];
        start.wait();
        // Half of the threads go the same way, so that they meet at every game.
        for step in 0..questions.len() {
            let at = (step + thread / 2 * 17) % questions.len();
            answers[at] = Some(answer(store, &questions[at]));
        }
        answers.into_iter().flatten().collect()
    };
    on_all_threads(&ask)
}

#[test]
fn threads_that_share_a_store_find_what_one_finds_alone() {
    for seed in 1..=STORES {
        let questions = questions(seed);
        let (shared, alone) = (store(), store());
        let answers = together(&shared, &questions);
        assert!(answers.iter().all(|found| *found == answers[0]), "seed {seed}");
        let mut shapes = Shapes::default();
        let (mut here, mut there) = (HashMap::new(), HashMap::new());
        for (question, found) in questions.iter().zip(&answers[0]) {
            let expected = answer(&alone, question);
            assert_eq!(found.comparison, expected.comparison, "seed {seed}");
            assert_eq!(found.temperature, expected.temperature, "seed {seed}");
            for (g, h) in found.games.iter().zip(expected.games) {
                let shape = shapes.of(&shared, *g, &mut here);
                assert_eq!(shape, shapes.of(&alone, h, &mut there), "seed {seed}");
            }
        }
    }
}

/// All threads add the same games at the same moment: whoever is first, all get the same id, and
/// no game is stored twice.
#[test]
fn a_game_found_by_many_threads_is_stored_once() {
    for round in 0..200 {
        let (shared, alone) = (store(), store());
        let games = |store: &Store| -> Vec<Game> {
            let mut games = vec![Game::ZERO, Game::STAR];
            for n in 0..30 {
                let number = store.number(&Dyadic::small(2 * n + 1, 3)).unwrap();
                let last = games[games.len() - 1];
                games.push(store.game(&[number], &[last, Game::ZERO]).unwrap());
                games.push(store.number_up_star(&Dyadic::small(round, 1), n, 2).unwrap());
                games.push(store.add(games[games.len() - 2], games[games.len() - 1]).unwrap());
            }
            games
        };
        let start = Barrier::new(THREADS);
        let found = on_all_threads(&|_| {
            start.wait();
            games(&shared)
        });
        assert!(found.iter().all(|each| *each == found[0]));
        games(&alone);
        assert_eq!(shared.len(), alone.len());
    }
}

#[test]
fn an_interrupt_and_a_limit_stop_all_threads() {
    let budget = Budget::unlimited();
    let shared = Store::new(budget.clone());
    let endless = |thread: usize| -> Error {
        let mut chain = shared.integer(thread as i64).unwrap();
        loop {
            match shared.game(&[chain], &[Game::STAR]).and_then(|g| shared.neg(g)) {
                Ok(next) => chain = next,
                Err(error) => return error,
            }
        }
    };
    budget.limit_steps(1_000_000);
    let ends = on_all_threads(&endless);
    assert!(ends.iter().all(|end| *end == Error::Exhausted(Exhausted::Steps { limit: 1_000_000 })));
    budget.restart();
    budget.limit_steps(u64::MAX);
    let ends = on_all_threads(&|thread| match thread {
        0 => {
            while budget.steps() < 100_000 {
                thread::yield_now();
            }
            budget.interrupt();
            Error::Exhausted(Exhausted::Interrupted)
        }
        _ => endless(thread),
    });
    assert!(ends.iter().all(|end| *end == Error::Exhausted(Exhausted::Interrupted)));
}
