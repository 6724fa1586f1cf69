//! Operators of numbers beside `&x + &y`: by value, with integers on either side, and sums of many.

use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

use super::{Dyadic, Rational};

/// An operator by value, for operands of which one or both are no references.
macro_rules! by_value {
    ($Number:ty, $Operator:ident, $method:ident) => {
        impl $Operator for $Number {
            type Output = $Number;

            fn $method(self, other: $Number) -> $Number {
                (&self).$method(&other)
            }
        }

        impl $Operator<&$Number> for $Number {
            type Output = $Number;

            fn $method(self, other: &$Number) -> $Number {
                (&self).$method(other)
            }
        }

        impl $Operator<$Number> for &$Number {
            type Output = $Number;

            fn $method(self, other: $Number) -> $Number {
                self.$method(&other)
            }
        }

        impl $Operator<i64> for $Number {
            type Output = $Number;

            fn $method(self, n: i64) -> $Number {
                (&self).$method(&<$Number>::from(n))
            }
        }

        impl $Operator<i64> for &$Number {
            type Output = $Number;

            fn $method(self, n: i64) -> $Number {
                self.$method(&<$Number>::from(n))
            }
        }

        impl $Operator<$Number> for i64 {
            type Output = $Number;

            fn $method(self, x: $Number) -> $Number {
                (&<$Number>::from(self)).$method(&x)
            }
        }

        impl $Operator<&$Number> for i64 {
            type Output = $Number;

            fn $method(self, x: &$Number) -> $Number {
                (&<$Number>::from(self)).$method(x)
            }
        }
    };
}

/// All operators of a type of numbers.
macro_rules! operators {
    ($Number:ty) => {
        by_value!($Number, Add, add);
        by_value!($Number, Sub, sub);
        by_value!($Number, Mul, mul);

        impl Neg for $Number {
            type Output = $Number;

            fn neg(self) -> $Number {
                -&self
            }
        }

        impl Sum for $Number {
            fn sum<I: Iterator<Item = $Number>>(all: I) -> $Number {
                all.fold(<$Number>::ZERO, |total, x| total + x)
            }
        }

        impl<'x> Sum<&'x $Number> for $Number {
            fn sum<I: Iterator<Item = &'x $Number>>(all: I) -> $Number {
                all.fold(<$Number>::ZERO, |total, x| total + x)
            }
        }

        impl PartialEq<i64> for $Number {
            fn eq(&self, n: &i64) -> bool {
                self.to_i64() == Some(*n)
            }
        }

        impl PartialEq<$Number> for i64 {
            fn eq(&self, x: &$Number) -> bool {
                x == self
            }
        }

        impl PartialOrd<i64> for $Number {
            fn partial_cmp(&self, n: &i64) -> Option<Ordering> {
                Some(self.cmp(&<$Number>::from(*n)))
            }
        }

        impl PartialOrd<$Number> for i64 {
            fn partial_cmp(&self, x: &$Number) -> Option<Ordering> {
                Some(<$Number>::from(*self).cmp(x))
            }
        }
    };
}

operators!(Dyadic);
operators!(Rational);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All ways to write a sum, a difference and a product with an integer.
    macro_rules! wordings {
        ($x:expr, $n:expr, $Number:ty) => {{
            let (x, n, whole): ($Number, i64, $Number) = ($x, $n, <$Number>::from($n));
            let (sum, difference, product) = (&x + &whole, &x - &whole, &x * &whole);
            prop_assert_eq!(
                [x.clone() + n, &x + n, n + x.clone(), n + &x],
                [(); 4].map(|()| sum.clone())
            );
            prop_assert_eq!([x.clone() - n, &x - n], [(); 2].map(|()| difference.clone()));
            prop_assert_eq!([n - x.clone(), n - &x], [(); 2].map(|()| -&difference));
            prop_assert_eq!(
                [x.clone() * n, &x * n, n * x.clone(), n * &x],
                [(); 4].map(|()| product.clone())
            );
            prop_assert_eq!([x.clone() + &whole, &x + whole.clone()], [sum.clone(), sum.clone()]);
            prop_assert_eq!([&x, &whole].into_iter().sum::<$Number>(), sum);
            prop_assert_eq!(x == n, x == whole);
            prop_assert_eq!(
                (x.partial_cmp(&n), n.partial_cmp(&x)),
                (Some(x.cmp(&whole)), Some(whole.cmp(&x)))
            );
        }};
    }

    proptest! {
        #[test]
        fn integers_are_numbers(num in any::<i64>(), exp in 0_u32..70, small in -3_i64..4, n in any::<i64>()) {
            for n in [n, small] {
                wordings!(Dyadic::small(num, exp), n, Dyadic);
                wordings!(Dyadic::small(small, exp % 3), n, Dyadic);
                wordings!(Rational::new(num, n.max(1)).unwrap(), small, Rational);
                wordings!(Rational::new(small, 2).unwrap(), n, Rational);
            }
        }
    }

    #[test]
    fn numbers_fill_the_width_that_is_asked_for() {
        assert_eq!(format!("{:>6}|{:<4}|", Dyadic::small(1, 1), Dyadic::from(7)), "   1/2|7   |");
        assert_eq!(format!("{:^7}|", Rational::new(-2, 3).unwrap()), " -2/3  |");
    }
}
