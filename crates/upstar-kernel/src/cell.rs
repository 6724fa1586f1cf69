//! Cells: commands and an input, their results, and the outputs of these.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use jupyter_protocol::{
    DisplayData, ErrorOutput, ExecuteInput, ExecuteReply, ExecuteResult, ExecutionCount,
    ExpressionResult, Media, MediaType, ReplyError, ReplyStatus, Stdio, StreamContent,
};
use serde_json::{Value as Json, json};
use upstar_ide::commands;
use upstar_lang::diagnostic::Diagnostic;
use upstar_lang::diagnostic::render::{self, Style};
use upstar_lang::outside;
use upstar_lang::session::{Answer, CheckResult, CheckVerdict, Reply, Session};

use crate::kernel::Kernel;
use crate::message::{Answers, Request};

/// The type of the outside shape of a value. A type of its own: clients show `application/json` before
/// mathematics and drawings.
const SHAPE: &str = "application/vnd.upstar.v1+json";

/// Columns of excerpts.
const WIDTH: usize = 100;

/// Failure of a cell.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The code of the error.
    name: String,
    message: String,
    /// The error as it is shown, with its excerpt.
    shown: String,
}

impl Failure {
    pub(crate) fn new(session: &Session, diagnostic: &Diagnostic) -> Failure {
        Failure {
            name: diagnostic.code.number().to_owned(),
            message: diagnostic.message.clone(),
            shown: excerpt(session, diagnostic),
        }
    }

    /// The failure of a command, by its message.
    pub(crate) fn of_command(message: &str) -> Failure {
        Failure {
            name: "Error".to_owned(),
            message: message.to_owned(),
            shown: format!("error: {message}"),
        }
    }

    fn traceback(&self) -> Vec<String> {
        self.shown.lines().map(str::to_owned).collect()
    }
}

/// How excerpts of programs are shown.
pub(crate) const EXCERPTS: Style = Style { color: true, unicode: true, width: WIDTH };

/// A diagnostic with excerpts, in colours.
fn excerpt(session: &Session, diagnostic: &Diagnostic) -> String {
    render::render(diagnostic, session.sources(), EXCERPTS)
}

/// Receiver of the outputs of a cell.
pub(crate) struct Output<'a> {
    answers: &'a Answers,
    /// Whether nothing is to be shown.
    silent: bool,
    number: ExecutionCount,
    /// Result of the cell as text, for the history.
    result: Option<String>,
}

impl Output<'_> {
    /// Text on standard output.
    pub(crate) fn say(&self, text: &str) {
        self.stream(Stdio::Stdout, text);
    }

    /// Text on standard error.
    fn warn(&self, text: &str) {
        self.stream(Stdio::Stderr, text);
    }

    fn stream(&self, name: Stdio, text: &str) {
        if !self.silent && !text.is_empty() {
            let end = if text.ends_with('\n') { "" } else { "\n" };
            self.answers.publish(StreamContent { name, text: format!("{text}{end}") });
        }
    }

    /// A value; the last one of a cell is its result.
    pub(crate) fn value(&mut self, session: &Session, answer: &Answer, is_last: bool) {
        if self.silent {
            return;
        }
        let data = bundle(session, answer);
        if is_last {
            self.result = Some(plain(session, answer));
            self.answers.publish(ExecuteResult::new(self.number, data));
        } else {
            self.answers.publish(DisplayData::new(data));
        }
    }
}

/// A value as text: a thermograph or a picture as it is drawn in characters.
fn plain(session: &Session, answer: &Answer) -> String {
    let drawn =
        outside::is_picture(&answer.value).then(|| session.drawing(&answer.value)).flatten();
    drawn.unwrap_or_else(|| answer.text.clone())
}

/// A value in all forms that notebooks show.
fn bundle(session: &Session, answer: &Answer) -> Media {
    let mut forms = vec![MediaType::Plain(plain(session, answer))];
    let mut shape = json!({
        "version": outside::VERSION,
        "kind": outside::kind(&answer.value),
        "text": answer.text,
    });
    if let Some(outside) = &answer.outside {
        if let Some(latex) = outside.mathematics(&answer.value) {
            forms.push(MediaType::Latex(format!("${latex}$")));
        }
        if let Some(drawing) = &outside.drawing {
            forms.push(MediaType::Svg(drawing.clone()));
        }
        if let Some(latex) = &outside.latex {
            shape["latex"] = json!(latex);
        }
        if let Some(data) = &outside.data {
            shape["data"] = data.clone();
        }
    }
    forms.push(MediaType::Other((SHAPE.to_owned(), shape)));
    Media::new(forms)
}

impl Kernel {
    /// Runs a cell.
    pub(crate) fn execute(&mut self, request: &Request, answers: &Answers) {
        let code = request.text("code");
        let silent = request.flag("silent", false);
        let is_kept = !silent && request.flag("store_history", true);
        let number = ExecutionCount::new(self.number);
        if !silent {
            let code = code.to_owned();
            answers.publish(ExecuteInput { code, execution_count: number });
        }
        let mut output = Output { answers, silent, number, result: None };
        let done = self.cell(code, &mut output);
        if done.is_err() && request.flag("stop_on_error", true) {
            self.abort_waiting();
        }
        let result = output.result.take();
        let values = match &done {
            Ok(()) => self.expressions(request.field("user_expressions")),
            Err(_) => HashMap::new(),
        };
        if is_kept {
            self.history.push(self.number, code, result);
            self.number += 1;
        }
        let error = done.err().map(|failure| ReplyError {
            traceback: failure.traceback(),
            ename: failure.name,
            evalue: failure.message,
        });
        if let (Some(ReplyError { ename, evalue, traceback }), false) = (error.clone(), silent) {
            answers.publish(ErrorOutput { ename, evalue, traceback });
        }
        answers.reply(ExecuteReply {
            status: if error.is_some() { ReplyStatus::Error } else { ReplyStatus::Ok },
            execution_count: number,
            payload: Vec::new(),
            user_expressions: Some(values),
            error: error.map(Box::new),
        });
    }

    /// Runs the commands at the beginning of a cell, one a line, and the input after them.
    fn cell(&mut self, code: &str, output: &mut Output<'_>) -> Result<(), Failure> {
        let mut before = 0;
        for line in code.split_inclusive('\n') {
            let trimmed = line.trim();
            if let Some(name) = commands::asked(trimmed) {
                self.help(name, output)?;
            } else if let Some(command) = trimmed.strip_prefix(':') {
                self.command(command, output)?;
            } else if !trimmed.is_empty() {
                break;
            }
            before += line.len();
        }
        if before == code.len() {
            return Ok(());
        }
        // Errors count the lines of the complete cell.
        let lines = "\n".repeat(code[..before].matches('\n').count());
        self.input(&format!("{lines}{}", &code[before..]), output, self.settings.timing)
    }

    /// Evaluates an input and shows its results.
    pub(crate) fn input(
        &mut self,
        text: &str,
        output: &mut Output<'_>,
        timed: bool,
    ) -> Result<(), Failure> {
        self.session.set_next_input(self.number);
        let name = format!("input {}", self.number);
        let session = &mut self.session;
        let (reply, took) = self.watch.compute(self.settings.timeout, || session.eval(&name, text));
        self.show(&reply, output, timed.then_some(took))?;
        let number = reply.answers.last().and_then(|answer| answer.number);
        let answered = self.session.answered(&reply);
        self.transcript.record(text, answered, number, self.session.depth());
        Ok(())
    }

    /// Shows a reply, in the order of the text; its first error is the failure of the cell.
    pub(crate) fn show(
        &mut self,
        reply: &Reply,
        output: &mut Output<'_>,
        took: Option<Duration>,
    ) -> Result<(), Failure> {
        let session = &self.session;
        let shown = || reply.answers.iter().filter(|answer| !answer.silent);
        let last = reply.answers.last().filter(|answer| !answer.silent).map(|answer| answer.span);
        let mut events: Vec<CellOutput<'_>> = shown().map(CellOutput::Answer).collect();
        events.extend(reply.checks.iter().map(CellOutput::Check));
        events.sort_by_key(CellOutput::begins);
        for event in events {
            match event {
                CellOutput::Answer(answer) => {
                    output.value(session, answer, Some(answer.span) == last)
                }
                CellOutput::Check(check) => show_check(session, check, output),
            }
        }
        sum_up(&reply.checks, output);
        for warning in &reply.warnings {
            output.warn(&excerpt(session, warning));
        }
        if let Some(took) = took {
            output.say(&format!("time: {took:.3?}"));
        }
        let unplayable = reply.unplayable();
        match reply.diagnostics.first().or(unplayable.as_ref()) {
            Some(diagnostic) => Err(Failure::new(session, diagnostic)),
            None => Ok(()),
        }
    }

    /// Values of the expressions that the client requests besides the cell.
    fn expressions(&mut self, asked: &Json) -> HashMap<String, ExpressionResult> {
        let Some(asked) = asked.as_object() else { return HashMap::new() };
        let texts = asked.iter().filter_map(|(name, text)| Some((name.clone(), text.as_str()?)));
        texts.map(|(name, text)| (name, self.expression(text))).collect()
    }

    fn expression(&mut self, text: &str) -> ExpressionResult {
        let session = &mut self.session;
        let (value, _) =
            self.watch.compute(self.settings.timeout, || session.read("expression", text));
        match value {
            Ok(value) => {
                let data = Media::new(vec![MediaType::Plain(self.session.show(&value))]);
                ExpressionResult::Ok { data, metadata: serde_json::Map::new() }
            }
            Err(diagnostic) => {
                let failure = Failure::new(&self.session, &diagnostic);
                let traceback = failure.traceback();
                ExpressionResult::Error { ename: failure.name, evalue: failure.message, traceback }
            }
        }
    }
}

/// Output of a cell, in the order of the text.
enum CellOutput<'r> {
    Answer(&'r Answer),
    Check(&'r CheckResult),
}

impl CellOutput<'_> {
    /// Offset in the text.
    fn begins(&self) -> usize {
        match self {
            CellOutput::Answer(answer) => answer.span.bytes().start,
            CellOutput::Check(check) => check.span.bytes().start,
        }
    }
}

/// A check that does not simply hold.
fn show_check(session: &Session, check: &CheckResult, output: &Output<'_>) {
    match (&check.verdict, check.failure()) {
        (CheckVerdict::Blank { answer }, _) => output.say(answer),
        (_, Some(failure)) => output.warn(&excerpt(session, &failure)),
        (_, None) => {}
    }
}

/// Writes the number of checks that hold; blanks are not counted.
fn sum_up(checks: &[CheckResult], output: &Output<'_>) {
    let judged =
        || checks.iter().filter(|check| !matches!(check.verdict, CheckVerdict::Blank { .. }));
    let (all, held) =
        (judged().count(), judged().filter(|check| check.failure().is_none()).count());
    let mut said = String::new();
    match (held, all) {
        (_, 0) => {}
        (1, 1) => said.push_str("it holds"),
        (0, 1) => {}
        _ if held == all => said.push_str("they all hold"),
        // Writing to a text does not fail.
        _ => drop(write!(said, "{held} of {all} checks hold")),
    }
    output.say(&said);
}
