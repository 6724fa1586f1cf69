//! Mean, temperature, and games made hotter or cooler.

use upstar_core::{
    Dyadic, Game, Rational, Store, cool, freeze, heat, mean, norton, overheat, temperature,
};

use super::{Builtin, Run};
use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::{Fault, Result, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "mean",
        signature: "mean(G)",
        summary: "The mean value: what many copies of a game are worth, for each of them.",
        details: "",
        examples: &[("mean(<3|1>)", "2"), ("mean(<5||3|2>)", "15/4"), ("mean(^)", "0")],
        see_also: &["temperature"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5",
        run: Run::Function(|host, args| number(host, &args[0], mean)),
    },
    Builtin {
        name: "temperature",
        signature: "temperature(G)",
        summary: "How much a move is worth: where the mast of the thermograph begins.",
        details: "A number has a negative temperature, -1/2^n when its denominator is 2^n.",
        examples: &[
            ("temperature(±3)", "3"),
            ("temperature(<5||3|2>)", "5/4"),
            ("temperature(*)", "0"),
            ("temperature(1/2)", "-1/2"),
        ],
        see_also: &["mean", "cool"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5",
        run: Run::Function(|host, args| number(host, &args[0], temperature)),
    },
    Builtin {
        name: "cool",
        signature: "cool(G, t)",
        summary: "A game in which each move costs a tax of t, until nobody wants to move.",
        details: "",
        examples: &[("cool(<3|1>, 1/2)", "<5/2|3/2>"), ("cool(<3|1>, 1)", "2*")],
        see_also: &["heat", "freeze", "temperature"],
        source: "Winning Ways, ch. 6; On Numbers and Games, ch. 9",
        run: Run::Function(|host, args| {
            let t = dyadic(host, &args[1])?;
            game(host, &args[0], |store, g| cool(store, g, &t))
        }),
    },
    Builtin {
        name: "freeze",
        signature: "freeze(G)",
        summary: "A game cooled by its own temperature.",
        details: "",
        examples: &[("freeze(<3|1>)", "2*"), ("freeze(3)", "3")],
        see_also: &["cool", "temperature"],
        source: "Winning Ways, ch. 6; On Numbers and Games, ch. 9",
        run: Run::Function(|host, args| game(host, &args[0], freeze)),
    },
    Builtin {
        name: "heat",
        signature: "heat(G, t)",
        summary: "A game in which each move, but those in numbers, gains t.",
        details: "Here t may be any game.",
        examples: &[("heat(*, 1)", "±1"), ("heat(2*, 1)", "<3|1>"), ("heat(^, 1)", "<1||0|-2>")],
        see_also: &["cool", "overheat"],
        source: "Winning Ways, ch. 6",
        run: Run::Function(|host, args| {
            let t = host::game(host, &args[1])?;
            game(host, &args[0], |store, g| heat(store, g, t))
        }),
    },
    Builtin {
        name: "overheat",
        signature: "overheat(G, s, t)",
        summary: "Overheating from s to t: n becomes n copies of s, and each other move gains t.",
        details: "",
        examples: &[("overheat(*, 1, 1)", "±1")],
        see_also: &["heat", "norton"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5",
        run: Run::Function(|host, args| {
            let (s, t) = (host::game(host, &args[1])?, host::game(host, &args[2])?);
            game(host, &args[0], |store, g| overheat(store, g, s, t))
        }),
    },
    Builtin {
        name: "norton",
        signature: "norton(G, U)",
        summary: "The Norton product of a game and a positive unit.",
        details: "n becomes n copies of U; each other move gains U and an incentive of U.",
        examples: &[("norton(2, ^)", "⇑"), ("norton(*, 1)", "*")],
        see_also: &["overheat"],
        source: "Winning Ways, ch. 8",
        run: Run::Function(|host, args| {
            let unit = host::game(host, &args[1])?;
            game(host, &args[0], |store, g| norton(store, g, unit))
        }),
    },
];

type Made<T> = std::result::Result<T, upstar_core::Error>;

/// A number asked of a game.
fn number(
    host: &mut dyn Host,
    value: &Value,
    ask: impl Fn(&Store, Game) -> Made<Dyadic>,
) -> Result<Value> {
    let game = host::game(host, value)?;
    Ok(Value::Number(Rational::from(&ask(&host.store(), game)?)))
}

/// A game made of a game.
fn game(
    host: &mut dyn Host,
    value: &Value,
    make: impl Fn(&Store, Game) -> Made<Game>,
) -> Result<Value> {
    let game = host::game(host, value)?;
    let store = host.store();
    Ok(Value::of_game(&store, make(&store, game)?))
}

/// A temperature.
fn dyadic(host: &mut dyn Host, value: &Value) -> Result<Dyadic> {
    let number = host::number(&host.store(), value)?;
    number.to_dyadic().ok_or_else(|| {
        Fault::new(Code::NotAShortGame, format!("a game cooled by {number} is not a short game"))
            .note("stops of short games have denominators that are powers of two")
    })
}
