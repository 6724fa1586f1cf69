//! Results of an input, as JSON.

use serde_json::{Value as Json, json};
use upstar_explorer::figures::{self, Drawn};
use upstar_explorer::texts::Units;
use upstar_explorer::{errors, steps};
use upstar_lang::builtins;
use upstar_lang::diagnostic::Diagnostic;
use upstar_lang::outside;
use upstar_lang::session::{Answer, CheckResult, CheckVerdict, Reply, Session};
use upstar_lang::value::{Brackets, Notation, Value, View, show};

/// Longer texts are not written in ASCII as well.
const MOST_SPELLED: usize = 20_000;

/// Sums of more parts are not drawn.
const MOST_DRAWN: usize = 12;

/// Facts next to the picture of a thermograph: the label and the function that computes it.
const FACTS: &[(&str, &str)] = &[("Mean", "mean"), ("Temperature", "temperature")];

/// All results of the input `text`.
pub(crate) fn reply(session: &mut Session, text: &str, reply: &Reply) -> Json {
    let answers: Vec<Json> = reply
        .answers
        .iter()
        .filter(|answer| !answer.silent)
        .map(|one| answer(session, text, one))
        .collect();
    let checks: Vec<Json> = reply.checks.iter().map(|one| check(session, text, one)).collect();
    json!({
        "answers": answers,
        "checks": checks,
        "errors": all(session, text, &reply.diagnostics),
        "warnings": all(session, text, &reply.warnings),
    })
}

/// `{"text", "ascii", "braces", "latex", "kind", "from", "to", "number", "svg", "about", "why", "facts"}`: what
/// `upstar_lang::outside` gives of a value, and what a page shows beside it.
fn answer(session: &mut Session, text: &str, answer: &Answer) -> Json {
    let value = &answer.value;
    let outside = answer.outside.clone().unwrap_or_default();
    let (from, to) = Units::new(text).range(answer.span.bytes());
    let is_explanation = matches!(value, Value::Explanation(_));
    let mut json = json!({
        "text": answer.text,
        "kind": outside::kind(value),
        "from": from,
        "to": to,
        "number": answer.number,
        "svg": outside.drawing,
    });
    if !is_explanation {
        json["latex"] = json!(outside.latex);
        if answer.text.len() <= MOST_SPELLED {
            let ascii =
                session.ask(|host| show::in_notation(&host.store(), value, Notation::ASCII));
            json["ascii"] = json!(ascii.ok());
            let braces = Notation::UNICODE.with(Brackets::Braces);
            let braces = session.ask(|host| show::in_notation(&host.store(), value, braces));
            json["braces"] = json!(braces.ok());
        }
    }
    json["parts"] = json!(parts(session, value));
    match value {
        Value::Picture(picture) => json["about"] = json!(picture.figure().text(false)),
        Value::Explanation(said) => {
            let why = session.ask(|host| steps::explanation(&host.store(), said));
            json["why"] = json!(why.ok());
        }
        Value::Thermograph(_) | Value::LoopyThermograph(_) => {
            json["facts"] = Json::Array(facts(session, value));
        }
        _ => {}
    }
    json
}

/// The summands of a position as figures, and of a picture those of what it is of; none of other values.
fn parts(session: &mut Session, value: &Value) -> Option<Vec<Json>> {
    let of = match value {
        Value::Picture(picture) if picture.view == View::Drawing => picture.of(),
        value => value,
    };
    if !matches!(of, Value::Position(_) | Value::Sum(_)) {
        return None;
    }
    let drawn = session.ask(|host| figures::drawn(&host.store(), of)).ok()?;
    let is_drawn = drawn.len() <= MOST_DRAWN && drawn.iter().all(Drawn::has_figure);
    is_drawn.then(|| drawn.iter().map(Drawn::json).collect())
}

/// `{"label", "text"}` for each fact about a thermograph; questions without an answer are left out.
fn facts(session: &mut Session, value: &Value) -> Vec<Json> {
    let mut facts = Vec::new();
    for (label, function) in FACTS {
        let Some(place) = builtins::find(function) else { continue };
        let fact =
            session.ask(|host| host.call(&Value::Builtin(place, function), vec![value.clone()]));
        if let Ok(fact) = fact {
            facts.push(json!({ "label": label, "text": session.show(&fact) }));
        }
    }
    facts
}

fn all(session: &Session, text: &str, diagnostics: &[Diagnostic]) -> Json {
    Json::Array(diagnostics.iter().map(|one| errors::error(session, text, one)).collect())
}

/// `{"claim", "exercise", "verdict"}` and what belongs to the verdict.
fn check(session: &Session, text: &str, check: &CheckResult) -> Json {
    let (from, to) = Units::new(text).range(check.span.bytes());
    let mut json = json!({
        "claim": check.claim,
        "exercise": check.exercise,
        "from": from,
        "to": to,
    });
    match &check.verdict {
        CheckVerdict::Passed => json["verdict"] = json!("passed"),
        CheckVerdict::Failed { expected, got, why } => {
            json["verdict"] = json!("failed");
            json["expected"] = json!(expected);
            json["got"] = json!(got);
            json["why"] = json!(why);
        }
        CheckVerdict::Blank { answer } => {
            json["verdict"] = json!("blank");
            json["answer"] = json!(answer);
        }
        CheckVerdict::Error(fault) => {
            json["verdict"] = json!("error");
            json["error"] = errors::error(session, text, fault);
        }
    }
    json
}
