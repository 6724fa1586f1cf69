//! Explanations.

use std::sync::Arc;

use super::typed::{binary, param, param_of, unary};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::explain;
use crate::value::explanation::{Asked, Question};
use crate::value::host::Host;
use crate::value::how;
use crate::value::{Fault, Result, Summands, Value, expect};

pub(super) const ROWS: &[Builtin] = &[EXPLAIN, CERTIFY, HOW];

const HOW: Builtin = Builtin {
    name: "how",
    params: &[param("P")],
    summary: "Which engine answers questions about a position, and what keeps a faster one away.",
    details: "For each summand the text names\n\n- the engine: a table of nimbers, bit planes, a \
              search for goals or connections on bits, compiled rules, or the rules, evaluated \
              position by position;\n- the number of parts, and the turns, mirrors and numbers of \
              vertices that do not matter;\n- where the rules are evaluated, the expression that \
              no faster engine can read, and a better wording where one is known.\n\nThe command \
              `:how` shows the places in the program too.",
    examples: &[
        ("how(Kayles(2000))", "a table of nimbers, by the code 0.77"),
        ("how(1/2)", "it is a value already"),
    ],
    see_also: &["explain", "contents"],
    attributes: &[Attribute::TakesForms, Attribute::GivesSource],
    run: &unary(|host, position: Value| Ok(Value::text(how::text(&host.how(&position)?)))),
    ..ROW
};

const CERTIFY: Builtin = Builtin {
    name: "certify",
    params: &[param("question")],
    summary: "The certificate of an answer: facts that another program checks by the rules alone.",
    details: "It begins with the rules, the question and the answer; each fact follows from the \
              facts before it. `upstar verify FILE` checks it without the engine that made it, \
              `python -m upstar.verify FILE` by one file of Python.\n\nCertify\n\n- a comparison \
              such as `G >= H`, and `outcome(G)`, `winning_moves(G, Left)`: strategies, in misère \
              play and where goals decide too;\n- `nimber(P)`: a move to each smaller nimber, and \
              none to the same;\n- `canonical(G)`, and `mean`, `temperature`, `stops`, \
              `left_wall` and other questions that the canonical form answers: strategies for the \
              difference of both;\n- `value(P, Max)`: what each player secures;\n- `period(R)`: \
              nimbers of heaps; `misere_quotient(R, n)`: the monoid, and the element of each \
              heap.\n\n`upstar certify 'QUESTION'` prints the certificate, or writes it to a file.",
    examples: &[("length(certify(nimber(Nim(1)))) > 0", "true")],
    see_also: &["explain", "outcome", "nimber", "canonical"],
    attributes: &[
        Attribute::TakesForms,
        Attribute::QuotesArgument,
        Attribute::Certifies,
        Attribute::GivesSource,
    ],
    run: &unary(|_, _: Value| -> Result<Value> { Err(no_question()) }),
    ..ROW
};

/// The fault of a certificate without a question.
pub fn no_question() -> Fault {
    Fault::new(Code::WrongType, "a certificate is that of a question with its answer").help(
        "write the question in the parentheses, as in `certify(outcome(G))` or `certify(G >= H)`",
    )
}

const EXPLAIN: Builtin = Builtin {
    name: "explain",
    params: &[param("what"), param_of("depth", DEPTH)],
    summary: "Why a game has its value, a comparison holds, or a question has its answer.",
    details: "Explain\n\n- a game, form or position: its canonical form by dominated and \
              reversible options, or the simplest-number theorem; the mex rule for impartial \
              positions, and the nim-sum in binary for sums of them;\n- a sum as typed, such as \
              `explain(<1|-1> + <1|-1>)`: which summands cancel, which is hottest, what they add \
              up to;\n- a comparison, such as `explain(^ >= *)`: who wins the difference, and \
              how;\n- a question: `explain(outcome(G + H))`, `explain(nimber(P))`, \
              `explain(winning_moves(G, Left))`, `explain(temperature(G))`, `explain(stops(G))`, \
              `explain(birthday(G))`, `explain(left_options(G))`, `explain(is_number(G))`, \
              `explain(atomic_weight(G))`, `explain(period(R))`, `explain(green_value(g))`, \
              `explain(value(P, Max))`, `explain(degree(G))`;\n- the outcome and winning moves in \
              misère play, of loopy games and of games decided by a goal: \
              `explain(outcome(misere(P)))`.\n\nAs many levels open as fit on a screen; `depth` \
              asks for more or fewer. With `--notation latex` an explanation is a nested list, \
              with `--json` data.",
    examples: &[
        ("[explain(^ >= *)]", "[explain(↑ >= *)]"),
        ("explain(<0,*|*>) == explain(<0,*|*>)", "true"),
    ],
    see_also: &["form", "canonical", "outcome", "nimber", "thermograph"],
    source: "Winning Ways, ch. 3",
    attributes: &[Attribute::TakesForms, Attribute::QuotesArgument],
    run: &binary(|host, what: Value, depth: Option<u64>| {
        let sum = Summands::from(what).flattened(host)?.named_apart(host)?;
        answered(host, Asked::Value(sum), depth)
    }),
    ..ROW
};

/// Explanation of what was asked. Checks the depth, and computes the steps of a green picture, which only
/// builtins can.
///
/// # Errors
/// If there is nothing to explain, and for what cannot be computed.
pub fn explained(host: &mut dyn Host, asked: Asked, depth: Option<&Value>) -> Result<Value> {
    let depth = match depth {
        None => None,
        Some(depth) => Some(expect::count(&host.store(), depth, DEPTH)?),
    };
    answered(host, asked, depth)
}

/// Name of the depth in messages.
const DEPTH: &str = "the depth of an explanation";

fn answered(host: &mut dyn Host, asked: Asked, depth: Option<u64>) -> Result<Value> {
    let depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let steps = match &asked {
        Asked::Value(sum) if matches!(sum.single(), Some(Value::Bool(_))) => {
            let fault =
                Fault::new(Code::WrongType, "only one comparison of two games is explained");
            return Err(fault.help("write it in the parentheses, as in `explain(G >= H)`"));
        }
        Asked::Question(Question::GreenValue, args) => {
            let graph = args[0].value(host)?;
            super::green::steps(host, &graph)?
        }
        Asked::Question(Question::Birthday, args) => {
            let game = args[0].value(host)?;
            super::games::birthdays_of_options(host, &game)?
        }
        _ => Value::Nothing,
    };
    Ok(Value::Explanation(Arc::new(explain::explain(host, asked, &steps, depth)?)))
}
