//! Naming: what books write, and that it can be read back.

use upstar_core::loopy::named::{Name, up_power_on};
use upstar_core::loopy::{GameValue, at_least, is_number_tiny};
use upstar_core::{
    Budget, Dyadic, Error, Game, Named, Outcome, Store, Uptimal, miny, name, switch, tiny,
    up_power, up_power_sum, uptimal_expansion,
};

use crate::support::{day_three, store};

#[test]
fn every_name_of_day_three_reads_back() {
    let store = store();
    for g in day_three(&store) {
        assert_eq!(name(&store, g).unwrap().game(&store).unwrap(), g);
    }
}

#[test]
fn names_do_not_depend_on_the_history_of_the_store() {
    let (first, second) = (store(), store());
    let games = day_three(&first);
    let mut shuffled: Vec<Game> = day_three(&first);
    shuffled.reverse();
    // The same values, reached in the opposite order.
    let forms: Vec<_> =
        shuffled.iter().map(|g| crate::oracle::Form::of(&first, *g).unwrap()).collect();
    let copies: Vec<Game> = forms.iter().map(|f| f.game(&second).unwrap()).collect();
    for (g, copy) in games.iter().rev().zip(copies) {
        let these = first.left_in_order(*g).unwrap();
        let those = second.left_in_order(copy).unwrap();
        let these: Vec<_> = these.iter().map(|l| first.as_number_up_star(*l)).collect();
        let those: Vec<_> = those.iter().map(|l| second.as_number_up_star(*l)).collect();
        assert_eq!(these, those);
    }
}

#[test]
fn tiny_miny_and_switches_have_their_names() {
    let store = store();
    let two = store.integer(2).unwrap();
    let threat = store.game(&[Game::ZERO], &[store.integer(-2).unwrap()]).unwrap();
    let tiny_two = store.game(&[Game::ZERO], &[threat]).unwrap();
    assert_eq!(name(&store, tiny_two), Ok(Named::Tiny(two)));
    assert_eq!(tiny(&store, two), Ok(tiny_two));
    assert_eq!(name(&store, miny(&store, two).unwrap()), Ok(Named::Miny(two)));
    let raised = store.add(two, tiny_two).unwrap();
    let sum = Named::Sum { number: Dyadic::from(2), rest: tiny_two };
    assert_eq!(name(&store, raised), Ok(sum));
    let hot = switch(&store, &[Game::ONE]).unwrap();
    assert_eq!(name(&store, hot), Ok(Named::Switch(vec![Game::ONE])));
}

/// Source: *Winning Ways*, chapter 8: the powers of up are positive, each infinitesimal with
/// respect to the one before.
#[test]
fn powers_of_up_are_named_and_ever_smaller() {
    let store = store();
    for n in 2..8 {
        let (power, sum) = (up_power(&store, n).unwrap(), up_power_sum(&store, n).unwrap());
        let before = up_power_sum(&store, n - 1).unwrap();
        assert_eq!(store.add(before, power), Ok(sum));
        assert_eq!(store.outcome(power), Ok(Outcome::L));
        let several = store.times(&8.into(), power).unwrap();
        assert!(store.gt(up_power(&store, n - 1).unwrap(), several).unwrap());
        let named = |coefficients| {
            Ok(Named::Uptimal(Uptimal { number: Dyadic::ZERO, coefficients, star: 0 }))
        };
        let mut single = vec![0; n as usize];
        single[n as usize - 1] = 1;
        assert_eq!(name(&store, power), named(single));
        assert_eq!(name(&store, store.neg(sum).unwrap()), named(vec![-1; n as usize]));
    }
}

/// Source: McKay, "Canonical forms of uptimals": an uptimal has one expansion, and all are found.
#[test]
fn every_uptimal_is_named_by_its_expansion() {
    let store = store();
    for code in 0..7 * 7 * 5 * 3 * 5 {
        let digit = |place: i64, base: i64| code / place % base - base / 2;
        let mut coefficients = vec![digit(1, 7), digit(7, 7), digit(49, 5), digit(245, 3)];
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        let star = (code / 735) as u32;
        let number = Dyadic::small(code % 3 - 1, 1);
        let uptimal = Uptimal { number, coefficients, star };
        let game = uptimal.game(&store).unwrap();
        assert_eq!(name(&store, game).unwrap().game(&store), Ok(game));
        assert_eq!(uptimal_expansion(&store, game), Ok(Some(uptimal)));
    }
}

type Make = fn(&Store, u32) -> Result<Game, Error>;

/// Each follower is looked at once, with a few steps for each.
#[test]
fn high_powers_of_up_are_named_in_few_steps() {
    let budget = Budget::unlimited();
    let store = Store::new(budget.clone());
    for (make, others) in [(up_power as Make, 0), (up_power_sum, 1)] {
        let game = make(&store, 1000).unwrap();
        budget.restart();
        budget.limit_steps(20_000);
        let expansion = uptimal_expansion(&store, game).unwrap().unwrap();
        budget.limit_steps(u64::MAX);
        let mut coefficients = vec![others; 1000];
        coefficients[999] = 1;
        assert_eq!(expansion, Uptimal { number: Dyadic::ZERO, coefficients, star: 0 });
    }
}

/// A game that has the atomic weight and the stops of an uptimal need not be one.
#[test]
fn other_games_have_no_uptimal_expansion() {
    let store = store();
    let tiny_one = tiny(&store, Game::ONE).unwrap();
    let two = store.nimber(2).unwrap();
    let odd = store.game(&[Game::ZERO], &[Game::STAR, two]).unwrap();
    let hot = switch(&store, &[Game::ONE]).unwrap();
    for g in [tiny_one, odd, hot] {
        assert_eq!(uptimal_expansion(&store, g), Ok(None));
    }
    for g in day_three(&store) {
        if let Some(uptimal) = uptimal_expansion(&store, g).unwrap() {
            assert_eq!(uptimal.game(&store), Ok(g));
        }
    }
}

/// Against the names: a number plus tiny or miny is named so, and nothing else.
#[test]
fn games_that_are_number_tiny_are_named_so() {
    let store = store();
    let mut found = 0;
    let wanted = ["tiny(2)", "3/4 + miny(^)", "-2 + tiny({3|1})", "tiny(tiny(1))"];
    let more = wanted.map(|text| store.parse(text).unwrap());
    for g in day_three(&store).into_iter().chain(more) {
        let named = match name(&store, g).unwrap() {
            Named::Tiny(_) | Named::Miny(_) => true,
            Named::Sum { rest, .. } => {
                matches!(name(&store, rest), Ok(Named::Tiny(_) | Named::Miny(_)))
            }
            _ => false,
        };
        assert_eq!(is_number_tiny(&store, &GameValue::Short(g)), Ok(named), "{}", store.show(g));
        found += usize::from(named);
    }
    assert!(found >= wanted.len() + 4, "{found}");
}

/// Source: *Winning Ways*, chapter 11: the power for `on` is positive and below all others, and `upon` is above
/// all sums of powers.
#[test]
fn the_power_of_up_for_on_is_a_limit() {
    let store = store();
    let zero = GameValue::Short(Game::ZERO);
    let power = up_power_on(&store).unwrap();
    let above = |a: &GameValue, b: &GameValue| {
        at_least(&store, a, b).unwrap() && !at_least(&store, b, a).unwrap()
    };
    assert!(above(&power, &zero));
    for n in 1..12 {
        assert!(above(&GameValue::Short(up_power(&store, n).unwrap()), &power));
        assert!(above(&Name::Upon.worth(), &GameValue::Short(up_power_sum(&store, n).unwrap())));
    }
    for g in day_three(&store) {
        let g = GameValue::Short(g);
        // No short game is positive and below all powers of up without being tiny.
        if above(&g, &zero) && above(&power, &g) {
            assert!(is_number_tiny(&store, &g).unwrap());
        }
    }
}
