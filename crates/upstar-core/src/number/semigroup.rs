//! Numerical semigroups: the sums of multiples of some positive integers.
//!
//! A semigroup is kept by its Apéry set: for each remainder by the least generator, the least element with that
//! remainder. An integer is an element exactly when it is not less than the one with its remainder.
//!
//! Sources: Apéry, Sur les branches superlinéaires des courbes algébriques, 1946; Böcker and Lipták, A fast and simple
//! algorithm for the money changing problem, Algorithmica 48, 2007.

use std::fmt;

use num_integer::Integer;

use crate::{Budget, Error, Exhausted};

/// Sums of multiples of some positive integers, 0 among them.
///
/// ```
/// use upstar_core::{Budget, Semigroup};
///
/// let budget = Budget::unlimited();
/// let semigroup = Semigroup::new(vec![3, 5, 6], &budget)?;
/// assert!(semigroup.contains(8) && !semigroup.contains(7));
/// assert_eq!(semigroup.generators(), [3, 5]);
/// assert_eq!(semigroup.gaps(&budget)?, Some(vec![1, 2, 4, 7]));
/// # Ok::<(), upstar_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Semigroup {
    generators: Vec<u64>,
    /// By the remainder, the least element with it; `None` where there is none.
    least: Vec<Option<u128>>,
}

/// Greatest least generator.
pub const MOST_LEAST_GENERATOR: u64 = 1 << 24;

impl Semigroup {
    /// The sums of multiples of these positive integers.
    ///
    /// # Errors
    /// When one is 0, the least is more than [`MOST_LEAST_GENERATOR`], or the budget runs out. Cost: the least integer
    /// for each that is no sum of multiples of smaller ones.
    pub fn new(mut integers: Vec<u64>, budget: &Budget) -> Result<Self, Error> {
        integers.sort_unstable();
        let Some(&first) = integers.first() else {
            return Ok(Semigroup { generators: Vec::new(), least: vec![Some(0)] });
        };
        if !(1..=MOST_LEAST_GENERATOR).contains(&first) {
            return Err(Error::OutOfRange { least: 1, most: MOST_LEAST_GENERATOR });
        }
        budget.reserve(first * size_of::<Option<u128>>() as u64)?;
        let mut least = vec![None; first as usize];
        least[0] = Some(0);
        let mut semigroup = Semigroup { generators: vec![first], least };
        for &integer in &integers[1..] {
            if !semigroup.contains(integer) {
                semigroup.insert(integer, budget)?;
            }
        }
        Ok(semigroup)
    }

    /// The number of remainders.
    fn modulus(&self) -> u64 {
        self.least.len() as u64
    }

    /// Adds a generator: once around each cycle of remainders, from its least element.
    fn insert(&mut self, generator: u64, budget: &Budget) -> Result<(), Exhausted> {
        self.generators.push(generator);
        let modulus = self.modulus();
        let cycles = generator.gcd(&modulus);
        for first in 0..cycles {
            let cycle = (first..modulus).step_by(cycles as usize);
            let Some(mut element) = cycle.filter_map(|rest| self.least[rest as usize]).min() else {
                continue;
            };
            for _ in 0..modulus / cycles {
                budget.step()?;
                element += u128::from(generator);
                let known = &mut self.least[(element % u128::from(modulus)) as usize];
                element = known.map_or(element, |known| known.min(element));
                *known = Some(element);
            }
        }
        Ok(())
    }

    /// Whether an integer is a sum of multiples of the generators.
    pub fn contains(&self, integer: u64) -> bool {
        if self.generators.is_empty() {
            return integer == 0;
        }
        let least = self.least[(integer % self.modulus()) as usize];
        least.is_some_and(|least| least <= u128::from(integer))
    }

    /// The least set of integers whose sums of multiples are the same, in order.
    pub fn generators(&self) -> &[u64] {
        &self.generators
    }

    /// Greatest common divisor of the elements; 0 if 0 is the only one.
    pub fn divisor(&self) -> u64 {
        self.generators.iter().fold(0, |divisor, generator| divisor.gcd(generator))
    }

    /// Number of positive integers that are no elements; `None` if there are infinitely many.
    pub fn genus(&self) -> Option<u128> {
        (self.divisor() == 1).then(|| {
            let modulus = u128::from(self.modulus());
            self.least.iter().flatten().map(|least| least / modulus).sum()
        })
    }

    /// The positive integers that are no elements, in order; `None` if there are infinitely many.
    ///
    /// # Errors
    /// When the budget runs out. Cost: their number, and sorting.
    pub fn gaps(&self, budget: &Budget) -> Result<Option<Vec<u64>>, Exhausted> {
        let Some(genus) = self.genus() else { return Ok(None) };
        let bytes = genus.saturating_mul(size_of::<u64>() as u128);
        budget.reserve(u64::try_from(bytes).unwrap_or(u64::MAX))?;
        let mut gaps = Vec::new();
        for (rest, least) in self.least.iter().enumerate() {
            let mut gap = rest as u64;
            while least.is_some_and(|least| u128::from(gap) < least) {
                budget.step()?;
                gaps.push(gap);
                gap += self.modulus();
            }
        }
        gaps.sort_unstable();
        Ok(Some(gaps))
    }
}

/// The generators between `⟨` and `⟩`, as books write a semigroup.
///
/// ```
/// # use upstar_core::{Budget, Error, Semigroup};
/// let semigroup = Semigroup::new(vec![3, 5, 6], &Budget::unlimited())?;
/// assert_eq!(semigroup.to_string(), "⟨3, 5⟩");
/// # Ok::<(), Error>(())
/// ```
impl fmt::Display for Semigroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let generators: Vec<String> = self.generators.iter().map(u64::to_string).collect();
        f.pad(&format!("⟨{}⟩", generators.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The elements up to a bound, by their definition.
    fn naive(generators: &[u64], most: u64) -> Vec<bool> {
        let mut is_element = vec![false; most as usize + 1];
        is_element[0] = true;
        for n in 1..=most {
            let is_sum = |g: &u64| *g <= n && is_element[(n - g) as usize];
            is_element[n as usize] = generators.iter().any(is_sum);
        }
        is_element
    }

    proptest! {
        #[test]
        fn elements_are_the_sums_of_multiples(integers in prop::collection::vec(1_u64..60, 0..6)) {
            let budget = Budget::unlimited();
            let semigroup = Semigroup::new(integers.clone(), &budget).unwrap();
            // The largest gap is less than the product of the least and the largest generator.
            let is_element = naive(&integers, 4000);
            for (n, is_element) in is_element.iter().enumerate() {
                prop_assert_eq!(semigroup.contains(n as u64), *is_element, "{}", n);
            }
            let gaps: Vec<u64> = (1..=4000).filter(|n| !is_element[*n as usize]).collect();
            let found = semigroup.gaps(&budget).unwrap();
            prop_assert_eq!(found, (semigroup.divisor() == 1).then_some(gaps));
            prop_assert_eq!(naive(semigroup.generators(), 4000), is_element);
            for (place, generator) in semigroup.generators().iter().enumerate() {
                let mut others = semigroup.generators().to_vec();
                others.remove(place);
                prop_assert!(!naive(&others, *generator)[*generator as usize]);
            }
        }

        /// Sylvester, 1884: half of the integers up to the largest gap of two generators are gaps.
        #[test]
        fn two_generators_have_sylvesters_gaps(a in 2_u64..60, b in 2_u64..60) {
            prop_assume!(a.gcd(&b) == 1);
            let budget = Budget::unlimited();
            let gaps = Semigroup::new(vec![a, b], &budget).unwrap().gaps(&budget).unwrap().unwrap();
            prop_assert_eq!(gaps.last(), Some(&(a * b - a - b)));
            prop_assert_eq!(gaps.len() as u64, (a - 1) * (b - 1) / 2);
        }
    }

    #[test]
    fn large_integers_do_not_overflow() {
        let budget = Budget::unlimited();
        let semigroup = Semigroup::new(vec![u64::MAX, u64::MAX - 1, 1 << 20], &budget).unwrap();
        assert_eq!(semigroup.divisor(), 1);
        assert!(semigroup.genus().unwrap() > u128::from(u64::MAX));
        assert!(!semigroup.contains(u64::MAX - 2));
    }
}
