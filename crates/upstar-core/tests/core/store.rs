//! The store agrees with the definitions.

use crate::oracle::Form;
use num_traits::ToPrimitive;
use proptest::prelude::*;
use upstar_core::{Dyadic, Game, Store};

use crate::length::properties;
use crate::support::{day_three, day_two, store};

/// Checks everything asked of one game.
fn check_one(store: &Store, form: &Form) {
    let g = form.game(store).unwrap();
    let canonical = form.canonical();
    assert_eq!(Form::of(store, g).unwrap(), canonical);
    assert_eq!(store.outcome(g).unwrap(), form.outcome());
    assert_eq!(Some(store.left_stop(g).unwrap()), canonical.left_stop());
    assert_eq!(Some(store.right_stop(g).unwrap()), canonical.right_stop());
    assert_eq!(store.birthday(g).unwrap().to_usize(), Some(canonical.birthday()));
    assert_eq!(Form::of(store, store.neg(g).unwrap()).unwrap(), form.neg().canonical());
    assert_eq!(store.sub(g, g), Ok(Game::ZERO));
}

#[test]
fn every_pair_of_day_two_compares_and_adds_as_defined() {
    let store = store();
    let games = day_two(&store);
    for a in &games {
        for b in &games {
            let (f, g) = (Form::of(&store, *a).unwrap(), Form::of(&store, *b).unwrap());
            assert_eq!(store.le(*a, *b).unwrap(), f.at_most(&g));
            let sum = store.add(*a, *b).unwrap();
            assert_eq!(Form::of(&store, sum).unwrap(), f.add(&g).canonical());
        }
    }
}

#[test]
fn every_game_of_day_three_answers_as_defined() {
    let store = store();
    for g in day_three(&store) {
        check_one(&store, &Form::of(&store, g).unwrap());
    }
}

#[test]
fn pairs_of_day_three_compare_as_defined() {
    let store = store();
    let games = day_three(&store);
    for (i, a) in games.iter().enumerate().step_by(7) {
        for b in games.iter().skip(i % 11).step_by(11) {
            let (f, g) = (Form::of(&store, *a).unwrap(), Form::of(&store, *b).unwrap());
            assert_eq!(store.le(*a, *b).unwrap(), f.at_most(&g));
        }
    }
}

/// Any form up to four moves deep.
fn any_form() -> impl Strategy<Value = Form> {
    let leaf = Just(Form::default());
    leaf.prop_recursive(4, 24, 2, |inner| {
        (prop::collection::vec(inner.clone(), 0..3), prop::collection::vec(inner, 0..3))
            .prop_map(|(left, right)| Form { left, right })
    })
}

/// Small forms made of packed games, whose comparisons take other ways.
fn packed_form() -> impl Strategy<Value = Form> {
    let leaf = (-1i64..=1, 0u32..4, -1i64..=1).prop_map(|(ups, star, halves)| {
        let store = store();
        let number = Dyadic::small(halves, 1);
        let number = if ups.unsigned_abs() + u64::from(star) > 2 { Dyadic::ZERO } else { number };
        Form::of(&store, store.number_up_star(&number, ups, star).unwrap()).unwrap()
    });
    leaf.prop_recursive(2, 6, 2, |inner| {
        (prop::collection::vec(inner.clone(), 1..3), prop::collection::vec(inner, 1..3))
            .prop_map(|(left, right)| Form { left, right })
    })
}

/// Raised by hand to some hundred thousand after changes of the order or the canonical form.
const CASES: u32 = 4000;

proptest! {
    #![proptest_config(properties(CASES))]

    #[test]
    fn any_form_has_the_canonical_form_defined(form in any_form()) {
        check_one(&store(), &form);
    }

    #[test]
    fn any_two_forms_compare_as_defined(f in any_form(), g in any_form()) {
        let store = store();
        let (a, b) = (f.game(&store).unwrap(), g.game(&store).unwrap());
        prop_assert_eq!(store.le(a, b).unwrap(), f.at_most(&g));
        prop_assert_eq!(store.le(b, a).unwrap(), g.at_most(&f));
    }

    #[test]
    fn forms_of_packed_games_compare_as_defined(
        f in packed_form(), ups in -4i64..=4, star in 0u32..6, g in packed_form()
    ) {
        let store = store();
        let (a, b) = (f.game(&store).unwrap(), g.game(&store).unwrap());
        prop_assert_eq!(Form::of(&store, a).unwrap(), f.canonical());
        prop_assert_eq!(store.le(a, b).unwrap(), f.at_most(&g));
        let packed = store.number_up_star(&Dyadic::ZERO, ups, star).unwrap();
        let h = Form::of(&store, packed).unwrap();
        prop_assert_eq!(store.le(a, packed).unwrap(), f.at_most(&h));
        prop_assert_eq!(store.le(packed, a).unwrap(), h.at_most(&f));
    }
}
