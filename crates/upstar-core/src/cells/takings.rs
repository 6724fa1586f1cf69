//! States on cells in which moves only take each other away.
//!
//! Knows: what moves ask and write. Must not know: how such positions are searched.
//!
//! A condition is that a bit is 0, or that it is 1. A move with a condition that is no cube, or that computes bits, is not
//! taken; neither are games about points.

use super::game::Plain;
use super::{Bits, CellGame, State, single_bits};
use crate::Player;
use crate::solve::taking::{Candidate, Takings};

impl CellGame {
    /// The moves of a state, where they only take each other away.
    pub fn takings(&self, state: State) -> Option<Takings> {
        let scope = state.scope;
        if self.is_about_points() || self.mixed().any(|mixed| mixed.belongs(scope, 0)) {
            return None;
        }
        let mut all = Vec::new();
        for player in [Player::Left, Player::Right] {
            let side = if self.is_impartial() { Player::Left } else { player };
            let mut movers = [false; 2];
            movers[player as usize] = true;
            let moves = self.side(side).plain.iter().filter(|plain| plain.belongs(scope, 0));
            all.extend(moves.map(|plain| candidate(plain, scope, movers)));
        }
        let bit = |one: u32| state.bits >> (one / 2) & 1;
        Takings::new(&all, |one| bit(one) == Bits::from(one % 2))
    }
}

/// A move of a state with this scope.
fn candidate(plain: &Plain, scope: Bits, movers: [bool; 2]) -> Candidate {
    let numbers = |ones: Bits, zeros: Bits| {
        let number = |value: u32| move |bit: Bits| 2 * bit.trailing_zeros() + value;
        let mut list: Vec<u32> = single_bits(ones).map(number(1)).collect();
        list.extend(single_bits(zeros).map(number(0)));
        list
    };
    let (set, clear) = (plain.set & scope, plain.clear & scope);
    Candidate {
        movers,
        needs: numbers(plain.when.ones, plain.when.zeros),
        gains: numbers(set, clear),
        loses: numbers(clear, set),
    }
}
