//! Surreal numbers whose normal form has finitely many terms with rational coefficients.
//!
//! Knows: order, sums, products, quotients, powers of omega. Must not know: games.
//!
//! Source: ONAG, chapter 3; Siegel, *Combinatorial Game Theory*, VIII.4.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Neg;

use num_bigint::BigUint;

use super::Rational;
use crate::{Budget, Error};

/// Limit of the number of terms of results, including those of exponents.
const MOST_TERMS: usize = 1 << 10;
/// Limit of the binary digits of a coefficient of results, numerator and denominator together.
const MOST_BITS: u64 = 1 << 14;
/// Limit of the nesting of powers of omega in exponents, so that recursion over a number is safe.
const MOST_DEEP: u32 = 100;

/// A surreal number in Conway's normal form, `omega^y * r + omega^z * s + ...` with
/// `y > z > ...` numbers of the same kind and rational `r, s, ...` that are not zero.
///
/// Every surreal number has one normal form (ONAG, theorem 21); this type holds those that are finite,
/// including all exponents. Two are equal exactly if they are the same number.
///
/// Results are limited to about a thousand terms, which bounds time and memory; all operations check the
/// budget.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Surreal(Vec<(Surreal, Rational)>);

impl Surreal {
    /// The first infinite ordinal, omega.
    pub fn omega() -> Self {
        Surreal(vec![(Surreal::from(Rational::ONE), Rational::ONE)])
    }

    /// Omega to a power: Conway's `omega^y`, the simplest positive number that is infinitely
    /// larger than every smaller such power, and infinitely smaller than every larger one.
    ///
    /// ```
    /// # use upstar_core::{Budget, Rational, Surreal};
    /// let root = Surreal::omega_power(Rational::from(1).checked_div(&Rational::from(2)).expect("not 0").into())?;
    /// assert_eq!(root.times(&root, &Budget::unlimited())?, Surreal::omega());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When exponents are nested too deeply.
    pub fn omega_power(exponent: Surreal) -> Result<Self, Error> {
        if exponent.depth() >= MOST_DEEP {
            return Err(Error::ExponentsTooDeep { limit: MOST_DEEP });
        }
        Ok(Surreal(vec![(exponent, Rational::ONE)]))
    }

    /// The terms `(exponent, coefficient)` by falling exponent.
    ///
    /// ```
    /// # use upstar_core::{Budget, Rational, Surreal};
    /// let omega = Surreal::omega();
    /// let sum = omega.plus(&Surreal::from(Rational::from(-3)), &Budget::unlimited())?;
    /// let coefficients: Vec<&Rational> = sum.terms().iter().map(|(_, c)| c).collect();
    /// assert_eq!(coefficients, [&Rational::from(1), &Rational::from(-3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn terms(&self) -> &[(Surreal, Rational)] {
        &self.0
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The rational number, if the value is one.
    pub fn to_rational(&self) -> Option<Rational> {
        match &self.0[..] {
            [] => Some(Rational::ZERO),
            [(exponent, r)] if exponent.is_zero() => Some(r.clone()),
            _ => None,
        }
    }

    /// The sign, as the order relative to zero: that of the first coefficient.
    pub fn sign(&self) -> Ordering {
        self.0.first().map_or(Ordering::Equal, |(_, r)| r.sign())
    }

    /// Whether this is an ordinal: coefficients are positive integers, exponents are ordinals.
    pub fn is_ordinal(&self) -> bool {
        let whole = |r: &Rational| r.is_integer() && r.sign() == Ordering::Greater;
        self.0.iter().all(|(exponent, r)| whole(r) && exponent.is_ordinal())
    }

    /// The number of terms, those of exponents included. Linear in it.
    pub fn size(&self) -> usize {
        self.0.iter().map(|(exponent, _)| 1 + exponent.size()).sum()
    }

    fn depth(&self) -> u32 {
        self.0.iter().map(|(exponent, _)| 1 + exponent.depth()).max().unwrap_or(0)
    }

    /// Fails for coefficients so long that arithmetic with them is slow.
    fn is_short(&self) -> Result<(), Error> {
        self.0.iter().try_for_each(|(_, r)| short_enough(r))
    }

    /// The absolute value.
    pub fn abs(&self) -> Surreal {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// The sum. Linear in the size of both.
    ///
    /// ```
    /// # use upstar_core::{Budget, Rational, Surreal};
    /// let budget = Budget::unlimited();
    /// let omega = Surreal::omega();
    /// let more = omega.plus(&Surreal::from(Rational::from(1)), &budget)?;
    /// assert!(more > omega && more < omega.plus(&omega, &budget)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it is too large to be written down, or a limit is passed.
    pub fn plus(&self, other: &Surreal, budget: &Budget) -> Result<Surreal, Error> {
        self.is_short()?;
        other.is_short()?;
        let mut sum = Terms::default();
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            budget.step()?;
            let order = match (a.peek(), b.peek()) {
                (None, None) => return Ok(sum.finish()),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (Some((e, _)), Some((f, _))) => e.cmp(f),
            };
            let next = match order {
                Ordering::Greater => a.next().cloned(),
                Ordering::Less => b.next().cloned(),
                Ordering::Equal => {
                    a.next().zip(b.next()).map(|((e, r), (_, s))| (e.clone(), r + s))
                }
            };
            if let Some((exponent, coefficient)) = next {
                sum.push(exponent, coefficient)?;
            }
        }
    }

    /// The difference.
    ///
    /// # Errors
    /// As [`plus`](Surreal::plus).
    pub fn minus(&self, other: &Surreal, budget: &Budget) -> Result<Surreal, Error> {
        self.plus(&-other, budget)
    }

    /// The product: exponents are added, coefficients multiplied, for each pair of terms.
    ///
    /// ```
    /// # use upstar_core::{Budget, Rational, Surreal};
    /// let budget = Budget::unlimited();
    /// let square = Surreal::omega().times(&Surreal::omega(), &budget)?;
    /// assert_eq!(square, Surreal::omega_power(Rational::from(2).into())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`plus`](Surreal::plus).
    pub fn times(&self, other: &Surreal, budget: &Budget) -> Result<Surreal, Error> {
        self.is_short()?;
        other.is_short()?;
        let mut product = BTreeMap::new();
        let mut size = 0;
        for (e, r) in &self.0 {
            for (f, s) in &other.0 {
                let exponent = e.plus(f, budget)?;
                match product.entry(Reverse(exponent)) {
                    Entry::Vacant(place) => {
                        size = room(size, &place.key().0)?;
                        place.insert(r * s);
                    }
                    Entry::Occupied(mut sum) => {
                        let more = sum.get() + &(r * s);
                        short_enough(&more)?;
                        sum.insert(more);
                    }
                }
            }
        }
        let mut terms = Terms::default();
        for (Reverse(exponent), coefficient) in product {
            terms.push(exponent, coefficient)?;
        }
        Ok(terms.finish())
    }

    /// The quotient, by long division; `None` when dividing by zero.
    ///
    /// If `q d = n` then the last term of `n` is the product of the last terms of `q` and `d`. So if a
    /// further term of the quotient would be smaller than the last term of `q`, the quotient is infinite.
    ///
    /// ```
    /// # use upstar_core::{Budget, Rational, Surreal};
    /// let budget = Budget::unlimited();
    /// let one = Surreal::from(Rational::from(1));
    /// let epsilon = one.over(&Surreal::omega(), &budget)?.expect("omega is not 0");
    /// assert!(epsilon.is_infinitesimal());
    /// assert_eq!(epsilon.times(&Surreal::omega(), &budget)?, one);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InfiniteQuotient`] when the normal form of the quotient does not end; otherwise
    /// as [`plus`](Surreal::plus).
    pub fn over(&self, divisor: &Surreal, budget: &Budget) -> Result<Option<Surreal>, Error> {
        let (Some((first, s)), Some((last, _))) = (divisor.0.first(), divisor.0.last()) else {
            return Ok(None);
        };
        let Some((end, _)) = self.0.last() else { return Ok(Some(Surreal::default())) };
        self.is_short()?;
        divisor.is_short()?;
        let end = end.minus(last, budget)?;
        let (mut quotient, mut rest) = (Terms::default(), self.clone());
        while let Some((e, r)) = rest.0.first() {
            let exponent = e.minus(first, budget)?;
            if exponent < end {
                return Err(Error::InfiniteQuotient);
            }
            let Some(coefficient) = r.checked_div(s) else { return Ok(None) };
            quotient.push(exponent.clone(), coefficient.clone())?;
            let term = Surreal(vec![(exponent, coefficient)]);
            rest = rest.minus(&term.times(divisor, budget)?, budget)?;
        }
        Ok(Some(quotient.finish()))
    }

    /// The `n`th power. Cost: at most two products for each binary digit of `n`.
    ///
    /// # Errors
    /// As [`plus`](Surreal::plus).
    pub fn power(&self, n: &BigUint, budget: &Budget) -> Result<Surreal, Error> {
        let mut product = Surreal::from(Rational::ONE);
        for bit in (0..n.bits()).rev() {
            product = product.times(&product, budget)?;
            if n.bit(bit) {
                product = product.times(self, budget)?;
            }
        }
        Ok(product)
    }

    /// The exponent `y` if this is `omega^y`, with coefficient 1.
    pub fn as_omega_power(&self) -> Option<&Surreal> {
        match &self.0[..] {
            [(exponent, r)] if *r == Rational::ONE => Some(exponent),
            _ => None,
        }
    }

    /// Whether this lies between all negative and all positive rational numbers: the leading
    /// exponent is negative, or this is 0. Source: ONAG, chapter 3.
    pub fn is_infinitesimal(&self) -> bool {
        self.0.first().is_none_or(|(exponent, _)| exponent.sign() == Ordering::Less)
    }

    /// Whether this is omega.
    pub fn is_omega(&self) -> bool {
        self.as_omega_power().is_some_and(|e| e.to_rational() == Some(Rational::ONE))
    }
}

/// The terms of a result by falling exponent, within the limits.
#[derive(Default)]
pub(super) struct Terms {
    terms: Vec<(Surreal, Rational)>,
    size: usize,
}

impl Terms {
    /// Appends a term below all others; a zero coefficient is dropped.
    pub(super) fn push(&mut self, exponent: Surreal, coefficient: Rational) -> Result<(), Error> {
        if !coefficient.is_zero() {
            self.size = room(self.size, &exponent)?;
            short_enough(&coefficient)?;
            self.terms.push((exponent, coefficient));
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Surreal {
        Surreal(self.terms)
    }
}

/// The size with one more term of this exponent.
fn room(size: usize, exponent: &Surreal) -> Result<usize, Error> {
    let size = size + 1 + exponent.size();
    if size > MOST_TERMS { Err(Error::TooManyTerms { limit: MOST_TERMS }) } else { Ok(size) }
}

fn short_enough(coefficient: &Rational) -> Result<(), Error> {
    if coefficient.bits() > MOST_BITS { Err(Error::CoefficientTooLong) } else { Ok(()) }
}

impl From<Rational> for Surreal {
    fn from(r: Rational) -> Self {
        if r.is_zero() { Surreal::default() } else { Surreal(vec![(Surreal::default(), r)]) }
    }
}

impl Ord for Surreal {
    /// The sign of the first term of the difference. Linear in the size.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (self.0.iter(), other.0.iter());
        loop {
            let (order, above, below) = match (a.next(), b.next()) {
                (None, None) => return Ordering::Equal,
                (Some((_, r)), None) => return r.sign(),
                (None, Some((_, s))) => return s.sign().reverse(),
                (Some((e, r)), Some((f, s))) => (e.cmp(f), r, s),
            };
            match (order, above.cmp(below)) {
                (Ordering::Greater, _) => return above.sign(),
                (Ordering::Less, _) => return below.sign().reverse(),
                (Ordering::Equal, Ordering::Equal) => {}
                (Ordering::Equal, order) => return order,
            }
        }
    }
}

impl PartialOrd for Surreal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Neg for &Surreal {
    type Output = Surreal;

    fn neg(self) -> Surreal {
        Surreal(self.0.iter().map(|(exponent, r)| (exponent.clone(), -r)).collect())
    }
}
