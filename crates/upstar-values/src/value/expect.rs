//! The number, text or truth value that a value is, where one is expected.
//!
//! Must not know: positions, or anything else that has to be computed.

use std::sync::Arc;

use num_traits::ToPrimitive;
use upstar_core::{Game, Rational, Store};

use super::{Fault, Result, Value, surreal};
use crate::diagnostic::Code;

/// The number that a value is.
///
/// # Errors
/// For everything else; a tight `3*4` gets a help on how products are written.
pub fn number(store: &Store, value: &Value) -> Result<Rational> {
    match value {
        Value::Number(number) => Ok(number.clone()),
        Value::Form(form) | Value::Typed(form) => match store.as_number(form.canonical()) {
            Some(number) => Ok(Rational::from(&number)),
            None => Err(value.wrong("a number")),
        },
        Value::LoopyBracket(bracket) => number(store, bracket.value()),
        Value::Game(game) => Err(not_a_number(store, *game)),
        Value::Surreal(x) => Err(surreal::not_rational(store, x)?),
        other => Err(other.wrong("a number")),
    }
}

fn not_a_number(store: &Store, game: Game) -> Fault {
    match store.as_number_up_star(game) {
        Some((number, 0, star)) if !number.is_zero() && star > 0 => {
            let number = Rational::from(&number);
            Fault::new(Code::TightStar, format!("expected a number, found the game {number}*{star}", number = number.in_message()))
                .help(format!(
                    "without spaces `{number}*{star}` is {number} + *{star}; the product is `{number} * {star}`", number = number.in_message()
                ))
        }
        _ => Value::Game(game).wrong("a number"),
    }
}

/// The short game that a number is.
pub(super) fn number_game(store: &Store, number: &Rational) -> Result<Game> {
    let Some(dyadic) = number.to_dyadic() else {
        return Err(Fault::new(
            Code::NotAShortGame,
            format!("{number} is a number, but not a short game", number = number.in_message()),
        )
        .note("only fractions whose denominator is a power of two are born on a finite day"));
    };
    Ok(store.number(&dyadic)?)
}

/// The machine integer that a value is.
///
/// # Errors
/// For values that are not integers, or do not fit 64 bits.
pub fn integer(store: &Store, value: &Value) -> Result<i64> {
    let number = number(store, value)?;
    number.to_i64().ok_or_else(|| match number.to_integer() {
        Some(_) => Fault::new(
            Code::TooLarge,
            format!("{number} is too large here", number = number.in_message()),
        ),
        None => no_integer(&number),
    })
}

/// The fault of another number where an integer is needed.
pub fn no_integer(number: &Rational) -> Fault {
    Fault::new(Code::WrongType, format!("expected an integer, found {}", number.in_message()))
}

/// The size of a heap, an index, a count: an integer that is not negative.
///
/// # Errors
/// As [`integer`], and for negative ones.
pub fn count(store: &Store, value: &Value, what: &str) -> Result<u64> {
    let n = integer(store, value)?;
    n.to_u64().ok_or_else(|| {
        Fault::new(Code::OutOfRange, format!("{what} cannot be negative, and this is {n}"))
    })
}

/// The text that a value is.
///
/// # Errors
/// For everything else.
pub fn text(value: &Value) -> Result<Arc<str>> {
    match value {
        Value::Text(text) => Ok(Arc::clone(text)),
        other => Err(other.wrong("a text")),
    }
}

/// The truth value that a value is.
///
/// # Errors
/// For everything else.
pub fn truth(value: &Value) -> Result<bool> {
    match value {
        Value::Bool(b) => Ok(*b),
        other => Err(other.wrong("a truth value").help("compare with `==`, `<`, ...")),
    }
}
