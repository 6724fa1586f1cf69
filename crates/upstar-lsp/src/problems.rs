//! Problems of open files: found in idle time, and published.

use std::ops::Range;
use std::sync::Arc;

use lsp_types::{
    Diagnostic as LspDiagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, PublishDiagnosticsParams, Uri,
};

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, Severity};
use crate::ide::document::{Document, Documents as _};
use crate::ide::problems::{Problem, problems};
use crate::known::{KnownProblems, Results};
use crate::position::Lines;
use crate::server::Server;
use crate::store::Deadline;

/// Source of diagnostics, as editors show it.
const SOURCE: &str = "upstar";

impl Server {
    /// Finds the problems of one file that needs it; `false` if there is none. A message of the client
    /// interrupts the search, which is then repeated later.
    pub(crate) fn find_problems(&mut self) -> bool {
        let Some(name) = self.dirty.first().cloned() else { return false };
        let messages = self.receiver.clone();
        let deadline = Deadline::when_idle(&messages);
        let known = self.problems_of(&name, &deadline);
        if deadline.is_interrupted() {
            return true;
        }
        self.dirty.remove(&name);
        if let Some(KnownProblems { document, found }) = known {
            self.publish(&document, &found);
        }
        true
    }

    /// The problems of an open file.
    pub(crate) fn problems_of(
        &mut self,
        name: &str,
        deadline: &Deadline<'_>,
    ) -> Option<KnownProblems> {
        if let Some(known) = self.problems.get(name) {
            return Some(known.clone());
        }
        let view = self.store.view(deadline);
        let document = view.open(name)?;
        let found: Arc<[Problem]> = problems(&document, &view, deadline).into();
        let needs = view.used_files();
        let known = KnownProblems { document, found };
        if !deadline.is_interrupted() {
            self.needs.insert(name.to_owned(), needs);
            self.problems.insert(name.to_owned(), known.clone());
        }
        Some(known)
    }

    /// Publishes the problems of a file, with the errors of its last run.
    fn publish(&mut self, document: &Document, found: &[Problem]) {
        let Some(open) = self.store.opened(&document.name) else { return };
        let (uri, version) = (open.uri.clone(), open.version);
        let lines = Lines::new(&document.text, self.store.encoding);
        let key = |range: &Range<usize>, diagnostic: &Diagnostic| {
            (range.start, range.end, diagnostic.code.number())
        };
        let known: FxHashSet<_> =
            found.iter().map(|problem| key(&problem.range, &problem.diagnostic)).collect();
        let failures = self.results.get(&document.name).map_or(&[][..], Results::failures);
        let failures = failures.iter().filter(|(range, one)| !known.contains(&key(range, one)));
        let failures = failures.map(|(range, diagnostic)| Problem {
            range: range.clone(),
            diagnostic: diagnostic.clone(),
            origin: None,
        });
        let failures: Vec<Problem> = failures.collect();
        let all = found.iter().chain(&failures);
        let diagnostics =
            all.map(|problem| self.lsp_diagnostic(document, &lines, &uri, problem)).collect();
        let params = PublishDiagnosticsParams { uri, diagnostics, version: Some(version) };
        self.notify("textDocument/publishDiagnostics", params);
    }

    fn lsp_diagnostic(
        &self,
        document: &Document,
        lines: &Lines,
        uri: &Uri,
        problem: &Problem,
    ) -> LspDiagnostic {
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
        LspDiagnostic {
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

    /// Place of an error in another file.
    fn origin(&self, name: &str, bytes: &Range<usize>) -> Option<DiagnosticRelatedInformation> {
        let uri = self.store.uri(name)?;
        let deadline = Deadline::of_request();
        let document = self.store.view(&deadline).used(name, name).ok()?;
        let lines = Lines::new(&document.text, self.store.encoding);
        let range = lines.range(&document.text, bytes.clone());
        let message = "the error is here".to_owned();
        Some(DiagnosticRelatedInformation { location: Location { uri, range }, message })
    }
}

/// Extends a range to one character at least, if the text has one there, so that editors underline it.
fn visible(text: &str, range: Range<usize>) -> Range<usize> {
    if !range.is_empty() {
        return range;
    }
    let before = text[..range.start].chars().next_back().filter(|c| *c != '\n');
    let start = range.start - before.map_or(0, char::len_utf8);
    start..range.end
}

/// Message of a diagnostic, with its labels, notes and helps.
fn message(diagnostic: &Diagnostic) -> String {
    let mut lines = vec![diagnostic.message.clone()];
    let label = diagnostic.labels.first().map(|label| &label.text);
    lines.extend(label.filter(|text| !text.is_empty() && *text != "here").cloned());
    lines.extend(diagnostic.notes.iter().map(|note| format!("note: {note}")));
    lines.extend(diagnostic.helps.iter().map(|help| format!("help: {help}")));
    lines.join("\n")
}
