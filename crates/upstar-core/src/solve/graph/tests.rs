//! Random rulesets whose positions repeat and fall apart, against rounds over all that follows.

use std::collections::HashMap;

use crate::loopy::{self, GameValue, Graph, Winners};
use crate::solve::{Component, Playable, Searches, Sum};
use crate::{Budget, Error, Exhausted, Game, Player, Store};

/// Positions are numbers; the moves are in a table.
struct MoveTable {
    moves: Vec<[Vec<Sum<u32>>; 2]>,
}

impl Playable for MoveTable {
    type Position = u32;
    type Error = Error;

    fn is_impartial(&self, _: &u32) -> bool {
        false
    }

    fn options(&self, position: &u32, player: Player) -> Result<Vec<Sum<u32>>, Error> {
        Ok(self.moves[*position as usize][player as usize].clone())
    }
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(sides)) as u32
    }
}

fn signed(dice: &mut Dice, to: u32) -> Component<u32> {
    match dice.roll(3) {
        0 => Component::Negative(to),
        _ => Component::Position(to),
    }
}

/// The first `ends` positions lead to sums of smaller ones and nimbers; all others to one position
/// that is none of these, or to one of these and a number.
fn random(store: &Store, dice: &mut Dice, count: u32, ends: u32) -> MoveTable {
    let mut moves = Vec::new();
    for position in 0..count {
        let mut sides = [Vec::new(), Vec::new()];
        for side in &mut sides {
            for _ in 0..dice.roll(4) {
                side.push(if position < ends {
                    sum_below(store, dice, position)
                } else {
                    let to = ends + dice.roll(count - ends);
                    vec![signed(dice, to)]
                });
            }
            if position >= ends && dice.roll(3) == 0 {
                let to = dice.roll(ends);
                side.push(vec![signed(dice, to), Component::Value(store.integer(1).unwrap())]);
            }
        }
        moves.push(sides);
    }
    MoveTable { moves }
}

fn sum_below(store: &Store, dice: &mut Dice, position: u32) -> Sum<u32> {
    let mut sum = Vec::new();
    for _ in 0..dice.roll(3) {
        if position > 0 {
            let to = dice.roll(position);
            sum.push(signed(dice, to));
        }
    }
    if dice.roll(4) == 0 {
        sum.push(Component::Value(store.nimber(dice.roll(3)).unwrap()));
    }
    sum
}

/// Where a player can move in a sum, played out component by component.
fn moves(table: &MoveTable, store: &Store, sum: &Sum<u32>, player: Player) -> Vec<Sum<u32>> {
    let mut all = Vec::new();
    for (at, part) in sum.iter().enumerate() {
        let rest = || sum[..at].iter().chain(&sum[at + 1..]).cloned();
        match part {
            Component::Value(game) => {
                let options = match player {
                    Player::Left => store.left_options(*game),
                    Player::Right => store.right_options(*game),
                };
                for option in options.unwrap() {
                    all.push(rest().chain([Component::Value(option)]).collect());
                }
            }
            Component::Position(position) => {
                for option in &table.moves[*position as usize][player as usize] {
                    all.push(rest().chain(option.iter().cloned()).collect());
                }
            }
            Component::Negative(position) => {
                for option in &table.moves[*position as usize][player.opponent() as usize] {
                    let turned = option.iter().map(|part| match part {
                        Component::Position(to) => Component::Negative(*to),
                        Component::Negative(to) => Component::Position(*to),
                        Component::Value(game) => Component::Value(store.neg(*game).unwrap()),
                    });
                    all.push(rest().chain(turned).collect());
                }
            }
        }
    }
    all
}

/// A name for a sum that does not depend on the order of its components.
fn name(sum: &Sum<u32>) -> Vec<String> {
    let mut name: Vec<String> = sum.iter().map(|part| format!("{part:?}")).collect();
    name.sort();
    name
}

/// Who wins a sum, when no more than so many sums follow it.
fn naive(table: &MoveTable, store: &Store, root: &Sum<u32>, most: usize) -> Option<Winners> {
    let mut numbers = HashMap::from([(name(root), 0)]);
    let (mut sums, mut options) = (vec![root.clone()], Vec::new());
    while options.len() < sums.len() {
        if sums.len() > most {
            return None;
        }
        let sum = sums[options.len()].clone();
        options.push([Player::Left, Player::Right].map(|player| {
            let next = moves(table, store, &sum, player).into_iter();
            next.map(|next| {
                *numbers.entry(name(&next)).or_insert_with(|| {
                    sums.push(next.clone());
                    sums.len() - 1
                })
            })
            .collect::<Vec<usize>>()
        }));
    }
    let mut winner: Vec<[Option<Player>; 2]> = vec![[None; 2]; sums.len()];
    loop {
        let before = winner.clone();
        for (at, sides) in options.iter().enumerate() {
            for player in [Player::Left, Player::Right] {
                let (own, other) = (player as usize, player.opponent() as usize);
                let after = |next: &usize| before[*next][other];
                if sides[own].iter().any(|next| after(next) == Some(player)) {
                    winner[at][own] = Some(player);
                } else if sides[own].iter().all(|next| after(next) == Some(player.opponent())) {
                    winner[at][own] = Some(player.opponent());
                }
            }
        }
        if winner == before {
            let [left_starts, right_starts] = winner[0];
            return Some(Winners { left_starts, right_starts });
        }
    }
}

#[test]
fn graphs_of_sums_end_as_play_does() {
    let store = Store::new(Budget::unlimited());
    let (mut dice, mut compared) = (Dice(7), 0);
    for _ in 0..150 {
        let table = random(&store, &mut dice, 8, 4);
        let searches = Searches::new(&table, &store);
        for sum in [
            vec![Component::Position(5)],
            vec![Component::Negative(6)],
            vec![Component::Position(4), Component::Negative(7)],
            vec![Component::Position(6), Component::Value(store.integer(-1).unwrap())],
        ] {
            let Some(expected) = naive(&table, &store, &sum, 600) else { continue };
            let found = searches.winners(&sum, &mut 0);
            assert_eq!(found, Ok(expected), "{sum:?} in {:?}", table.moves);
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn values_end_as_play_does() {
    let store = Store::new(Budget::unlimited());
    let (mut dice, mut compared) = (Dice(8), 0);
    for _ in 0..100 {
        let table = random(&store, &mut dice, 7, 3);
        let searches = Searches::new(&table, &store);
        for position in 0..7 {
            let sum = vec![Component::Position(position)];
            let Some(expected) = naive(&table, &store, &sum, 400) else { continue };
            let Ok(worth) = searches.worth(&position, &mut 0) else { continue };
            let found = loopy::winners_of(&store, &worth).unwrap();
            assert_eq!(found, expected, "{position} in {:?}", table.moves);
            compared += usize::from(matches!(worth, GameValue::Loopy(_)));
        }
    }
    assert!(compared > 30, "{compared}");
}

/// A position from which a player moves to itself or to a game.
struct Beside(Game);

impl Playable for Beside {
    type Position = ();
    type Error = Error;

    fn is_impartial(&self, (): &()) -> bool {
        true
    }

    fn options(&self, (): &(), _: Player) -> Result<Vec<Sum<()>>, Error> {
        Ok(vec![vec![Component::Position(())], vec![Component::Value(self.0)]])
    }
}

const BYTES: u64 = 10_000_000;

#[test]
fn large_heaps_beside_positions_need_memory() {
    let budget = Budget::with_meter(|| 0);
    let store = Store::new(budget.clone());
    let rules = Beside(store.nimber(5000).unwrap());
    budget.limit_bytes(BYTES);
    let found = Searches::new(&rules, &store).loopy_nimber(&(), &mut 0);
    assert_eq!(found, Err(Exhausted::Memory { limit: BYTES }.into()));
}

#[test]
fn winners_need_memory_for_moves_in_both_directions() {
    let all: Vec<u32> = (0..1200).collect();
    let graph = Graph::new(vec![[all.clone(), all.clone()]; all.len()]).unwrap();
    let budget = Budget::with_meter(|| 0);
    budget.limit_bytes(BYTES);
    let found = loopy::winners(&graph, &budget);
    assert_eq!(found, Err(Exhausted::Memory { limit: BYTES }.into()));
}
