//! Rulesets, and the parts of positions.

use std::sync::Arc;

use super::typed::{param, unary};
use super::{Builtin, ROW};
use crate::value::host::Host;
use crate::value::{Position, Result, Ruleset, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "start",
        params: &[param("R")],
        summary: "The usual opening position of a ruleset, the same as `R()`.",
        details: "A ruleset names it in its `start` clause, or has a default for every parameter \
                  of its position.",
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
        summary: "What a position is made of: a heap, a board, a graph; several values as a tuple.",
        details: "With it a ruleset can use the moves of another one: see the chapter on \
                  rulesets.",
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
        details: "Of a family, a member is meant: `impartial(R(k))`.",
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
