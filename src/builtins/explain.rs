//! Why something is so.

use std::rc::Rc;

use upstar_core::Game;

use super::{Builtin, Run};
use crate::diagnostic::Code;
use crate::explain::{self, is_question};
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::syntax::print::{SUM, compare_sign};
use crate::value::explanation::Asked;
use crate::value::host::{self, Host};
use crate::value::{Fault, List, Part, Result, Sum, Term, Value, ops};

pub(super) const ROWS: &[Builtin] = &[Builtin {
    name: "explain",
    signature: "explain(what, [depth])",
    summary: "Why a game has its value, a comparison holds, or a question has its answer.",
    details: "What is explained may be\n\n\
              - a game, form or position: how it comes to its canonical form, by dominated and \
              reversible options or the simplest-number theorem; the mex rule for positions that \
              are impartial, and the nim-sum in binary for sums of them;\n\
              - a comparison, such as `explain(^ >= *)`: who wins the difference, and how;\n\
              - a question: `explain(outcome(G))`, `explain(nimber(P))`, \
              `explain(temperature(G))`, `explain(atomic_weight(G))`, `explain(period(R))`, \
              `explain(green_value(g))`, `explain(value(P, Max))`, `explain(degree(G))`;\n\
              - the outcome in misère play: `explain(outcome(misere(P)))`.\n\n\
              As many levels of reasons are opened as fit on a screen; `depth` asks for more or \
              fewer. Each step is asked of the engine when it is written. With `--notation latex` \
              an explanation is a nested list, with `--json` its steps are data.",
    examples: &[
        ("[explain(^ >= *)]", "[explain(↑ >= *)]"),
        ("explain(<0, *|*>) == explain(<0, *|*>)", "true"),
    ],
    see_also: &["form", "canonical", "outcome", "nimber", "thermograph"],
    source: "Winning Ways, ch. 3",
    run: Run::Function(explained),
}];

fn explained(host: &mut dyn Host, args: &[Value]) -> Result<Value> {
    let depth = match args.get(1) {
        None => None,
        Some(depth) => {
            let depth = host::count(&host.store(), depth, "the depth of an explanation")?;
            Some(u32::try_from(depth).unwrap_or(u32::MAX))
        }
    };
    let asked = asked(host, &args[0])?;
    let steps = match &asked {
        Asked::Question("green_value", args) => super::green::steps(host, args)?,
        _ => Value::Nothing,
    };
    Ok(Value::Explanation(Rc::new(explain::explain(host, asked, &steps, depth)?)))
}

/// Calls and comparisons come as lists: see `resolve::expr`.
fn asked(host: &mut dyn Host, what: &Value) -> Result<Asked> {
    match what {
        Value::List(list) => quoted(host, list, what),
        Value::Bool(_) => {
            Err(Fault::new(Code::WrongType, "only one comparison of two games is explained")
                .help("write it in the parentheses, as in `explain(G >= H)`"))
        }
        other => Ok(Asked::Value(other.clone())),
    }
}

fn quoted(host: &mut dyn Host, list: &List, whole: &Value) -> Result<Asked> {
    match list.items() {
        [Value::Text(sign), _, _, ..] if &**sign == SUM => {
            Ok(Asked::Value(match kept(host, list)? {
                Some(sum) => sum,
                None => added(host, whole, false)?,
            }))
        }
        [Value::Text(sign), a, b] => {
            match CompareOp::ALL.into_iter().find(|op| compare_sign(*op) == &**sign) {
                Some(op) => Ok(Asked::Comparison(a.clone(), op, b.clone())),
                None => Ok(Asked::Value(whole.clone())),
            }
        }
        [callee @ Value::Builtin(_, name), args @ ..] => {
            let nimber = matches!(*name, "nimber" | "grundy");
            let args: Vec<Value> =
                args.iter().map(|arg| added(host, arg, nimber)).collect::<Result<_>>()?;
            // What has no answer is told as it is when it is asked without `explain`.
            let answer = host.call(callee, args.clone())?;
            match answer {
                _ if is_question(name) => Ok(Asked::Question(name, args)),
                Value::Number(_) | Value::Surreal(_) => Err(explain::unexplained(name)),
                other => Ok(Asked::Value(other)),
            }
        }
        _ => Ok(Asked::Value(whole.clone())),
    }
}

/// A sum that was not added up, as it is, when loopy games are in it.
fn kept(host: &mut dyn Host, list: &List) -> Result<Option<Value>> {
    let summands = &list.items()[1..];
    if !summands.iter().any(|one| matches!(one, Value::Loopy(_))) {
        return Ok(None);
    }
    let mut terms = Vec::new();
    for summand in summands {
        let part = match summand {
            Value::Loopy(loopy) => Part::Loopy(loopy.clone()),
            Value::Game(_) | Value::Number(_) => Part::Game(host::game(host, summand)?),
            _ => return Ok(None),
        };
        terms.push(Term { negated: false, part });
    }
    Ok(Some(Value::Sum(Rc::new(Sum::new(terms)?))))
}

/// A sum that was not added up, added up; nimbers are kept apart for their nim-sum.
fn added(host: &mut dyn Host, arg: &Value, nimbers: bool) -> Result<Value> {
    let Value::List(list) = arg else { return Ok(arg.clone()) };
    let [Value::Text(sign), first, rest @ ..] = list.items() else { return Ok(arg.clone()) };
    if &**sign != SUM {
        return Ok(arg.clone());
    }
    let store = host.store();
    let star = |value: &Value| match value {
        Value::Game(game) => store.as_nimber(*game).map(|_| *game),
        _ => None,
    };
    let stars: Option<Vec<Game>> = list.items()[1..].iter().map(star).collect();
    if let (true, Some(games)) = (nimbers, stars) {
        let term = |game| Term { negated: false, part: Part::Game(game) };
        return Ok(Value::Sum(Rc::new(Sum::new(games.into_iter().map(term).collect())?)));
    }
    let mut total = first.clone();
    for summand in rest {
        total = ops::binary(host, BinaryOp::Add, &total, summand)?;
    }
    Ok(total)
}
