//! Arithmetic of rational numbers, which are refused when they grow too long.

use num_traits::{Signed, ToPrimitive};
use upstar_core::{Rational, Store};

use super::{Fault, Result, Value, host};
use crate::diagnostic::Code;

/// Numbers with more bits than this are refused rather than computed for hours.
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
    Ok((host::number(store, left)?, host::number(store, right)?))
}

/// `left / right`
pub(super) fn div(store: &Store, left: &Value, right: &Value) -> Result<Value> {
    let (a, b) = numbers(store, left, right)?;
    refuse_long(&a, &b)?;
    a.checked_div(&b).map(Value::Number).ok_or_else(by_zero)
}

/// `left % right`
pub(super) fn rem(store: &Store, left: &Value, right: &Value) -> Result<Value> {
    let (a, b) = numbers(store, left, right)?;
    refuse_long(&a, &b)?;
    a.checked_rem(&b).map(Value::Number).ok_or_else(by_zero)
}

/// What is said of a division by zero.
pub(super) fn by_zero() -> Fault {
    Fault::new(Code::DivisionByZero, "division by zero")
}

/// `left ** right`
pub(super) fn pow(store: &Store, left: &Value, right: &Value) -> Result<Value> {
    let (base, exponent) = numbers(store, left, right)?;
    let Some(exponent) = exponent.to_integer() else {
        return Err(not_whole(&exponent));
    };
    let small = base.to_i64().is_some_and(|n| n.abs() <= 1);
    let size = exponent
        .abs()
        .to_u32()
        .filter(|n| small || u64::from(*n).saturating_mul(base.bits()) <= MAX_BITS);
    // The powers of -1, 0 and 1 depend on the parity of the exponent only.
    let size = size.or_else(|| small.then(|| 2 + u32::from(exponent.bit(0))));
    let power = base.pow(size.ok_or_else(too_long)?);
    if exponent.is_negative() {
        return Rational::from(1).checked_div(&power).map(Value::Number).ok_or_else(by_zero);
    }
    Ok(Value::Number(power))
}

/// What is said of an exponent that is not an integer.
pub(super) fn not_whole(exponent: &Rational) -> Fault {
    Fault::new(Code::WrongType, format!("an exponent is an integer, and {exponent} is not"))
}
