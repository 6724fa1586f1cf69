//! Primes: tests with proof, factors, and the functions made of them.
//!
//! Below 2^81 the strong test with the first thirteen primes decides (Sorenson and Webster, Strong pseudoprimes to twelve
//! prime bases, Mathematics of Computation 86, 2017: up to 3317044064679887385961980). A larger number that passes it is
//! proved to be prime by the factors of its predecessor (Lucas; Knuth, The Art of Computer Programming, 4.5.4). Factors are
//! found by division and by Pollard's rho method, in about the square root of the second largest factor.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::long::power_mod;
use crate::{Budget, Error};

/// The bases of the strong test.
const BASES: [u32; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// Divisors that are tried one by one.
const SMALL: u32 = 1 << 10;

/// Most bits of a number for which the strong test is a proof.
const PROVED_BITS: u64 = 81;

/// `base ** exponent % modulus`
fn power(
    base: &BigUint,
    exponent: &BigUint,
    modulus: &BigUint,
    budget: &Budget,
) -> Result<BigUint, Error> {
    let (base, modulus) = (BigInt::from(base.clone()), BigInt::from(modulus.clone()));
    Ok(power_mod(&base, exponent, &modulus, budget)?.magnitude().clone())
}

/// Whether an odd number passes the strong test for a base: so does every prime.
fn passes(n: &BigUint, base: u32, budget: &Budget) -> Result<bool, Error> {
    let before = n - 1u32;
    let twos = before.trailing_zeros().unwrap_or(0);
    let mut x = power(&BigUint::from(base), &(&before >> twos), n, budget)?;
    if x.is_one() || x == before {
        return Ok(true);
    }
    for _ in 1..twos {
        budget.step()?;
        x = &x * &x % n;
        if x == before {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a number is prime.
///
/// Cost: a few powers modulo n; above 2^81 for a prime also the factors of n - 1.
///
/// # Errors
/// When the budget is exhausted.
///
/// ```
/// use num_bigint::BigUint;
/// use upstar_core::{Budget, is_prime};
/// let mersenne = (BigUint::from(1u32) << 89) - 1u32;
/// assert!(is_prime(&mersenne, &Budget::default())?);
/// # Ok::<(), upstar_core::Error>(())
/// ```
pub fn is_prime(n: &BigUint, budget: &Budget) -> Result<bool, Error> {
    if *n < BigUint::from(2u32) {
        return Ok(false);
    }
    for prime in BASES {
        if (n % prime).is_zero() {
            return Ok(*n == BigUint::from(prime));
        }
    }
    for base in BASES {
        if !passes(n, base, budget)? {
            return Ok(false);
        }
    }
    if n.bits() <= PROVED_BITS { Ok(true) } else { is_proved(n, budget) }
}

/// Whether some base has the order n - 1: the powers for (n - 1) / p are not 1, for all prime factors p of n - 1.
fn is_proved(n: &BigUint, budget: &Budget) -> Result<bool, Error> {
    let before = n - 1u32;
    let primes = factors(&before, budget)?;
    for base in 2u32.. {
        let base = BigUint::from(base);
        if base >= *n {
            break;
        }
        if !power(&base, &before, n, budget)?.is_one() {
            return Ok(false);
        }
        let mut is_generator = true;
        for prime in primes.keys() {
            is_generator &= !power(&base, &(&before / prime), n, budget)?.is_one();
        }
        if is_generator {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The prime factors of a positive number in ascending order, each with its exponent; 1 has none.
///
/// # Errors
/// When the budget is exhausted.
///
/// ```
/// use num_bigint::BigUint;
/// use upstar_core::{Budget, factors};
/// let found = factors(&BigUint::from(360u32), &Budget::default())?;
/// let found: Vec<(u32, u64)> = found.iter().map(|(p, k)| (p.try_into().unwrap(), *k)).collect();
/// assert_eq!(found, [(2, 3), (3, 2), (5, 1)]);
/// # Ok::<(), upstar_core::Error>(())
/// ```
pub fn factors(n: &BigUint, budget: &Budget) -> Result<BTreeMap<BigUint, u64>, Error> {
    let (mut found, mut rest) = (BTreeMap::new(), n.clone());
    if n.is_zero() {
        return Ok(found);
    }
    let mut add = |prime: BigUint| *found.entry(prime).or_insert(0u64) += 1;
    for small in 2..SMALL {
        budget.step()?;
        while (&rest % small).is_zero() {
            rest /= small;
            add(BigUint::from(small));
        }
    }
    let mut open = vec![rest];
    while let Some(part) = open.pop() {
        if part.is_one() {
            continue;
        }
        if part < BigUint::from(SMALL) * SMALL || is_prime(&part, budget)? {
            add(part);
            continue;
        }
        let divisor = divisor(&part, budget)?;
        open.push(&part / &divisor);
        open.push(divisor);
    }
    Ok(found)
}

/// A divisor of a composite number other than 1 and itself, by Pollard's rho method.
fn divisor(n: &BigUint, budget: &Budget) -> Result<BigUint, Error> {
    let root = n.sqrt();
    if &root * &root == *n {
        return Ok(root);
    }
    if let Some(n) = n.to_u64() {
        return Ok(BigUint::from(small_divisor(n, budget)?));
    }
    let mut shift = 0u32;
    loop {
        shift += 1;
        let next = |x: &BigUint| (x * x + shift) % n;
        let (mut slow, mut fast) = (BigUint::from(2u32), BigUint::from(2u32));
        loop {
            budget.step()?;
            slow = next(&slow);
            fast = next(&next(&fast));
            let difference = if slow > fast { &slow - &fast } else { &fast - &slow };
            let common = difference.gcd(n);
            if common == *n {
                break;
            }
            if !common.is_one() {
                return Ok(common);
            }
        }
    }
}

/// The same for a number of one word.
fn small_divisor(n: u64, budget: &Budget) -> Result<u64, Error> {
    let wide = u128::from(n);
    let mut shift = 0u128;
    loop {
        shift += 1;
        let next = |x: u64| ((u128::from(x) * u128::from(x) + shift) % wide) as u64;
        let (mut slow, mut fast) = (2, 2);
        loop {
            budget.step()?;
            slow = next(slow);
            fast = next(next(fast));
            let common = slow.abs_diff(fast).gcd(&n);
            if common == n {
                break;
            }
            if common != 1 {
                return Ok(common);
            }
        }
    }
}

/// The divisors of a number with these factors, in ascending order.
///
/// # Errors
/// When the budget is exhausted.
pub fn divisors(factors: &BTreeMap<BigUint, u64>, budget: &Budget) -> Result<Vec<BigUint>, Error> {
    let mut found = vec![BigUint::one()];
    for (prime, exponent) in factors {
        let before = found.len();
        budget.reserve(before as u64 * exponent * size_of::<BigUint>() as u64 * 2)?;
        for _ in 0..*exponent {
            for place in found.len() - before..found.len() {
                budget.step()?;
                let next = &found[place] * prime;
                found.push(next);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Euler's totient of a number with these factors: how many of 1, ..., n have no common divisor with n but 1.
pub fn totient(factors: &BTreeMap<BigUint, u64>) -> BigInt {
    let mut found = BigUint::one();
    for (prime, exponent) in factors {
        found *= prime - 1u32;
        for _ in 1..*exponent {
            found *= prime;
        }
    }
    BigInt::from(found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive_factors(n: u64) -> BTreeMap<BigUint, u64> {
        let (mut found, mut rest) = (BTreeMap::new(), n);
        for p in 2..=n {
            while rest.is_multiple_of(p) {
                rest /= p;
                *found.entry(BigUint::from(p)).or_insert(0) += 1;
            }
        }
        found
    }

    #[test]
    fn small_numbers_are_as_by_division() {
        let budget = Budget::default();
        for n in 1..3_000u64 {
            let big = BigUint::from(n);
            let found = factors(&big, &budget).unwrap();
            assert_eq!(found, naive_factors(n), "{n}");
            let is_naive = n > 1 && (2..n).all(|d| n % d != 0);
            assert_eq!(is_prime(&big, &budget).unwrap(), is_naive, "{n}");
            let listed = divisors(&found, &budget).unwrap();
            let naive: Vec<BigUint> = (1..=n).filter(|d| n % d == 0).map(BigUint::from).collect();
            assert_eq!(listed, naive, "{n}");
            let prime_to = (1..=n).filter(|k| k.gcd(&n) == 1).count();
            assert_eq!(totient(&found), BigInt::from(prime_to), "{n}");
        }
    }

    /// Published: Carmichael numbers, Fermat and Mersenne numbers, and the least strong pseudoprimes to many bases.
    #[test]
    fn published_numbers() {
        let budget = Budget::default();
        let number = |text: &str| text.parse::<BigUint>().unwrap();
        for composite in ["561", "1729", "3215031751", "3825123056546413051", "4294967297"] {
            assert!(!is_prime(&number(composite), &budget).unwrap(), "{composite}");
        }
        let (two, one) = (BigUint::from(2u32), BigUint::one());
        for exponent in [61, 89, 107, 127u32] {
            assert!(is_prime(&(two.pow(exponent) - &one), &budget).unwrap(), "{exponent}");
        }
        assert!(!is_prime(&(two.pow(67) - &one), &budget).unwrap());
        // F. N. Cole, 1903.
        let found = factors(&(two.pow(67) - &one), &budget).unwrap();
        let found: Vec<String> = found.keys().map(ToString::to_string).collect();
        assert_eq!(found, ["193707721", "761838257287"]);
    }

    proptest! {
        #[test]
        fn factors_are_primes_whose_product_is_the_number(a in 1..u32::MAX, b in 1..u32::MAX) {
            let budget = Budget::default();
            let n = BigUint::from(a) * b;
            let found = factors(&n, &budget).unwrap();
            let product: BigUint = found.iter().map(|(p, k)| p.pow(*k as u32)).product();
            prop_assert_eq!(product, n);
            for prime in found.keys() {
                prop_assert!(is_prime(prime, &budget).unwrap());
            }
        }
    }
}
