//! Cantor's arithmetic of the ordinals below epsilon-zero.
//!
//! Knows: ordinary sums, products and powers, which do not commute. Natural sums and products
//! are those of surreal numbers. Must not know: games.
//!
//! Source: Cantor (1897), in whose normal form an ordinal is written; Sierpinski, *Cardinal
//! and Ordinal Numbers*, chapter XIV.

use num_bigint::{BigInt, BigUint};
use num_traits::One;

use super::surreal::Terms;
use super::{Rational, Surreal};
use crate::{Budget, Error};

/// An ordinal below epsilon-zero: a surreal number in which every coefficient is a positive integer and every
/// exponent an ordinal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ordinal(Surreal);

impl Ordinal {
    /// The ordinal equal to a number, if any.
    pub fn new(number: Surreal) -> Option<Self> {
        number.is_ordinal().then_some(Ordinal(number))
    }

    /// Converts to a surreal number.
    pub fn into_surreal(self) -> Surreal {
        self.0
    }

    /// The integer, if the ordinal is finite.
    pub fn to_finite(&self) -> Option<BigUint> {
        Some(self.0.to_rational()?.numer().magnitude().clone())
    }

    /// The exponent of the first term.
    fn degree(&self) -> Ordinal {
        Ordinal(self.0.terms().first().map(|(exponent, _)| exponent.clone()).unwrap_or_default())
    }

    /// The ordinary sum, this followed by the other. Linear in the terms.
    ///
    /// ```
    /// # use num_bigint::BigUint;
    /// # use upstar_core::{Ordinal, Surreal};
    /// let omega = Ordinal::new(Surreal::omega()).expect("omega is an ordinal");
    /// let one = Ordinal::from(BigUint::from(1u32));
    /// assert_eq!(one.plus(&omega)?, omega);
    /// assert_ne!(omega.plus(&one)?, omega);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it has too many terms or digits.
    pub fn plus(&self, other: &Ordinal) -> Result<Ordinal, Error> {
        let Some((lead, n)) = other.0.terms().first() else { return Ok(self.clone()) };
        let mut sum = Terms::default();
        let mut first = n.clone();
        for (exponent, m) in self.0.terms() {
            if exponent > lead {
                sum.push(exponent.clone(), m.clone())?;
            } else if exponent == lead {
                first = m + n;
            }
        }
        sum.push(lead.clone(), first)?;
        for (exponent, n) in &other.0.terms()[1..] {
            sum.push(exponent.clone(), n.clone())?;
        }
        Ok(Ordinal(sum.finish()))
    }

    /// The ordinary product: this repeated `other` times.
    ///
    /// ```
    /// # use num_bigint::BigUint;
    /// # use upstar_core::{Ordinal, Surreal};
    /// let omega = Ordinal::new(Surreal::omega()).expect("omega is an ordinal");
    /// let two = Ordinal::from(BigUint::from(2u32));
    /// assert_eq!(two.times(&omega)?, omega);
    /// assert_eq!(omega.times(&two)?, omega.plus(&omega)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it has too many terms or digits.
    pub fn times(&self, other: &Ordinal) -> Result<Ordinal, Error> {
        let Some((lead, m)) = self.0.terms().first() else { return Ok(Ordinal::default()) };
        let mut product = Terms::default();
        for (exponent, n) in other.0.terms() {
            if exponent.is_zero() {
                product.push(lead.clone(), m * n)?;
                for (exponent, m) in &self.0.terms()[1..] {
                    product.push(exponent.clone(), m.clone())?;
                }
            } else {
                let exponent = self.degree().plus(&Ordinal(exponent.clone()))?;
                product.push(exponent.0, n.clone())?;
            }
        }
        Ok(Ordinal(product.finish()))
    }

    /// The ordinal power. Cost for a finite exponent: at most two products for each of its binary digits.
    ///
    /// ```
    /// # use num_bigint::BigUint;
    /// # use upstar_core::{Budget, Ordinal, Surreal};
    /// let omega = Ordinal::new(Surreal::omega()).expect("omega is an ordinal");
    /// let two = Ordinal::from(BigUint::from(2u32));
    /// let budget = Budget::unlimited();
    /// assert_eq!(two.power(&omega, &budget)?, omega);
    /// assert_eq!(omega.power(&two, &budget)?, omega.times(&omega)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it has too many terms, digits or levels of exponents, or a limit is passed.
    pub fn power(&self, exponent: &Ordinal, budget: &Budget) -> Result<Ordinal, Error> {
        let mut product = Ordinal(Rational::ONE.into());
        for (e, n) in exponent.0.terms() {
            let factor = match e.to_rational() {
                Some(zero) if zero.is_zero() => self.finite_power(n.numer().magnitude(), budget)?,
                less => self.infinite_power(e, less, n)?,
            };
            product = product.times(&factor)?;
        }
        Ok(product)
    }

    /// The power `omega^e * n`, where `finite` is the value of `e` if that is finite.
    fn infinite_power(
        &self,
        e: &Surreal,
        finite: Option<Rational>,
        n: &Rational,
    ) -> Result<Ordinal, Error> {
        let term = |e: Surreal| -> Result<Ordinal, Error> {
            let mut term = Terms::default();
            term.push(e, n.clone())?;
            Ok(Ordinal(term.finish()))
        };
        let power = match self.to_finite() {
            Some(base) if base <= BigUint::one() => return Ok(self.clone()),
            // m^(omega^e n) = omega^(omega^(e - 1) n), where taking 1 from the left of an
            // infinite e leaves it as it is.
            Some(_) => term(finite.map_or_else(|| e.clone(), |e| (&e - &Rational::ONE).into()))?,
            None => self.degree().times(&term(e.clone())?)?,
        };
        Ok(Ordinal(Surreal::omega_power(power.0)?))
    }

    fn finite_power(&self, n: &BigUint, budget: &Budget) -> Result<Ordinal, Error> {
        let mut product = Ordinal(Rational::ONE.into());
        for bit in (0..n.bits()).rev() {
            budget.step()?;
            product = product.times(&product)?;
            if n.bit(bit) {
                product = product.times(self)?;
            }
        }
        Ok(product)
    }
}

impl From<BigUint> for Ordinal {
    fn from(n: BigUint) -> Self {
        Ordinal(Rational::from(BigInt::from(n)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(k: u32) -> Ordinal {
        Ordinal::from(BigUint::from(k))
    }

    fn power(base: &Ordinal, exponent: &Ordinal) -> Ordinal {
        base.power(exponent, &Budget::unlimited()).unwrap()
    }

    /// Source: any text on set theory.
    #[test]
    fn ordinary_sums_products_and_powers() {
        let w = Ordinal(Surreal::omega());
        assert_eq!(n(1).plus(&w).unwrap(), w);
        assert!(w.plus(&n(1)).unwrap() > w);
        assert_eq!(n(2).times(&w).unwrap(), w);
        let twice = w.times(&n(2)).unwrap();
        assert_eq!(twice, w.plus(&w).unwrap());
        let next = w.plus(&n(1)).unwrap();
        assert_eq!(next.times(&n(2)).unwrap(), twice.plus(&n(1)).unwrap());
        assert_eq!(next.times(&w).unwrap(), power(&w, &n(2)));
        assert_eq!(power(&n(2), &w), w);
        assert_eq!(power(&n(2), &w.plus(&n(3)).unwrap()), w.times(&n(8)).unwrap());
        let tower = power(&w, &w);
        assert_eq!(power(&n(2), &tower), power(&w, &tower));
        assert_eq!(power(&n(0), &n(0)), n(1));
        assert_eq!(power(&n(0), &w), n(0));
        assert_eq!(power(&n(1), &tower), n(1));
    }

    #[test]
    fn what_cannot_be_written_down_is_refused() {
        let w = Ordinal(Surreal::omega());
        let budget = Budget::unlimited();
        let large = w.plus(&n(1)).unwrap().power(&n(4_000_000_000), &budget);
        assert!(matches!(large, Err(Error::TooManyTerms { .. })));
        assert_eq!(n(2).power(&n(4_000_000_000), &budget), Err(Error::CoefficientTooLong));
        let mut tower = w.clone();
        let deep = std::iter::from_fn(|| {
            tower = w.power(&tower, &budget).ok()?;
            Some(())
        });
        assert!(deep.take(1000).count() < 1000);
    }
}
