//! Numbers that are no short games, and ordinals: what they are as values, and their faults.

use std::borrow::Cow;
use std::sync::Arc;

use upstar_core::{Ordinal, SignExpansion, Store, Surreal};

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
    if size.is_ordinal() {
        return Ok(Value::of_surreal(size));
    }
    Ok(Value::of_surreal(sign_expansion(store, x)?.birthday()?.into_surreal()))
}

/// The sign expansion of a number.
///
/// # Errors
/// When it has infinitely many runs.
pub fn sign_expansion(store: &Store, x: &Surreal) -> Result<SignExpansion> {
    match SignExpansion::of(x, store.budget())? {
        Some(signs) => Ok(signs),
        None => {
            let message = format!("the signs of {} change infinitely often", named(store, x)?);
            Err(Fault::new(Code::OutOfRange, message).note(
                "they change finitely often if all coefficients are dyadic, and those in exponents",
            ))
        }
    }
}

/// The simplest number between the largest of some numbers and the smallest of others; `None` where there is none, or a sign
/// expansion has infinitely many runs.
///
/// # Errors
/// When a limit is passed.
pub fn between(store: &Store, sides: [&[Surreal]; 2]) -> Result<Option<Value>> {
    let (left, right) = (sides[0].iter().max(), sides[1].iter().min());
    if let (Some(left), Some(right)) = (left, right)
        && left >= right
    {
        return Ok(None);
    }
    let budget = store.budget();
    let mut bounds = Vec::with_capacity(2);
    for side in [left, right] {
        bounds.push(match side {
            Some(x) => match SignExpansion::of(x, budget)? {
                Some(signs) => Some(signs),
                None => return Ok(None),
            },
            None => None,
        });
    }
    let found = SignExpansion::simplest_between(bounds[0].as_ref(), bounds[1].as_ref(), budget)?;
    Ok(found.number(budget)?.map(Value::of_surreal))
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
