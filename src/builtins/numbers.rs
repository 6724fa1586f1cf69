//! Arithmetic beyond the signs.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Signed;
use upstar_core::{Comparison, Rational};

use super::{Builtin, Intrinsic, ROW, Run, fast};
use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::{Fault, Result, Value, number, order};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "abs",
        signature: "abs(x)",
        summary: "A number without its sign.",
        examples: &[("abs(-3/4)", "3/4")],
        see_also: &["min", "max"],
        run: Run::Function(|host, args| match &args[0] {
            Value::Surreal(x) => Ok(Value::of_surreal(x.abs())),
            other => Ok(Value::Number(host::number(&host.store(), other)?.abs())),
        }),
        intrinsic: Some(Intrinsic::Abs),
        ..ROW
    },
    Builtin {
        name: "floor",
        signature: "floor(x)",
        summary: "The largest integer that is not above a number.",
        examples: &[("floor(-3/4)", "-1")],
        see_also: &["ceil"],
        run: Run::Function(|host, args| {
            Ok(Value::integer(host::number(&host.store(), &args[0])?.floor()))
        }),
        fast: Some(fast::FLOOR),
        ..ROW
    },
    Builtin {
        name: "ceil",
        signature: "ceil(x)",
        summary: "The smallest integer that is not below a number.",
        examples: &[("ceil(5/2)", "3")],
        see_also: &["floor"],
        run: Run::Function(|host, args| {
            Ok(Value::integer(host::number(&host.store(), &args[0])?.ceil()))
        }),
        ..ROW
    },
    Builtin {
        name: "gcd",
        signature: "gcd(m, n)",
        summary: "The greatest common divisor of two integers.",
        examples: &[("gcd(12, 18)", "6")],
        run: Run::Function(|host, args| {
            let (m, n) = (whole(host, &args[0])?, whole(host, &args[1])?);
            number::refuse_long_divisor(&m.clone().into(), &n.clone().into())?;
            Ok(Value::integer(m.gcd(&n)))
        }),
        ..ROW
    },
    Builtin {
        name: "min",
        signature: "min(x, ...)",
        summary: "The smallest of some values, or of a collection.",
        details: "Games are compared as games; confused ones have no smallest.",
        examples: &[("min(3, 1, 2)", "1"), ("min([v, 0, ^])", "↓")],
        see_also: &["max"],
        run: Run::Function(|host, args| extreme(host, args, Comparison::Less)),
        intrinsic: Some(Intrinsic::Min),
        fast: Some(fast::MIN),
        ..ROW
    },
    Builtin {
        name: "max",
        signature: "max(x, ...)",
        summary: "The largest of some values, or of a collection.",
        details: "Games are compared as games; confused ones have no largest.",
        examples: &[("max(3, 1, 2)", "3"), ("max([v, 0, ^])", "↑")],
        see_also: &["min"],
        run: Run::Function(|host, args| extreme(host, args, Comparison::Greater)),
        intrinsic: Some(Intrinsic::Max),
        fast: Some(fast::MAX),
        ..ROW
    },
    Builtin {
        name: "nim_sum",
        signature: "nim_sum(m, n, ...)",
        summary: "The sum of integers in binary without carrying.",
        examples: &[("nim_sum(13, 12, 8)", "9"), ("nim_sum(5, 6)", "3")],
        see_also: &["mex", "nimber"],
        source: "Winning Ways, ch. 3",
        run: Run::Function(|host, args| {
            let mut total = BigUint::ZERO;
            for arg in args {
                total ^= natural(host, arg)?;
            }
            Ok(Value::integer(BigInt::from(total)))
        }),
        ..ROW
    },
    Builtin {
        name: "nim_product",
        signature: "nim_product(m, n, ...)",
        summary: "The product of integers in the field of nimbers, of any size.",
        examples: &[("nim_product(2, 3)", "1"), ("nim_product(16, 16)", "24")],
        see_also: &["nim_sum"],
        source: "On Numbers and Games, ch. 6",
        run: Run::Function(|host, args| {
            let mut total = BigUint::from(1u32);
            for arg in args {
                let factor = natural(host, arg)?;
                total = upstar_core::nim_product(&total, &factor, host.store().budget())?;
            }
            Ok(Value::integer(BigInt::from(total)))
        }),
        ..ROW
    },
    Builtin {
        name: "mex",
        signature: "mex(xs)",
        summary: "The least of 0, 1, 2, ... that is not in a collection.",
        examples: &[("mex([0, 1, 3])", "2"), ("mex([])", "0")],
        see_also: &["nimber", "nim_sum"],
        source: "Winning Ways, ch. 3",
        run: Run::Function(mex),
        ..ROW
    },
];

fn whole(host: &mut dyn Host, value: &Value) -> Result<BigInt> {
    let number = host::number(&host.store(), value)?;
    number.to_integer().ok_or_else(|| host::no_integer(&number))
}

fn natural(host: &mut dyn Host, value: &Value) -> Result<BigUint> {
    let n = whole(host, value)?;
    if n.is_negative() {
        return Err(Fault::new(
            Code::OutOfRange,
            format!("this cannot be negative, and it is {n}"),
        ));
    }
    Ok(n.magnitude().clone())
}

fn mex(host: &mut dyn Host, args: &[Value]) -> Result<Value> {
    let mut seen = rustc_hash::FxHashSet::default();
    for item in super::collections::items(host, &args[0])? {
        seen.insert(natural(host, &item)?);
    }
    let mut least = BigUint::ZERO;
    while seen.contains(&least) {
        least += 1u32;
    }
    Ok(Value::Number(Rational::from(BigInt::from(least))))
}

fn extreme(host: &mut dyn Host, args: &[Value], wanted: Comparison) -> Result<Value> {
    let items = match args {
        [single] if !order::is_gamelike(single) => super::collections::items(host, single)?,
        several => several.to_vec(),
    };
    let mut items = items.into_iter();
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
