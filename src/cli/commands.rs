//! Commands of the prompt, which begin with a colon.
//!
//! Knows: the commands, their unique prefixes, what each does.
//! Must not know: how a line is edited.

use super::settings;
use super::shell::{Flow, Shell};
use crate::output::{Document, Line, Role};
use crate::session::Page;
use crate::session::find::Found;
use crate::{resolve, session};

/// One command.
pub(super) struct Command {
    /// Its name, without the colon.
    pub(super) name: &'static str,
    /// Its argument.
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
        run: help,
    },
    Command {
        name: "find",
        argument: "WORDS",
        summary: "names, operators, commands and errors that fit these words, which may be a question",
        run: find,
    },
    Command {
        name: "explain",
        argument: "CODE",
        summary: "the page of an error, such as `G0101`",
        run: explain,
    },
    Command {
        name: "info",
        argument: "E",
        summary: "all about the value of `E`: outcome, birthday, stops, temperature, ...",
        run: info,
    },
    Command { name: "type", argument: "E", summary: "what kind of value `E` has", run: type_of },
    Command {
        name: "time",
        argument: "E",
        summary: "the value of `E`, and how long it took",
        run: time,
    },
    Command { name: "more", argument: "", summary: "what did not fit on the screen", run: more },
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
        name: "log",
        argument: "FILE",
        summary: "write down all that is said from now on; `:log off` ends that",
        run: log,
    },
    Command {
        name: "undo",
        argument: "",
        summary: "take back the last input that bound something, and all after it",
        run: undo,
    },
    Command {
        name: "reset",
        argument: "",
        summary: "forget everything; must be spelled out",
        run: reset,
    },
    Command {
        name: "set",
        argument: "[NAME VALUE]",
        summary: "all settings, or change one: `:set notation ascii`",
        run: set,
    },
    Command {
        name: "stats",
        argument: "",
        summary: "how much this session has computed and keeps",
        run: stats,
    },
    Command { name: "quit", argument: "", summary: "leave, as Ctrl-D does", run: quit },
];

/// Commands that cannot be undone, and so must be spelled out.
const SPELLED_OUT: &[&str] = &["reset"];

/// Runs the command after the colon.
pub(super) fn run(shell: &mut Shell<'_>, text: &str) -> Flow {
    let text = text.trim();
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if name.is_empty() {
        return help(shell, "");
    }
    match find_command(name) {
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
fn find_command(name: &str) -> Result<&'static Command, String> {
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
    Some(find_command(name).map(page))
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

/// Refuses an empty argument with `message`.
fn missing(shell: &mut Shell<'_>, text: &str, message: &str) -> bool {
    if text.is_empty() {
        shell.refuse(&format!("error: {message}"));
    }
    text.is_empty()
}

fn help(shell: &mut Shell<'_>, name: &str) -> Flow {
    shell.help(name.trim_start_matches('?'));
    Flow::On
}

fn find(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":find needs words, as in `:find atomic weight`") {
        return Flow::On;
    }
    let session = &shell.context.session;
    let found = session.find(text, &found());
    if found.is_empty() {
        let near = session.nearest(text).map(|near| format!(" (did you mean `{near}`?)"));
        let message = format!("error: nothing has `{text}` in it{}", near.unwrap_or_default());
        shell.refuse(&message);
    } else {
        shell.context.terminal.document(&session::find::listed(&found));
    }
    Flow::On
}

fn explain(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":explain needs the code of an error, as in `:explain G0101`") {
        return Flow::On;
    }
    match session::help::error_code(text) {
        Some(_) => shell.help(text),
        None => shell.refuse(&format!(
            "error: there is no error `{text}` (to explain a value, type `explain({text})`)"
        )),
    }
    Flow::On
}

fn info(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":info needs an expression, as in `:info <3|1>`") {
        return Flow::On;
    }
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
        context.terminal.error(&context.session, &diagnostic);
        shell.fail_input();
    }
    Flow::On
}

fn type_of(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":type needs an expression, as in `:type 1/2 + *`") {
        return Flow::On;
    }
    let context = &mut *shell.context;
    let (result, _) = context.supervisor.compute(|| context.session.type_of(text));
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

fn stats(shell: &mut Shell<'_>, _: &str) -> Flow {
    let stats = shell.context.session.stats();
    let about = |bytes: u64| match bytes >> 20 {
        0 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        mebibytes => format!("{mebibytes} MiB"),
    };
    let game_bytes = about(u64::try_from(stats.game_bytes).unwrap_or(u64::MAX));
    let rows = [
        ("inputs", stats.inputs.to_string()),
        ("names bound", stats.names.to_string()),
        ("canonical forms", format!("{}, in {game_bytes}", stats.games)),
        ("positions remembered", stats.positions.to_string()),
        ("steps of the last input", stats.steps.to_string()),
        ("memory", format!("{} of {}", about(stats.bytes), settings::size(stats.max_bytes))),
    ];
    let row = |(label, text): (&str, String)| {
        vec![Line::new().with(Role::Faint, label), Line::new().text(text)]
    };
    let mut document = Document::new();
    document.table(rows.into_iter().map(row).collect());
    shell.context.terminal.document(&document);
    Flow::On
}

fn more(shell: &mut Shell<'_>, _: &str) -> Flow {
    let rest = std::mem::take(&mut shell.unseen);
    if rest.is_empty() {
        shell.context.terminal.note("there is no more");
    } else {
        shell.context.terminal.again(&rest);
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
    match shell.context.saves.save(path, &shell.transcript.script()) {
        Ok(saved) => shell.context.terminal.note(&saved.to_string()),
        Err(error) => shell.refuse(&format!("error: `{path}` cannot be written: {error}")),
    }
    Flow::On
}

fn log(shell: &mut Shell<'_>, path: &str) -> Flow {
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

fn undo(shell: &mut Shell<'_>, _: &str) -> Flow {
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

fn reset(shell: &mut Shell<'_>, _: &str) -> Flow {
    shell.reset();
    shell.context.terminal.note("everything is forgotten");
    Flow::On
}

fn set(shell: &mut Shell<'_>, text: &str) -> Flow {
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

fn quit(_: &mut Shell<'_>, _: &str) -> Flow {
    Flow::Quit
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
        assert_eq!(find_command("q").map(|command| command.name), Ok("quit"));
        assert_eq!(find_command("loa").map(|command| command.name), Ok("load"));
        assert_eq!(find_command("se").map(|command| command.name), Ok("set"));
        assert_eq!(find_command("sa").map(|command| command.name), Ok("save"));
        assert_eq!(
            find_command("l").err().as_deref(),
            Some("error: `:l` may be `:load` or `:log`")
        );
        assert_eq!(find_command("reset").map(|command| command.name), Ok("reset"));
        assert_eq!(find_command("r").err().as_deref(), Some("error: `:reset` must be spelled out"));
        assert_eq!(
            find_command("laod").err().as_deref(),
            Some("error: there is no command `:laod` (did you mean `:load`?)")
        );
    }

    #[test]
    fn the_overview_names_every_command() {
        let text = crate::output::render(&overview(), crate::output::Style::default());
        assert!(COMMANDS.iter().all(|command| text.contains(&format!(":{}", command.name))));
    }
}
