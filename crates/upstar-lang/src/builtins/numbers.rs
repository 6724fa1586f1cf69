//! Functions of numbers.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use upstar_core::{Comparison, Ordinal, Rational};

use super::typed::{FromValue, Rest, Slot, binary, param, ternary, unary};
use super::{Builtin, Intrinsic, ROW, collections, fast, ordinals};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, expect, number, order};
use rustc_hash::FxHashSet;

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "abs",
        params: &[param("x")],
        gives: "a number",
        summary: "A number without its sign.",
        examples: &[("abs(-3/4)", "3/4")],
        see_also: &["min", "max"],
        run: &unary(|host, x: Value| match &x {
            Value::Surreal(x) => Ok(Value::of_surreal(x.abs())),
            other => Ok(Value::Number(expect::number(&host.store(), other)?.abs())),
        }),
        intrinsic: Some(Intrinsic::Abs),
        ..ROW
    },
    Builtin {
        name: "floor",
        params: &[param("x")],
        gives: "an integer",
        summary: "The largest integer that is not above a number.",
        examples: &[("floor(-3/4)", "-1")],
        see_also: &["ceil"],
        run: &unary(|_, x: Rational| Ok(Value::integer(x.floor()))),
        intrinsic: Some(Intrinsic::Floor),
        fast: Some(fast::FLOOR),
        ..ROW
    },
    Builtin {
        name: "ceil",
        params: &[param("x")],
        gives: "an integer",
        summary: "The smallest integer that is not below a number.",
        examples: &[("ceil(5/2)", "3")],
        see_also: &["floor"],
        run: &unary(|_, x: Rational| Ok(Value::integer(x.ceil()))),
        intrinsic: Some(Intrinsic::Ceil),
        ..ROW
    },
    Builtin {
        name: "gcd",
        params: &[param("m"), param("...")],
        gives: "an integer",
        summary: "The greatest common divisor of some integers, or of those in a collection.",
        details: "That of none is 0.",
        examples: &[("gcd(12, 18)", "6"), ("gcd([6, 10, 15])", "1")],
        run: &binary(|host, m: Value, more: Rest<Value>| common_divisor(host, m, more.0)),
        intrinsic: Some(Intrinsic::Gcd),
        ..ROW
    },
    Builtin {
        name: "min",
        params: &[param("x"), param("...")],
        summary: "The smallest of some values, or of a collection.",
        details: "Confused games have none.",
        examples: &[("min(3, 1, 2)", "1"), ("min([v, 0, ^])", "↓")],
        see_also: &["max"],
        run: &binary(|host, x: Value, more: Rest<Value>| {
            extreme(host, x, more.0, Comparison::Less)
        }),
        intrinsic: Some(Intrinsic::Min),
        fast: Some(fast::MIN),
        ..ROW
    },
    Builtin {
        name: "max",
        params: &[param("x"), param("...")],
        summary: "The largest of some values, or of a collection.",
        details: "Confused games have none.",
        examples: &[("max(3, 1, 2)", "3"), ("max([v, 0, ^])", "↑")],
        see_also: &["min"],
        run: &binary(|host, x: Value, more: Rest<Value>| {
            extreme(host, x, more.0, Comparison::Greater)
        }),
        intrinsic: Some(Intrinsic::Max),
        fast: Some(fast::MAX),
        ..ROW
    },
    Builtin {
        name: "nim_sum",
        params: &[param("m"), param("...")],
        gives: "a game",
        summary: "The sum of integers in binary without carrying (xor), or of those in a collection; also of ordinals.",
        details: "For infinite ordinals it nim-adds coefficients of equal powers of omega.",
        examples: &[
            ("nim_sum(13, 12, 8)", "9"),
            ("nim_sum([5, 6])", "3"),
            ("nim_sum(omega + 3, omega + 5)", "6"),
        ],
        see_also: &["mex", "nimber", "omega"],
        source: "Winning Ways, ch. 3; On Numbers and Games, ch. 6",
        run: &binary(nim_sum),
        intrinsic: Some(Intrinsic::NimSum),
        ..ROW
    },
    Builtin {
        name: "nim_product",
        params: &[param("m"), param("n"), param("...")],
        gives: "a game",
        summary: "The product of integers in the field of nimbers, of any size.",
        details: "Ordinals below omega**3 are a field too, in which the cube of omega is 2.",
        examples: &[
            ("nim_product(2, 3)", "1"),
            ("nim_product(16, 16)", "24"),
            ("nim_product(omega, omega, omega)", "2"),
        ],
        see_also: &["nim_sum"],
        source: "On Numbers and Games, ch. 6",
        run: &ternary(|host, m: Ordinal, n: Ordinal, more: Rest<Ordinal>| {
            let mut product = m;
            for factor in [n].into_iter().chain(more.0) {
                let next = product.nim_times(&factor, host.store().budget())?;
                product = next.ok_or_else(ordinals::beyond_cube)?;
            }
            Ok(Value::of_surreal(product.into_surreal()))
        }),
        ..ROW
    },
    Builtin {
        name: "mex",
        params: &[param("xs")],
        gives: "an integer",
        summary: "The least of 0, 1, 2, ... that is not in a collection.",
        examples: &[("mex([0, 1, 3])", "2"), ("mex([])", "0")],
        see_also: &["nimber", "nim_sum"],
        source: "Winning Ways, ch. 3",
        run: &unary(|_, seen: FxHashSet<BigUint>| Ok(Value::integer(BigInt::from(mex(&seen))))),
        ..ROW
    },
];

/// Converts a collection of integers that are not negative.
impl FromValue for FxHashSet<BigUint> {
    const EXPECTED: &'static str = "a collection of integers";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let items = collections::items(host, value)?;
        items.into_iter().map(|item| BigUint::from_value(host, item, slot)).collect()
    }
}

/// Least non-negative integer that is not in `seen`.
fn mex(seen: &FxHashSet<BigUint>) -> BigUint {
    let mut least = BigUint::ZERO;
    while seen.contains(&least) {
        least += 1u32;
    }
    least
}

/// Whether a value is a collection of numbers. A text or a map is none here.
fn is_collection(value: &Value) -> bool {
    matches!(
        value,
        Value::List(_) | Value::Tuple(_) | Value::Set(_) | Value::Range(_) | Value::Enumeration(_)
    )
}

/// The elements of a collection that stands alone, or the values that stand side by side.
fn one_or_many(host: &mut dyn Host, first: Value, more: Vec<Value>) -> Result<Vec<Value>> {
    match is_collection(&first) && more.is_empty() {
        true => collections::items(host, first),
        false => Ok(std::iter::once(first).chain(more).collect()),
    }
}

/// Ordinals: those in a collection, or a single one.
struct Ordinals {
    all: Vec<Ordinal>,
    is_collection: bool,
}

impl FromValue for Ordinals {
    const EXPECTED: &'static str = "an integer, or a collection of integers";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let is_collection = is_collection(&value);
        let items = match is_collection {
            true => collections::items(host, value)?,
            false => vec![value],
        };
        let all = items.into_iter().map(|item| Ordinal::from_value(host, item, slot));
        Ok(Ordinals { all: all.collect::<Result<_>>()?, is_collection })
    }
}

/// Nim sum of the ordinals in a collection, or of the given ones.
fn nim_sum(_: &mut dyn Host, first: Ordinals, more: Rest<Ordinal>) -> Result<Value> {
    if first.is_collection && !more.0.is_empty() {
        return Err(Fault::new(Code::WrongType, "expected an integer, found a collection")
            .help("a collection stands alone: `nim_sum([3, 5])`"));
    }
    let mut sum = Ordinal::from(BigUint::ZERO);
    for next in first.all.iter().chain(&more.0) {
        sum = sum.nim_plus(next)?;
    }
    Ok(Value::of_surreal(sum.into_surreal()))
}

/// Greatest common divisor of the integers in a collection, or of the given ones.
fn common_divisor(host: &mut dyn Host, first: Value, more: Vec<Value>) -> Result<Value> {
    let integers = one_or_many(host, first, more)?;
    let mut common = BigInt::ZERO;
    for integer in integers {
        let number = expect::number(&host.store(), &integer)?;
        let integer = number.to_integer().ok_or_else(|| expect::no_integer(&number))?;
        number::refuse_long_divisor(&common.clone().into(), &number)?;
        common = common.gcd(&integer);
    }
    Ok(Value::integer(common))
}

/// Least or greatest value of a collection, or of the given values. A game alone is not a collection.
fn extreme(
    host: &mut dyn Host,
    first: Value,
    more: Vec<Value>,
    wanted: Comparison,
) -> Result<Value> {
    let is_collection = more.is_empty() && !order::is_gamelike(&first);
    let (first, more) = match is_collection {
        true => (None, collections::items(host, first)?),
        false => (Some(first), more),
    };
    let mut items = first.into_iter().chain(more);
    let Some(mut best) = items.next() else {
        return Err(Fault::new(Code::OutOfRange, "an empty collection has no smallest or largest"));
    };
    for item in items {
        match order::relation(host, &item, &best)? {
            Comparison::Confused => {
                return Err(Fault::new(Code::OutOfRange, "two of these are confused")
                    .note("neither is larger than the other"));
            }
            relation if relation == wanted => best = item,
            _ => {}
        }
    }
    Ok(best)
}
