//! Arithmetic of rational numbers, with their greatest length.
//!
//! Knows: which operations cannot be interrupted, and what they cost: products of `MAX_BITS` and common
//! divisors of `MAX_FRACTION_BITS` take about a second. Division goes on in pieces.
//! Must not know: how digits are computed.
//!
//! No other place decides how long an operand may be. Division and the remainder of a power
//! (`upstar_core::div_mod_floor`, `upstar_core::power_mod`) ask the budget between their pieces.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use upstar_core::{Rational, Store, div_mod_floor, power_mod};

use super::{Fault, Result, Value, expect};
use crate::diagnostic::Code;

/// Most bits of an integer result; longer ones are refused, as they would take hours.
const MAX_BITS: u64 = 1 << 24;
/// The same for fractions, and for common divisors.
const MAX_FRACTION_BITS: u64 = 1 << 18;

/// A sum or difference: for fractions as costly as a product.
pub(super) fn sum(
    a: &Rational,
    b: &Rational,
    combine: impl Fn(&Rational, &Rational) -> Rational,
) -> Result<Value> {
    if !(a.is_integer() && b.is_integer()) {
        refuse_long(a, b)?;
    }
    Ok(Value::Number(combine(a, b)))
}

/// The product of two numbers.
pub(super) fn product(a: &Rational, b: &Rational) -> Result<Value> {
    refuse_long(a, b)?;
    Ok(Value::Number(a * b))
}

/// Refuses operands whose product would be too long. Fractions are reduced by their common
/// divisor after each operation, so they are refused earlier.
fn refuse_long(a: &Rational, b: &Rational) -> Result<()> {
    refuse_longer(if a.is_integer() && b.is_integer() { MAX_BITS } else { MAX_FRACTION_BITS }, a, b)
}

/// Refuses integers whose common divisor would take long to find.
///
/// # Errors
/// When they are too long.
pub fn refuse_long_divisor(a: &Rational, b: &Rational) -> Result<()> {
    refuse_longer(MAX_FRACTION_BITS, a, b)
}

fn refuse_longer(limit: u64, a: &Rational, b: &Rational) -> Result<()> {
    if a.bits() + b.bits() > limit { Err(too_long()) } else { Ok(()) }
}

fn too_long() -> Fault {
    Fault::new(Code::TooLarge, "the result has too many digits")
}

fn numbers(store: &Store, left: &Value, right: &Value) -> Result<(Rational, Rational)> {
    Ok((expect::number(store, left)?, expect::number(store, right)?))
}

/// `left / right`
pub(super) fn div(store: &Store, left: &Value, right: &Value) -> Result<Value> {
    let (a, b) = numbers(store, left, right)?;
    if a.bits() + b.bits() > MAX_FRACTION_BITS
        && let (Some(n), Some(d)) = (a.to_integer(), b.to_integer())
    {
        // If the quotient is an integer, no common divisor is needed.
        let (quotient, rest) = divided(store, &n, &d)?;
        return if rest.is_zero() { Ok(Value::integer(quotient)) } else { Err(too_long()) };
    }
    refuse_longer(MAX_FRACTION_BITS, &a, &b)?;
    a.checked_div(&b).map(Value::Number).ok_or_else(by_zero)
}

/// `left % right`
pub(super) fn rem(store: &Store, left: &Value, right: &Value) -> Result<Value> {
    let (a, b) = numbers(store, left, right)?;
    let short = a.to_i64().is_some() && b.to_i64().is_some();
    if !short && let (Some(n), Some(d)) = (a.to_integer(), b.to_integer()) {
        return Ok(Value::integer(divided(store, &n, &d)?.1));
    }
    refuse_long(&a, &b)?;
    a.checked_rem(&b).map(Value::Number).ok_or_else(by_zero)
}

/// Quotient and remainder of integers.
fn divided(store: &Store, a: &BigInt, b: &BigInt) -> Result<(BigInt, BigInt)> {
    if b.is_zero() {
        return Err(by_zero());
    }
    Ok(div_mod_floor(a, b, store.budget())?)
}

/// `base ** exponent % divisor` without the power, which may be too long; `None` unless all are integers
/// and the exponent is not negative.
///
/// # Errors
/// When the divisor is 0, or a limit is passed.
pub fn power_remainder(
    store: &Store,
    base: &Value,
    exponent: &Value,
    divisor: &Value,
) -> Result<Option<Value>> {
    let (Value::Number(base), Value::Number(exponent), Value::Number(divisor)) =
        (base, exponent, divisor)
    else {
        return Ok(None);
    };
    let (Some(base), Some(exponent), Some(divisor)) =
        (base.to_integer(), exponent.to_integer(), divisor.to_integer())
    else {
        return Ok(None);
    };
    if exponent.is_negative() {
        return Ok(None);
    }
    if divisor.is_zero() {
        return Err(by_zero());
    }
    let rest = power_mod(&base, exponent.magnitude(), &divisor, store.budget())?;
    Ok(Some(Value::integer(rest)))
}

/// Fault of a division by zero.
pub(super) fn by_zero() -> Fault {
    Fault::new(Code::DivisionByZero, "division by zero")
}

/// `left ** right`
pub(super) fn pow(store: &Store, left: &Value, right: &Value) -> Result<Value> {
    let (base, exponent) = numbers(store, left, right)?;
    let Some(exponent) = exponent.to_integer() else {
        return Err(not_whole(&exponent));
    };
    let limit = match base.is_integer() && !exponent.is_negative() {
        true => MAX_BITS,
        false => MAX_FRACTION_BITS,
    };
    let small = base.to_i64().is_some_and(|n| n.abs() <= 1);
    let size = exponent
        .abs()
        .to_u32()
        .filter(|n| small || u64::from(*n).saturating_mul(base.bits()) <= limit);
    // The powers of -1, 0 and 1 depend on the parity of the exponent only.
    let size = size.or_else(|| small.then(|| 2 + u32::from(exponent.bit(0))));
    let power = base.pow(size.ok_or_else(too_long)?)?;
    if exponent.is_negative() {
        return Rational::from(1).checked_div(&power).map(Value::Number).ok_or_else(by_zero);
    }
    Ok(Value::Number(power))
}

/// Fault of a multiple of a game that is not an integer.
pub(super) fn not_a_multiple(n: &Rational) -> Fault {
    let n = n.in_message();
    let message = format!("only integer multiples of games exist, and {n} is not an integer");
    Fault::new(Code::WrongType, message)
}

/// Fault of an exponent that is not an integer.
pub(super) fn not_whole(exponent: &Rational) -> Fault {
    let exponent = exponent.in_message();
    Fault::new(Code::WrongType, format!("an exponent is an integer, and {exponent} is not"))
}
