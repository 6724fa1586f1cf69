//! Ordinals below epsilon-zero in Cantor normal form.
//!
//! Knows: comparison, sums, products, natural (Hessenberg) sums and products.
//! Must not know: games.
//!
//! Source: Cantor (1897); ONAG, chapter 3 for the natural operations.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Powers with more terms than this are not written down.
const MOST_TERMS: u32 = 100_000;
/// How many binary digits count as one term.
const DIGITS_PER_TERM: u32 = 256;

/// An ordinal below epsilon-zero, `w^a * m + w^b * n + ...` with `a > b > ...` ordinals of
/// the same kind and positive whole `m, n, ...`.
///
/// Two are equal exactly when they are the same ordinal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ordinal(Vec<(Ordinal, BigUint)>);

impl Ordinal {
    /// Zero.
    pub fn zero() -> Self {
        Ordinal(Vec::new())
    }

    /// The first infinite ordinal, omega.
    pub fn omega() -> Self {
        Ordinal::omega_power(Ordinal::from(BigUint::one()))
    }

    /// Omega to a power.
    pub fn omega_power(exponent: Ordinal) -> Self {
        Ordinal(vec![(exponent, BigUint::one())])
    }

    /// The terms `(exponent, coefficient)` by falling exponent.
    pub fn terms(&self) -> &[(Ordinal, BigUint)] {
        &self.0
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The whole number this is, if it is finite.
    pub fn to_finite(&self) -> Option<BigUint> {
        match &self.0[..] {
            [] => Some(BigUint::ZERO),
            [(exponent, n)] if exponent.is_zero() => Some(n.clone()),
            _ => None,
        }
    }

    fn degree(&self) -> Ordinal {
        self.0.first().map(|(exponent, _)| exponent.clone()).unwrap_or_default()
    }

    /// The ordinary sum, this followed by the other; not commutative. Linear in the terms.
    pub fn plus(&self, other: &Ordinal) -> Ordinal {
        let Some((lead, n)) = other.0.first() else { return self.clone() };
        let mut terms: Vec<_> = self.0.iter().filter(|(e, _)| e > lead).cloned().collect();
        let met = self.0.iter().find(|(e, _)| e == lead).map(|(_, m)| m.clone());
        terms.push((lead.clone(), met.unwrap_or_default() + n));
        terms.extend_from_slice(&other.0[1..]);
        Ordinal(terms)
    }

    /// The ordinary product, this repeated as often as the other says; not commutative.
    pub fn times(&self, other: &Ordinal) -> Ordinal {
        let (Some((lead, m)), false) = (self.0.first(), other.is_zero()) else {
            return Ordinal::zero();
        };
        let mut product = Ordinal::zero();
        for (exponent, n) in &other.0 {
            let part = if exponent.is_zero() {
                let mut terms = vec![(lead.clone(), m * n)];
                terms.extend_from_slice(&self.0[1..]);
                Ordinal(terms)
            } else {
                Ordinal(vec![(self.degree().plus(exponent), n.clone())])
            };
            product = product.plus(&part);
        }
        product
    }

    /// This to an ordinal power; `None` when it has too many terms or digits to write down.
    /// For finite powers, as many products as the power has binary digits, twice.
    pub fn power(&self, exponent: &Ordinal) -> Option<Ordinal> {
        let mut product = Ordinal::from(BigUint::one());
        for (e, n) in exponent.terms() {
            let factor = match self.to_finite() {
                _ if e.is_zero() => self.finite_power(n)?,
                Some(base) if base <= BigUint::one() => self.clone(),
                // m^(w^e n) = w^(w^(e - 1) n), where taking 1 from the left of an infinite e
                // leaves it as it is.
                Some(_) => {
                    let less = e.to_finite().map_or(e.clone(), |e| Ordinal::from(e - 1u32));
                    Ordinal::omega_power(Ordinal(vec![(less, n.clone())]))
                }
                None => {
                    let exponent = Ordinal(vec![(e.clone(), n.clone())]);
                    Ordinal::omega_power(self.degree().times(&exponent))
                }
            };
            product = product.times(&factor);
        }
        Some(product)
    }

    fn finite_power(&self, n: &BigUint) -> Option<Ordinal> {
        let size = match self.to_finite() {
            Some(base) if base <= BigUint::one() => BigUint::ZERO,
            Some(base) => n * base.bits() / DIGITS_PER_TERM,
            None if self.0.len() > 1 => n * self.0.len(),
            None => BigUint::ZERO,
        };
        if size > BigUint::from(MOST_TERMS) {
            return None;
        }
        let mut product = Ordinal::from(BigUint::one());
        for bit in (0..n.bits()).rev() {
            product = product.times(&product);
            if n.bit(bit) {
                product = product.times(self);
            }
        }
        Some(product)
    }

    /// The natural sum, in which omega is a surreal number: coefficients are added.
    pub fn natural_sum(&self, other: &Ordinal) -> Ordinal {
        let mut terms = self.0.clone();
        for (exponent, n) in &other.0 {
            match terms.binary_search_by(|(e, _)| exponent.cmp(e)) {
                Ok(i) => terms[i].1 += n,
                Err(i) => terms.insert(i, (exponent.clone(), n.clone())),
            }
        }
        Ordinal(terms)
    }

    /// The natural product, in which omega is a surreal number: terms are multiplied.
    pub fn natural_product(&self, other: &Ordinal) -> Ordinal {
        let mut product = Ordinal::zero();
        for (a, m) in &self.0 {
            for (b, n) in &other.0 {
                let term = Ordinal(vec![(a.natural_sum(b), m * n)]);
                product = product.natural_sum(&term);
            }
        }
        product
    }
}

impl From<BigUint> for Ordinal {
    fn from(n: BigUint) -> Self {
        if n.is_zero() { Ordinal::zero() } else { Ordinal(vec![(Ordinal::zero(), n)]) }
    }
}

impl Ord for Ordinal {
    fn cmp(&self, other: &Self) -> Ordering {
        for (a, b) in self.0.iter().zip(&other.0) {
            let order = a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1));
            if order != Ordering::Equal {
                return order;
            }
        }
        self.0.len().cmp(&other.0.len())
    }
}

impl PartialOrd for Ordinal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ordinal {
    /// Writes `omega` for the first infinite ordinal and `**` for powers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return write!(f, "0");
        }
        for (i, (exponent, n)) in self.0.iter().enumerate() {
            if i > 0 {
                write!(f, " + ")?;
            }
            let times = |f: &mut fmt::Formatter<'_>| {
                if n.is_one() { Ok(()) } else { write!(f, " * {n}") }
            };
            match exponent.to_finite() {
                Some(e) if e.is_zero() => write!(f, "{n}")?,
                Some(e) if e.is_one() => write!(f, "omega").and_then(|()| times(f))?,
                Some(e) => write!(f, "omega**{e}").and_then(|()| times(f))?,
                None if *exponent == Ordinal::omega() => {
                    write!(f, "omega**omega").and_then(|()| times(f))?;
                }
                None => write!(f, "omega**({exponent})").and_then(|()| times(f))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(k: u32) -> Ordinal {
        Ordinal::from(BigUint::from(k))
    }

    /// Source: any text on set theory.
    #[test]
    fn ordinary_sums_and_products() {
        let w = Ordinal::omega();
        assert_eq!(n(1).plus(&w), w);
        assert!(w.plus(&n(1)) > w);
        assert_eq!(n(2).times(&w), w);
        assert_eq!(w.times(&n(2)), w.plus(&w));
        assert_eq!(w.plus(&n(1)).times(&n(2)), w.times(&n(2)).plus(&n(1)));
        assert_eq!(w.plus(&n(1)).times(&w), w.power(&n(2)).unwrap());
        assert_eq!(n(2).power(&w), Some(w.clone()));
        assert_eq!(n(2).power(&w.plus(&n(3))), Some(w.times(&n(8))));
        let tower = w.power(&w).unwrap();
        assert_eq!(n(2).power(&tower), w.power(&tower));
        assert_eq!(w.plus(&n(1)).power(&n(4_000_000_000)), None);
        assert_eq!(tower.to_string(), "omega**omega");
    }

    #[test]
    fn natural_operations_are_those_of_surreal_numbers() {
        let w = Ordinal::omega();
        assert_eq!(n(1).natural_sum(&w), w.plus(&n(1)));
        assert_eq!(n(2).natural_product(&w), w.plus(&w));
        let square = w.plus(&n(1)).natural_product(&w.plus(&n(1)));
        let expected = w.times(&w).plus(&w.times(&n(2))).plus(&n(1));
        assert_eq!(square, expected);
        assert_eq!(square.to_string(), "omega**2 + omega * 2 + 1");
    }
}
