//! Commands of a match.

use std::sync::Arc;

use super::current::{TerminalMatch, sentence};
use super::seats::Seats;
use crate::cli::dialogue::Flow;
use crate::diagnostic::Diagnostic;
use crate::output::{Document, Line, Role};
use crate::play;
use crate::play::Effort;
use crate::value::Value;

/// A command of a match.
pub(super) struct MatchWord {
    name: &'static str,
    argument: &'static str,
    summary: &'static str,
    pub(super) run: fn(&mut TerminalMatch<'_>, &str) -> Result<Flow, Diagnostic>,
}

/// All commands, in the order of the help.
const WORDS: &[MatchWord] = &[
    MatchWord { name: "moves", argument: "", summary: "all moves, with their numbers", run: moves },
    MatchWord { name: "board", argument: "", summary: "the position again", run: board },
    MatchWord { name: "hint", argument: "", summary: "a good move, and why", run: hint },
    MatchWord {
        name: "why",
        argument: "",
        summary: "why the machine moved so, and who wins now",
        run: why,
    },
    MatchWord { name: "undo", argument: "", summary: "take back your last move", run: undo },
    MatchWord { name: "swap", argument: "", summary: "exchange sides with the machine", run: swap },
    MatchWord {
        name: "go",
        argument: "",
        summary: "have the machine move after Ctrl-C",
        run: let_machine_move,
    },
    MatchWord {
        name: "save",
        argument: "FILE",
        summary: "write the match as a program",
        run: save,
    },
    MatchWord { name: "resign", argument: "", summary: "give up", run: resign },
    MatchWord { name: "help", argument: "", summary: "this list", run: help },
    MatchWord { name: "quit", argument: "", summary: "leave, as Ctrl-D does", run: quit },
];

/// Returns the names of the commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|word| word.name)
}

/// Returns the command that a line begins with, and its argument; `None` when it is a move. A colon
/// before it is allowed, as at the prompt.
pub(super) fn find(text: &str) -> Option<Result<(&'static MatchWord, &str), String>> {
    if text == "?" {
        return find("help");
    }
    let (spoken, colon) = match text.strip_prefix(':') {
        Some(spoken) => (spoken, true),
        None => (text, false),
    };
    let (name, argument) = spoken.split_once(char::is_whitespace).unwrap_or((spoken, ""));
    let name = name.to_lowercase();
    let named = |word: &&MatchWord| word.name == name || colon && word.name.starts_with(&*name);
    let found = WORDS.iter().find(named);
    match found {
        None if colon => Some(Err(format!("There is no `:{name}` in a match. `help` lists all."))),
        None => None,
        Some(word) if word.argument.is_empty() && !argument.trim().is_empty() => {
            Some(Err(format!("Nothing can stand after `{}`.", word.name)))
        }
        Some(word) => Some(Ok((word, argument.trim()))),
    }
}

fn moves(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    let moves = match current.ask(|host, game| game.ending(host))? {
        Some(_) => Vec::new(),
        None => current.ask(|host, game| game.moves(host))?,
    };
    match moves.is_empty() {
        true => current.context.terminal.line("There are no moves."),
        false => current.list(&moves),
    }
    Ok(Flow::On)
}

fn board(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    current.board()?;
    Ok(Flow::On)
}

fn hint(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    let player = current.game.to_move();
    if !over(current)? && current.ask(|host, game| game.to_forbid(host))?.is_some() {
        let best =
            current.ask(|host, game| play::choose_forbidden(host, game, Effort::default()))?;
        let names: Vec<String> = best.into_iter().map(|one| one.name).collect();
        let what = if names.is_empty() { "nothing".to_owned() } else { names.join("; ") };
        current.wrapped(&format!("Forbid {what}."));
        return Ok(Flow::On);
    }
    match over(current)? {
        true => current.context.terminal.line("The match is over."),
        false => match current.ask(|host, game| play::choose(host, game, Effort::default())) {
            Ok(Some(choice)) => {
                current.wrapped(&format!(
                    "{}: {}.",
                    choice.made.name,
                    choice.reason(&current.game, player)
                ));
            }
            Ok(None) => {}
            Err(diagnostic) => current.show_error(&diagnostic),
        },
    }
    Ok(Flow::On)
}

fn why(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    if let Some((player, choice)) = &current.last {
        let reason =
            format!("I played {}: {}.", choice.made.name, choice.reason(&current.game, *player));
        current.wrapped(&reason);
    }
    if let Some(ending) = current.ask(|host, game| game.ending(host))? {
        if current.last.is_none() {
            current.wrapped(&format!("The match is over. {}.", sentence(&ending)));
        }
        return Ok(Flow::On);
    }
    match current.ask(|host, game| play::why(host, game)) {
        Ok(Some(why)) => current.show_answer(&Value::Explanation(Arc::new(why))),
        Ok(None) => current.context.terminal.line("Who wins now takes too long to find out."),
        Err(diagnostic) => current.show_error(&diagnostic),
    }
    Ok(Flow::On)
}

fn undo(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    if !current.take_back() {
        current.context.terminal.line("There is nothing to take back.");
    }
    Ok(Flow::On)
}

fn swap(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    match current.seats {
        Seats::Person(person) => {
            let person = person.opponent();
            current.seats = Seats::Person(person);
            current.stopped = false;
            current.context.terminal.line(format!("You are {} now.", current.game.name_of(person)));
        }
        _ => current.context.terminal.line("Sides can be exchanged only with the machine."),
    }
    Ok(Flow::On)
}

fn let_machine_move(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    match (over(current)?, current.stopped) {
        (true, _) => current.context.terminal.line("The match is over."),
        (false, true) => match current.ask(|host, game| game.to_forbid(host))? {
            Some(_) => current.forbid_at_once()?,
            None => current.hurry()?,
        },
        (false, false) => current.context.terminal.line("It is your turn."),
    }
    Ok(Flow::On)
}

fn save(current: &mut TerminalMatch<'_>, path: &str) -> Result<Flow, Diagnostic> {
    let path = path.trim_matches('"');
    if path.is_empty() {
        current.context.terminal.line("`save` needs a file, as in `save match.game`.");
        return Ok(Flow::On);
    }
    let before = current.before.clone();
    match current.ask(|host, game| play::record(host, game, &before)) {
        Ok(text) => match current.context.saves.save(path, &text) {
            Ok(saved) => current.context.terminal.line(format!("{}.", sentence(&saved))),
            Err(error) => {
                current.context.terminal.line(format!("`{path}` cannot be written: {error}."));
            }
        },
        Err(diagnostic) => current.show_error(&diagnostic),
    }
    Ok(Flow::On)
}

fn resign(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    match over(current)? {
        true => current.context.terminal.line("The match is over."),
        false => {
            let loser = match current.seats {
                Seats::Person(person) => person,
                _ => current.game.to_move(),
            };
            current.game.resign(loser);
            current.shown = false;
        }
    }
    Ok(Flow::On)
}

fn help(current: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    let mut document = Document::new();
    document.paragraph(
        "A move is typed by its name: a cell `b3`, cells `b3 c3`, from and to `b3-c3`; an edge \
         `0-1` or a vertex `4`; a heap and what is left `7>4`, or `take 3 from 7`; coins by \
         their places. A part of it is enough where nothing else fits. `#3` is the third of \
         `moves`. The position that the move leads to may be typed instead.",
    );
    let row = |word: &MatchWord| {
        let typed = format!("{} {}", word.name, word.argument).trim_end().to_owned();
        vec![Line::new().with(Role::Code, typed), Line::new().text(word.summary)]
    };
    document.table(WORDS.iter().map(row).collect());
    current.context.terminal.document(&document);
    Ok(Flow::On)
}

fn quit(_: &mut TerminalMatch<'_>, _: &str) -> Result<Flow, Diagnostic> {
    Ok(Flow::Quit)
}

fn over(current: &mut TerminalMatch<'_>) -> Result<bool, Diagnostic> {
    Ok(current.ask(|host, game| game.ending(host))?.is_some())
}

impl TerminalMatch<'_> {
    /// Undoes moves back to the last turn of a person; returns whether there was one.
    fn take_back(&mut self) -> bool {
        let mut game = self.game.clone();
        let mut news = Vec::new();
        if let Some(player) = game.go_on() {
            news.push(format!("{} goes on.", game.name_of(player)));
        } else {
            while let Some(taken) = game.take_back() {
                news.push(format!("{} takes back {}.", game.name_of(taken.by), taken.name));
                if self.seats == Seats::Watch || !self.seats.is_machine(game.to_move()) {
                    break;
                }
                if game.played().is_empty() {
                    return false;
                }
            }
        }
        if news.is_empty() {
            return false;
        }
        news.iter().for_each(|line| self.context.terminal.line(line));
        self.game = game;
        self.stopped = self.seats == Seats::Watch;
        self.shown = false;
        self.last = None;
        true
    }
}
