//! Answers, errors and reports for other programs.
//!
//! Knows: the fields of the objects that `--json` writes.
//! Must not know: where they go.

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::diagnostic::{Diagnostic, Severity};
use crate::session::{Answer, CheckResult, ExerciseResult, Page, Session, Verdict};

/// `{"input", "value", "type", "data"}`, and `"seconds"` when it is known.
pub(super) fn answer(session: &Session, answer: &Answer, took: Option<Duration>) -> Json {
    let mut object = json!({
        "input": session.sources().slice(answer.span),
        "value": answer.text,
        "type": kind(answer.value.kind()),
        "data": session.json(&answer.value),
    });
    if let Some(took) = took {
        object["seconds"] = json!(took.as_secs_f64());
    }
    object
}

/// `a sum of positions` without the article.
fn kind(kind: &str) -> &str {
    kind.strip_prefix("a ").or_else(|| kind.strip_prefix("an ")).unwrap_or(kind)
}

/// `{"error": {"code", "message", "file", "line", "column", "help", "notes"}}`
pub(super) fn error(session: &Session, diagnostic: &Diagnostic) -> Json {
    let place = diagnostic.span().map(|span| {
        let source = session.sources().get(span.source);
        (source.name.as_str(), source.line_and_column(span.bytes().start))
    });
    let key = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({ key: {
        "code": diagnostic.code.number(),
        "message": diagnostic.message,
        "file": place.map(|(name, _)| name),
        "line": place.map(|(_, (line, _))| line),
        "column": place.map(|(_, (_, column))| column),
        "help": diagnostic.helps.first(),
        "notes": diagnostic.notes,
    }})
}

/// `{"exercise", "line", "claim", "verdict"}` and what belongs to the verdict.
pub(super) fn check(session: &Session, check: &CheckResult) -> Json {
    let source = session.sources().get(check.span.source);
    let (line, _) = source.line_and_column(check.span.bytes().start);
    let mut object = json!({
        "exercise": check.exercise,
        "line": line,
        "claim": check.claim,
    });
    match &check.verdict {
        Verdict::Passed => object["verdict"] = json!("passed"),
        Verdict::Failed { expected, got, why } => {
            object["verdict"] = json!("failed");
            object["expected"] = json!(expected);
            object["got"] = json!(got);
            object["why"] = json!(why);
        }
        Verdict::Blank { answer } => {
            object["verdict"] = json!("blank");
            object["answer"] = json!(answer);
        }
        Verdict::Error(diagnostic) => {
            object["verdict"] = json!("error");
            object["error"] = error(session, diagnostic)["error"].take();
        }
    }
    object
}

/// `{"title", "line", "held", "of", "errors", "points", "earned", "hints"}`; points are `null` for an
/// exercise without, and those earned are a text, because they may be a fraction.
pub(super) fn exercise(session: &Session, one: &ExerciseResult, checks: &[CheckResult]) -> Json {
    let source = session.sources().get(one.span.source);
    let (held, all) = one.score(checks);
    json!({
        "title": one.title,
        "line": source.line_and_column(one.span.bytes().start).0,
        "held": held,
        "of": all,
        "errors": one.errors.len(),
        "points": one.points,
        "earned": one.earned(checks).map(|earned| earned.to_string()),
        "hints": one.hints,
    })
}

/// A page of the reference.
pub(super) fn page(page: &Page) -> Json {
    let example = |(input, output): &(String, String)| json!({ "input": input, "value": output });
    json!({
        "name": page.name,
        "signature": page.signature,
        "summary": page.summary,
        "details": page.details,
        "examples": page.examples.iter().map(example).collect::<Vec<_>>(),
        "see_also": page.see_also,
        "source": page.source,
    })
}
