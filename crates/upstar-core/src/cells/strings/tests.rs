//! Strings and Coins against the definition, on grids and on random coins.

use std::collections::HashMap;

use crate::board::rewrite::random_tests::Random;
use crate::cells::{Bits, CellPoints, CellScore, CellSearch, Condition, Move, PaidMove};
use crate::length::cases;
use crate::solve::bounded::tests::{replaced, scarce};
use crate::{Budget, Player};

/// The bit that says that it is Right's turn.
const TURN: Bits = 1;

/// Strings are the bits from 1 to `count`, and coins sets of them, each with what it is worth.
#[derive(Debug, Clone)]
struct Drawn {
    count: u32,
    coins: Vec<(Bits, i64)>,
    /// Whether strings are there where their bits are 1.
    is_one: bool,
    /// Whether a player who takes a coin moves again.
    again: bool,
}

fn any(cubes: Vec<(Bits, Bits)>) -> Condition {
    Condition::Cubes(cubes.into())
}

impl Drawn {
    /// Dots and Boxes.
    fn grid(rows: usize, columns: usize) -> Drawn {
        let across = (rows + 1) * columns;
        let count = (across + rows * (columns + 1)) as u32;
        let lines_of = |row: usize, column: usize| {
            let above = 1 + row * columns + column;
            let left = 1 + across + row * (columns + 1) + column;
            [above, above + columns, left, left + 1].map(|bit| 1 << bit).iter().sum::<Bits>()
        };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let coins = places.map(|(row, column)| (lines_of(row, column), 1)).collect();
        Drawn { count, coins, is_one: false, again: true }
    }

    /// Coins at random, two at most for each string.
    fn random(random: &mut Random) -> Drawn {
        let mut below = |n: u64| random.below(n);
        let count = 3 + below(9) as u32;
        let mut coins = vec![0; 1 + below(5) as usize];
        for bit in 1..=count {
            for _ in 0..2 - below(4).min(1) {
                let coin = below(coins.len() as u64) as usize;
                coins[coin] |= 1 << bit;
            }
        }
        coins.sort_unstable();
        coins.dedup();
        let coins = coins.into_iter().filter(|coin| *coin != 0).map(|coin| (coin, 1)).collect();
        Drawn { count, coins, is_one: below(2) == 0, again: true }
    }

    fn all(&self) -> Bits {
        (2 << self.count) - 2
    }

    fn step(&self, string: Bits) -> PaidMove {
        let state = |mask: Bits, is_there: bool| match is_there == self.is_one {
            true => (mask, mask),
            false => (mask, 0),
        };
        let held = self.coins.iter().filter(|(coin, _)| coin & string != 0);
        let held: Vec<(Bits, i64)> = held.map(|(coin, worth)| (coin & !string, *worth)).collect();
        let taken = |rest: Bits| state(rest, false);
        let pays = held.iter().map(|(rest, worth)| (any(vec![taken(*rest)]), *worth)).collect();
        let again = held.iter().map(|(rest, _)| taken(*rest));
        let again = again.map(|(mask, value)| (mask | TURN, value | TURN));
        let mut passes = vec![(TURN, 0)];
        for (rest, _) in &held {
            let longer = |(mask, value): &(Bits, Bits)| {
                let strings = (1..=self.count).map(|bit| 1 << bit).filter(|bit| rest & bit != 0);
                let there = strings.map(|bit| state(bit, true));
                there.map(|(bit, one)| (mask | bit, value | one)).collect::<Vec<_>>()
            };
            passes = passes.iter().flat_map(longer).collect();
        }
        let next = match self.again {
            true => passes.into_iter().chain(again).collect(),
            false => vec![(TURN, 0)],
        };
        let (set, clear) = if self.is_one { (0, string) } else { (string, 0) };
        let when = any(vec![state(string, true)]);
        let change = Move { when, clear, set, computed: [(TURN, any(next))].into() };
        PaidMove { change, pays }
    }

    fn rules(&self) -> CellPoints {
        let moves: Vec<PaidMove> = (1..=self.count).map(|bit| self.step(1 << bit)).collect();
        let bits = self.count + 1;
        let turn = any(vec![(TURN, 0)]);
        CellPoints::new(&[moves.clone(), moves], Some(&turn), &CellScore::default(), (&[], bits))
    }

    /// The position with these strings, where a player is to move.
    fn position(&self, there: Bits, mover: Player) -> (Bits, Option<Player>) {
        let strings = if self.is_one { there } else { self.all() & !there };
        (strings | if mover == Player::Right { TURN } else { 0 }, None)
    }

    /// What the player to move gets more than the opponent, by definition.
    fn value(&self, there: Bits, known: &mut HashMap<Bits, i64>) -> i64 {
        if let Some(value) = known.get(&there) {
            return *value;
        }
        let mut best = None;
        for string in (1..=self.count).map(|bit| 1 << bit).filter(|bit| there & bit != 0) {
            let taken = self.coins.iter().filter(|(coin, _)| coin & there == string);
            let (gain, count) = taken.fold((0, 0), |(gain, n), (_, worth)| (gain + worth, n + 1));
            let after = self.value(there & !string, known);
            best = best.max(Some(gain + if count > 0 && self.again { after } else { -after }));
        }
        known.insert(there, best.unwrap_or(0));
        best.unwrap_or(0)
    }

    /// Whether the rules find the values of some positions and of their negatives.
    fn check(&self, starts: impl IntoIterator<Item = Bits>, budget: &Budget) {
        let (rules, mut search, mut known) = (self.rules(), CellSearch::default(), HashMap::new());
        for there in starts {
            let value = self.value(there, &mut known);
            for (mover, value) in [(Player::Left, value), (Player::Right, -value)] {
                let start = self.position(there, mover);
                for than in [value - 2, value - 1, value, value + 1] {
                    let more = rules.exceeds(&mut search, start, than, budget);
                    assert_eq!(more, Ok(Some(value > than)), "{self:?}, {there:b}, {than}");
                }
                let found = rules.value(&mut search, start, budget);
                assert_eq!(found, Ok(Some(value)), "{self:?}, {there:b}");
            }
        }
    }
}

/// The positions of some games that are looked at.
fn starts<'r>(drawn: &Drawn, random: &'r mut Random) -> impl Iterator<Item = Bits> + use<'r> {
    let all = drawn.all();
    let one = move |n| if n == 0 { all } else { Bits::from(random.below(1 << 16)) & all };
    (0..8).map(one)
}

#[test]
fn dots_and_boxes_is_worth_what_the_definition_says() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 2), (2, 3)] {
        let drawn = Drawn::grid(rows, columns);
        assert!(drawn.rules().strings.is_some(), "{rows} x {columns}");
        drawn.check([drawn.all()], &Budget::unlimited());
    }
}

#[test]
fn three_times_three_boxes_take_few_steps() {
    let drawn = Drawn::grid(3, 3);
    // The turns and mirror images of a square.
    assert_eq!(drawn.rules().strings.map(|strings| strings.renamings.len()), Some(7));
    let budget = Budget::unlimited();
    let start = drawn.position(drawn.all(), Player::Left);
    let value = drawn.rules().value(&mut CellSearch::default(), start, &budget);
    assert_eq!(value, Ok(Some(-3)));
    assert!(budget.steps() < 500_000, "{}", budget.steps());
}

#[test]
fn random_coins_are_worth_what_the_definition_says() {
    let mut random = Random::new(41);
    let mut known = 0;
    for _ in 0..cases(300) {
        let drawn = Drawn::random(&mut random);
        known += u32::from(drawn.rules().strings.is_some());
        let starts = starts(&drawn, &mut random);
        drawn.check(starts, &Budget::unlimited());
    }
    assert!(known > 150, "{known}");
}

/// With positions that are forgotten, too.
#[test]
fn values_are_the_same_in_little_memory() {
    let mut random = Random::new(43);
    let replaced = replaced(|| {
        for _ in 0..cases(3) {
            let mut drawn = Drawn::grid(2, 3);
            drawn.coins.truncate(4 + random.below(3) as usize);
            drawn.check([drawn.all()], &scarce());
        }
    });
    assert!(replaced > 0);
}

/// Rules of other kinds are not taken for this one, and have their values.
#[test]
fn each_assumption_is_checked() {
    let mut random = Random::new(42);
    for _ in 0..cases(60) {
        let drawn = Drawn { is_one: false, ..Drawn::random(&mut random) };
        let Some(coin) = drawn.coins.first().map(|(coin, _)| *coin) else { continue };
        let passes = Drawn { again: false, ..drawn.clone() };
        let mut others = vec![passes];
        if drawn.coins.len() > 1 {
            let mut unequal = drawn.clone();
            unequal.coins[0].1 = 2;
            others.push(unequal);
        }
        let mut in_three = drawn.clone();
        let lowest = coin & coin.wrapping_neg();
        for more in 1..=3 {
            in_three.coins.push((lowest | 1 << (drawn.count + more), 1));
        }
        in_three.count += 3;
        others.push(in_three);
        for other in others {
            assert!(other.rules().strings.is_none(), "{other:?}");
            let starts = starts(&other, &mut random);
            other.check(starts, &Budget::unlimited());
        }
    }
}
