//! Rulesets, and what positions are made of.

use super::{Builtin, ROW, Run};
use crate::value::host::Host;
use crate::value::{Result, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "start",
        signature: "start(R)",
        summary: "The usual opening position of a ruleset, the same as `R()`.",
        details: "A ruleset names it in its `start` clause, or has a default for every parameter \
                  of its position.",
        examples: &[(
            "game Piles(n: heap) { move n - k for k in 1..n; start 3, 5, 7 }\nstart(Piles)",
            "Piles(3, 5, 7)",
        )],
        see_also: &["contents", "moves"],
        run: Run::Function(|host, args| {
            let Value::Ruleset(ruleset) = &args[0] else { return Err(args[0].wrong("a ruleset")) };
            let fault = match host.call(&args[0], Vec::new()) {
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
        signature: "contents(P)",
        summary: "What a position is made of: a heap, a board, a graph; several values as a tuple.",
        details: "With it a ruleset can use the moves of another one: see the chapter on \
                  rulesets.",
        examples: &[
            ("contents(Nim(5))", "5"),
            ("contents(Wythoff(3, 5))", "(3, 5)"),
            ("contents(Hackenbush(\"0-1:b\"))", "graph(\"0-1:b\")"),
        ],
        see_also: &["board", "graph"],
        run: Run::Function(|_, args| contents(&args[0])),
        ..ROW
    },
    Builtin {
        name: "impartial",
        signature: "impartial(R)",
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
        run: Run::Function(impartial),
        ..ROW
    },
];

fn contents(value: &Value) -> Result<Value> {
    let Value::Position(position) = value else { return Err(value.wrong("a position")) };
    match position.arguments() {
        [only] => Ok(only.clone()),
        several => Value::tuple(several.to_vec()),
    }
}

fn impartial(host: &mut dyn Host, args: &[Value]) -> Result<Value> {
    match &args[0] {
        Value::Ruleset(ruleset) if ruleset.family().is_some() => {
            Ok(Value::Ruleset(host.impartial(ruleset)?))
        }
        Value::Ruleset(ruleset) => {
            let name = &ruleset.tree.name.text;
            let fault = args[0].wrong("a ruleset with its parameters");
            Err(fault
                .help(format!("`{name}` is a family: choose a member, `impartial({name}(...))`")))
        }
        other => Err(other.wrong("a ruleset")),
    }
}
