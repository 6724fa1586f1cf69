//! What is too large to count is an error, and never a wrong value.

use num_bigint::{BigInt, BigUint};
use upstar_core::short::*;
use upstar_core::{
    Comparison, Dyadic, Error, Game, Named, Outcome, Store, heat, name, norton, temperature, tiny,
};

use crate::support::store;

fn ups(store: &Store, n: i64) -> Game {
    store.number_up_star(&Dyadic::ZERO, n, 0).unwrap()
}

#[test]
fn multiples_of_up_end_with_an_error() {
    let store = store();
    let (most, least) = (ups(&store, i64::MAX), ups(&store, i64::MIN));
    let up = ups(&store, 1);
    let power: BigInt = BigInt::from(1) << 70;
    assert_eq!(store.times(&power, up), Err(Error::UpsTooLarge));
    assert_eq!(store.times(&-power, up), Err(Error::UpsTooLarge));
    assert_eq!(store.times(&BigInt::from(i64::MAX), up), Ok(most));
    assert_eq!(store.add(most, up), Err(Error::UpsTooLarge));
    assert_eq!(store.sub(least, up), Err(Error::UpsTooLarge));
    assert_eq!(store.add(most, least), Ok(ups(&store, -1)));
    // One more and one fewer, by their options.
    let star = store.add(most, Game::STAR).unwrap();
    assert_eq!(store.game(&[Game::ZERO], &[star]), Err(Error::UpsTooLarge));
    let star = store.add(least, Game::STAR).unwrap();
    assert_eq!(store.game(&[star], &[Game::ZERO]), Err(Error::UpsTooLarge));
    let before = store.add(ups(&store, i64::MAX - 1), Game::STAR).unwrap();
    assert_eq!(store.game(&[Game::ZERO], &[before]), Ok(most));
    assert_eq!(
        norton(&store, store.number(&Dyadic::from(BigInt::from(1) << 64)).unwrap(), up),
        Err(Error::UpsTooLarge)
    );
}

#[test]
fn multiples_of_up_near_the_end_still_compare() {
    let store = store();
    let (most, least) = (ups(&store, i64::MAX), ups(&store, i64::MIN));
    assert_eq!(store.compare(most, least), Ok(Comparison::Greater));
    assert_eq!(store.outcome(least), Ok(Outcome::R));
    let star = store.add(most, Game::STAR).unwrap();
    assert_eq!(store.compare(most, star), Ok(Comparison::Confused));
    assert_eq!(store.compare(ups(&store, i64::MAX - 2), star), Ok(Comparison::Less));
    assert_eq!(store.birthday(least), Ok((BigUint::from(1u32) << 63u32) + 1u32));
    let small = tiny(&store, Game::ONE).unwrap();
    assert_eq!(store.compare(small, most), Ok(Comparison::Less));
    let negative = store.neg(most).unwrap();
    let hot = store.game(&[most], &[negative]).unwrap();
    assert_eq!(store.right_options(hot), Ok(vec![negative]));
    assert_eq!(temperature(&store, hot), Ok(Dyadic::ZERO));
    assert_eq!(atomic_weight(&store, most), store.integer(i64::MAX));
    assert_eq!(
        name(&store, star).unwrap(),
        Named::UpStar { number: Dyadic::ZERO, ups: i64::MAX, star: 1 }
    );
}

#[test]
fn nimbers_near_the_end_add_and_compare() {
    let store = store();
    let last = store.nimber(u32::MAX).unwrap();
    let before = store.nimber(u32::MAX - 1).unwrap();
    assert_eq!(store.add(last, Game::STAR), Ok(before));
    assert_eq!(store.compare(last, before), Ok(Comparison::Confused));
    assert_eq!(store.birthday(last), Ok(u32::MAX.into()));
    assert_eq!(far_star(&store, before), Ok(u32::MAX));
    assert_eq!(far_star(&store, last), Err(Error::NimberTooLarge));
    let unlisted = Error::TooManyOptions { count: 4_294_967_295 };
    assert_eq!(store.left_options(last), Err(unlisted.clone()));
    let up_star = store.add(ups(&store, 1), last).unwrap();
    assert_eq!(store.outcome(up_star), Ok(Outcome::L));
    assert_eq!(store.birthday(up_star), Ok(u32::MAX.into()));
    assert_eq!(heat(&store, last, Game::ONE), Err(unlisted));
    let remote = store.nimber(1 << 30).unwrap();
    assert_eq!(has_atomic_weight(&store, remote, Game::ZERO), Err(Error::NimberTooLarge));
}

#[test]
fn numbers_have_no_largest_denominator_that_can_be_typed() {
    let store = store();
    let deep = Dyadic::new(1.into(), 100_000);
    let (x, half) = (store.number(&deep).unwrap(), store.number(&deep.half()).unwrap());
    assert_eq!(store.add(half, half), Ok(x));
    assert_eq!(store.birthday(x), Ok(100_001u32.into()));
    assert_eq!(store.compare(half, x), Ok(Comparison::Less));
    assert_eq!(store.game(&[Game::ZERO], &[x]), Ok(half));
    let hot = store.game(&[x], &[store.neg(x).unwrap()]).unwrap();
    assert_eq!(temperature(&store, hot), Ok(deep.clone()));
    assert_eq!(store.add(hot, hot), Ok(Game::ZERO));
    assert_eq!(store.compare(store.add(half, Game::STAR).unwrap(), hot), Ok(Comparison::Confused));
    assert_eq!(temperature(&store, x), Ok(-deep));
}

#[test]
fn squares_of_numbers_end_with_an_error() {
    let store = store();
    let mut x = store.number(&Dyadic::small(1, 1)).unwrap();
    let mut squares = 0;
    let error = loop {
        match conway_product(&store, x, x) {
            Ok(square) => x = square,
            Err(error) => break error,
        }
        squares += 1;
    };
    assert_eq!((error, squares), (Error::DenominatorTooLarge { limit: 1 << 24 }, 24));
}

#[test]
fn a_large_nimber_beside_powers_of_up_takes_no_memory() {
    let store = store();
    let up_star = |ups, star| store.number_up_star(&Dyadic::ZERO, ups, star).unwrap();
    // As the second power of up beside 4 ups would have them, but it has all smaller nimbers among its options.
    let game = store.game(&[up_star(4, 400_000_000)], &[up_star(3, 400_000_001)]).unwrap();
    assert!(matches!(name(&store, game), Ok(Named::Options { .. })));
    assert_eq!(store.show(game).to_string(), "<↑4*400000000|↑3*400000001>");
}
