//! Integers, and the field of nimbers.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Zero;
use upstar_core::{
    MOST_LEAST_GENERATOR, Rational, Semigroup, nim_inverse, nim_power, nim_product,
    nim_square_root, ugly_product,
};

use super::typed::{FromValue, Slot, binary, param, param_of, unary};
use super::{Builtin, Intrinsic, ROW, collections};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, MAX_ITEMS, Result, Value, expect, number, too_many};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "div",
        params: &[param("m"), param("n")],
        gives: "an integer",
        summary: "The integer quotient: m / n, rounded down.",
        details: "m is `n * div(m, n) + m % n`; the remainder has the sign of n.",
        examples: &[("div(7, 2)", "3"), ("div(-7, 2)", "-4"), ("2 * div(-7, 2) + -7 % 2", "-7")],
        see_also: &["floor", "gcd"],
        source: "Graham, Knuth and Patashnik, Concrete Mathematics, ch. 3",
        run: &binary(|_, m: BigInt, n: BigInt| {
            if n.is_zero() {
                return Err(Fault::new(Code::DivisionByZero, "division by zero"));
            }
            number::refuse_long_divisor(&m.clone().into(), &n.clone().into())?;
            Ok(Value::integer(m.div_floor(&n)))
        }),
        intrinsic: Some(Intrinsic::Div),
        ..ROW
    },
    Builtin {
        name: "isqrt",
        params: &[param("n")],
        gives: "an integer",
        summary: "The largest integer whose square is not above n.",
        examples: &[("isqrt(99)", "9"), ("isqrt(10**40)", "100000000000000000000")],
        see_also: &["ilog"],
        source: "Graham, Knuth and Patashnik, Concrete Mathematics, ch. 3",
        run: &unary(|host, n: BigUint| Ok(Value::integer(BigInt::from(root(host, &n)?)))),
        intrinsic: Some(Intrinsic::Isqrt),
        ..ROW
    },
    Builtin {
        name: "ilog",
        params: &[param("n"), param("base")],
        gives: "an integer",
        summary: "The largest k for which base**k is not above n; the base is 2 by default.",
        details: "For n from 1 and bases from 2 on.",
        examples: &[("ilog(1000)", "9"), ("ilog(1000, 10)", "3"), ("2**ilog(13)", "8")],
        see_also: &["isqrt"],
        source: "Graham, Knuth and Patashnik, Concrete Mathematics, ch. 3",
        run: &binary(|host, n: BigUint, base: Option<BigUint>| {
            let k = logarithm(host, &n, &base.unwrap_or_else(|| BigUint::from(2u32)))?;
            Ok(Value::integer(BigInt::from(k)))
        }),
        intrinsic: Some(Intrinsic::Ilog),
        ..ROW
    },
    Builtin {
        name: "sign",
        params: &[param("x")],
        gives: "an integer",
        summary: "1 for a positive number, -1 for a negative one, 0 for 0.",
        details: "Of a game that is no number ask `outcome`.",
        examples: &[("sign(-3/4)", "-1"), ("sign(omega - 5)", "1")],
        see_also: &["abs", "outcome"],
        run: &unary(|host, x: Value| {
            let order = match &x {
                Value::Surreal(x) => x.sign(),
                other => expect::number(&host.store(), other)?.sign(),
            };
            Ok(Value::integer(match order {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }))
        }),
        intrinsic: Some(Intrinsic::Sign),
        ..ROW
    },
    Builtin {
        name: "numerator",
        params: &[param("x")],
        gives: "an integer",
        summary: "The numerator of a fraction in lowest terms, which has the sign of the fraction.",
        examples: &[("numerator(6/4)", "3"), ("numerator(-1/3)", "-1")],
        see_also: &["denominator"],
        run: &unary(|_, x: Rational| Ok(Value::integer(x.numer()))),
        ..ROW
    },
    Builtin {
        name: "denominator",
        params: &[param("x")],
        gives: "an integer",
        summary: "The denominator of a fraction in lowest terms, at least 1.",
        examples: &[("denominator(6/4)", "2"), ("denominator(5)", "1")],
        see_also: &["numerator"],
        run: &unary(|_, x: Rational| Ok(Value::integer(x.denom()))),
        ..ROW
    },
    Builtin {
        name: "gaps",
        params: &[param_of("S", "positive integers")],
        gives: "a list of integers",
        summary: "The positive integers that are no sums of multiples of those in a collection.",
        details: "The gaps of the numerical semigroup of S, finitely many when only 1 divides all \
                  of S. For two integers a and b the largest is a * b - a - b.",
        examples: &[("gaps([3, 5])", "[1, 2, 4, 7]"), ("max(gaps([9, 20, 6]))", "43")],
        see_also: &["minimal_generators", "gcd"],
        source: "Sylvester, Mathematical questions from the Educational Times 41, 1884",
        run: &unary(gaps),
        ..ROW
    },
    Builtin {
        name: "minimal_generators",
        params: &[param_of("S", "positive integers")],
        gives: "a list of integers",
        summary: "Those of a collection of positive integers that are no sums of multiples of others.",
        details: "The smallest set with the same sums.",
        examples: &[("minimal_generators([10, 4, 6, 9])", "[4, 6, 9]")],
        see_also: &["gaps"],
        run: &unary(|_, semigroup: Semigroup| {
            Value::list(
                semigroup.generators().iter().map(|n| Value::integer(BigInt::from(*n))).collect(),
            )
        }),
        ..ROW
    },
    Builtin {
        name: "is_evil",
        params: &[param("n")],
        gives: "a truth value",
        summary: "Whether a number has an even number of ones in binary.",
        examples: &[("[n for n in 0..10 if is_evil(n)]", "[0, 3, 5, 6, 9, 10]")],
        see_also: &["is_odious", "nim_sum"],
        source: "Winning Ways, ch. 4",
        run: &unary(|_, n: BigUint| Ok(Value::Bool(n.count_ones().is_multiple_of(2)))),
        intrinsic: Some(Intrinsic::IsEvil),
        ..ROW
    },
    Builtin {
        name: "is_odious",
        params: &[param("n")],
        gives: "a truth value",
        summary: "Whether a number has an odd number of ones in binary.",
        details: "The nimbers of a head in Mock Turtles are the odious numbers.",
        examples: &[
            ("[n for n in 0..10 if is_odious(n)]", "[1, 2, 4, 7, 8]"),
            ("all([is_odious(head_value(MockTurtles, n)) for n in 0..20])", "true"),
        ],
        see_also: &["is_evil", "nim_sum"],
        source: "Winning Ways, ch. 4 and 14",
        run: &unary(|_, n: BigUint| Ok(Value::Bool(n.count_ones() % 2 == 1))),
        intrinsic: Some(Intrinsic::IsOdious),
        ..ROW
    },
    Builtin {
        name: "ugly_product",
        params: &[param("m"), param("n")],
        summary: "The ugly product: over nim-sums it is bilinear, and 2**i times a smaller 2**j is 2**i + 2**(j - 1).",
        details: "1 is its unit, and `2**i` times itself is `2**(i - 1)`. So a power of two times \
                  a smaller k is half of k, rounded down, plus the power if k is odious.",
        examples: &[
            ("[ugly_product(8, k) for k in 0..8]", "[0, 8, 9, 1, 10, 2, 3, 11, 4]"),
            (
                "ugly_product(6, nim_sum(5, 9)) == nim_sum(ugly_product(6, 5), ugly_product(6, 9))",
                "true",
            ),
        ],
        see_also: &["nim_product", "nim_sum", "is_odious"],
        source: "Winning Ways, ch. 14",
        run: &binary(|host, m: BigUint, n: BigUint| {
            let product = ugly_product(&m, &n, host.store().budget())?;
            Ok(Value::integer(BigInt::from(product)))
        }),
        ..ROW
    },
    Builtin {
        name: "nim_quotient",
        params: &[param("m"), param("n")],
        gives: "a game",
        summary: "The number whose nim-product with n is m.",
        details: "It exists for every n but 0, because nimbers are a field.",
        examples: &[("nim_quotient(5, 4)", "14"), ("nim_product(14, 4)", "5")],
        see_also: &["nim_product", "nim_inverse"],
        source: "On Numbers and Games, ch. 6",
        run: &binary(|host, m: BigUint, n: BigUint| {
            let inverse = inverse(host, &n)?;
            let quotient = nim_product(&m, &inverse, host.store().budget())?;
            Ok(Value::integer(BigInt::from(quotient)))
        }),
        ..ROW
    },
    Builtin {
        name: "nim_inverse",
        params: &[param("n")],
        gives: "a game",
        summary: "The number whose nim-product with n is 1.",
        examples: &[("[nim_inverse(n) for n in 1..7]", "[1, 3, 2, 15, 12, 9, 11]")],
        see_also: &["nim_product", "nim_quotient"],
        source: "On Numbers and Games, ch. 6",
        run: &unary(|host, n: BigUint| Ok(Value::integer(BigInt::from(inverse(host, &n)?)))),
        ..ROW
    },
    Builtin {
        name: "nim_power",
        params: &[param("n"), param("k")],
        summary: "The nim-product of k copies of n, or of -k copies of its inverse.",
        details: "Exponents may be very large: the nonzero nimbers below 2**(2**m) are a group of \
                  order 2**(2**m) - 1.",
        examples: &[
            ("nim_power(2, 3)", "1"),
            ("nim_power(4, 15)", "1"),
            ("nim_power(6, -1) == nim_inverse(6)", "true"),
        ],
        see_also: &["nim_product", "nim_square_root"],
        source: "On Numbers and Games, ch. 6",
        run: &binary(|host, n: BigUint, k: BigInt| {
            let power = nim_power(&n, &k, host.store().budget())?;
            let power = power.ok_or_else(no_inverse)?;
            Ok(Value::integer(BigInt::from(power)))
        }),
        ..ROW
    },
    Builtin {
        name: "nim_square_root",
        params: &[param("n")],
        gives: "a game",
        summary: "The number whose nim-product with itself is n.",
        details: "Each number has exactly one. Other roots need not exist or be unique: 1 has the \
                  cube roots 1, 2 and 3, and the cube root of 2 is the transfinite nimber ω.",
        examples: &[
            ("nim_square_root(2)", "3"),
            ("nim_product(3, 3)", "2"),
            ("[nim_power(n, 3) for n in 1..3]", "[1, 1, 1]"),
        ],
        see_also: &["nim_power", "nim_product"],
        source: "On Numbers and Games, ch. 6",
        run: &unary(|host, n: BigUint| {
            let root = nim_square_root(&n, host.store().budget())?;
            Ok(Value::integer(BigInt::from(root)))
        }),
        ..ROW
    },
];

/// The semigroup that a collection of integers generates.
impl FromValue for Semigroup {
    const EXPECTED: &'static str = "a collection of positive integers";

    fn from_value(host: &mut dyn Host, value: Value, _: Slot) -> Result<Self> {
        let store = host.store();
        let positive = |item: &Value| match expect::count(&store, item, "a generator")? {
            0 => Err(Fault::new(Code::OutOfRange, "0 has no multiples but itself")
                .help("name positive integers")),
            n => Ok(n),
        };
        let items = collections::items(host, value)?;
        let integers = items.iter().map(positive).collect::<Result<Vec<u64>>>()?;
        if let Some(least) = integers.iter().min().filter(|least| **least > MOST_LEAST_GENERATOR) {
            return Err(Fault::new(Code::TooLarge, format!("the least integer here is {least}"))
                .note(format!("it may be at most {MOST_LEAST_GENERATOR}")));
        }
        Ok(Semigroup::new(integers, store.budget())?)
    }
}

fn gaps(host: &mut dyn Host, semigroup: Semigroup) -> Result<Value> {
    let Some(genus) = semigroup.genus() else {
        let message = match semigroup.divisor() {
            0 => "without any integers, all positive ones are gaps".to_owned(),
            divisor => format!(
                "all of these are multiples of {divisor}, so there are infinitely many gaps"
            ),
        };
        return Err(Fault::new(Code::OutOfRange, message)
            .help("add an integer such that only 1 divides all of them"));
    };
    if genus > MAX_ITEMS.into() {
        return Err(too_many(&genus));
    }
    let gaps = semigroup.gaps(host.store().budget())?.expect("their number is finite");
    Value::list(gaps.into_iter().map(|gap| Value::integer(BigInt::from(gap))).collect())
}

fn inverse(host: &mut dyn Host, n: &BigUint) -> Result<BigUint> {
    nim_inverse(n, host.store().budget())?.ok_or_else(no_inverse)
}

fn no_inverse() -> Fault {
    Fault::new(Code::DivisionByZero, "the nimber 0 has no inverse")
        .note("the product of 0 with any nimber is 0, never 1")
}

/// Refuses an integer that is too long to be divided by one of its length.
fn refuse_long(n: &BigUint) -> Result<()> {
    let n = BigInt::from(n.clone()).into();
    number::refuse_long_divisor(&n, &n)
}

/// The root by Newton's iteration from above, with a step of the budget for each division.
fn root(host: &mut dyn Host, n: &BigUint) -> Result<BigUint> {
    if n.is_zero() {
        return Ok(BigUint::ZERO);
    }
    let store = host.store();
    refuse_long(n)?;
    let mut above = BigUint::from(1u32) << n.bits().div_ceil(2);
    loop {
        store.budget().step()?;
        let next = (&above + n / &above) >> 1u32;
        if next >= above {
            return Ok(above);
        }
        above = next;
    }
}

/// The logarithm by squaring the base as long as that is not too large, and then going back.
fn logarithm(host: &mut dyn Host, n: &BigUint, base: &BigUint) -> Result<u64> {
    let out_of_range = |message: &str| Err(Fault::new(Code::OutOfRange, message.to_owned()));
    if n.is_zero() {
        return out_of_range("0 has no logarithm: every power of the base is positive");
    }
    if *base < BigUint::from(2u32) {
        return out_of_range("the base of a logarithm is at least 2");
    }
    if *base == BigUint::from(2u32) {
        return Ok(n.bits() - 1);
    }
    let store = host.store();
    refuse_long(n)?;
    let mut squares = vec![base.clone()];
    while let Some(last) = squares.last()
        && last.bits() * 2 <= n.bits() + 1
    {
        store.budget().step()?;
        squares.push(last * last);
    }
    let (mut k, mut power) = (0u64, BigUint::from(1u32));
    for (i, square) in squares.iter().enumerate().rev() {
        store.budget().step()?;
        let next = &power * square;
        if next <= *n {
            (k, power) = (k + (1 << i), next);
        }
    }
    Ok(k)
}
