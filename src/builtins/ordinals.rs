//! Omega, and the ordinary operations on ordinals.

use std::sync::Arc;

use num_bigint::BigUint;
use upstar_core::{Ordinal, Surreal};

use super::typed::{Constant, FromValue, Slot, binary, param};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, surreal};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "omega",
        summary: "The first infinite ordinal, the game <0, 1, 2, ...|>. May be typed `ω`.",
        details: "Sums, products, quotients and powers of omega with numbers are surreal \
                  numbers: `+` and `*` are those of games, which commute. On ordinals they are \
                  the natural operations of Hessenberg; those of Cantor are `a : b`, \
                  `ordinal_product` and `ordinal_power`. A number is kept in Conway's normal \
                  form, a finite sum of powers of omega with rational coefficients.",
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
        summary: "Cantor's product of ordinals: a, repeated b times.",
        details: "It does not commute. The natural product, which does, is `a * b`.",
        examples: &[
            ("ordinal_product(2, omega)", "ω"),
            ("ordinal_product(omega, 2)", "2 * ω"),
            ("ordinal_product(omega + 1, 2)", "2 * ω + 1"),
        ],
        see_also: &["ordinal_sum", "ordinal_power", "omega"],
        source: "Cantor 1897; Sierpinski, Cardinal and Ordinal Numbers, ch. XIV",
        run: &binary(|host, a: Value, b: Value| surreal::ordinal_product(host, &a, &b)),
        ..ROW
    },
    Builtin {
        name: "ordinal_power",
        params: &[param("a"), param("b")],
        summary: "Cantor's power of ordinals: the product of b factors a.",
        details: "For the powers of omega it is `omega**b`.",
        examples: &[
            ("ordinal_power(2, omega)", "ω"),
            ("ordinal_power(omega + 1, 2)", "ω**2 + ω + 1"),
            ("ordinal_power(2, omega**2)", "ω**ω"),
        ],
        see_also: &["ordinal_product", "omega"],
        source: "Cantor 1897; Sierpinski, Cardinal and Ordinal Numbers, ch. XIV",
        run: &binary(|host, a: Value, b: Value| surreal::ordinal_power(host, &a, &b)),
        ..ROW
    },
];

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
