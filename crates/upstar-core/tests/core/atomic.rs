//! Atomic weights and uptimal expansions.

use upstar_core::short::*;
use upstar_core::uptimal_expansion;
use upstar_core::{Dyadic, Error, Game, Store, norton, switch, tiny, up_power, up_power_sum};

use crate::support::{day_three, day_two, store};

fn all_small(store: &Store) -> Vec<Game> {
    let games = day_three(store);
    games.into_iter().filter(|g| is_all_small(store, *g).unwrap()).collect()
}

#[test]
fn atomic_weights_of_all_small_games_pass_the_test_and_add() {
    let store = store();
    let games = all_small(&store);
    let weigh = |g| atomic_weight(&store, g).unwrap();
    for (i, a) in games.iter().enumerate() {
        assert!(has_atomic_weight(&store, *a, weigh(*a)).unwrap());
        for b in games.iter().skip(i % 5).step_by(5) {
            let sum = store.add(*a, *b).unwrap();
            assert_eq!(store.add(weigh(*a), weigh(*b)), Ok(weigh(sum)));
        }
    }
}

/// Source: *Winning Ways*, chapter 8: a multiple of up has its multiplier for atomic weight,
/// and who is two ahead wins.
#[test]
fn multiples_of_up_weigh_what_they_should() {
    let store = store();
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    for g in day_two(&store) {
        assert_eq!(atomic_weight(&store, norton(&store, g, up).unwrap()), Ok(g));
    }
    let two = store.integer(2).unwrap();
    for g in all_small(&store) {
        if store.le(two, atomic_weight(&store, g).unwrap()).unwrap() {
            assert!(store.gt(g, Game::ZERO).unwrap());
        }
    }
}

#[test]
fn games_with_numbers_weigh_something_only_if_the_test_says_so() {
    let store = store();
    let one = Game::ONE;
    assert_eq!(atomic_weight(&store, tiny(&store, one).unwrap()), Ok(Game::ZERO));
    assert_eq!(atomic_weight(&store, one), Err(Error::NoAtomicWeight));
    let hot = switch(&store, &[one]).unwrap();
    assert_eq!(atomic_weight(&store, hot), Err(Error::NoAtomicWeight));
    let threat = switch(&store, &[store.game(&[one], &[Game::ZERO]).unwrap()]).unwrap();
    assert_eq!(atomic_weight(&store, threat), Ok(Game::ZERO));
}

#[test]
fn uptimal_expansions_are_found() {
    let store = store();
    let expand = |g| uptimal_expansion(&store, g).unwrap().map(|u| (u.coefficients, u.star));
    assert_eq!(expand(up_power_sum(&store, 4).unwrap()), Some((vec![1, 1, 1, 1], 0)));
    let third = up_power(&store, 3).unwrap();
    let g = store.times(&(-2).into(), third).unwrap();
    let g = store.add(g, store.number_up_star(&Dyadic::ZERO, 3, 1).unwrap()).unwrap();
    assert_eq!(expand(g), Some((vec![3, 0, -2], 1)));
    assert_eq!(expand(store.nimber(2).unwrap()), Some((vec![], 2)));
    assert_eq!(expand(tiny(&store, Game::ONE).unwrap()), None);
    let seven = store.number(&Dyadic::small(7, 1)).unwrap();
    assert_eq!(expand(seven), Some((vec![], 0)));
}

/// An atomic weight is what is found when weights are tried one by one; all-small games have one.
#[test]
fn games_are_atomic_when_some_weight_passes() {
    let store = store();
    let mut weights = day_two(&store);
    weights.extend((-4..=4).map(|n| store.integer(n).unwrap()));
    let mut counted = 0;
    let games = day_three(&store);
    for &g in games.iter().filter(|g| is_infinitesimal(&store, **g).unwrap()) {
        let tried: Vec<Game> =
            weights.iter().copied().filter(|w| has_atomic_weight(&store, g, *w).unwrap()).collect();
        let atomic = is_atomic(&store, g).unwrap();
        counted += usize::from(atomic);
        assert!(tried.iter().all(|w| atomic_weight(&store, g) == Ok(*w)));
        if let Ok(weight) = atomic_weight(&store, g) {
            assert!(has_atomic_weight(&store, g, weight).unwrap());
        }
        assert!(atomic || !is_all_small(&store, g).unwrap());
        assert_eq!(is_atomic(&store, store.neg(g).unwrap()), Ok(atomic));
    }
    assert!(counted > 100, "{counted}");
    for &g in games.iter().filter(|g| !is_infinitesimal(&store, **g).unwrap()) {
        assert_eq!(is_atomic(&store, g), Ok(false));
    }
}

/// The definition: a game and its weight times up have one outcome beside any all-small game and
/// a remote star.
#[test]
fn atomic_weights_keep_outcomes_beside_a_remote_star() {
    let store = store();
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    let remote = store.nimber(64).unwrap();
    let company: Vec<Game> = all_small(&store).into_iter().step_by(7).collect();
    let atomic = |g: &Game| is_atomic(&store, *g).unwrap();
    for g in day_three(&store).into_iter().filter(atomic).step_by(3) {
        let ups = norton(&store, atomic_weight(&store, g).unwrap(), up).unwrap();
        for &x in &company {
            let beside = store.add(x, remote).unwrap();
            let outcome = |g| store.outcome(store.add(g, beside).unwrap()).unwrap();
            assert_eq!(outcome(g), outcome(ups));
        }
    }
}
