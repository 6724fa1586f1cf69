//! Games as they were typed: the summands of a sum that has not been added up.
//!
//! Knows: games and their signs. Must not know: how they are added.

use super::Value;

/// A game with its sign in a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Summand {
    /// Whether the players have changed sides in it.
    pub negated: bool,
    /// The game.
    pub game: Value,
}

/// Sum as typed: its summands with their signs. Most questions have a single summand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Summands {
    pub(super) terms: Vec<Summand>,
}

impl From<Value> for Summands {
    fn from(game: Value) -> Self {
        Summands { terms: vec![Summand { negated: false, game }] }
    }
}

impl Summands {
    /// The sum of these.
    pub fn new(terms: Vec<Summand>) -> Self {
        Summands { terms }
    }

    /// Summands from left to right.
    pub fn terms(&self) -> &[Summand] {
        &self.terms
    }

    /// The only summand, if it has no sign.
    pub fn single(&self) -> Option<&Value> {
        match &self.terms[..] {
            [Summand { negated: false, game }] => Some(game),
            _ => None,
        }
    }

    /// Whether it is a sum of numbers, one of which is no short game, such as 1/3.
    pub fn has_long_number(&self) -> bool {
        let is_number = |term: &Summand| matches!(term.game, Value::Number(_));
        let is_long = |term: &Summand| match &term.game {
            Value::Number(number) => number.to_dyadic().is_none(),
            _ => false,
        };
        self.terms.iter().all(is_number) && self.terms.iter().any(is_long)
    }
}
