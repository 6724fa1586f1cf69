//! Known values of loopy games, with sources.

use upstar_core::loopy::named::{self, Name};
use upstar_core::loopy::{
    Builder, GameValue, Loopy, at_least, compare, degree, downsum, negative, sum, times, upsum,
    value, variety, with_sides,
};
use upstar_core::{Comparison, Game, Outcome, Store, up_power};

use crate::support::store;

/// An option: a vertex or a value.
pub(crate) enum To<'a> {
    V(u32),
    W(&'a GameValue),
}
use To::{V, W};

pub(crate) const ZERO: GameValue = GameValue::Short(Game::ZERO);
pub(crate) const STAR: GameValue = GameValue::Short(Game::STAR);
pub(crate) const ONE: GameValue = GameValue::Short(Game::ONE);

/// The value of the first of these vertices.
pub(crate) fn made(store: &Store, vertices: &[[&[To<'_>]; 2]]) -> GameValue {
    let mut builder = Builder::new(store);
    for _ in vertices {
        builder.vertex();
    }
    for (vertex, [left, right]) in vertices.iter().enumerate() {
        let mut side = |list: &[To<'_>]| -> Vec<u32> {
            let of = |to: &To<'_>| match to {
                V(v) => *v,
                W(worth) => builder.worth(worth).unwrap(),
            };
            list.iter().map(of).collect()
        };
        let (left, right) = (side(left), side(right));
        builder.set(vertex as u32, left, right).unwrap();
    }
    value(store, &builder.finish(), 0).unwrap()
}

pub(crate) fn number(store: &Store, numer: i64, exp: u32) -> GameValue {
    GameValue::Short(store.number(&upstar_core::Dyadic::small(numer, exp)).unwrap())
}

pub(crate) fn outcome(store: &Store, g: &GameValue) -> Outcome {
    match g {
        GameValue::Short(g) => store.outcome(*g).unwrap(),
        GameValue::Loopy(loopy) => loopy.winners(store).unwrap().outcome(),
    }
}

pub(crate) fn minus(store: &Store, g: &GameValue) -> GameValue {
    negative(store, g).unwrap()
}

pub(crate) fn add(store: &Store, g: &GameValue, h: &GameValue) -> GameValue {
    sum(store, g, h).unwrap()
}

pub(crate) fn dud() -> GameValue {
    GameValue::Loopy(named::dud())
}

#[test]
fn names_are_the_values_of_their_graphs() {
    let store = store();
    assert_eq!(made(&store, &[[&[V(0)], &[]]]), Name::On.worth());
    assert_eq!(made(&store, &[[&[], &[V(0)]]]), Name::Off.worth());
    assert_eq!(made(&store, &[[&[W(&ZERO)], &[V(0)]]]), Name::Over.worth());
    assert_eq!(made(&store, &[[&[V(0)], &[W(&ZERO)]]]), Name::Under.worth());
    assert_eq!(made(&store, &[[&[V(0)], &[W(&STAR)]]]), Name::Upon.worth());
    assert_eq!(made(&store, &[[&[W(&STAR)], &[V(0)]]]), Name::Downon.worth());
    assert_eq!(made(&store, &[[&[V(0)], &[V(0)]]]), dud());
    let tiny = named::tiny_of(&store, &Name::On.worth()).unwrap();
    assert_eq!(tiny, Name::TinyOn.worth());
    assert_eq!(minus(&store, &tiny), Name::MinyOn.worth());
    let tiny = named::tiny_of(&store, &Name::Over.worth()).unwrap();
    assert_eq!(tiny, Name::TinyOver.worth());
    assert_eq!(minus(&store, &tiny), Name::MinyOver.worth());
}

#[test]
fn outcomes_of_the_named_games() {
    let store = store();
    for name in [Name::On, Name::Over, Name::Upon, Name::TinyOn] {
        assert_eq!(outcome(&store, &name.worth()), Outcome::L);
        assert_eq!(outcome(&store, &minus(&store, &name.worth())), Outcome::R);
    }
    assert_eq!(outcome(&store, &dud()), Outcome::D);
}

/// *Winning Ways*, chapter 11, "Sides and signs" and what follows.
#[test]
fn sums_with_on_and_off() {
    let store = store();
    let (on, off) = (Name::On.worth(), Name::Off.worth());
    assert_eq!(add(&store, &on, &off), dud());
    for name in named::NAMES.into_iter().filter(|name| *name != Name::Off) {
        assert_eq!(add(&store, &on, &name.worth()), on);
    }
    for g in [ZERO, STAR, number(&store, 1000, 0), Name::Over.worth(), dud()] {
        assert_eq!(add(&store, &dud(), &g), dud());
    }
    assert_eq!(times(&store, &1000.into(), &on).unwrap(), on);
}

/// *Winning Ways*, chapter 11: `over + over = over`, `over + * = over`; a sum with `under` is a
/// draw between the two.
#[test]
fn sums_with_over() {
    let store = store();
    let (over, under) = (Name::Over.worth(), Name::Under.worth());
    assert_eq!(add(&store, &over, &over), over);
    assert_eq!(add(&store, &over, &STAR), over);
    assert_eq!(add(&store, &over, &Name::Upon.worth()), over);
    assert_eq!(add(&store, &over, &Name::Downon.worth()), over);
    assert_eq!(add(&store, &over, &under), with_sides(&store, &over, &under).unwrap());
    assert_eq!(outcome(&store, &add(&store, &over, &under)), Outcome::D);
    assert_eq!(upsum(&store, &over, &under).unwrap(), over);
    assert_eq!(downsum(&store, &over, &under).unwrap(), under);
}

#[test]
fn over_lies_above_all_ups_and_below_all_numbers() {
    let store = store();
    let over = Name::Over.worth();
    let up = up_power(&store, 1).unwrap();
    for n in [1, 2, 3, 10, 100] {
        let ups = GameValue::Short(store.times(&n.into(), up).unwrap());
        assert_eq!(compare(&store, &over, &ups).unwrap(), Comparison::Greater);
        let small = number(&store, 1, n as u32);
        assert_eq!(compare(&store, &over, &small).unwrap(), Comparison::Less);
    }
}

/// *Winning Ways*, chapter 11: `upon* = <0,pass|0>`; `upon` is the limit of the sums of powers
/// of up.
#[test]
fn identities_of_upon() {
    let store = store();
    let upon = Name::Upon.worth();
    let starred = add(&store, &upon, &STAR);
    assert_eq!(starred, made(&store, &[[&[W(&ZERO), V(0)], &[W(&ZERO)]]]));
    assert_eq!(add(&store, &upon, &upon), made(&store, &[[&[W(&ZERO)], &[W(&starred)]]]));
    assert_eq!(add(&store, &upon, &starred), add(&store, &add(&store, &upon, &upon), &STAR));
    let mut ups = Game::ZERO;
    for n in 1..6 {
        ups = store.add(ups, up_power(&store, n).unwrap()).unwrap();
        let order = compare(&store, &upon, &GameValue::Short(ups)).unwrap();
        assert_eq!(order, Comparison::Greater);
    }
    let double = GameValue::Short(store.times(&2.into(), up_power(&store, 1).unwrap()).unwrap());
    assert_eq!(compare(&store, &upon, &double).unwrap(), Comparison::Less);
}

/// Values that CGSuite records in its tests of stoppers.
#[test]
fn degrees() {
    let store = store();
    let degree = |g: &GameValue| degree(&store, g).unwrap();
    let (on, over, under) = (Name::On.worth(), Name::Over.worth(), Name::Under.worth());
    assert_eq!(degree(&on), on);
    assert_eq!(degree(&minus(&store, &on)), on);
    assert_eq!(degree(&over), over);
    assert_eq!(degree(&add(&store, &number(&store, 3, 1), &under)), over);
    assert_eq!(degree(&made(&store, &[[&[W(&over)], &[W(&under)]]])), over);
    let five = add(&store, &number(&store, 5, 0), &over);
    assert_eq!(degree(&made(&store, &[[&[W(&five)], &[W(&minus(&store, &five))]]])), over);
    assert_eq!(degree(&Name::MinyOn.worth()), Name::TinyOn.worth());
    let uponth = made(&store, &[[&[W(&ZERO)], &[V(1)]], [&[W(&ZERO)], &[W(&ZERO), V(1)]]]);
    assert_eq!(degree(&Name::Downon.worth()), uponth);
    assert_eq!(degree(&ZERO), ZERO);
    let tiny = Name::TinyOn.worth();
    let odd = made(&store, &[[&[W(&ZERO)], &[W(&tiny)]]]);
    // <0||||0|||miny_on|0||off>
    let (miny, off) = (Name::MinyOn.worth(), Name::Off.worth());
    let expected = made(
        &store,
        &[
            [&[W(&ZERO)], &[V(1)]],
            [&[W(&ZERO)], &[V(2)]],
            [&[V(3)], &[W(&off)]],
            [&[W(&miny)], &[W(&ZERO)]],
        ],
    );
    assert_eq!(degree(&odd), expected);
}

/// A cycle of four moves in a simplest form; Siegel, Loopy games, and its degree as recorded by
/// CGSuite.
#[test]
fn a_long_cycle_that_cannot_be_simplified() {
    let store = store();
    let vertices: &[[&[To<'_>]; 2]] = &[
        [&[W(&ZERO)], &[V(1)]],
        [&[W(&ZERO)], &[V(2)]],
        [&[V(3)], &[W(&STAR)]],
        [&[V(0)], &[W(&STAR)]],
    ];
    let g = made(&store, vertices);
    let GameValue::Loopy(Loopy::Stopper(stopper)) = &g else { panic!("{g:?}") };
    assert_eq!(stopper.form().len(), 6);
    assert!(!stopper.is_plumtree(&store).unwrap());
    let expected = made(
        &store,
        &[
            [&[W(&ZERO)], &[V(1)]],
            [&[W(&ZERO)], &[W(&ZERO), V(2)]],
            [&[W(&ZERO)], &[V(3)]],
            [&[V(4)], &[W(&ZERO)]],
            [&[V(1)], &[W(&ZERO)]],
        ],
    );
    assert_eq!(degree(&store, &g).unwrap(), expected);
}

/// *Winning Ways*, chapter 11, for tis and tisn; the third is recorded by CGSuite.
#[test]
fn games_between_two_short_games() {
    let store = store();
    let sided = |on: &GameValue, off: &GameValue| with_sides(&store, on, off).unwrap();
    let tis = made(&store, &[[&[V(1)], &[]], [&[], &[V(0)]]]);
    assert_eq!(tis, sided(&ONE, &ZERO));
    assert_eq!(outcome(&store, &tis), Outcome::PHat);
    assert_eq!(minus(&store, &tis), sided(&ZERO, &number(&store, -1, 0)));
    assert_eq!(outcome(&store, &minus(&store, &tis)), Outcome::PCheck);
    let g = made(&store, &[[&[W(&ZERO)], &[V(1), W(&STAR)]], [&[W(&dud())], &[]]]);
    let up = up_power(&store, 1).unwrap();
    let down_star = store.neg(store.add(up, Game::STAR).unwrap()).unwrap();
    assert_eq!(g, sided(&GameValue::Short(up), &GameValue::Short(down_star)));
    assert_eq!(outcome(&store, &g), Outcome::NHat);
    assert_eq!(outcome(&store, &minus(&store, &g)), Outcome::NCheck);
}

/// Bach's Carousel: *Winning Ways*, chapter 11.
#[test]
fn the_carousel_has_no_stopper_on_either_side() {
    let store = store();
    let one_star = add(&store, &ONE, &STAR);
    let carousel = made(
        &store,
        &[
            [&[W(&ZERO), V(1)], &[W(&ZERO)]],
            [&[W(&ONE)], &[W(&ONE), V(2)]],
            [&[W(&STAR), V(3)], &[W(&STAR)]],
            [&[W(&one_star)], &[W(&one_star), V(0)]],
        ],
    );
    assert_eq!(outcome(&store, &carousel), Outcome::N);
    let on = made(
        &store,
        &[
            [&[V(1)], &[W(&ZERO)]],
            [&[W(&ONE)], &[W(&ONE), V(2)]],
            [&[V(3)], &[W(&STAR)]],
            [&[W(&one_star)], &[V(0)]],
        ],
    );
    let off = made(
        &store,
        &[
            [&[W(&ZERO), V(1)], &[W(&ZERO)]],
            [&[W(&ONE)], &[V(2)]],
            [&[V(3)], &[W(&STAR)]],
            [&[W(&one_star)], &[V(0)]],
        ],
    );
    assert_eq!(carousel.onside(), on.onside());
    assert_eq!(carousel.offside(), off.offside());
    let GameValue::Loopy(loopy) = &carousel else { panic!("{carousel:?}") };
    assert!(!loopy.is_resolved());
    assert!(at_least(&store, &carousel, &carousel).unwrap());
    assert!(upsum(&store, &carousel, &ZERO).is_err());
}

/// Values that CGSuite records in its tests of stoppers.
#[test]
fn varieties() {
    let store = store();
    let variety = |g: &GameValue| variety(&store, g);
    let (over, under) = (Name::Over.worth(), Name::Under.worth());
    let plus = |n: i64, g: &GameValue| add(&store, &number(&store, n, 0), g);
    for name in [Name::On, Name::Off, Name::Over, Name::TinyOn, Name::MinyOn] {
        assert_eq!(variety(&name.worth()), Ok(name.worth()));
    }
    assert_eq!(variety(&plus(3, &under)), Ok(under.clone()));
    let switch = |g: &GameValue| made(&store, &[[&[W(g)], &[W(&minus(&store, g))]]]);
    assert_eq!(variety(&switch(&over)), Ok(switch(&over)));
    let hot = made(&store, &[[&[W(&plus(10, &over))], &[W(&over)]]]);
    assert_eq!(variety(&switch(&plus(5, &over))), Ok(switch(&hot)));
    let uponth = made(&store, &[[&[W(&ZERO)], &[V(1)]], [&[W(&ZERO)], &[W(&ZERO), V(1)]]]);
    let shifted = add(&store, &number(&store, -1, 2), &Name::Downon.worth());
    assert_eq!(variety(&shifted), Ok(uponth.clone()));
    let minus_uponth = minus(&store, &uponth);
    let upon_star = add(&store, &Name::Upon.worth(), &STAR);
    let threat = made(&store, &[[&[W(&ZERO)], &[W(&uponth)]]]);
    let right = made(&store, &[[&[W(&minus_uponth)], &[W(&ZERO)]]]);
    let expected = made(&store, &[[&[W(&upon_star), W(&uponth)], &[W(&right)]]]);
    assert_eq!(variety(&made(&store, &[[&[W(&threat)], &[W(&minus_uponth)]]])), Ok(expected));
    let odd = made(&store, &[[&[W(&ZERO)], &[W(&Name::TinyOn.worth())]]]);
    assert_eq!(variety(&odd), Err(upstar_core::Error::DegreeNotIdempotent));
    assert_eq!(variety(&ZERO), Ok(ZERO));
}
