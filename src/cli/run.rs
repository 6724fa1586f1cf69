//! Commands that evaluate: a file, an expression, lines of standard input.
//!
//! Knows: `upstar FILE`, `upstar eval EXPR`, `upstar eval -` (one line in, one line out) and `upstar <
//! FILE` (inputs of any length).
//! Must not know: interactive terminals.

use std::io;
use std::io::{BufRead, BufReader};
use std::time::Duration;

use serde_json::Value as Json;

use super::args::COMMANDS;
use super::context::Context;
use super::dialogue::Flow;
use super::exit::Exit;
use super::shell::Shell;
use super::{json, reply};
use crate::diagnostic::{Code, Diagnostic, render};
use crate::resolve;
use crate::session::{Answer, CheckResult, Reply};
use crate::syntax::Gathering;
use crate::value;

/// Runs a file and shows the value of each expression as soon as it is computed.
pub(super) fn run(context: &mut Context, file: &str) -> Exit {
    let Context { session, supervisor, terminal, .. } = context;
    let (mut reply, took) = supervisor.compute(|| {
        session
            .run(file, &mut |session, answer| terminal.answer_with_picture(session, answer, None))
    });
    if let Some(missing) = reply.diagnostics.first_mut()
        && missing.code == Code::NoSuchFile
        && missing.labels.is_empty()
    {
        missing.helps.clear();
        let near = resolve::nearest(file, COMMANDS);
        missing.helps.extend(near.map(|name| format!("did you mean `upstar {name}`?")));
        // An expression has signs that names of files rarely have.
        if file.contains(['+', '*', '(', '{', '<', '|', '^', '=', '?', ' ']) {
            missing.helps.push(format!("a value is printed by `upstar eval '{file}'`"));
        }
    }
    let exit = terminal.outcome(session, &reply);
    terminal.took(took);
    exit
}

/// `upstar eval -`: one line in, one line out.
pub(super) fn one_by_one(context: &mut Context) -> Exit {
    let mut worst = Exit::Success;
    for (number, line) in raw_lines().enumerate() {
        let exit = match utf8(&line, number + 1) {
            Ok(text) => one_line(context, number + 1, text),
            Err(diagnostic) => {
                let shown = if context.terminal.json {
                    json::error(context.session.sources(), &diagnostic).to_string()
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
fn one_line(context: &mut Context, number: usize, text: &str) -> Exit {
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
        Exit::Usage => Exit::Failed,
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
            let error = &json::error(session.sources(), diagnostic)["error"];
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

/// `upstar < FILE`: inputs as at the prompt, which may go over several lines; `first` comes before them.
pub(super) fn script(context: &mut Context, first: &str) -> Exit {
    let mut shell = Shell::new(context, false);
    shell.submit(first);
    let mut gathering = Gathering::default();
    for (number, line) in raw_lines().enumerate() {
        let goes_on = match utf8(&line, number + 1) {
            Ok(text) => gathering.push(text) || gathering.is_in_block(),
            Err(diagnostic) => {
                gathering.take();
                shell.show_error(&diagnostic);
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

/// Lines of standard input as bytes, without their ends.
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

fn utf8(line: &[u8], number: usize) -> Result<&str, Diagnostic> {
    std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to() + 1;
        let message = format!("line {number} is not UTF-8 text: byte {at} cannot be read");
        Diagnostic::error(Code::NotUtf8, message)
    })
}

/// `upstar eval --how EXPR`: says which engine answers questions about the value.
pub(super) fn how(context: &mut Context, expression: &str) -> Exit {
    let Context { session, supervisor, terminal, .. } = context;
    let (found, took) = supervisor.compute(|| session.how(expression));
    let exit = match found {
        Ok(all) if terminal.json => {
            let how = Json::from(value::how::text(&all));
            let shown = terminal.time.then_some(took);
            terminal.line(json::line(expression, "how", &how, shown));
            Exit::Success
        }
        Ok(all) => {
            terminal.how(session, &all);
            Exit::Success
        }
        Err(diagnostic) => {
            terminal.diagnostic_of(session, &diagnostic);
            Exit::Failed
        }
    };
    terminal.took(took);
    exit
}

/// Evaluates one expression.
pub(super) fn eval(context: &mut Context, expression: &str) -> Exit {
    let Context { session, supervisor, terminal, .. } = context;
    let (reply, took) = supervisor.compute(|| session.eval("expression", expression));
    let shown = terminal.time.then_some(took);
    reply.answers.iter().for_each(|answer| terminal.answer_with_picture(session, answer, shown));
    terminal.outcome(session, &reply);
    terminal.took(took);
    // The expression is no file: that it does not parse is an error like others.
    match reply::exit(&reply) {
        Exit::Usage => Exit::Failed,
        exit => exit,
    }
}
