//! Forms as given, compounds of them, and companions.

use crate::oracle;
use proptest::prelude::*;
use upstar_core::short::*;
use upstar_core::{Dyadic, Game, Outcome, Player, Store};

use crate::support::{day_three, day_two, store};

/// A form of the oracle, kept once.
fn given(store: &Store, forms: &mut Forms, form: &oracle::Form) -> FormId {
    let left: Vec<FormId> = form.left.iter().map(|l| given(store, forms, l)).collect();
    let right: Vec<FormId> = form.right.iter().map(|r| given(store, forms, r)).collect();
    forms.form(store, &left, &right).unwrap()
}

/// Small forms, canonical or not.
fn form() -> impl Strategy<Value = oracle::Form> {
    let none = Just(oracle::Form::default());
    none.prop_recursive(3, 8, 2, |inner| {
        let side = proptest::collection::vec(inner, 0..3);
        (side.clone(), side).prop_map(|(left, right)| oracle::Form { left, right })
    })
}

const ALL: [Compound; 7] = [
    Compound::Conjunctive,
    Compound::ContinuedConjunctive,
    Compound::Selective,
    Compound::ShortenedSelective,
    Compound::DiminishedDisjunctive,
    Compound::Sequential,
    Compound::ConwayProduct,
];

fn by_definition(how: Compound, g: &oracle::Form, h: &oracle::Form) -> oracle::Form {
    match how {
        Compound::Conjunctive => g.conjunctive(h),
        Compound::Selective => g.selective(h),
        Compound::ConwayProduct => g.conway_product(h),
        Compound::ContinuedConjunctive => g.continued_conjunctive(h),
        Compound::ShortenedSelective => g.shortened_selective(h),
        Compound::DiminishedDisjunctive => g.diminished_disjunctive(h),
        Compound::Sequential => g.sequential(h),
    }
}

fn stops(form: &oracle::Form) -> u64 {
    match form.canonical().number() {
        Some(_) => 1,
        None => form.left.iter().chain(&form.right).map(stops).sum(),
    }
}

proptest! {
    #[test]
    fn compounds_of_forms_are_as_defined(g in form(), h in form()) {
        let store = store();
        let mut forms = Forms::default();
        let pair = (given(&store, &mut forms, &g), given(&store, &mut forms, &h));
        for how in ALL {
            // The trees of products grow too fast for more.
            if how == Compound::ConwayProduct && g.birthday() + h.birthday() > 3 {
                continue;
            }
            let value = by_definition(how, &g, &h).game(&store);
            prop_assert_eq!(compound_of_forms(&store, &forms, how, pair), value);
        }
    }

    #[test]
    fn questions_about_forms_are_as_defined(g in form()) {
        let store = store();
        let mut forms = Forms::default();
        let form = given(&store, &mut forms, &g);
        prop_assert_eq!(forms.value(&store, form), g.game(&store));
        prop_assert_eq!(forms.birthday(&store, form), Ok(g.birthday().into()));
        prop_assert_eq!(forms.stop_count(&store, form), Ok(distinct_stops(&g).into()));
        prop_assert_eq!(forms.parity(&store, form), Ok(g.parity()));
        let followers = forms.followers(&store, form).unwrap();
        prop_assert_eq!(followers.len(), distinct(&g).len());
    }
}

/// The form with sets of options: sorted, each once.
fn as_sets(form: &oracle::Form) -> oracle::Form {
    let once = |options: &[oracle::Form]| {
        let mut kept: Vec<oracle::Form> = options.iter().map(as_sets).collect();
        kept.sort();
        kept.dedup();
        kept
    };
    oracle::Form { left: once(&form.left), right: once(&form.right) }
}

fn distinct_stops(form: &oracle::Form) -> u64 {
    stops(&as_sets(form))
}

fn distinct(form: &oracle::Form) -> std::collections::HashSet<oracle::Form> {
    let mut found = std::collections::HashSet::new();
    let mut open = vec![as_sets(form)];
    while let Some(form) = open.pop() {
        open.extend(form.left.iter().chain(&form.right).cloned());
        found.insert(form);
    }
    found
}

/// Source: ONAG, chapter 14: a selective compound of impartial games is a P-position exactly
/// when all its parts are, so that `* + *` is one as a sum and not as a selective compound.
#[test]
fn selective_compounds_are_lost_when_every_part_is() {
    let store = store();
    let nimbers: Vec<Game> = (0..8).map(|n| store.nimber(n).unwrap()).collect();
    for g in &nimbers {
        for h in &nimbers {
            let value = selective(&store, *g, *h).unwrap();
            let lost = *g == Game::ZERO && *h == Game::ZERO;
            let expected = if lost { Outcome::P } else { Outcome::N };
            assert_eq!(store.outcome(value), Ok(expected));
        }
    }
    // The form {*, *2 | *, *2} of 0 is a part that is lost without having ended.
    let mut forms = Forms::default();
    let options = [FormId::Canonical(Game::STAR), FormId::Canonical(nimbers[2])];
    let lost = forms.form(&store, &options, &options).unwrap();
    for (part, outcome) in [(lost, Outcome::P), (FormId::Canonical(Game::STAR), Outcome::N)] {
        let value = compound_of_forms(&store, &forms, Compound::Selective, (lost, part)).unwrap();
        assert_eq!(store.outcome(value), Ok(outcome));
    }
    assert_eq!(store.add(Game::STAR, Game::STAR), Ok(Game::ZERO));
    assert_eq!(selective(&store, Game::STAR, Game::STAR), Ok(nimbers[2]));
}

/// Source: ONAG, chapter 14: who wins the conjunctive compound moves in the part that ends
/// first, whose remoteness is least; the continued one is decided by the last.
#[test]
fn conjunctive_compounds_end_with_the_first_part() {
    let store = store();
    // A heap of Nim has remoteness 1, and none when it is empty.
    for (n, m) in [(3, 5), (1, 1), (0, 4)] {
        let (g, h) = (store.nimber(n).unwrap(), store.nimber(m).unwrap());
        let expected = if n == 0 { Outcome::P } else { Outcome::N };
        assert_eq!(store.outcome(conjunctive(&store, g, h).unwrap()), Ok(expected));
    }
}

/// Integers as forms: the product of the forms of two numbers is the product of the numbers.
#[test]
fn conway_products_of_forms_of_numbers_are_those_of_the_numbers() {
    let store = store();
    let mut forms = Forms::default();
    let number = |n| FormId::Canonical(store.integer(n).unwrap());
    let two = forms.form(&store, &[number(0), number(1)], &[number(5)]).unwrap();
    let three = forms.form(&store, &[number(2)], &[number(4), number(7)]).unwrap();
    let product = compound_of_forms(&store, &forms, Compound::ConwayProduct, (two, three));
    assert_eq!(product, store.integer(6));
    assert_eq!(forms.options(&store, two, Player::Left), Ok(vec![number(0), number(1)]));
}

/// Options are sets, and a form that is the canonical one is not another form.
#[test]
fn equal_forms_are_one_form() {
    let store = store();
    let mut forms = Forms::default();
    let (zero, star) = (FormId::Canonical(Game::ZERO), FormId::Canonical(Game::STAR));
    assert_eq!(forms.form(&store, &[], &[]), Ok(zero));
    assert_eq!(forms.form(&store, &[zero, zero], &[]), Ok(FormId::Canonical(Game::ONE)));
    let form = forms.form(&store, &[star, zero], &[star]).unwrap();
    assert_eq!(forms.form(&store, &[zero, star, zero], &[star]), Ok(form));
    assert_eq!(forms.options(&store, form, Player::Left), Ok(vec![star, zero]));
    let up = forms.form(&store, &[zero], &[star]).unwrap();
    assert_eq!(up, FormId::Canonical(store.number_up_star(&Dyadic::ZERO, 1, 0).unwrap()));
    // <<0|*>,^|*>: both of Left's options are ^, from which there are three lines of play.
    let both = forms.form(&store, &[up, up], &[star]).unwrap();
    assert_eq!(forms.stop_count(&store, both), Ok(5u32.into()));
}

/// A form with 2^1000 lines of play: each shared part is looked at once, at any depth.
#[test]
fn shared_and_deep_forms_are_cheap() {
    let store = store();
    let mut forms = Forms::default();
    let mut form = forms.form(&store, &[], &[]).unwrap();
    for _ in 0..1000 {
        let zero = FormId::Canonical(Game::ZERO);
        form = forms.form(&store, &[form, zero], &[form]).unwrap();
    }
    assert_eq!(forms.birthday(&store, form), Ok(1000u32.into()));
    assert_eq!(forms.followers(&store, form).unwrap().len(), 1001);
    assert_eq!(forms.parity(&store, form), Ok(None));
}

fn companion_of(store: &Store, g: Game) -> Game {
    companion(store, g).unwrap()
}

/// Source: Siegel, III.2: an automorphism of order two of the lattice of each day.
#[test]
fn companions_are_an_automorphism_of_each_day() {
    let store = store();
    let games = day_two(&store);
    for a in &games {
        for b in &games {
            let (c, d) = (companion_of(&store, *a), companion_of(&store, *b));
            assert_eq!(store.le(c, d), store.le(*a, *b));
            assert_eq!(join(&store, c, d, 2), companion(&store, join(&store, *a, *b, 2).unwrap()));
            assert_eq!(meet(&store, c, d, 2), companion(&store, meet(&store, *a, *b, 2).unwrap()));
        }
    }
    let games = day_three(&store);
    let companions: Vec<Game> = games.iter().map(|g| companion_of(&store, *g)).collect();
    for (a, c) in games.iter().copied().zip(companions.iter().copied()) {
        assert_eq!(companion_of(&store, c), a);
        assert!(store.birthday(c).unwrap() <= 3u32.into());
        assert_eq!(companion_of(&store, store.neg(a).unwrap()), store.neg(c).unwrap());
        for (b, d) in games.iter().zip(&companions) {
            assert_eq!(store.le(c, *d), store.le(a, *b));
        }
    }
}

#[test]
fn companions_of_small_games_are_known() {
    let store = store();
    assert_eq!(companion_of(&store, Game::ZERO), Game::STAR);
    let (up, two) = (store.game(&[Game::ZERO], &[Game::STAR]).unwrap(), store.nimber(2).unwrap());
    assert_eq!(companion(&store, up), store.add(up, Game::STAR));
    assert_eq!(companion_of(&store, two), two);
    assert_eq!(companion_of(&store, Game::ONE), Game::ONE);
}
