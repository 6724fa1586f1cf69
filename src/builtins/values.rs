//! Named games: tinies, powers of up, and others with parameters.

use upstar_core::loopy as loopy_core;
use upstar_core::{Game, miny, tiny, up_power, up_power_sum};

use super::typed::{FromValue, Slot, param, param_of, unary};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::{Fault, Result, Value, loopy, ops};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "tiny",
        params: &[param("G")],
        summary: "Tiny-G, the game <0||0|-G>: positive, and smaller than every up.",
        details: "For positive G, and for 0, where it is ↑ itself.",
        examples: &[
            ("tiny(2)", "tiny(2)"),
            ("tiny(2) is <0||0|-2>", "true"),
            ("tiny(1) > 0", "true"),
            ("tiny(0)", "↑"),
            ("tiny(on) is <0||0|off>", "true"),
        ],
        see_also: &["miny"],
        source: "Winning Ways, ch. 5",
        run: &unary(|host, g: Value| match loopy::is_loopy(&g) {
            true => loopy::tiny(host, &g),
            false => named(host, &g, tiny),
        }),
        ..ROW
    },
    Builtin {
        name: "miny",
        params: &[param("G")],
        summary: "Miny-G, the game <G|0||0>: the negative of tiny-G.",
        details: "For positive G, and for 0, where it is ↓.",
        examples: &[("miny(1/2)", "miny(1/2)"), ("tiny(2) + miny(2)", "0")],
        see_also: &["tiny"],
        source: "Winning Ways, ch. 5",
        run: &unary(|host, g: Value| match loopy::is_loopy(&g) {
            true => {
                let tiny = loopy::tiny(host, &g)?;
                ops::neg(host, &tiny)
            }
            false => named(host, &g, miny),
        }),
        ..ROW
    },
    Builtin {
        name: "up_power",
        params: &[param_of("n", "a power of up")],
        summary: "The n-th power of up: the next smaller order of infinitesimal each time.",
        details: "`up_power(2)` may be typed `^<2>` or `↑²`. The power for `on` is `<0|* - upon>`, positive and \
                  smaller than every n-th power.",
        examples: &[
            ("up_power(1)", "↑"),
            ("up_power(2) is <0|v*>", "true"),
            ("up_power(on) == <0|* - upon>", "true"),
            ("0 < up_power(on) < up_power(5)", "true"),
        ],
        see_also: &["up_power_sum"],
        source: "Winning Ways, ch. 8 and 11; Siegel, Combinatorial Game Theory, II.4",
        run: &unary(|host, n: Exponent| match n {
            Exponent::Count(n) => power(host, n, up_power),
            Exponent::On => {
                let worth = loopy_core::named::up_power_on(&host.store())?;
                Ok(Value::of_worth(&host.store(), worth))
            }
        }),
        ..ROW
    },
    Builtin {
        name: "up_power_sum",
        params: &[param_of("n", "a power of up")],
        summary: "The sum of the powers of up from the first to the n-th.",
        details: "`up_power_sum(2)` may be typed `^[2]` or `↑[2]`. The sum for `on` is `upon`, larger than every \
                  sum of finitely many powers.",
        examples: &[
            ("up_power_sum(2) == ^ + up_power(2)", "true"),
            ("up_power_sum(on)", "upon"),
            ("upon > up_power_sum(5)", "true"),
        ],
        see_also: &["up_power"],
        source: "Winning Ways, ch. 8 and 11; Siegel, Combinatorial Game Theory, II.4",
        run: &unary(|host, n: Exponent| match n {
            Exponent::Count(n) => power(host, n, up_power_sum),
            Exponent::On => {
                let worth = loopy_core::named::Name::Upon.worth();
                Ok(Value::of_worth(&host.store(), worth))
            }
        }),
        ..ROW
    },
];

/// An exponent of up: a count, or `on`.
enum Exponent {
    Count(u64),
    On,
}

impl FromValue for Exponent {
    const EXPECTED: &'static str = "a count, or `on`";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        if loopy::is_loopy(&value) {
            let worth = loopy::worth(host, &value)?;
            return match worth == loopy_core::named::Name::On.worth() {
                true => Ok(Exponent::On),
                false => Err(Fault::new(Code::OutOfRange, "the only loopy exponent of up is `on`")
                    .note("the powers of up become smaller with each exponent, and the one for `on` is below all")),
            };
        }
        u64::from_value(host, value, slot).map(Exponent::Count)
    }
}

type Made = std::result::Result<Game, upstar_core::Error>;

fn named(
    host: &mut dyn Host,
    value: &Value,
    make: fn(&upstar_core::Store, Game) -> Made,
) -> Result<Value> {
    let game = host::game(host, value)?;
    let store = host.store();
    if !store.le(Game::ZERO, game)? {
        return Err(Fault::new(Code::OutOfRange, "tiny and miny need a game that is at least 0"));
    }
    Ok(Value::of_game(&store, make(&store, game)?))
}

fn power(host: &mut dyn Host, n: u64, make: fn(&upstar_core::Store, u32) -> Made) -> Result<Value> {
    let store = host.store();
    let n = u32::try_from(n).map_err(|_| Fault::new(Code::TooLarge, "this power is too high"))?;
    Ok(Value::of_game(&store, make(&store, n)?))
}
