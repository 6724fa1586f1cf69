//! What can be said to the prompt with a colon.
//!
//! Knows: the commands, their unique prefixes, what each does.
//! Must not know: how a line is edited.

use super::files;
use super::shell::{Flow, Shell};
use crate::output::{Document, Line, Role};
use crate::resolve;
use crate::value::Notation;

/// One command.
pub(super) struct Command {
    /// Its name, without the colon.
    pub(super) name: &'static str,
    /// What stands after it.
    argument: &'static str,
    /// One line.
    pub(super) summary: &'static str,
    run: fn(&mut Shell<'_>, &str) -> Flow,
}

/// All commands, in the order of the help.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        argument: "[NAME]",
        summary: "this list, or the page of a name",
        run: help,
    },
    Command { name: "type", argument: "E", summary: "what kind of value `E` has", run: type_of },
    Command {
        name: "time",
        argument: "E",
        summary: "the value of `E`, and how long it took",
        run: time,
    },
    Command {
        name: "load",
        argument: "FILE",
        summary: "run a file and keep what it defines",
        run: load,
    },
    Command {
        name: "save",
        argument: "FILE",
        summary: "write this session as a file that can be run",
        run: save,
    },
    Command {
        name: "set",
        argument: "notation KIND",
        summary: "write values in `unicode`, `ascii` or `latex`",
        run: set,
    },
    Command { name: "quit", argument: "", summary: "leave, as Ctrl-D does", run: quit },
];

/// Runs what stands after the colon.
pub(super) fn run(shell: &mut Shell<'_>, text: &str) -> Flow {
    let text = text.trim();
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if name.is_empty() {
        return help(shell, "");
    }
    match find(name) {
        Ok(command) => (command.run)(shell, argument.trim()),
        Err(message) => {
            shell.refuse(&message);
            Flow::On
        }
    }
}

/// The command with this name, or the only one whose name begins so.
fn find(name: &str) -> Result<&'static Command, String> {
    if let Some(command) = COMMANDS.iter().find(|command| command.name == name) {
        return Ok(command);
    }
    let matching: Vec<&Command> =
        COMMANDS.iter().filter(|command| command.name.starts_with(name)).collect();
    match matching.as_slice() {
        [command] => Ok(*command),
        [] => {
            let near = resolve::nearest(name, COMMANDS.iter().map(|command| command.name));
            let hint = near.map_or("type :help for a list".to_owned(), |near| {
                format!("did you mean `:{near}`?")
            });
            Err(format!("error: there is no command `:{name}` ({hint})"))
        }
        several => {
            let names: Vec<String> =
                several.iter().map(|command| format!("`:{}`", command.name)).collect();
            Err(format!("error: `:{name}` may be {}", names.join(" or ")))
        }
    }
}

/// The help of the prompt.
pub(super) fn overview() -> Document {
    let mut document = Document::new();
    document.paragraph(
        "Type a game and see its value: `<0,*|0> + *2`, `canonical(Domineering(2, 3))`.",
    );
    document.paragraph("`G := ...` gives a name; `_` is the last value and `_7` that of input 7.");
    document.heading("Commands");
    let row = |typed: String, summary: &str| {
        vec![Line::new().with(Role::Code, typed), crate::output::markdown::inline(summary)]
    };
    let mut rows =
        vec![row("?NAME".to_owned(), "the page of a name or of an error: `?mean`, `?G0101`")];
    rows.extend(COMMANDS.iter().map(|command| {
        row(
            format!(":{} {}", command.name, command.argument).trim_end().to_owned(),
            command.summary,
        )
    }));
    document.table(rows);
    document.heading("Keys");
    document.table(vec![
        row("Tab".to_owned(), "complete a name, a command, a file, or a sign: `\\up` gives `↑`"),
        row("Up, Down".to_owned(), "earlier inputs; Ctrl-R searches them"),
        row("Ctrl-C".to_owned(), "clear the line, or stop a computation"),
        row(";".to_owned(), "at the end of an input: do not show its value"),
    ]);
    document
}

fn help(shell: &mut Shell<'_>, name: &str) -> Flow {
    shell.help(name.trim_start_matches('?'));
    Flow::On
}

fn type_of(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":type needs an expression, as in `:type 1/2 + *`") {
        return Flow::On;
    }
    let context = &mut *shell.context;
    let (result, _) = context.limits.compute(|| context.session.type_of(text));
    match result {
        Ok(kind) => context.terminal.line(&kind),
        Err(diagnostic) => {
            context.terminal.error(&context.session, &diagnostic);
            shell.fail_input();
        }
    }
    Flow::On
}

fn time(shell: &mut Shell<'_>, text: &str) -> Flow {
    if !missing(shell, text, ":time needs an expression, as in `:time nimber(Kayles(1000))`") {
        shell.timed(text);
    }
    Flow::On
}

fn load(shell: &mut Shell<'_>, path: &str) -> Flow {
    if !missing(shell, path, ":load needs a file, as in `:load homework.game`") {
        shell.load(unquoted(path));
    }
    Flow::On
}

fn save(shell: &mut Shell<'_>, path: &str) -> Flow {
    if missing(shell, path, ":save needs a file, as in `:save homework.game`") {
        return Flow::On;
    }
    let path = unquoted(path);
    match files::write(path, &shell.transcript.script()) {
        Ok(()) => shell.context.terminal.note(&format!("saved in {path}")),
        Err(error) => shell.refuse(&format!("error: `{path}` cannot be written: {error}")),
    }
    Flow::On
}

fn set(shell: &mut Shell<'_>, text: &str) -> Flow {
    let words: Vec<&str> = text.split_whitespace().collect();
    let session = &mut shell.context.session;
    match words.as_slice() {
        [] | ["notation"] => {
            let name = notation_name(session.notation());
            shell.context.terminal.line(&format!("notation {name}"));
        }
        ["notation", name] => match name.parse::<Notation>() {
            Ok(notation) => session.set_notation(notation),
            Err(_) => {
                let near = resolve::nearest(name, NOTATIONS.iter().map(|(name, _)| *name));
                let near = near.map(|near| format!(" (did you mean `{near}`?)"));
                shell.refuse(&format!(
                    "error: there is no notation `{name}`, only `unicode`, `ascii` and `latex`{}",
                    near.unwrap_or_default()
                ));
            }
        },
        [name, ..] => shell
            .refuse(&format!("error: there is no setting `{name}` (write `:set notation ascii`)")),
    }
    Flow::On
}

fn quit(_: &mut Shell<'_>, _: &str) -> Flow {
    Flow::Quit
}

/// The notations by name.
pub(super) const NOTATIONS: &[(&str, Notation)] =
    &[("unicode", Notation::Unicode), ("ascii", Notation::Ascii), ("latex", Notation::Latex)];

fn notation_name(notation: Notation) -> &'static str {
    NOTATIONS.iter().find(|(_, other)| *other == notation).map_or("unicode", |(name, _)| *name)
}

/// Says what is missing when `text` is empty.
fn missing(shell: &mut Shell<'_>, text: &str, message: &str) -> bool {
    if text.is_empty() {
        shell.refuse(&format!("error: {message}"));
    }
    text.is_empty()
}

/// A path may stand in quotes.
fn unquoted(path: &str) -> &str {
    path.strip_prefix('"').and_then(|path| path.strip_suffix('"')).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_prefixes_are_enough() {
        assert_eq!(find("q").map(|command| command.name), Ok("quit"));
        assert_eq!(find("l").map(|command| command.name), Ok("load"));
        assert_eq!(find("s").err().as_deref(), Some("error: `:s` may be `:save` or `:set`"));
        assert_eq!(
            find("laod").err().as_deref(),
            Some("error: there is no command `:laod` (did you mean `:load`?)")
        );
    }

    #[test]
    fn the_overview_names_every_command() {
        let text = crate::output::render(&overview(), crate::output::Style::default());
        assert!(COMMANDS.iter().all(|command| text.contains(&format!(":{}", command.name))));
    }
}
