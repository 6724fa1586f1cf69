//! Division and powers of long integers, in pieces between which the budget is checked.
//!
//! Knows: the cost of a division. Must not know: which lengths are allowed.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::{Budget, Error, Exhausted};

/// Products of words that are divided in one piece, a few milliseconds.
const AT_ONCE: usize = 1 << 22;

/// The quotient rounded down, and the remainder, which has the sign of the divisor.
/// Cost: the product of the lengths of quotient and divisor.
///
/// ```
/// # use upstar_core::{Budget, div_mod_floor};
/// let (quotient, rest) = div_mod_floor(&(-7).into(), &2.into(), &Budget::unlimited())?;
/// assert_eq!([quotient, rest], [(-4).into(), 1.into()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the divisor is 0, or the budget is exhausted.
pub fn div_mod_floor(
    dividend: &BigInt,
    divisor: &BigInt,
    budget: &Budget,
) -> Result<(BigInt, BigInt), Error> {
    if divisor.is_zero() {
        return Err(Error::DivisionByZero);
    }
    let (quotient, rest) = div_rem(dividend.magnitude(), divisor.magnitude(), budget)?;
    let same = dividend.sign() == divisor.sign() || dividend.is_zero();
    let (quotient, rest) = match (same, rest.is_zero()) {
        (true, _) => (BigInt::from(quotient), rest),
        (false, true) => (-BigInt::from(quotient), rest),
        (false, false) => (-BigInt::from(quotient) - 1, divisor.magnitude() - rest),
    };
    Ok((quotient, BigInt::from_biguint(sign_of(divisor), rest)))
}

fn sign_of(n: &BigInt) -> Sign {
    if n.sign() == Sign::Minus { Sign::Minus } else { Sign::Plus }
}

/// Quotient and remainder by long division: some words of the dividend are brought down at a time.
fn div_rem(
    dividend: &BigUint,
    divisor: &BigUint,
    budget: &Budget,
) -> Result<(BigUint, BigUint), Exhausted> {
    let piece = (AT_ONCE / divisor.bits().div_ceil(64).max(1) as usize).max(1);
    in_pieces(dividend, divisor, piece, budget)
}

/// Long division, `piece` words of the dividend at a time.
fn in_pieces(
    dividend: &BigUint,
    divisor: &BigUint,
    piece: usize,
    budget: &Budget,
) -> Result<(BigUint, BigUint), Exhausted> {
    if dividend < divisor {
        return Ok((BigUint::zero(), dividend.clone()));
    }
    let words = dividend.to_u64_digits();
    if words.len() <= piece {
        return Ok(dividend.div_rem(divisor));
    }
    let mut quotient = vec![0; words.len()];
    let mut rest = BigUint::zero();
    let mut at = words.len();
    for piece in words.rchunks(piece) {
        budget.step()?;
        at -= piece.len();
        let (part, left) = ((rest << (64 * piece.len())) + from_words(piece)).div_rem(divisor);
        for (word, digit) in quotient[at..].iter_mut().zip(part.iter_u64_digits()) {
            *word = digit;
        }
        rest = left;
    }
    Ok((from_words(&quotient), rest))
}

/// The number with these digits, the lowest first.
pub(super) fn from_words(words: &[u64]) -> BigUint {
    let digits = words.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect();
    BigUint::new(digits)
}

/// The remainder of a power, with the sign of the divisor. Cost: two products and divisions of
/// the length of the divisor for each binary digit of the exponent.
///
/// ```
/// # use upstar_core::{Budget, power_mod};
/// let rest = power_mod(&2.into(), &100u32.into(), &7.into(), &Budget::unlimited())?;
/// assert_eq!(rest, 2.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the divisor is 0, or the budget is exhausted.
pub fn power_mod(
    base: &BigInt,
    exponent: &BigUint,
    divisor: &BigInt,
    budget: &Budget,
) -> Result<BigInt, Error> {
    let reduced = |n: &BigInt| Ok::<_, Error>(div_mod_floor(n, divisor, budget)?.1);
    let base = reduced(base)?;
    let mut power = reduced(&BigInt::one())?;
    for digit in (0..exponent.bits()).rev() {
        budget.step()?;
        power = reduced(&(&power * &power))?;
        if exponent.bit(digit) {
            power = reduced(&(&power * &base))?;
        }
    }
    Ok(power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn integer(words: usize) -> impl Strategy<Value = BigInt> {
        (any::<bool>(), proptest::collection::vec(any::<u32>(), 0..words)).prop_map(
            |(negative, digits)| {
                let sign = if negative { Sign::Minus } else { Sign::Plus };
                BigInt::from_biguint(sign, BigUint::new(digits))
            },
        )
    }

    proptest! {
        #[test]
        fn division_in_pieces_is_division(a in integer(40), b in integer(12), piece in 1usize..8) {
            prop_assume!(!b.is_zero());
            let budget = Budget::unlimited();
            prop_assert_eq!(div_mod_floor(&a, &b, &budget).unwrap(), a.div_mod_floor(&b));
            let (a, b) = (a.magnitude(), b.magnitude());
            prop_assert_eq!(in_pieces(a, b, piece, &budget).unwrap(), a.div_rem(b));
        }

        #[test]
        fn powers_are_reduced(a in integer(4), n in 0u32..40, m in integer(3)) {
            prop_assume!(!m.is_zero());
            let budget = Budget::unlimited();
            let found = power_mod(&a, &BigUint::from(n), &m, &budget).unwrap();
            prop_assert_eq!(found, a.pow(n).mod_floor(&m));
        }
    }

    #[test]
    fn long_divisions_are_exact_and_stop_when_asked() {
        let power = |base: u32, exponent: u32| -> BigInt { BigInt::from(base).pow(exponent) };
        let budget = Budget::unlimited();
        for (a, b) in [(400_000, 150_000), (400_000, 399_000), (600_000, 10)] {
            let dividend: BigInt = power(3, a) + 1;
            let divisor: BigInt = power(7, b) - power(5, b);
            for (x, y) in [(dividend.clone(), divisor.clone()), (-dividend, divisor)] {
                let (quotient, rest) = div_mod_floor(&x, &y, &budget).unwrap();
                assert!(rest >= BigInt::zero() && rest < y);
                assert!(quotient * y + rest == x);
            }
        }
        budget.interrupt();
        let found = div_mod_floor(&power(3, 400_000), &power(7, 150_000), &budget);
        assert_eq!(found.unwrap_err(), Exhausted::Interrupted.into());
    }
}
