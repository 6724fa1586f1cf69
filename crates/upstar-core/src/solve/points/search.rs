//! Games about points, as the search for minimax values meets them.
//!
//! Knows: positions by number. Must not know: how positions are searched.

use super::table::{ScoreTable, ScoringMove};
use crate::solve::minimax::{self, Bounds, Child, Minimax, Question, Turn};
use crate::solve::{Playable, Searches};
use crate::{Budget, Rational};

/// Whether the value of a position is more than a number, or perhaps the number itself.
pub(crate) fn exceeds<R: Playable>(
    table: &mut ScoreTable<R::Position>,
    searches: &Searches<'_, R>,
    position: &R::Position,
    than: &Rational,
    or_equal: bool,
) -> Result<bool, R::Error> {
    let number = table.number(position.clone())?;
    let question = Question { than: than.clone(), or_equal };
    minimax::holds(&mut ScoreGame { table, searches }, &number, &question)
}

/// The value of a position.
pub(crate) fn value<R: Playable>(
    table: &mut ScoreTable<R::Position>,
    searches: &Searches<'_, R>,
    position: &R::Position,
) -> Result<Rational, R::Error> {
    let number = table.number(position.clone())?;
    minimax::value(&mut ScoreGame { table, searches }, &number)
}

/// The rules, with the table of the search.
struct ScoreGame<'s, R: Playable> {
    table: &'s mut ScoreTable<R::Position>,
    searches: &'s Searches<'s, R>,
}

impl<R: Playable> Minimax for ScoreGame<'_, R> {
    type Position = u32;
    type Value = Rational;
    type Move = ScoringMove;
    type Error = R::Error;

    fn budget(&self) -> &Budget {
        self.searches.store().budget()
    }

    fn bounds(&self, number: &u32) -> Bounds<Rational> {
        self.table.bounds(*number).clone()
    }

    fn remember(&mut self, number: u32, known: Bounds<Rational>, _: u64) {
        self.table.remember(number, known);
    }

    fn turn(&mut self, number: &u32) -> Result<Turn<Rational, ScoringMove>, R::Error> {
        self.table.turn(self.searches, *number)
    }

    fn make(&mut self, _: &u32, step: &ScoringMove) -> Result<Child<u32, Rational>, R::Error> {
        Ok(Child::Position(step.to))
    }

    fn credit(&mut self, number: &u32, step: &ScoringMove, _: usize) {
        self.table.move_first(*number, *step);
    }

    fn repeats(&self, cycle: Vec<u32>) -> R::Error {
        let positions = cycle.iter().map(|&number| self.table.position(number).clone());
        self.searches.rules().repeats(positions.collect())
    }
}
