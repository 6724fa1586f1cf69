//! Games about points.

use num_rational::BigRational;
use upstar_reference::Player::{self, Left, Right};
use upstar_reference::points::{Minimax, Points};
use upstar_reference::{Fault, steps::Steps};

use crate::toys::{plenty, ratio};

/// Take one or two counters; each is a point, and the last one brings ten more to Max.
struct Counters(Steps);

impl Points for Counters {
    type Position = i64;

    fn moves(&self, n: &i64, _: Player) -> Result<Vec<(i64, BigRational)>, Fault> {
        Ok((1..=2).filter(|k| k <= n).map(|k| (n - k, ratio(k, 1))).collect())
    }

    fn score(&self, _: &i64) -> Result<BigRational, Fault> {
        Ok(ratio(10, 1))
    }

    fn turn(&self, _: &i64) -> Result<Option<Player>, Fault> {
        Ok(None)
    }

    fn step(&self) -> Result<(), Fault> {
        self.0.step()
    }
}

/// Take a coin; who takes an even one takes again.
struct Again(Steps);

impl Points for Again {
    type Position = (Vec<i64>, Player);

    fn moves(
        &self,
        (coins, who): &Self::Position,
        _: Player,
    ) -> Result<Vec<(Self::Position, BigRational)>, Fault> {
        let take = |coin: &i64| {
            let rest = coins.iter().copied().filter(|c| c != coin).collect();
            let next = if coin % 2 == 0 { *who } else { who.opponent() };
            ((rest, next), ratio(*coin, 1))
        };
        Ok(coins.iter().map(take).collect())
    }

    fn score(&self, _: &Self::Position) -> Result<BigRational, Fault> {
        Ok(ratio(0, 1))
    }

    fn turn(&self, (_, who): &Self::Position) -> Result<Option<Player>, Fault> {
        Ok(Some(*who))
    }

    fn step(&self) -> Result<(), Fault> {
        self.0.step()
    }
}

#[test]
fn points_are_those_of_the_book() {
    let rules = Counters(plenty());
    let mut minimax = Minimax::new(&rules);
    assert_eq!(minimax.value(&4, Left).unwrap(), ratio(10, 1));
    assert_eq!(minimax.best_moves(&4, Left).unwrap(), [3, 2]);
    assert_eq!(minimax.value(&3, Right).unwrap(), ratio(9, 1));

    let rules = Again(plenty());
    let mut minimax = Minimax::new(&rules);
    let coins = (vec![1, 2, 3, 4], Left);
    assert_eq!(minimax.value(&coins, Left).unwrap(), ratio(8, 1));
    assert_eq!(
        minimax.value(&coins, Right).unwrap(),
        ratio(8, 1),
        "the rules say whose turn it is"
    );
}
