//! Operations on machine integers, with the meaning that the language gives them.
//!
//! Knows: the integers for which an operation has an integer as its value, and that it fits. Must not know: slots and moves.

use num_integer::{Integer, Roots as _};

/// An operation on one integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Abs,
    /// The integer square root.
    Isqrt,
    Sign,
    /// The number of ones in binary.
    Ones,
    /// The integer of these bits, the first and their number, of a packed one (`rows.rs`).
    Part(u32, u32),
}

/// An operation on two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Mul,
    Max,
    Min,
    /// The quotient, rounded down.
    Div,
    /// The remainder, which has the sign of the divisor.
    Rem,
    /// The quotient, where that is an integer.
    Exact,
    Gcd,
    NimSum,
    Pow,
    /// The integer logarithm, of the first to the base of the second.
    Ilog,
    /// Packs two integers in one: the first takes this number of lower bits, the second the bits above them.
    Pack(u32),
}

impl Unary {
    /// The value; `None` if there is none, or it does not fit.
    #[inline]
    pub(super) fn value(self, n: i64) -> Option<i64> {
        match self {
            Unary::Abs => n.checked_abs(),
            Unary::Isqrt => (n >= 0).then(|| isqrt(n)),
            Unary::Sign => Some(n.signum()),
            Unary::Ones => (n >= 0).then(|| i64::from(n.count_ones())),
            Unary::Part(first, bits) => Some(n >> first & ((1 << bits) - 1)),
        }
    }

    /// Whether it has no value for some integers.
    pub(super) fn may_fail(self) -> bool {
        matches!(self, Unary::Isqrt | Unary::Ones)
    }
}

impl Binary {
    /// The value; `None` if there is none, it is not an integer, or it does not fit.
    #[inline]
    pub(super) fn value(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Binary::Add => a.checked_add(b),
            Binary::Mul => a.checked_mul(b),
            Binary::Max => Some(a.max(b)),
            Binary::Min => Some(a.min(b)),
            // Short divisions take a fraction of the time.
            Binary::Div if (a | b) as u64 >> 32 == 0 && b > 0 => {
                Some(i64::from(a as u32 / b as u32))
            }
            Binary::Rem if (a | b) as u64 >> 32 == 0 && b > 0 => {
                Some(i64::from(a as u32 % b as u32))
            }
            // The quotient by -1 may not fit, which the operations of this machine do not forgive.
            Binary::Div | Binary::Exact if b == -1 => a.checked_neg(),
            Binary::Rem if b == -1 => Some(0),
            Binary::Div => (b != 0).then(|| Integer::div_floor(&a, &b)),
            Binary::Rem => (b != 0).then(|| Integer::mod_floor(&a, &b)),
            Binary::Exact => (b != 0 && a % b == 0).then(|| a / b),
            Binary::Gcd => i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok(),
            Binary::NimSum => (a >= 0 && b >= 0).then_some(a ^ b),
            Binary::Pow => a.checked_pow(u32::try_from(b).ok()?),
            Binary::Ilog => (a >= 1 && b >= 2).then(|| i64::from(a.ilog(b))),
            Binary::Pack(bits) => {
                let fits = |n: i64, bits: u32| n >= 0 && n >> bits == 0;
                (fits(a, bits) && fits(b, i64::BITS - 1 - bits)).then(|| a | b << bits)
            }
        }
    }

    /// Whether it may have no value, for a second operand that is this constant, if it is one.
    pub(super) fn may_fail(self, second: Option<i64>) -> bool {
        match self {
            Binary::Add | Binary::Mul | Binary::Max | Binary::Min | Binary::Gcd => false,
            Binary::Div | Binary::Rem => second.is_none_or(|divisor| divisor == 0),
            Binary::Pow => second.is_none_or(|exponent| exponent < 0),
            Binary::Exact | Binary::NimSum | Binary::Ilog | Binary::Pack(_) => true,
        }
    }
}

/// The integer square root of an integer that is not negative.
fn isqrt(n: i64) -> i64 {
    // Roots of these are exact in floating point, and so is what is rounded down.
    const EXACT: i64 = 1 << 50;
    if n < EXACT { (n as f64).sqrt() as i64 } else { n.sqrt() }
}

/// The greatest common divisor, by remainders: small integers take few.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = match (u32::try_from(a), u32::try_from(b)) {
            (Ok(short), Ok(divisor)) => (b, u64::from(short % divisor)),
            _ => (b, a % b),
        };
    }
    a
}
