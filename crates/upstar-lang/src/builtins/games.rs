//! Questions about the value of a game.

use std::sync::Arc;

use num_bigint::BigInt;
use upstar_core::impartial::LoopyNimber;
use upstar_core::short::{self, Forms};
use upstar_core::{Game, Player, Rational, Store};

use super::typed::{param, unary};
use super::{Attribute, Builtin, Fast, Intrinsic, ROW, forms, misere, tokens};
use crate::value::code::TableQuestion;
use crate::value::explanation::Question;
use crate::value::host::Host;
use crate::value::loopy::NeedsEnd;
use crate::value::nimbers::both_alike;
use crate::value::worth::{self, Solved};
use crate::value::{Class, NoAnswer, Result, Value, infinity, loopy, moves, order, surreal};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "canonical",
        params: &[param("G")],
        gives: "a game",
        summary: "The canonical form of a game, position or sum.",
        details: "Without dominated and reversible options. Equal games have the same one.",
        examples: &[
            ("canonical(<0,*|*>)", "↑"),
            ("canonical(Nim(5) + Nim(6))", "*3"),
            ("canonical(Domineering(2, 2))", "±1"),
        ],
        see_also: &["form", "outcome", "left_options"],
        source: "On Numbers and Games, ch. 10; Siegel, Combinatorial Game Theory, II.2",
        run: &unary(|host, g: Value| as_value(host, &g)),
        question: Some(Question::Canonical),
        fast: Some(Fast::Table(TableQuestion::Value)),
        ..ROW
    },
    Builtin {
        name: "form",
        params: &[param("G")],
        gives: "a game",
        summary: "A bracket as it was typed, not its canonical form.",
        details: "`birthday`, `left_options`, `followers`, `stop_count`, `is_even`, `is_odd`, \
                  ordinal sums and other compounds use this form, and the canonical form of other \
                  games. Brackets inside count as typed too; everything else as its canonical \
                  form.",
        examples: &[
            ("form(<0,*|*>)", "<0,*|*>"),
            ("birthday(form(<*|*>))", "2"),
            ("birthday(<*|*>)", "0"),
        ],
        see_also: &["canonical"],
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| match g {
            Value::Form(form) | Value::Typed(form) => Ok(Value::Typed(form)),
            Value::LoopyBracket(bracket) => Ok(Value::LoopyBracket(Arc::new(bracket.as_typed()))),
            other => as_value(host, &other),
        }),
        ..ROW
    },
    Builtin {
        name: "outcome",
        params: &[param("G")],
        gives: "an outcome",
        summary: "Who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one.",
        details: "Endless play is a draw: `D` whoever begins. In `N̂` Left wins moving first, in \
                  `P̂` moving second, and the rest is drawn; in `Ň` and `P̌` Right does. For \
                  misère play ask about `misere(P)`. Boards whose value takes long are searched \
                  for the winner, without parts that cancel and with the values of easy parts. \
                  Comparisons such as `P >= 0` ask in this way who wins the difference.",
        examples: &[
            ("outcome(^)", "L"),
            ("outcome(^*)", "N"),
            ("outcome(Nim(13, 12, 8))", "N"),
            ("outcome(Nim(1, 2, 3))", "P"),
            ("outcome(Domineering(4, 5))", "L"),
            ("outcome(dud)", "D"),
            ("outcome(<0|dud>)", "N̂"),
        ],
        see_also: &["winning_moves", "nimber"],
        source: "Winning Ways, ch. 2; Allis et al., Proof-number search, 1994",
        run: &unary(|host, g: Value| outcome(host, &g)),
        question: Some(Question::Outcome),
        fast: Some(Fast::Table(TableQuestion::Outcome)),
        ..ROW
    },
    Builtin {
        name: "nimber",
        params: &[param("G")],
        gives: "an integer",
        summary: "The n for which an impartial game equals *n, by the mex rule.",
        details: "Every impartial game has one (Sprague 1935, Grundy 1939). For other games the \
                  error shows where the players' options differ. A position with complimenting or \
                  entailing moves has a nimber or is `loony`.",
        examples: &[
            ("nimber(Kayles(100))", "1"),
            ("nimber(Nim(13, 12, 8))", "9"),
            ("nimber(* + *2)", "3"),
            ("[nimber(TopEntails(n)) for n in 0..6]", "[0, loony, 0, loony, 1, 0, 2]"),
        ],
        see_also: &["outcome", "winning_moves", "grundy", "loony"],
        source: "Winning Ways, ch. 3 and 12",
        run: &unary(|host, g: Value| super::moves::nimber(host, &g)),
        question: Some(Question::Nimber),
        needs_end: Some(NeedsEnd::NIMBER),
        fast: Some(Fast::Table(TableQuestion::Nimber)),
        ..ROW
    },
    Builtin {
        name: "grundy",
        params: &[param("G")],
        gives: "an integer",
        summary: "Another name for `nimber`.",
        examples: &[("grundy(Wythoff(1, 2))", "0")],
        see_also: &["nimber"],
        source: "Winning Ways, ch. 3",
        run: &unary(|host, g: Value| super::moves::nimber(host, &g)),
        question: Some(Question::Grundy),
        fast: Some(Fast::Table(TableQuestion::Nimber)),
        needs_end: Some(NeedsEnd::NIMBER),
        ..ROW
    },
    Builtin {
        name: "left_options",
        params: &[param("G")],
        gives: "a list of games",
        summary: "Left's options in the canonical form; as typed for `form(G)`.",
        details: "`moves(P, Left)` are those by the rules.",
        examples: &[("left_options(^*)", "[0, *]"), ("left_options(form(<0,1|2>))", "[0, 1]")],
        see_also: &["right_options", "moves"],
        source: "Winning Ways, ch. 2",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| options(host, &g, Player::Left)),
        question: Some(Question::LeftOptions),
        ..ROW
    },
    Builtin {
        name: "right_options",
        params: &[param("G")],
        gives: "a list of games",
        summary: "Right's options in the canonical form; as typed for `form(G)`.",
        details: "`moves(P, Right)` are those by the rules.",
        examples: &[("right_options(^*)", "[0]"), ("right_options(^^)", "[↑*]")],
        see_also: &["left_options", "moves"],
        source: "Winning Ways, ch. 2",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| options(host, &g, Player::Right)),
        question: Some(Question::RightOptions),
        ..ROW
    },
    Builtin {
        name: "birthday",
        params: &[param("G")],
        gives: "an integer",
        summary: "The day a game is born: the depth of its canonical form; as typed for `form(G)`.",
        details: "An ordinal is born on its own day, and fractions that are not dyadic on day \
                  `omega`.",
        examples: &[
            ("birthday(^)", "2"),
            ("birthday(3/4)", "3"),
            ("birthday(*5)", "5"),
            ("birthday(form(<^|^>))", "3"),
        ],
        see_also: &["form"],
        source: "On Numbers and Games, ch. 0 and 7",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| birthday(host, &g)),
        needs_end: Some(NeedsEnd::BIRTHDAY),
        question: Some(Question::Birthday),
        ..ROW
    },
    Builtin {
        name: "left_stop",
        params: &[param("G")],
        gives: "a game",
        summary: "The number at which play stops when Left begins and both play well.",
        details: "In a stopper play may also stop at `on`, `off`, or a number plus `over` or \
                  `under`.",
        examples: &[
            ("left_stop(<3|1>)", "3"),
            ("left_stop(^)", "0"),
            ("left_stop(<on|0>)", "on"),
            ("left_stop(upon)", "0"),
        ],
        see_also: &["right_stop", "stops"],
        source: "Winning Ways, ch. 6",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| stop(host, &g, Player::Left)),
        question: Some(Question::LeftStop),
        ..ROW
    },
    Builtin {
        name: "right_stop",
        params: &[param("G")],
        gives: "a game",
        summary: "The number at which play stops when Right begins and both play well.",
        examples: &[("right_stop(<3|1>)", "1"), ("right_stop(<5||3|2>)", "3")],
        see_also: &["left_stop", "stops"],
        source: "Winning Ways, ch. 6",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| stop(host, &g, Player::Right)),
        question: Some(Question::RightStop),
        ..ROW
    },
    Builtin {
        name: "stops",
        params: &[param("G")],
        gives: "a pair of games",
        summary: "The Left stop and the Right stop.",
        examples: &[("stops(<3|1>)", "(3, 1)"), ("stops(1*)", "(1, 1)")],
        see_also: &["left_stop", "right_stop"],
        source: "Winning Ways, ch. 6",
        attributes: &[Attribute::TakesForms],
        run: &unary(|host, g: Value| {
            let left = stop(host, &g, Player::Left)?;
            let right = stop(host, &g, Player::Right)?;
            Value::tuple(vec![left, right])
        }),
        question: Some(Question::Stops),
        ..ROW
    },
    Builtin {
        name: "is_number",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether the value of a game is a number.",
        examples: &[("is_number(<0|1>)", "true"), ("is_number(^)", "false")],
        see_also: &["is_infinitesimal"],
        source: "On Numbers and Games, ch. 0",
        run: &unary(|host, g: Value| match &g {
            Value::Number(_) | Value::Surreal(_) => Ok(Value::Bool(true)),
            other => is_short(host, other, |store, game| store.as_number(game).is_some()),
        }),
        question: Some(Question::IsNumber),
        ..ROW
    },
    Builtin {
        name: "is_integer",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether the value of a game is an integer.",
        examples: &[("is_integer(<1|4>)", "true"), ("is_integer(1/2)", "false")],
        see_also: &["is_number"],
        source: "On Numbers and Games, ch. 0",
        run: &unary(|host, g: Value| match &g {
            Value::Number(x) => Ok(Value::Bool(x.is_integer())),
            Value::Surreal(_) => Ok(Value::Bool(false)),
            other => is_short(host, other, |store, game| {
                store.as_number(game).is_some_and(|x| x.is_integer())
            }),
        }),
        intrinsic: Some(Intrinsic::IsInteger),
        ..ROW
    },
    Builtin {
        name: "is_nimber",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether the value of a game is a nimber; 0 is one.",
        examples: &[("is_nimber(<0,*|0,*>)", "true"), ("is_nimber(^*)", "false")],
        see_also: &["nimber"],
        source: "Winning Ways, ch. 2",
        run: &unary(|host, g: Value| match (&g, Class::of(&g)) {
            (Value::Misere(games), _) => misere::is_nimber(host, games),
            (Value::Infinity(_), _) => Ok(Value::Bool(false)),
            (Value::Transfinite(_), _) => Ok(Value::Bool(true)),
            (_, Some(Class::Positional)) if both_alike(host, &g) => {
                let nimber = infinity::of(host, &g)?;
                let is = |store: &Store, game| store.as_nimber(game).is_some();
                match nimber {
                    Some(nimber) => Ok(Value::Bool(matches!(nimber, LoopyNimber::Finite(_)))),
                    None => is_short(host, &g, is),
                }
            }
            _ => is_short(host, &g, |store, game| store.as_nimber(game).is_some()),
        }),
        ..ROW
    },
    Builtin {
        name: "is_infinitesimal",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether a game lies between every negative and every positive fraction.",
        details: "For a short game: whether both stops are 0.",
        examples: &[
            ("is_infinitesimal(^)", "true"),
            ("is_infinitesimal(<1|-1>)", "false"),
            ("is_infinitesimal(1/omega)", "true"),
            ("is_infinitesimal(over & 0)", "true"),
        ],
        see_also: &["is_number", "stops"],
        source: "Winning Ways, ch. 2; Siegel, Combinatorial Game Theory, II.3",
        run: &unary(|host, g: Value| {
            if let Some(x) = surreal::beyond(&g) {
                return Ok(Value::Bool(x.is_infinitesimal()));
            }
            Ok(Value::Bool(match worth::solved(host, &g)? {
                Solved::Short(game) => short::is_infinitesimal(&host.store(), game)?,
                Solved::Loopy(loopy, _) => super::loopy::is_infinitesimal(host, &loopy)?,
            }))
        }),
        question: Some(Question::IsInfinitesimal),
        ..ROW
    },
];

fn as_value(host: &mut dyn Host, value: &Value) -> Result<Value> {
    if let Value::Misere(games) = value {
        return misere::canonical(host, games);
    }
    if let Value::Number(_) | Value::Surreal(_) | Value::Transfinite(_) | Value::Infinity(_) = value
    {
        return Ok(value.clone());
    }
    if loopy::is_loopy(value) {
        return Ok(worth::evaluated(host, value)?);
    }
    let solved = match worth::solved(host, value) {
        Err(NoAnswer::Repeats(fault)) => {
            let nimber = tokens::nimber_of_repeating(host, value, fault)?;
            return infinity::as_game(&host.store(), nimber);
        }
        solved => solved?,
    };
    let store = host.store();
    // Of impartial positions a loopy nimber says more.
    if let Solved::Loopy(..) = solved
        && let Ok(Some(nimber)) = infinity::of(host, value)
    {
        return infinity::as_game(&store, nimber);
    }
    Ok(solved.value(&store))
}

/// Whether a game is short and of some form.
fn is_short(
    host: &mut dyn Host,
    value: &Value,
    is: impl Fn(&Store, Game) -> bool,
) -> Result<Value> {
    Ok(Value::Bool(match worth::solved(host, value)? {
        Solved::Short(game) => is(&host.store(), game),
        Solved::Loopy(..) => false,
    }))
}

fn outcome(host: &mut dyn Host, value: &Value) -> Result<Value> {
    if let Value::Misere(games) = value {
        return misere::outcome(host, games);
    }
    if let Value::Number(_) | Value::Surreal(_) | Value::Transfinite(_) = value {
        let sign = order::relation(host, value, &Value::integer(0))?;
        return Ok(Value::Outcome(sign.outcome()));
    }
    if loopy::is_loopy(value) {
        return Ok(Value::Outcome(loopy::outcome(host, value)?));
    }
    if let Value::Infinity(_) = value {
        let nimber = infinity::of(host, value)?.expect("an infinite nimber is one");
        return Ok(Value::Outcome(nimber.outcome()));
    }
    let outcome = match host.outcome(value) {
        Err(NoAnswer::Repeats(fault)) => tokens::nimber_of_repeating(host, value, fault)?.outcome(),
        found => found?.0,
    };
    Ok(Value::Outcome(outcome))
}

fn options(host: &mut dyn Host, value: &Value, player: Player) -> Result<Value> {
    Value::list(moves::options(host, value, player)?)
}

/// For each player the options of a game with their birthdays, or nothing where a game is a number that is not
/// short: `explain` shows them.
pub(super) fn birthdays_of_options(host: &mut dyn Host, value: &Value) -> Result<Value> {
    if matches!(value, Value::Misere(_)) || surreal::beyond(value).is_some() {
        return Ok(Value::Nothing);
    }
    let mut sides = Vec::new();
    for player in [Player::Left, Player::Right] {
        let mut rows = Vec::new();
        for option in moves::options(host, value, player)? {
            let days = birthday(host, &option)?;
            rows.push(Value::tuple(vec![option, days])?);
        }
        sides.push(Value::list(rows)?);
    }
    Value::tuple(sides)
}

fn birthday(host: &mut dyn Host, value: &Value) -> Result<Value> {
    if let Value::Misere(games) = value {
        return misere::birthday(host, games);
    }
    if let Some(x) = surreal::beyond(value) {
        return surreal::birthday(&host.store(), &x);
    }
    let days = forms::of_form(host, value, Forms::birthday)?;
    Ok(Value::Number(Rational::from(BigInt::from(days))))
}

fn stop(host: &mut dyn Host, value: &Value, player: Player) -> Result<Value> {
    let Solved::Short(game) = worth::solved(host, value)? else {
        return loopy::stop(host, value, player);
    };
    let store = host.store();
    let stop = match player {
        Player::Left => store.left_stop(game)?,
        Player::Right => store.right_stop(game)?,
    };
    Ok(Value::Number(Rational::from(&stop)))
}
