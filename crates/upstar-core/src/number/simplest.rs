//! The simplest number in an interval.
//!
//! Knows: dyadic numbers and their birthdays.
//! Must not know: games.

use num_bigint::BigInt;

use super::Dyadic;

/// The simplest (earliest born) number strictly between `left` and `right`; `None` means unbounded.
///
/// If `left >= right` there is no such number, and the result is unspecified.
/// Source: *Winning Ways*, chapter 2, the simplicity rule. Cost: a binary search over the
/// exponent, logarithmic in the exponents of the bounds.
///
/// ```
/// # use upstar_core::{Dyadic, simplest_between};
/// let [low, high] = [Dyadic::small(1, 2), Dyadic::from(1)];
/// assert_eq!(simplest_between(Some(&low), Some(&high)), Dyadic::small(1, 1));
/// assert_eq!(simplest_between(Some(&high), None), Dyadic::from(2));
/// ```
pub fn simplest_between(left: Option<&Dyadic>, right: Option<&Dyadic>) -> Dyadic {
    let below = left.is_none_or(Dyadic::is_negative);
    let above = right.is_none_or(Dyadic::is_positive);
    match (below, above) {
        (true, true) => Dyadic::ZERO,
        (false, _) => simplest_positive(left.unwrap_or(&Dyadic::ZERO), right),
        (true, false) => {
            let (low, high) = (right.map(|x| -x), left.map(|x| -x));
            -simplest_positive(low.as_ref().unwrap_or(&Dyadic::ZERO), high.as_ref())
        }
    }
}

/// The same for `left >= 0`.
fn simplest_positive(left: &Dyadic, right: Option<&Dyadic>) -> Dyadic {
    let next = above(left, 0);
    let Some(right) = right else { return next };
    if next < *right {
        return next;
    }
    let (mut fails, mut fits) = (0, left.exponent().max(right.exponent()) + 1);
    while fits - fails > 1 {
        let middle = fails + (fits - fails) / 2;
        if above(left, middle) < *right { fits = middle } else { fails = middle }
    }
    above(left, fits)
}

/// The smallest multiple of `2^-exp` above `x`.
fn above(x: &Dyadic, exp: u64) -> Dyadic {
    if let (Some((num, d)), 0..=63) = (x.as_small(), exp) {
        let scaled = (i128::from(num) << exp) >> d;
        if let (Ok(num), Ok(exp)) = (i64::try_from(scaled + 1), u32::try_from(exp)) {
            return Dyadic::small(num, exp);
        }
    }
    Dyadic::new(x.floor_scaled(exp) + BigInt::from(1), exp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(left: (i64, u32), right: (i64, u32)) -> Dyadic {
        simplest_between(
            Some(&Dyadic::small(left.0, left.1)),
            Some(&Dyadic::small(right.0, right.1)),
        )
    }

    #[test]
    fn the_simplest_number_is_an_integer_near_zero_if_one_fits() {
        assert_eq!(between((-3, 0), (7, 0)), Dyadic::ZERO);
        assert_eq!(between((5, 1), (9, 0)), Dyadic::from(3));
        assert_eq!(between((-9, 0), (-5, 1)), Dyadic::from(-3));
        assert_eq!(simplest_between(Some(&Dyadic::from(10)), None), Dyadic::from(11));
        assert_eq!(simplest_between(None, Some(&Dyadic::from(-10))), Dyadic::from(-11));
    }

    #[test]
    fn otherwise_it_has_the_smallest_denominator() {
        assert_eq!(between((0, 0), (1, 0)), Dyadic::small(1, 1));
        assert_eq!(between((1, 2), (1, 0)), Dyadic::small(1, 1));
        assert_eq!(between((1, 1), (1, 0)), Dyadic::small(3, 2));
        assert_eq!(between((-1, 0), (-5, 3)), Dyadic::small(-3, 2));
        assert_eq!(between((0, 0), (1, 62)), Dyadic::new(BigInt::from(1), 63));
    }
}
