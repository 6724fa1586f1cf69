//! Answers, errors and reports for other programs.
//!
//! Knows: the fields of the objects that `--json` writes. Must not know: where they are written.

use std::fmt;
use std::fmt::{Display, Formatter, Write as _};
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::diagnostic::{Diagnostic, Severity};
use crate::outside;
use crate::session::{Answer, CheckResult, CheckVerdict, ExerciseResult, Page, Session};
use crate::source::{SourceMap, floor_char_boundary};

/// Object of an answer: `{"version", "input", "value"}`, and `"seconds"` if it is known.
pub(super) fn answer<'a>(
    session: &'a Session,
    answer: &'a Answer,
    took: Option<Duration>,
) -> impl Display + 'a {
    line(session.sources().slice(answer.span), "value", value(answer), took)
}

/// JSON of a value. Nothing is copied: values may be as large as memory allows.
fn value(answer: &Answer) -> impl Display + '_ {
    from_fn(move |f| {
        write!(f, "{{\"kind\":{}", Quoted(outside::kind(&answer.value)))?;
        write!(f, ",\"text\":{}", Quoted(&answer.text))?;
        let Some(outside) = &answer.outside else { return f.write_char('}') };
        if let Some(latex) = &outside.latex {
            write!(f, ",\"latex\":{}", Quoted(latex))?;
        }
        if let Some(drawing) = &outside.drawing {
            write!(f, ",\"svg\":{}", Quoted(drawing))?;
        }
        if let Some(data) = &outside.data {
            write!(f, ",\"data\":{data}")?;
        }
        f.write_char('}')
    })
}

/// Object of one input: `{"version", "input"}`, with `"value"`, `"values"` or `"error"`, and `"seconds"` if
/// it is known.
pub(super) fn line<'a>(
    text: &'a str,
    key: &'a str,
    content: impl Display + 'a,
    took: Option<Duration>,
) -> impl Display + 'a {
    from_fn(move |f| {
        write!(f, "{{\"version\":{},\"input\":{}", outside::VERSION, Quoted(text))?;
        write!(f, ",{}:{content}", Quoted(key))?;
        seconds(f, took)?;
        f.write_char('}')
    })
}

/// List whose items are made one by one while they are written.
pub(super) fn list<I>(items: I) -> impl Display
where
    I: Iterator<Item: Display> + Clone,
{
    from_fn(move |f| {
        f.write_char('[')?;
        for (n, item) in items.clone().enumerate() {
            write!(f, "{}{item}", if n == 0 { "" } else { "," })?;
        }
        f.write_char(']')
    })
}

fn seconds(f: &mut fmt::Formatter<'_>, took: Option<Duration>) -> fmt::Result {
    match took {
        Some(took) => write!(f, ",\"seconds\":{}", json!(took.as_secs_f64())),
        None => Ok(()),
    }
}

/// A text in quotes.
struct Quoted<'t>(&'t str);

/// Bytes of a text that are quoted at once.
const PIECE: usize = 1 << 16;

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let mut rest = self.0;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(floor_char_boundary(rest, PIECE));
            let quoted = Json::from(piece).to_string();
            f.write_str(&quoted[1..quoted.len() - 1])?;
            rest = after;
        }
        f.write_char('"')
    }
}

/// `{"version", "error"}`, or `"warning"`.
pub(super) fn error(sources: &SourceMap, diagnostic: &Diagnostic) -> Json {
    let key = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({ "version": outside::VERSION, key: outside::error(sources, diagnostic) })
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
        CheckVerdict::Passed => object["verdict"] = json!("passed"),
        CheckVerdict::Failed { expected, got, why } => {
            object["verdict"] = json!("failed");
            object["expected"] = json!(expected);
            object["got"] = json!(got);
            object["why"] = json!(why);
        }
        CheckVerdict::Blank { answer } => {
            object["verdict"] = json!("blank");
            object["answer"] = json!(answer);
        }
        CheckVerdict::Error(diagnostic) => {
            object["verdict"] = json!("error");
            object["error"] = error(session.sources(), diagnostic)["error"].take();
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

/// Displays what `write` writes.
pub(super) fn from_fn<F: Fn(&mut Formatter<'_>) -> fmt::Result>(write: F) -> FromFn<F> {
    FromFn(write)
}

/// See [`from_fn`].
pub(super) struct FromFn<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for FromFn<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}
