//! Records of matches: programs that play a match again.
//!
//! Must not know: which moves are good.

use std::fmt::Write as _;

use upstar_core::Player;

use super::matches::{FORBID, Match};
use super::names::NamedMove;
use super::read::{MoveReading, read};
use super::rules::{Reason, illegal};
use crate::value::host::Host;
use crate::value::show::player_name;
use crate::value::{Fault, Result, Value, show};

/// The match that begins at `start` with these moves.
///
/// # Errors
/// For the first move that is not allowed, or may be several moves.
pub fn replay(host: &mut dyn Host, start: Value, first: Player, moves: &[String]) -> Result<Match> {
    let mut game = Match::new(host, start, first)?;
    let mut n = 0;
    while let Some(text) = moves.get(n) {
        host.store().budget().step()?;
        let listed: Vec<&str> = moves[n..].iter().map_while(|text| listed_in(text)).collect();
        if !listed.is_empty() && game.to_forbid(host)?.is_some() {
            let mut all = Vec::new();
            for listed in listed {
                n += 1;
                match forbidden(host, &game, listed)? {
                    Ok(moves) => all.extend(moves),
                    Err((name, heard)) => return Err(not_a_move(&game, n, &name, &heard)),
                }
            }
            game.forbid(host, all)?;
            continue;
        }
        n += 1;
        let made = match read(host, &game, text)? {
            MoveReading::Move(made) => *made,
            other => return Err(not_a_move(&game, n, text, &other)),
        };
        game.play(host, made)?;
    }
    Ok(game)
}

/// The names after the word for moves that are forbidden.
fn listed_in(text: &str) -> Option<&str> {
    text.trim().strip_prefix(FORBID).filter(|rest| rest.starts_with(' '))
}

/// The moves that a text with semicolons between them forbids, or the first that is no move and how it was read.
///
/// A name may contain semicolons: of the texts that begin at one place the longest one that is a move is taken.
///
/// # Errors
/// When the moves cannot be listed.
pub fn forbidden(
    host: &mut dyn Host,
    game: &Match,
    listed: &str,
) -> Result<std::result::Result<Vec<NamedMove>, (String, MoveReading)>> {
    let named = game.moves(host)?;
    let within = named.iter().map(|one| one.name.matches(';').count()).max().unwrap_or(0);
    let (mut moves, mut rest) = (Vec::new(), listed);
    while !rest.trim().is_empty() {
        host.store().budget().step()?;
        let ends = rest.match_indices(';').map(|(at, _)| at).chain([rest.len()]);
        let ends: Vec<usize> = ends.take(within + 1).collect();
        let (mut shortest, mut found) = (None, None);
        for end in ends.into_iter().rev() {
            let name = rest[..end].trim();
            if name.is_empty() {
                shortest = None;
                break;
            }
            match read(host, game, name)? {
                MoveReading::Move(one) => {
                    found = Some((*one, end));
                    break;
                }
                other => shortest = Some((name.to_owned(), other)),
            }
        }
        let end = match (found, shortest) {
            (Some((one, end)), _) => {
                moves.push(one);
                end
            }
            (None, Some(fault)) => return Ok(Err(fault)),
            (None, None) => 0,
        };
        rest = rest[end..].strip_prefix(';').unwrap_or("");
    }
    Ok(Ok(moves))
}

fn not_a_move(game: &Match, number: usize, text: &str, heard: &MoveReading) -> Fault {
    let player = game.name_of(game.to_move());
    match heard {
        MoveReading::Several(moves) => {
            let names: Vec<&str> = moves.iter().take(6).map(|one| one.name.as_str()).collect();
            illegal(format!("move {number}, {text:?}, may be several moves of {player}"))
                .help(format!("say more: {}", names.join(", ")))
        }
        MoveReading::Nothing { reason, near } => {
            let fault = illegal(format!("move {number}, {text:?}, is not allowed: {reason}"));
            match near {
                Some(near) => fault.help(format!("did you mean {near:?}?")),
                None => fault,
            }
        }
        MoveReading::Move(_) => illegal(format!("move {number}, {text:?}, is not allowed")),
    }
}

/// Text of a position as input for a match: within `form` if its moves are those typed.
pub fn as_input(value: &Value, shown: String) -> String {
    match value {
        Value::Typed(_) => format!("form({shown})"),
        Value::LoopyBracket(bracket) if bracket.is_as_typed() => format!("form({shown})"),
        _ => shown,
    }
}

/// Returns a program that plays the match again and checks its end. `before` has the definitions for its
/// position, or `use` of a file.
///
/// # Errors
/// When something in it cannot be written, or it cannot be found whether the match is over.
pub fn record(host: &mut dyn Host, game: &Match, before: &str) -> Result<String> {
    let store = host.store();
    let (start, end) = (show::value(&store, game.start())?, show::value(&store, game.position())?);
    let mut text = String::new();
    let mut line = |line: &str| {
        let _ = writeln!(text, "{line}");
    };
    line("// A match, move by move. `upstar check` says whether it is right, and `upstar play`");
    line("// goes on with it.");
    if !before.trim().is_empty() {
        line(before.trim_end());
    }
    let start = as_input(game.start(), start);
    line(&format!("start := {start}"));
    line(&format!("first := {}", player_name(game.first())));
    line("played := [");
    for pair in game.record().chunks(2) {
        let names: Vec<String> = pair.iter().map(|name| format!("{name:?}")).collect();
        line(&format!("  {},", names.join(", ")));
    }
    line("]");
    line("end := replay(start, first, played)");
    line("end");
    line(&format!("//= {end}"));
    line(&format!("check end == {end}"));
    if let Some(ending) = game.ending(host)? {
        let player = player_name(game.to_move());
        line(&format!("// {ending}."));
        let is_forbidden = game.forbidden().is_some_and(|moves| !moves.is_empty());
        if let Reason::NoMove | Reason::Misere | Reason::Goal = ending.reason
            && !is_forbidden
        {
            line(&format!("check moves(end, {player}) == []"));
        }
    }
    Ok(text)
}
