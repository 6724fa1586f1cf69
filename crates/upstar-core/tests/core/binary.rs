//! Every operation on two games agrees with its definition on all pairs of day 2.

use crate::oracle::Form;
use upstar_core::short::*;
use upstar_core::{
    Comparison, Dyadic, Error, Game, Player, Store, cool, heat, norton, norton_on_form, overheat,
    switch,
};

use crate::support::{Choices, day_three, day_two, random_form, store};

type Operation = fn(&Store, Game, Game) -> Result<Game, Error>;
type Definition = fn(&Form, &Form) -> Form;

/// The games of day 2, each with its form.
fn games(store: &Store) -> Vec<(Game, Form)> {
    let form = |g: Game| (g, Form::of(store, g).unwrap());
    day_two(store).into_iter().map(form).collect()
}

#[test]
fn operations_on_two_games_are_as_defined() {
    let operations: [(&str, Operation, Definition); 11] = [
        ("sum", Store::add, Form::add),
        ("difference", Store::sub, |f, g| f.add(&g.neg())),
        ("ordinal sum", ordinal_sum, Form::ordinal_sum),
        ("ordinal product", ordinal_product, Form::ordinal_product),
        ("conjunctive", conjunctive, Form::conjunctive),
        ("continued conjunctive", continued_conjunctive, Form::continued_conjunctive),
        ("selective", selective, Form::selective),
        ("shortened selective", shortened_selective, Form::shortened_selective),
        ("sequential", sequential, Form::sequential),
        ("Conway product", conway_product, Form::conway_product),
        ("heating", heat, Form::heat),
    ];
    let store = store();
    let games = games(&store);
    for (name, operation, definition) in operations {
        for (a, f) in &games {
            for (b, g) in &games {
                let defined = definition(f, g).game(&store).unwrap();
                assert_eq!(operation(&store, *a, *b), Ok(defined), "{name} of {f:?} and {g:?}");
            }
        }
    }
}

/// For every base and everything on it; what is found at all is right, because it is checked.
#[test]
fn what_a_base_carries_is_found() {
    let store = store();
    let (games, more) = (day_two(&store), day_three(&store));
    for base in games.iter().chain(more.iter().step_by(37)) {
        for x in games.iter().chain(more.iter().step_by(101)) {
            let sum = ordinal_sum(&store, *base, *x).unwrap();
            assert_eq!(subordinate(&store, sum, *base), Ok(Some(*x)));
        }
        for g in &games {
            let found = subordinate(&store, *g, *base).unwrap();
            let by_trying = games.iter().find(|x| ordinal_sum(&store, *base, **x) == Ok(*g));
            assert!(by_trying.is_none_or(|x| found == Some(*x)));
        }
    }
}

/// 1 is a unit on both sides, and signs come out.
#[test]
fn ordinal_products_have_a_unit_and_signs() {
    let store = store();
    for g in day_two(&store) {
        assert_eq!(ordinal_product(&store, Game::ONE, g), Ok(g));
        assert_eq!(ordinal_product(&store, g, Game::ONE), Ok(g));
        for h in day_two(&store) {
            let negative = ordinal_product(&store, g, h).and_then(|product| store.neg(product));
            assert_eq!(ordinal_product(&store, store.neg(g).unwrap(), h), negative);
            assert_eq!(ordinal_product(&store, g, store.neg(h).unwrap()), negative);
        }
    }
}

#[test]
fn two_games_compare_as_defined() {
    let store = store();
    let games = games(&store);
    for (a, f) in &games {
        for (b, g) in &games {
            let (le, ge) = (f.at_most(g), g.at_most(f));
            assert_eq!(store.le(*a, *b), Ok(le));
            assert_eq!(store.ge(*a, *b), Ok(ge));
            assert_eq!(store.gt(*a, *b), Ok(ge && !le));
            assert_eq!(store.compare(*a, *b), Ok(Comparison::from_bounds(le, ge)));
            assert_eq!(a == b, f.same(g));
        }
    }
}

/// The ordinal sum depends on the form of its first part, so forms are what it is tested on.
#[test]
fn ordinal_sums_of_forms_are_as_defined() {
    let store = store();
    let games = games(&store);
    let mut choices = Choices(5);
    for _ in 0..300 {
        let form = random_form(&mut choices, 3);
        let values = |options: &[Form]| -> Vec<Game> {
            options.iter().map(|option| option.game(&store).unwrap()).collect()
        };
        let (left, right) = (values(&form.left), values(&form.right));
        for (h, g) in &games {
            let defined = form.ordinal_sum(g).game(&store).unwrap();
            assert_eq!(ordinal_sum_of_form(&store, (&left, &right), *h), Ok(defined));
        }
    }
}

/// Products by integers and of nimbers are not looked for among the followers, yet are those
/// that the definition gives.
#[test]
fn short_ways_to_conway_products_lead_to_them() {
    let store = store();
    let forms = Forms::default();
    let check = |a, b| {
        let pair =
            (upstar_core::short::FormId::Canonical(a), upstar_core::short::FormId::Canonical(b));
        let defined = compound_of_forms(&store, &forms, Compound::ConwayProduct, pair);
        assert_eq!(conway_product(&store, a, b), defined);
    };
    for n in -4..=4 {
        day_two(&store).into_iter().for_each(|g| check(store.integer(n).unwrap(), g));
    }
    for (n, m) in (0..10).flat_map(|n| (0..10).map(move |m| (n, m))) {
        check(store.nimber(n).unwrap(), store.nimber(m).unwrap());
    }
    let large = store.nimber(u32::MAX).unwrap();
    assert!(store.as_nimber(conway_product(&store, large, large).unwrap()).is_some());
}

#[test]
fn norton_products_are_as_defined() {
    let store = store();
    let games = games(&store);
    for (unit, u) in &games {
        if !store.gt(*unit, Game::ZERO).unwrap() {
            assert_eq!(norton(&store, Game::ONE, *unit), Err(Error::UnitNotPositive));
        } else {
            assert_eq!(norton(&store, Game::ONE, *unit), Ok(*unit));
        }
        for (g, f) in &games {
            let defined = f.norton(u).game(&store).unwrap();
            assert_eq!(norton_on_form(&store, *g, *unit), Ok(defined), "{f:?} by {u:?}");
        }
    }
}

#[test]
fn overheating_is_as_defined() {
    let store = store();
    let games = games(&store);
    for (g, f) in &games {
        for (s, one) in &games {
            for (t, gain) in &games {
                let defined = f.overheat(one, gain).game(&store).unwrap();
                assert_eq!(overheat(&store, *g, *s, *t), Ok(defined));
            }
        }
    }
}

/// Cooling by a half, which leaves some games of day 3 hot and freezes others, and the rest by a
/// fixed gain. Forms grow with the gain, so that only some of them are taken for ups.
#[test]
fn heat_and_cold_on_day_three_are_as_defined() {
    let store = store();
    let (half, step) = (Dyadic::small(1, 1), Dyadic::small(1, 4));
    let up = store.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    let of = |g| Form::of(&store, g).unwrap();
    let (one, gain) = (of(Game::ONE), of(Game::STAR));
    let unit = of(up);
    for (i, g) in day_three(&store).into_iter().enumerate() {
        let f = of(g);
        let value = |form: Form| form.game(&store);
        assert_eq!(cool(&store, g, &half), value(f.cool(&half, &step, 48)), "{f:?}");
        assert_eq!(heat(&store, g, Game::ONE), value(f.heat(&one)), "{f:?}");
        if !i.is_multiple_of(200) {
            continue;
        }
        assert_eq!(overheat(&store, g, up, Game::STAR), value(f.overheat(&unit, &gain)), "{f:?}");
        assert_eq!(norton(&store, g, up), value(f.norton(&unit)), "{f:?}");
    }
}

#[test]
fn cooling_is_as_defined() {
    let store = store();
    let step = Dyadic::small(1, 4);
    for (g, f) in games(&store) {
        for sixteenths in [0, 1, 4, 6, 8, 11, 12, 16, 20, 24, 32] {
            let t = Dyadic::small(sixteenths, 4);
            let defined = f.cool(&t, &step, 40).game(&store).unwrap();
            assert_eq!(cool(&store, g, &t), Ok(defined), "{f:?} by {t}");
        }
    }
}

/// The join is the least of all games of the day that are at least both, by comparing with
/// each of them; the meet likewise.
#[test]
fn joins_and_meets_are_as_defined() {
    let store = store();
    let games = games(&store);
    for (a, f) in &games {
        for (b, g) in &games {
            let above: Vec<_> =
                games.iter().filter(|(_, h)| f.at_most(h) && g.at_most(h)).collect();
            let least = above.iter().find(|(_, h)| above.iter().all(|(_, k)| h.at_most(k)));
            assert_eq!(join(&store, *a, *b, 2).ok(), least.map(|(x, _)| *x));
            let below: Vec<_> =
                games.iter().filter(|(_, h)| h.at_most(f) && h.at_most(g)).collect();
            let greatest = below.iter().find(|(_, h)| below.iter().all(|(_, k)| k.at_most(h)));
            assert_eq!(meet(&store, *a, *b, 2).ok(), greatest.map(|(x, _)| *x));
        }
    }
}

#[test]
fn switches_and_options_are_as_defined() {
    let store = store();
    for (g, f) in games(&store) {
        let form = Form { left: vec![f.clone()], right: vec![f.neg()] };
        assert_eq!(Form::of(&store, switch(&store, &[g]).unwrap()).unwrap(), form.canonical());
        for (player, options) in [
            (Player::Left, store.left_options(g).unwrap()),
            (Player::Right, store.right_options(g).unwrap()),
        ] {
            let mut forms: Vec<Form> =
                options.iter().map(|o| Form::of(&store, *o).unwrap()).collect();
            forms.sort();
            assert_eq!(f.canonical().options(player), forms);
        }
    }
}
