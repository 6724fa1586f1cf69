//! Tables of turns, checked against the definition of minimax.

use proptest::prelude::*;

use super::*;
use crate::length::properties;
use crate::solve::bounded::tests::{replaced, scarce};
use crate::solve::minimax::{
    self, Bounds, Child, IntegerBounds, Listed, Minimax, MinimaxHalt, Promises, Question,
};
use crate::solve::{Failure, Playable, Searches, Sum};
use crate::{Budget, Error, Store, oracle};

/// A table of turns; positions are its rows.
#[derive(Debug)]
struct Rows(Vec<Turn<usize>>);

#[derive(Debug, PartialEq)]
enum Trouble {
    Core(Error),
    Cycle(Vec<usize>),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Trouble::Core(error)
    }
}

impl Failure for Trouble {
    fn is_repetition(&self) -> bool {
        matches!(self, Trouble::Cycle(_))
    }
}

impl Playable for Rows {
    type Position = usize;
    type Error = Trouble;

    fn options(&self, _: &usize, _: Player) -> Result<Vec<Sum<usize>>, Trouble> {
        unreachable!("play is for points")
    }

    fn turn(&self, position: &usize) -> Result<Turn<usize>, Trouble> {
        Ok(self.0[*position].clone())
    }

    fn repeats(&self, cycle: Vec<usize>) -> Trouble {
        Trouble::Cycle(cycle)
    }

    fn estimate(&self, position: &usize) -> Option<Rational> {
        // As wrong as any.
        (!position.is_multiple_of(3)).then(|| third(*position as i64 * 7 % 5 - 2))
    }
}

fn third(n: i64) -> Rational {
    Rational::from(n).checked_div(&Rational::from(3)).unwrap()
}

/// Whose turn it is, where moves lead with their gains, and the score.
type Row = (bool, Vec<(prop::sample::Index, i64, bool)>, i64);

/// Row n leads to rows below n only.
fn rows(most: usize) -> impl Strategy<Value = Rows> {
    let step = (any::<prop::sample::Index>(), -4i64..5, any::<bool>());
    let row = (any::<bool>(), prop::collection::vec(step, 0..4), -6i64..7);
    prop::collection::vec(row, 1..most).prop_map(|rows| {
        let turn = |(n, (left, steps, score)): (usize, Row)| {
            if n == 0 || steps.is_empty() {
                return Turn::Over(third(score));
            }
            let step = |(to, gain, exchanged): (prop::sample::Index, i64, bool)| Move {
                gain: third(gain),
                to: to.index(n),
                exchanged,
            };
            let mover = if left { Player::Left } else { Player::Right };
            Turn::Of(mover, steps.into_iter().map(step).collect())
        };
        Rows(rows.into_iter().enumerate().map(turn).collect())
    })
}

proptest! {
    #![proptest_config(properties(2000))]

    #[test]
    fn values_are_those_of_the_definition(rules in rows(14)) {
        let store = Store::default();
        let searches = Searches::new(&rules, &store);
        for position in (0..rules.0.len()).rev() {
            let expected = oracle::points::minimax(&rules, &position).unwrap();
            let found = searches.score(&position).unwrap();
            prop_assert_eq!(&found, &expected);
            let rows = Searches::new(&rules, &store).induction(&position, 100).unwrap();
            prop_assert_eq!(&rows.last().unwrap().value, &expected);
            prop_assert_eq!(rows.last().unwrap().position, position);
        }
    }

    #[test]
    fn best_moves_are_those_that_reach_the_value(rules in rows(12)) {
        let store = Store::default();
        let searches = Searches::new(&rules, &store);
        let position = rules.0.len() - 1;
        let (best, places) = searches.best_moves(&position).unwrap();
        let Turn::Of(_, moves) = rules.0[position].clone() else { return Ok(()) };
        prop_assert!(!places.is_empty());
        for (place, step) in moves.iter().enumerate() {
            let rest = oracle::points::minimax(&rules, &step.to).unwrap();
            let total = if step.exchanged { &step.gain - &rest } else { &step.gain + &rest };
            prop_assert_eq!(total == best, places.contains(&place));
        }
    }

    #[test]
    fn a_line_of_play_adds_up_to_the_value(rules in rows(14)) {
        let store = Store::default();
        let searches = Searches::new(&rules, &store);
        let position = rules.0.len() - 1;
        let best = searches.score(&position).unwrap();
        let line = searches.best_line(&position).unwrap();
        let (mut total, mut end, mut exchanged) = (Rational::ZERO, position, false);
        for step in line {
            total = &total + &step.gain;
            (end, exchanged) = (step.to, step.exchanged);
        }
        let Turn::Over(score) = &rules.0[end] else { panic!("the line stops before the end") };
        let score = if exchanged { -score } else { score.clone() };
        prop_assert_eq!(&total + &score, best);
    }

    #[test]
    fn thresholds_agree_with_the_value(rules in rows(12), than in -9i64..10) {
        let store = Store::default();
        let position = rules.0.len() - 1;
        let exact = oracle::points::minimax(&rules, &position).unwrap();
        let than = third(than);
        let more = Searches::new(&rules, &store).scores_more(&position, &than).unwrap();
        prop_assert_eq!(more, exact > than);
        let least = Searches::new(&rules, &store).scores_least(&position, &than).unwrap();
        prop_assert_eq!(least, exact >= than);
    }
}

/// A table of turns with integers whose positions are two bytes, with what is known of the values.
struct PackedRows<'r> {
    rows: &'r Rows,
    known: IntegerBounds,
    budget: Budget,
}

impl<'r> PackedRows<'r> {
    fn new(rows: &'r Rows, budget: Budget) -> Self {
        PackedRows { rows, known: IntegerBounds::default(), budget }
    }

    fn value(&mut self, position: usize) -> Result<i64, MinimaxHalt> {
        minimax::value(self, &packed(position))
    }
}

fn packed(position: usize) -> [u8; 2] {
    (position as u16).to_be_bytes()
}

/// An integer of thirds.
fn thirds(number: &Rational) -> i64 {
    (number * &Rational::from(3)).to_i64().unwrap()
}

impl Minimax for PackedRows<'_> {
    type Position = [u8; 2];
    type Value = i64;
    type Move = usize;
    type Error = MinimaxHalt;

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn bounds(&self, position: &[u8; 2]) -> Bounds<i64> {
        self.known.get(position).unwrap_or(Bounds::UNKNOWN)
    }

    fn remember(&mut self, position: [u8; 2], known: Bounds<i64>, steps: u64) {
        self.known.insert(position.into(), known, steps, &self.budget);
    }

    fn turn(&mut self, position: &[u8; 2]) -> Result<minimax::Turn<i64, usize>, MinimaxHalt> {
        let place = u16::from_be_bytes(*position);
        let (mover, steps) = match self.rows.turn(&place.into()).unwrap() {
            Turn::Of(mover, steps) => (mover, steps),
            Turn::Over(score) => return Ok(minimax::Turn::Over(thirds(&score))),
        };
        let mut promises = Promises::default();
        for step in &steps {
            let gain = thirds(&step.gain);
            let estimate = self.rows.estimate(&step.to).map_or(0, |estimate| thirds(&estimate));
            let listed = Listed { gain, exchanges: step.exchanged, how: step.to };
            promises.push(listed, gain + estimate, &self.budget)?;
        }
        promises.turn(mover, || unreachable!("there are moves"))
    }

    fn make(&mut self, _: &[u8; 2], to: &usize) -> Result<Child<[u8; 2], i64>, MinimaxHalt> {
        // A move that ends play may say so at once.
        Ok(match self.rows.0[*to] {
            Turn::Over(ref score) if to.is_multiple_of(2) => Child::Over(thirds(score)),
            _ => Child::Position(packed(*to)),
        })
    }

    fn repeats(&self, _: Vec<[u8; 2]>) -> MinimaxHalt {
        MinimaxHalt::Unfit
    }
}

proptest! {
    #![proptest_config(properties(2000))]

    #[test]
    fn integers_have_the_same_values(rules in rows(14), than in -9i64..10, or_equal: bool) {
        let mut game = PackedRows::new(&rules, Budget::unlimited());
        for position in (0..rules.0.len()).rev() {
            let expected = thirds(&oracle::points::minimax(&rules, &position).unwrap());
            let question = Question { than, or_equal };
            let holds = minimax::holds(&mut game, &packed(position), &question).unwrap();
            prop_assert_eq!(holds, if or_equal { expected >= than } else { expected > than });
            prop_assert_eq!(game.value(position).unwrap(), expected);
        }
    }
}

fn to(places: &[usize]) -> Vec<Move<usize>> {
    let step = |&to: &usize| Move { gain: Rational::ZERO, to, exchanged: false };
    places.iter().map(step).collect()
}

#[test]
fn positions_that_lead_to_each_other_are_reported() {
    let rules = Rows(vec![
        Turn::Of(Player::Left, to(&[1])),
        Turn::Of(Player::Right, to(&[2])),
        Turn::Of(Player::Left, to(&[1])),
    ]);
    let store = Store::default();
    let found = Searches::new(&rules, &store).score(&0);
    assert_eq!(found, Err(Trouble::Cycle(vec![1, 2])));
    let found = Searches::new(&rules, &store).induction(&0, 10);
    assert_eq!(found, Err(Trouble::Cycle(vec![1, 2])));
    let found = PackedRows::new(&rules, Budget::unlimited()).value(0);
    assert_eq!(found, Err(MinimaxHalt::Unfit));
}

#[test]
fn a_failed_search_leaves_the_table_usable() {
    let rules = Rows(vec![Turn::Of(Player::Left, to(&[1])), Turn::Of(Player::Right, to(&[0]))]);
    let store = Store::default();
    let searches = Searches::new(&rules, &store);
    for _ in 0..2 {
        let found = searches.score(&0);
        assert_eq!(found, Err(Trouble::Cycle(vec![0, 1])));
    }
}

#[test]
fn a_long_walk_needs_no_stack() {
    struct Walk;
    impl Playable for Walk {
        type Position = u64;
        type Error = Error;
        fn options(&self, _: &u64, _: Player) -> Result<Vec<Sum<u64>>, Error> {
            unreachable!("play is for points")
        }

        fn turn(&self, position: &u64) -> Result<Turn<u64>, Error> {
            if *position == 0 {
                return Ok(Turn::Over(Rational::ONE));
            }
            let step = Move { gain: Rational::ONE, to: position - 1, exchanged: false };
            Ok(Turn::Of(Player::Left, vec![step]))
        }
        fn repeats(&self, _: Vec<u64>) -> Error {
            Error::StoreFull
        }
    }
    let store = Store::default();
    let found = Searches::new(&Walk, &store).score(&100_000);
    assert_eq!(found, Ok(Rational::from(100_001)));
    let limit = 1000;
    let found = Searches::new(&Walk, &store).induction(&100_000, limit);
    assert_eq!(found, Err(Error::TableTooLarge { limit }));
}

/// Many rows, each with a few moves to rows not far below.
fn many_rows(seed: u64) -> Rows {
    let mut state = seed;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound
    };
    let mut turn = |n: usize| {
        if n < 4 {
            return Turn::Over(third(below(13) as i64 - 6));
        }
        let mover = if below(2) == 0 { Player::Left } else { Player::Right };
        let mut step = || Move {
            gain: third(below(9) as i64 - 4),
            to: n - 1 - below(n.min(9)),
            exchanged: false,
        };
        Turn::Of(mover, (0..4).map(|_| step()).collect())
    };
    Rows((0..70).map(&mut turn).collect())
}

/// With tables that never grow, values are those of backward induction.
#[test]
fn values_are_the_same_when_entries_are_replaced() {
    for seed in 0..10 {
        let rules = many_rows(seed);
        let last = rules.0.len() - 1;
        let rows = Searches::new(&rules, &Store::default()).induction(&last, 1000).unwrap();
        let expected = rows.last().unwrap().value.clone();
        let found = replaced(|| {
            let found = Searches::new(&rules, &Store::new(scarce())).score(&last);
            assert_eq!(found.unwrap(), expected, "{seed}");
        });
        assert!(found > 0, "moves were replaced: {seed}");
        let found = replaced(|| {
            let found = PackedRows::new(&rules, scarce()).value(last);
            assert_eq!(found.unwrap(), thirds(&expected), "{seed}");
        });
        assert!(found > 0, "bounds were replaced: {seed}");
    }
}
