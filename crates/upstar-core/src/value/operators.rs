//! Conversions of numbers, order, and arithmetic with signs.

use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;

use super::{Value, games};
use crate::{Comparison, Dyadic};

impl From<i64> for Value {
    #[track_caller]
    fn from(n: i64) -> Value {
        Value::made(Value::store().integer(n))
    }
}

impl From<&Dyadic> for Value {
    #[track_caller]
    fn from(x: &Dyadic) -> Value {
        Value::made(Value::store().number(x))
    }
}

impl From<Dyadic> for Value {
    #[track_caller]
    fn from(x: Dyadic) -> Value {
        Value::from(&x)
    }
}

/// The order of games; games that are confused have none.
impl PartialOrd for Value {
    #[track_caller]
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        match self.compare(*other) {
            Ok(Comparison::Less) => Some(Ordering::Less),
            Ok(Comparison::Equal) => Some(Ordering::Equal),
            Ok(Comparison::Greater) => Some(Ordering::Greater),
            Ok(Comparison::Confused) => None,
            Err(error) => panic!("values cannot be compared: {error}"),
        }
    }
}

impl Neg for Value {
    type Output = Value;

    #[track_caller]
    fn neg(self) -> Value {
        Value::made(Value::store().neg(self.0))
    }
}

impl Add for Value {
    type Output = Value;

    #[track_caller]
    fn add(self, other: Value) -> Value {
        Value::made(Value::store().add(self.0, other.0))
    }
}

impl Sub for Value {
    type Output = Value;

    #[track_caller]
    fn sub(self, other: Value) -> Value {
        Value::made(Value::store().sub(self.0, other.0))
    }
}

/// The sum of `n` copies.
impl Mul<i64> for Value {
    type Output = Value;

    #[track_caller]
    fn mul(self, n: i64) -> Value {
        Value::made(Value::store().times(&BigInt::from(n), self.0))
    }
}

/// The sum of `n` copies.
impl Mul<Value> for i64 {
    type Output = Value;

    #[track_caller]
    fn mul(self, g: Value) -> Value {
        g * self
    }
}

impl AddAssign for Value {
    #[track_caller]
    fn add_assign(&mut self, other: Value) {
        *self = *self + other;
    }
}

impl SubAssign for Value {
    #[track_caller]
    fn sub_assign(&mut self, other: Value) {
        *self = *self - other;
    }
}

impl MulAssign<i64> for Value {
    #[track_caller]
    fn mul_assign(&mut self, n: i64) {
        *self = *self * n;
    }
}

impl<'v> Sum<&'v Value> for Value {
    #[track_caller]
    fn sum<I: Iterator<Item = &'v Value>>(all: I) -> Value {
        all.copied().sum()
    }
}

/// The sum, by [`Store::total`](crate::Store::total).
impl Sum for Value {
    fn sum<I: Iterator<Item = Value>>(all: I) -> Value {
        Value::made(Value::store().total(&games(all.collect())))
    }
}
