//! Operations on short games beyond order and sum.

use crate::oracle::Form;
use upstar_core::short::*;
use upstar_core::{Comparison, Dyadic, Game, Player, switch};

use crate::support::{day_three, day_two, store};

/// Source: *Winning Ways*, chapter 9: these compounds of impartial games are impartial, and
/// the empty game is neutral for the continued compound and ends the shortened one.
#[test]
fn compounds_that_outlast_or_cut_short() {
    let store = store();
    for g in day_two(&store) {
        assert_eq!(continued_conjunctive(&store, g, Game::ZERO), Ok(g));
        assert_eq!(shortened_selective(&store, g, Game::ZERO), Ok(Game::ZERO));
        let h = store.nimber(2).unwrap();
        let both = continued_conjunctive(&store, g, h).unwrap();
        assert_eq!(continued_conjunctive(&store, h, g), Ok(both));
    }
    let compound = continued_conjunctive(&store, Game::STAR, store.nimber(2).unwrap());
    assert_eq!(compound, store.nimber(2));
    let short = shortened_selective(&store, Game::STAR, store.nimber(2).unwrap());
    assert!(store.as_nimber(short.unwrap()).is_some());
}

/// Source: *Winning Ways*, chapter 7, Red-Blue Hackenbush stalks; the form `{-1 | 1}` of 0.
#[test]
fn ordinal_sums_depend_on_the_form() {
    let store = store();
    let half = store.number(&Dyadic::small(1, 1)).unwrap();
    let minus = store.integer(-1).unwrap();
    assert_eq!(ordinal_sum(&store, Game::ONE, minus), Ok(half));
    assert_eq!(ordinal_sum(&store, Game::ZERO, Game::ONE), Ok(Game::ONE));
    let loose = ordinal_sum_of_form(&store, (&[minus], &[Game::ONE]), Game::ONE);
    assert_eq!(loose, Ok(half));
}

#[test]
fn the_reduced_form_is_the_simplest_game_infinitesimally_close() {
    let store = store();
    let games = day_three(&store);
    let forms: Vec<Game> = games.iter().map(|g| reduced(&store, *g).unwrap()).collect();
    for (g, form) in games.iter().zip(&forms) {
        assert!(is_infinitesimal(&store, store.sub(*g, *form).unwrap()).unwrap());
        assert_eq!(reduced(&store, *form), Ok(*form));
        let (f, h) = (Form::of(&store, *form).unwrap(), Form::of(&store, *g).unwrap());
        assert!(store.birthday(*form).unwrap() <= store.birthday(*g).unwrap(), "{f:?} {h:?}");
    }
    for (i, g) in games.iter().enumerate().step_by(29) {
        for (j, h) in games.iter().enumerate().step_by(7) {
            let close = is_infinitesimal(&store, store.sub(*g, *h).unwrap()).unwrap();
            assert_eq!(close, forms[i] == forms[j]);
        }
    }
}

#[test]
fn kinds_of_games() {
    let store = store();
    let hot = switch(&store, &[Game::ONE]).unwrap();
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    assert!(is_all_small(&store, up).unwrap() && !is_all_small(&store, hot).unwrap());
    assert!(!is_all_small(&store, Game::ONE).unwrap());
    assert_eq!(far_star(&store, store.nimber(5).unwrap()), Ok(6));
    assert_eq!(far_star(&store, hot), Ok(1));
    assert_eq!(parity(&store, Game::STAR), Ok(Some(Parity::Odd)));
    assert_eq!(parity(&store, hot), Ok(Some(Parity::Even)));
    assert_eq!(temper(&store, hot), Ok(Some(Parity::Odd)));
    assert_eq!(stop_count(&store, up), Ok(3u32.into()));
    assert_eq!(followers(&store, up).unwrap().len(), 3);
}

#[test]
fn confusion_intervals_hold_the_confused_numbers() {
    let store = store();
    for g in day_three(&store) {
        let interval = confusion_interval(&store, g).unwrap();
        for quarters in -16..=16 {
            let x = Dyadic::small(quarters, 2);
            let comparison = store.compare(store.number(&x).unwrap(), g).unwrap();
            let inside = interval.as_ref().is_some_and(|i| {
                (x > i.low || (x == i.low && i.low_included))
                    && (x < i.high || (x == i.high && i.high_included))
            });
            assert_eq!(inside, comparison == Comparison::Confused);
        }
    }
}

#[test]
fn incentives_are_never_positive_numbers_or_zero() {
    let store = store();
    for g in day_three(&store) {
        for incentive in incentives(&store, g).unwrap() {
            assert!(!store.le(Game::ZERO, incentive).unwrap());
        }
        let (left, right) = (left_incentives(&store, g), right_incentives(&store, g));
        assert_eq!(left.unwrap().is_empty(), store.left_options(g).unwrap().is_empty());
        assert_eq!(right.unwrap().is_empty(), store.right_options(g).unwrap().is_empty());
    }
    assert_eq!(Player::Left.opponent(), Player::Right);
}
