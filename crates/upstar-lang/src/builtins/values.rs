//! Named games: tinies, powers of up, and others with parameters.

use upstar_core::loopy::{self as loopy_core, GameValue};
use upstar_core::{Game, Rational, miny, tiny, up_power, up_power_sum};

use super::typed::{FromValue, Slot, binary, param, param_of, unary};
use super::{Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, loopy, ops, worth};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "tiny",
        params: &[param("G")],
        gives: "a game",
        summary: "Tiny-G, the game <0||0|-G>: positive, and smaller than every up.",
        details: "G is positive, or 0, which gives ↑.",
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
        gives: "a game",
        summary: "Miny-G, the game <G|0||0>: the negative of tiny-G.",
        details: "G is positive, or 0, which gives ↓.",
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
        gives: "a game",
        summary: "The n-th power of up: the next smaller order of infinitesimal each time.",
        details: "Type `^<2>` or `↑²` for `up_power(2)`. Other exponents are those of `power(^, \
                  n)`: `on` gives `<0|* - upon>`, positive and smaller than every n-th power.",
        examples: &[
            ("up_power(1)", "↑"),
            ("up_power(2) is <0|v*>", "true"),
            ("up_power(on) == <0|* - upon>", "true"),
            ("0 < up_power(on) < up_power(5)", "true"),
            ("up_power(2) < up_power(3/2) < up_power(1)", "true"),
        ],
        see_also: &["up_power_sum", "power"],
        source: "Winning Ways, ch. 8 and 11; Siegel, Combinatorial Game Theory, II.4",
        run: &unary(|host, n: Exponent| match n {
            Exponent::Count(n) => of_up(host, n, up_power),
            Exponent::Other(x) => {
                let up = up(host)?;
                power(host, up, x)
            }
        }),
        ..ROW
    },
    Builtin {
        name: "up_power_sum",
        params: &[param_of("n", "a power of up")],
        gives: "a game",
        summary: "The sum of the powers of up from the first to the n-th.",
        details: "Type `^[2]` or `↑[2]` for `up_power_sum(2)`. Other exponents are those of \
                  `power_sum(^, n)`: `on` gives `upon`, larger than all finite sums.",
        examples: &[
            ("up_power_sum(2) == ^ + up_power(2)", "true"),
            ("up_power_sum(on)", "upon"),
            ("upon > up_power_sum(5)", "true"),
        ],
        see_also: &["up_power", "power_sum"],
        source: "Winning Ways, ch. 8 and 11; Siegel, Combinatorial Game Theory, II.4",
        run: &unary(|host, n: Exponent| match n {
            Exponent::Count(n) => of_up(host, n, up_power_sum),
            Exponent::Other(x) => {
                let up = up(host)?;
                power_sum(host, up, x)
            }
        }),
        ..ROW
    },
    Builtin {
        name: "power",
        params: &[param("G"), param_of("x", "an exponent")],
        gives: "a game",
        summary: "The power of a game <0|H>: <0|H - power_sum(G, x - 1)>, of a smaller order the larger x is.",
        details: "The exponent is a number from 1 on, possibly plus `over` or `under`, or `on`.",
        examples: &[
            ("power(^, 3)", "↑³"),
            ("power(tiny(2), 1)", "tiny(2)"),
            ("power_sum(tiny(2), 2) == tiny(2) + power(tiny(2), 2)", "true"),
            ("power(^, on) == up_power(on)", "true"),
        ],
        see_also: &["power_sum", "up_power"],
        source: "Siegel, Combinatorial Game Theory, II.4 and VI.5",
        run: &binary(|host, g: Game, x: GameValue| power(host, g, x)),
        ..ROW
    },
    Builtin {
        name: "power_sum",
        params: &[param("G"), param_of("x", "an exponent")],
        gives: "a game",
        summary: "The sum of the powers of a game up to the exponent: 0 for 0, and else G : y with the y for which x is 1 : y.",
        details: "For an integer n it is `G : (n - 1)`, the sum of the first n powers if G is \
                  <0|H>. The exponent is a number from 0 on, possibly plus `over` or `under`, or \
                  `on`.",
        examples: &[
            ("power_sum(^, 3) == up_power_sum(3)", "true"),
            ("power_sum(^, 3) == ^ : 2", "true"),
            ("power_sum(^, 1/2) == ^ : -1", "true"),
            ("power_sum(^, over) == ^ : off", "true"),
            ("power_sum(^, on)", "upon"),
        ],
        see_also: &["power", "up_power_sum", "ordinal_sum"],
        source: "Siegel, Combinatorial Game Theory, II.4 and VI.5",
        run: &binary(|host, g: Game, x: GameValue| power_sum(host, g, x)),
        ..ROW
    },
];

/// An exponent of up.
enum Exponent {
    Count(u64),
    Other(GameValue),
}

impl FromValue for Exponent {
    const EXPECTED: &'static str = "a number, or `on`";

    fn from_value(host: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let is_whole = |number: &Rational| number.to_integer().is_some();
        match &value {
            Value::Number(number) if is_whole(number) || number.to_dyadic().is_none() => {
                u64::from_value(host, value, slot).map(Exponent::Count)
            }
            _ => GameValue::from_value(host, value, slot).map(Exponent::Other),
        }
    }
}

fn up(host: &mut dyn Host) -> Result<Game> {
    Ok(up_power(&host.store(), 1)?)
}

fn power(host: &mut dyn Host, g: Game, x: GameValue) -> Result<Value> {
    let store = host.store();
    if store.left_options(g)? != [Game::ZERO] || store.right_options(g)?.len() != 1 {
        let fault = Fault::new(Code::OutOfRange, "only a game <0|H> in canonical form has powers");
        return Err(fault.note("`power_sum(G, x)` is defined for every game"));
    }
    let found = loopy_core::power(&store, g, &x)?;
    raised(host, found, "this power needs an exponent that is at least 1")
}

fn power_sum(host: &mut dyn Host, g: Game, x: GameValue) -> Result<Value> {
    let found = loopy_core::power_sum(&host.store(), g, &x)?;
    raised(host, found, "this exponent is negative, or not one")
}

/// The power that was found, or the message what an exponent is.
fn raised(host: &mut dyn Host, found: Option<GameValue>, wrong: &'static str) -> Result<Value> {
    match found {
        Some(worth) => Ok(Value::of_worth(&host.store(), worth)),
        None => Err(Fault::new(Code::OutOfRange, wrong)
            .note("an exponent is a number, a number plus `over` or `under`, or `on`")),
    }
}

type Made = std::result::Result<Game, upstar_core::Error>;

fn named(
    host: &mut dyn Host,
    value: &Value,
    make: fn(&upstar_core::Store, Game) -> Made,
) -> Result<Value> {
    let game = worth::game(host, value)?;
    let store = host.store();
    if !store.le(Game::ZERO, game)? {
        return Err(Fault::new(Code::OutOfRange, "tiny and miny need a game that is at least 0"));
    }
    Ok(Value::of_game(&store, make(&store, game)?))
}

fn of_up(host: &mut dyn Host, n: u64, make: fn(&upstar_core::Store, u32) -> Made) -> Result<Value> {
    let store = host.store();
    let n = u32::try_from(n).map_err(|_| Fault::new(Code::TooLarge, "this power is too high"))?;
    Ok(Value::of_game(&store, make(&store, n)?))
}
