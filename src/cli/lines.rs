//! Inputs that come from a file or a pipe.
//!
//! Knows: `upstar eval -` (one line in, one line out) and `upstar < FILE` (inputs of any length).
//! Must not know: terminals with a person before them.

use std::io::{self, BufRead, BufReader};
use std::time::Duration;

use serde_json::Value as Json;

use super::shell::{Flow, Shell};
use super::{Context, Exit, json, reply};
use crate::diagnostic::{Code, Diagnostic, render};
use crate::session::{Answer, CheckResult, Reply};
use crate::syntax::Gathering;

/// `upstar eval -`: one line in, one line out.
pub(super) fn one_by_one(context: &mut Context) -> Exit {
    let mut worst = Exit::Well;
    for (number, line) in raw_lines().enumerate() {
        let exit = match text(&line, number + 1) {
            Ok(text) => one(context, number + 1, text),
            Err(diagnostic) => {
                let shown = if context.terminal.json {
                    json::error(&context.session, &diagnostic).to_string()
                } else {
                    render::one_line(&diagnostic)
                };
                context.terminal.line(&shown);
                Exit::Failed
            }
        };
        worst = worst.max(exit);
        if exit == Exit::Interrupted {
            break;
        }
    }
    worst
}

/// Evaluates one line and writes one.
fn one(context: &mut Context, number: usize, text: &str) -> Exit {
    let Context { session, supervisor, terminal, .. } = context;
    let (reply, took) = supervisor.compute(|| session.eval(&format!("line {number}"), text));
    if terminal.json {
        one_object(context, text, &reply, took);
    } else {
        terminal.line(reply::one_line(&reply));
        terminal.took(took);
    }
    // A line is no file: that it does not parse is an error like others.
    match reply::exit(&reply) {
        Exit::Unusable => Exit::Failed,
        exit => exit,
    }
}

/// Writes the reply to a line as one object: its value, its values, or its first error.
fn one_object(context: &Context, text: &str, reply: &Reply, took: Duration) {
    let Context { session, terminal, .. } = context;
    let took = terminal.time.then_some(took);
    let broken = reply.checks.iter().find_map(CheckResult::failure);
    let shown: Vec<&Answer> = reply.answers.iter().filter(|answer| !answer.silent).collect();
    match (reply.diagnostics.first().or(broken.as_ref()), &shown[..]) {
        (Some(diagnostic), _) => {
            let error = &json::error(session, diagnostic)["error"];
            terminal.line(json::line(text, "error", error, took));
        }
        (None, []) => terminal.line(json::line(text, "value", &Json::Null, took)),
        (None, [answer]) => terminal.line(json::answer(session, answer, took)),
        (None, answers) => {
            let values = json::list(answers.iter().map(|one| json::answer(session, one, None)));
            terminal.line(json::line(text, "values", &values, took));
        }
    }
}

/// `upstar < FILE`: inputs as at the prompt, which may go over several lines.
pub(super) fn script(context: &mut Context) -> Exit {
    let mut shell = Shell::new(context, false);
    let mut gathering = Gathering::default();
    for (number, line) in raw_lines().enumerate() {
        let goes_on = match text(&line, number + 1) {
            Ok(text) => gathering.push(text),
            Err(diagnostic) => {
                gathering.take();
                shell.complain(&diagnostic);
                continue;
            }
        };
        if goes_on && !gathering.text().starts_with([':', '?']) {
            continue;
        }
        if shell.submit(&gathering.take()) == Flow::Quit {
            return shell.worst();
        }
    }
    if !gathering.text().trim().is_empty() {
        shell.submit(gathering.text());
    }
    shell.worst()
}

/// The lines of standard input, without their ends, whatever bytes they are.
fn raw_lines() -> impl Iterator<Item = Vec<u8>> {
    let mut input = BufReader::new(io::stdin());
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => {
                while line.last().is_some_and(|end| matches!(end, b'\n' | b'\r')) {
                    line.pop();
                }
                Some(line)
            }
        }
    })
}

fn text(line: &[u8], number: usize) -> Result<&str, Diagnostic> {
    std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to() + 1;
        let message = format!("line {number} is not UTF-8 text: byte {at} cannot be read");
        Diagnostic::error(Code::NotUtf8, message)
    })
}
