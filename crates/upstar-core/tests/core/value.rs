//! Values in the shared store agree with the questions to a store, and games move between stores.

use num_bigint::BigInt;
use proptest::prelude::*;
use upstar_core::short::atomic_weight;
use upstar_core::{
    Comparison, Dyadic, Error, Game, Notation, ParseError, Store, cool, heat, mean, temperature,
    thermograph,
};

use crate::laws::build;
use crate::length::properties;
use crate::support::{day_three, store};

fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..16)
}

/// Random games in a store of their own, and their values.
fn made<const N: usize>(store: &Store, choices: [&[u8]; N]) -> ([Game; N], [Game; N]) {
    let games = choices.map(|choices| build(store, choices));
    (games, games.map(|g| Store::global().copy(g).unwrap()))
}

proptest! {
    #![proptest_config(properties(200))]

    #[test]
    fn operators_mean_what_the_store_does(a in choices(), b in choices(), n in -4i64..=4) {
        let store = store();
        let ([a, b], [x, y]) = made(&store, [&a, &b]);
        let same = |value: Game, game: Result<Game, Error>| {
            assert_eq!(Ok(value), Store::global().copy(game.unwrap()));
        };
        same(x + y, store.add(a, b));
        same(x - y, store.sub(a, b));
        same(-x, store.neg(a));
        same(n * x, store.times(&BigInt::from(n), a));
        same([x, y, -x].into_iter().sum(), Ok(b));
        prop_assert_eq!(x.checked_add(y), Ok(x + y));
        prop_assert_eq!(x.checked_sub(y), Ok(x - y));
        prop_assert_eq!(x.checked_neg(), Ok(-x));
        prop_assert_eq!(x.checked_mul(n), Ok(x * n));
        let mut z = x;
        z += y;
        z *= n;
        z -= x;
        prop_assert_eq!(z, n * (x + y) - x);
        // A game of the global store beside one of another.
        prop_assert_eq!(store.copy(a + y), store.add(a, b));
        prop_assert_eq!(store.copy(a - y), store.sub(a, b));
        prop_assert_eq!(a.compare(y), store.compare(a, b));
        prop_assert_eq!([n + x, x - n, n - x], [Game::from(n) + x, x - Game::from(n), Game::from(n) - x]);
        prop_assert_eq!([x == n, x <= n], [x == Game::from(n), x <= Game::from(n)]);
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!(x <= y, store.le(a, b).unwrap());
        prop_assert_eq!(x > y, store.gt(a, b).unwrap());
        prop_assert_eq!(x.compare(y), store.compare(a, b));
        let confused = store.compare(a, b) == Ok(Comparison::Confused);
        prop_assert_eq!(x.partial_cmp(&y).is_none(), confused);
    }

    #[test]
    fn methods_answer_as_the_store_does(a in choices(), t in 0i64..4) {
        let store = store();
        let ([a], [x]) = made(&store, [&a]);
        prop_assert_eq!(x.outcome(), store.outcome(a));
        prop_assert_eq!(x.left_stop(), store.left_stop(a));
        prop_assert_eq!(x.right_stop(), store.right_stop(a));
        prop_assert_eq!(x.birthday(), store.birthday(a));
        prop_assert_eq!(x.as_number(), store.as_number(a));
        prop_assert_eq!(x.as_nimber(), store.as_nimber(a));
        prop_assert_eq!(x.mean(), mean(&store, a));
        prop_assert_eq!(x.temperature(), temperature(&store, a));
        prop_assert_eq!(x.thermograph(), thermograph(&store, a));
        let here = |game: Result<Game, Error>| game.and_then(|g| Store::global().copy(g));
        prop_assert_eq!(x.cool(t), here(cool(&store, a, &t.into())));
        prop_assert_eq!(x.heat(t), here(heat(&store, a, store.integer(t).unwrap())));
        prop_assert_eq!(x.atomic_weight(), here(atomic_weight(&store, a)));
        for notation in [Notation::UNICODE, Notation::ASCII, Notation::LATEX] {
            prop_assert_eq!(x.text(notation), store.text(a, notation));
        }
        prop_assert_eq!(x.to_string(), store.show(a).to_string());
        prop_assert_eq!(x.to_string().parse(), Ok(x));
    }

    #[test]
    fn a_value_is_made_of_its_options(a in choices()) {
        let ([_], [x]) = made(&store(), [&a]);
        let (left, right) = (x.left_options().unwrap(), x.right_options().unwrap());
        prop_assert_eq!(Game::new(left, right), Ok(x));
    }

    #[test]
    fn a_copy_of_a_copy_is_the_game(a in choices(), b in choices()) {
        let (one, other) = (store(), store());
        let games = [build(&one, &a), build(&one, &b)];
        // The other store meets them in another order.
        let copies = [1, 0].map(|n| other.copy(games[n]).unwrap());
        prop_assert_eq!([1, 0].map(|n| one.copy(copies[n]).unwrap()), games);
        prop_assert_eq!(other.compare(copies[1], copies[0]), one.compare(games[0], games[1]));
        let sum = one.add(games[0], games[1]).unwrap();
        prop_assert_eq!(other.copy(sum), other.add(copies[0], copies[1]));
    }
}

#[test]
fn all_games_of_day_three_are_copied() {
    let (one, other) = (store(), store());
    for g in day_three(&one).into_iter().rev() {
        let copy = other.copy(g).unwrap();
        assert_eq!(one.copy(copy), Ok(g));
        assert_eq!(other.show(copy).to_string(), one.show(g).to_string());
    }
    assert_eq!(other.len(), one.len());
}

#[test]
fn a_deep_game_is_copied_without_overflow() {
    let (one, other) = (store(), store());
    let deep = (0..20_000).fold(Game::STAR, |g, _| {
        one.game(&[Game::ZERO], &[one.game(&[Game::ZERO], &[g]).unwrap()]).unwrap()
    });
    let deep = one.game(&[one.integer(5).unwrap()], &[deep]).unwrap();
    let copy = other.copy(deep).unwrap();
    assert_eq!(other.birthday(copy), one.birthday(deep));
}

#[test]
fn what_has_no_value_is_an_error_of_the_methods_and_a_panic_of_the_operators() {
    let huge = Game::nimber(u32::MAX);
    let switch = Game::new([2.into()], [Game::STAR]).unwrap();
    assert!(matches!(huge.checked_add(switch), Err(Error::TooManyOptions { .. })));
    let panicked = std::panic::catch_unwind(|| huge + switch).unwrap_err();
    assert!(panicked.downcast_ref::<String>().unwrap().contains("too many to list"));
    assert!(matches!("<0|".parse::<Game>(), Err(ParseError::Syntax { .. })));
    assert_eq!(format!("{huge:?} {:?}", Game::from(Dyadic::small(-3, 1))), "*4294967295 -3/2");
}
