//! Whoever asks to stop is heard soon, in every operation.
// Tests of how long something takes need a clock.
#![allow(clippy::disallowed_methods)]

use std::time::{Duration, Instant};

use num_bigint::BigInt;
use upstar_core::short::*;
use upstar_core::{
    Budget, Dyadic, Error, Exhausted, Game, Notation, Store, cool, freeze, heat, mean, miny, name,
    norton, overheat, switch, temperature, thermograph, tiny, up_power, up_power_sum,
    uptimal_expansion,
};

use crate::laws::build;
use crate::support::Choices;

/// Far beyond what a few steps take, also on a slow machine.
const SOON: Duration = Duration::from_secs(5);

/// Two games with some thousands of followers, a long chain, a nimber with many options and a
/// hot game.
struct Large {
    a: Game,
    b: Game,
    chain: Game,
    nimber: Game,
    hot: Game,
    one: Game,
}

fn large(store: &Store) -> Large {
    let mut choices = Choices(3);
    let mut random = || {
        let stream: Vec<u8> = (0..60).map(|_| choices.below(256) as u8).collect();
        build(store, &stream)
    };
    let (a, b) = (random(), random());
    let mut chain = a;
    for _ in 0..2000 {
        chain = store.game(&[chain], &[Game::STAR]).unwrap();
    }
    let switches = (1..60).map(|n| switch(store, &[store.integer(3 * n).unwrap()]).unwrap());
    let hot = switches.fold(a, |sum, g| store.add(sum, g).unwrap());
    Large { a, b, chain, nimber: store.nimber(1 << 19).unwrap(), hot, one: Game::ONE }
}

type Operation = fn(&Store, &Large) -> Result<(), Error>;

/// What takes more than a few steps on these games.
const OPERATIONS: [(&str, Operation); 35] = [
    ("game", |s, x| s.game(&[x.a, x.hot], &[x.b, x.chain]).map(drop)),
    ("add", |s, x| s.add(x.hot, x.chain).map(drop)),
    ("sub", |s, x| s.sub(x.hot, x.chain).map(drop)),
    ("neg", |s, x| s.neg(x.chain).map(drop)),
    ("times", |s, x| s.times(&(BigInt::from(1) << 70), x.a).map(drop)),
    ("le", |s, x| s.le(x.chain, s.game(&[x.a, x.b], &[x.b])?).map(drop)),
    ("birthday", |s, x| s.birthday(x.chain).map(drop)),
    ("options", |s, x| s.left_options(x.nimber).map(drop)),
    ("order", |s, x| s.left_in_order(x.nimber).map(drop)),
    ("name", |s, x| name(s, x.hot).map(drop)),
    ("text", |s, x| s.text(x.hot, Notation::ASCII).map(drop)),
    ("tiny", |s, x| tiny(s, s.add(x.hot, x.chain)?).map(drop)),
    ("miny", |s, x| miny(s, x.chain).map(drop)),
    ("up power", |s, _| up_power(s, u32::MAX).map(drop)),
    ("up power sum", |s, _| up_power_sum(s, u32::MAX).map(drop)),
    ("cool", |s, x| cool(s, x.hot, &Dyadic::small(1, 1)).map(drop)),
    ("freeze", |s, x| freeze(s, x.hot).map(drop)),
    ("heat", |s, x| heat(s, x.chain, x.one).map(drop)),
    ("overheat", |s, x| overheat(s, x.chain, x.one, x.a).map(drop)),
    ("norton", |s, x| norton(s, x.chain, x.one).map(drop)),
    ("thermograph", |s, x| thermograph(s, x.chain).map(drop)),
    ("mean", |s, x| mean(s, x.chain).map(drop)),
    ("temperature", |s, x| temperature(s, x.hot).map(drop)),
    ("atomic weight", |s, x| atomic_weight(s, s.add(x.chain, x.nimber)?).map(drop)),
    ("ordinal sum", |s, x| ordinal_sum(s, x.a, x.chain).map(drop)),
    ("conjunctive", |s, x| conjunctive(s, x.chain, x.chain).map(drop)),
    ("continued", |s, x| continued_conjunctive(s, x.chain, x.hot).map(drop)),
    ("selective", |s, x| selective(s, x.a, x.chain).map(drop)),
    ("shortened", |s, x| shortened_selective(s, x.a, x.chain).map(drop)),
    ("sequential", |s, x| sequential(s, x.a, x.chain).map(drop)),
    ("conway", |s, x| conway_product(s, x.a, x.chain).map(drop)),
    ("reduced", |s, x| reduced(s, x.hot).map(drop)),
    ("followers", |s, x| followers(s, x.chain).map(drop)),
    ("stop count", |s, x| stop_count(s, x.chain).map(drop)),
    ("day", |s, _| day(s, 4).map(drop)),
];

/// What may be done before it hears.
const QUICK: [(&str, Operation); 9] = [
    ("outcome", |s, x| s.outcome(x.chain).map(drop)),
    ("incentives", |s, x| incentives(s, x.hot).map(drop)),
    ("parity", |s, x| parity(s, x.chain).map(drop)),
    ("temper", |s, x| temper(s, x.chain).map(drop)),
    ("far star", |s, x| far_star(s, x.chain).map(drop)),
    ("all-small", |s, x| is_all_small(s, x.chain).map(drop)),
    ("uptimal", |s, x| uptimal_expansion(s, x.chain).map(drop)),
    ("confusion", |s, x| confusion_interval(s, x.hot).map(drop)),
    ("join", |s, x| join(s, x.a, x.b, 4).map(drop)),
];

#[test]
fn every_operation_ends_soon_when_it_is_interrupted() {
    for (operations, must_fail) in [(&OPERATIONS[..], true), (&QUICK[..], false)] {
        for (name, operation) in operations {
            let budget = Budget::unlimited();
            let store = Store::new(budget.clone());
            let games = large(&store);
            budget.interrupt();
            let start = Instant::now();
            let answer = operation(&store, &games);
            assert!(start.elapsed() < SOON, "{name} took {:?}", start.elapsed());
            let stopped = answer == Err(Error::Exhausted(Exhausted::Interrupted));
            assert!(stopped || (answer.is_ok() && !must_fail), "{name}: {answer:?}");
        }
    }
}

/// Operations under way hear it too: a limit of steps is looked at in the same place.
#[test]
fn every_operation_ends_soon_when_its_steps_are_used_up() {
    for (name, operation) in OPERATIONS.iter().chain(&QUICK) {
        let budget = Budget::unlimited();
        let store = Store::new(budget.clone());
        let games = large(&store);
        budget.restart();
        budget.limit_steps(3000);
        let start = Instant::now();
        let answer = operation(&store, &games);
        assert!(start.elapsed() < SOON, "{name} took {:?}", start.elapsed());
        let out = matches!(answer, Err(Error::Exhausted(Exhausted::Steps { .. })));
        assert!(answer.is_ok() || out, "{name}: {answer:?}");
        assert!(budget.steps() < 4000, "{name} made {} steps", budget.steps());
    }
}
