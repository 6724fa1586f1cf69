//! Brackets: order, canonical forms, names.

use upstar_reference::Fault;
use upstar_reference::bracket::{Game, Games, Relation};
use upstar_reference::steps::Steps;

use crate::toys::{Random, games, number, ratio};

fn canonical(games: &Games, left: &[Game], right: &[Game]) -> String {
    let form = games.form(left.to_vec(), right.to_vec()).unwrap();
    games.print(games.canonical(form).unwrap()).unwrap()
}

#[test]
fn small_games_have_the_canonical_forms_of_winning_ways() {
    let g = games();
    let [zero, one, two, half] = [(0, 1), (1, 1), (2, 1), (1, 2)].map(|(n, d)| number(&g, n, d));
    let (star, up) = (g.nimber(1).unwrap(), g.up().unwrap());
    assert_eq!(canonical(&g, &[], &[]), "0");
    assert_eq!(canonical(&g, &[zero], &[one]), "1/2");
    assert_eq!(canonical(&g, &[star], &[star]), "0");
    assert_eq!(canonical(&g, &[zero, star], &[star]), "{0|*}");
    assert_eq!(canonical(&g, &[zero, star], &[zero, star]), "*2");
    assert_eq!(canonical(&g, &[half], &[]), "1");
    assert_eq!(canonical(&g, &[half], &[two]), "1");
    assert_eq!(canonical(&g, &[up], &[up]), "{0|{0|*}}", "double up and star");
    let up_star = g.sum(up, star).unwrap();
    assert_eq!(g.print(g.canonical(up_star).unwrap()).unwrap(), "{0,*|0}");
    assert_eq!(canonical(&g, &[two, one], &[zero, one]), "{2|0}");
    let ups = g.sum(up, up).unwrap();
    assert_eq!(g.print(g.canonical(ups).unwrap()).unwrap(), "{0|{0,*|0}}");
}

#[test]
fn the_games_of_day_two_are_twenty_two() {
    let g = games();
    let day_one = [g.zero().unwrap(), number(&g, 1, 1), number(&g, -1, 1), g.nimber(1).unwrap()];
    let sides: Vec<Vec<Game>> = (0..16)
        .map(|set| (0..4).filter(|bit| set >> bit & 1 == 1).map(|bit| day_one[bit]).collect())
        .collect();
    let mut found = std::collections::BTreeSet::new();
    for left in &sides {
        for right in &sides {
            let form = g.form(left.clone(), right.clone()).unwrap();
            found.insert(g.canonical(form).unwrap());
        }
    }
    assert_eq!(found.len(), 22);
    assert!(found.iter().all(|game| g.birthday(*game).unwrap() <= 2));
}

#[test]
fn numbers_are_written_as_the_simplest_between_their_options() {
    let g = games();
    for (left, right, simplest) in [
        ((0, 1), (1, 1), ratio(1, 2)),
        ((1, 4), (1, 1), ratio(1, 2)),
        ((-3, 1), (5, 2), ratio(0, 1)),
        ((5, 4), (7, 4), ratio(3, 2)),
        ((5, 4), (9, 1), ratio(2, 1)),
        ((-9, 1), (-5, 4), ratio(-2, 1)),
        ((-1, 2), (-1, 4), ratio(-3, 8)),
    ] {
        let form =
            g.form(vec![number(&g, left.0, left.1)], vec![number(&g, right.0, right.1)]).unwrap();
        assert_eq!(g.as_number(form).unwrap(), Some(simplest.clone()));
        assert_eq!(g.canonical(form).unwrap(), g.number(&simplest).unwrap());
    }
    assert!(matches!(g.number(&ratio(1, 3)), Err(Fault::Wrong { .. })));
}

#[test]
fn ups_and_tinies_are_ordered_as_in_winning_ways() {
    let g = games();
    let zero = g.zero().unwrap();
    let (star, up) = (g.nimber(1).unwrap(), g.up().unwrap());
    let up_square = g.up_power(2).unwrap();
    let tiny = |n| g.tiny(number(&g, n, 1)).unwrap();
    let compare = |a, b| g.compare(a, b).unwrap();
    assert_eq!(compare(up, zero), Relation::Greater);
    assert_eq!(compare(up, star), Relation::Confused);
    assert_eq!(compare(g.sum(up, up).unwrap(), star), Relation::Greater);
    assert_eq!(compare(up, number(&g, 1, 64)), Relation::Less);
    let many = g.multiple(&10.into(), up_square).unwrap();
    assert_eq!(compare(many, up), Relation::Less, "multiples of up to the second stay below up");
    assert_eq!(compare(tiny(1), zero), Relation::Greater);
    let many = g.multiple(&5.into(), tiny(2)).unwrap();
    assert_eq!(compare(many, tiny(1)), Relation::Less, "multiples of tiny-two stay below tiny-one");
    assert_eq!(compare(tiny(0), up), Relation::Equal);
    let both = g.up_power_sum(2).unwrap();
    assert_eq!(compare(both, g.sum(up, up_square).unwrap()), Relation::Equal);
    assert_eq!(
        g.canonical(both).unwrap(),
        g.canonical(g.form(vec![up], vec![star]).unwrap()).unwrap()
    );
}

#[test]
fn ordinal_sums_make_numbers_of_sign_expansions() {
    let g = games();
    let one = number(&g, 1, 1);
    let minus = number(&g, -1, 1);
    let equals = |a, b| assert!(g.equal(a, b).unwrap());
    equals(g.ordinal_sum(one, minus).unwrap(), number(&g, 1, 2));
    equals(g.ordinal_sum(one, one).unwrap(), number(&g, 2, 1));
    let star = g.nimber(1).unwrap();
    equals(g.ordinal_sum(star, star).unwrap(), g.nimber(2).unwrap());
    equals(g.ordinal_sum(star, one).unwrap(), g.sum(g.up().unwrap(), star).unwrap());
}

#[test]
fn names_stand_for_canonical_forms_only() {
    let g = games();
    let star = g.nimber(1).unwrap();
    let form = g.form(vec![star], vec![star]).unwrap();
    assert_eq!(g.print(form).unwrap(), "{*|*}");
    assert_eq!(g.birthday(form).unwrap(), 2);
    assert!(!g.is_canonical(form).unwrap());
    let switch = g.switch(&[number(&g, 3, 2)]).unwrap();
    assert_eq!(g.print(switch).unwrap(), "{3/2|-3/2}");
    assert!(g.is_canonical(switch).unwrap());
}

#[test]
fn random_forms_keep_the_laws_of_an_ordered_group() {
    let g = games();
    let mut random = Random(1);
    for _ in 0..300 {
        let [a, b, c] = [(); 3].map(|()| random.form(&g, 3));
        let zero = g.zero().unwrap();
        assert!(g.equal(g.difference(a, a).unwrap(), zero).unwrap());
        let canonical = g.canonical(a).unwrap();
        assert!(g.equal(a, canonical).unwrap());
        assert!(g.is_canonical(canonical).unwrap());
        assert!(g.birthday(canonical).unwrap() <= g.birthday(a).unwrap());
        let at_most = |a, b| g.at_most(a, b).unwrap();
        if at_most(a, b) && at_most(b, c) {
            assert!(at_most(a, c));
        }
        assert_eq!(at_most(a, b), at_most(g.difference(a, b).unwrap(), zero));
        assert_eq!(at_most(a, b), at_most(g.sum(a, c).unwrap(), g.sum(b, c).unwrap()));
        assert_eq!(g.equal(a, b).unwrap(), canonical == g.canonical(b).unwrap());
        let (ab, ba) = (g.sum(a, b).unwrap(), g.sum(b, a).unwrap());
        assert_eq!(ab, ba, "sums do not depend on the order");
        assert_eq!(g.sum(ab, c).unwrap(), g.sum(a, g.sum(b, c).unwrap()).unwrap());
    }
}

#[test]
fn too_many_steps_are_no_answer() {
    let g = Games::new(Steps::new(100));
    assert_eq!(g.integer(&1000.into()), Err(Fault::TooLarge));
    assert_eq!(g.integer(&(num_bigint::BigInt::from(1) << 80)), Err(Fault::TooLarge));
}
