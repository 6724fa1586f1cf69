//! Thermographs of kos and of stoppers: published values, and play with coupons.

use upstar_core::loopy::thermal::{Level, LoopyThermograph, ThermalError, Wall, thermograph, walls};
use upstar_core::loopy::{Builder, Graph};
use upstar_core::oracle::coupons::{Coupons, Spot};
use upstar_core::{Player, Rational, Store};

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
            builder.set(at[vertex], left, right);
        }
    }
    builder.finish()
}

fn raised(spots: &[Spot], root: u32, master: Option<Player>) -> Result<LoopyThermograph, ThermalError> {
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
    let wall = |points: &[(i64, i64, i64, i64)]| Wall::Finite {
        corners: points.iter().map(|(a, b, c, d)| (q(*a, *b), q(*c, *d))).collect(),
        slope: Rational::ZERO,
    };
    assert_eq!(taken.left, wall(&[(0, 1, 1, 1), (1, 3, 2, 3)]));
    assert_eq!(taken.right, wall(&[(0, 1, 0, 1), (1, 3, 2, 3)]));
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

/// A ko in which Right needs one more move outside before taking it counts: Left to win at once.
fn approach(high: i64, low: i64) -> Vec<Spot> {
    // Left takes and wins; Right must approach (1), and then fights the ko (2).
    vec![
        Spot::Moves([vec![3], vec![1]]),
        Spot::Moves([vec![3], vec![2]]),
        Spot::Moves([vec![1], vec![4]]),
        Spot::Points(high),
        Spot::Points(low),
    ]
}

#[test]
fn hyperactive_kos_have_a_mean_for_each_komaster() {
    for at in 0..3 {
        for master in [None, Some(Player::Left), Some(Player::Right)] {
            println!("approach {at} {master:?} {:?}", raised(&approach(12, 0), at, master));
        }
    }
}

#[test]
fn endless_and_cold_games_have_no_thermograph() {
    let dud = [Spot::Moves([vec![0], vec![0]])];
    println!("dud {:?}", raised(&dud, 0, None));
    let cold = [Spot::Moves([vec![2], vec![1]]), Spot::Moves([vec![0], vec![3]]), Spot::Points(-1), Spot::Points(1)];
    println!("cold {:?}", raised(&cold, 0, None));
    let round = [
        Spot::Moves([vec![1], vec![1]]),
        Spot::Moves([vec![2], vec![2]]),
        Spot::Moves([vec![0], vec![0, 3]]),
        Spot::Points(0),
    ];
    println!("round {:?}", raised(&round, 0, None));
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
fn random(dice: &mut Dice) -> Vec<Spot> {
    let count = 2 + dice.below(4);
    let leaves = 3;
    let mut sides = vec![[Vec::new(), Vec::new()]; count];
    for at in 0..count {
        for side in 0..2 {
            for _ in 0..1 + dice.below(2) {
                let to = dice.below(count + leaves);
                sides[at][side].push(to);
                if to < count && to != at && dice.below(2) == 0 {
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

/// The walls are what play with coupons yields, up to a few times what coupons fall by.
#[test]
fn walls_are_limits_of_play_with_coupons() {
    let (mut dice, factor) = (Dice(1976), 40);
    let mut found = [0; 4];
    let mut worst = 0;
    for _ in 0..400 {
        let spots = random(&mut dice);
        let master = [None, Some(Player::Left), Some(Player::Right)][dice.below(3)];
        let store = store();
        let exact = match walls(&store, &graph(&store, &spots), 0, master) {
            Ok(exact) => exact,
            Err(ThermalError::Cold { .. }) => { found[1] += 1; continue }
            Err(ThermalError::Endless { .. }) => { found[2] += 1; continue }
            Err(other) => panic!("{other} {spots:?} {master:?}"),
        };
        let fine = fine(&spots, factor);
        let ends = [-1_000_000, 1_000_000].map(|last| {
            let mut play = Coupons::new(&fine, master, last);
            let wall = |play: &mut Coupons, player| -> Vec<i64> {
                (0..8 * factor as usize).step_by(5).map(|n| play.wall(0, player, n)).collect()
            };
            [wall(&mut play, Player::Left), wall(&mut play, Player::Right)]
        });
        if ends[0] != ends[1] {
            found[3] += 1;
            continue;
        }
        found[0] += 1;
        for side in 0..2 {
            for (i, x) in ends[0][side].iter().enumerate() {
                let t = q(5 * i as i64, factor);
                match exact[side].at(&t) {
                    Level::At(y) => {
                        let error = (&(&y * &Rational::from(factor)) - &Rational::from(*x)).abs();
                        let error = error.ceil().to_string().parse::<i64>().unwrap();
                        if error > worst { println!("{error} at {t} side {side} {master:?} {spots:?} {:?}", exact); worst = error; }
                    }
                    other => panic!("{other:?} {x} {spots:?}"),
                }
            }
        }
    }
    println!("{found:?} {worst}");
}
