//! Commands that change or keep the session.

use super::missing;
use crate::cli::settings;
use crate::cli::shell::{Flow, Shell};

pub(super) fn more(shell: &mut Shell<'_>, _: &str) -> Flow {
    let rest = std::mem::take(&mut shell.unseen);
    if rest.is_empty() {
        shell.context.terminal.note("there is no more");
    } else {
        shell.context.terminal.again(&rest);
    }
    Flow::On
}

pub(super) fn load(shell: &mut Shell<'_>, path: &str) -> Flow {
    if !missing(shell, path, ":load needs a file, as in `:load homework.game`") {
        shell.load(unquoted(path));
    }
    Flow::On
}

pub(super) fn save(shell: &mut Shell<'_>, path: &str) -> Flow {
    if missing(shell, path, ":save needs a file, as in `:save homework.game`") {
        return Flow::On;
    }
    let path = unquoted(path);
    match shell.context.saves.save(path, &shell.transcript.script()) {
        Ok(saved) => shell.context.terminal.note(&saved.to_string()),
        Err(error) => shell.refuse(&format!("error: `{path}` cannot be written: {error}")),
    }
    Flow::On
}

pub(super) fn log(shell: &mut Shell<'_>, path: &str) -> Flow {
    if missing(shell, path, ":log needs a file, as in `:log homework.log`, or `off`") {
        return Flow::On;
    }
    let terminal = &shell.context.terminal;
    if path == "off" {
        match terminal.log.end() {
            true => terminal.note("the log is closed"),
            false => shell.refuse("error: there is no log to close"),
        }
        return Flow::On;
    }
    let path = unquoted(path);
    match terminal.log.begin(path) {
        Ok(path) => {
            terminal.note(&format!("all that is said is written to {}", path.display()));
        }
        Err(error) => shell.refuse(&format!("error: `{path}` cannot be written: {error}")),
    }
    Flow::On
}

pub(super) fn undo(shell: &mut Shell<'_>, _: &str) -> Flow {
    let names = shell.context.session.take_back();
    if names.is_empty() {
        shell.refuse("error: there is nothing to take back");
    } else {
        shell.transcript.take_back(shell.context.session.depth());
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        shell.context.terminal.note(&format!("taken back: {}", names.join(", ")));
    }
    Flow::On
}

pub(super) fn reset(shell: &mut Shell<'_>, _: &str) -> Flow {
    shell.reset();
    shell.context.terminal.note("everything is forgotten");
    Flow::On
}

pub(super) fn set(shell: &mut Shell<'_>, text: &str) -> Flow {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((name, values)) = words.split_first() else {
        let settings = settings::all(shell);
        shell.context.terminal.document(&settings);
        return Flow::On;
    };
    let done = settings::find(name).and_then(|setting| match values {
        [] => {
            shell.context.terminal.line(setting.line(shell));
            Ok(())
        }
        [value] => setting.set(shell, value),
        _ => Err(format!("`{}` takes one value, as in `:set {}`", name, setting.line(shell))),
    });
    if let Err(message) = done {
        shell.refuse(&format!("error: {message}"));
    }
    Flow::On
}

pub(super) fn quit(_: &mut Shell<'_>, _: &str) -> Flow {
    Flow::Quit
}

/// A path may stand in quotes.
fn unquoted(path: &str) -> &str {
    path.strip_prefix('"').and_then(|path| path.strip_suffix('"')).unwrap_or(path)
}
