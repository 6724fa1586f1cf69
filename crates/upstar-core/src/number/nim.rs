//! The field of nimbers: sums and products of finite nimbers of any size.
//!
//! Knows: arithmetic in the fields of `2^(2^k)` nimbers. Must not know: games.
//!
//! Source: ONAG, chapter 6. A nimber below `2^(2n)`, with `n` a power of two, is `a F + b`
//! with `F = 2^n`, and `F F = F + F/2`, the product meant as nimbers.

use num_bigint::BigUint;

use super::long::from_words;
use crate::{Budget, Exhausted};

/// The nim-sum: addition without carrying. Linear in the digits.
///
/// ```
/// # use upstar_core::nim_sum;
/// assert_eq!(nim_sum(&5u32.into(), &6u32.into()), 3u32.into());
/// ```
pub fn nim_sum(a: &BigUint, b: &BigUint) -> BigUint {
    a ^ b
}

/// The nim-product. Cost for `n` bits: of the order of `n^1.6`, three half-size products for each doubling of
/// the field, from 64 bits up.
///
/// ```
/// # use upstar_core::{Budget, nim_product};
/// let budget = Budget::unlimited();
/// assert_eq!(nim_product(&2u32.into(), &2u32.into(), &budget)?, 3u32.into());
/// assert_eq!(nim_product(&16u32.into(), &5u32.into(), &budget)?, 80u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted.
pub fn nim_product(a: &BigUint, b: &BigUint, budget: &Budget) -> Result<BigUint, Exhausted> {
    let (a, b) = (a.to_u64_digits(), b.to_u64_digits());
    let words = a.len().max(b.len()).next_power_of_two();
    let widen = |mut digits: Vec<u64>| {
        digits.resize(words, 0);
        digits
    };
    Ok(from_words(&product(&widen(a), &widen(b), budget)?))
}

/// The ugly product: bilinear over nim-sums, with 1 as its unit, `2^i` times itself `2^(i-1)`, and `2^i` times a
/// smaller power `2^j` above 1 their nim-sum with `2^j` halved, `2^i + 2^(j-1)`.
///
/// So for a power of two `n` and `k < n` it is half of `k`, rounded down, and `n` more if `k` is odious.
/// Source: *Winning Ways*, chapter 14. Cost for `n` bits: of the order of `n^2`.
///
/// ```
/// # use upstar_core::{Budget, ugly_product};
/// let budget = Budget::unlimited();
/// let ugly = |a: u32, b: u32| ugly_product(&a.into(), &b.into(), &budget);
/// assert_eq!([ugly(8, 3)?, ugly(8, 7)?, ugly(8, 8)?].map(|n| n.to_string()), ["1", "11", "4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted.
pub fn ugly_product(a: &BigUint, b: &BigUint, budget: &Budget) -> Result<BigUint, Exhausted> {
    let mut product = BigUint::ZERO;
    let is_odious = |n: &BigUint| n.count_ones() % 2 == 1;
    for i in (0..a.bits()).filter(|i| a.bit(*i)) {
        budget.step()?;
        let above = (b >> (i + 1)) << (i + 1);
        let below = b ^ &above;
        let power = BigUint::from(1u32) << i;
        // The powers below 2^i, then 2^i itself, then those above.
        let smaller = if b.bit(i) { &below ^ &power } else { below };
        product ^= &smaller >> 1u32;
        if is_odious(&smaller) {
            product ^= &power;
        }
        if b.bit(i) {
            product ^= (&power >> 1u32).max(BigUint::from(u32::from(i == 0)));
        }
        if i > 0 && is_odious(&above) {
            product ^= &power >> 1u32;
        }
        product ^= above;
    }
    Ok(product)
}

/// The product of two nimbers of the same number of words, a power of two.
fn product(a: &[u64], b: &[u64], budget: &Budget) -> Result<Vec<u64>, Exhausted> {
    budget.step()?;
    if let ([a], [b]) = (a, b) {
        return Ok(vec![word_product(*a, *b, 32)]);
    }
    if is_zero(a) || is_zero(b) {
        return Ok(vec![0; a.len()]);
    }
    let product = |a: &[u64], b: &[u64]| product(a, b, budget);
    let half = a.len() / 2;
    let ((b_low, b_high), (a_low, a_high)) = (b.split_at(half), a.split_at(half));
    if is_zero(a_high) {
        return Ok([product(a_low, b_low)?, product(a_low, b_high)?].concat());
    }
    if is_zero(b_high) {
        return Ok([product(a_low, b_low)?, product(a_high, b_low)?].concat());
    }
    let low = product(a_low, b_low)?;
    let high = product(a_high, b_high)?;
    let mut middle = product(&xor(a_low, a_high), &xor(b_low, b_high))?;
    add_to(&mut middle, &low);
    Ok([xor(&low, &times_half(&high, budget)?), middle].concat())
}

/// The product with the largest power of two in the field of this number of words.
fn times_half(a: &[u64], budget: &Budget) -> Result<Vec<u64>, Exhausted> {
    if let [a] = a {
        return Ok(vec![word_times_half(*a, 64)]);
    }
    budget.step()?;
    // F/2 = (f/2) f with f = 2^(n/2), and (a f + b) (f/2) f = (a + b)(f/2) f + (f/2)(f/2) a.
    let (low, high) = a.split_at(a.len() / 2);
    let new_high = times_half(&xor(low, high), budget)?;
    let new_low = times_half(&times_half(high, budget)?, budget)?;
    Ok([new_low, new_high].concat())
}

fn is_zero(words: &[u64]) -> bool {
    words.iter().all(|w| *w == 0)
}

fn xor(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

fn add_to(sum: &mut [u64], a: &[u64]) {
    for (sum, a) in sum.iter_mut().zip(a) {
        *sum ^= a;
    }
}

/// The product of two nimbers of at most `2 * half` bits in one word each.
fn word_product(a: u64, b: u64, half: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    if half == 0 {
        return a & b;
    }
    let mask = (1u64 << half) - 1;
    let (a_low, a_high, b_low, b_high) = (a & mask, a >> half, b & mask, b >> half);
    if a_high == 0 && b_high == 0 {
        return word_product(a_low, b_low, half / 2);
    }
    let low = word_product(a_low, b_low, half / 2);
    let high = word_product(a_high, b_high, half / 2);
    let middle = word_product(a_low ^ a_high, b_low ^ b_high, half / 2) ^ low;
    (middle << half) | (low ^ word_times_half(high, half))
}

/// The product with `2^(bits - 1)` in the field of `bits` bits.
fn word_times_half(a: u64, bits: u32) -> u64 {
    if bits == 1 || a == 0 {
        return a;
    }
    let half = bits / 2;
    let (low, high) = (a & ((1 << half) - 1), a >> half);
    let new_low = word_times_half(word_times_half(high, half), half);
    (word_times_half(low ^ high, half) << half) | new_low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim_product(a: &BigUint, b: &BigUint) -> BigUint {
        super::nim_product(a, b, &Budget::unlimited()).unwrap()
    }

    /// The mex, by definition.
    fn by_definition(limit: usize) -> Vec<Vec<usize>> {
        let mut table = vec![vec![0; limit]; limit];
        for a in 0..limit {
            for b in 0..limit {
                let mut taken = vec![false; 512];
                for c in 0..a {
                    for d in 0..b {
                        taken[table[c][b] ^ table[a][d] ^ table[c][d]] = true;
                    }
                }
                table[a][b] = taken.iter().position(|t| !t).unwrap_or(0);
            }
        }
        table
    }

    #[test]
    fn products_are_as_defined() {
        let table = by_definition(40);
        for (a, row) in table.iter().enumerate() {
            for (b, expected) in row.iter().enumerate() {
                let found = nim_product(&BigUint::from(a), &BigUint::from(b));
                assert_eq!(found, BigUint::from(*expected), "{a} times {b}");
            }
        }
    }

    /// Source: ONAG, chapter 6: the product of Fermat 2-powers is ordinary when they differ, and
    /// 3/2 of one when they are the same.
    #[test]
    fn fermat_powers_multiply_as_published() {
        for n in 0..12u32 {
            let f = BigUint::from(1u32) << (1u32 << n);
            assert_eq!(nim_product(&f, &f), &f + (&f >> 1));
            for m in 0..n {
                let g = BigUint::from(1u32) << (1u32 << m);
                assert_eq!(nim_product(&f, &g), &f * &g);
            }
        }
    }

    /// Source: *Winning Ways*, chapter 14: the product of a power of two with itself and with smaller numbers.
    #[test]
    fn ugly_products_are_bilinear_and_as_defined_on_powers_of_two() {
        let ugly = |a: u32, b: u32| {
            let product = ugly_product(&a.into(), &b.into(), &Budget::unlimited()).unwrap();
            u32::try_from(product).unwrap()
        };
        for n in (0..7).map(|i| 1u32 << i) {
            assert_eq!(ugly(n, n), n.div_ceil(2));
            for k in 0..n {
                let odious = k.count_ones() % 2;
                assert_eq!(ugly(n, k), k / 2 + n * odious, "{n} and {k}");
            }
        }
        for a in 0..64u32 {
            for b in 0..64 {
                assert_eq!(ugly(a, b), ugly(b, a));
                let bits = |n: u32| (0..6).map(move |i| n & (1 << i));
                let sum = bits(a).flat_map(|x| bits(b).map(move |y| (x, y)));
                assert_eq!(ugly(a, b), sum.fold(0, |sum, (x, y)| sum ^ ugly(x, y)), "{a} and {b}");
            }
        }
    }

    #[test]
    fn large_nimbers_form_a_field() {
        let x = |k: u64| {
            let seed = BigUint::from(0x9e37_79b9_7f4a_7c15u64 ^ k);
            (0..5u32).fold(seed.clone(), |x, _| &x * &x + &seed)
        };
        let (a, b, c) = (x(1), x(2), x(3));
        let product = nim_product(&a, &b);
        assert_eq!(product, nim_product(&b, &a));
        assert_eq!(nim_product(&product, &c), nim_product(&a, &nim_product(&b, &c)));
        let sum = nim_product(&a, &nim_sum(&b, &c));
        assert_eq!(sum, nim_sum(&product, &nim_product(&a, &c)));
    }
}
