//! Exact rationals, the numbers of the language.
//!
//! Knows: arithmetic with a fast form for machine words and an exact one beyond.
//! Must not know: games.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, ToPrimitive, Zero};

use super::{Dyadic, dyadic};
use crate::Error;
use crate::text::MAX_DIGITS;

/// Most binary digits of a power, numerator and denominator together.
const MOST_BITS_OF_POWERS: u64 = 1 << 25;

/// An exact rational of any size, always in lowest terms. Operators take numbers and integers, by value and by reference;
/// a quotient is [`checked_div`](Rational::checked_div).
///
/// ```
/// # use upstar_core::{Error, Rational};
/// let third = Rational::new(1, 3)?;
/// assert!(&third + &third < 1 && 3 * &third == 1);
/// assert_eq!(format!("[{:>5}]", third - 1), "[ -2/3]");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

/// Small exactly when both parts fit in 64 bits; the denominator is positive.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { num: i64, den: i64 },
    Big(Box<BigRational>),
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational(Repr::Small { num: 0, den: 1 });
    /// One.
    pub const ONE: Rational = Rational(Repr::Small { num: 1, den: 1 });

    /// The quotient of two integers.
    ///
    /// ```
    /// # use upstar_core::{Error, Rational};
    /// assert_eq!(Rational::new(2, -4)?, "-1/2".parse::<Rational>()?);
    /// assert_eq!(Rational::new(1, 0), Err(Error::DivisionByZero));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DivisionByZero`].
    pub fn new(num: impl Into<BigInt>, den: impl Into<BigInt>) -> Result<Rational, Error> {
        let [num, den] = [num.into(), den.into()].map(Rational::from);
        num.checked_div(&den).ok_or(Error::DivisionByZero)
    }

    /// `num / den` for a positive `den`, from 128-bit intermediates.
    fn from_wide(num: i128, den: i128) -> Self {
        // Division of 128 bits is slow, and most numbers are integers.
        let (num, den) = match den {
            1 => (num, 1),
            _ => {
                let divisor = num.gcd(&den);
                (num / divisor, den / divisor)
            }
        };
        match (i64::try_from(num), i64::try_from(den)) {
            (Ok(num), Ok(den)) => Rational(Repr::Small { num, den }),
            _ => Rational(Repr::Big(Box::new(BigRational::new_raw(num.into(), den.into())))),
        }
    }

    fn big(&self) -> BigRational {
        BigRational::new_raw(self.numer(), self.denom())
    }

    fn parts(&self) -> Option<(i128, i128)> {
        match self.0 {
            Repr::Small { num, den } => Some((num.into(), den.into())),
            Repr::Big(_) => None,
        }
    }

    /// The numerator in lowest terms.
    pub fn numer(&self) -> BigInt {
        match &self.0 {
            Repr::Small { num, .. } => BigInt::from(*num),
            Repr::Big(big) => big.numer().clone(),
        }
    }

    /// The denominator in lowest terms, positive.
    pub fn denom(&self) -> BigInt {
        match &self.0 {
            Repr::Small { den, .. } => BigInt::from(*den),
            Repr::Big(big) => big.denom().clone(),
        }
    }

    /// Total number of binary digits of numerator and denominator.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small { num, den } => {
                u64::from(128 - num.unsigned_abs().leading_zeros() - den.leading_zeros())
            }
            Repr::Big(big) => big.numer().bits() + big.denom().bits(),
        }
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { num: 0, .. })
    }

    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { den, .. } => *den == 1,
            Repr::Big(big) => big.is_integer(),
        }
    }

    /// The sign, as the order relative to zero.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Small { num, .. } => num.cmp(&0),
            Repr::Big(big) => big.numer().cmp(&BigInt::zero()),
        }
    }

    /// The integer, if the value is one that fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small { num, den: 1 } => Some(num),
            _ => None,
        }
    }

    /// The integer, if the value is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.numer())
    }

    /// The same number as a dyadic, if the denominator is a power of two.
    ///
    /// ```
    /// # use upstar_core::Rational;
    /// assert!(Rational::from(3).to_dyadic().is_some());
    /// assert_eq!(Rational::from(1).checked_div(&Rational::from(3)).and_then(|x| x.to_dyadic()), None);
    /// ```
    pub fn to_dyadic(&self) -> Option<Dyadic> {
        if let Repr::Small { num, den } = self.0 {
            let exp = den.trailing_zeros();
            return (den == 1 << exp).then(|| Dyadic::small(num, exp));
        }
        dyadic::from_ratio(&self.numer(), &self.denom())
    }

    /// The floor.
    ///
    /// ```
    /// # use upstar_core::Rational;
    /// let x = Rational::from(-1).checked_div(&Rational::from(3)).expect("3 is not 0");
    /// assert_eq!([x.floor(), x.ceil()], [(-1).into(), 0.into()]);
    /// ```
    pub fn floor(&self) -> BigInt {
        self.numer().div_floor(&self.denom())
    }

    /// The ceiling.
    pub fn ceil(&self) -> BigInt {
        self.numer().div_ceil(&self.denom())
    }

    /// The absolute value.
    pub fn abs(&self) -> Rational {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// The quotient, or `None` when dividing by zero.
    ///
    /// ```
    /// # use upstar_core::Rational;
    /// let third = Rational::from(1).checked_div(&Rational::from(3));
    /// assert_eq!(third.map(|x| x.to_string()).as_deref(), Some("1/3"));
    /// assert_eq!(Rational::from(1).checked_div(&Rational::ZERO), None);
    /// ```
    pub fn checked_div(&self, other: &Rational) -> Option<Rational> {
        if other.is_zero() {
            return None;
        }
        if let (Some((a, b)), Some((c, d))) = (self.parts(), other.parts()) {
            return Some(Rational::from_wide(a * d * c.signum(), b * c.abs()));
        }
        Some(Rational::from(self.big() / other.big()))
    }

    /// The remainder of floored division, `self - other * floor(self / other)`, which has the
    /// sign of `other`; `None` when dividing by zero.
    ///
    /// ```
    /// # use upstar_core::Rational;
    /// assert_eq!(Rational::from(-7).checked_rem(&Rational::from(3)), Some(Rational::from(2)));
    /// ```
    pub fn checked_rem(&self, other: &Rational) -> Option<Rational> {
        if let (Some(a), Some(b)) = (self.to_i64(), other.to_i64()) {
            return (b != 0).then(|| Rational::from_wide(i128::from(a).mod_floor(&b.into()), 1));
        }
        let quotient = Rational::from(self.checked_div(other)?.floor());
        Some(self - &(other * &quotient))
    }

    /// The power. Cost: that of the digits of the result.
    ///
    /// ```
    /// # use upstar_core::{Error, Rational};
    /// assert_eq!(Rational::from(-2).pow(3)?, Rational::from(-8));
    /// assert!(Rational::from(10).pow(u32::MAX).is_err());
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the power has more than 2^25 binary digits.
    pub fn pow(&self, exponent: u32) -> Result<Rational, Error> {
        if let Repr::Small { num, den } = self.0
            && let (Some(num), Some(den)) = (num.checked_pow(exponent), den.checked_pow(exponent))
        {
            return Ok(Rational(Repr::Small { num, den }));
        }
        if self.bits().saturating_mul(exponent.into()) > MOST_BITS_OF_POWERS {
            return Err(Error::NumberTooLong { limit: MOST_BITS_OF_POWERS as usize / 3 });
        }
        // A power of a fraction in lowest terms is in lowest terms.
        let (num, den) = (Pow::pow(self.numer(), exponent), Pow::pow(self.denom(), exponent));
        Ok(Rational::from(BigRational::new_raw(num, den)))
    }
}

impl From<i64> for Rational {
    fn from(num: i64) -> Self {
        Rational(Repr::Small { num, den: 1 })
    }
}

impl From<BigInt> for Rational {
    fn from(num: BigInt) -> Self {
        match num.to_i64() {
            Some(num) => Rational::from(num),
            None => Rational(Repr::Big(Box::new(BigRational::from_integer(num)))),
        }
    }
}

impl From<BigRational> for Rational {
    /// The value must be in lowest terms, as every `BigRational` made by `new` is.
    fn from(value: BigRational) -> Self {
        match (value.numer().to_i64(), value.denom().to_i64()) {
            (Some(num), Some(den)) => Rational(Repr::Small { num, den }),
            _ => Rational(Repr::Big(Box::new(value))),
        }
    }
}

impl From<&Dyadic> for Rational {
    fn from(value: &Dyadic) -> Self {
        match value.as_small() {
            Some((num, exp)) => Rational(Repr::Small { num, den: 1 << exp }),
            None => Rational::from(value.to_big_rational()),
        }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.parts(), other.parts()) {
            (Some((a, b)), Some((c, d))) => (a * d).cmp(&(c * b)),
            _ => self.big().cmp(&other.big()),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        match self.parts() {
            Some((num, den)) => Rational::from_wide(-num, den),
            None => Rational::from(-self.big()),
        }
    }
}

impl Add for &Rational {
    type Output = Rational;

    fn add(self, other: &Rational) -> Rational {
        match (self.parts(), other.parts()) {
            (Some((a, 1)), Some((b, 1))) => Rational::from_wide(a + b, 1),
            (Some((a, b)), Some((c, d))) => Rational::from_wide(a * d + c * b, b * d),
            // Integers need no gcd.
            _ if self.is_integer() && other.is_integer() => {
                Rational::from(self.numer() + other.numer())
            }
            _ => Rational::from(self.big() + other.big()),
        }
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;

    fn mul(self, other: &Rational) -> Rational {
        match (self.parts(), other.parts()) {
            (Some((a, b)), Some((c, d))) => Rational::from_wide(a * c, b * d),
            _ if self.is_integer() && other.is_integer() => {
                Rational::from(self.numer() * other.numer())
            }
            _ => Rational::from(self.big() * other.big()),
        }
    }
}

/// Limit of the length of numbers in messages.
const MOST_BITS_IN_MESSAGES: u64 = 1 << 12;

/// Displays a number in a message: a long one by its number of digits.
#[derive(Debug, Clone, Copy)]
pub struct InMessage<'n>(&'n Rational);

impl Rational {
    /// The number as messages write it: a long one by its number of digits.
    pub fn in_message(&self) -> InMessage<'_> {
        InMessage(self)
    }
}

impl fmt::Display for InMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.bits();
        if bits <= MOST_BITS_IN_MESSAGES {
            return self.0.fmt(f);
        }
        let digits = bits as f64 * std::f64::consts::LOG10_2;
        write!(f, "(a number of about {digits:.0} digits)")
    }
}

/// An integer, or a quotient of two: `-3`, `5/8`, of at most 100,000 digits each.
///
/// ```
/// # use upstar_core::{Error, Rational};
/// assert_eq!("5/10".parse::<Rational>()?.to_string(), "1/2");
/// assert_eq!("0.5".parse::<Rational>(), Err(Error::NotANumber));
/// # Ok::<(), Error>(())
/// ```
impl FromStr for Rational {
    type Err = Error;

    fn from_str(text: &str) -> Result<Rational, Error> {
        let integer = |text: &str| match text.len() > MAX_DIGITS {
            true => Err(Error::NumberTooLong { limit: MAX_DIGITS }),
            false => text.parse::<BigInt>().map_err(|_| Error::NotANumber),
        };
        match text.split_once('/') {
            Some((num, den)) => Rational::new(integer(num)?, integer(den)?),
            None => Ok(Rational::from(integer(text)?)),
        }
    }
}

/// The digits. Cost: more than proportional to their number.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (num, den) = (self.numer(), self.denom());
        f.pad(&if den.is_one() { num.to_string() } else { format!("{num}/{den}") })
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.in_message(), f)
    }
}

impl Default for Rational {
    fn default() -> Self {
        Rational::ZERO
    }
}
