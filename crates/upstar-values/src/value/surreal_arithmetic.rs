//! Arithmetic and order of irrational surreal numbers, and Cantor's operations on ordinals.

use std::borrow::Cow;

use num_traits::Signed;
use upstar_core::{Comparison, Error, Rational, Store, Surreal, short};

use super::host::Host;
use super::surreal::{not_ordinal, ordinal};
use super::worth::{self, Solved};
use super::{Fault, Result, Value, canonical, loopy, number};
use crate::diagnostic::Code;
use crate::syntax::ast::BinaryOp;

/// Note on the operands of Cantor's operations.
const ORDINALS: &str = "Cantor's product and power are of two ordinals";

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
                && !canonical::as_canonical(&store, left)?
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
            let game = worth::game(host, other)?;
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

/// Comparison of `x`, a number that is no short game, with a number or game.
pub(super) fn relation(host: &mut dyn Host, x: &Surreal, other: &Value) -> Result<Comparison> {
    let y = match other {
        Value::Surreal(y) => Cow::Borrowed(&**y),
        Value::Number(n) => Cow::Owned(n.clone().into()),
        other => {
            return match worth::solved(host, other)? {
                Solved::Short(game) => Ok(short::compare_number(&host.store(), x, game)?),
                Solved::Loopy(..) => loopy::beside(host, other, x),
            };
        }
    };
    Ok(x.cmp(&y).into())
}
