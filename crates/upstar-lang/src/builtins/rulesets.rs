//! Rulesets, and the parts of positions.

use std::sync::Arc;

use super::typed::{binary, param, param_of, unary};
use super::{Attribute, Builtin, ROW, row};
use crate::value::host::Host;
use crate::value::{Class, Position, Result, Ruleset, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "start",
        params: &[param("R")],
        summary: "The usual opening position of a ruleset, the same as `R()`.",
        details: "From a `start` clause, or defaults for every parameter.",
        examples: &[(
            "game Piles(n: heap) { move n - k for k in 1..n; start 3, 5, 7 }\nstart(Piles)",
            "Piles(3, 5, 7)",
        )],
        see_also: &["contents", "moves"],
        run: &unary(|host, ruleset: Arc<Ruleset>| {
            let fault = match host.call(&Value::Ruleset(ruleset.clone()), Vec::new()) {
                Ok(opening) => return Ok(opening),
                Err(fault) => fault,
            };
            match ruleset.tree.start {
                Some(_) => Err(fault),
                None => Err(fault.note("the ruleset has no `start` clause")),
            }
        }),
        ..ROW
    },
    Builtin {
        name: "contents",
        params: &[param("P")],
        summary: "The heap, board or graph of a position; several values as a tuple.",
        details: "With it a ruleset can use the moves of another.",
        examples: &[
            ("contents(Nim(5))", "5"),
            ("contents(Wythoff(3, 5))", "(3, 5)"),
            ("contents(Hackenbush(\"0-1:b\"))", "graph(\"0-1:b\")"),
        ],
        see_also: &["board", "graph"],
        run: &unary(|_, position: Arc<Position>| match position.arguments() {
            [only] => Ok(only.clone()),
            several => Value::tuple(several.to_vec()),
        }),
        ..ROW
    },
    Builtin {
        name: "impartial",
        params: &[param("R")],
        summary: "The ruleset in which each player may make the moves of both.",
        details: "Of a family give a member: `impartial(R(k))`.",
        examples: &[
            ("nimber(impartial(Domineering)(2, 3))", "1"),
            (
                "moves(impartial(ToadsAndFrogs)(\"T.F\"))",
                "[impartial(ToadsAndFrogs)(\".TF\"), impartial(ToadsAndFrogs)(\"TF.\")]",
            ),
        ],
        see_also: &["moves", "nimber"],
        source: "Winning Ways, ch. 14, on impartial versions such as Cram",
        run: &unary(impartial),
        ..ROW
    },
    Builtin {
        name: "is_function",
        params: &[param("f"), param_of("n", "the number of arguments")],
        gives: "a truth value",
        summary: "Whether something is a function, and takes n arguments.",
        details: "A ruleset is not a function. Use it in `check`.",
        examples: &[
            ("is_function(x -> x + 1)", "true"),
            ("is_function((x, y) -> x + y, 1)", "false"),
            (
                "[is_function(f, 2) for f in [min, gcd, floor, Nim, 3]]",
                "[true, true, false, false, false]",
            ),
        ],
        see_also: &["is_game"],
        run: &binary(|_, f: Value, n: Option<u64>| {
            let arguments = match &f {
                Value::Function(function) => function.arity(),
                Value::Builtin(place, _) => row(*place).arity(),
                _ => return Ok(Value::Bool(false)),
            };
            let takes = |n| (arguments.0 as u64..=arguments.1 as u64).contains(&n);
            Ok(Value::Bool(n.is_none_or(takes)))
        }),
        ..ROW
    },
    Builtin {
        name: "is_game",
        params: &[param("G")],
        gives: "a truth value",
        summary: "Whether something is a game with moves: a value, a position, or a sum of these.",
        details: "Fractions such as 1/3 and games in misère play are not. Use it in `check`.",
        examples: &[
            (
                "[is_game(G) for G in [3, ^*, on, Nim(5), Nim(5) + ^]]",
                "[true, true, true, true, true]",
            ),
            ("[is_game(x) for x in [1/3, \"x\", [1, 2], Nim]]", "[false, false, false, false]"),
        ],
        see_also: &["is_function", "moves"],
        attributes: &[Attribute::TakesForms],
        run: &unary(|_, g: Value| {
            let has_moves = [Class::Short, Class::Positional, Class::Loopy];
            Ok(Value::Bool(Class::of(&g).is_some_and(|class| has_moves.contains(&class))))
        }),
        ..ROW
    },
];

fn impartial(host: &mut dyn Host, ruleset: Arc<Ruleset>) -> Result<Value> {
    if ruleset.family().is_some() {
        return Ok(Value::Ruleset(host.impartial(&ruleset)?));
    }
    let help = format!(
        "`{name}` is a family: choose a member, `impartial({name}(...))`",
        name = ruleset.tree.name.text
    );
    Err(Value::Ruleset(ruleset).wrong("a ruleset with its parameters").help(help))
}
