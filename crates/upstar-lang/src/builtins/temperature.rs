//! Mean, temperature, temper, and games made hotter or cooler.

use upstar_core::short::{self, Parity};
use upstar_core::{Dyadic, Game, Player, Rational, cool, freeze, heat, norton_on_form, overheat};

use super::thermographs::{KOMASTER, heat as heat_of};
use super::typed::{binary, param, ternary, unary};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::explanation::Question;
use crate::value::host::Host;
use crate::value::loopy::NeedsEnd;
use crate::value::{Fault, Result, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "mean",
        params: &[param("G"), KOMASTER],
        gives: "a number",
        summary: "The mean value: what each of many copies of a game is worth.",
        details: "Of a game or a thermograph. For a loopy game it is where the mast stands; for a \
                  ko, with the player who has more ko threats as komaster where that matters.",
        examples: &[
            ("mean(<3|1>)", "2"),
            ("mean(<5||3|2>)", "15/4"),
            ("mean(^)", "0"),
            ("mean(a: <1||a|0>)", "2/3"),
        ],
        see_also: &["temperature", "thermograph"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5; Berlekamp, The \
                 economist's view of combinatorial games, 1996",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, komaster: Option<Player>| {
            Ok(Value::Number(heat_of(host, &g, komaster)?.mean()))
        }),
        question: Some(Question::Mean),
        ..ROW
    },
    Builtin {
        name: "temperature",
        params: &[param("G"), KOMASTER],
        gives: "a number",
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
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, komaster: Option<Player>| {
            Ok(Value::Number(heat_of(host, &g, komaster)?.temperature()))
        }),
        question: Some(Question::Temperature),
        ..ROW
    },
    Builtin {
        name: "cool",
        params: &[param("G"), param("t")],
        gives: "a game",
        summary: "A game in which each move costs a tax of t, until neither player wants to move.",
        details: "Any t above -1. Below 0 a move gains, so players move in numbers too, but not \
                  in integers. The canonical form is cooled.",
        examples: &[
            ("cool(<3|1>, 1/2)", "<5/2|3/2>"),
            ("cool(<3|1>, 1)", "2*"),
            ("cool(<6|-6>, -1/2)", "±13/2"),
            ("[cool(1/2, -1/4), cool(1/2, -1/2), cool(1/2, -3/4)]", "[1/2, 1/2*, <3/4|1/4>]"),
        ],
        see_also: &["heat", "freeze", "temperature", "subzero_thermograph"],
        source: "Winning Ways, ch. 6; On Numbers and Games, ch. 9; Siegel, Combinatorial Game Theory, II.5",
        run: &binary(|host, g: Game, t: Rational| {
            let t = dyadic(&t)?;
            game(host, cool(&host.store(), g, &t))
        }),
        needs_end: Some(NeedsEnd::HEAT),
        ..ROW
    },
    Builtin {
        name: "freeze",
        params: &[param("G")],
        gives: "a game",
        summary: "A game cooled by its own temperature.",
        examples: &[("freeze(<3|1>)", "2*"), ("freeze(3)", "3")],
        see_also: &["cool", "temperature"],
        source: "Winning Ways, ch. 6; On Numbers and Games, ch. 9",
        run: &unary(|host, g: Game| game(host, freeze(&host.store(), g))),
        needs_end: Some(NeedsEnd::HEAT),
        ..ROW
    },
    Builtin {
        name: "heat",
        params: &[param("G"), param("t")],
        gives: "a game",
        summary: "A game in which each move, but those in numbers, gains t.",
        details: "t may be any game. It uses the canonical form of G.",
        examples: &[("heat(*, 1)", "±1"), ("heat(2*, 1)", "<3|1>"), ("heat(^, 1)", "<1||0|-2>")],
        see_also: &["cool", "overheat"],
        source: "Winning Ways, ch. 6",
        run: &binary(|host, g: Game, t: Game| game(host, heat(&host.store(), g, t))),
        needs_end: Some(NeedsEnd::HEAT),
        ..ROW
    },
    Builtin {
        name: "overheat",
        params: &[param("G"), param("s"), param("t")],
        gives: "a game",
        summary: "Overheating from s to t: n becomes n copies of s, and each other move gains t.",
        details: "It uses the canonical form of G.",
        examples: &[("overheat(*, 1, 1)", "±1")],
        see_also: &["heat", "norton"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, II.5",
        run: &ternary(|host, g: Game, s: Game, t: Game| {
            game(host, overheat(&host.store(), g, s, t))
        }),
        needs_end: Some(NeedsEnd::HEAT),
        ..ROW
    },
    Builtin {
        name: "norton",
        params: &[param("G"), param("U")],
        gives: "a game",
        summary: "The Norton product of a game and a unit.",
        details: "n becomes n copies of U; each other move gains U and an incentive of U. It uses the canonical form of G. For positive U, as in books, it respects order \
                  and sums.",
        examples: &[
            ("norton(2, ^)", "⇑"),
            ("norton(*, 1)", "*"),
            ("norton(2, v)", "⇓"),
            ("norton(*, *)", "*"),
        ],
        see_also: &["overheat"],
        source: "Winning Ways, ch. 8",
        run: &binary(|host, g: Game, unit: Game| {
            game(host, norton_on_form(&host.store(), g, unit))
        }),
        needs_end: Some(NeedsEnd::HEAT),
        ..ROW
    },
    Builtin {
        name: "confusion_interval",
        params: &[param("G")],
        gives: "a pair of games",
        summary: "The numbers confused with a game: those x with `low <| x <| high`, as (low, high).",
        details: "They lie between the right and the left stop. An end with a star belongs to the \
                  interval. The interval is empty when low and high are the same number.",
        examples: &[
            ("confusion_interval(<3|1>)", "(1*, 3*)"),
            ("confusion_interval(<3|1> + ^)", "(1, 3*)"),
            ("confusion_interval(*)", "(*, *)"),
            ("confusion_interval(^)", "(0, 0)"),
        ],
        see_also: &["stops", "thermograph"],
        source: "Winning Ways, ch. 6",
        run: &unary(confusion_interval),
        ..ROW
    },
    Builtin {
        name: "is_even_tempered",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether every line of play reaches a number after an even number of moves.",
        details: "A number is even-tempered; so is a game whose options are all odd-tempered. It uses the canonical form. Most games are neither even- nor odd-tempered.",
        examples: &[
            ("is_even_tempered(1/2)", "true"),
            ("is_even_tempered(<±1 + 3|±2>)", "true"),
            ("is_even_tempered(^)", "false"),
        ],
        see_also: &["is_odd_tempered", "is_even"],
        source: "Siegel, Combinatorial Game Theory, ch. II",
        run: &unary(|host, g: Game| tempered(host, g, Parity::Even)),
        ..ROW
    },
    Builtin {
        name: "is_odd_tempered",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether every line of play reaches a number after an odd number of moves.",
        details: "A game that is not a number is odd-tempered when its options are all \
                  even-tempered. It uses the canonical form.",
        examples: &[("is_odd_tempered(<3|1>)", "true"), ("is_odd_tempered(^)", "false")],
        see_also: &["is_even_tempered", "is_odd"],
        source: "Siegel, Combinatorial Game Theory, ch. II",
        run: &unary(|host, g: Game| tempered(host, g, Parity::Odd)),
        ..ROW
    },
];

type Made<T> = std::result::Result<T, upstar_core::Error>;

/// Ends of the confusion interval, each with a star if it belongs to it.
fn confusion_interval(host: &mut dyn Host, game: Game) -> Result<Value> {
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

fn tempered(host: &mut dyn Host, game: Game, wanted: Parity) -> Result<Value> {
    Ok(Value::Bool(short::temper(&host.store(), game)? == Some(wanted)))
}

/// Value of a game that was made.
fn game(host: &dyn Host, made: Made<Game>) -> Result<Value> {
    Ok(Value::of_game(&host.store(), made?))
}

/// A temperature.
fn dyadic(number: &Rational) -> Result<Dyadic> {
    number.to_dyadic().ok_or_else(|| {
        Fault::new(
            Code::NotAShortGame,
            format!("a game cooled by {number} is not a short game", number = number.in_message()),
        )
        .note("stops of short games have denominators that are powers of two")
    })
}
