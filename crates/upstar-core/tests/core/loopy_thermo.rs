//! Thermographs of kos and of stoppers: published values, and play with coupons.

use crate::oracle::coupons::{Coupons, Spot};
use upstar_core::loopy::thermo::{
    Level, LoopyThermograph, ThermalError, Wall, thermograph, walls, walls_of,
};
use upstar_core::loopy::{Builder, GameValue, Graph, Loopy, Node, Stopper, value};
use upstar_core::{Game, Player, Rational, Store};

use crate::support::store;

/// `n / d`.
fn q(n: i64, d: i64) -> Rational {
    Rational::from(n).checked_div(&Rational::from(d)).unwrap()
}

/// The graph with these positions.
fn graph(store: &Store, spots: &[Spot]) -> Graph {
    let mut builder = Builder::new(store);
    let mut at: Vec<u32> = Vec::new();
    for spot in spots {
        at.push(match spot {
            Spot::Points(x) => builder.game(store.integer(*x).unwrap()).unwrap(),
            Spot::Moves(_) => builder.vertex(),
        });
    }
    for (vertex, spot) in spots.iter().enumerate() {
        if let Spot::Moves(sides) = spot {
            let [left, right] =
                sides.clone().map(|side| side.into_iter().map(|to| at[to]).collect());
            builder.set(at[vertex], left, right).unwrap();
        }
    }
    builder.finish()
}

fn raised(
    spots: &[Spot],
    root: u32,
    master: Option<Player>,
) -> Result<LoopyThermograph, ThermalError> {
    let store = store();
    thermograph(&store, &graph(&store, spots), root, master)
}

/// Kos in a row: Left wins `high` from the first, Right `low` from the last, and moves lead
/// from each to the one before and after.
fn row(count: usize, high: i64, low: i64) -> Vec<Spot> {
    let mut spots: Vec<Spot> = (0..count)
        .map(|k| {
            let left = if k == 0 { count } else { k - 1 };
            let right = if k + 1 == count { count + 1 } else { k + 1 };
            Spot::Moves([vec![left], vec![right]])
        })
        .collect();
    spots.extend([Spot::Points(high), Spot::Points(low)]);
    spots
}

#[test]
fn a_simple_ko_is_worth_a_third() {
    let ko = row(2, 1, 0);
    let taken = raised(&ko, 0, None).unwrap();
    assert_eq!((taken.mean.clone(), taken.temperature.clone()), (q(2, 3), q(1, 3)));
    let corners = |points: [(i64, i64, i64, i64); 2]| points.map(|(a, b, c, d)| (q(a, b), q(c, d)));
    assert_eq!(taken.left.corners(), corners([(0, 1, 1, 1), (1, 3, 2, 3)]));
    assert_eq!(taken.right.corners(), corners([(0, 1, 0, 1), (1, 3, 2, 3)]));
    for wall in [&taken.left, &taken.right] {
        assert!(matches!(wall, Wall::Finite { slope, .. } if *slope == Rational::ZERO));
    }
    let open = raised(&ko, 1, None).unwrap();
    assert_eq!((open.mean, open.temperature), (q(1, 3), q(1, 3)));
    for master in [Player::Left, Player::Right] {
        assert_eq!(raised(&ko, 0, Some(master)).unwrap().mean, q(2, 3));
        assert_eq!(raised(&ko, 1, Some(master)).unwrap().mean, q(1, 3));
    }
}

/// Bill Spight at Sensei's Library, "Three step ko": with 3 points for filling and -4 for taking
/// three times and filling, each of 5 moves gains 7/5, and the first position counts 8/5. The
/// plays that both need are a constant, 4 with two stages ("Multi-stage ko").
#[test]
fn kos_of_many_stages_share_what_is_at_stake() {
    let three = raised(&row(4, 3, -4), 0, None).unwrap();
    assert_eq!((three.mean, three.temperature), (q(8, 5), q(7, 5)));
    for count in 2..6 {
        for at in 0..count {
            for master in [None, Some(Player::Left), Some(Player::Right)] {
                let found = raised(&row(count, 1, 0), at as u32, master).unwrap();
                let plays = count as i64 + 1;
                assert_eq!(found.mean, q(plays - 1 - at as i64, plays), "{count} {at}");
                assert_eq!(found.temperature, q(1, plays), "{count} {at}");
            }
        }
    }
}

/// Left holds a ko and wins 15 by filling it; Right takes it, needs an approach move to make it
/// a direct ko, in which Left wins only 14, and wins 12 in it.
fn approach() -> Vec<Spot> {
    vec![
        Spot::Moves([vec![4], vec![1]]),
        Spot::Moves([vec![0], vec![2]]),
        Spot::Moves([vec![3], vec![6]]),
        Spot::Moves([vec![5], vec![2]]),
        Spot::Points(15),
        Spot::Points(14),
        Spot::Points(-12),
    ]
}

/// Bill Spight at Sensei's Library, "Komaster": with Black (Left) as komaster White's moves are
/// sente and the count is 14; with White as komaster four plays make a difference of 27 points,
/// and the count is 8 1/4.
#[test]
fn an_approach_ko_is_hyperactive() {
    assert_eq!(raised(&approach(), 0, Some(Player::Left)).unwrap().mean, q(14, 1));
    let right = raised(&approach(), 0, Some(Player::Right)).unwrap();
    assert_eq!((right.mean, right.temperature), (q(33, 4), q(27, 4)));
    let error = raised(&approach(), 0, None).unwrap_err();
    assert_eq!(error, ThermalError::Hyperactive { left: q(14, 1), right: q(33, 4) });
    // The direct ko that it becomes is placid.
    let direct = raised(&approach(), 2, None).unwrap();
    assert_eq!((direct.mean, direct.temperature), (q(-10, 3), q(26, 3)));
}

#[test]
fn endless_and_cold_games_have_no_thermograph() {
    let dud = [Spot::Moves([vec![0], vec![0]])];
    assert_eq!(raised(&dud, 0, None), Err(ThermalError::Cold { vertex: 0 }));
    // Whoever moves loses a point, and can then only wait.
    let cold = [
        Spot::Moves([vec![2], vec![1]]),
        Spot::Moves([vec![0], vec![3]]),
        Spot::Points(-1),
        Spot::Points(1),
    ];
    assert_eq!(raised(&cold, 0, None), Err(ThermalError::Cold { vertex: 0 }));
    let round = [
        Spot::Moves([vec![1], vec![1]]),
        Spot::Moves([vec![2], vec![2]]),
        Spot::Moves([vec![0], vec![0, 3]]),
        Spot::Points(0),
    ];
    let Err(ThermalError::Endless { cycle }) = raised(&round, 0, None) else { panic!() };
    assert_eq!(cycle, [0, 1, 2, 0, 1, 2]);
}

/// Two simple kos beside each other, by who holds them: a komaster retakes either forever.
#[test]
fn nobody_is_komaster_of_two_kos() {
    let (win, lose) = (vec![4], vec![5]);
    let both = [
        Spot::Moves([win, vec![1, 2]]),
        Spot::Moves([vec![0], vec![3]]),
        Spot::Moves([vec![0], vec![3]]),
        Spot::Moves([vec![1, 2], lose]),
        Spot::Points(2),
        Spot::Points(0),
    ];
    let store = store();
    let found = walls(&store, &graph(&store, &both), 0, Some(Player::Left));
    let Err(ThermalError::EndlessThreats { komaster: Player::Left, cycle }) = found else {
        panic!("{found:?}")
    };
    assert_eq!(cycle.len(), 4);
}

#[test]
fn stoppers_have_the_means_of_their_stops() {
    let over = [Spot::Moves([vec![1], vec![0]]), Spot::Points(0)];
    let star = Spot::Moves([vec![1], vec![1]]);
    let upon = [Spot::Moves([vec![0], vec![2]]), Spot::Points(0), star];
    let threat = Spot::Moves([vec![1], vec![3]]);
    let off = Spot::Moves([vec![], vec![3]]);
    let tiny = [Spot::Moves([vec![1], vec![2]]), Spot::Points(0), threat, off];
    for spots in [&over[..], &upon, &tiny] {
        let found = raised(spots, 0, None).unwrap();
        assert_eq!((found.mean, found.temperature), (q(0, 1), q(0, 1)));
    }
    // A switch of 3 and 1 + over: over makes no difference to walls.
    let over = Spot::Moves([vec![1], vec![2]]);
    let hot = [Spot::Moves([vec![3], vec![2]]), Spot::Points(1), over, Spot::Points(3)];
    let found = raised(&hot, 0, None).unwrap();
    assert_eq!((found.mean, found.temperature), (q(2, 1), q(1, 1)));
    let none = |infinite| Err(ThermalError::NoMast { infinite });
    assert_eq!(raised(&tiny, 3, None), none(Some(Player::Right)));
    assert_eq!(raised(&tiny, 2, None), none(Some(Player::Right)));
}

/// A small generator: the same numbers on all machines.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// Positions with moves to each other, many of which can be taken back, and to points.
fn random(dice: &mut Dice, back: bool) -> Vec<Spot> {
    let count = 2 + dice.below(4);
    let leaves = 3;
    let mut sides = vec![[Vec::new(), Vec::new()]; count];
    for at in 0..count {
        for side in 0..2 {
            for _ in 0..1 + dice.below(2) {
                let to = dice.below(count + leaves);
                sides[at][side].push(to);
                if back && to < count && to != at && dice.below(2) == 0 {
                    sides[to][1 - side].push(at);
                }
            }
        }
    }
    let mut spots: Vec<Spot> = sides.into_iter().map(Spot::Moves).collect();
    spots.extend((0..leaves).map(|_| Spot::Points(dice.below(9) as i64 - 4)));
    spots
}

/// Points times a factor, so that coupons fall by its inverse.
fn fine(spots: &[Spot], factor: i64) -> Vec<Spot> {
    let scaled = |spot: &Spot| match spot {
        Spot::Points(x) => Spot::Points(x * factor),
        moves => moves.clone(),
    };
    spots.iter().map(scaled).collect()
}

/// The wall of a player at every fifth temperature up to 8, by play with coupons.
fn played(play: &mut Coupons<'_>, player: Player) -> Vec<i64> {
    (0..8 * FACTOR as usize).step_by(5).map(|n| play.wall(0, player, n)).collect()
}

/// How many coupons there are for a degree.
const FACTOR: i64 = 40;

/// Fails unless a wall is what was played, up to three times what coupons fall by.
fn assert_near(wall: &Wall, played: &[i64], of: &dyn std::fmt::Debug) {
    for (i, x) in played.iter().enumerate() {
        let t = q(5 * i as i64, FACTOR);
        match wall.at(&t) {
            Level::At(y) => {
                let error = &(&y * &Rational::from(FACTOR)) - &Rational::from(*x);
                assert!(error.abs() <= 3, "{y} {x} at {t}: {of:?}");
            }
            Level::On => assert!(*x > 1 << 39, "{x} at {t}: {of:?}"),
            Level::Off => assert!(*x < -(1 << 39), "{x} at {t}: {of:?}"),
        }
    }
}

#[test]
fn walls_are_limits_of_play_with_coupons() {
    let (mut dice, mut compared) = (Dice(1976), 0);
    for _ in 0..600 {
        let spots = random(&mut dice, true);
        let master = [None, Some(Player::Left), Some(Player::Right)][dice.below(3)];
        let store = store();
        let exact = match walls(&store, &graph(&store, &spots), 0, master) {
            Ok(exact) => exact,
            Err(
                ThermalError::Cold { .. }
                | ThermalError::Endless { .. }
                | ThermalError::EndlessThreats { .. },
            ) => continue,
            Err(other) => panic!("{other} {spots:?} {master:?}"),
        };
        let fine = fine(&spots, FACTOR);
        let ends = [-1_000_000, 1_000_000].map(|last| {
            let mut play = Coupons::new(&fine, master, last);
            [Player::Left, Player::Right].map(|player| played(&mut play, player))
        });
        // Numbers among the positions are cold for the naive player.
        if ends[0] == ends[1] {
            compared += 1;
            for (wall, played) in exact.iter().zip(&ends[0]) {
                assert_near(wall, played, &(&spots, master));
            }
        }
    }
    assert!(compared > 120, "{compared}");
}

/// The canonical form of a stopper, in points of `1 / FACTOR`.
fn expanded(store: &Store, stopper: &Stopper) -> Option<Vec<Spot>> {
    fn short(store: &Store, g: Game, spots: &mut Vec<Spot>) -> Option<usize> {
        let at = spots.len();
        spots.push(Spot::Points(0));
        spots[at] = if let Some(x) = store.as_number(g) {
            Spot::Points((&Rational::from(&x) * &Rational::from(FACTOR)).to_i64()?)
        } else {
            let [left, right] = [store.left_options(g).unwrap(), store.right_options(g).unwrap()];
            let mut side = |options: &[Game]| -> Option<Vec<usize>> {
                options.iter().map(|g| short(store, *g, spots)).collect()
            };
            Spot::Moves([side(&left)?, side(&right)?])
        };
        Some(at)
    }
    let nodes = stopper.form().nodes();
    let mut spots = vec![Spot::Points(0); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        spots[at] = match node {
            Node::Short(g) => {
                let copy = short(store, *g, &mut spots)?;
                spots[copy].clone()
            }
            Node::Loopy(sides) => {
                Spot::Moves(sides.clone().map(|side| side.iter().map(|to| *to as usize).collect()))
            }
        };
    }
    Some(spots)
}

#[test]
fn walls_of_stoppers_are_limits_of_play_with_coupons() {
    let (mut dice, mut compared) = (Dice(11), 0);
    for _ in 0..3000 {
        let store = store();
        let graph = graph(&store, &random(&mut dice, false));
        let GameValue::Loopy(loopy) = value(&store, &graph, 0).unwrap() else { continue };
        let Loopy::Stopper(stopper) = &loopy else { continue };
        let Some(spots) = expanded(&store, stopper) else { continue };
        let exact = walls_of(&store, &loopy).unwrap();
        compared += 1;
        let mut play = Coupons::of_stopper(&spots);
        for (wall, player) in exact.iter().zip([Player::Left, Player::Right]) {
            assert_near(wall, &played(&mut play, player), &spots);
        }
    }
    assert!(compared > 100, "{compared}");
}

/// The game in which the players have changed places, and the same with points added.
#[test]
fn walls_mirror_and_move_with_the_game() {
    let mut dice = Dice(7);
    for _ in 0..300 {
        let spots = random(&mut dice, true);
        let master = [None, Some(Player::Left), Some(Player::Right)][dice.below(3)];
        let changed = |sign: i64, add: i64, swap: bool| -> Vec<Spot> {
            let of = |spot: &Spot| match spot {
                Spot::Points(x) => Spot::Points(sign * x + add),
                Spot::Moves([left, right]) if swap => Spot::Moves([right.clone(), left.clone()]),
                moves => moves.clone(),
            };
            spots.iter().map(of).collect()
        };
        let Ok(found) = raised(&spots, 0, master) else { continue };
        let mirrored = raised(&changed(-1, 0, true), 0, master.map(Player::opponent)).unwrap();
        assert_eq!(mirrored.mean, -&found.mean);
        assert_eq!(mirrored.temperature, found.temperature);
        let negative = |(t, x): (Rational, Rational)| (t, -&x);
        let right: Vec<_> = found.corners(Player::Right).into_iter().map(negative).collect();
        assert_eq!(mirrored.corners(Player::Left), right);
        let moved = raised(&changed(1, 5, false), 0, master).unwrap();
        if !found.temperature.is_zero() {
            assert_eq!(moved.mean, &found.mean + &q(5, 1), "{spots:?}");
            assert_eq!(moved.temperature, found.temperature);
        }
        let again =
            LoopyThermograph::of_corners(found.corners(Player::Left), found.corners(Player::Right));
        assert_eq!(again, Ok(found));
    }
}
