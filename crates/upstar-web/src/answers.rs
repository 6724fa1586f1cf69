//! What came of an input, as JSON.

use serde_json::{Value as Json, json};
use upstar::builtins;
use upstar::diagnostic::{Diagnostic, Severity};
use upstar::picture::MOST_PARTS;
use upstar::session::{Answer, CheckResult, Reply, Session, Verdict};
use upstar::source::Span;
use upstar::value::{Notation, Value, show};

use crate::texts::Units;

/// Longer texts come in the one notation that was asked for.
const MOST_SPELLED: usize = 20_000;

/// What is said of a thermograph beside its picture: the label and the function that tells.
const FACTS: &[(&str, &str)] = &[("Mean", "mean"), ("Temperature", "temperature")];

/// All that came of the input `text`.
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

/// `{"text", "ascii", "latex", "kind", "from", "to", "number", "svg", "about", "why", "facts"}`
fn answer(session: &mut Session, text: &str, answer: &Answer) -> Json {
    let value = &answer.value;
    let (from, to) = Units::new(text).range(answer.span.bytes());
    let svg = session.ask(|host| svg(host, value)).ok().flatten();
    let mut json = json!({
        "text": answer.text,
        "kind": kind(value.kind()),
        "from": from,
        "to": to,
        "number": answer.number,
        "svg": svg,
    });
    if answer.text.len() <= MOST_SPELLED {
        for (key, notation) in [("ascii", Notation::Ascii), ("latex", Notation::Latex)] {
            let spelled = session.ask(|host| show::in_notation(&host.store(), value, notation));
            if let (Ok(spelled), false) = (spelled, matches!(value, Value::Explanation(_))) {
                json[key] = json!(spelled);
            }
        }
    }
    if let Value::Picture(picture) = value {
        json["about"] = json!(picture.figure().text(false));
    }
    if matches!(value, Value::Explanation(_)) {
        json["why"] = answer.data.clone().unwrap_or(Json::Null);
    }
    if matches!(value, Value::Thermograph(_) | Value::LoopyThermograph(_)) {
        json["facts"] = Json::Array(facts(session, value));
    }
    json
}

/// The picture of a value whose picture is the answer: that of `draw`, `plot` and `tree`, and a thermograph.
fn svg(
    host: &mut dyn upstar::value::host::Host,
    value: &Value,
) -> upstar::value::Result<Option<String>> {
    let is_picture =
        matches!(value, Value::Picture(_) | Value::Thermograph(_) | Value::LoopyThermograph(_));
    if !is_picture {
        return Ok(None);
    }
    let store = host.store();
    let mut fault = None;
    let figure = show::figure(value, &mut |part| {
        show::value(&store, part).unwrap_or_else(|why| {
            fault = Some(why);
            String::new()
        })
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(figure.filter(|figure| figure.parts() <= MOST_PARTS).map(|one| one.to_svg())),
    }
}

/// `{"label", "text"}` for what is known of a thermograph; questions without an answer are left out.
fn facts(session: &mut Session, value: &Value) -> Vec<Json> {
    let mut facts = Vec::new();
    for (label, function) in FACTS {
        let Some(place) = builtins::find(function) else { continue };
        let told =
            session.ask(|host| host.call(&Value::Builtin(place, function), vec![value.clone()]));
        if let Ok(told) = told {
            facts.push(json!({ "label": label, "text": session.show(&told) }));
        }
    }
    facts
}

fn all(session: &Session, text: &str, diagnostics: &[Diagnostic]) -> Json {
    Json::Array(diagnostics.iter().map(|one| diagnostic(session, text, one)).collect())
}

/// `{"severity", "code", "message", "places", "notes", "helps"}`; a place in the input is
/// `{"from", "to", "text"}`, one elsewhere `{"file", "line", "column", "text"}`.
pub(crate) fn diagnostic(session: &Session, text: &str, diagnostic: &Diagnostic) -> Json {
    let places = diagnostic.labels.iter().map(|label| {
        let mut place = place(session, text, label.span);
        place["text"] = json!(label.text);
        place
    });
    json!({
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "code": diagnostic.code.number(),
        "message": diagnostic.message,
        "places": places.collect::<Vec<_>>(),
        "notes": diagnostic.notes,
        "helps": diagnostic.helps,
    })
}

fn place(session: &Session, text: &str, span: Span) -> Json {
    let source = session.sources().get(span.source);
    if source.text == text {
        let (from, to) = Units::new(text).range(span.bytes());
        return json!({ "from": from, "to": to });
    }
    let (line, column) = source.line_and_column(span.bytes().start);
    json!({ "file": source.name, "line": line, "column": column })
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
        Verdict::Passed => json["verdict"] = json!("passed"),
        Verdict::Failed { expected, got, why } => {
            json["verdict"] = json!("failed");
            json["expected"] = json!(expected);
            json["got"] = json!(got);
            json["why"] = json!(why);
        }
        Verdict::Blank { answer } => {
            json["verdict"] = json!("blank");
            json["answer"] = json!(answer);
        }
        Verdict::Error(fault) => {
            json["verdict"] = json!("error");
            json["error"] = diagnostic(session, text, fault);
        }
    }
    json
}

/// `a sum of positions` without the article.
fn kind(kind: &str) -> &str {
    kind.strip_prefix("a ").or_else(|| kind.strip_prefix("an ")).unwrap_or(kind)
}
