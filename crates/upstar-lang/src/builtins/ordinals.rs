//! Omega, and the ordinary operations on ordinals.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigUint;
use upstar_core::{Ordinal, Surreal, short};

use super::typed::{Constant, FromValue, Slot, binary, param, unary};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, expect, surreal, surreal_arithmetic, worth};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "omega",
        summary: "The first infinite ordinal, the game <0, 1, 2, ...|>. May be typed `ω`.",
        details: "Sums, products, quotients and powers of omega with numbers are surreal numbers, \
                  kept in Conway's normal form: a finite sum of powers of omega with rational \
                  coefficients. On ordinals `+` and `*` are the natural operations of Hessenberg; \
                  Cantor's are `a : b`, `ordinal_product` and `ordinal_power`.",
        examples: &[
            ("(omega + 1) * (omega - 1)", "ω**2 - 1"),
            ("1 + omega == omega + 1", "true"),
            ("1 : omega", "ω"),
            ("omega > 10**100", "true"),
            ("0 < 1/omega < 1/10**100", "true"),
            ("1/omega > ^", "true"),
            ("omega**omega > omega**100", "true"),
        ],
        see_also: &["ordinal_sum", "ordinal_product", "ordinal_power", "birthday"],
        source: "On Numbers and Games, ch. 2 and 3; Siegel, Combinatorial Game Theory, VIII.4",
        run: &Constant(|| Value::Surreal(Arc::new(Surreal::omega()))),
        ..ROW
    },
    Builtin {
        name: "ordinal_product",
        params: &[param("a"), param("b")],
        gives: "a game",
        summary: "Cantor's product of ordinals: a, repeated b times. Of games, an ordinal sum of copies of a, one on the \
                  other, for each move of b.",
        details: "For short games in canonical form it is `<GH^L : G^L, GH^R : -G^R|GH^L : G^R, \
                  GH^R : -G^L>`, with the products as they are as bases: a move in b chooses how \
                  many copies remain, and you move in the last.",
        examples: &[
            ("ordinal_product(2, omega)", "ω"),
            ("ordinal_product(1/2, 2) == 1/2 : 1/2", "true"),
            ("ordinal_product(*2, *3)", "*6"),
            ("ordinal_product(^, 2)", "<0||↑|*,↑>"),
            ("ordinal_product(omega, 2)", "2 * ω"),
            ("ordinal_product(omega + 1, 2)", "2 * ω + 1"),
        ],
        see_also: &["ordinal_sum", "ordinal_power", "omega"],
        source: "Cantor 1897; Sierpinski, Cardinal and Ordinal Numbers, ch. XIV; for games the documentation of CGSuite",
        run: &binary(|host, a: Value, b: Value| match is_ordinal(&a) && is_ordinal(&b) {
            true => surreal_arithmetic::ordinal_product(host, &a, &b),
            false => {
                let (g, h) = (worth::game(host, &a)?, worth::game(host, &b)?);
                let store = host.store();
                Ok(Value::of_game(&store, short::ordinal_product(&store, g, h)?))
            }
        }),
        ..ROW
    },
    Builtin {
        name: "ordinal_power",
        params: &[param("a"), param("b")],
        gives: "a game",
        summary: "Cantor's power of ordinals: the product of b factors a.",
        details: "For the powers of omega it is `omega**b`.",
        examples: &[
            ("ordinal_power(2, omega)", "ω"),
            ("ordinal_power(omega + 1, 2)", "ω**2 + ω + 1"),
            ("ordinal_power(2, omega**2)", "ω**ω"),
        ],
        see_also: &["ordinal_product", "omega"],
        source: "Cantor 1897; Sierpinski, Cardinal and Ordinal Numbers, ch. XIV",
        run: &binary(|host, a: Value, b: Value| surreal_arithmetic::ordinal_power(host, &a, &b)),
        ..ROW
    },
    Builtin {
        name: "sign_expansion",
        params: &[param("x")],
        summary: "The signs of a number in the tree of numbers: a list of runs, each a sign and how often it comes.",
        details: "The number of signs is the birthday. They change finitely often for the numbers whose normal \
                  form has dyadic coefficients. The simplest number between others is found by them: `<omega|>`.",
        examples: &[
            ("sign_expansion(3/4)", "[(\"+\", 1), (\"-\", 1), (\"+\", 1)]"),
            ("sign_expansion(omega - 1)", "[(\"+\", ω), (\"-\", 1)]"),
            ("sign_expansion(omega**(1/2))", "[(\"+\", ω), (\"-\", ω**2)]"),
            ("birthday(omega / 2)", "2 * ω"),
            ("<0|1/omega>", "1/2 * ω**-1"),
        ],
        see_also: &["birthday", "omega", "stalk"],
        source: "On Numbers and Games, ch. 3; Gonshor, An Introduction to the Theory of Surreal Numbers, ch. 5",
        run: &unary(|host, x: Value| {
            let store = host.store();
            let x = match surreal::beyond(&x) {
                Some(x) => x.into_owned(),
                None => Surreal::from(expect::number(&store, &x)?),
            };
            let signs = surreal::sign_expansion(&store, &x)?;
            let runs = signs.runs().iter().map(|(is_plus, length)| {
                let sign = Value::text(if *is_plus { "+" } else { "-" });
                Value::tuple(vec![sign, Value::of_surreal(length.clone().into_surreal())])
            });
            Value::list(runs.collect::<Result<_>>()?)
        }),
        ..ROW
    },
];

/// Whether Cantor's product is meant: of infinite numbers, and of integers that are not negative.
fn is_ordinal(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.to_integer().is_some() && number.sign() != Ordering::Less,
        other => matches!(other, Value::Surreal(_)),
    }
}

/// An ordinal: an integer of any size that is not negative, or an infinite one.
impl FromValue for Ordinal {
    const EXPECTED: &'static str = "an integer";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match &value {
            Value::Surreal(number) => surreal::ordinal(&host.store(), number),
            _ => BigUint::from_value(host, value, slot).map(Ordinal::from),
        }
    }
}

/// The fault of a nim-product of ordinals that is not known here.
pub(super) fn beyond_cube() -> Fault {
    Fault::new(Code::TooLarge, "nim-products are known here below omega**3")
        .note("each of the ordinals omega**3, omega**9, ... adjoins another root to the field")
}
