//! Shell: the session of a user at the prompt, or of a script of inputs.
//!
//! Knows: inputs, pages of help, and what a session can be saved as.
//! Must not know: how a line is edited, or which commands there are.

use super::context::Context;
use super::exit::Exit;
use super::tutorial::Lessons;
use super::{pages, reply};
use crate::diagnostic::{Diagnostic, render};
use crate::disk;
use crate::session::transcript::Transcript;
use crate::session::{CheckResult, CheckVerdict, Entry, Reply};
use crate::value::Notation;
use crate::value::host::Wanted;

/// A session.
pub(super) struct Shell<'c> {
    pub(super) context: &'c mut Context,
    pub(super) transcript: Transcript,
    /// Whether a person types.
    pub(super) interactive: bool,
    /// Whether the prompt shows the number of the input.
    pub(super) numbers: bool,
    /// Whether long output stops when the screen is full.
    pub(super) paged: bool,
    /// Number of rows of the screen, if it is known.
    pub(super) rows: Option<usize>,
    /// Output that did not fit on the screen before this input.
    pub(super) unseen: String,
    /// Matches that were requested and not played yet.
    pub(super) wanted: Vec<Wanted>,
    /// The line that was meant by one with an error, if only one edit mends it.
    pub(super) offered: Option<String>,
    pub(super) lessons: Lessons,
    /// Whether what was submitted last failed.
    pub(super) failed: bool,
    worst: Exit,
}

impl<'c> Shell<'c> {
    /// Returns a new session.
    pub(super) fn new(context: &'c mut Context, interactive: bool) -> Self {
        Shell {
            context,
            transcript: Transcript::default(),
            interactive,
            numbers: false,
            paged: true,
            rows: None,
            unseen: String::new(),
            wanted: Vec::new(),
            offered: None,
            lessons: Lessons::default(),
            failed: false,
            worst: Exit::Success,
        }
    }

    /// Begins a new session; settings are kept.
    pub(super) fn reset(&mut self) {
        self.context.fresh();
        self.transcript = Transcript::default();
    }

    /// Chooses how values and diagnostics are written.
    pub(super) fn set_notation(&mut self, notation: Notation) {
        self.context.session.set_notation(notation);
        self.context.terminal.unicode = !notation.is_ascii();
    }

    /// Returns the worst exit so far.
    pub(super) fn worst(&self) -> Exit {
        self.worst
    }

    /// All names with their entries.
    pub(super) fn entries(&self) -> Vec<Entry> {
        self.context.session.entries()
    }

    /// `?name`, `name?`, `?`
    pub(super) fn help(&mut self, name: &str) {
        if name.is_empty() {
            self.context.terminal.document(&pages::of_prompt());
        } else if !pages::show_page(&self.context.session, &self.context.terminal, name) {
            self.fail(Exit::Failed);
        }
    }

    /// Evaluates an input and shows the reply.
    pub(super) fn input(&mut self, text: &str) {
        let Context { session, supervisor, terminal, .. } = &mut *self.context;
        let name = format!("input {}", session.next_input());
        let (mut reply, took) = supervisor.compute(|| session.eval(&name, text));
        if self.interactive {
            self.wanted.append(&mut reply.wanted);
        }
        let shown = terminal.time.then_some(took);
        for answer in &reply.answers {
            if self.interactive {
                terminal.answer(session, answer, shown);
                terminal.drawing(session, answer);
            } else {
                terminal.answer_with_picture(session, answer, shown);
            }
        }
        let passed = |check: &CheckResult| matches!(check.verdict, CheckVerdict::Passed);
        if self.interactive && !reply.checks.is_empty() && reply.checks.iter().all(passed) {
            terminal.line(if reply.checks.len() == 1 { "it holds" } else { "they all hold" });
        }
        terminal.outcome(session, &reply);
        terminal.took(took);
        if let (true, [error]) = (self.interactive, reply.diagnostics.as_slice()) {
            self.offered = error.mended(text.trim_end()).filter(|line| !line.contains('\n'));
            if let Some(line) = &self.offered {
                terminal.note(&format!("Enter takes: {line}"));
            }
        }
        self.note_reply(text, &reply);
        self.follow_lesson(text, &reply);
    }

    /// Evaluates an input and shows the time it took, whatever the flags are.
    pub(super) fn timed(&mut self, text: &str) {
        let before = std::mem::replace(&mut self.context.terminal.time, true);
        self.input(text);
        self.context.terminal.time = before;
    }

    fn note_reply(&mut self, text: &str, reply: &Reply) {
        if reply.diagnostics.is_empty() {
            let number = reply.answers.last().and_then(|answer| answer.number);
            let answered = self.context.session.answered(reply);
            let depth = self.context.session.depth();
            self.transcript.record(text, answered, number, depth);
        }
        // An input is no file: that it does not parse is an error like others.
        self.fail(match reply::exit(reply) {
            Exit::Usage => Exit::Failed,
            exit => exit,
        });
    }

    /// Runs a file as if it were typed.
    pub(super) fn load(&mut self, path: &str) {
        let Context { session, supervisor, terminal, .. } = &mut *self.context;
        let (reply, took) = supervisor.compute(|| {
            session.run(path, &mut |session, answer| {
                terminal.answer_with_picture(session, answer, None);
            })
        });
        let exit = terminal.outcome(session, &reply);
        terminal.took(took);
        if reply.diagnostics.is_empty() {
            let path = disk::full_path(path);
            let depth = self.context.session.depth();
            self.transcript.record(&format!("use {path:?}"), Vec::new(), None, depth);
        }
        self.fail(exit);
    }

    /// Shows an error that has no place in an input.
    pub(super) fn show_error(&mut self, diagnostic: &Diagnostic) {
        self.context.terminal.note(&render::one_line(diagnostic));
        self.fail(Exit::Failed);
    }

    /// Reports that an action is not possible.
    pub(super) fn refuse(&mut self, message: &str) {
        self.context.terminal.error(message);
        self.fail(Exit::Failed);
    }

    /// Remembers that an input failed.
    pub(super) fn fail_input(&mut self) {
        self.fail(Exit::Failed);
    }

    fn fail(&mut self, exit: Exit) {
        self.failed |= exit != Exit::Success;
        self.worst = self.worst.max(exit);
    }
}
