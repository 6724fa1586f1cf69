//! Arithmetic and order of irrational surreal numbers, and Cantor's operations on ordinals.

use std::borrow::Cow;
use std::sync::Arc;

use num_traits::Signed;
use upstar_core::{Comparison, Error, Ordinal, Rational, Store, Surreal, short};

use super::host::{self, Host, Solved};
use super::{Fault, Result, Value, loopy, number, order, show};
use crate::diagnostic::Code;
use crate::syntax::ast::BinaryOp;

/// Most terms of a number in a message.
const MOST_SHOWN: usize = 10;
/// Note on the operands of Cantor's operations.
const ORDINALS: &str = "Cantor's product and power are of two ordinals";

impl Value {
    /// A surreal number: a [`Value::Number`] when it is rational.
    pub fn of_surreal(x: Surreal) -> Value {
        match x.to_rational() {
            Some(number) => Value::Number(number),
            None => Value::Surreal(Arc::new(x)),
        }
    }
}

/// `left op right`, where one is not rational.
pub(super) fn binary(
    host: &mut dyn Host,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Value> {
    let note = numbers_only(op);
    let (a, b) = (of(host, left, note)?, of(host, right, note)?);
    let store = host.store();
    let budget = store.budget();
    let result = match op {
        BinaryOp::Add => a.plus(&b, budget)?,
        BinaryOp::Sub => a.minus(&b, budget)?,
        BinaryOp::Mul => a.times(&b, budget)?,
        BinaryOp::Div => quotient(&store, &a, &b)?,
        BinaryOp::Pow => power(&store, &a, &b)?,
        BinaryOp::Ordinal => {
            if matches!(left, Value::Typed(_) | Value::LoopyBracket(_))
                && !order::as_canonical(&store, left)?
            {
                return Err(not_ordinal("a form that is not canonical"));
            }
            ordinal(&store, &a)?.plus(&ordinal(&store, &b)?)?.into_surreal()
        }
        _ => return Err(Fault::new(Code::WrongType, "only rational numbers have a remainder")),
    };
    Ok(Value::of_surreal(result))
}

/// Note on an operation of a number and a game that is no number.
fn numbers_only(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "a number that is not a short game is multiplied by numbers only",
        BinaryOp::Div => "only numbers are divided, and by numbers only",
        BinaryOp::Pow => "only numbers have powers, and only numbers are exponents",
        BinaryOp::Ordinal => {
            "an ordinal sum with a number that is not a short game is one of two ordinals"
        }
        BinaryOp::Rem => "only rational numbers have a remainder",
        _ => {
            "a number that is not a short game is compared with any game, but added to numbers only"
        }
    }
}

/// Converts a value to a surreal number; `note` says why it must be one.
fn of<'v>(host: &mut dyn Host, value: &'v Value, note: &str) -> Result<Cow<'v, Surreal>> {
    match value {
        Value::Surreal(x) => Ok(Cow::Borrowed(x)),
        Value::Number(number) => Ok(Cow::Owned(number.clone().into())),
        other => {
            let game = host::game(host, other)?;
            match host.store().as_number(game) {
                Some(number) => Ok(Cow::Owned(Rational::from(&number).into())),
                None => {
                    let message = "expected a number, found a game";
                    Err(Fault::new(Code::NotAShortGame, message).note(note))
                }
            }
        }
    }
}

fn quotient(store: &Store, a: &Surreal, b: &Surreal) -> Result<Surreal> {
    match a.over(b, store.budget()) {
        Ok(quotient) => quotient.ok_or_else(number::by_zero),
        Err(error @ Error::InfiniteQuotient) => Err(Fault::from(error)
            .note("1/(omega + 1) is omega**-1 - omega**-2 + omega**-3 - ..., without end")),
        Err(other) => Err(other.into()),
    }
}

fn power(store: &Store, base: &Surreal, exponent: &Surreal) -> Result<Surreal> {
    if base.is_omega() {
        return Ok(Surreal::omega_power(exponent.clone())?);
    }
    let Some(rational) = exponent.to_rational() else {
        return Err(Fault::new(
            Code::WrongType,
            "only omega has powers whose exponents are not rational",
        )
        .help("Cantor's power of ordinals is `ordinal_power(a, b)`"));
    };
    if let Some(n) = rational.to_integer() {
        let power = base.power(n.magnitude(), store.budget())?;
        let one = Surreal::from(Rational::ONE);
        return if n.is_negative() { quotient(store, &one, &power) } else { Ok(power) };
    }
    match base.as_omega_power() {
        Some(e) => Ok(Surreal::omega_power(e.times(exponent, store.budget())?)?),
        None => Err(number::not_whole(&rational)
            .note("powers of omega have other exponents, too: `omega**(1/2)`")),
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

fn not_ordinal(what: &str) -> Fault {
    Fault::new(Code::OutOfRange, format!("expected an ordinal, found {what}"))
        .note("in the normal form of an ordinal, coefficients are whole and positive, and exponents ordinals")
}

/// Cantor's product of two ordinals.
///
/// # Errors
/// When one is no ordinal, or the result is too large.
pub fn ordinal_product(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    let (a, b) = (of(host, left, ORDINALS)?, of(host, right, ORDINALS)?);
    let store = host.store();
    let product = ordinal(&store, &a)?.times(&ordinal(&store, &b)?)?;
    Ok(Value::of_surreal(product.into_surreal()))
}

/// Cantor's power of two ordinals.
///
/// # Errors
/// When one is no ordinal, or the result is too large.
pub fn ordinal_power(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Value> {
    let (a, b) = (of(host, left, ORDINALS)?, of(host, right, ORDINALS)?);
    let store = host.store();
    let power = ordinal(&store, &a)?.power(&ordinal(&store, &b)?, store.budget())?;
    Ok(Value::of_surreal(power.into_surreal()))
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

/// Comparison of `x`, a number that is no short game, with a number or game.
pub(super) fn relation(host: &mut dyn Host, x: &Surreal, other: &Value) -> Result<Comparison> {
    let y = match other {
        Value::Surreal(y) => Cow::Borrowed(&**y),
        Value::Number(n) => Cow::Owned(n.clone().into()),
        other => {
            return match host::solved(host, other)? {
                Solved::Short(game) => Ok(short::compare_number(&host.store(), x, game)?),
                Solved::Loopy(..) => loopy::beside(host, other, x),
            };
        }
    };
    Ok(order::comparison_of(x.cmp(&y)))
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
