//! Commands that the server executes: running, checking, explaining and drawing statements, in the
//! background.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lsp_server::{ErrorCode, RequestId, ResponseError};
use lsp_types::{
    ApplyWorkspaceEditParams, CodeLens, Command, ExecuteCommandParams, MessageType, ProgressParams,
    ProgressParamsValue, ProgressToken, Range, ShowMessageParams, TextEdit, Uri, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};
use rustc_hash::FxHashSet;
use serde_json::{Value as Json, json};

use crate::answer::{RequestAnswer, answer, read, refuse, stopped};
use crate::convert::edits;
use crate::evaluation::{Job, JobId, JobResult, message_of};
use crate::ide::document::Document;
use crate::ide::slice::{Expectation, Unit, UnitKind, expectations, slice, units};
use crate::position::Lines;
use crate::running::{CommandKind, CommandTarget, Running};
use crate::server::Server;
use crate::store::Deadline;
use crate::syntax::ast::StatementKind;
use crate::value::show::counted;

/// Time after which a computation shows its progress.
const PATIENCE: Duration = Duration::from_millis(500);

impl Server {
    /// Executes a command. `None` if the answer follows after a computation.
    pub(crate) fn execute(&mut self, id: &RequestId, params: Json) -> Option<RequestAnswer> {
        match self.begin(id, params) {
            Ok(answered) => answered.map(Ok),
            Err(error) => Some(Err(error)),
        }
    }

    fn begin(&mut self, id: &RequestId, params: Json) -> Result<Option<Json>, ResponseError> {
        let invalid = |message: &str| refuse(ErrorCode::InvalidParams, message);
        let params: ExecuteCommandParams = read(params)?;
        let first = params.arguments.into_iter().next();
        let target: CommandTarget =
            read(first.ok_or_else(|| invalid("expected `{\"uri\": ...}`"))?)?;
        let kind = match &*params.command {
            "upstar.run" => CommandKind::Run,
            "upstar.check" => CommandKind::Check,
            "upstar.explain" => CommandKind::Explain,
            "upstar.draw" => CommandKind::Draw,
            "upstar.write" => CommandKind::Write,
            "upstar.values" => CommandKind::Values,
            _ => return Err(invalid("there is no such command")),
        };
        let document = self.view().document(&target.uri);
        let document = document.ok_or_else(|| invalid("this document is not open"))?;
        if kind == CommandKind::Values {
            let known = self.shown.contains(&document.name);
            let is_shown = target.show.unwrap_or(!known);
            match is_shown {
                true => self.shown.insert(document.name.clone()),
                false => self.shown.remove(&document.name),
            };
            self.refresh_hints();
            return Ok(Some(json!({ "shown": is_shown })));
        }
        let wanted = self.units_of(kind, &document, &target);
        if wanted.is_empty() {
            let what = if kind == CommandKind::Check { "check" } else { "statement" };
            return Err(refuse(ErrorCode::RequestFailed, format!("there is no {what} here")));
        }
        let token = params.work_done_progress_params.work_done_token;
        self.start(kind, &document, wanted, (target, Some(id.clone()), token))?;
        Ok(None)
    }

    /// The units that a command is about.
    fn units_of(
        &self,
        kind: CommandKind,
        document: &Document,
        target: &CommandTarget,
    ) -> Vec<Unit> {
        let lines = Lines::new(&document.text, self.store.encoding);
        let is_asked = |unit: &Unit| match kind {
            CommandKind::Check => unit.kind == UnitKind::Check,
            CommandKind::Write => unit.kind == UnitKind::Value,
            CommandKind::Explain | CommandKind::Draw => {
                matches!(unit.kind, UnitKind::Value | UnitKind::Check) || target.range.is_some()
            }
            CommandKind::Run | CommandKind::Values => {
                matches!(unit.kind, UnitKind::Value | UnitKind::Check)
            }
        };
        let mut all = units(document);
        let whole = target.position.map(|position| Range::new(position, position));
        let Some(range) = target.range.or(whole) else {
            all.retain(is_asked);
            return all;
        };
        let bytes = lines.bytes(&document.text, range);
        // All that the range touches; at a single place, what stands in its line.
        let touches = |unit: &Unit| unit.range.start <= bytes.end && bytes.start <= unit.range.end;
        let touched: Vec<Unit> =
            all.iter().filter(|unit| is_asked(unit) && touches(unit)).cloned().collect();
        if !touched.is_empty() {
            return touched;
        }
        let around = document.program.statements.iter().find(|statement| {
            statement.span.bytes().start <= bytes.start && bytes.end <= statement.span.bytes().end
        });
        if let Some(statement) = around
            && matches!(statement.kind, StatementKind::Exercise { .. })
        {
            let exercise = statement.span.bytes();
            all.retain(|unit| is_asked(unit) && exercise.contains(&unit.range.start));
            return all;
        }
        let line = |byte| lines.position(&document.text, byte).line;
        let here = line(bytes.start);
        all.retain(|unit| {
            is_asked(unit) && line(unit.range.start) <= here && here <= line(unit.range.end)
        });
        all
    }

    /// Starts a computation.
    pub(crate) fn start(
        &mut self,
        kind: CommandKind,
        document: &Arc<Document>,
        wanted: Vec<Unit>,
        (target, request, token): (CommandTarget, Option<RequestId>, Option<ProgressToken>),
    ) -> Result<(), ResponseError> {
        let ranges: FxHashSet<std::ops::Range<usize>> =
            wanted.iter().map(|unit| unit.range.clone()).collect();
        let is_wanted = |unit: &Unit| ranges.contains(&unit.range);
        let mut text = slice(document, &is_wanted, &*self.deadline).map_err(stopped)?;
        let mut question = None;
        if matches!(kind, CommandKind::Explain | CommandKind::Draw) {
            let expression = self.expression(document, &wanted, &target);
            text = with_question(kind, document, &wanted[0], &expression, text);
            question = Some(expression);
        }
        let id: JobId = self.number();
        let cancelled = Arc::new(AtomicBool::new(false));
        self.evaluator.add(Job {
            id,
            name: document.name.clone(),
            files: self.store.snapshot().with(&document.name, text),
            cancelled: cancelled.clone(),
            with_data: kind != CommandKind::Values,
        });
        let running = Running {
            kind,
            name: document.name.clone(),
            document: document.clone(),
            wanted,
            target,
            question,
            request,
            begun: None,
            cancelled,
            token,
            is_shown: false,
        };
        self.running.insert(id, running);
        Ok(())
    }

    /// Expression to explain or draw: the selection, the claim of a check, or the statement.
    fn expression(&self, document: &Document, wanted: &[Unit], target: &CommandTarget) -> String {
        let lines = Lines::new(&document.text, self.store.encoding);
        let selected = target.range.map(|range| lines.bytes(&document.text, range));
        let asked = match selected.filter(|bytes| !bytes.is_empty()) {
            Some(bytes) => &document.text[bytes],
            None => &document.text[wanted[0].range.clone()],
        };
        let claim =
            asked.strip_prefix("check").filter(|rest| rest.starts_with(char::is_whitespace));
        claim.unwrap_or(asked).trim().trim_end_matches(';').trim_end().to_owned()
    }

    /// Shows and answers what a computation has found.
    pub(crate) fn ended(&mut self, id: JobId, outcome: JobResult) {
        let Some(mut running) = self.running.remove(&id) else { return };
        self.end_progress(&mut running);
        if outcome.cancelled || running.is_cancelled() {
            if let Some(request) = running.request {
                let error = refuse(ErrorCode::RequestCanceled, "cancelled");
                self.respond(request, Err(error));
            }
            return;
        }
        if outcome.failed {
            if let Some(request) = running.request {
                let error = refuse(ErrorCode::InternalError, "the computation has failed");
                self.respond(request, Err(error));
            }
            return;
        }
        let name = running.name.clone();
        match running.kind {
            CommandKind::Run | CommandKind::Check | CommandKind::Values => {
                let asked = running.kind != CommandKind::Values;
                let results = self.results.entry(name.clone()).or_default();
                results.add(&running.wanted, &outcome, asked);
                if asked {
                    self.dirty.insert(name);
                }
                self.refresh_hints();
            }
            CommandKind::Write => self.write(&running, &outcome),
            CommandKind::Explain | CommandKind::Draw => {}
        }
        if let Some(request) = running.request.clone() {
            if self.client.messages {
                self.show_message(&running, &outcome);
            }
            let shown = self.report(&running, &outcome);
            self.respond(request, answer(shown));
        }
    }

    /// Answer to a command.
    fn report(&self, running: &Running, outcome: &JobResult) -> Json {
        let text = &running.document.text;
        let lines = Lines::new(text, self.store.encoding);
        let place = |range: &std::ops::Range<usize>| match range.end <= text.len() {
            true => json!(lines.range(text, range.clone())),
            false => json!(running.target.range),
        };
        let values = outcome.values.iter().map(|found| {
            // The expression of `explain` or `draw` stands after the text of the file.
            let input = text.get(found.range.clone()).or(running.question.as_deref());
            json!({ "range": place(&found.range), "input": input, "value": found.json })
        });
        let checks = outcome.checks.iter().map(|check| {
            json!({
                "range": place(&check.range), "claim": check.claim, "verdict": check.verdict,
                "message": check.message,
            })
        });
        let errors = outcome.errors.iter().map(|(range, error)| {
            json!({
                "range": place(range), "code": error.code.number(), "message": error.message,
                "notes": error.notes, "helps": error.helps,
            })
        });
        json!({
            "version": crate::outside::VERSION,
            "values": values.collect::<Vec<_>>(),
            "checks": checks.collect::<Vec<_>>(),
            "errors": errors.collect::<Vec<_>>(),
            "seconds": outcome.seconds,
        })
    }

    /// Shows in a message what a command has found.
    fn show_message(&self, running: &Running, outcome: &JobResult) {
        let (mut typ, mut lines) = (MessageType::INFO, Vec::new());
        if !outcome.checks.is_empty() {
            let passed = outcome.checks.iter().filter(|one| one.verdict == "passed").count();
            let all = outcome.checks.len();
            lines.push(format!("{passed} of {} hold", counted(all, "check", "checks")));
            let first = outcome.checks.iter().find(|one| one.failure.is_some());
            lines.extend(first.and_then(|one| one.message.clone()));
            typ = if first.is_some() { MessageType::WARNING } else { typ };
        }
        if running.kind != CommandKind::Check && running.kind != CommandKind::Write {
            let texts = outcome.values.iter().rev().take(MOST_SAID).rev();
            lines.extend(texts.map(|found| found.text.clone()));
        }
        if let Some((_, error)) = outcome.errors.first() {
            typ = MessageType::ERROR;
            lines.push(message_of(error));
        }
        if !lines.is_empty() {
            let message = lines.join("\n");
            self.notify("window/showMessage", ShowMessageParams { typ, message });
        }
    }

    /// Writes a value after its statement, in place of the text after `//=`.
    fn write(&mut self, running: &Running, outcome: &JobResult) {
        let (document, unit) = (&running.document, &running.wanted[0]);
        let Some(found) = outcome.values.iter().find(|one| one.range == unit.range) else { return };
        // The comments are those of a text that was read within its deadline before. Without them the value
        // is written as a new one.
        let expected = expectations(document, &Deadline::of_request()).unwrap_or_default();
        let (bytes, new) = written(&document.text, unit, &expected, &found.text);
        let lines = Lines::new(&document.text, self.store.encoding);
        let edit = TextEdit { range: lines.range(&document.text, bytes), new_text: new };
        let edit = edits([(running.target.uri.clone(), vec![edit])]);
        let label = Some("Write the value".to_owned());
        self.send_request("workspace/applyEdit", ApplyWorkspaceEditParams { label, edit });
    }

    /// Has the client ask for the values again.
    pub(crate) fn refresh_hints(&mut self) {
        if self.client.hint_refresh {
            self.send_request("workspace/inlayHint/refresh", Json::Null);
        }
    }

    /// Shows the progress of long computations.
    pub(crate) fn report_progress(&mut self) {
        let long: Vec<JobId> = self
            .running
            .iter()
            .filter(|(_, running)| running.begun.is_some_and(|begun| begun.elapsed() > PATIENCE))
            .map(|(id, _)| *id)
            .collect();
        for id in long {
            let Some(mut running) = self.running.remove(&id) else { continue };
            self.progress_of(id, &mut running);
            self.running.insert(id, running);
        }
    }

    fn progress_of(&mut self, id: JobId, running: &mut Running) {
        let seconds = running.begun.map_or(0, |begun| begun.elapsed().as_secs());
        if running.token.is_none() && self.client.progress {
            let token = ProgressToken::String(format!("upstar-{id}"));
            running.token = Some(token.clone());
            let method = "window/workDoneProgress/create";
            self.send_request(method, WorkDoneProgressCreateParams { token });
        }
        let Some(token) = running.token.clone() else { return };
        let value = if running.is_shown {
            WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(format!("{seconds} s")),
                percentage: None,
            })
        } else {
            WorkDoneProgress::Begin(WorkDoneProgressBegin {
                title: "Upstar computes".to_owned(),
                cancellable: Some(true),
                message: Some(format!("{seconds} s")),
                percentage: None,
            })
        };
        running.is_shown = true;
        self.progress(token, value);
    }

    fn end_progress(&mut self, running: &mut Running) {
        if let (Some(token), true) = (running.token.take(), running.is_shown) {
            let end = WorkDoneProgressEnd { message: None };
            self.progress(token, WorkDoneProgress::End(end));
        }
    }

    fn progress(&self, token: ProgressToken, value: WorkDoneProgress) {
        let value = ProgressParamsValue::WorkDone(value);
        self.notify("$/progress", ProgressParams { token, value });
    }

    /// Cancels the computation whose progress has this token.
    pub(crate) fn cancel_progress(&mut self, token: &ProgressToken) {
        let asked = |running: &&Running| running.token.as_ref() == Some(token);
        self.running.values().filter(asked).for_each(Running::cancel);
    }

    /// Code lenses of a file: exercises, checks, and values.
    pub(crate) fn lenses(&self, document: &Document, uri: &Uri) -> Vec<CodeLens> {
        let lines = Lines::new(&document.text, self.store.encoding);
        let lens = |title: String, command: &str, range: std::ops::Range<usize>, whole: bool| {
            let range = lines.range(&document.text, range);
            let position = (!whole).then_some(range.start);
            let argument = match position {
                Some(position) => json!({ "uri": uri, "position": position }),
                None => json!({ "uri": uri }),
            };
            let command = format!("upstar.{command}");
            let command = Command { title, command, arguments: Some(vec![argument]) };
            CodeLens { range, command: Some(command), data: None }
        };
        let mut found = Vec::new();
        let all = units(document);
        let checks = all.iter().filter(|unit| unit.kind == UnitKind::Check).count();
        if let Some(first) = document.program.statements.first().filter(|_| checks > 1) {
            let start = first.span.bytes().start;
            found.push(lens(format!("check all {checks}"), "check", start..start, true));
        }
        for statement in &document.program.statements {
            let bytes = statement.span.bytes();
            let line = bytes.start..bytes.start;
            match &statement.kind {
                StatementKind::Exercise { .. } => {
                    found.push(lens("check".to_owned(), "check", line, false));
                }
                StatementKind::Check(_) => {
                    found.push(lens("check".to_owned(), "check", line, false));
                }
                StatementKind::Expr(_) => {
                    found.push(lens("run".to_owned(), "run", line, false));
                }
                _ => {}
            }
        }
        found
    }
}

/// Edit that writes a value after its statement: the bytes it replaces, and the replacement.
fn written(
    text: &str,
    unit: &Unit,
    expected: &[Expectation],
    value: &str,
) -> (std::ops::Range<usize>, String) {
    let newline = line_end(text);
    let rest = &text[unit.range.end..];
    let line = rest.split('\n').next().unwrap_or_default().trim_end_matches('\r');
    let line_end = unit.range.end + line.len();
    let mut own = expected.iter().filter(|one| one.unit == *unit);
    let (first_line, last_line) = (own.next(), own.next_back());
    let mut value = value.lines().map(str::trim);
    let first = value.next().unwrap_or_default();
    let (bytes, new) = match first_line {
        // A value of several lines stands in as many comments.
        Some(one) => {
            let start = one.value.start;
            let end = last_line.map_or(one.value.end, |last| last.value.end);
            let blank = if text[..start].ends_with(' ') { "" } else { " " };
            (start..end, format!("{blank}{first}"))
        }
        // Text after the statement, such as `;`, stays before the comment.
        None if line.trim().trim_start_matches(';').is_empty() => {
            let end = unit.range.end + line.trim_end().len();
            (end..line_end, format!("   //= {first}"))
        }
        None => (line_end..line_end, format!("{newline}//= {first}")),
    };
    (bytes, value.fold(new, |text, line| text + newline + "//= " + line))
}

/// Line ending of a text: that of its first line.
fn line_end(text: &str) -> &'static str {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") { "\r\n" } else { "\n" }
}

/// Statements that are needed, followed by the question about an expression.
fn with_question(
    kind: CommandKind,
    document: &Document,
    unit: &Unit,
    expression: &str,
    mut text: String,
) -> String {
    if unit.kind != UnitKind::Other {
        let bytes = document.text[unit.range.clone()].bytes();
        let blanks: String = bytes.map(|b| if b == b'\n' { '\n' } else { ' ' }).collect();
        text.replace_range(unit.range.clone(), &blanks);
    }
    match kind {
        CommandKind::Explain => text.push_str(&format!("\nexplain({expression}\n)\n")),
        _ => text.push_str(&format!("\n{expression}\n")),
    }
    text
}

/// Most values that are shown in a message.
const MOST_SAID: usize = 5;
