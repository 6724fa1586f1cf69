//! `upstar play`: how a match begins.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::Path;

use upstar_core::Player;

use super::current::TerminalMatch;
use super::seats::Seats;
use crate::cli::args::PlayArgs;
use crate::cli::context::Context;
use crate::cli::dialogue::{Line, Lines};
use crate::cli::exit::Exit;
use crate::cli::repl::lines::play_match;
use crate::cli::reply;
use crate::diagnostic::Diagnostic;
use crate::disk;
use crate::play::{Match, replay};
use crate::value::{Value, elements};

/// `upstar play [FILE] [P]`
pub(in crate::cli) fn play(context: &mut Context, args: &PlayArgs) -> Exit {
    let (file, position) = match args.what.as_slice() {
        [one] if one.ends_with(".game") => (Some(one), None),
        [one] => (None, Some(one)),
        [file, position, ..] => (Some(file), Some(position)),
        [] => (None, None),
    };
    if let Some(file) = file {
        let Context { session, supervisor, terminal, .. } = &mut *context;
        let (reply, _) = supervisor.compute(|| session.run(file, &mut |_, _| {}));
        let exit = terminal.outcome(session, &reply);
        if exit != Exit::Success {
            return exit;
        }
    }
    let game = match position {
        Some(position) => new_match(context, position, args),
        None => saved(context),
    };
    let game = match game {
        Ok(game) => game,
        Err(exit) => return exit,
    };
    let seats = match (args.two, args.watch) {
        (true, _) => Seats::Two,
        (_, true) => Seats::Watch,
        _ => Seats::Person(args.side.map_or(Player::Left, Player::from)),
    };
    let before = match file {
        Some(file) if position.is_some() => format!("use {:?}", disk::full_path(file)),
        _ => String::new(),
    };
    context.supervisor.stay_at_prompt();
    let before = match file {
        Some(file) if position.is_none() => {
            let name = disk::canonical_name(Path::new(file));
            let source = context.session.sources().named(&name);
            definitions(&source.expect("the file was run").text)
        }
        _ => before,
    };
    let current = TerminalMatch::new(context, game, seats, before);
    if io::stdin().is_terminal() { play_match(current) } else { current.run(&mut Piped) }
}

/// Definitions in a file of a match, before the match itself.
fn definitions(text: &str) -> String {
    let above = text.split_once("\nstart := ").map_or("", |(above, _)| above);
    let lines = above.lines().filter(|line| !line.starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// A match that begins where the arguments say.
fn new_match(context: &mut Context, position: &str, args: &PlayArgs) -> Result<Match, Exit> {
    let start = value(context, position)?;
    let person = args.side.map_or(Player::Left, Player::from);
    let first = match (args.first, args.two || args.watch) {
        (Some(first), _) => first.into(),
        (None, true) => Player::Left,
        (None, false) => person,
    };
    context
        .session
        .ask(|host| Match::new(host, start, first))
        .map_err(|diagnostic| failed(context, &diagnostic))
}

/// Match of a saved file, from its `start`, `first` and `played`.
fn saved(context: &mut Context) -> Result<Match, Exit> {
    let [start, first, played] = ["start", "first", "played"].map(|name| value(context, name));
    let (start, first, played) = (start?, first?, played?);
    let game = context.session.ask(|host| {
        let Value::Player(first) = first else { return Err(first.wrong("who begins")) };
        let text = |value: Value| match value {
            Value::Text(text) => Ok(text.to_string()),
            other => Err(other.wrong("the text of a move")),
        };
        let moves = elements(&played)?.map(text).collect::<Result<Vec<_>, _>>()?;
        replay(host, start, first, &moves)
    });
    game.map_err(|diagnostic| failed(context, &diagnostic))
}

/// The value of an expression.
fn value(context: &mut Context, text: &str) -> Result<Value, Exit> {
    let Context { session, supervisor, terminal, .. } = &mut *context;
    let (mut reply, _) = supervisor.compute(|| session.eval("play", text));
    reply.wanted.clear();
    let answer = reply.answers.pop().map(|answer| answer.value);
    terminal.outcome(session, &reply);
    match (reply::exit(&reply), answer) {
        (Exit::Success, Some(value)) => Ok(value),
        (Exit::Success, None) => {
            terminal.error("this has no value; give a position, as in `upstar play 'Nim(3, 5)'`");
            Err(Exit::Usage)
        }
        (exit, _) => Err(exit),
    }
}

fn failed(context: &Context, diagnostic: &Diagnostic) -> Exit {
    context.terminal.diagnostic_of(&context.session, diagnostic);
    Exit::Failed
}

/// Lines from a file or a pipe, which are shown as if they were typed.
struct Piped;

impl Lines for Piped {
    fn read(&mut self, prompt: &str, _: Vec<String>) -> Line {
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => Line::Eof,
            Ok(_) => {
                let line = line.trim_end_matches(['\n', '\r']).to_owned();
                // Echo the line, as a terminal would.
                println!("{prompt}{line}");
                Line::Text(line)
            }
        }
    }
}
