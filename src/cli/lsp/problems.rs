//! Problems of open files: found when the client has nothing to say, and published.

use std::ops::Range;

use lsp_types::{
    Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, PublishDiagnosticsParams, Uri,
};

use super::position::Lines;
use super::server::Server;
use super::store::Deadline;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ide::document::{Document, Documents as _};
use crate::ide::problems::{Problem, problems};

/// What diagnostics come from.
const SOURCE: &str = "upstar";

impl Server {
    /// Finds the problems of one file that needs it; `false` when there is none. What the client says in
    /// between ends that, and it is done later.
    pub(super) fn find_problems(&mut self) -> bool {
        let Some(name) = self.dirty.first().cloned() else { return false };
        let deadline = Deadline::when_idle(&self.receiver);
        let Some(document) = self.store.of_open(&name, &deadline) else {
            self.dirty.remove(&name);
            return true;
        };
        self.store.take_asked();
        let found = problems(&document, &self.store, &deadline);
        let read = self.store.take_asked();
        if found.iter().any(|problem| problem.diagnostic.code == Code::Interrupted) {
            return true;
        }
        self.dirty.remove(&name);
        self.needs.insert(name.clone(), read);
        self.publish(&document, &found);
        true
    }

    /// Publishes the problems of a file, with the errors that were found when it was run.
    fn publish(&mut self, document: &Document, found: &[Problem]) {
        let Some(open) = self.store.opened(&document.name) else { return };
        let (uri, version) = (open.uri.clone(), open.version);
        let lines = Lines::new(&document.text, self.store.encoding);
        let mut shown: Vec<Shown> =
            found.iter().map(|problem| self.shown(document, &lines, &uri, problem)).collect();
        if let Some(results) = self.results.get(&document.name) {
            for (range, diagnostic) in results.failures() {
                let known = |problem: &Problem| {
                    problem.range == *range && problem.diagnostic.code == diagnostic.code
                };
                if !found.iter().any(known) {
                    let range = range.clone();
                    let diagnostic = diagnostic.clone();
                    let problem = Problem { range, diagnostic, origin: None };
                    shown.push(self.shown(document, &lines, &uri, &problem));
                }
            }
        }
        let params = PublishDiagnosticsParams { uri, diagnostics: shown, version: Some(version) };
        self.notify("textDocument/publishDiagnostics", params);
    }

    fn shown(&self, document: &Document, lines: &Lines, uri: &Uri, problem: &Problem) -> Shown {
        let Problem { range, diagnostic, origin } = problem;
        let range = lines.range(&document.text, visible(&document.text, range.clone()));
        let mut related = Vec::new();
        if self.client.related {
            for label in diagnostic.labels.iter().skip(1) {
                let bytes = label.span.bytes();
                if label.span.source == document.source && bytes.end <= document.text.len() {
                    let range = lines.range(&document.text, bytes);
                    let location = Location { uri: uri.clone(), range };
                    let message = label.text.clone();
                    related.push(DiagnosticRelatedInformation { location, message });
                }
            }
            related.extend(origin.as_ref().and_then(|(name, bytes)| self.origin(name, bytes)));
        }
        let number = diagnostic.code.number();
        Shown {
            range,
            severity: Some(match diagnostic.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(number.to_owned())),
            code_description: None,
            source: Some(SOURCE.to_owned()),
            message: message(diagnostic),
            related_information: (!related.is_empty()).then_some(related),
            tags: None,
            data: None,
        }
    }

    /// Where the error of another file stands.
    fn origin(&self, name: &str, bytes: &Range<usize>) -> Option<DiagnosticRelatedInformation> {
        let uri = self.store.uri(name)?;
        let document = self.store.used(name, name).ok()?;
        let lines = Lines::new(&document.text, self.store.encoding);
        let range = lines.range(&document.text, bytes.clone());
        let message = "the error is here".to_owned();
        Some(DiagnosticRelatedInformation { location: Location { uri, range }, message })
    }
}

/// At least one character, so that editors have something to underline, unless the text is empty there.
fn visible(text: &str, range: Range<usize>) -> Range<usize> {
    if !range.is_empty() {
        return range;
    }
    let before = text[..range.start].chars().next_back().filter(|c| *c != '\n');
    let start = range.start - before.map_or(0, char::len_utf8);
    start..range.end
}

/// The message with what is at the place, the notes and the helps.
fn message(diagnostic: &Diagnostic) -> String {
    let mut lines = vec![diagnostic.message.clone()];
    let label = diagnostic.labels.first().map(|label| &label.text);
    lines.extend(label.filter(|text| !text.is_empty() && *text != "here").cloned());
    lines.extend(diagnostic.notes.iter().map(|note| format!("note: {note}")));
    lines.extend(diagnostic.helps.iter().map(|help| format!("help: {help}")));
    lines.join("\n")
}
