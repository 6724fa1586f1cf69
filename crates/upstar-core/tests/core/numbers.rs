//! Numbers: the fast forms agree with exact ones.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use proptest::prelude::*;
use upstar_core::{Dyadic, Rational, simplest_between};

use crate::length::properties;

/// Integers of all sizes, those at the edge of a machine word among them.
fn integer() -> impl Strategy<Value = BigInt> {
    prop_oneof![
        (-20i64..20).prop_map(BigInt::from),
        any::<i64>().prop_map(BigInt::from),
        prop::sample::select(vec![i64::MIN, i64::MIN + 1, i64::MAX]).prop_map(BigInt::from),
        any::<i128>().prop_map(BigInt::from),
    ]
}

fn big() -> impl Strategy<Value = BigRational> {
    (integer(), integer()).prop_map(|(a, b)| {
        let den = if b == BigInt::ZERO { BigInt::from(1) } else { b };
        BigRational::new(a, den)
    })
}

fn dyadic() -> impl Strategy<Value = Dyadic> {
    (integer(), 0u64..130).prop_map(|(num, exp)| Dyadic::new(num, exp))
}

proptest! {
    #![proptest_config(properties(3000))]

    #[test]
    fn rationals_calculate_exactly(a in big(), b in big(), n in 0u32..5) {
        let (x, y) = (Rational::from(a.clone()), Rational::from(b.clone()));
        prop_assert_eq!(&x + &y, Rational::from(&a + &b));
        prop_assert_eq!(&x - &y, Rational::from(&a - &b));
        prop_assert_eq!(&x * &y, Rational::from(&a * &b));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.pow(n).unwrap(), Rational::from(num_traits::Pow::pow(&a, n)));
        let quotient = (b != BigRational::from_integer(0.into())).then(|| &a / &b);
        prop_assert_eq!(x.checked_div(&y), quotient.clone().map(Rational::from));
        let rest = quotient.map(|q| Rational::from(&a - &b * q.floor()));
        prop_assert_eq!(x.checked_rem(&y), rest);
        prop_assert_eq!(x.floor(), a.floor().to_integer());
        prop_assert_eq!(x.ceil(), a.ceil().to_integer());
        prop_assert_eq!(x.to_string(), a.to_string());
    }

    #[test]
    fn dyadics_calculate_exactly(x in dyadic(), y in dyadic()) {
        let (a, b) = (x.to_big_rational(), y.to_big_rational());
        prop_assert_eq!((&x + &y).to_big_rational(), &a + &b);
        prop_assert_eq!((&x - &y).to_big_rational(), &a - &b);
        prop_assert_eq!((&x * &y).to_big_rational(), &a * &b);
        prop_assert_eq!(x.half().to_big_rational(), &a / BigInt::from(2));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.floor(), a.floor().to_integer());
        let rational = Rational::from(&x);
        prop_assert_eq!(rational.to_dyadic(), Some(x.clone()));
        prop_assert_eq!(Rational::from(a), rational);
    }

    #[test]
    fn the_simplest_number_lies_between_and_is_born_first(x in dyadic(), y in dyadic()) {
        prop_assume!(x != y);
        let (low, high) = if x < y { (x, y) } else { (y, x) };
        let simplest = simplest_between(Some(&low), Some(&high));
        prop_assert!(low < simplest && simplest < high);
        // What is simpler than it lies outside: its own options do.
        if simplest.birthday() > BigUint::ZERO {
            let step = if simplest.is_integer() {
                Dyadic::ONE
            } else {
                Dyadic::new(1.into(), simplest.exponent())
            };
            let towards = if simplest.is_negative() { &simplest + &step } else { &simplest - &step };
            prop_assert!(towards <= low || towards >= high);
        }
        let middle = (&low + &high).half();
        prop_assert!(simplest.birthday() <= middle.birthday());
    }
}

#[test]
fn no_power_of_three_but_one_is_dyadic() {
    let third = Rational::ONE.checked_div(&Rational::from(3)).unwrap();
    assert_eq!(third.to_dyadic(), None);
    assert!(Dyadic::try_from(&third).is_err());
    assert_eq!(third.pow(0), Ok(Rational::ONE));
    assert_eq!(third.to_string(), "1/3");
}
