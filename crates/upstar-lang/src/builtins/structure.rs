//! Structure of games: options, followers, parts of the value.

use num_bigint::BigInt;
use upstar_core::short::{self, Forms, Parity};
use upstar_core::{Game, Rational, Store, uptimal_expansion};

use super::typed::{param, param_of, ternary, unary};
use super::{Attribute, Builtin, Param, ROW, forms};
use crate::diagnostic::Code;
use crate::value::explanation::Question;
use crate::value::host::Host;
use crate::value::loopy::NeedsEnd;
use crate::value::{Fault, Result, Value, surreal, worth};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "is_all_small",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether in every follower both players can move, or neither.",
        examples: &[("is_all_small(^*)", "true"), ("is_all_small(tiny(1))", "false")],
        see_also: &["is_infinitesimal"],
        source: "Winning Ways, ch. 8",
        // 0 is the only number that is all-small.
        run: &unary(|host, g: Value| match surreal::beyond(&g) {
            Some(_) => Ok(Value::Bool(false)),
            None => asked(host, &g, short::is_all_small),
        }),
        ..ROW
    },
    Builtin {
        name: "is_numberish",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether a game is a number plus an infinitesimal.",
        examples: &[("is_numberish(1*)", "true"), ("is_numberish(<1|0>)", "false")],
        see_also: &["is_number", "is_infinitesimal"],
        source: "Siegel, Combinatorial Game Theory, II.3",
        run: &unary(|host, g: Value| asked(host, &g, short::is_numberish)),
        ..ROW
    },
    Builtin {
        name: "reduced",
        params: &[param("G")],
        gives: "a game",
        summary: "The reduced canonical form: the simplest game that differs by an infinitesimal.",
        examples: &[("reduced(2^*)", "2"), ("reduced(<1*|-1>)", "±1")],
        see_also: &["canonical"],
        source: "Calistrate 1996; Grossman and Siegel 2009",
        run: &unary(|host, g: Game| made(host, short::reduced(&host.store(), g))),
        needs_end: Some(NeedsEnd::WEIGHT),
        ..ROW
    },
    Builtin {
        name: "incentives",
        params: &[param("G")],
        gives: "a list of games",
        summary: "What each move gains: G^L - G and G - G^R, the dominated ones left out.",
        examples: &[("incentives(<3|1>)", "[<2|0>]"), ("incentives(*)", "[*]")],
        see_also: &["left_incentives", "right_incentives"],
        source: "Winning Ways, ch. 6; Siegel, Combinatorial Game Theory, ch. II",
        run: &unary(|host, g: Game| listed(host, g, short::incentives)),
        needs_end: Some(NeedsEnd::WALK),
        ..ROW
    },
    Builtin {
        name: "left_incentives",
        params: &[param("G")],
        gives: "a list of games",
        summary: "What each of Left's moves gains, the dominated ones left out.",
        examples: &[("left_incentives(1)", "[-1]")],
        see_also: &["incentives"],
        source: "Siegel, Combinatorial Game Theory, ch. II",
        run: &unary(|host, g: Game| listed(host, g, short::left_incentives)),
        needs_end: Some(NeedsEnd::WALK),
        ..ROW
    },
    Builtin {
        name: "right_incentives",
        params: &[param("G")],
        gives: "a list of games",
        summary: "What each of Right's moves gains, the dominated ones left out.",
        examples: &[("right_incentives(1)", "[]")],
        see_also: &["incentives"],
        source: "Siegel, Combinatorial Game Theory, ch. II",
        run: &unary(|host, g: Game| listed(host, g, short::right_incentives)),
        needs_end: Some(NeedsEnd::WALK),
        ..ROW
    },
    Builtin {
        name: "followers",
        params: &[param("G")],
        summary: "All that can be reached from a game, the game itself first.",
        details: "By the rules of a position, as typed for `form(G)`, otherwise in the canonical \
                  form.",
        examples: &[
            ("followers(^)", "[↑, 0, *]"),
            ("length(followers(*9))", "10"),
            ("followers(form(<*|*>))", "[<*|*>, *, 0]"),
            ("followers(Nim(2))", "[Nim(2), Nim(1), Nim(0)]"),
            ("followers(upon)", "[upon, *, 0]"),
            ("followers(form(<pass|<*|*>>))", "[<pass|<*|*>>, <*|*>, *, 0]"),
        ],
        see_also: &["birthday"],
        source: "Siegel, Combinatorial Game Theory, II.1",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| Value::list(forms::followers(host, &g)?)),
        ..ROW
    },
    Builtin {
        name: "stop_count",
        params: &[param("G")],
        gives: "an integer",
        summary: "How many lines of play lead from a game to a number, in turn or not.",
        details: "In the canonical form; as typed for `form(G)`.",
        examples: &[
            ("stop_count(^)", "3"),
            ("stop_count(±1)", "2"),
            ("stop_count(form(<0,*|*>))", "5"),
        ],
        see_also: &["followers"],
        source: "The reference of CGSuite, StopCount",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| {
            let count = forms::of_form(host, &g, Forms::stop_count)?;
            Ok(Value::integer(BigInt::from(count)))
        }),
        needs_end: Some(NeedsEnd::LINES),
        ..ROW
    },
    Builtin {
        name: "far_star",
        params: &[param("G")],
        gives: "an integer",
        summary: "The least n such that neither *n nor any larger nimber is a follower of a game.",
        details: "They all compare alike with it.",
        examples: &[("far_star(^*3)", "3"), ("far_star(*2)", "3"), ("far_star(1)", "1")],
        see_also: &["nimber"],
        source: "Winning Ways, ch. 8",
        run: &unary(|host, g: Game| {
            Ok(Value::integer(i64::from(short::far_star(&host.store(), g)?)))
        }),
        needs_end: Some(NeedsEnd::LINES),
        ..ROW
    },
    Builtin {
        name: "is_even",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether every line of play in the canonical form has an even number of moves.",
        details: "In the form as typed for `form(G)`.",
        examples: &[
            ("is_even(*)", "false"),
            ("is_even(±1)", "true"),
            ("is_even(form(<*|*>))", "true"),
        ],
        see_also: &["is_odd"],
        source: "Siegel, Combinatorial Game Theory, ch. II",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| has_parity(host, &g, Parity::Even)),
        needs_end: Some(NeedsEnd::LINES),
        ..ROW
    },
    Builtin {
        name: "is_odd",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether every line of play in the canonical form has an odd number of moves.",
        details: "In the form as typed for `form(G)`.",
        examples: &[("is_odd(*)", "true"), ("is_odd(^)", "false")],
        see_also: &["is_even"],
        source: "Siegel, Combinatorial Game Theory, ch. II",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| has_parity(host, &g, Parity::Odd)),
        needs_end: Some(NeedsEnd::LINES),
        ..ROW
    },
    Builtin {
        name: "atomic_weight",
        params: &[param("G")],
        gives: "a game",
        summary: "How many ups a game is worth, remote stars aside.",
        details: "See `is_atomic`.",
        examples: &[
            ("atomic_weight(^3*)", "3"),
            ("atomic_weight(*2)", "0"),
            ("atomic_weight(<^|v>)", "0"),
        ],
        see_also: &["is_atomic", "is_all_small", "far_star"],
        source: "Winning Ways, ch. 8; Siegel, Combinatorial Game Theory, II.7",
        run: &unary(|host, g: Game| made(host, short::atomic_weight(&host.store(), g))),
        question: Some(Question::AtomicWeight),
        needs_end: Some(NeedsEnd::WEIGHT),
        ..ROW
    },
    Builtin {
        name: "is_atomic",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether a game has an atomic weight.",
        details: "It is the game w for which G and w times up have the same outcome beside any \
                  games that include a remote star. All-small games are atomic, and some other \
                  infinitesimals, such as `tiny(1)`.",
        examples: &[
            ("is_atomic(^*3)", "true"),
            ("is_atomic(tiny(1))", "true"),
            ("is_atomic(1/2)", "false"),
            ("is_atomic(<1||1|0>)", "false"),
        ],
        see_also: &["atomic_weight", "is_all_small", "is_infinitesimal"],
        source: "Siegel, Combinatorial Game Theory, II.7; the reference of CGSuite, IsAtomic",
        // 0 is the only number that is atomic.
        run: &unary(|host, g: Value| match surreal::beyond(&g) {
            Some(_) => Ok(Value::Bool(false)),
            None => asked(host, &g, short::is_atomic),
        }),
        ..ROW
    },
    Builtin {
        name: "uptimal_expansion",
        params: &[param("G")],
        summary: "The number, the coefficients of the powers of up, and the nimber of a game that \
                  is a sum of these.",
        details: "Such games are called uptimals. The coefficients are those of ↑, ↑², and so on.",
        examples: &[
            ("uptimal_expansion(1↑²*3)", "(1, [0, 1], *3)"),
            ("uptimal_expansion(^^ - up_power(3))", "(0, [2, 0, -1], 0)"),
            ("uptimal_expansion(*)", "(0, [], *)"),
        ],
        see_also: &["up_power", "up_power_sum", "atomic_weight"],
        source: "McKay, Canonical forms of uptimals, 2011; Winning Ways, ch. 8",
        run: &unary(uptimal),
        needs_end: Some(NeedsEnd::WEIGHT),
        ..ROW
    },
    Builtin {
        name: "companion",
        params: &[param("G")],
        gives: "a game",
        summary: "The image of a game under the one symmetry, besides the identity, of the games \
                  born by a day.",
        details: "It exchanges 0 and *, and keeps the order and, from day 1 on, the birthday. Its \
                  options are the companions of the options, and 0 for Left when G >= 0, for \
                  Right when G <= 0.",
        examples: &[("companion(0)", "*"), ("companion(^)", "↑*"), ("companion(<1|0>)", "<1|*>")],
        see_also: &["day", "join", "meet"],
        source: "Siegel, Combinatorial Game Theory, III.2",
        run: &unary(|host, g: Game| made(host, short::companion(&host.store(), g))),
        needs_end: Some(NeedsEnd::DAYS),
        ..ROW
    },
    Builtin {
        name: "day",
        params: &[DAY],
        gives: "a list of games",
        summary: "All values born by day n, for n up to 3.",
        details: "1, 4, 22 and 1474 of them: numbers, nimbers, ups, and the rest.",
        examples: &[("day(1)", "[-1, 0, 1, *]"), ("length(day(2))", "22")],
        see_also: &["birthday", "join", "meet"],
        source: "On Numbers and Games, ch. 7; Siegel, Combinatorial Game Theory, III.1",
        run: &unary(|host, n: u64| {
            let store = host.store();
            let n = day_number(n)?;
            games(&store, store.sort_options(&short::day(&store, n)?)?)
        }),
        ..ROW
    },
    Builtin {
        name: "join",
        params: &[param("G"), param("H"), DAY],
        gives: "a game",
        summary: "The least game born by day n that is at least G and H.",
        details: "G and H are born by then.",
        examples: &[("join(0, *, 1)", "1"), ("join(^, *, 2)", "1/2")],
        see_also: &["meet", "day"],
        source: "Calistrate, Paulhus and Wolfe 2002; Siegel, Combinatorial Game Theory, III.2",
        run: &ternary(|host, g: Game, h: Game, n: u64| bound(host, [g, h], n, short::join)),
        needs_end: Some(NeedsEnd::DAYS),
        ..ROW
    },
    Builtin {
        name: "meet",
        params: &[param("G"), param("H"), DAY],
        gives: "a game",
        summary: "The greatest game born by day n that is at most G and H.",
        details: "G and H are born by then.",
        examples: &[("meet(0, *, 1)", "-1")],
        see_also: &["join", "day"],
        source: "Calistrate, Paulhus and Wolfe 2002; Siegel, Combinatorial Game Theory, III.2",
        run: &ternary(|host, g: Game, h: Game, n: u64| bound(host, [g, h], n, short::meet)),
        needs_end: Some(NeedsEnd::DAYS),
        ..ROW
    },
];

type Made<T> = std::result::Result<T, upstar_core::Error>;

fn asked(
    host: &mut dyn Host,
    value: &Value,
    ask: impl Fn(&Store, Game) -> Made<bool>,
) -> Result<Value> {
    let game = worth::game(host, value)?;
    Ok(Value::Bool(ask(&host.store(), game)?))
}

fn has_parity(host: &mut dyn Host, value: &Value, wanted: Parity) -> Result<Value> {
    Ok(Value::Bool(forms::of_form(host, value, Forms::parity)? == Some(wanted)))
}

/// Value of a game that was made.
fn made(host: &dyn Host, made: Made<Game>) -> Result<Value> {
    Ok(Value::of_game(&host.store(), made?))
}

fn listed(
    host: &mut dyn Host,
    game: Game,
    list: impl Fn(&Store, Game) -> Made<Vec<Game>>,
) -> Result<Value> {
    let store = host.store();
    games(&store, list(&store, game)?)
}

fn games(store: &Store, games: Vec<Game>) -> Result<Value> {
    let items = games.into_iter().map(|game| Value::of_game(store, game)).collect();
    Value::list(items)
}

fn uptimal(host: &mut dyn Host, game: Game) -> Result<Value> {
    let store = host.store();
    let Some(found) = uptimal_expansion(&store, game)? else {
        return Err(Fault::new(Code::OutOfRange, "this game has no uptimal expansion")
            .note("it is not a number plus multiples of ↑, ↑², ↑³, ... plus a nimber"));
    };
    let coefficients = found.coefficients.iter().map(|n| Value::integer(*n)).collect();
    Value::tuple(vec![
        Value::Number(Rational::from(&found.number)),
        Value::list(coefficients)?,
        Value::of_game(&store, store.nimber(found.star)?),
    ])
}

/// Last day whose games are listed: day 4 has about 3 * 10^434 values.
const LAST_DAY: u64 = 3;

/// Name of the parameter for a birthday.
const DAY: Param = param_of("n", "a day");

fn day_number(n: u64) -> Result<u32> {
    if n > LAST_DAY {
        return Err(Fault::new(Code::TooLarge, format!("the games of day {n} cannot be listed"))
            .note("day 3 has 1474 values; those of day 4 are too many to list"));
    }
    u32::try_from(n).map_err(|_| Fault::new(Code::TooLarge, "this day is too late"))
}

fn bound(
    host: &mut dyn Host,
    games: [Game; 2],
    n: u64,
    find: fn(&Store, Game, Game, u32) -> Made<Game>,
) -> Result<Value> {
    let store = host.store();
    let n = day_number(n)?;
    for game in games {
        let born = store.birthday(game)?;
        if born > n.into() {
            let born = Rational::from(BigInt::from(born));
            return Err(Fault::new(
                Code::OutOfRange,
                format!(
                    "one of the games is born on day {born}, after day {n}",
                    born = born.in_message(),
                ),
            ));
        }
    }
    let [g, h] = games;
    made(host, find(&store, g, h, n))
}
