//! Errors as pages show them.

use serde_json::{Value as Json, json};
use upstar_lang::diagnostic::{Code, Diagnostic};
use upstar_lang::outside;
use upstar_lang::session::Session;
use upstar_lang::source::Span;

use crate::texts::Units;

/// What `upstar_lang::outside` gives of an error, and all its `"places"`: one in the input is
/// `{"from", "to", "text"}`, in units of UTF-16, one elsewhere `{"file", "line", "column", "text"}`.
pub fn error(session: &Session, text: &str, diagnostic: &Diagnostic) -> Json {
    let places = diagnostic.labels.iter().map(|label| {
        let mut place = place(session, text, label.span);
        place["text"] = json!(label.text);
        place
    });
    let mut json = outside::error(session.sources(), diagnostic);
    json["places"] = Json::Array(places.collect());
    json
}

/// `{"found"}`, or `{"error", "restart"}`: an answer about a text, or its error and whether the engine is
/// to begin anew.
pub fn found(session: &Session, text: &str, answer: Result<Json, Diagnostic>) -> Json {
    match answer {
        Ok(answer) => json!({ "found": answer }),
        Err(error) => json!({
            "error": self::error(session, text, &error),
            "restart": error.code == Code::OutOfMemory,
        }),
    }
}

/// A place as [`error`] gives it, without a text of its own.
pub(crate) fn place(session: &Session, text: &str, span: Span) -> Json {
    let source = session.sources().get(span.source);
    if source.text == text {
        let (from, to) = Units::new(text).range(span.bytes());
        return json!({ "from": from, "to": to });
    }
    let (line, column) = source.line_and_column(span.bytes().start);
    json!({ "file": source.name, "line": line, "column": column })
}
