//! Primes, divisors, and the functions made of them.

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use upstar_core as core;

use super::typed::{param, unary};
use super::{Builtin, Intrinsic, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, MAX_ITEMS, Map, Result, Value, too_many};

/// Most binary digits of an integer that is tested or factored.
const MOST_BITS: u64 = 4096;

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "is_prime",
        params: &[param("n")],
        gives: "a truth value",
        summary: "Whether an integer is prime.",
        details: "The answer is proved: below 2**81 by the strong test with the first thirteen primes, \
                  above by the prime factors of n - 1.",
        examples: &[
            ("[n for n in 1..20 if is_prime(n)]", "[2, 3, 5, 7, 11, 13, 17, 19]"),
            ("is_prime(2**89 - 1)", "true"),
        ],
        see_also: &["factor", "divisors", "totient"],
        source: "Sorenson and Webster, Strong pseudoprimes to twelve prime bases, Mathematics of Computation 86, 2017; \
                 Knuth, The Art of Computer Programming, 4.5.4",
        run: &unary(|host, n: BigInt| {
            if !n.is_positive() {
                return Ok(Value::Bool(false));
            }
            refuse_long(&n)?;
            Ok(Value::Bool(core::is_prime(n.magnitude(), host.store().budget())?))
        }),
        intrinsic: Some(Intrinsic::IsPrime),
        ..ROW
    },
    Builtin {
        name: "factor",
        params: &[param("n")],
        summary: "The prime factors of a positive integer: a map from each to its exponent.",
        details: "Small factors are found by division, others by Pollard's rho method, in about the square root of the \
                  second largest.",
        examples: &[("factor(360)", "{2: 3, 3: 2, 5: 1}"), ("factor(1)", "{:}")],
        see_also: &["divisors", "is_prime", "totient"],
        source: "Pollard, A Monte Carlo method for factorization, BIT 15, 1975",
        run: &unary(factor),
        ..ROW
    },
    Builtin {
        name: "divisors",
        params: &[param("n")],
        gives: "a list of integers",
        summary: "The integers from 1 to n that divide n, in ascending order.",
        details: "So there are none for n below 1.",
        examples: &[("divisors(12)", "[1, 2, 3, 4, 6, 12]"), ("length(divisors(10**18))", "361")],
        see_also: &["factor", "gcd", "is_prime"],
        source: "Hardy and Wright, An Introduction to the Theory of Numbers, ch. 16",
        run: &unary(divisors),
        intrinsic: Some(Intrinsic::Divisors),
        ..ROW
    },
    Builtin {
        name: "totient",
        params: &[param("n")],
        gives: "an integer",
        summary: "How many of the integers from 1 to n have no common divisor with n but 1.",
        examples: &[("[totient(n) for n in 1..10]", "[1, 1, 2, 2, 4, 2, 6, 4, 6, 4]")],
        see_also: &["gcd", "divisors"],
        source: "Hardy and Wright, An Introduction to the Theory of Numbers, ch. 5",
        run: &unary(|host, n: BigInt| {
            if !n.is_positive() {
                return Ok(Value::integer(0));
            }
            refuse_long(&n)?;
            let factors = core::factors(n.magnitude(), host.store().budget())?;
            Ok(Value::integer(core::totient(&factors)))
        }),
        intrinsic: Some(Intrinsic::Totient),
        ..ROW
    },
];

/// Refuses an integer with too many digits.
fn refuse_long(n: &BigInt) -> Result<()> {
    if n.bits() <= MOST_BITS {
        return Ok(());
    }
    Err(Fault::new(
        Code::TooLarge,
        format!("an integer of {} binary digits is too long here", n.bits()),
    )
    .note(format!("at most {MOST_BITS} are looked at")))
}

fn factor(host: &mut dyn Host, n: BigUint) -> Result<Value> {
    if n.is_zero() {
        return Err(Fault::new(Code::OutOfRange, "0 has no prime factors")
            .note("every prime divides it any number of times"));
    }
    refuse_long(&BigInt::from(n.clone()))?;
    let factors = core::factors(&n, host.store().budget())?;
    let entry = |(prime, exponent)| {
        (Value::integer(BigInt::from(prime)), Value::integer(BigInt::from(exponent)))
    };
    Ok(Value::Map(Map::new(factors.into_iter().map(entry))?.into()))
}

fn divisors(host: &mut dyn Host, n: BigInt) -> Result<Value> {
    if !n.is_positive() {
        return Value::list(Vec::new());
    }
    refuse_long(&n)?;
    let (store, n) = (host.store(), n.magnitude());
    let factors = core::factors(n, store.budget())?;
    let count: BigUint = factors.values().map(|exponent| BigUint::from(exponent + 1)).product();
    if count > BigUint::from(MAX_ITEMS) {
        return Err(too_many(&count));
    }
    let found = core::divisors(&factors, store.budget())?;
    Value::list(found.into_iter().map(|divisor| Value::integer(BigInt::from(divisor))).collect())
}
