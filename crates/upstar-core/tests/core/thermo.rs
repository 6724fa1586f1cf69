//! Thermographs, cooling and heating.

use proptest::prelude::*;
use upstar_core::short::{Parity, is_numberish, temper};
use upstar_core::{
    Dyadic, Error, Game, Store, cool, freeze, heat, mean, norton, overheat, switch, temperature,
    thermograph,
};

use crate::laws::build;
use crate::length::properties;
use crate::support::{day_three, day_two, store};

fn half(n: i64) -> Dyadic {
    Dyadic::small(n, 1)
}

/// Walls are the stops of the cooled games; this is their definition.
fn check_walls(store: &Store, g: Game) {
    let graph = thermograph(store, g).unwrap();
    for quarters in 0..12 {
        let t = Dyadic::small(quarters, 2);
        let cooled = cool(store, g, &t).unwrap();
        assert_eq!(graph.left.at(&t), store.left_stop(cooled).unwrap(), "left wall at {t}");
        assert_eq!(graph.right.at(&t), store.right_stop(cooled).unwrap(), "right wall at {t}");
        assert_eq!(store.is_number(cooled), t > graph.temperature || store.is_number(g));
    }
}

#[test]
fn walls_of_day_three_are_the_stops_of_cooled_games() {
    let store = store();
    for g in day_three(&store) {
        check_walls(&store, g);
        assert_eq!(cool(&store, g, &Dyadic::ZERO), Ok(g));
    }
}

/// Source: *Winning Ways*, chapter 6.
#[test]
fn published_means_and_temperatures() {
    let store = store();
    let n = |k| store.integer(k).unwrap();
    let game = store.game(&[n(2)], &[n(-1)]).unwrap();
    assert_eq!(mean(&store, game), Ok(half(1)));
    assert_eq!(temperature(&store, game), Ok(half(3)));
    assert_eq!(temperature(&store, Game::STAR), Ok(Dyadic::ZERO));
    assert_eq!(temperature(&store, n(7)), Ok(Dyadic::from(-1)));
    let quarter = store.number(&Dyadic::small(3, 2)).unwrap();
    assert_eq!(temperature(&store, quarter), Ok(Dyadic::small(-1, 2)));
    let three = store.game(&[n(4)], &[store.game(&[n(2)], &[n(-2)]).unwrap()]).unwrap();
    assert_eq!((mean(&store, three), temperature(&store, three)), (Ok(n_(2)), Ok(n_(2))));
    let frozen = freeze(&store, switch(&store, &[n(1)]).unwrap());
    assert_eq!(frozen, Ok(Game::STAR));
}

fn n_(n: i64) -> Dyadic {
    Dyadic::from(n)
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 4..20)
}

proptest! {
    #![proptest_config(properties(150))]

    #[test]
    fn means_add_and_temperatures_do_not_rise(a in choices(), b in choices()) {
        let store = store();
        let (a, b) = (build(&store, &a), build(&store, &b));
        check_walls(&store, a);
        let sum = store.add(a, b).unwrap();
        let means = &mean(&store, a).unwrap() + &mean(&store, b).unwrap();
        prop_assert_eq!(mean(&store, sum), Ok(means));
        let hotter = temperature(&store, a).unwrap().max(temperature(&store, b).unwrap());
        prop_assert!(temperature(&store, sum).unwrap() <= hotter);
        let graph = thermograph(&store, a).unwrap();
        prop_assert_eq!(graph.left.at(&Dyadic::ZERO), store.left_stop(a).unwrap());
        prop_assert_eq!(graph.right.at(&Dyadic::ZERO), store.right_stop(a).unwrap());
    }

    #[test]
    fn cooling_is_linear(a in choices(), b in choices(), t in -3i64..12) {
        let store = store();
        let (a, b) = (build(&store, &a), build(&store, &b));
        let cooled = |g| cool(&store, g, &Dyadic::small(t, 2)).unwrap();
        let sum = store.add(a, b).unwrap();
        prop_assert_eq!(store.add(cooled(a), cooled(b)), Ok(cooled(sum)));
    }
}

#[test]
fn norton_products_and_heating_respect_sum_and_order() {
    let store = store();
    let games = day_two(&store);
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    for (i, a) in games.iter().enumerate() {
        for b in &games[..=i] {
            let sum = store.add(*a, *b).unwrap();
            let times = |g| norton(&store, g, up).unwrap();
            assert_eq!(store.add(times(*a), times(*b)), Ok(times(sum)));
            assert_eq!(store.le(*a, *b), store.le(times(*a), times(*b)));
            let heated = |g| heat(&store, g, Game::ONE).unwrap();
            // Heating is linear on what cooling makes of hot games; not on hot games.
            if is_numberish(&store, *a).unwrap() && is_numberish(&store, *b).unwrap() {
                assert_eq!(store.add(heated(*a), heated(*b)), Ok(heated(sum)));
            }
        }
    }
}

#[test]
fn small_heated_games() {
    let store = store();
    let switch = switch(&store, &[Game::ONE]).unwrap();
    assert_eq!(heat(&store, Game::STAR, Game::ONE), Ok(switch));
    let over = overheat(&store, store.integer(3).unwrap(), Game::ONE, Game::STAR);
    assert_eq!(over, store.integer(3));
    assert_eq!(norton(&store, Game::ONE, Game::STAR), Err(Error::UnitNotPositive));
    let below = Dyadic::from(-1);
    assert_eq!(cool(&store, switch, &below), Err(Error::TemperatureTooLow));
}

#[test]
fn tempers_add() {
    let store = store();
    let games = day_three(&store);
    let tempered = |g: Game| temper(&store, g).unwrap();
    for (a, b) in games.iter().zip(games.iter().rev()) {
        if let (Some(p), Some(q)) = (tempered(*a), tempered(*b)) {
            let sum = store.add(*a, *b).unwrap();
            let wanted = if p == q { Parity::Even } else { Parity::Odd };
            assert_eq!(tempered(sum), Some(wanted));
        }
    }
}
