//! Shell: a dialogue with a user at the prompt, or a script of inputs.
//!
//! Knows: inputs, commands, requests for help, and what a session can be saved as.
//! Must not know: how a line is edited.

use super::play::TerminalMatch;
use super::{Context, Exit, commands, repl, reply};
use crate::diagnostic::{Diagnostic, render};
use crate::disk;
use crate::ide::commands::asked;
use crate::session::transcript::Transcript;
use crate::session::{CheckResult, CheckVerdict, Entry, Reply};
use crate::value::Notation;
use crate::value::host::Wanted;

/// Whether the dialogue continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// It continues.
    On,
    /// It ends.
    Quit,
}

/// A session.
pub(super) struct Shell<'c> {
    pub(super) context: &'c mut Context,
    pub(super) transcript: Transcript,
    /// Whether a person types.
    interactive: bool,
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
        self.context.terminal.unicode = notation != Notation::Ascii;
    }

    /// Returns the worst exit so far.
    pub(super) fn worst(&self) -> Exit {
        self.worst
    }

    /// All names with their entries.
    pub(super) fn entries(&self) -> Vec<Entry> {
        self.context.session.entries()
    }

    /// Executes a text: an input, a command, or a pasted part of a session.
    pub(super) fn submit(&mut self, text: &str) -> Flow {
        let inputs = pasted(text).unwrap_or_else(|| vec![text.to_owned()]);
        self.open_page();
        let mut flow = Flow::On;
        for input in inputs {
            self.context.terminal.record(&as_typed(&input));
            flow = self.submit_one(&input);
            if flow == Flow::Quit {
                break;
            }
        }
        self.close_page();
        flow
    }

    /// Begins a new page of output.
    fn open_page(&mut self) {
        if let (true, Some(rows)) = (self.paged, self.rows) {
            let terminal = &self.context.terminal;
            self.unseen = terminal.pager.open(rows, terminal.width);
        }
    }

    /// Says how much was not shown.
    fn close_page(&mut self) {
        let terminal = &self.context.terminal;
        // This is about the screen and not for the record.
        match terminal.pager.close() {
            0 => {}
            1 => terminal.write_unrecorded("… 1 more line; :more shows it\n"),
            lines => {
                terminal.write_unrecorded(format!("… {lines} more lines; :more shows the rest\n"))
            }
        }
    }

    fn submit_one(&mut self, text: &str) -> Flow {
        let trimmed = text.trim();
        if let Some(command) = trimmed.strip_prefix(':') {
            return commands::run(self, command);
        }
        if let Some(name) = asked(trimmed) {
            self.help(name);
        } else if self.interactive && self.leaves(trimmed) {
            self.context.terminal.note("to leave, type :quit or press Ctrl-D");
        } else if !trimmed.is_empty() {
            self.input(text);
        }
        Flow::On
    }

    /// `quit` and `exit`, when they are no names.
    fn leaves(&self, text: &str) -> bool {
        let word = text.trim_end_matches("()");
        ["quit", "exit"].contains(&word) && self.context.session.page(word).is_none()
    }

    /// `?name`, `name?`, `?`
    pub(super) fn help(&mut self, name: &str) {
        if name.is_empty() {
            self.context.terminal.document(&commands::help());
        } else if !super::show_page(&self.context.session, &self.context.terminal, name) {
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
        self.note_reply(text, &reply);
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

    /// Plays a match, then returns to the prompt.
    pub(super) fn play(&mut self, wanted: Wanted) {
        // What the library has needs no definitions in a file of the match.
        let before = match self.context.session.is_of_library(&wanted.start) {
            true => String::new(),
            false => self.transcript.definitions(),
        };
        let width = self.context.terminal.width;
        match TerminalMatch::wanted(self.context, wanted, before) {
            Ok(current) => {
                repl::play_match(current);
            }
            Err(diagnostic) => self.show_error(&diagnostic),
        }
        self.context.terminal.width = width;
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
        self.worst = self.worst.max(exit);
    }
}

/// An input as it looks at the prompt.
fn as_typed(text: &str) -> String {
    let prompts = std::iter::once("> ").chain(std::iter::repeat(". "));
    text.lines().zip(prompts).map(|(line, prompt)| format!("{prompt}{line}\n")).collect()
}

/// Inputs in a pasted part of a session, with its prompts and answers.
fn pasted(text: &str) -> Option<Vec<String>> {
    // A single line that begins with `_7> ` is a comparison.
    let is_numbered = text.trim_end().contains('\n');
    let typed = |line: &str| typed(line, is_numbered).map(str::to_owned);
    text.lines().next().and_then(typed)?;
    let mut inputs: Vec<String> = Vec::new();
    for line in text.lines() {
        let content = line.get(2..).unwrap_or_default();
        if let Some(input) = typed(line) {
            inputs.push(input);
        } else if let (true, Some(last)) =
            (line == "." || line.starts_with(". "), inputs.last_mut())
        {
            last.push('\n');
            last.push_str(content);
        }
    }
    Some(inputs)
}

/// Input in a line that begins with a prompt.
fn typed(line: &str, is_numbered: bool) -> Option<&str> {
    let numbered = || {
        let digits = line.strip_prefix('_').filter(|_| is_numbered)?;
        let prompt = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        (prompt.len() < digits.len()).then_some(prompt)
    };
    let prompt = if line.starts_with('>') { line } else { numbered()? };
    if prompt == ">" { Some("") } else { prompt.strip_prefix("> ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_sessions_lose_prompts_and_answers() {
        let inputs = pasted("> f(x) := (\n.   x + 1)\n> f(1)\n2\n> 3");
        assert_eq!(inputs, Some(vec!["f(x) := (\n  x + 1)".into(), "f(1)".into(), "3".into()]));
        let inputs = pasted("_1> f(x) := (\n.   x + 1)\n_2> f(1)\n2");
        assert_eq!(inputs, Some(vec!["f(x) := (\n  x + 1)".into(), "f(1)".into()]));
        assert_eq!(pasted("_7> 2"), None);
        assert_eq!(pasted("1 + 1"), None);
        assert_eq!(pasted(""), None);
    }
}
