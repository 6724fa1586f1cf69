//! Errors as JSON.

use serde_json::{Value as Json, json};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{SourceMap, Span};

/// Place of a span, in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterSpan {
    /// Name of the text: a file, or `input 7`.
    pub file: String,
    /// Number of characters before its start.
    pub start: usize,
    /// Number of characters before its end.
    pub end: usize,
    /// The line of the first character, from 1.
    pub line: usize,
    /// The column of the first character, from 1.
    pub column: usize,
}

/// Place of a span.
pub fn place(sources: &SourceMap, span: Span) -> CharacterSpan {
    let source = sources.get(span.source);
    let (line, column) = source.line_and_column(span.bytes().start);
    let [start, end] = [span.bytes().start, span.bytes().end].map(|byte| source.characters(byte));
    CharacterSpan { file: source.name.clone(), start, end, line, column }
}

/// `{"severity", "code", "message", "span", "notes", "helps"}`, with the span as
/// `{"file", "start", "end", "line", "column"}` or null.
pub fn error(sources: &SourceMap, diagnostic: &Diagnostic) -> Json {
    let span = diagnostic.span().map(|span| {
        let CharacterSpan { file, start, end, line, column } = place(sources, span);
        json!({ "file": file, "start": start, "end": end, "line": line, "column": column })
    });
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({
        "severity": severity,
        "code": diagnostic.code.number(),
        "message": diagnostic.message,
        "span": span,
        "notes": diagnostic.notes,
        "helps": diagnostic.helps,
    })
}
