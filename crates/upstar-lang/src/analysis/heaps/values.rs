//! Canonical forms of positions of several integers in which the players move differently.
//!
//! Knows: the games that have been found, each under a number that a table of positions holds. Must not know: rules.
//!
//! Proof: a position of normal play is the game whose options are those of its moves (Conway, On Numbers and Games, ch. 0;
//! Siegel, ch. II), and a move to several positions leads to their sum. The search lists the moves of Left and of Right of each
//! position once, after those of all positions that they lead to have a value. Play that returns has no such order: the search
//! meets a position on its own path, and leaves it to the evaluator.

use rustc_hash::FxHashMap;
use upstar_core::{Budget, Error, Game, Store};

use super::compile::ClosedRules;
use super::mex::Found;
use super::summands::Summands;
use super::tuples::{MORE, Tuples, summands_of};
use crate::value::Value;

/// Bytes of a game and its number.
const ENTRY: u64 = 32;

/// Games under numbers.
#[derive(Debug, Default)]
pub(super) struct Games {
    games: Vec<Game>,
    numbers: FxHashMap<Game, u32>,
    /// The different options of the last game, of Left and then of Right.
    options: [Vec<Game>; 2],
}

impl Games {
    pub(super) fn game(&self, number: u32) -> Game {
        self.games[number as usize]
    }

    /// The number of the game with these options: the numbers of the positions of each, with [`MORE`] if another one of the
    /// same option follows.
    ///
    /// # Errors
    /// When a limit is passed.
    pub(super) fn number(
        &mut self,
        options: [&[u64]; 2],
        store: &Store,
        budget: &Budget,
    ) -> Result<u32, Error> {
        for (keys, games) in options.into_iter().zip(&mut self.options) {
            games.clear();
            let mut sum = Game::ZERO;
            for key in keys {
                sum = store.add(sum, self.games[*key as u32 as usize])?;
                if key & MORE == 0 {
                    games.push(sum);
                    sum = Game::ZERO;
                }
            }
            games.sort_unstable_by(Game::by_id);
            games.dedup();
        }
        let [left, right] = &self.options;
        let game = store.game(left, right)?;
        if let Some(number) = self.numbers.get(&game) {
            return Ok(*number);
        }
        budget.reserve(ENTRY)?;
        let number = self.games.len() as u32;
        self.numbers.insert(game, number);
        self.games.push(game);
        Ok(number)
    }
}

impl Tuples {
    /// The canonical form of the position with these arguments, in a ruleset decided by the last move in which the players move
    /// differently; `None` if the evaluator must find it, or a mistake.
    ///
    /// Cost: the canonical form of each position that can be reached.
    ///
    /// # Errors
    /// When a limit is passed; values found before are kept.
    pub fn value(
        &mut self,
        rules: ClosedRules<'_>,
        arguments: &[Value],
        store: &Store,
    ) -> Result<Option<Game>, Error> {
        let shapes = &mut self.of_lengths_by_value;
        let summands = summands_of(shapes, Found::Value, (rules, arguments));
        summands.map_or(Ok(None), |(summands, integers)| summands.value(&integers, store))
    }

    /// Whether canonical forms of the position with these arguments are looked for in a table, and all were found that were.
    pub fn has_values(&mut self, rules: ClosedRules<'_>, arguments: &[Value]) -> bool {
        let found = summands_of(&mut self.of_lengths_by_value, Found::Value, (rules, arguments));
        found.is_some_and(|(summands, integers)| is_usable(summands, &integers))
    }
}

fn is_usable(summands: &Summands, integers: &[i64]) -> bool {
    !summands.have_failed() && summands.may_have(integers)
}
