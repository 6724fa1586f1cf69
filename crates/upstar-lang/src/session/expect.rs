//! Expectations in comments: `//= value` and `//! G0101`.
//!
//! One form serves the programs of the suite, examples, the book, the README, doc comments and `:save` at the prompt. An
//! expectation stands at the end of the last line of a statement, or alone on the lines after it.

use super::Session;
use crate::diagnostic::Label;

/// Expectation of a comment about the statement before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// `//= value`: it prints this.
    Value(String),
    /// `//! G0101`: it fails with this code.
    Error(String),
}

/// Returns the expectations of a text, each with the line (from 0) of the statement it is about.
pub fn expectations(text: &str) -> Vec<(usize, Expected)> {
    let mut found = Vec::new();
    let mut statement = 0;
    for (number, line) in text.lines().enumerate() {
        let Some(at) = line.find("//=").or_else(|| line.find("//!")) else {
            if !line.trim().is_empty() && !line.trim_start().starts_with("//") {
                statement = number;
            }
            continue;
        };
        if !line[..at].trim().is_empty() {
            statement = number;
        }
        let content = line[at + 3..].trim().to_owned();
        let expected = if line[at..].starts_with("//=") {
            Expected::Value(content)
        } else {
            Expected::Error(content)
        };
        found.push((statement, expected));
    }
    found
}

/// Runs a text as a file and returns the differences from what its comments expect. Every value
/// must be expected, and every expectation met.
pub fn differences(session: &mut Session, name: &str, text: &str) -> Vec<String> {
    let expected = expectations(text);
    let reply = session.check_text(name, text);
    let line_of = |byte: u32| text[..byte as usize].trim_end().matches('\n').count();
    let mut found: Vec<(usize, Expected)> = Vec::new();
    for answer in reply.answers.iter().filter(|answer| !answer.silent) {
        // An explanation has several lines, and each is expected by a comment of its own.
        for line in answer.text.lines() {
            found.push((line_of(answer.span.end), Expected::Value(line.trim().to_owned())));
        }
    }
    for diagnostic in &reply.diagnostics {
        // The outermost place in this text: a fault may lie deeper, in a file it uses.
        let ours = |label: &&Label| session.sources().get(label.span.source).name == name;
        let label = diagnostic.labels.iter().rev().find(ours);
        let line = label.map_or(0, |label| line_of(label.span.end));
        found.push((line, Expected::Error(diagnostic.code.number().to_owned())));
    }
    for check in &reply.checks {
        found.extend(failure(check).map(|failed| (line_of(check.span.end), failed)));
    }
    found.sort_by_key(|(line, _)| *line);
    let mut wrong = Vec::new();
    for (line, expected) in expected.iter().filter(|one| !found.contains(one)) {
        wrong.push(format!("{name}:{}: expected {expected:?}", line + 1));
    }
    for (line, got) in found.iter().filter(|one| !expected.contains(one)) {
        wrong.push(format!("{name}:{}: got {got:?}", line + 1));
    }
    wrong
}

fn failure(check: &super::CheckResult) -> Option<Expected> {
    match &check.verdict {
        super::CheckVerdict::Passed => None,
        super::CheckVerdict::Blank { answer } => Some(Expected::Value(answer.clone())),
        super::CheckVerdict::Failed { .. } => Some(Expected::Error("G0701".to_owned())),
        super::CheckVerdict::Error(diagnostic) => {
            Some(Expected::Error(diagnostic.code.number().to_owned()))
        }
    }
}
