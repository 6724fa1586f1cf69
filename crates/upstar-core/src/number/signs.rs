//! Sign expansions of surreal numbers: each number as the way to it in the tree of numbers.
//!
//! A number is a transfinite sequence of plus and minus signs (ONAG, ch. 3). Those with finitely many runs of equal signs are
//! held here: they are the numbers of finite normal form whose coefficients are dyadic. Gonshor, An Introduction to the Theory of
//! Surreal Numbers, theorems 5.11 and 5.12, says how the normal form gives the signs:
//!
//! - `omega^a` is a plus, then for each sign of a that sign `omega^(b + 1)` times, where b is the number of pluses of a before it,
//!   itself included for none;
//! - in `omega^a * r` each further sign of r comes `omega^p` times, where p is the number of pluses of a;
//! - in a sum the terms follow each other, and of each exponent those minuses are left out up to which an earlier one agrees with it.
//!
//! Each step can be read backwards, because the lengths of the runs tell exponents from coefficients.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use super::{Ordinal, Rational, Surreal};
use crate::{Budget, Error};

/// Most signs of a coefficient behind its first minus.
const MOST_DIGITS: usize = 1 << 12;

/// A run of equal signs: whether they are pluses, and how many there are.
type Run = (bool, Ordinal);

/// Sign expansion: runs of signs that alternate.
///
/// ```
/// use upstar_core::{Budget, SignExpansion, Surreal};
/// let budget = Budget::unlimited();
/// let omega = Surreal::omega();
/// let signs = SignExpansion::of(&omega, &budget)?.expect("the coefficient is dyadic");
/// assert_eq!(signs.runs().len(), 1);
/// assert_eq!(signs.number(&budget)?, Some(omega));
/// # Ok::<(), upstar_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SignExpansion(Vec<Run>);

fn finite(n: impl Into<BigUint>) -> Ordinal {
    Ordinal::from(n.into())
}

fn ordinal(x: Surreal) -> Ordinal {
    Ordinal::new(x).unwrap_or_default()
}

/// `omega^e`
fn power(exponent: &Ordinal) -> Result<Ordinal, Error> {
    Ok(ordinal(Surreal::omega_power(exponent.as_surreal().clone())?))
}

/// The sum of terms `omega^e * n`, by falling exponents.
fn sum_of(terms: &[(Surreal, Rational)], budget: &Budget) -> Result<Ordinal, Error> {
    let mut sum = Surreal::default();
    for (exponent, n) in terms {
        let term = Surreal::omega_power(exponent.clone())?;
        sum = sum.plus(&term.times(&n.clone().into(), budget)?, budget)?;
    }
    Ok(ordinal(sum))
}

/// The ordinal that follows `from` in `to`: `from + rest == to`, where `from <= to`.
fn behind(from: &Ordinal, to: &Ordinal, budget: &Budget) -> Result<Ordinal, Error> {
    let (before, after) = (from.as_surreal().terms(), to.as_surreal().terms());
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let mut rest = after[same..].to_vec();
    if let (Some((e, n)), Some((exponent, m))) = (before.get(same), rest.first_mut())
        && e == exponent
    {
        *m = &*m - n;
    }
    sum_of(&rest, budget)
}

/// Quotient and rest: `n == omega^e * quotient + rest`, where the rest is below `omega^e`.
fn divided(n: &Ordinal, exponent: &Ordinal, budget: &Budget) -> Result<(Ordinal, Ordinal), Error> {
    let terms = n.as_surreal().terms();
    let high = terms.iter().take_while(|(e, _)| e >= exponent.as_surreal()).count();
    let mut quotient = Vec::with_capacity(high);
    for (e, n) in &terms[..high] {
        let rest = behind(exponent, &ordinal(e.clone()), budget)?;
        quotient.push((rest.into_surreal(), n.clone()));
    }
    Ok((sum_of(&quotient, budget)?, sum_of(&terms[high..], budget)?))
}

fn successor(n: &Ordinal) -> Result<Ordinal, Error> {
    n.plus(&finite(1u32))
}

impl SignExpansion {
    /// Sign expansion of a number; `None` if a coefficient in it is not dyadic: then there are infinitely many runs.
    ///
    /// # Errors
    /// When it is too large to be written down, or a limit is passed.
    pub fn of(x: &Surreal, budget: &Budget) -> Result<Option<Self>, Error> {
        let mut signs = SignExpansion::default();
        let mut before: Option<SignExpansion> = None;
        for (exponent, r) in x.terms() {
            budget.step()?;
            let Some(whole) = SignExpansion::of(exponent, budget)? else { return Ok(None) };
            let reduced = match &before {
                Some(before) => whole.without_known_minuses(before, budget)?,
                None => whole.clone(),
            };
            let Some(coefficient) = of_dyadic(r) else { return Ok(None) };
            let is_positive = r.sign() == Ordering::Greater;
            let mut pluses = Ordinal::default();
            signs.push(is_positive, finite(1u32))?;
            for (is_plus, length) in &reduced.0 {
                let repeated = if *is_plus {
                    pluses = pluses.plus(length)?;
                    power(&pluses)?
                } else {
                    power(&successor(&pluses)?)?.times(length)?
                };
                signs.push(*is_plus == is_positive, repeated)?;
            }
            let unit = power(&pluses)?;
            for (is_plus, length) in coefficient {
                signs.push(is_plus == is_positive, unit.times(&length)?)?;
            }
            before = Some(whole);
        }
        Ok(Some(signs))
    }

    /// The runs in order: whether the signs are pluses, and how many there are. Neighbours differ.
    pub fn runs(&self) -> &[(bool, Ordinal)] {
        &self.0
    }

    /// The length: the day on which the number is born.
    ///
    /// # Errors
    /// When it is too large to be written down.
    pub fn birthday(&self) -> Result<Ordinal, Error> {
        self.0.iter().try_fold(Ordinal::default(), |sum, (_, length)| sum.plus(length))
    }

    fn push(&mut self, is_plus: bool, length: Ordinal) -> Result<(), Error> {
        if length == Ordinal::default() {
            return Ok(());
        }
        match self.0.last_mut() {
            Some((last, sum)) if *last == is_plus => *sum = sum.plus(&length)?,
            _ => self.0.push((is_plus, length)),
        }
        Ok(())
    }

    /// The signs without those minuses up to which another expansion agrees.
    fn without_known_minuses(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        let (common, rest) = self.split_with(other, budget)?;
        let mut reduced = SignExpansion::default();
        for (is_plus, length) in common.0 {
            if is_plus {
                reduced.push(true, length)?;
            }
        }
        for (is_plus, length) in rest.0 {
            reduced.push(is_plus, length)?;
        }
        Ok(reduced)
    }

    /// The beginning that is also one of another expansion, and the rest.
    fn split_with(&self, other: &Self, budget: &Budget) -> Result<(Self, Self), Error> {
        let (mut common, mut rest) = (SignExpansion::default(), SignExpansion::default());
        let mut others = other.0.iter();
        let mut agrees = true;
        for (is_plus, length) in &self.0 {
            let shared = match others.next() {
                Some((sign, shared)) if agrees && sign == is_plus => shared.min(length).clone(),
                _ => Ordinal::default(),
            };
            common.push(*is_plus, shared.clone())?;
            rest.push(*is_plus, behind(&shared, length, budget)?)?;
            let other_goes_on =
                other.0.get(common.0.len().wrapping_sub(1)).is_some_and(|(_, all)| *all != shared);
            agrees = agrees && shared == *length && !other_goes_on;
        }
        Ok((common, rest))
    }

    /// The number with these signs; `None` if a coefficient has too many digits.
    ///
    /// # Errors
    /// When it is too large to be written down, or a limit is passed.
    pub fn number(&self, budget: &Budget) -> Result<Option<Surreal>, Error> {
        let mut rest: Vec<Run> = self.0.iter().rev().cloned().collect();
        let mut sum = Surreal::default();
        let mut before: Option<SignExpansion> = None;
        while let Some((sign, _)) = rest.last() {
            budget.step()?;
            let sign = *sign;
            let (reduced, pluses) = exponent_of(&mut rest, sign, budget)?;
            let Some(r) = coefficient_of(&mut rest, sign, &pluses, budget)? else {
                return Ok(None);
            };
            let exponent = match &before {
                Some(before) => reduced.with_known_minuses(before, budget)?,
                None => reduced,
            };
            let Some(power) = exponent.number(budget)? else { return Ok(None) };
            let r = if sign { r } else { -&r };
            let term = Surreal::omega_power(power)?.times(&r.into(), budget)?;
            sum = sum.plus(&term, budget)?;
            before = Some(exponent);
        }
        Ok(Some(sum))
    }

    /// The exponent whose minuses were left out where it agrees with an earlier one.
    fn with_known_minuses(&self, before: &Self, budget: &Budget) -> Result<Self, Error> {
        let mut runs = self.0.iter();
        let mut pluses = match self.0.first() {
            Some((true, length)) => {
                runs.next();
                length.clone()
            }
            _ => Ordinal::default(),
        };
        let mut whole = SignExpansion::default();
        for (is_plus, length) in &before.0 {
            if !is_plus {
                whole.push(false, length.clone())?;
                continue;
            }
            let shared = length.min(&pluses).clone();
            whole.push(true, shared.clone())?;
            pluses = behind(&shared, &pluses, budget)?;
            if shared != *length {
                break;
            }
        }
        whole.push(true, pluses)?;
        for (is_plus, length) in runs {
            whole.push(*is_plus, length.clone())?;
        }
        Ok(whole)
    }

    /// The simplest number between two, each of which may be missing; the left one must be smaller.
    ///
    /// # Errors
    /// When it is too large to be written down, or a limit is passed.
    pub fn simplest_between(
        left: Option<&Self>,
        right: Option<&Self>,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let (left, right) = match (left, right) {
            (None, None) => return Ok(SignExpansion::default()),
            (Some(left), None) => return left.beyond(true),
            (None, Some(right)) => return right.beyond(false),
            (Some(left), Some(right)) => (left, right),
        };
        let (common, left) = left.split_with(right, budget)?;
        let (_, right) = right.split_with(&common, budget)?;
        match (left.0.is_empty(), right.0.is_empty()) {
            (true, false) => common.towards(&right, true),
            (false, true) => common.towards(&left, false),
            _ => Ok(common),
        }
    }

    /// The simplest number above this one, or below it.
    fn beyond(&self, above: bool) -> Result<Self, Error> {
        let first = self.0.iter().take(1).filter(|(is_plus, _)| *is_plus == above).cloned();
        let mut found = SignExpansion(first.collect());
        if found == *self {
            found.push(above, finite(1u32))?;
        }
        Ok(found)
    }

    /// The simplest number between this one and the one that goes on with `rest`, whose first sign is `up`.
    fn towards(mut self, rest: &Self, up: bool) -> Result<Self, Error> {
        self.push(up, finite(1u32))?;
        if rest.0.first().is_some_and(|(_, length)| *length > finite(1u32)) {
            return Ok(self);
        }
        if let Some((back, length)) = rest.0.get(1) {
            self.push(*back, length.clone())?;
        }
        if rest.0.len() <= 2 {
            self.push(!up, finite(1u32))?;
        }
        Ok(self)
    }
}

/// The signs of a dyadic number behind its first, positive signs for the absolute value; `None` for other numbers.
fn of_dyadic(r: &Rational) -> Option<Vec<Run>> {
    let size = r.abs();
    let denominator = size.denom();
    let places = denominator.trailing_zeros().unwrap_or(0);
    (denominator == BigInt::one() << places).then_some(())?;
    let whole = size.floor();
    let mut signs = SignExpansion::default();
    if places == 0 {
        signs.push(true, finite((whole - 1u32).magnitude().clone())).ok()?;
        return Some(signs.0);
    }
    signs.push(true, finite(whole.magnitude().clone())).ok()?;
    signs.push(false, finite(1u32)).ok()?;
    let digits = size.numer() - (whole << places);
    for place in (1..places).rev() {
        signs.push(digits.bit(place), finite(1u32)).ok()?;
    }
    Some(signs.0)
}

/// Takes a length from the last run of a stack.
fn take(rest: &mut Vec<Run>, left: Ordinal) {
    match left == Ordinal::default() {
        true => drop(rest.pop()),
        false => {
            if let Some((_, length)) = rest.last_mut() {
                *length = left;
            }
        }
    }
}

/// Reads an exponent from a stack of runs; `sign` is the sign of the term. Returns it with the number of its pluses.
fn exponent_of(
    rest: &mut Vec<Run>,
    sign: bool,
    budget: &Budget,
) -> Result<(SignExpansion, Ordinal), Error> {
    let one = finite(1u32);
    if let Some((_, length)) = rest.last() {
        let left = behind(&one, length, budget)?;
        take(rest, left);
    }
    let mut exponent = SignExpansion::default();
    let mut pluses = Ordinal::default();
    while let Some((is_plus, length)) = rest.last().cloned() {
        budget.step()?;
        let next = successor(&pluses)?;
        if length < power(&next)? {
            break;
        }
        if is_plus == sign {
            let degree = length.as_surreal().terms().first().map(|(e, _)| ordinal(e.clone()));
            let degree = degree.unwrap_or_default();
            exponent.push(true, behind(&pluses, &degree, budget)?)?;
            take(rest, behind(&power(&degree)?, &length, budget)?);
            pluses = degree;
        } else {
            let (times, left) = divided(&length, &next, budget)?;
            exponent.push(false, times)?;
            let is_over = left != Ordinal::default();
            take(rest, left);
            if is_over {
                break;
            }
        }
    }
    Ok((exponent, pluses))
}

/// Reads the size of a coefficient from a stack of runs.
fn coefficient_of(
    rest: &mut Vec<Run>,
    sign: bool,
    pluses: &Ordinal,
    budget: &Budget,
) -> Result<Option<Rational>, Error> {
    let unit = power(pluses)?;
    let mut signs: Vec<(bool, BigUint)> = vec![(true, BigUint::one())];
    while let Some((is_plus, length)) = rest.last().cloned() {
        budget.step()?;
        let (times, left) = divided(&length, pluses, budget)?;
        let Some(times) = times.to_finite() else {
            // The next term begins one sign earlier.
            let back = signs.len() > 1 || signs[0].1 > BigUint::one();
            if back && let Some((last, count)) = signs.last_mut() {
                *count -= 1u32;
                let given_back = *last == sign;
                if count.is_zero() {
                    signs.pop();
                }
                match rest.last_mut() {
                    Some((next, length)) if *next == given_back => *length = unit.plus(length)?,
                    _ => rest.push((given_back, unit.clone())),
                }
            }
            break;
        };
        if times.is_zero() {
            break;
        }
        match signs.last_mut() {
            Some((last, count)) if *last == (is_plus == sign) => *count += times,
            _ => signs.push((is_plus == sign, times)),
        }
        let is_over = left != Ordinal::default();
        take(rest, left);
        if is_over {
            break;
        }
    }
    Ok(dyadic_of(&signs))
}

/// The dyadic number with these signs.
fn dyadic_of(signs: &[(bool, BigUint)]) -> Option<Rational> {
    let whole = signs.first().map(|(_, count)| BigInt::from(count.clone())).unwrap_or_default();
    let Some((_, minuses)) = signs.get(1) else { return Some(Rational::from(whole)) };
    let digits = std::iter::once((false, minuses - 1u32)).chain(signs[2..].iter().cloned());
    let (mut numerator, mut places) = (whole - 1u32, 0usize);
    for (is_one, count) in digits {
        let count = count.to_usize().filter(|count| places + count <= MOST_DIGITS)?;
        for _ in 0..count {
            numerator = numerator * 2u32 + u32::from(is_one);
        }
        places += count;
    }
    let numerator = Rational::from(numerator * 2u32 + 1u32);
    numerator.checked_div(&Rational::from(BigInt::one() << (places + 1)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rational(n: i64, d: i64) -> Rational {
        Rational::from(n).checked_div(&Rational::from(d)).expect("d is not 0")
    }

    fn omega_to(exponent: Surreal, r: Rational) -> Surreal {
        let budget = Budget::unlimited();
        Surreal::omega_power(exponent).unwrap().times(&r.into(), &budget).unwrap()
    }

    fn sum(terms: &[Surreal]) -> Surreal {
        let budget = Budget::unlimited();
        terms.iter().fold(Surreal::default(), |sum, term| sum.plus(term, &budget).unwrap())
    }

    fn dyadic() -> impl Strategy<Value = Rational> {
        (-9i64..=9, 0u32..4).prop_map(|(n, k)| rational(n, 1 << k))
    }

    /// Numbers of finite normal form with dyadic coefficients.
    fn number() -> impl Strategy<Value = Surreal> {
        let leaf = dyadic().prop_map(Surreal::from);
        leaf.prop_recursive(2, 12, 3, |exponent| {
            proptest::collection::vec((exponent, dyadic()), 0..4).prop_map(|terms| {
                sum(&terms.into_iter().map(|(e, r)| omega_to(e, r)).collect::<Vec<_>>())
            })
        })
    }

    fn signs(x: &Surreal) -> SignExpansion {
        SignExpansion::of(x, &Budget::unlimited()).unwrap().expect("dyadic")
    }

    /// The order of sequences of signs: minus, the end, plus.
    fn lexicographic(a: &SignExpansion, b: &SignExpansion) -> Ordering {
        let budget = Budget::unlimited();
        let (_, rest) = a.split_with(b, &budget).unwrap();
        let (_, other) = b.split_with(a, &budget).unwrap();
        let next = |rest: &SignExpansion| match rest.0.first() {
            Some((true, _)) => 1,
            Some((false, _)) => -1,
            None => 0,
        };
        next(&rest).cmp(&next(&other))
    }

    /// Published: ONAG, ch. 3; Gonshor, ch. 5.
    #[test]
    fn known_expansions() {
        let one = || Surreal::from(Rational::ONE);
        let omega = Surreal::omega;
        let infinite = || ordinal(Surreal::omega());
        let square = power(&finite(2u32)).unwrap();
        for (x, runs) in [
            (one(), vec![(true, finite(1u32))]),
            (
                Surreal::from(rational(3, 4)),
                vec![(true, finite(1u32)), (false, finite(1u32)), (true, finite(1u32))],
            ),
            (sum(&[omega(), -&one()]), vec![(true, infinite()), (false, finite(1u32))]),
            (omega_to(one(), rational(1, 2)), vec![(true, infinite()), (false, infinite())]),
            (omega_to(-&one(), Rational::ONE), vec![(true, finite(1u32)), (false, infinite())]),
            (
                omega_to(rational(1, 2).into(), Rational::ONE),
                vec![(true, infinite()), (false, square)],
            ),
            (
                sum(&[one(), omega_to(-&one(), Rational::ONE)]),
                vec![(true, finite(2u32)), (false, infinite())],
            ),
        ] {
            assert_eq!(signs(&x).0, runs, "{x:?}");
        }
    }

    proptest! {
        #[test]
        fn the_signs_give_the_number(x in number()) {
            let expansion = signs(&x);
            prop_assert!(expansion.0.windows(2).all(|pair| pair[0].0 != pair[1].0));
            prop_assert_eq!(expansion.number(&Budget::unlimited()).unwrap(), Some(x));
        }

        #[test]
        fn the_order_is_that_of_the_signs(x in number(), y in number()) {
            prop_assert_eq!(lexicographic(&signs(&x), &signs(&y)), x.cmp(&y));
        }

        #[test]
        fn the_simplest_number_is_between_and_born_first(x in number(), y in number(), z in number()) {
            let (low, high) = if x < y { (x, y) } else { (y, x) };
            prop_assume!(low < high);
            let budget = Budget::unlimited();
            let found = SignExpansion::simplest_between(Some(&signs(&low)), Some(&signs(&high)), &budget).unwrap();
            let number = found.number(&budget).unwrap().unwrap();
            prop_assert!(low < number && number < high);
            prop_assert_eq!(&signs(&number), &found);
            if low < z && z < high {
                prop_assert!(found.birthday().unwrap() <= signs(&z).birthday().unwrap());
            }
        }
    }
}
