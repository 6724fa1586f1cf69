//! Mean, temperature, temper, and games made hotter or cooler.

use upstar_core::short::{self, Parity};
use upstar_core::{Dyadic, Game, Store, cool, freeze, heat, norton, overheat};

use super::thermographs::heat as heat_of;
use super::{Builtin, ROW, Run};
use crate::diagnostic::Code;
use crate::value::host::{self, Host};
use crate::value::{Fault, Result, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "mean",
        signature: "mean(G, [komaster])",
        summary: "The mean value: what many copies of a game are worth, for each of them.",
        details: "Of a game or a thermograph. Of a loopy game, where the mast of its thermograph \
                  stands; of a ko by the rule of ko, with the player who has more ko threats as \
                  komaster where that matters.",
        examples: &[
            ("mean(<3|1>)", "2"),
            ("mean(<5||3|2>)", "15/4"),
            ("mean(^)", "0"),
            ("mean(a: <1||a|0>)", "2/3"),
        ],
        see_also: &["temperature", "thermograph"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5; Berlekamp, The \
                 economist's view of combinatorial games, 1996",
        run: Run::FormFunction(|host, args| Ok(Value::Number(heat_of(host, args)?.mean()))),
        ..ROW
    },
    Builtin {
        name: "temperature",
        signature: "temperature(G, [komaster])",
        summary: "How much a move is worth: where the mast of the thermograph begins.",
        details: "Of a game or a thermograph. A number has a negative temperature, -1/2^n when \
                  its denominator is 2^n.",
        examples: &[
            ("temperature(±3)", "3"),
            ("temperature(<5||3|2>)", "5/4"),
            ("temperature(*)", "0"),
            ("temperature(1/2)", "-1/2"),
            ("temperature(a: <1||a|0>)", "1/3"),
        ],
        see_also: &["mean", "cool", "thermograph"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5",
        run: Run::FormFunction(|host, args| Ok(Value::Number(heat_of(host, args)?.temperature()))),
        ..ROW
    },
    Builtin {
        name: "cool",
        signature: "cool(G, t)",
        summary: "A game in which each move costs a tax of t, until neither player wants to move.",
        examples: &[("cool(<3|1>, 1/2)", "<5/2|3/2>"), ("cool(<3|1>, 1)", "2*")],
        see_also: &["heat", "freeze", "temperature"],
        source: "Winning Ways, ch. 6; On Numbers and Games, ch. 9",
        run: Run::Function(|host, args| {
            let t = dyadic(host, &args[1])?;
            game(host, &args[0], |store, g| cool(store, g, &t))
        }),
        ..ROW
    },
    Builtin {
        name: "freeze",
        signature: "freeze(G)",
        summary: "A game cooled by its own temperature.",
        examples: &[("freeze(<3|1>)", "2*"), ("freeze(3)", "3")],
        see_also: &["cool", "temperature"],
        source: "Winning Ways, ch. 6; On Numbers and Games, ch. 9",
        run: Run::Function(|host, args| game(host, &args[0], freeze)),
        ..ROW
    },
    Builtin {
        name: "heat",
        signature: "heat(G, t)",
        summary: "A game in which each move, but those in numbers, gains t.",
        details: "Here t may be any game. The canonical form of G is meant.",
        examples: &[("heat(*, 1)", "±1"), ("heat(2*, 1)", "<3|1>"), ("heat(^, 1)", "<1||0|-2>")],
        see_also: &["cool", "overheat"],
        source: "Winning Ways, ch. 6",
        run: Run::Function(|host, args| {
            let t = host::game(host, &args[1])?;
            game(host, &args[0], |store, g| heat(store, g, t))
        }),
        ..ROW
    },
    Builtin {
        name: "overheat",
        signature: "overheat(G, s, t)",
        summary: "Overheating from s to t: n becomes n copies of s, and each other move gains t.",
        details: "The canonical form of G is meant.",
        examples: &[("overheat(*, 1, 1)", "±1")],
        see_also: &["heat", "norton"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5",
        run: Run::Function(|host, args| {
            let (s, t) = (host::game(host, &args[1])?, host::game(host, &args[2])?);
            game(host, &args[0], |store, g| overheat(store, g, s, t))
        }),
        ..ROW
    },
    Builtin {
        name: "norton",
        signature: "norton(G, U)",
        summary: "The Norton product of a game and a positive unit.",
        details: "n becomes n copies of U; each other move gains U and an incentive of U. The \
                  canonical form of G is meant.",
        examples: &[("norton(2, ^)", "⇑"), ("norton(*, 1)", "*")],
        see_also: &["overheat"],
        source: "Winning Ways, ch. 8",
        run: Run::Function(|host, args| {
            let unit = host::game(host, &args[1])?;
            game(host, &args[0], |store, g| norton(store, g, unit))
        }),
        ..ROW
    },
    Builtin {
        name: "confusion_interval",
        signature: "confusion_interval(G)",
        summary: "The numbers confused with a game: those x with `low <| x <| high`, as (low, high).",
        details: "They lie between the right and the left stop. An end is written with a star \
                  when the stop itself is confused with G, and without one when it is not: \
                  x* is confused with x and with no other number. So the pair determines the whole \
                  interval, which is empty when low and high are the same number.",
        examples: &[
            ("confusion_interval(<3|1>)", "(1*, 3*)"),
            ("confusion_interval(<3|1> + ^)", "(1, 3*)"),
            ("confusion_interval(*)", "(*, *)"),
            ("confusion_interval(^)", "(0, 0)"),
        ],
        see_also: &["stops", "thermograph"],
        source: "Winning Ways, ch. 6",
        run: Run::Function(confusion_interval),
        ..ROW
    },
    Builtin {
        name: "is_even_tempered",
        signature: "is_even_tempered(G)",
        summary: "Whether every line of play reaches a number after an even number of moves.",
        details: "A number is even-tempered; so is a game whose options are all odd-tempered. \
                  The canonical form is meant. Most games are neither even- nor odd-tempered.",
        examples: &[
            ("is_even_tempered(1/2)", "true"),
            ("is_even_tempered(<±1 + 3|±2>)", "true"),
            ("is_even_tempered(^)", "false"),
        ],
        see_also: &["is_odd_tempered", "is_even"],
        source: "Siegel, Combinatorial Game Theory, ch. II",
        run: Run::Function(|host, args| tempered(host, &args[0], Parity::Even)),
        ..ROW
    },
    Builtin {
        name: "is_odd_tempered",
        signature: "is_odd_tempered(G)",
        summary: "Whether every line of play reaches a number after an odd number of moves.",
        details: "A game that is no number is odd-tempered when its options are all \
                  even-tempered. The canonical form is meant.",
        examples: &[("is_odd_tempered(<3|1>)", "true"), ("is_odd_tempered(^)", "false")],
        see_also: &["is_even_tempered", "is_odd"],
        source: "Siegel, Combinatorial Game Theory, ch. II",
        run: Run::Function(|host, args| tempered(host, &args[0], Parity::Odd)),
        ..ROW
    },
];

type Made<T> = std::result::Result<T, upstar_core::Error>;

/// The ends of the interval, each with a star when it belongs to it.
fn confusion_interval(host: &mut dyn Host, args: &[Value]) -> Result<Value> {
    let game = host::game(host, &args[0])?;
    let store = host.store();
    let (low, high) = match short::confusion_interval(&store, game)? {
        Some(found) => ((found.low, found.low_included), (found.high, found.high_included)),
        None => {
            let stop = store.left_stop(game)?;
            ((stop.clone(), false), (stop, false))
        }
    };
    let mut ends = Vec::with_capacity(2);
    for (stop, included) in [low, high] {
        let end = store.number_up_star(&stop, 0, u32::from(included))?;
        ends.push(Value::of_game(&store, end));
    }
    Value::tuple(ends)
}

fn tempered(host: &mut dyn Host, value: &Value, wanted: Parity) -> Result<Value> {
    let game = host::game(host, value)?;
    Ok(Value::Bool(short::temper(&host.store(), game)? == Some(wanted)))
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
        Fault::new(
            Code::NotAShortGame,
            format!("a game cooled by {number} is not a short game", number = number.in_message()),
        )
        .note("stops of short games have denominators that are powers of two")
    })
}
