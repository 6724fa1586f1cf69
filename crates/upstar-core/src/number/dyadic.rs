//! Dyadic rationals, the values of numbers that are short games.
//!
//! Knows: exact sums, products and order of `num / 2^exp`, small and large.
//! Must not know: games, other rationals beyond conversion.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::Rational;
use crate::Error;

/// Largest exponent of the small form; sums of small forms then fit in 128 bits.
const SMALL_EXP: u64 = 62;

/// Largest exponent of the numbers that are games: a sum of two takes 2 megabytes.
pub(crate) const MOST_EXPONENT: u64 = 1 << 24;

/// Largest number of binary digits by which sums shift a numerator: more take gigabytes.
const MOST_SHIFT: u64 = 1 << 34;

/// Largest denominator, as an exponent, that is written out in digits.
const MOST_WRITTEN: u64 = 1 << 20;

/// An exact dyadic rational `num / 2^exp`, of any size.
///
/// Always in lowest terms, so equality and hashing agree with the value. Operators take numbers and integers, by value
/// and by reference.
///
/// ```
/// # use upstar_core::{Dyadic, Error};
/// let half: Dyadic = "1/2".parse()?;
/// assert!(&half + &half == 1 && half < 1);
/// assert_eq!(3 * half - 1, Dyadic::small(1, 1));
/// # Ok::<(), Error>(())
/// ```
///
/// # Panics
/// Operators are exact. They panic when the result has a denominator of more than `2^(2^64)`, and sums when more than
/// `2^34` binary digits would have to be written. Games have denominators up to `2^(2^24)`, and what would have a
/// larger one is an error ([`Error::DenominatorTooLarge`]).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

/// Small exactly when the numerator fits in 64 bits and the exponent is at most `SMALL_EXP`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { num: i64, exp: u32 },
    Big(Box<(BigInt, u64)>),
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Repr::Small { num: 0, exp: 0 });
    /// One.
    pub const ONE: Dyadic = Dyadic(Repr::Small { num: 1, exp: 0 });

    /// The number `num / 2^exp`, brought to lowest terms.
    ///
    /// ```
    /// # use upstar_core::Dyadic;
    /// assert_eq!(Dyadic::new(6.into(), 2), Dyadic::small(3, 1));
    /// ```
    pub fn new(num: BigInt, exp: u64) -> Self {
        let twos = num.trailing_zeros().unwrap_or(exp).min(exp);
        let (num, exp) = (num >> twos, exp - twos);
        match num.to_i64() {
            Some(small) if exp <= SMALL_EXP => Dyadic(Repr::Small { num: small, exp: exp as u32 }),
            _ => Dyadic(Repr::Big(Box::new((num, exp)))),
        }
    }

    /// The number `num / 2^exp` from machine words.
    ///
    /// ```
    /// # use upstar_core::Dyadic;
    /// assert_eq!(Dyadic::small(6, 2).to_string(), "3/2");
    /// assert_eq!(Dyadic::small(0, 200).to_string(), "0");
    /// ```
    pub fn small(num: i64, exp: u32) -> Self {
        Dyadic::from_wide(i128::from(num), exp)
    }

    fn from_wide(num: i128, exp: u32) -> Self {
        if num == 0 {
            return Dyadic(Repr::Small { num: 0, exp: 0 });
        }
        let twos = num.trailing_zeros().min(exp);
        let (num, exp) = (num >> twos, exp - twos);
        match i64::try_from(num) {
            Ok(num) if u64::from(exp) <= SMALL_EXP => Dyadic(Repr::Small { num, exp }),
            _ => Dyadic(Repr::Big(Box::new((BigInt::from(num), u64::from(exp))))),
        }
    }

    /// The numerator in lowest terms.
    pub fn numer(&self) -> BigInt {
        match &self.0 {
            Repr::Small { num, .. } => BigInt::from(*num),
            Repr::Big(big) => big.0.clone(),
        }
    }

    /// The exponent of the denominator in lowest terms: the denominator is `2^exponent`.
    ///
    /// ```
    /// # use upstar_core::Dyadic;
    /// assert_eq!(Dyadic::small(6, 4).exponent(), 3);
    /// ```
    pub fn exponent(&self) -> u64 {
        match &self.0 {
            Repr::Small { exp, .. } => u64::from(*exp),
            Repr::Big(big) => big.1,
        }
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { num: 0, .. })
    }

    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether this is below zero.
    pub fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// Whether this is above zero.
    pub fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// The sign, as the order relative to zero.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Small { num, .. } => num.cmp(&0),
            Repr::Big(big) => match big.0.sign() {
                Sign::Minus => Ordering::Less,
                Sign::NoSign => Ordering::Equal,
                Sign::Plus => Ordering::Greater,
            },
        }
    }

    /// The integer, if the value is one that fits.
    ///
    /// ```
    /// # use upstar_core::Dyadic;
    /// assert_eq!([Dyadic::from(7), Dyadic::small(1, 1)].map(|x| x.to_i64()), [Some(7), None]);
    /// ```
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small { num, exp: 0 } => Some(*num),
            _ => None,
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Dyadic {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// Half of this.
    ///
    /// ```
    /// # use upstar_core::Dyadic;
    /// assert_eq!(Dyadic::from(3).half(), Dyadic::small(3, 1));
    /// ```
    pub fn half(&self) -> Dyadic {
        match &self.0 {
            Repr::Small { num, exp } => Dyadic::from_wide(i128::from(*num), exp + 1),
            Repr::Big(big) => Dyadic::new(big.0.clone(), added(big.1, 1)),
        }
    }

    /// The floor of `self * 2^scale`.
    pub(crate) fn floor_scaled(&self, scale: u64) -> BigInt {
        let (num, exp) = (self.numer(), self.exponent());
        if scale >= exp { shifted(num, scale - exp) } else { num >> (exp - scale) }
    }

    /// The floor.
    ///
    /// ```
    /// # use upstar_core::Dyadic;
    /// assert_eq!(Dyadic::small(-1, 1).floor(), (-1).into());
    /// ```
    pub fn floor(&self) -> BigInt {
        self.floor_scaled(0)
    }

    /// The small form as `(num, exp)`.
    pub(crate) fn as_small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Repr::Small { num, exp } => Some((num, exp)),
            Repr::Big(_) => None,
        }
    }

    /// The birthday: `n` for the integer `n`, one more than the integer part plus the exponent for a
    /// fraction. Source: ONAG, chapters 0 and 2.
    ///
    /// ```
    /// # use upstar_core::Dyadic;
    /// assert_eq!([Dyadic::from(-3), Dyadic::small(3, 2)].map(|x| x.birthday()), [3u32.into(), 3u32.into()]);
    /// ```
    pub fn birthday(&self) -> BigUint {
        let size = self.abs();
        let whole = size.floor().magnitude().clone();
        if size.is_integer() { whole } else { whole + 1u32 + size.exponent() }
    }

    /// Converts to an exact rational.
    ///
    /// # Panics
    /// When the denominator is more than `2^(2^34)`, which no game has.
    pub fn to_big_rational(&self) -> BigRational {
        BigRational::new_raw(self.numer(), shifted(BigInt::one(), self.exponent()))
    }

    /// Place of the leading binary digit: 0 for numbers from 1 on that are less than 2.
    fn leading_place(&self) -> i128 {
        i128::from(self.numer().bits()) - 1 - i128::from(self.exponent())
    }

    /// Checks that the denominator is one that games have.
    pub(crate) fn check_exponent(&self) -> Result<(), Error> {
        match self.exponent() <= MOST_EXPONENT {
            true => Ok(()),
            false => Err(Error::DenominatorTooLarge { limit: MOST_EXPONENT }),
        }
    }

    /// Bytes allocated on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Repr::Small { .. } => 0,
            Repr::Big(big) => 48 + big.0.bits() as usize / 8,
        }
    }
}

/// The product with a power of two.
fn shifted(num: BigInt, by: u64) -> BigInt {
    assert!(
        num.is_zero() || by <= MOST_SHIFT,
        "an exact sum of numbers with so different denominators is too long"
    );
    num << by
}

/// The sum of two exponents.
fn added(one: u64, other: u64) -> u64 {
    one.checked_add(other).expect("denominators are at most 2^(2^64)")
}

impl From<i64> for Dyadic {
    fn from(num: i64) -> Self {
        Dyadic(Repr::Small { num, exp: 0 })
    }
}

impl From<BigInt> for Dyadic {
    fn from(num: BigInt) -> Self {
        Dyadic::new(num, 0)
    }
}

/// A rational whose denominator is not a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a dyadic rational")]
pub struct NotDyadic;

impl TryFrom<&Rational> for Dyadic {
    type Error = NotDyadic;

    fn try_from(value: &Rational) -> Result<Self, NotDyadic> {
        value.to_dyadic().ok_or(NotDyadic)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Some((a, d)), Some((b, e))) = (self.as_small(), other.as_small()) {
            if d == e {
                return a.cmp(&b);
            }
            return (i128::from(a) << e).cmp(&(i128::from(b) << d));
        }
        let signs = self.sign().cmp(&other.sign());
        if signs != Ordering::Equal {
            return signs;
        }
        // Numbers of the same sign whose leading digits stand at the same place have exponents that differ as
        // the lengths of their numerators do, so that little is shifted.
        let sizes = self.leading_place().cmp(&other.leading_place());
        if sizes != Ordering::Equal {
            return if self.is_negative() { sizes.reverse() } else { sizes };
        }
        let scale = self.exponent().max(other.exponent());
        self.floor_scaled(scale).cmp(&other.floor_scaled(scale))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&Dyadic> for Dyadic {
    fn from(number: &Dyadic) -> Dyadic {
        number.clone()
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { num, exp } => Dyadic::from_wide(-i128::from(*num), *exp),
            Repr::Big(big) => Dyadic::new(-&big.0, big.1),
        }
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Some((a, d)), Some((b, e))) = (self.as_small(), other.as_small()) {
            let exp = d.max(e);
            return Dyadic::from_wide(
                (i128::from(a) << (exp - d)) + (i128::from(b) << (exp - e)),
                exp,
            );
        }
        let exp = self.exponent().max(other.exponent());
        Dyadic::new(self.floor_scaled(exp) + other.floor_scaled(exp), exp)
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;

    fn mul(self, other: &Dyadic) -> Dyadic {
        if let (Some((a, d)), Some((b, e))) = (self.as_small(), other.as_small()) {
            return Dyadic::from_wide(i128::from(a) * i128::from(b), d + e);
        }
        Dyadic::new(self.numer() * other.numer(), added(self.exponent(), other.exponent()))
    }
}

/// An integer, or a quotient of two whose denominator is a power of two: `-3`, `5/8`.
///
/// ```
/// # use upstar_core::{Dyadic, Error};
/// assert_eq!("1/2".parse::<Dyadic>()?, Dyadic::small(1, 1));
/// assert!("1/3".parse::<Dyadic>().is_err());
/// # Ok::<(), Error>(())
/// ```
impl FromStr for Dyadic {
    type Err = Error;

    fn from_str(text: &str) -> Result<Dyadic, Error> {
        Ok(Dyadic::try_from(&text.parse::<Rational>()?)?)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.exponent() {
            0 => self.numer().to_string(),
            exp @ ..=MOST_WRITTEN => format!("{}/{}", self.numer(), BigInt::one() << exp),
            exp => format!("{}/2^{exp}", self.numer()),
        })
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Default for Dyadic {
    fn default() -> Self {
        Dyadic::ZERO
    }
}

/// The dyadic number equal to a fraction, if any.
pub(super) fn from_ratio(numer: &BigInt, denom: &BigInt) -> Option<Dyadic> {
    if !denom.is_positive() || numer.is_zero() {
        return numer.is_zero().then_some(Dyadic::ZERO);
    }
    let exp = denom.trailing_zeros()?;
    (denom.bits() == exp + 1).then(|| Dyadic::new(numer.clone(), exp))
}
