//! Permutations and subsets by their ranks.
//!
//! Factorial and combinatorial number systems (Knuth, The Art of Computer Programming, volume 4A, 7.2.1.2 and
//! 7.2.1.3).

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use crate::{Budget, Exhausted};

/// Number of permutations of `n` things.
///
/// # Errors
/// When the budget runs out.
pub fn factorial(n: usize, budget: &Budget) -> Result<BigUint, Exhausted> {
    let mut product = BigUint::one();
    for factor in 2..=n {
        budget.step()?;
        product *= factor;
    }
    Ok(product)
}

/// Number of subsets with `k` of `n` things.
///
/// # Errors
/// When the budget runs out.
pub fn binomial(n: usize, k: usize, budget: &Budget) -> Result<BigUint, Exhausted> {
    if k > n {
        return Ok(BigUint::zero());
    }
    let mut product = BigUint::one();
    for i in 0..k.min(n - k) {
        budget.step()?;
        product = product * (n - i) / (i + 1);
    }
    Ok(product)
}

/// The permutation of `0..n` with a rank in lexicographic order; `None` from `n!` on.
///
/// ```
/// # use upstar_core::Budget;
/// # use upstar_core::enumerate::permutation;
/// let at = |rank: u32| permutation(3, &rank.into(), &Budget::unlimited());
/// assert_eq!(at(0)?, Some(vec![0, 1, 2]));
/// assert_eq!(at(5)?, Some(vec![2, 1, 0]));
/// assert_eq!(at(6)?, None);
/// # Ok::<(), upstar_core::Exhausted>(())
/// ```
///
/// # Errors
/// When the budget runs out.
pub fn permutation(
    n: usize,
    rank: &BigUint,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Exhausted> {
    budget.reserve((n as u64).saturating_mul(2 * size_of::<usize>() as u64))?;
    let mut digits = Vec::new();
    let mut rest = rank.clone();
    for base in 1..=n {
        budget.step()?;
        let (quotient, digit) = rest.div_rem(&BigUint::from(base));
        digits.push(digit.to_usize().expect("a remainder is less than its divisor"));
        rest = quotient;
    }
    if !rest.is_zero() {
        return Ok(None);
    }
    let mut left: Vec<usize> = (0..n).collect();
    Ok(Some(digits.into_iter().rev().map(|digit| left.remove(digit)).collect()))
}

/// The subset of `0..n` with `k` elements that has a rank in colexicographic order, in increasing order; `None` from
/// the binomial coefficient on.
///
/// ```
/// # use upstar_core::Budget;
/// # use upstar_core::enumerate::combination;
/// let at = |rank: u32| combination(4, 2, &rank.into(), &Budget::unlimited());
/// assert_eq!(at(0)?, Some(vec![0, 1]));
/// assert_eq!(at(5)?, Some(vec![2, 3]));
/// assert_eq!(at(6)?, None);
/// # Ok::<(), upstar_core::Exhausted>(())
/// ```
///
/// # Errors
/// When the budget runs out.
pub fn combination(
    n: usize,
    k: usize,
    rank: &BigUint,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Exhausted> {
    // The binomial coefficient of `above` and `size`: subsets of that size below `above`.
    let (mut above, mut ways) = (n, binomial(n, k, budget)?);
    if *rank >= ways {
        return Ok(None);
    }
    budget.reserve((k as u64).saturating_mul(size_of::<usize>() as u64))?;
    let mut chosen = vec![0; k];
    let mut rest = rank.clone();
    for size in (1..=k).rev() {
        // The largest element: those below it leave no more subsets than the rank.
        loop {
            budget.step()?;
            ways = ways * (above - size) / above;
            above -= 1;
            if ways <= rest {
                break;
            }
        }
        chosen[size - 1] = above;
        rest -= &ways;
        ways = match ways.is_zero() {
            true => BigUint::one(),
            false => ways * size / (above + 1 - size),
        };
    }
    Ok(Some(chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factorial(n: usize) -> BigUint {
        super::factorial(n, &Budget::unlimited()).unwrap()
    }

    fn binomial(n: usize, k: usize) -> BigUint {
        super::binomial(n, k, &Budget::unlimited()).unwrap()
    }

    fn permutation(n: usize, rank: &BigUint) -> Vec<usize> {
        super::permutation(n, rank, &Budget::unlimited()).unwrap().unwrap()
    }

    fn combination(n: usize, k: usize, rank: &BigUint) -> Vec<usize> {
        super::combination(n, k, rank, &Budget::unlimited()).unwrap().unwrap()
    }

    #[test]
    fn permutations_come_once_in_lexicographic_order() {
        for n in 0..=6 {
            let count = factorial(n).to_u32().unwrap();
            let all: Vec<_> = (0..count).map(|rank| permutation(n, &rank.into())).collect();
            assert!(all.is_sorted_by(|a, b| a < b), "{n}");
            for one in all {
                let mut sorted = one.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..n).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn subsets_come_once_in_colexicographic_order() {
        for n in 0..=8 {
            for k in 0..=n {
                let count = binomial(n, k).to_u32().unwrap();
                let all: Vec<_> = (0..count).map(|rank| combination(n, k, &rank.into())).collect();
                // As binary numbers they increase.
                let numbers: Vec<u32> =
                    all.iter().map(|one| one.iter().map(|element| 1 << element).sum()).collect();
                let naive: Vec<u32> =
                    (0..1 << n).filter(|set: &u32| set.count_ones() as usize == k).collect();
                assert_eq!(numbers, naive, "{n} {k}");
            }
        }
    }

    #[test]
    fn large_ranks_have_subsets() {
        let last = binomial(200, 100) - 1u32;
        assert_eq!(combination(200, 100, &last), (100..200).collect::<Vec<_>>());
    }
}
