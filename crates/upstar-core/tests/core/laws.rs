//! Laws of the group of games, on random games beyond the reach of the oracle.

use num_bigint::BigInt;
use proptest::prelude::*;
use upstar_core::short::{atomic_weight, stop_count};
use upstar_core::{
    Budget, Comparison, Dyadic, Error, Exhausted, Game, Named, Outcome, Store, heat, name, switch,
    temperature,
};

use crate::length::properties;
use crate::support::{day_two, store};

/// Builds a game from a stream of choices: options are taken from day 2 and from before.
pub(crate) fn build(store: &Store, choices: &[u8]) -> Game {
    let mut known = day_two(store);
    for pair in choices.chunks_exact(4) {
        let pick = |c: u8| known[c as usize % known.len()];
        let left = [pick(pair[0]), pick(pair[1])];
        let right = [pick(pair[2]), pick(pair[3])];
        let both = pair[0] % 3 != 0;
        let g = store.game(&left[..1 + usize::from(both)], &right).unwrap();
        known.push(g);
    }
    known[known.len() - 1]
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 4..24)
}

proptest! {
    #![proptest_config(properties(300))]

    #[test]
    fn sums_are_an_ordered_group(a in choices(), b in choices(), c in choices()) {
        let store = store();
        let (a, b, c) = (build(&store, &a), build(&store, &b), build(&store, &c));
        let ab = store.add(a, b).unwrap();
        let bc = store.add(b, c).unwrap();
        prop_assert_eq!(store.add(ab, c), store.add(a, bc));
        prop_assert_eq!(store.add(ab, store.neg(b).unwrap()), Ok(a));
        prop_assert_eq!(store.sub(a, a), Ok(Game::ZERO));
        let ac = store.add(a, c).unwrap();
        prop_assert_eq!(store.le(a, b), store.le(ac, bc));
        let (na, nb) = (store.neg(a).unwrap(), store.neg(b).unwrap());
        prop_assert_eq!(store.le(a, b), store.le(nb, na));
        let difference = store.sub(a, b).unwrap();
        prop_assert_eq!(store.le(a, b), store.le(difference, Game::ZERO));
    }

    #[test]
    fn options_of_a_canonical_form_are_confused(a in choices()) {
        let store = store();
        let g = build(&store, &a);
        for options in [store.left_options(g).unwrap(), store.right_options(g).unwrap()] {
            for x in &options {
                for y in options.iter().filter(|y| *y != x) {
                    prop_assert!(!store.le(*x, *y).unwrap());
                }
            }
        }
        prop_assert_eq!(
            store.game(&store.left_options(g).unwrap(), &store.right_options(g).unwrap()),
            Ok(g)
        );
    }

    #[test]
    fn multiples_are_repeated_sums(a in choices(), n in -5i64..6) {
        let store = store();
        let g = build(&store, &a);
        let one = if n < 0 { store.neg(g).unwrap() } else { g };
        let sum = (0..n.abs()).fold(Game::ZERO, |sum, _| store.add(sum, one).unwrap());
        prop_assert_eq!(store.times(&BigInt::from(n), g), Ok(sum));
    }

    #[test]
    fn the_order_of_many_summands_does_not_matter(
        all in prop::collection::vec((choices(), any::<bool>()), 0..6),
        again in prop::collection::vec(0usize..6, 0..6),
    ) {
        let store = store();
        let mut games = Vec::new();
        for (choices, negated) in &all {
            let g = build(&store, choices);
            games.push(if *negated { store.neg(g).unwrap() } else { g });
        }
        // Summands that cancel and such that come several times.
        for i in again.into_iter().filter(|i| *i < all.len()) {
            let g = games[i];
            games.push(if i % 2 == 0 { g } else { store.neg(g).unwrap() });
        }
        let one_by_one = games.iter().fold(Game::ZERO, |sum, g| store.add(sum, *g).unwrap());
        prop_assert_eq!(store.total(&games), Ok(one_by_one));
    }
}

#[test]
fn large_numbers_ups_and_nimbers_cost_nothing() {
    let store = store();
    let huge = store.nimber(4_000_000_000).unwrap();
    assert_eq!(store.birthday(huge).unwrap(), 4_000_000_000u32.into());
    assert!(matches!(store.left_options(huge), Err(Error::TooManyOptions { .. })));
    assert_eq!(store.game(&[huge], &[huge]), Ok(Game::ZERO));
    let threat = store.game(&[huge], &[store.integer(-5).unwrap()]).unwrap();
    assert_eq!(store.left_options(threat), Ok(vec![huge]));
    let ups = store.number_up_star(&Dyadic::ZERO, i64::MAX, 0).unwrap();
    assert_eq!(store.add(ups, ups), Err(Error::UpsTooLarge));
    let downs = store.number_up_star(&Dyadic::ZERO, i64::MIN, 0).unwrap();
    assert_eq!(store.neg(downs), Err(Error::UpsTooLarge));
    assert_eq!(store.right_options(downs), Err(Error::UpsTooLarge));
    assert_eq!(store.outcome(downs), Ok(Outcome::R));
    let hot = store.game(&[store.integer(1 << 40).unwrap()], &[Game::ZERO]).unwrap();
    assert!(store.le(ups, store.add(hot, Game::ONE).unwrap()).unwrap());
    let hot = switch(&store, &[Game::ONE]).unwrap();
    assert!(!store.le(huge, hot).unwrap() && !store.le(hot, ups).unwrap());
    assert!(store.len() < 50, "{}", store.len());
}

#[test]
fn a_deep_chain_does_not_overflow_the_stack() {
    let store = store();
    let (mut g, mut middle) = (Game::ZERO, Game::ZERO);
    for i in 0..100_000 {
        g = store.game(&[g], &[Game::STAR]).unwrap();
        if i == 50_000 {
            middle = g;
        }
    }
    let n = store.neg(g).unwrap();
    assert_eq!(store.add(g, n), Ok(Game::ZERO));
    assert!(store.birthday(g).unwrap() > 99_000u32.into());
    assert_eq!(store.outcome(g), Ok(Outcome::L));
    assert_eq!(store.compare(g, middle), Ok(Comparison::Greater));
    assert!(matches!(name(&store, g), Ok(Named::Options { .. })));
    assert_eq!(temperature(&store, g), Ok(Dyadic::ZERO));
    assert_eq!(heat(&store, g, Game::ZERO), Ok(g));
    assert_eq!(atomic_weight(&store, g), Ok(Game::ONE));
    assert_eq!(stop_count(&store, g).map(|n| n > 100_000u32.into()), Ok(true));
}

#[test]
fn an_exhausted_budget_loses_nothing() {
    let budget = Budget::unlimited();
    let store = Store::new(budget.clone());
    let days = day_two(&store);
    budget.interrupt();
    let failed = store.game(&days[3..5], &[days[7]]);
    assert_eq!(failed, Err(Error::Exhausted(Exhausted::Interrupted)));
    budget.restart();
    store.forget_memos();
    assert_eq!(day_two(&store), days);
}

#[test]
fn a_stored_game_takes_some_tens_of_bytes_and_its_options() {
    let store = store();
    let mut games = upstar_core::short::day(&store, 3).unwrap();
    for i in 0..500 {
        games.push(store.add(games[(7 * i) % 1474], games[(11 * i + 3) % 1474]).unwrap());
    }
    store.forget_memos();
    let each = store.bytes() / store.len();
    assert!(each < 250, "{each} bytes for each game");
}

#[test]
fn a_store_can_move_to_another_thread() {
    let store = store();
    let moved = std::thread::spawn(move || day_two(&store).len());
    assert_eq!(moved.join().unwrap(), 22);
}
