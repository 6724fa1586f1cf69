//! Matches, held against the rules: names of moves, what the machine plays, records, draws.

mod aims;
mod goals;
mod machine;
mod names;
mod points;
mod record;

use std::path::Path;

use upstar::play::{Choice, Effort, Match, MoveReading, choose, read};
use upstar::session::Session;
use upstar::value::Value;
use upstar_core::Player;

/// A session of the project.
pub(crate) fn session() -> Session {
    crate::support::session(Path::new("tests"))
}

/// The value of an expression.
pub(crate) fn value(session: &mut Session, text: &str) -> Value {
    let reply = session.eval("play", text);
    assert!(reply.diagnostics.is_empty(), "{text}: {:?}", reply.diagnostics);
    reply.answers.into_iter().last().map_or(Value::Nothing, |answer| answer.value)
}

/// A match from a position that is typed.
fn begin(session: &mut Session, text: &str, first: Player) -> Match {
    let start = value(session, text);
    session.ask(|host| Match::new(host, start, first)).unwrap()
}

/// The names of all moves, in order.
fn names_of(session: &mut Session, text: &str, player: Player) -> Vec<String> {
    let game = begin(session, text, player);
    let moves = session.ask(|host| game.moves(host)).unwrap();
    moves.into_iter().map(|one| one.name).collect()
}

/// What is understood by a text: a move, several, or why it is none.
fn hear(session: &mut Session, game: &Match, text: &str) -> String {
    match session.ask(|host| read(host, game, text)).unwrap() {
        MoveReading::Move(one) => one.name,
        MoveReading::Several(moves) => {
            let names: Vec<String> = moves.into_iter().map(|one| one.name).collect();
            format!("{}?", names.join(" | "))
        }
        MoveReading::Nothing { reason, near } => match near {
            Some(near) => format!("{reason} ({near}?)"),
            None => reason,
        },
    }
}

/// What the machine plays.
fn chosen(session: &mut Session, game: &Match) -> Choice {
    session.ask(|host| choose(host, game, Effort::default())).unwrap().expect("there is a move")
}

/// Makes a move by its name.
fn make(session: &mut Session, game: &mut Match, text: &str) {
    let MoveReading::Move(one) = session.ask(|host| read(host, game, text)).unwrap() else {
        panic!("{text} is no move")
    };
    session.ask(|host| game.play(host, *one)).unwrap();
}
