//! Strategies: played from the positions of the key against the machine.
//!
//! The machine plays a winning reply if there is one, and then the student has lost. Otherwise it tries
//! every reply, so a strategy that passes wins against all play.

use rustc_hash::FxHashSet;
use upstar_core::Player;

use super::assessment::Assessment;
use super::comparing::{MarkingSession, is_function, items};
use crate::builtins;
use crate::diagnostic::{Code, Diagnostic};
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, show};

/// Most positions in which a strategy is called.
const MOST_POSITIONS: usize = 3000;
/// Most moves of a match.
const MOST_MOVES: usize = 300;

/// Plays a strategy from all positions of the question.
pub(super) fn assess(
    marking: &mut MarkingSession,
    strategy: &Value,
) -> std::result::Result<Assessment, Diagnostic> {
    if !is_function(strategy) {
        let remark = "a function is asked for, from a position to the position after the move";
        return Ok(Assessment::of(false).saying(remark.to_owned()));
    }
    let starts = marking.given.clone();
    let strategy = strategy.clone();
    marking.session.compute(move |host| {
        for start in &starts {
            let (position, player) = start_of(start)?;
            let mut game =
                Game { strategy: &strategy, player, seen: FxHashSet::default(), line: Vec::new() };
            game.line.push(position.clone());
            if let Some(end) = game.play(host, position)? {
                return Ok(Assessment::of(false).saying(game.report(host, end)?));
            }
        }
        Ok(Assessment::of(true))
    })
}

/// The position, and the player of the strategy: Left, unless the key names another as in `(P, Right)`.
fn start_of(value: &Value) -> Result<(Value, Player)> {
    if let Value::Tuple(pair) = value
        && let [position, Value::Player(player)] = pair.items()
    {
        return Ok((position.clone(), *player));
    }
    Ok((value.clone(), Player::Left))
}

/// Failure of a strategy.
enum End {
    /// It has no move.
    NoMove,
    /// Its move is illegal.
    Illegal(Value),
    /// It has an error.
    Error(String),
    /// Play does not end within the limit.
    TooLong,
}

struct Game<'s> {
    strategy: &'s Value,
    player: Player,
    /// Positions in which it is proved to win.
    seen: FxHashSet<Value>,
    /// The positions of the match so far.
    line: Vec<Value>,
}

/// Positions that are the answer to a question about the moves of a player.
pub(super) fn ask(
    host: &mut dyn Host,
    name: &str,
    position: &Value,
    player: Player,
) -> Result<Vec<Value>> {
    let place = builtins::find(name).expect("it is a function of the language");
    let args = vec![position.clone(), Value::Player(player)];
    Ok(items(&builtins::call(host, place, args)?))
}

impl Game<'_> {
    /// Plays from a position in which the student moves; returns how the student loses, or `None`.
    fn play(&mut self, host: &mut dyn Host, start: Value) -> Result<Option<End>> {
        // Positions in which the student is still to move, each with how long the line is that leads there.
        let mut open = vec![(start, self.line.len())];
        while let Some((position, length)) = open.pop() {
            self.line.truncate(length);
            if self.line.last() != Some(&position) {
                self.line.push(position.clone());
            }
            if !self.seen.insert(position.clone()) {
                continue;
            }
            if self.seen.len() > MOST_POSITIONS || self.line.len() > MOST_MOVES {
                return Ok(Some(End::TooLong));
            }
            let legal = ask(host, "moves", &position, self.player)?;
            if legal.is_empty() {
                return Ok(Some(End::NoMove));
            }
            let reply = match host.call(self.strategy, vec![position]) {
                Ok(reply) => reply,
                Err(fault) if fault.is_exhaustion() => return Err(fault),
                Err(fault) => return Ok(Some(End::Error(message(fault)))),
            };
            if !legal.contains(&reply) {
                return Ok(Some(End::Illegal(reply)));
            }
            self.line.push(reply.clone());
            let machine = self.player.opponent();
            let mut answers = ask(host, "winning_moves", &reply, machine)?;
            match answers.is_empty() {
                true => answers = ask(host, "moves", &reply, machine)?,
                // One that wins is enough.
                false => answers.truncate(1),
            }
            let length = self.line.len();
            open.extend(answers.into_iter().rev().map(|answer| (answer, length)));
        }
        Ok(None)
    }

    /// The match that is lost, in a sentence.
    fn report(&self, host: &mut dyn Host, end: End) -> Result<String> {
        const SHOWN: usize = 8;
        let store = host.store();
        let mut line = Vec::new();
        for position in self.line.iter().take(SHOWN) {
            line.push(show::value(&store, position)?);
        }
        if self.line.len() > SHOWN {
            line.push("...".to_owned());
        }
        let line = line.join(" → ");
        Ok(match end {
            End::NoMove => format!("it loses this match: {line}, and there is no move"),
            End::Illegal(value) => {
                let value = show::value(&store, &value)?;
                format!("after {line} it answers {value}, which is no move there")
            }
            End::Error(message) => format!("after {line} it fails: {message}"),
            End::TooLong => "a match goes on for too long".to_owned(),
        })
    }
}

fn message(fault: Fault) -> String {
    let diagnostic = fault.into_diagnostic();
    match diagnostic.code {
        Code::CallDepth => "functions call each other too deeply".to_owned(),
        _ => diagnostic.message,
    }
}
