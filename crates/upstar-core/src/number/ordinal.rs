//! Cantor's arithmetic of the ordinals below epsilon-zero.
//!
//! Knows: ordinary sums, products and powers, which do not commute. Natural sums and products
//! are those of surreal numbers. Must not know: games.
//!
//! Source: Cantor (1897), in whose normal form an ordinal is written; Sierpinski, *Cardinal
//! and Ordinal Numbers*, chapter XIV.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_traits::One;

use super::surreal::Terms;
use super::{Rational, Surreal, nim_product, nim_sum};
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

    /// The surreal number that it is.
    pub fn as_surreal(&self) -> &Surreal {
        &self.0
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

    /// The nim-sum, of which the nimber `*self + *other` is: coefficients of equal powers of omega are added in
    /// binary without carrying. Linear in the terms.
    ///
    /// Source: Conway, *On Numbers and Games*, chapter 6.
    ///
    /// ```
    /// # use num_bigint::BigUint;
    /// # use upstar_core::{Ordinal, Surreal};
    /// let omega = Ordinal::new(Surreal::omega()).expect("omega is an ordinal");
    /// let next = omega.nim_plus(&Ordinal::from(BigUint::from(1u32)))?;
    /// assert_eq!(next.nim_plus(&omega)?, Ordinal::from(BigUint::from(1u32)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it has too many terms or digits.
    pub fn nim_plus(&self, other: &Ordinal) -> Result<Ordinal, Error> {
        if let (Some(a), Some(b)) = (self.to_finite(), other.to_finite()) {
            return Ok(Ordinal::from(nim_sum(&a, &b)));
        }
        let mut sum = Terms::default();
        let (mut a, mut b) = (self.0.terms().iter().peekable(), other.0.terms().iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (None, None) => return Ok(Ordinal(sum.finish())),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (Some((e, _)), Some((f, _))) => e.cmp(f),
            };
            let first = a.next_if(|_| order.is_ge());
            let second = b.next_if(|_| order.is_le());
            match (first, second) {
                (Some((exponent, m)), Some((_, n))) => {
                    let both = nim_sum(m.numer().magnitude(), n.numer().magnitude());
                    sum.push(exponent.clone(), BigInt::from(both).into())?;
                }
                (Some((exponent, n)), None) | (None, Some((exponent, n))) => {
                    sum.push(exponent.clone(), n.clone())?;
                }
                (None, None) => unreachable!("one of them has a term"),
            }
        }
    }

    /// The nim-product; `None` for ordinals from omega cubed on, other than by 0 and 1. Ordinals below omega cubed are the cubic
    /// extension of the finite nimbers by omega, whose cube is 2.
    ///
    /// Source: Conway, *On Numbers and Games*, chapter 6. Cost: nine products of finite nimbers.
    ///
    /// ```
    /// # use num_bigint::BigUint;
    /// # use upstar_core::{Budget, Ordinal, Surreal};
    /// let (omega, budget) = (Ordinal::new(Surreal::omega()).expect("an ordinal"), Budget::unlimited());
    /// let square = omega.nim_times(&omega, &budget)?.expect("it is below omega cubed");
    /// let cube = square.nim_times(&omega, &budget)?;
    /// assert_eq!(cube, Some(Ordinal::from(BigUint::from(2u32))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it has too many digits, or a limit is passed.
    pub fn nim_times(&self, other: &Ordinal, budget: &Budget) -> Result<Option<Ordinal>, Error> {
        if let (Some(a), Some(b)) = (self.to_finite(), other.to_finite()) {
            return Ok(Some(Ordinal::from(nim_product(&a, &b, budget)?)));
        }
        for (one, another) in [(self, other), (other, self)] {
            match one.to_finite() {
                Some(zero) if zero == BigUint::ZERO => return Ok(Some(Ordinal::default())),
                Some(unit) if unit.is_one() => return Ok(Some(another.clone())),
                _ => {}
            }
        }
        let (Some(a), Some(b)) = (self.below_cube(), other.below_cube()) else { return Ok(None) };
        let mut product = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
        for (i, a) in a.iter().enumerate() {
            for (j, b) in b.iter().enumerate() {
                let mut both = nim_product(a, b, budget)?;
                if i + j >= 3 {
                    both = nim_product(&both, &BigUint::from(2u32), budget)?;
                }
                let place = (i + j) % 3;
                product[place] = nim_sum(&product[place], &both);
            }
        }
        let mut terms = Terms::default();
        for (exponent, coefficient) in product.into_iter().enumerate().rev() {
            let exponent = Rational::from(BigInt::from(exponent));
            terms.push(exponent.into(), BigInt::from(coefficient).into())?;
        }
        Ok(Some(Ordinal(terms.finish())))
    }

    /// Coefficients of 1, omega and its square; `None` if higher powers occur.
    fn below_cube(&self) -> Option<[BigUint; 3]> {
        let mut coefficients = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
        for (exponent, n) in self.0.terms() {
            let place = exponent.to_rational()?.to_i64().and_then(|e| usize::try_from(e).ok())?;
            *coefficients.get_mut(place)? = n.numer().magnitude().clone();
        }
        Some(coefficients)
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

    /// Ordinals below omega cubed, of small coefficients.
    fn few() -> Vec<Ordinal> {
        let w = Ordinal(Surreal::omega());
        let square = w.times(&w).unwrap();
        let digits = || [0, 1, 2, 5];
        let mut few = Vec::new();
        for (a, b, c) in digits()
            .into_iter()
            .flat_map(|a| digits().map(|b| (a, b)))
            .flat_map(|(a, b)| digits().map(move |c| (a, b, c)))
        {
            let top = square.times(&n(a)).unwrap().plus(&w.times(&n(b)).unwrap()).unwrap();
            few.push(top.plus(&n(c)).unwrap());
        }
        few
    }

    /// Source: Conway, *On Numbers and Games*, chapter 6: omega is a cube root of 2, and the ordinals below
    /// its cube are a field.
    #[test]
    fn nimbers_below_omega_cubed_are_a_field() {
        let (budget, few) = (Budget::unlimited(), few());
        let times = |a: &Ordinal, b: &Ordinal| a.nim_times(b, &budget).unwrap().unwrap();
        let plus = |a: &Ordinal, b: &Ordinal| a.nim_plus(b).unwrap();
        let w = Ordinal(Surreal::omega());
        assert_eq!(times(&times(&w, &w), &w), n(2));
        assert_eq!(times(&w, &n(3)), w.times(&n(3)).unwrap());
        for (i, a) in few.iter().enumerate() {
            assert_eq!(plus(a, a), n(0));
            let mut products = Vec::new();
            for (j, b) in few.iter().enumerate() {
                assert_eq!(times(a, b), times(b, a));
                assert_eq!(plus(a, b), plus(b, a));
                let c = &few[(7 * i + 11 * j) % few.len()];
                assert_eq!(times(a, &plus(b, c)), plus(&times(a, b), &times(a, c)));
                assert_eq!(times(a, &times(b, c)), times(&times(a, b), c));
                assert_eq!(plus(a, &plus(b, c)), plus(&plus(a, b), c));
                products.push(times(a, b));
            }
            // There are no divisors of zero, so that multiplication by a loses nothing.
            products.sort();
            products.dedup();
            assert_eq!(products.len(), if *a == n(0) { 1 } else { few.len() });
        }
    }

    /// By the definition of the nim-sum: the least ordinal that is no sum with a smaller one. Below omega times 2, a sum
    /// with omega is omega and the other, since all finite sums come before it.
    #[test]
    fn nim_sums_are_least_excluded() {
        let w = Ordinal(Surreal::omega());
        let tower = power(&w, &w);
        for (a, b, sum) in [
            (w.clone(), n(5), w.plus(&n(5)).unwrap()),
            (w.plus(&n(3)).unwrap(), w.plus(&n(5)).unwrap(), n(6)),
            (w.times(&n(3)).unwrap(), w.times(&n(6)).unwrap(), w.times(&n(5)).unwrap()),
            (tower.clone(), w.clone(), tower.plus(&w).unwrap()),
        ] {
            assert_eq!(a.nim_plus(&b).unwrap(), sum);
            assert_eq!(b.nim_plus(&a).unwrap(), sum);
            assert_eq!(sum.nim_plus(&b).unwrap(), a);
        }
        assert_eq!(tower.nim_times(&w, &Budget::unlimited()).unwrap(), None);
        assert_eq!(tower.nim_times(&n(1), &Budget::unlimited()).unwrap(), Some(tower));
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
