//! Numbers that are no short games, and ordinals: what they are as values, and their faults.

use std::borrow::Cow;
use std::sync::Arc;

use upstar_core::{Ordinal, Store, Surreal};

use super::{Fault, Result, Value, show};
use crate::diagnostic::Code;

/// Most terms of a number in a message.
const MOST_SHOWN: usize = 10;

impl Value {
    /// A surreal number: a [`Value::Number`] when it is rational.
    pub fn of_surreal(x: Surreal) -> Value {
        match x.to_rational() {
            Some(number) => Value::Number(number),
            None => Value::Surreal(Arc::new(x)),
        }
    }
}

/// The ordinal that a number is.
///
/// # Errors
/// When it is none.
pub fn ordinal(store: &Store, x: &Surreal) -> Result<Ordinal> {
    match Ordinal::new(x.clone()) {
        Some(ordinal) => Ok(ordinal),
        None => Err(not_ordinal(&named(store, x)?)),
    }
}

/// Fault of something else where an ordinal is needed.
pub(super) fn not_ordinal(what: &str) -> Fault {
    Fault::new(Code::OutOfRange, format!("expected an ordinal, found {what}"))
        .note("in the normal form of an ordinal, coefficients are whole and positive, and exponents ordinals")
}

/// Birthday of a number that is not born on a finite day.
///
/// # Errors
/// When that is not known.
pub fn birthday(store: &Store, x: &Surreal) -> Result<Value> {
    if x.to_rational().is_some() {
        return Ok(Value::of_surreal(Surreal::omega()));
    }
    let size = x.abs();
    if !size.is_ordinal() {
        let message = format!("the birthday of {} is not found", named(store, x)?);
        return Err(Fault::new(Code::OutOfRange, message)
            .note("an ordinal and its negative are born on the day of that ordinal; others are not worked out"));
    }
    Ok(Value::of_surreal(size))
}

/// Number of a value, if it is one that is no short game.
pub fn beyond(value: &Value) -> Option<Cow<'_, Surreal>> {
    match value {
        Value::Surreal(x) => Some(Cow::Borrowed(x)),
        Value::Number(n) if n.to_dyadic().is_none() => Some(Cow::Owned(n.clone().into())),
        _ => None,
    }
}

/// Fault of a number where a short game is needed.
pub(super) fn not_short(store: &Store, x: &Surreal) -> Result<Fault> {
    let message = format!("{} is a number, but not a short game", named(store, x)?);
    Ok(Fault::new(Code::NotAShortGame, message).note("short games are born on a finite day"))
}

/// Fault of a number where a rational one is needed.
pub(super) fn not_rational(store: &Store, x: &Surreal) -> Result<Fault> {
    let message = format!("expected a rational number, found {}", named(store, x)?);
    Ok(Fault::new(Code::WrongType, message))
}

/// A number in messages.
fn named(store: &Store, x: &Surreal) -> Result<String> {
    if x.size() > MOST_SHOWN {
        return Ok("one with many terms".to_owned());
    }
    show::value(store, &Value::of_surreal(x.clone()))
}
