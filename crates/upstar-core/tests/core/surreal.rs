//! Surreal numbers and ordinals: laws, and agreement with games when omega is replaced by a
//! large integer.

use num_bigint::BigInt;
use proptest::prelude::*;
use upstar_core::short::compare_number;
use upstar_core::{Budget, Comparison, Dyadic, Error, Ordinal, Rational, Store, Surreal};

use crate::laws::build;
use crate::length::properties;
use crate::support::{day_three, store};

fn budget() -> Budget {
    Budget::unlimited()
}

fn rational(num: i64, den: i64) -> Rational {
    Rational::from(num).checked_div(&Rational::from(den)).unwrap()
}

/// The sum of `omega^exponent * coefficient`.
fn sum(terms: Vec<(Surreal, Rational)>) -> Surreal {
    terms.into_iter().fold(Surreal::default(), |sum, (exponent, r)| {
        let power = Surreal::omega_power(exponent).unwrap();
        sum.plus(&power.times(&r.into(), &budget()).unwrap(), &budget()).unwrap()
    })
}

fn surreal() -> impl Strategy<Value = Surreal> {
    let leaf = (-4i64..5, 1i64..4).prop_map(|(num, den)| Surreal::from(rational(num, den)));
    leaf.prop_recursive(3, 20, 4, |inner| {
        let term = (inner, -3i64..4, 1i64..3).prop_map(|(e, num, den)| (e, rational(num, den)));
        prop::collection::vec(term, 0..4).prop_map(sum)
    })
}

fn ordinal() -> impl Strategy<Value = Ordinal> {
    let leaf = (0i64..4).prop_map(|n| Surreal::from(Rational::from(n)));
    leaf.prop_recursive(3, 12, 3, |inner| {
        let term = (inner, 0i64..4).prop_map(|(e, n)| (e, Rational::from(n)));
        prop::collection::vec(term, 0..4).prop_map(sum)
    })
    .prop_map(|number| Ordinal::new(number).unwrap())
}

proptest! {
    #![proptest_config(properties(500))]

    #[test]
    fn surreal_numbers_are_an_ordered_ring(a in surreal(), b in surreal(), c in surreal()) {
        let plus = |a: &Surreal, b: &Surreal| a.plus(b, &budget()).unwrap();
        let times = |a: &Surreal, b: &Surreal| a.times(b, &budget()).unwrap();
        prop_assert_eq!(plus(&a, &b), plus(&b, &a));
        prop_assert_eq!(plus(&plus(&a, &b), &c), plus(&a, &plus(&b, &c)));
        prop_assert_eq!(plus(&a, &-&a), Surreal::default());
        prop_assert_eq!(times(&a, &b), times(&b, &a));
        prop_assert_eq!(times(&times(&a, &b), &c), times(&a, &times(&b, &c)));
        prop_assert_eq!(times(&a, &plus(&b, &c)), plus(&times(&a, &b), &times(&a, &c)));
        prop_assert_eq!(times(&a, &Rational::ONE.into()), a.clone());

        let difference = a.minus(&b, &budget()).unwrap();
        prop_assert_eq!(a.cmp(&b), difference.sign());
        prop_assert_eq!(a.cmp(&b), plus(&a, &c).cmp(&plus(&b, &c)));
        prop_assert_eq!(a.cmp(&b), (-&b).cmp(&-&a));
        prop_assert_eq!(times(&a, &b).sign(), (a.sign() as i8 * b.sign() as i8).cmp(&0));
        if a < b && b < c {
            prop_assert!(a < c);
        }
    }

    #[test]
    fn a_product_divided_by_a_factor_is_the_other(a in surreal(), b in surreal()) {
        let product = a.times(&b, &budget()).unwrap();
        let quotient = product.over(&b, &budget());
        prop_assert_eq!(quotient, Ok((!b.is_zero()).then_some(a)));
    }

    #[test]
    fn quotients_are_finite_or_are_said_not_to_be(a in surreal(), b in surreal()) {
        match a.over(&b, &budget()) {
            Ok(Some(q)) => prop_assert_eq!(q.times(&b, &budget()), Ok(a)),
            Ok(None) => prop_assert!(b.is_zero()),
            Err(error) => {
                prop_assert!(matches!(error, Error::InfiniteQuotient | Error::TooManyTerms { .. } | Error::CoefficientTooLong), "{error}");
                prop_assert!(b.terms().len() > 1);
            }
        }
    }

    #[test]
    fn powers_of_omega_multiply_by_adding_exponents(a in surreal(), b in surreal(), n in 0u32..5) {
        let power = |e: &Surreal| Surreal::omega_power(e.clone()).unwrap();
        let product = power(&a).times(&power(&b), &budget()).unwrap();
        prop_assert_eq!(&product, &power(&a.plus(&b, &budget()).unwrap()));
        prop_assert_eq!(a.cmp(&b), power(&a).cmp(&power(&b)));
        let repeated = (0..n).fold(Surreal::from(Rational::ONE), |p, _| p.times(&a, &budget()).unwrap());
        prop_assert_eq!(a.power(&n.into(), &budget()), Ok(repeated));
    }

    /// A number whose exponents are whole numbers is a polynomial in omega and 1/omega, and
    /// compares as its value at a very large number does.
    #[test]
    fn order_is_that_of_values_at_a_large_number(
        a in prop::collection::vec((-3i64..4, -9i64..10), 0..5),
        b in prop::collection::vec((-3i64..4, -9i64..10), 0..5),
    ) {
        let made = |terms: &[(i64, i64)]| {
            sum(terms.iter().map(|(e, r)| (Rational::from(*e).into(), (*r).into())).collect())
        };
        prop_assert_eq!(made(&a).cmp(&made(&b)), at_large(&a).cmp(&at_large(&b)));
    }

    #[test]
    fn ordinary_arithmetic_has_its_laws(a in ordinal(), b in ordinal(), c in ordinal()) {
        let plus = |a: &Ordinal, b: &Ordinal| a.plus(b).unwrap();
        let times = |a: &Ordinal, b: &Ordinal| a.times(b).unwrap();
        prop_assert_eq!(plus(&plus(&a, &b), &c), plus(&a, &plus(&b, &c)));
        prop_assert_eq!(times(&times(&a, &b), &c), times(&a, &times(&b, &c)));
        prop_assert_eq!(times(&a, &plus(&b, &c)), plus(&times(&a, &b), &times(&a, &c)));
        // Strictly monotone on the right, weakly on the left.
        prop_assert_eq!(b.cmp(&c), plus(&a, &b).cmp(&plus(&a, &c)));
        if b <= c {
            prop_assert!(plus(&b, &a) <= plus(&c, &a));
            prop_assert!(times(&b, &a) <= times(&c, &a));
        }
    }

    /// The natural operations are those in which only digits are added, and in which ordinary
    /// ones lose terms: they are never less.
    #[test]
    fn natural_operations_are_those_of_surreal_numbers(a in ordinal(), b in ordinal()) {
        let (x, y) = (a.clone().into_surreal(), b.clone().into_surreal());
        let natural = x.plus(&y, &budget()).unwrap();
        let mut merged: Vec<_> = x.terms().iter().chain(y.terms()).cloned().collect();
        merged.sort_by(|(e, _), (f, _)| f.cmp(e));
        let in_order = merged.iter().fold(Ordinal::default(), |sum, (e, n)| {
            let term = Surreal::omega_power(e.clone()).unwrap();
            let term = term.times(&n.clone().into(), &budget()).unwrap();
            sum.plus(&Ordinal::new(term).unwrap()).unwrap()
        });
        prop_assert_eq!(in_order.into_surreal(), natural.clone());
        prop_assert!(a.plus(&b).unwrap().into_surreal() <= natural);
        let product = x.times(&y, &budget()).unwrap();
        prop_assert!(product.is_ordinal());
        prop_assert!(a.times(&b).unwrap().into_surreal() <= product);
    }

    #[test]
    fn powers_of_ordinals_have_their_laws(a in ordinal(), b in ordinal(), c in ordinal()) {
        let power = |a: &Ordinal, b: &Ordinal| a.power(b, &budget());
        let (Ok(ab), Ok(ac)) = (power(&a, &b), power(&a, &c)) else { return Ok(()) };
        let sum = b.plus(&c).unwrap();
        prop_assert_eq!(power(&a, &sum).unwrap(), ab.times(&ac).unwrap());
        if let (Ok(twice), Ok(once)) = (power(&ab, &c), power(&a, &b.times(&c).unwrap())) {
            prop_assert_eq!(twice, once);
        }
    }

    #[test]
    fn numbers_compare_with_random_games_as_large_and_small_ones_do(
        terms in prop::collection::vec((-2i64..3, -9i64..10), 0..4),
        choices in prop::collection::vec(any::<u8>(), 4..24),
    ) {
        let store = store();
        compares_as_at_large(&store, &terms, build(&store, &choices));
    }
}

/// Larger than everything that terms with small coefficients are compared with here.
fn large() -> BigInt {
    BigInt::from(1) << 40
}

/// The value of `omega^e * r + ...` when omega is a large number.
fn at_large(terms: &[(i64, i64)]) -> Dyadic {
    let lowest = 5;
    let whole = terms.iter().fold(BigInt::ZERO, |sum, (e, r)| {
        sum + large().pow(u32::try_from(e + lowest).unwrap()) * r
    });
    Dyadic::new(whole, 40 * lowest as u64)
}

fn compares_as_at_large(store: &Store, terms: &[(i64, i64)], g: upstar_core::Game) {
    let x = sum(terms.iter().map(|(e, r)| (Rational::from(*e).into(), (*r).into())).collect());
    let near = store.number(&at_large(terms)).unwrap();
    let expected = store.compare(near, g).unwrap();
    assert_eq!(compare_number(store, &x, g), Ok(expected), "{x:?} and {g:?}");
}

#[test]
fn numbers_compare_with_all_games_of_day_three_as_large_and_small_ones_do() {
    let store = store();
    let numbers: [&[(i64, i64)]; 8] = [
        &[(1, 1)],
        &[(1, -2), (0, 3)],
        &[(-1, 1)],
        &[(-1, -1)],
        &[(0, 1), (-1, -1)],
        &[(0, 1), (-2, 5)],
        &[(0, -2), (-1, 1)],
        &[(0, 1)],
    ];
    for g in day_three(&store) {
        for terms in numbers {
            compares_as_at_large(&store, terms, g);
        }
    }
}

#[test]
fn a_third_is_compared_by_the_stops() {
    let store = store();
    let third = Surreal::from(rational(1, 3));
    let up = store.number_up_star(&0.into(), 1, 0).unwrap();
    assert_eq!(compare_number(&store, &third, up), Ok(Comparison::Greater));
    let switch = store.game(&[upstar_core::Game::ONE], &[upstar_core::Game::ZERO]).unwrap();
    assert_eq!(compare_number(&store, &third, switch), Ok(Comparison::Confused));
}

/// Source: ONAG, chapter 3.
#[test]
fn quotients_are_published_ones() {
    let (w, one) = (Surreal::omega(), Surreal::from(Rational::ONE));
    let minus = |a: &Surreal, b: &Surreal| a.minus(b, &budget()).unwrap();
    let square = w.times(&w, &budget()).unwrap();
    let next = w.plus(&one, &budget()).unwrap();
    assert_eq!(minus(&square, &one).over(&next, &budget()), Ok(Some(minus(&w, &one))));
    assert_eq!(one.over(&next, &budget()), Err(Error::InfiniteQuotient));
    assert_eq!(w.over(&Surreal::default(), &budget()), Ok(None));
    // 1/(1 + 1/omega) has terms for all -n, and never comes to -omega.
    let low = Surreal::omega_power(-&w).unwrap();
    let almost = one.plus(&low, &budget()).unwrap();
    let slow = one.plus(&one.over(&w, &budget()).unwrap().unwrap(), &budget()).unwrap();
    assert!(matches!(almost.over(&slow, &budget()), Err(Error::TooManyTerms { .. })));
}

#[test]
fn what_cannot_be_written_down_is_refused() {
    let w = Surreal::omega();
    let next = w.plus(&Rational::ONE.into(), &budget()).unwrap();
    let power = next.power(&100_000u32.into(), &budget());
    assert!(matches!(power, Err(Error::TooManyTerms { .. })));
    let twice = w.plus(&w, &budget()).unwrap();
    assert_eq!(twice.power(&100_000u32.into(), &budget()), Err(Error::CoefficientTooLong));
    let long = Surreal::from(Rational::from(BigInt::from(1) << 100_000));
    assert_eq!(w.times(&long, &budget()), Err(Error::CoefficientTooLong));
    assert!(w > long);
    let tower = (0..1000).try_fold(w, |tower, _| Surreal::omega_power(tower));
    assert!(matches!(tower, Err(Error::ExponentsTooDeep { .. })));
}
