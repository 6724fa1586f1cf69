//! Class of a game: by which theory it is added, compared and printed.
//!
//! Knows: of two games the class that comes last decides, because its theory contains what the others need.
//! Must not know: what the theories compute.
//!
//! The later class decides in operations, order and equality alike. What a game is worth is one answer
//! (`worth::solved`): a short game, or a loopy one and the reason why it is not short. So builtins need not read
//! that from the code of an error.

use super::Value;

/// Class of a game. An operation on two games is that of the later class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A short game by its value: a dyadic number, a canonical form, a bracket.
    Short,
    /// A position, or a sum of positions and short games: its value need not be known.
    Positional,
    /// A rational number that is no short game, such as 1/3.
    Fraction,
    /// A surreal number that is not rational.
    Surreal,
    /// A nimber of infinite size.
    TransfiniteNimber,
    /// An infinite loopy nimber.
    InfiniteNimber,
    /// A loopy game, or a sum that has one.
    Loopy,
    /// A game in misère play.
    Misere,
}

impl Class {
    /// Class of a value; `None` if it is no game.
    pub fn of(value: &Value) -> Option<Class> {
        Some(match value {
            Value::Number(number) if number.to_dyadic().is_none() => Class::Fraction,
            Value::Number(_) | Value::Game(_) | Value::Form(_) | Value::Typed(_) => Class::Short,
            Value::Sum(sum) if sum.is_loopy() => Class::Loopy,
            Value::Position(_) | Value::Sum(_) => Class::Positional,
            Value::Surreal(_) => Class::Surreal,
            Value::Transfinite(_) => Class::TransfiniteNimber,
            Value::Infinity(_) => Class::InfiniteNimber,
            Value::Loopy(_) | Value::LoopyBracket(_) => Class::Loopy,
            Value::Misere(_) => Class::Misere,
            _ => return None,
        })
    }

    /// Class of an operation on two values: the later class. `None` if one is no game, unless the other is
    /// in misère play, whose fault says more.
    pub fn of_both(left: &Value, right: &Value) -> Option<Class> {
        match (Class::of(left), Class::of(right)) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (Some(Class::Misere), _) | (_, Some(Class::Misere)) => Some(Class::Misere),
            _ => None,
        }
    }

    /// Whether these are numbers that are no short games.
    pub fn is_beyond_short(self) -> bool {
        matches!(self, Class::Fraction | Class::Surreal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upstar_core::{Rational, Surreal};

    use super::*;

    #[test]
    fn of_two_games_the_later_class_decides() {
        let third =
            Value::Number(Rational::from(1).checked_div(&Rational::from(3)).expect("3 is not 0"));
        let omega = Value::Surreal(Arc::new(Surreal::omega()));
        let infinite = Value::Infinity(Arc::from([0u32]));
        for (left, right, class) in [
            (Value::integer(1), Value::integer(2), Some(Class::Short)),
            (Value::integer(1), third.clone(), Some(Class::Fraction)),
            (omega.clone(), third, Some(Class::Surreal)),
            (omega, infinite.clone(), Some(Class::InfiniteNimber)),
            (infinite, Value::Bool(true), None),
        ] {
            assert_eq!(Class::of_both(&left, &right), class);
            assert_eq!(Class::of_both(&right, &left), class);
        }
    }
}
