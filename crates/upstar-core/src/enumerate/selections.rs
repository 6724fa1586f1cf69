//! Permutations and subsets by their ranks.
//!
//! Factorial and combinatorial number systems (Knuth, The Art of Computer Programming, volume 4A, 7.2.1.2 and
//! 7.2.1.3).

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// Number of permutations of `n` things.
pub fn factorial(n: usize) -> BigUint {
    (2..=n).fold(BigUint::one(), |product, factor| product * factor)
}

/// Number of subsets with `k` of `n` things.
pub fn binomial(n: usize, k: usize) -> BigUint {
    if k > n {
        return BigUint::zero();
    }
    let k = k.min(n - k);
    (0..k).fold(BigUint::one(), |product, i| product * (n - i) / (i + 1))
}

/// The permutation of `0..n` with a rank in lexicographic order; `rank` is less than `n!`.
///
/// ```
/// # use upstar_core::enumerate::permutation;
/// assert_eq!(permutation(3, &0u32.into()), [0, 1, 2]);
/// assert_eq!(permutation(3, &5u32.into()), [2, 1, 0]);
/// ```
pub fn permutation(n: usize, rank: &BigUint) -> Vec<usize> {
    let mut digits = Vec::with_capacity(n);
    let mut rest = rank.clone();
    for base in 1..=n {
        let (quotient, digit) = rest.div_rem(&BigUint::from(base));
        digits.push(digit.to_usize().expect("a remainder is less than its divisor"));
        rest = quotient;
    }
    let mut left: Vec<usize> = (0..n).collect();
    digits.into_iter().rev().map(|digit| left.remove(digit)).collect()
}

/// The subset of `0..n` with `k` elements that has a rank in colexicographic order, in increasing order; `rank`
/// is less than the binomial coefficient.
///
/// ```
/// # use upstar_core::enumerate::combination;
/// assert_eq!(combination(4, 2, &0u32.into()), [0, 1]);
/// assert_eq!(combination(4, 2, &5u32.into()), [2, 3]);
/// ```
pub fn combination(n: usize, k: usize, rank: &BigUint) -> Vec<usize> {
    let mut chosen = vec![0; k];
    let mut rest = rank.clone();
    // The binomial coefficient of `above` and `size`: subsets of that size below `above`.
    let (mut above, mut ways) = (n, binomial(n, k));
    for size in (1..=k).rev() {
        // The largest element: those below it leave no more subsets than the rank.
        loop {
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
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

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
