//! Loopy games beside numbers and large short games; stops, ordinal sums, names, a ruleset.

use upstar_core::loopy::named::{self, Name};
use upstar_core::loopy::{
    GameValue, Loopy, LoopySide, compare, degree, ordinal_sum, stop, times, value, winners,
    with_sides,
};
use upstar_core::{Comparison, Game, Outcome, Player, Store};

use crate::loopy::To::{V, W};
use crate::loopy::{ONE, STAR, ZERO, add, dud, made, minus, number, outcome};
use crate::support::store;

#[test]
fn stops_of_stoppers() {
    let store = store();
    let (over, under) = (Name::Over.worth(), Name::Under.worth());
    let both = |g: &GameValue| [Player::Left, Player::Right].map(|p| stop(&store, g, p).unwrap());
    assert_eq!(both(&over), [over.clone(), over.clone()]);
    assert_eq!(both(&Name::Upon.worth()), [ZERO, ZERO]);
    assert_eq!(both(&Name::MinyOn.worth()), [ZERO, ZERO]);
    let five = add(&store, &number(&store, 5, 0), &over);
    let hot = made(&store, &[[&[W(&five)], &[W(&minus(&store, &five))]]]);
    assert_eq!(both(&hot), [five.clone(), minus(&store, &five)]);
    let switch = made(&store, &[[&[W(&over)], &[W(&under)]]]);
    assert_eq!(both(&switch), [over, under]);
}

#[test]
fn names_are_recognised_with_numbers_and_stars() {
    let store = store();
    for name in named::NAMES {
        for (numer, exp) in [(0, 0), (1, 0), (-3, 2), (1_000_000, 0)] {
            for star in [false, true] {
                let mut g = add(&store, &name.worth(), &number(&store, numer, exp));
                if star {
                    g = add(&store, &g, &STAR);
                }
                let GameValue::Loopy(Loopy::Stopper(stopper)) = &g else { panic!("{g:?}") };
                let found = named::name(&store, stopper).unwrap().unwrap();
                assert_eq!(found.name, name);
                match name {
                    Name::On | Name::Off => assert!(found.number.is_zero() && !found.star),
                    Name::Over | Name::Under => assert!(!found.star),
                    _ => assert_eq!(found.star, star),
                }
            }
        }
    }
}

#[test]
fn ordinal_sums() {
    let store = store();
    let (on, over) = (Name::On.worth(), Name::Over.worth());
    // Sources: the definition; 1:G is the upstart of G with the foot of a stalk.
    assert_eq!(ordinal_sum(&store, &ZERO, &over).unwrap(), over);
    assert_eq!(ordinal_sum(&store, &ONE, &on).unwrap(), on);
    let star_on = made(&store, &[[&[W(&ZERO), V(0)], &[W(&ZERO)]]]);
    assert_eq!(ordinal_sum(&store, &STAR, &on).unwrap(), star_on);
    assert_eq!(ordinal_sum(&store, &over, &ZERO).unwrap(), over);
    assert!(ordinal_sum(&store, &dud(), &ZERO).is_err());
}

/// Siegel, Backsliding Toads and Frogs, *Games of No Chance 3*. Toads go right, frogs left, by
/// sliding or by leaping over one enemy; both also slide back.
#[test]
fn backsliding_toads_and_frogs() {
    let store = store();
    let mut boards = vec![*b"TTT..FFF"];
    let mut options: Vec<[Vec<u32>; 2]> = Vec::new();
    while options.len() < boards.len() {
        let board = boards[options.len()];
        let mut sides = [Vec::new(), Vec::new()];
        for (side, (mine, enemy, ahead)) in
            [(b'T', b'F', 1_i32), (b'F', b'T', -1)].iter().enumerate()
        {
            for at in 0..8_i32 {
                let cell = |n: i32| board.get(usize::try_from(n).unwrap_or(99)).copied();
                let mut targets = vec![at - ahead, at + ahead];
                if cell(at + ahead) == Some(*enemy) {
                    targets.push(at + 2 * ahead);
                }
                for to in targets {
                    if cell(at) != Some(*mine) || cell(to) != Some(b'.') {
                        continue;
                    }
                    let mut next = board;
                    next.swap(at as usize, to as usize);
                    let known = boards.iter().position(|b| *b == next);
                    sides[side].push(known.unwrap_or(boards.len()) as u32);
                    if known.is_none() {
                        boards.push(next);
                    }
                }
            }
        }
        options.push(sides);
    }
    let graph = upstar_core::loopy::Graph::new(options).unwrap();
    let g = value(&store, &graph, 0).unwrap();
    let half = number(&store, 1, 1);
    let (on, minus_half) = (Name::On.worth(), minus(&store, &half));
    let onside = made(&store, &[[&[W(&on)], &[V(1)]], [&[W(&ZERO)], &[W(&minus_half)]]]);
    assert_eq!(g, with_sides(&store, &onside, &minus(&store, &onside)).unwrap());
    let winners = winners(&graph, store.budget()).unwrap()[0];
    assert_eq!(winners.outcome(), outcome(&store, &g));
    assert!(matches!(g.onside(), LoopySide::Stopper(_)));
}

#[test]
fn large_numbers_are_not_counted_down() {
    let store = store();
    let (million, over) = (number(&store, 1_000_000, 0), Name::Over.worth());
    let g = add(&store, &million, &over);
    assert_eq!(compare(&store, &g, &million).unwrap(), Comparison::Greater);
    assert_eq!(compare(&store, &over, &million).unwrap(), Comparison::Less);
    assert_eq!(compare(&store, &g, &over).unwrap(), Comparison::Greater);
    assert_eq!(add(&store, &g, &STAR), g);
    assert_eq!(add(&store, &g, &minus(&store, &million)), over);
    assert_eq!(degree(&store, &g).unwrap(), over);
    assert_eq!(
        times(&store, &1000.into(), &g).unwrap(),
        add(&store, &number(&store, 1_000_000_000, 0), &over)
    );
}

#[test]
fn kos_with_large_stakes_are_not_counted_down() {
    let store = store();
    let (million, ten) = (number(&store, 1_000_000, 0), number(&store, 10, 0));
    for lost in [minus(&store, &million), ZERO, ten] {
        let ko = made(&store, &[[&[W(&million)], &[V(1)]], [&[V(0)], &[W(&lost)]]]);
        assert!(!ko.is_stopper());
        let both = add(&store, &ko, &STAR);
        assert_eq!(add(&store, &both, &STAR), ko);
        let less = number(&store, -1_000_002, 0);
        assert_eq!(compare(&store, &ko, &less).unwrap(), Comparison::Greater);
    }
}

#[test]
fn short_games_with_many_followers_add_to_loopy_ones() {
    let store = store();
    let mut sum_of_switches = Game::ZERO;
    for n in 1..=12 {
        let n = store.integer(n).unwrap();
        let switch = upstar_core::switch(&store, &[n]).unwrap();
        sum_of_switches = store.add(sum_of_switches, switch).unwrap();
    }
    let g = add(&store, &GameValue::Short(sum_of_switches), &Name::Over.worth());
    assert_eq!(outcome(&store, &g), Outcome::N);
    let on = add(&store, &GameValue::Short(sum_of_switches), &Name::On.worth());
    assert_eq!(on, Name::On.worth());
}

#[test]
fn an_interrupt_ends_loopy_questions() {
    let budget = upstar_core::Budget::unlimited();
    let store = Store::new(budget.clone());
    let count = 3000;
    let side = |v: u32, by: u32| vec![(v + by) % count, (v * 7 + by) % count];
    let graph =
        upstar_core::loopy::Graph::new((0..count).map(|v| [side(v, 1), side(v, 2)]).collect())
            .unwrap();
    budget.limit_steps(10_000);
    assert!(value(&store, &graph, 0).is_err());
    budget.restart();
    budget.interrupt();
    assert!(winners(&graph, &budget).is_err());
}

#[test]
fn multiples_of_upon_are_sums_of_upon() {
    let store = store();
    let one = number(&store, 1, 0);
    for sign in [1, -1] {
        let upon = times(&store, &sign.into(), &Name::Upon.worth()).unwrap();
        for first in [upon.clone(), add(&store, &upon, &STAR)] {
            // Beside a number nothing is known of multiples, and the graph of the sum is solved.
            let mut total = add(&store, &first, &one);
            for n in 2..=9 {
                total = add(&store, &total, &upon);
                let other = add(&store, &times(&store, &(n - 1).into(), &upon).unwrap(), &first);
                assert_eq!(add(&store, &total, &minus(&store, &one)), other);
            }
        }
    }
    for n in [1, 2, 3, 8] {
        let starred = add(&store, &Name::Upon.worth(), &STAR);
        let odd = if n % 2 == 1 { STAR } else { ZERO };
        let sum = add(&store, &times(&store, &n.into(), &Name::Upon.worth()).unwrap(), &odd);
        assert_eq!(times(&store, &n.into(), &starred).unwrap(), sum);
    }
}

#[test]
fn large_multiples_are_found_or_refused_at_once() {
    let store = store();
    let many = num_bigint::BigInt::from(10).pow(30);
    let dud = GameValue::Loopy(named::dud());
    for idempotent in [Name::Over, Name::Under, Name::On, Name::Off].map(Name::worth) {
        assert_eq!(times(&store, &many, &idempotent).unwrap(), idempotent);
    }
    assert_eq!(times(&store, &many, &dud).unwrap(), dud);
    assert_eq!(times(&store, &(-many.clone()), &dud).unwrap(), dud);
    let refused = times(&store, &many, &Name::Upon.worth());
    assert!(matches!(refused, Err(upstar_core::Error::TooManyPositions { .. })));
}
