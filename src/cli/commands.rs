//! Commands of the prompt: what each does there.
//!
//! Knows: the shell, its terminal and its session.
//! Must not know: how a line is edited, or how a command is found.

use super::dialogue::Flow;
use super::settings::settings;
use super::shell::Shell;
use crate::ide;
use crate::ide::commands::{
    Action, Face, examples, found, glossary, read, rulesets, stats, taken_back, unquoted,
};
use crate::ide::settings::listed;
use crate::output::Document;
use crate::session;

/// Runs the command after the colon.
pub(super) fn run(shell: &mut Shell<'_>, text: &str) -> Flow {
    let (command, argument) = match read(Face::Prompt, text) {
        Ok(read) => read,
        Err(message) => {
            shell.refuse(&message);
            return Flow::On;
        }
    };
    match command.action {
        Action::Help => shell.help(argument.trim_start_matches('?')),
        Action::Find => find(shell, argument),
        Action::Rulesets => said(shell, rulesets(&shell.context.session, argument)),
        Action::Glossary => said(shell, glossary(argument)),
        Action::Tutorial => {
            let lesson = shell.tutorial(argument);
            said(shell, lesson);
        }
        Action::Hint => {
            let hint = shell.hint();
            said(shell, hint);
        }
        Action::Examples => shell.context.terminal.document(&examples()),
        Action::Explain => explain(shell, argument),
        Action::Info => info(shell, argument),
        Action::Type => type_of(shell, argument),
        Action::How => how(shell, argument),
        Action::Time => shell.timed(argument),
        Action::More => more(shell),
        Action::Clear => shell.context.terminal.clear(),
        Action::Load => shell.load(unquoted(argument)),
        Action::Save => save(shell, unquoted(argument)),
        Action::Log => log(shell, argument),
        Action::Undo => undo(shell),
        Action::Reset => {
            shell.reset();
            shell.context.terminal.note("everything is forgotten");
        }
        Action::Set => set(shell, argument),
        Action::Stats => {
            shell.context.terminal.document(&stats(&shell.context.session.stats()));
        }
        Action::Quit => return Flow::Quit,
    }
    Flow::On
}

/// Shows a document, or why there is none.
fn said(shell: &mut Shell<'_>, found: Result<Document, String>) {
    match found {
        Ok(document) => shell.context.terminal.document(&document),
        Err(message) => shell.refuse(&message),
    }
}

fn find(shell: &mut Shell<'_>, text: &str) {
    let others = [found(Face::Prompt), shell.lessons.found()].concat();
    let session = &shell.context.session;
    let found = session.find(text, &others);
    if found.is_empty() {
        let near = session.nearest(text).map(|near| format!(" (did you mean `{near}`?)"));
        let message = format!("nothing has `{text}` in it{}", near.unwrap_or_default());
        shell.refuse(&message);
    } else {
        shell.context.terminal.document(&session::find::listed(&found));
    }
}

fn explain(shell: &mut Shell<'_>, text: &str) {
    match session::help::error_code(text) {
        Some(_) => shell.help(text),
        None => shell.refuse(&format!(
            "there is no error `{text}` (to explain a value, type `explain({text})`)"
        )),
    }
}

fn info(shell: &mut Shell<'_>, text: &str) {
    let context = &mut *shell.context;
    let (result, took) = context.supervisor.compute(|| context.session.info(text));
    let stopped = match result {
        Ok(card) => {
            context.terminal.document(&card.document);
            card.stopped
        }
        Err(diagnostic) => Some(diagnostic),
    };
    context.terminal.took(took);
    if let Some(diagnostic) = stopped {
        context.terminal.diagnostic_of(&context.session, &diagnostic);
        shell.fail_input();
    }
}

fn type_of(shell: &mut Shell<'_>, text: &str) {
    let context = &mut *shell.context;
    let (result, _) = context.supervisor.compute(|| context.session.type_of(text));
    match result {
        Ok(kind) => context.terminal.line(&kind),
        Err(diagnostic) => {
            context.terminal.diagnostic_of(&context.session, &diagnostic);
            shell.fail_input();
        }
    }
}

fn how(shell: &mut Shell<'_>, text: &str) {
    let context = &mut *shell.context;
    let (result, _) = context.supervisor.compute(|| context.session.how(text));
    match result {
        Ok(all) => context.terminal.how(&context.session, &all),
        Err(diagnostic) => {
            context.terminal.diagnostic_of(&context.session, &diagnostic);
            shell.fail_input();
        }
    }
}

fn more(shell: &mut Shell<'_>) {
    let rest = std::mem::take(&mut shell.unseen);
    if rest.is_empty() {
        shell.context.terminal.note("there is no more");
    } else {
        shell.context.terminal.write_unrecorded(&rest);
    }
}

fn save(shell: &mut Shell<'_>, path: &str) {
    match shell.context.saves.save(path, &shell.transcript.script()) {
        Ok(saved) => shell.context.terminal.note(&saved.to_string()),
        Err(error) => shell.refuse(&format!("`{path}` cannot be written: {error}")),
    }
}

fn log(shell: &mut Shell<'_>, path: &str) {
    let terminal = &shell.context.terminal;
    if path == "off" {
        match terminal.log.end() {
            true => terminal.note("the log is closed"),
            false => shell.refuse("there is no log to close"),
        }
        return;
    }
    let path = unquoted(path);
    match terminal.log.begin(path) {
        Ok(path) => {
            terminal.note(&format!("all that is said is written to {}", path.display()));
        }
        Err(error) => shell.refuse(&format!("`{path}` cannot be written: {error}")),
    }
}

fn undo(shell: &mut Shell<'_>) {
    let names = shell.context.session.take_back();
    if names.is_empty() {
        shell.refuse("there is nothing to take back");
    } else {
        shell.transcript.take_back(shell.context.session.depth());
        shell.context.terminal.note(&taken_back(&names));
    }
}

fn set(shell: &mut Shell<'_>, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((name, values)) = words.split_first() else {
        let list = listed(settings(), shell);
        shell.context.terminal.document(&list);
        return;
    };
    let done = ide::settings::find(settings(), name).and_then(|setting| match values {
        [] => {
            shell.context.terminal.line(setting.line(shell));
            Ok(())
        }
        [value] => setting.put(shell, value),
        _ => Err(format!("`{}` takes one value, as in `:set {}`", name, setting.line(shell))),
    });
    if let Err(message) = done {
        shell.refuse(&message);
    }
}
