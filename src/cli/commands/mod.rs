//! What can be said to the prompt with a colon.
//!
//! Knows: the commands, their unique prefixes, what each does.
//! Must not know: how a line is edited.

mod ask;
mod keep;

use super::shell::{Flow, Shell};
use crate::output::{Document, Line, Role};
use crate::resolve;
use crate::session::Page;
use crate::session::find::Found;

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

impl Command {
    /// How it is typed.
    fn typed(&self) -> String {
        format!(":{} {}", self.name, self.argument).trim_end().to_owned()
    }

    /// Whether `prefix` may stand for it.
    fn may_be(&self, prefix: &str) -> bool {
        self.name.starts_with(prefix) && !SPELLED_OUT.contains(&self.name)
    }
}

/// All commands, in the order of the help.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        argument: "[NAME]",
        summary: "this list, or the page of a name, an operator or a command",
        run: ask::help,
    },
    Command {
        name: "find",
        argument: "WORDS",
        summary: "names, operators, commands and errors that fit these words, which may be a question",
        run: ask::find,
    },
    Command {
        name: "explain",
        argument: "CODE",
        summary: "the page of an error, such as `G0101`",
        run: ask::explain,
    },
    Command {
        name: "info",
        argument: "E",
        summary: "all about the value of `E`: outcome, birthday, stops, temperature, ...",
        run: ask::info,
    },
    Command {
        name: "type",
        argument: "E",
        summary: "what kind of value `E` has",
        run: ask::type_of,
    },
    Command {
        name: "time",
        argument: "E",
        summary: "the value of `E`, and how long it took",
        run: ask::time,
    },
    Command {
        name: "more",
        argument: "",
        summary: "what did not fit on the screen",
        run: keep::more,
    },
    Command {
        name: "load",
        argument: "FILE",
        summary: "run a file and keep what it defines",
        run: keep::load,
    },
    Command {
        name: "save",
        argument: "FILE",
        summary: "write this session as a file that can be run",
        run: keep::save,
    },
    Command {
        name: "log",
        argument: "FILE",
        summary: "write down all that is said from now on; `:log off` ends that",
        run: keep::log,
    },
    Command {
        name: "undo",
        argument: "",
        summary: "take back the last input that bound something, and all after it",
        run: keep::undo,
    },
    Command {
        name: "reset",
        argument: "",
        summary: "forget everything; must be spelled out",
        run: keep::reset,
    },
    Command {
        name: "set",
        argument: "[NAME VALUE]",
        summary: "all settings, or change one: `:set notation ascii`",
        run: keep::set,
    },
    Command {
        name: "stats",
        argument: "",
        summary: "how much this session has computed and keeps",
        run: ask::stats,
    },
    Command { name: "quit", argument: "", summary: "leave, as Ctrl-D does", run: keep::quit },
];

/// What is lost for good is not to be said by a slip.
const SPELLED_OUT: &[&str] = &["reset"];

/// Runs what stands after the colon.
pub(super) fn run(shell: &mut Shell<'_>, text: &str) -> Flow {
    let text = text.trim();
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if name.is_empty() {
        return ask::help(shell, "");
    }
    match find(name) {
        Ok(command) if command.argument.is_empty() && !argument.trim().is_empty() => {
            shell.refuse(&format!("error: nothing can stand after `:{}`", command.name));
            Flow::On
        }
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
    let matching: Vec<&Command> = COMMANDS.iter().filter(|command| command.may_be(name)).collect();
    match matching.as_slice() {
        [command] => Ok(*command),
        [] => Err(match SPELLED_OUT.iter().find(|full| full.starts_with(name)) {
            Some(full) => format!("error: `:{full}` must be spelled out"),
            None => unknown(name),
        }),
        several => {
            let names: Vec<String> =
                several.iter().map(|command| format!("`:{}`", command.name)).collect();
            Err(format!("error: `:{name}` may be {}", names.join(" or ")))
        }
    }
}

fn unknown(name: &str) -> String {
    let near = resolve::nearest(name, COMMANDS.iter().map(|command| command.name));
    let hint =
        near.map_or("type :help for a list".to_owned(), |near| format!("did you mean `:{near}`?"));
    format!("error: there is no command `:{name}` ({hint})")
}

/// The page of a command, which is given with its colon.
pub(super) fn page(name: &str) -> Option<Result<Page, String>> {
    let page = |command: &Command| Page {
        name: format!(":{}", command.name),
        signature: command.typed(),
        summary: command.summary.to_owned(),
        ..Page::default()
    };
    let name = name.strip_prefix(':').filter(|name| name.starts_with(char::is_alphabetic))?;
    Some(find(name).map(page))
}

/// All commands, for `:find`.
fn found() -> Vec<Found> {
    let found = |command: &Command| Found {
        name: format!(":{}", command.name),
        summary: command.summary.to_owned(),
    };
    COMMANDS.iter().map(found).collect()
}

/// The help of the prompt.
pub(super) fn overview() -> Document {
    let mut document = Document::new();
    document.paragraph(
        "Type a game and see its value: `<0,*|0> + *2`, `canonical(Domineering(2, 3))`.",
    );
    document.paragraph("`G := ...` gives a name; `_` is the last value and `_7` that of input 7.");
    document.paragraph("`play(Domineering(4, 4))` plays a match with you.");
    document.heading("Commands");
    let row = |typed: String, summary: &str| {
        vec![Line::new().with(Role::Code, typed), crate::output::markdown::inline(summary)]
    };
    let mut rows = vec![row(
        "?NAME".to_owned(),
        "the page of a name, as `:help NAME`: `?mean`, `?<|`, `?G0101`",
    )];
    rows.extend(COMMANDS.iter().map(|command| row(command.typed(), command.summary)));
    document.table(rows);
    document.heading("Keys");
    document.table(vec![
        row("Tab".to_owned(), "complete a name, a command, a file, or a sign: `\\up` gives `↑`"),
        row("Up, Down".to_owned(), "earlier inputs that begin with what is typed; Ctrl-R searches"),
        row("Right".to_owned(), "at the end of the line: take the earlier input shown in grey"),
        row("Enter".to_owned(), "twice on empty lines: end an input whose bracket is open"),
        row("Ctrl-C".to_owned(), "clear the whole input, or stop a computation"),
        row(";".to_owned(), "at the end of an input: do not show its value"),
    ]);
    document
}

/// Says what is missing when `text` is empty.
fn missing(shell: &mut Shell<'_>, text: &str, message: &str) -> bool {
    if text.is_empty() {
        shell.refuse(&format!("error: {message}"));
    }
    text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_prefixes_are_enough() {
        assert_eq!(find("q").map(|command| command.name), Ok("quit"));
        assert_eq!(find("loa").map(|command| command.name), Ok("load"));
        assert_eq!(find("se").map(|command| command.name), Ok("set"));
        assert_eq!(find("sa").map(|command| command.name), Ok("save"));
        assert_eq!(find("l").err().as_deref(), Some("error: `:l` may be `:load` or `:log`"));
        assert_eq!(find("reset").map(|command| command.name), Ok("reset"));
        assert_eq!(find("r").err().as_deref(), Some("error: `:reset` must be spelled out"));
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
