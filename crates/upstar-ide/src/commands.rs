//! Commands, which begin with a colon, and requests for help: names, summaries, and search.
//!
//! Knows: the commands of all faces, unique prefixes, missing arguments.
//! Must not know: how a face executes a command.

use super::completion::{Candidate, beside};
use crate::builtins::glossary;
use crate::output::{Document, Line, Role, markdown};
use crate::resolve;
use crate::session::find::{SearchHit, listed};
use crate::session::{Page, Session, Stats, help};

/// Action of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Shows the list of commands, or a page.
    Help,
    /// Searches names and pages for words.
    Find,
    /// Lists rulesets.
    Rulesets,
    /// Lists the terms of the field, or shows what one means.
    Glossary,
    /// Shows inputs to begin with.
    Examples,
    /// Begins a lesson, goes on with it, or ends it.
    Tutorial,
    /// Helps with the step of a lesson.
    Hint,
    /// Shows the page of an error.
    Explain,
    /// Shows all about a value.
    Info,
    /// Shows what kind of value it is.
    Type,
    /// Shows which engine answers questions about a game.
    How,
    /// Evaluates and shows how long that took.
    Time,
    /// Shows what did not fit on the screen.
    More,
    /// Clears the screen.
    Clear,
    /// Runs a file.
    Load,
    /// Writes the session as a file.
    Save,
    /// Logs the output to a file.
    Log,
    /// Undoes the last input that bound a name.
    Undo,
    /// Forgets everything.
    Reset,
    /// Shows or changes settings.
    Set,
    /// Shows how much was computed.
    Stats,
    /// Leaves.
    Quit,
}

/// Place where commands are typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// The prompt in a terminal, or a script of inputs.
    Prompt,
    /// A cell of a notebook.
    Notebook,
}

impl Face {
    /// The commands of this face, in the order of the help.
    pub fn commands(self) -> impl Iterator<Item = &'static Command> + Clone {
        COMMANDS.iter().filter(move |command| match self {
            Face::Prompt => true,
            // A notebook has no pages of a screen, keeps its output, is closed by its own menu, and can be a lesson itself.
            Face::Notebook => !matches!(
                command.action,
                Action::More
                    | Action::Clear
                    | Action::Log
                    | Action::Quit
                    | Action::Tutorial
                    | Action::Hint
            ),
        })
    }
}

/// A command.
#[derive(Debug)]
pub struct Command {
    /// Its name, without the colon.
    pub name: &'static str,
    /// Argument; in brackets if it may be left out.
    argument: &'static str,
    /// Description of the argument with an example; empty if there is none.
    needs: &'static str,
    /// Summary of one line.
    pub summary: &'static str,
    /// Action.
    pub action: Action,
}

impl Command {
    /// Name as it is typed.
    fn typed(&self) -> String {
        format!(":{} {}", self.name, self.argument).trim_end().to_owned()
    }

    /// Whether `prefix` is accepted for the command: those that cannot be undone are spelled out.
    fn may_be(&self, prefix: &str) -> bool {
        self.name.starts_with(prefix) && self.action != Action::Reset
    }
}

/// All commands, in the order of the help.
const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        argument: "[NAME]",
        needs: "",
        summary: "this list, or the page of a name, an operator or a command",
        action: Action::Help,
    },
    Command {
        name: "tutorial",
        argument: "[LESSON]",
        needs: "",
        summary: "lessons that you type along with, from where you were; `:tutorial 2` or `:tutorial games` begins one, `:tutorial stop` leaves",
        action: Action::Tutorial,
    },
    Command {
        name: "hint",
        argument: "",
        needs: "",
        summary: "help with what the lesson asks for",
        action: Action::Hint,
    },
    Command {
        name: "find",
        argument: "WORDS",
        needs: "words, as in `:find atomic weight`",
        summary: "names, operators, commands and errors that fit these words, which may be a question",
        action: Action::Find,
    },
    Command {
        name: "rulesets",
        argument: "[WORDS]",
        needs: "",
        summary: "the rulesets that can be played, or those that fit these words: `:rulesets domino`",
        action: Action::Rulesets,
    },
    Command {
        name: "glossary",
        argument: "[TERM]",
        needs: "",
        summary: "the terms of the field, or what one means: `:glossary hot`",
        action: Action::Glossary,
    },
    Command {
        name: "examples",
        argument: "",
        needs: "",
        summary: "inputs to begin with",
        action: Action::Examples,
    },
    Command {
        name: "explain",
        argument: "CODE",
        needs: "the code of an error, as in `:explain G0101`",
        summary: "the page of an error, such as `G0101`",
        action: Action::Explain,
    },
    Command {
        name: "info",
        argument: "E",
        needs: "an expression, as in `:info <3|1>`",
        summary: "all about the value of `E`: outcome, birthday, stops, temperature, ...",
        action: Action::Info,
    },
    Command {
        name: "type",
        argument: "E",
        needs: "an expression, as in `:type 1/2 + *`",
        summary: "what kind of value `E` has",
        action: Action::Type,
    },
    Command {
        name: "how",
        argument: "E",
        needs: "a position, as in `:how Kayles(2000)`",
        summary: "which engine answers questions about `E`, and what the rules ask that is slow",
        action: Action::How,
    },
    Command {
        name: "time",
        argument: "E",
        needs: "an expression, as in `:time nimber(Kayles(1000))`",
        summary: "the value of `E`, and how long it took",
        action: Action::Time,
    },
    Command {
        name: "more",
        argument: "",
        needs: "",
        summary: "what did not fit on the screen",
        action: Action::More,
    },
    Command {
        name: "clear",
        argument: "",
        needs: "",
        summary: "clear the screen; nothing is forgotten",
        action: Action::Clear,
    },
    Command {
        name: "load",
        argument: "FILE",
        needs: "a file, as in `:load homework.game`",
        summary: "run a file and keep what it defines",
        action: Action::Load,
    },
    Command {
        name: "save",
        argument: "FILE",
        needs: "a file, as in `:save homework.game`",
        summary: "write this session as a file that can be run",
        action: Action::Save,
    },
    Command {
        name: "log",
        argument: "FILE",
        needs: "a file, as in `:log homework.log`, or `off`",
        summary: "log everything that is printed from now on; `:log off` ends that",
        action: Action::Log,
    },
    Command {
        name: "undo",
        argument: "",
        needs: "",
        summary: "take back the last input that bound something, and all after it",
        action: Action::Undo,
    },
    Command {
        name: "reset",
        argument: "",
        needs: "",
        summary: "forget everything; must be spelled out",
        action: Action::Reset,
    },
    Command {
        name: "set",
        argument: "[NAME VALUE]",
        needs: "",
        summary: "all settings, or change one: `:set notation ascii`",
        action: Action::Set,
    },
    Command {
        name: "stats",
        argument: "",
        needs: "",
        summary: "how much this session has computed and keeps",
        action: Action::Stats,
    },
    Command {
        name: "quit",
        argument: "",
        needs: "",
        summary: "leave, as Ctrl-D does",
        action: Action::Quit,
    },
];

/// Parses the text after a colon: the command and its argument, which is present if the command needs one.
/// A colon alone asks for help.
///
/// # Errors
/// A message for the user.
pub fn read(face: Face, text: &str) -> Result<(&'static Command, &str), String> {
    let text = text.trim();
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let command = find(face, if name.is_empty() { "help" } else { name })?;
    let argument = argument.trim();
    if command.argument.is_empty() && !argument.is_empty() {
        return Err(format!("nothing can stand after `:{}`", command.name));
    }
    if argument.is_empty() && !command.needs.is_empty() {
        return Err(format!(":{} needs {}", command.name, command.needs));
    }
    Ok((command, argument))
}

/// Command with this name, or the only one that has it as a prefix.
///
/// # Errors
/// A message for the user.
fn find(face: Face, name: &str) -> Result<&'static Command, String> {
    if let Some(command) = face.commands().find(|command| command.name == name) {
        return Ok(command);
    }
    let matching: Vec<&Command> = face.commands().filter(|command| command.may_be(name)).collect();
    match matching.as_slice() {
        [command] => Ok(*command),
        [] => Err(match face.commands().find(|command| command.name.starts_with(name)) {
            Some(command) => format!("`:{}` must be spelled out", command.name),
            None => unknown(face, name),
        }),
        several => {
            let names: Vec<String> =
                several.iter().map(|command| format!("`:{}`", command.name)).collect();
            Err(format!("`:{name}` may be {}", names.join(" or ")))
        }
    }
}

fn unknown(face: Face, name: &str) -> String {
    let near = resolve::nearest(name, face.commands().map(|command| command.name))
        .map(|near| format!(":{near}"))
        .or_else(|| resolve::synonym(name).filter(|ours| ours.starts_with(':')).map(str::to_owned));
    let hint =
        near.map_or("type :help for a list".to_owned(), |near| format!("did you mean `{near}`?"));
    format!("there is no command `:{name}` ({hint})")
}

/// Page of a command, whose name is given with its colon.
pub fn page(face: Face, name: &str) -> Option<Result<Page, String>> {
    let page = |command: &Command| Page {
        name: format!(":{}", command.name),
        signature: command.typed(),
        summary: command.summary.to_owned(),
        ..Page::default()
    };
    let name = name.strip_prefix(':').filter(|name| name.starts_with(char::is_alphabetic))?;
    Some(find(face, name).map(page))
}

/// All commands, for `:find`.
pub fn found(face: Face) -> Vec<SearchHit> {
    let found = |command: &Command| SearchHit {
        name: format!(":{}", command.name),
        summary: command.summary.to_owned(),
    };
    face.commands().map(found).collect()
}

/// Commands that begin with `prefix`, for completion.
pub fn beginning(face: Face, prefix: &str) -> Vec<Candidate> {
    let found = || face.commands().filter(|command| command.name.starts_with(prefix));
    let widest = found().map(|command| command.name.len()).max().unwrap_or(0);
    let candidate = |command: &Command| Candidate {
        shown: beside(command.name, widest, command.summary),
        inserted: command.name.to_owned(),
    };
    found().map(candidate).collect()
}

/// Beginning of the help of a face: kinds of inputs, and the commands.
pub fn overview(face: Face) -> Document {
    let mut document = Document::new();
    document.paragraph(
        "Type a game and see its value: `<0,*|0> + *2`, `canonical(Domineering(2, 3))`.",
    );
    document.paragraph("`G := ...` gives a name; `_` is the last value and `_7` that of input 7.");
    if face == Face::Prompt {
        document.paragraph("`play(Domineering(4, 4))` plays a match with you.");
    }
    document.heading("Commands");
    let mut rows = vec![row(
        "?NAME".to_owned(),
        "the page of a name, as `:help NAME`: `?mean`, `?<|`, `?G0101`",
    )];
    rows.extend(face.commands().map(|command| row(command.typed(), command.summary)));
    document.table(rows);
    document
}

/// Inputs to begin with, and what each shows.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("<0,*|0> + *2", "the canonical form of a sum"),
    ("temperature(<3|1>)", "how much a move is worth"),
    ("thermograph(<4||1|0>)", "the stops at each temperature"),
    ("canonical(Domineering(3, 3))", "the value of a board"),
    ("outcome(Nim(3, 5, 6))", "who wins"),
    ("winning_moves(Nim(3, 5, 7), Left)", "how to win"),
    ("explain(<0, 1|2>)", "why an answer is right"),
    ("[nimber(Kayles(n)) for n in 0..12]", "a table of nimbers"),
    ("game Z(n) { move n - k for k in 1..2 if k <= n }; nimber(Z(5))", "rules of your own"),
    ("outcome(misere(Nim(1, 1)))", "misère play"),
    ("on + off", "a loopy game"),
];

/// The inputs to begin with.
pub fn examples() -> Document {
    let mut document = Document::new();
    document.table(EXAMPLES.iter().map(|(input, shows)| row((*input).to_owned(), shows)).collect());
    document.paragraph(
        "A match begins with `play(Domineering(4, 4))`; `:rulesets` lists what can be played.",
    );
    document
}

/// The terms of the field, or the page of one.
///
/// # Errors
/// A message for the user when there is no such term.
pub fn glossary(term: &str) -> Result<Document, String> {
    if term.is_empty() {
        return Ok(listed(&help::terms()));
    }
    let found = glossary::find(term).map(|term| help::page(&help::of_term(term)));
    found.ok_or_else(|| format!("the glossary has no `{term}` (type :glossary for all terms)"))
}

/// The rulesets that fit some words.
///
/// # Errors
/// A message for the user when there is none.
pub fn rulesets(session: &Session, words: &str) -> Result<Document, String> {
    match session.rulesets(words) {
        found if found.is_empty() => {
            Err(format!("no ruleset fits `{words}` (type :rulesets for all of them)"))
        }
        found => Ok(listed(&found)),
    }
}

/// Row of help: the input and its effect.
pub fn row(typed: String, summary: &str) -> Vec<Line> {
    vec![Line::new().with(Role::Code, typed), markdown::inline(summary)]
}

/// Name in `?name` or `name?`; empty for `?` alone.
pub fn asked(text: &str) -> Option<&str> {
    if let Some(name) = text.strip_prefix('?') {
        return Some(name.trim_start_matches('?').trim());
    }
    let name = text.strip_suffix('?')?.trim_end();
    name.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(name)
}

/// Report of `:undo`.
pub fn taken_back(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("taken back: {}", names.join(", "))
}

/// A path, which may stand in quotes.
pub fn unquoted(path: &str) -> &str {
    path.strip_prefix('"').and_then(|path| path.strip_suffix('"')).unwrap_or(path)
}

/// Report of `:stats`.
pub fn stats(stats: &Stats) -> Document {
    let about = |bytes: u64| match bytes >> 20 {
        0 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        mebibytes => format!("{mebibytes} MiB"),
    };
    let game_bytes = about(u64::try_from(stats.game_bytes).unwrap_or(u64::MAX));
    let most = super::limits::shown_size(stats.max_bytes);
    let rows = [
        ("inputs", stats.inputs.to_string()),
        ("names bound", stats.names.to_string()),
        ("canonical forms", format!("{}, in {game_bytes}", stats.games)),
        ("positions remembered", stats.positions.to_string()),
        ("steps of the last input", stats.steps.to_string()),
        ("memory", format!("{} of {most}", about(stats.bytes))),
    ];
    let row = |(label, text): (&str, String)| {
        vec![Line::new().with(Role::Faint, label), Line::new().text(text)]
    };
    let mut document = Document::new();
    document.table(rows.into_iter().map(row).collect());
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_prefixes_are_enough() {
        let find = |name| find(Face::Prompt, name);
        assert_eq!(find("q").map(|command| command.name), Ok("quit"));
        assert_eq!(find("loa").map(|command| command.name), Ok("load"));
        assert_eq!(find("se").map(|command| command.name), Ok("set"));
        assert_eq!(find("sa").map(|command| command.name), Ok("save"));
        assert_eq!(find("l").err().as_deref(), Some("`:l` may be `:load` or `:log`"));
        assert_eq!(find("reset").map(|command| command.name), Ok("reset"));
        assert_eq!(find("ru").map(|command| command.name), Ok("rulesets"));
        assert_eq!(find("res").err().as_deref(), Some("`:reset` must be spelled out"));
        assert_eq!(
            find("laod").err().as_deref(),
            Some("there is no command `:laod` (did you mean `:load`?)")
        );
        assert_eq!(
            find("doc").err().as_deref(),
            Some("there is no command `:doc` (did you mean `:help`?)")
        );
    }

    #[test]
    fn a_notebook_has_no_screen_to_leave() {
        let read = |text| read(Face::Notebook, text).map(|(command, _)| command.name);
        assert_eq!(read("l a.game"), Ok("load"));
        assert!(read("quit").is_err_and(|message| message.contains("no command")));
        assert_eq!(read("load").err().unwrap(), ":load needs a file, as in `:load homework.game`");
    }

    #[test]
    fn inputs_to_begin_with_are_answered() {
        for (input, _) in EXAMPLES {
            let reply = crate::session::Session::default().eval("example", input);
            assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
        }
    }

    #[test]
    fn rulesets_and_terms_are_found_by_words() {
        let session = crate::session::Session::default();
        let shown = |document| crate::output::render(&document, crate::output::Style::default());
        assert!(shown(rulesets(&session, "domino").unwrap()).contains("Domineering"));
        assert!(shown(rulesets(&session, "").unwrap()).contains("Kayles"));
        assert!(rulesets(&session, "zebra").is_err() && glossary("zebra").is_err());
        for term in ["hot", "Reversible moves", "mex rule", "P-position", "misere"] {
            let found = glossary(term);
            assert!(found.is_ok() || term == "P-position", "{term}");
        }
    }

    #[test]
    fn the_overview_names_every_command() {
        for face in [Face::Prompt, Face::Notebook] {
            let text = crate::output::render(&overview(face), crate::output::Style::default());
            assert!(face.commands().all(|command| text.contains(&format!(":{}", command.name))));
        }
    }

    #[test]
    fn help_is_asked_for_before_or_after_a_name() {
        assert_eq!(asked("?mean"), Some("mean"));
        assert_eq!(asked("mean ?"), Some("mean"));
        assert_eq!(asked("?"), Some(""));
        assert_eq!(asked("check 1 == ?"), None);
        assert_eq!(asked("1 + 1"), None);
    }
}
