//! Walls of thermographs, against their definition on forms, and given by hand.

use std::collections::HashMap;

use crate::oracle::Form;
use proptest::prelude::*;
use upstar_core::{
    Corner, Dyadic, Game, Player, Store, Thermograph, WallError, cool, scaffolds,
    subzero_scaffolds, subzero_thermograph, thermograph,
};

use crate::laws::build;
use crate::length::properties;
use crate::support::{day_three, store};

/// The grid of temperatures: eighths up to 2. No game of day 3 is hotter, and the mast of each
/// begins on the grid.
const GRID: i64 = 16;

fn eighths(n: i64) -> Dyadic {
    Dyadic::small(n, 3)
}

/// A game cooled by each temperature of the grid, in canonical form.
type Cooled = Vec<Form>;

/// Cooling as the definition has it (ONAG, chapter 9): `{G^L_t - t | G^R_t + t}`, unless at a
/// lower temperature this is infinitesimally close to a number, which it then is.
///
/// From temperature 0 on numbers stay; from -1 on integers only.
fn cooled(form: &Form, from: i64, known: &mut HashMap<Form, Cooled>) -> Cooled {
    if let Some(cooled) = known.get(form) {
        return cooled.clone();
    }
    let left: Vec<Cooled> = form.left.iter().map(|l| cooled(l, from, known)).collect();
    let right: Vec<Cooled> = form.right.iter().map(|r| cooled(r, from, known)).collect();
    let stays = form.number().is_some_and(|x| from == 0 || x.is_integer());
    let mut frozen = stays.then(|| form.clone());
    let mut all = Vec::new();
    for (place, n) in (from..=GRID).enumerate() {
        if let Some(number) = &frozen {
            all.push(number.clone());
            continue;
        }
        let tax = number_form(&eighths(n));
        let game = Form {
            left: left.iter().map(|l| l[place].add(&tax.neg()).canonical()).collect(),
            right: right.iter().map(|r| r[place].add(&tax).canonical()).collect(),
        };
        let game = game.canonical();
        if game.left_stop() == game.right_stop() {
            frozen = Some(number_form(&game.left_stop().unwrap()));
        }
        all.push(game);
    }
    known.insert(form.clone(), all.clone());
    all
}

/// The canonical form of a number: the simplest numbers below and above it.
fn number_form(x: &Dyadic) -> Form {
    if x.is_zero() {
        return Form::default();
    }
    let step = Dyadic::new(1.into(), x.exponent());
    let below = (!x.is_integer() || x.is_positive()).then(|| number_form(&(x - &step)));
    let above = (!x.is_integer() || x.is_negative()).then(|| number_form(&(x + &step)));
    Form { left: below.into_iter().collect(), right: above.into_iter().collect() }
}

#[test]
fn walls_of_day_three_are_the_stops_of_forms_cooled_by_definition() {
    let store = store();
    let mut known = HashMap::new();
    for g in day_three(&store) {
        let graph = thermograph(&store, g).unwrap();
        let form = Form::of(&store, g).unwrap();
        for (n, cooled) in (0..).zip(cooled(&form, 0, &mut known)) {
            let t = eighths(n);
            assert_eq!(Some(graph.left.at(&t)), cooled.left_stop(), "left wall at {t}");
            assert_eq!(Some(graph.right.at(&t)), cooled.right_stop(), "right wall at {t}");
        }
    }
}

#[test]
fn subzero_walls_of_day_three_are_the_stops_of_forms_cooled_by_definition() {
    let store = store();
    let mut known = HashMap::new();
    for g in day_three(&store).into_iter().step_by(3) {
        let (graph, above) =
            (subzero_thermograph(&store, g).unwrap(), thermograph(&store, g).unwrap());
        assert_eq!((&graph.mean, &graph.temperature), (&above.mean, &above.temperature));
        let form = Form::of(&store, g).unwrap();
        for (n, cooled) in (-8..).zip(cooled(&form, -8, &mut known)) {
            let t = eighths(n);
            assert_eq!(Some(graph.left.at(&t)), cooled.left_stop(), "left wall at {t}");
            assert_eq!(Some(graph.right.at(&t)), cooled.right_stop(), "right wall at {t}");
            if n > -8 {
                let here = cool(&store, g, &t).unwrap();
                assert_eq!(Form::of(&store, here).unwrap(), cooled.canonical(), "cooled by {t}");
            }
            if n >= 0 {
                assert_eq!(graph.left.at(&t), above.left.at(&t));
                assert_eq!(graph.right.at(&t), above.right.at(&t));
            }
        }
    }
}

/// The walls are the scaffolds up to the foot of the mast, and from there on the left scaffold is not
/// above the right one.
#[test]
fn walls_are_scaffolds_up_to_where_they_meet() {
    let store = store();
    for g in day_three(&store) {
        let subzero = subzero_scaffolds(&store, g).unwrap();
        assert_eq!(subzero.is_none(), store.as_number(g).is_some_and(|x| x.is_integer()));
        let above = scaffolds(&store, g).unwrap();
        assert_eq!(above.is_none(), store.is_number(g));
        for (found, graph) in
            [(subzero, subzero_thermograph(&store, g)), (above, thermograph(&store, g))]
        {
            let (Some([left, right]), graph) = (found, graph.unwrap()) else { continue };
            let first = graph.left.corners()[0].0.clone();
            for t in (-8..=GRID).map(eighths).filter(|t| *t >= first) {
                match t <= graph.temperature {
                    true => {
                        assert_eq!(left.at(&t), graph.left.at(&t));
                        assert_eq!(right.at(&t), graph.right.at(&t));
                    }
                    false => assert!(left.at(&t) <= right.at(&t)),
                }
            }
        }
    }
}

fn reads_back(store: &Store, g: Game) {
    let graph = thermograph(store, g).unwrap();
    let (left, right) = (graph.corners(Player::Left), graph.corners(Player::Right));
    let foot = (graph.temperature.clone(), graph.mean.clone());
    assert_eq!((left.last(), right.last()), (Some(&foot), Some(&foot)));
    assert_eq!(Thermograph::new(left, right).as_ref(), Ok(&*graph));
    let graph = subzero_thermograph(store, g).unwrap();
    let [left, right] = [Player::Left, Player::Right].map(|wall| graph.corners(wall));
    assert_eq!(Thermograph::new(left, right).as_ref(), Ok(&*graph));
}

#[test]
fn corners_of_day_three_give_the_thermograph_back() {
    let store = store();
    let games = day_three(&store);
    assert_eq!(games.len(), 1474);
    games.into_iter().for_each(|g| reads_back(&store, g));
}

proptest! {
    #![proptest_config(properties(150))]

    #[test]
    fn corners_of_random_games_give_the_thermograph_back(
        choices in prop::collection::vec(any::<u8>(), 4..20),
    ) {
        let store = store();
        let g = build(&store, &choices);
        reads_back(&store, g);
    }

    #[test]
    fn negatives_are_mirrored_and_numbers_move_thermographs(
        choices in prop::collection::vec(any::<u8>(), 4..20),
        n in -20i64..20,
    ) {
        let store = store();
        let g = build(&store, &choices);
        let graph = thermograph(&store, g).unwrap();
        let mirror = thermograph(&store, store.neg(g).unwrap()).unwrap();
        let negated = |of: Vec<Corner>| of.into_iter().map(|(t, x)| (t, -x)).collect::<Vec<_>>();
        prop_assert_eq!(mirror.corners(Player::Left), negated(graph.corners(Player::Right)));
        prop_assert_eq!(mirror.corners(Player::Right), negated(graph.corners(Player::Left)));
        prop_assume!(!store.is_number(g));
        let x = eighths(n);
        let sum = store.add(g, store.number(&x).unwrap()).unwrap();
        let moved = thermograph(&store, sum).unwrap();
        for wall in [Player::Left, Player::Right] {
            let by_x = graph.corners(wall).into_iter().map(|(t, y)| (t, &y + &x));
            prop_assert_eq!(moved.corners(wall), by_x.collect::<Vec<_>>());
        }
    }

    #[test]
    fn walls_at_rationals_agree_with_walls_at_dyadics(
        choices in prop::collection::vec(any::<u8>(), 4..20),
        n in 0i64..200,
    ) {
        let store = store();
        let graph = thermograph(&store, build(&store, &choices)).unwrap();
        let t = Dyadic::small(n, 4);
        for wall in [Player::Left, Player::Right] {
            let wall = graph.wall(wall);
            prop_assert_eq!(wall.at_rational(&(&t).into()), upstar_core::Rational::from(&wall.at(&t)));
        }
    }
}

fn corners(of: &[(i64, i64)]) -> Vec<Corner> {
    of.iter().map(|(t, x)| ((*t).into(), (*x).into())).collect()
}

#[test]
fn points_on_a_line_are_no_corners() {
    let left = corners(&[(0, 3), (1, 2), (2, 1), (3, 1)]);
    let graph = Thermograph::new(left, corners(&[(0, 1)])).unwrap();
    assert_eq!(graph.corners(Player::Left), corners(&[(0, 3), (2, 1)]));
    assert_eq!(graph.corners(Player::Right), corners(&[(0, 1), (2, 1)]));
    assert_eq!((graph.temperature, graph.mean), (2.into(), 1.into()));
}

#[test]
fn what_is_wrong_with_walls_is_said() {
    let refused = |left: &[(i64, i64)], right: &[(i64, i64)]| {
        Thermograph::new(corners(left), corners(right)).unwrap_err()
    };
    let good = [(0, 1), (1, 2)];
    assert_eq!(refused(&[], &good), WallError::Empty { wall: Player::Left });
    assert_eq!(refused(&[(1, 2)], &good), WallError::Begins { wall: Player::Left, at: 1.into() });
    assert_eq!(
        refused(&[(0, 3), (1, 2)], &[(0, 1), (0, 2)]),
        WallError::Falls { wall: Player::Right, at: 0.into() }
    );
    let slope = |wall, from: (i64, i64), to: (i64, i64)| WallError::Slope {
        wall,
        from: (from.0.into(), from.1.into()),
        to: (to.0.into(), to.1.into()),
    };
    assert_eq!(refused(&[(0, 1), (1, 2)], &good), slope(Player::Left, (0, 1), (1, 2)));
    assert_eq!(refused(&[(0, 4), (1, 2)], &good), slope(Player::Left, (0, 4), (1, 2)));
    assert_eq!(refused(&[(0, 3), (1, 2)], &[(0, 3), (1, 2)]), slope(Player::Right, (0, 3), (1, 2)));
    assert_eq!(
        refused(&[(-1, 2)], &good),
        WallError::Unlike { left: (-1).into(), right: 0.into() }
    );
    assert_eq!(refused(&[(0, 3)], &good), WallError::NoMast { left: 3.into(), right: 2.into() });
    let number = WallError::Number { number: 7.into(), temperature: (-1).into(), at: (-2).into() };
    assert_eq!(refused(&[(-2, 7)], &[(-2, 7)]), number);
    assert!(Thermograph::new(corners(&[(-1, 7)]), corners(&[(-1, 7)])).is_ok());
}
