//! Inverses, powers and square roots in the field of nimbers.
//!
//! Knows: the norm to a subfield, and the order of the multiplicative group. Must not know: games.
//!
//! Source: ONAG, chapter 6. With `F = 2^n`, `n` a power of two, the nimbers below `F^2` are a field of
//! characteristic 2 of degree 2 over those below `F`, and `F` is a root of `x^2 + x + F/2`; the other root is
//! `F + 1`.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;

use super::nim::nim_product;
use crate::{Budget, Exhausted};

/// The number of bits of the least field that contains `a`, a power of two.
fn field_bits(a: &BigUint) -> u64 {
    a.bits().max(1).next_power_of_two()
}

/// `a` as `high F + low`, with the `half` bits of `F`.
fn split(a: &BigUint, half: u64) -> (BigUint, BigUint) {
    let high = a >> half;
    let low = a ^ (&high << half);
    (high, low)
}

/// The nimber `x` with `a x = 1`; `None` for 0.
///
/// ```
/// # use upstar_core::{Budget, nim_inverse};
/// let budget = Budget::unlimited();
/// assert_eq!(nim_inverse(&2u32.into(), &budget)?, Some(3u32.into()));
/// assert_eq!(nim_inverse(&0u32.into(), &budget)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: a few products for each doubling of the field.
pub fn nim_inverse(a: &BigUint, budget: &Budget) -> Result<Option<BigUint>, Exhausted> {
    budget.step()?;
    if a.bits() <= 1 {
        return Ok((a.bits() == 1).then(|| a.clone()));
    }
    let half = field_bits(a) / 2;
    let (high, low) = split(a, half);
    let product = |a: &BigUint, b: &BigUint| nim_product(a, b, budget);
    // (h F + l) (h F + h + l) = h h F/2 + h l + l l, which is below F.
    let half_of_f = BigUint::from(1u32) << (half - 1);
    let norm = product(&product(&high, &high)?, &half_of_f)? ^ product(&low, &(&high ^ &low))?;
    let conjugate = (&high << half) ^ &high ^ &low;
    match nim_inverse(&norm, budget)? {
        Some(inverse) => Ok(Some(product(&conjugate, &inverse)?)),
        None => Ok(None),
    }
}

/// The nimber `x` with `x x = a`: it exists and is unique, for squaring is additive and no nonzero nimber has
/// the square 0.
///
/// ```
/// # use upstar_core::{Budget, nim_square_root};
/// assert_eq!(nim_square_root(&2u32.into(), &Budget::unlimited())?, 3u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: a product for each doubling of the field, on each of its halves.
pub fn nim_square_root(a: &BigUint, budget: &Budget) -> Result<BigUint, Exhausted> {
    budget.step()?;
    if a.bits() <= 1 {
        return Ok(a.clone());
    }
    // (x F + y) (x F + y) = x x F + x x F/2 + y y.
    let half = field_bits(a) / 2;
    let (high, low) = split(a, half);
    let half_of_f = BigUint::from(1u32) << (half - 1);
    let x = nim_square_root(&high, budget)?;
    let y = nim_square_root(&(low ^ nim_product(&high, &half_of_f, budget)?), budget)?;
    Ok((x << half) ^ y)
}

/// The product of `n` copies of `a`, or of `-n` copies of its inverse; 1 for `n = 0`. `None` for a negative
/// power of 0.
///
/// ```
/// # use upstar_core::{Budget, nim_power};
/// let budget = Budget::unlimited();
/// assert_eq!(nim_power(&2u32.into(), &3.into(), &budget)?, Some(1u32.into()));
/// assert_eq!(nim_power(&2u32.into(), &(-1).into(), &budget)?, Some(3u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the budget is exhausted. Cost: two products for each bit of the field of `a`, for the exponent is
/// reduced by the order of its group, `2^bits - 1`.
pub fn nim_power(a: &BigUint, n: &BigInt, budget: &Budget) -> Result<Option<BigUint>, Exhausted> {
    if a.bits() == 0 {
        return Ok(match n.sign() {
            Sign::NoSign => Some(BigUint::from(1u32)),
            Sign::Plus => Some(BigUint::ZERO),
            Sign::Minus => None,
        });
    }
    let order = (BigInt::from(1) << field_bits(a)) - 1;
    let exponent = n.mod_floor(&order);
    let mut power = BigUint::from(1u32);
    for bit in (0..exponent.bits()).rev() {
        budget.step()?;
        power = nim_product(&power, &power, budget)?;
        if exponent.bit(bit) {
            power = nim_product(&power, a, budget)?;
        }
    }
    Ok(Some(power))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::length::properties;

    fn product(a: &BigUint, b: &BigUint) -> BigUint {
        nim_product(a, b, &Budget::unlimited()).unwrap()
    }

    fn nimber() -> impl Strategy<Value = BigUint> {
        prop_oneof![
            (0u64..300).prop_map(BigUint::from),
            any::<u64>().prop_map(BigUint::from),
            prop::collection::vec(any::<u32>(), 1..20).prop_map(BigUint::new),
        ]
    }

    /// By trying all nimbers of a field.
    #[test]
    fn inverses_and_roots_are_those_found_by_trying_all() {
        let budget = Budget::unlimited();
        let all: Vec<BigUint> = (0u32..256).map(BigUint::from).collect();
        for a in &all {
            let inverse = all.iter().find(|x| product(a, x) == BigUint::from(1u32));
            assert_eq!(nim_inverse(a, &budget).unwrap().as_ref(), inverse, "{a}");
            let roots: Vec<&BigUint> = all.iter().filter(|x| product(x, x) == *a).collect();
            assert_eq!(roots, [&nim_square_root(a, &budget).unwrap()], "{a}");
        }
    }

    /// The nonzero nimbers below 16 are a cyclic group of order 15, and those below 4 its subgroup of order 3.
    #[test]
    fn small_groups_have_their_orders() {
        let budget = Budget::unlimited();
        let order = |a: u32| {
            let is_one = |n: &u32| {
                nim_power(&a.into(), &(*n).into(), &budget).unwrap() == Some(BigUint::from(1u32))
            };
            (1u32..).find(is_one).unwrap()
        };
        assert_eq!([1, 2, 3].map(order), [1, 3, 3]);
        let orders: Vec<u32> = (4..16).map(order).collect();
        assert!(orders.iter().all(|n| *n == 5 || *n == 15));
        assert_eq!(orders.iter().filter(|n| **n == 5).count(), 4);
    }

    proptest! {
        #![proptest_config(properties(24))]

        #[test]
        fn an_inverse_times_its_nimber_is_one(a in nimber()) {
            let inverse = nim_inverse(&a, &Budget::unlimited()).unwrap();
            prop_assert_eq!(inverse.is_none(), a == BigUint::ZERO);
            if let Some(inverse) = inverse {
                prop_assert_eq!(product(&a, &inverse), BigUint::from(1u32));
            }
        }

        #[test]
        fn the_square_of_a_root_is_its_nimber(a in nimber()) {
            let root = nim_square_root(&a, &Budget::unlimited()).unwrap();
            prop_assert_eq!(product(&root, &root), a);
        }

        #[test]
        fn powers_multiply_by_adding_exponents(a in nimber(), m in -12i64..12, n in any::<i64>()) {
            prop_assume!(a != BigUint::ZERO);
            let power = |n: i128| {
                nim_power(&a, &n.into(), &Budget::unlimited()).unwrap().unwrap()
            };
            let (m, n) = (i128::from(m), i128::from(n));
            prop_assert_eq!(product(&power(m), &power(n)), power(m + n));
            let mut slow = BigUint::from(1u32);
            for _ in 0..m.max(0) {
                slow = product(&slow, &a);
            }
            prop_assert_eq!(power(m.max(0)), slow);
        }
    }
}
