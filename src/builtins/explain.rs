//! Why something is so.

use std::rc::Rc;

use super::{Builtin, Run};
use crate::diagnostic::Code;
use crate::explain::{self, is_question};
use crate::syntax::ast::CompareOp;
use crate::syntax::print::compare_sign;
use crate::value::explanation::Asked;
use crate::value::host::{self, Host};
use crate::value::{Fault, List, Result, Value};

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
              `explain(green_value(g))`, `explain(value(P, Max))`;\n\
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
        [Value::Text(sign), a, b] => {
            match CompareOp::ALL.into_iter().find(|op| compare_sign(*op) == &**sign) {
                Some(op) => Ok(Asked::Comparison(a.clone(), op, b.clone())),
                None => Ok(Asked::Value(whole.clone())),
            }
        }
        [callee @ Value::Builtin(_, name), args @ ..] if is_question(name) => {
            // What has no answer is told as it is when it is asked without `explain`.
            host.call(callee, args.to_vec())?;
            Ok(Asked::Question(name, args.to_vec()))
        }
        [callee @ Value::Builtin(_, name), args @ ..] => match host.call(callee, args.to_vec())? {
            Value::Number(_) | Value::Surreal(_) => Err(explain::unexplained(name)),
            other => Ok(Asked::Value(other)),
        },
        _ => Ok(Asked::Value(whole.clone())),
    }
}
