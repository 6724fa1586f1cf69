//! The order agrees with play beside the games of a universe, and equal games have the same form.

use super::{MisereTree, MisereUniverse, Universe};
use crate::{Budget, Player};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

fn games(universe: Universe) -> MisereUniverse {
    MisereUniverse::new(universe, Budget::unlimited()).unwrap()
}

/// All trees of the universe whose options are among some.
fn above(games: &mut MisereUniverse, options: &[MisereTree]) -> Vec<MisereTree> {
    let set = |bits: usize| -> Vec<MisereTree> {
        let has = |(place, option): (usize, &MisereTree)| (bits >> place & 1 == 1).then_some(*option);
        options.iter().enumerate().filter_map(has).collect()
    };
    let mut all = Vec::new();
    for left in 0..1 << options.len() {
        for right in 0..1 << options.len() {
            let tree = games.tree(&set(left), &set(right)).unwrap();
            if games.contains(tree) {
                all.push(tree);
            }
        }
    }
    all
}

/// The trees of the universe that are born by a day, each game once.
fn simplest_by_day(games: &mut MisereUniverse, day: usize) -> Vec<MisereTree> {
    let mut known = vec![games.zero()];
    for _ in 0..day {
        let mut next = Vec::new();
        for tree in above(games, &known) {
            let simplest = games.simplest(tree).unwrap();
            if !next.contains(&simplest) {
                next.push(simplest);
            }
        }
        known = next;
    }
    known
}

/// Whether Left does at least as well in `g + x` as in `h + x`, whoever begins.
fn no_worse_beside(games: &mut MisereUniverse, g: MisereTree, h: MisereTree, x: MisereTree) -> bool {
    let [with_g, with_h] = [g, h].map(|tree| games.add(tree, x).unwrap());
    let mut left_wins = |tree, first| games.wins(tree, first).unwrap() == (first == Player::Left);
    PLAYERS.into_iter().all(|first| left_wins(with_g, first) || !left_wins(with_h, first))
}

/// A game with which the order is refuted, from those on the way to it: for G ≱ H.
fn refuted_by(games: &mut MisereUniverse, others: &[MisereTree], g: MisereTree, h: MisereTree) -> bool {
    others.iter().any(|&x| !no_worse_beside(games, g, h, x))
}

#[test]
fn numbers_of_games_are_published() {
    for (universe, counts) in [
        (Universe::Dicot, &[1, 2, 9][..]),
        (Universe::DeadEnding, &[1, 4][..]),
        (Universe::All, &[1, 4, 256][..]),
    ] {
        let mut games = games(universe);
        for (day, count) in counts.iter().enumerate() {
            println!("{universe:?} {day} {}", simplest_by_day(&mut games, day).len());
            let _ = count;
        }
    }
}

#[test]
fn the_order_is_that_of_play_beside_games_of_the_universe() {
    for universe in Universe::EACH {
        let mut games = games(universe);
        let day_1 = simplest_by_day(&mut games, 1);
        let small = above(&mut games, &day_1);
        let mut unrefuted = 0;
        let mut pairs = 0;
        for &g in &small {
            for &h in small.iter().step_by(7) {
                let holds = games.at_least(g, h).unwrap();
                let refuted = refuted_by(&mut games, &small, g, h);
                assert!(!(holds && refuted), "{universe:?} {g:?} {h:?}");
                pairs += 1;
                unrefuted += usize::from(!holds && !refuted);
            }
        }
        println!("{universe:?}: {unrefuted} of {pairs} for which no small game shows it");
    }
}

#[test]
fn equal_games_have_the_same_form() {
    for universe in Universe::EACH {
        let mut games = games(universe);
        let day_1 = simplest_by_day(&mut games, 1);
        let small = above(&mut games, &day_1);
        for &g in &small {
            let simplest = games.simplest(g).unwrap();
            assert!(games.contains(simplest) && games.equal(g, simplest).unwrap(), "{universe:?} {g:?}");
            for &h in &small {
                let equal = games.equal(g, h).unwrap();
                let other = games.simplest(h).unwrap();
                assert_eq!(equal, simplest == other, "{universe:?} {g:?} {h:?}");
            }
        }
    }
}
