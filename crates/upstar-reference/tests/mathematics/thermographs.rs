//! Stops, means, temperatures, walls.

use num_rational::BigRational;
use upstar_reference::Player::{Left, Right};
use upstar_reference::bracket::{Game, Games};

use crate::toys::{Random, games, number, ratio};

/// {a|b}
fn bracket(games: &Games, left: Game, right: Game) -> Game {
    games.form(vec![left], vec![right]).unwrap()
}

/// Corners with a common denominator.
fn corners(denominator: i64, corners: &[(i64, i64)]) -> Vec<(BigRational, BigRational)> {
    corners.iter().map(|(t, v)| (ratio(*t, denominator), ratio(*v, denominator))).collect()
}

#[test]
fn a_switch_has_a_mean_in_the_middle() {
    let g = games();
    let switch = bracket(&g, number(&g, 3, 1), number(&g, 1, 1));
    let t = g.thermograph(switch).unwrap();
    assert_eq!(t.left, corners(1, &[(0, 3), (1, 2)]));
    assert_eq!(t.right, corners(1, &[(0, 1), (1, 2)]));
    assert_eq!((t.mean, t.temperature), (ratio(2, 1), ratio(1, 1)));
    assert_eq!(g.stop(switch, Left).unwrap(), ratio(3, 1));
    assert_eq!(g.stop(switch, Right).unwrap(), ratio(1, 1));
}

#[test]
fn walls_stand_where_the_answer_is_urgent() {
    let g = games();
    let n = |x| number(&g, x, 1);
    let game = bracket(&g, bracket(&g, n(7), n(5)), n(-4));
    let t = g.thermograph(game).unwrap();
    assert_eq!(t.left, corners(1, &[(0, 5), (1, 5), (5, 1)]));
    assert_eq!(t.right, corners(1, &[(0, -4), (5, 1)]));

    let game = bracket(&g, n(5), bracket(&g, n(3), n(2)));
    let t = g.thermograph(game).unwrap();
    assert_eq!(t.left, corners(4, &[(0, 20), (5, 15)]));
    assert_eq!(t.right, corners(4, &[(0, 12), (2, 12), (5, 15)]));

    let game = bracket(&g, bracket(&g, n(7), n(5)), bracket(&g, n(4), n(1)));
    let t = g.thermograph(game).unwrap();
    assert_eq!(t.left, corners(4, &[(0, 20), (4, 20), (7, 17)]));
    assert_eq!(t.right, corners(4, &[(0, 16), (6, 16), (7, 17)]));
    assert_eq!(t.wall(Left, &ratio(5, 4)), ratio(19, 4));
    assert_eq!(t.wall(Right, &ratio(100, 1)), ratio(17, 4));
}

#[test]
fn masts_of_numbers_begin_below_zero() {
    let g = games();
    let half = g.subzero_thermograph(number(&g, 1, 2)).unwrap();
    assert_eq!(half.left, corners(2, &[(-2, 2), (-1, 1)]));
    assert_eq!(half.right, corners(2, &[(-2, 0), (-1, 1)]));
    let quarter = g.subzero_thermograph(number(&g, 1, 4)).unwrap();
    assert_eq!(quarter.left, corners(4, &[(-4, 4), (-1, 1)]));
    assert_eq!(quarter.right, corners(4, &[(-4, 0), (-2, 0), (-1, 1)]));
    assert_eq!(g.thermograph(number(&g, 1, 2)).unwrap().left, corners(2, &[(-1, 1)]));
    assert_eq!(g.thermograph(number(&g, 7, 1)).unwrap().left, corners(1, &[(-1, 7)]));
    let star = g.nimber(1).unwrap();
    let half_star = g.sum(number(&g, 1, 2), star).unwrap();
    assert_eq!(g.thermograph(half_star).unwrap().left, corners(2, &[(0, 1)]));
}

#[test]
fn infinitesimals_have_mean_and_temperature_zero() {
    let g = games();
    for game in [g.nimber(3), g.up(), g.up_power(2), g.tiny(number(&g, 5, 1))] {
        let game = game.unwrap();
        assert_eq!(g.mean(game).unwrap(), ratio(0, 1));
        assert_eq!(g.temperature(game).unwrap(), ratio(0, 1));
        assert_eq!(g.stop(game, Left).unwrap(), ratio(0, 1));
    }
}

#[test]
fn walls_are_the_stops_of_the_cooled_game() {
    let g = games();
    let mut random = Random(2);
    for _ in 0..40 {
        let mut form = random.form(&g, 3);
        for _ in 0..2 {
            form = g.switch(&[form, random.form(&g, 2)]).unwrap();
            form = g.canonical(g.sum(form, random.form(&g, 2)).unwrap()).unwrap();
        }
        let t = g.thermograph(form).unwrap();
        for degree in [ratio(0, 1), ratio(1, 4), ratio(1, 2), ratio(3, 4), ratio(1, 1), ratio(5, 2)]
        {
            let cooled = g.cool(form, &degree).unwrap();
            for player in [Left, Right] {
                assert_eq!(t.wall(player, &degree), g.stop(cooled, player).unwrap());
            }
        }
    }
}

#[test]
fn means_add_and_the_hotter_game_bounds_the_temperature() {
    let g = games();
    let mut random = Random(3);
    for _ in 0..40 {
        let [a, b] = [(); 2].map(|()| random.form(&g, 3));
        let sum = g.sum(a, b).unwrap();
        assert_eq!(g.mean(sum).unwrap(), g.mean(a).unwrap() + g.mean(b).unwrap());
        let hotter = g.temperature(a).unwrap().max(g.temperature(b).unwrap());
        assert!(g.temperature(sum).unwrap() <= hotter);
    }
}
