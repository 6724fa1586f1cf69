//! Replies of a session on the terminal.
//!
//! Knows: answers go to standard output, errors to standard error. Must not know: which command asked.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::fmt::Display;
use std::time::Duration;

use unicode_width::UnicodeWidthStr as _;

use super::exit::Exit;
use super::json;
use super::json::from_fn;
use super::terminal::Terminal;
use crate::diagnostic::{Code, Diagnostic, render};
use crate::session::{Answer, CheckResult, CheckVerdict, Reply, Session};
use crate::value::Value;

/// Most errors of a file that are shown with their excerpts.
const MOST_SHOWN: usize = 50;

impl Terminal {
    /// Shows a value, unless it is to be silent.
    pub(super) fn answer(&self, session: &Session, answer: &Answer, took: Option<Duration>) {
        if answer.silent {
            return;
        }
        if self.json {
            self.line(json::answer(session, answer, took));
        } else if session.notation().is_latex() {
            self.line(&answer.text);
        } else if !self.is_seen_in_picture(answer) {
            self.line(self.folded(&answer.text));
        }
    }

    /// Whether the text of a picture would fill more than a row of the screen; the picture itself is shown in any case.
    fn is_seen_in_picture(&self, answer: &Answer) -> bool {
        matches!(answer.value, Value::Picture(_)) && answer.text.width() > self.columns()
    }

    /// Shows a value, and draws one that is a picture.
    pub(super) fn answer_with_picture(
        &self,
        session: &Session,
        answer: &Answer,
        took: Option<Duration>,
    ) {
        self.answer(session, answer, took);
        if matches!(answer.value, Value::Picture(_)) {
            self.drawing(session, answer);
        }
    }

    /// Shows the picture of a value that has one.
    pub(super) fn drawing(&self, session: &Session, answer: &Answer) {
        if answer.silent || self.json {
            return;
        }
        if let Some(drawing) = session.drawing_within(&answer.value, self.columns()) {
            self.line(&drawing);
        }
    }

    /// Shows the checks that do not hold, and the errors.
    pub(super) fn outcome(&self, session: &Session, reply: &Reply) -> Exit {
        let mut wrong: Vec<Cow<'_, Diagnostic>> = Vec::new();
        for check in &reply.checks {
            match &check.verdict {
                CheckVerdict::Blank { .. }
                | CheckVerdict::Failed { .. }
                | CheckVerdict::Error(_)
                    if self.json =>
                {
                    self.line(json::check(session, check));
                }
                CheckVerdict::Blank { answer } => self.line(self.folded(answer)),
                _ => wrong.extend(check.failure().map(Cow::Owned)),
            }
        }
        wrong.extend(reply.diagnostics.iter().map(Cow::Borrowed));
        wrong.extend(reply.unplayable().map(Cow::Owned));
        // For other programs an answer is one line, and a warning would be another.
        let warnings = if self.json { &[][..] } else { &reply.warnings };
        wrong.extend(warnings.iter().map(Cow::Borrowed));
        self.errors(session, &wrong);
        exit(reply)
    }

    /// Shows errors: all of them as JSON, at most [`MOST_SHOWN`] otherwise.
    pub(super) fn errors(&self, session: &Session, wrong: &[impl Borrow<Diagnostic>]) {
        let shown = if self.json { wrong.len() } else { wrong.len().min(MOST_SHOWN) };
        wrong[..shown]
            .iter()
            .for_each(|diagnostic| self.diagnostic_of(session, diagnostic.borrow()));
        match wrong.len() - shown {
            0 => {}
            1 => self.note("and 1 more that is not shown"),
            more => self.note(&format!("and {more} more that are not shown")),
        }
    }

    /// Shows what went wrong.
    pub(super) fn diagnostic_of(&self, session: &Session, diagnostic: &Diagnostic) {
        if self.json {
            self.line(json::error(session.sources(), diagnostic));
        } else {
            self.diagnostic(diagnostic, session.sources());
        }
    }
}

/// Returns the exit of a program with this reply.
pub(super) fn exit(reply: &Reply) -> Exit {
    let failed =
        if reply.failed() || !reply.wanted.is_empty() { Exit::Failed } else { Exit::Success };
    let broken = reply.checks.iter().filter_map(|check| match &check.verdict {
        CheckVerdict::Error(diagnostic) if diagnostic.code == Code::Interrupted => {
            Some(Exit::Interrupted)
        }
        _ => None,
    });
    broken.max().unwrap_or(Exit::Success).max(Exit::of(&reply.diagnostics)).max(failed)
}

/// A reply in one line: its values, or its first error.
pub(super) fn one_line(reply: &Reply) -> impl Display {
    let broken = reply.checks.iter().find_map(CheckResult::failure);
    let unplayable = reply.unplayable();
    let wrong = reply.diagnostics.first().or(broken.as_ref()).or(unplayable.as_ref());
    let wrong = wrong.map(render::one_line);
    from_fn(move |f| match &wrong {
        Some(wrong) => f.write_str(wrong),
        None => values(reply, f),
    })
}

fn values(reply: &Reply, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let answers = reply.answers.iter().filter(|answer| !answer.silent);
    let blanks = reply.checks.iter().filter_map(|check| match &check.verdict {
        CheckVerdict::Blank { answer } => Some(answer.as_str()),
        _ => None,
    });
    for (n, value) in answers.map(|answer| answer.text.as_str()).chain(blanks).enumerate() {
        f.write_str(if n == 0 { "" } else { "; " })?;
        for (n, line) in value.split('\n').enumerate() {
            f.write_str(if n == 0 { "" } else { " " })?;
            f.write_str(line)?;
        }
    }
    Ok(())
}
