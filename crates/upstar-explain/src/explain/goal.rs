//! Explanation of a game decided by a goal: the winner and the winning moves.

use std::sync::Arc;

use upstar_core::Player;
use upstar_core::solve::goal::Verdict;

use super::draft::{Draft, Outline, Reasons};
use super::words;
use crate::value::explanation::{Sentence, Step};
use crate::value::goals::{best_move, best_moves};
use crate::value::host::Host;
use crate::value::show::counted;
use crate::value::{Attempt, Position, Value};
use upstar_core::board::{Alphabet, Condition};

/// Most moves whose answers are listed.
const MOST_MOVES: usize = 16;

pub(super) fn page(host: &mut dyn Host, position: &Arc<Position>) -> Attempt<Outline> {
    let shown = Value::Position(position.clone());
    let (outcome, _) = host.outcome(&shown)?;
    let title = Sentence::new("the outcome of ").value(shown).say(" is ");
    let title = title.value(Value::Outcome(outcome));
    let mut steps = Vec::new();
    for player in [Player::Left, Player::Right] {
        steps.push(first(host, position, player)?);
    }
    Ok(Outline::new(title, steps))
}

/// Returns the step on what happens when `player` begins.
pub(super) fn first(
    host: &mut dyn Host,
    position: &Arc<Position>,
    player: Player,
) -> Attempt<Draft> {
    let name = words::name(player);
    if let Some(end) = host.goal_end(position, player)? {
        let line = match end.winner() {
            Some(winner) => {
                let by = reached(host, position, winner)
                    .map_or_else(String::new, |by| format!(": {by}"));
                format!("with {name} to move, {} has won here{by}", words::name(winner))
            }
            None => format!("with {name} to move, it is a draw here"),
        };
        return Ok(Step::says(Sentence::new(line)).into());
    }
    let (verdict, best) = best_moves(host, position, player)?;
    if best.is_empty() {
        let line = format!("{name} moving first has no move: it is a draw");
        return Ok(Step::says(Sentence::new(line)).into());
    }
    let does = match verdict.of_player(player) {
        1 => "wins",
        0 => "draws",
        _ => return Ok(lost(position, player)),
    };
    let by = if best.len() == 1 { "the move" } else { "the moves" };
    let line = Sentence::new(format!("{name} moving first {does}, by {by} to "));
    let line = line.values(best.iter().cloned().map(Value::Position));
    if verdict != Verdict::Draw {
        return Ok(Step::says(line).into());
    }
    let options = host.options(position, player)?;
    let losing = options.len() - best.len();
    let under = match losing {
        0 => Step::says(Sentence::new("no move wins, and none loses")),
        _ => Step::says(Sentence::new(format!(
            "no move wins, and {losing} of the {} {}",
            counted(options.len(), "move", "moves"),
            if losing == 1 { "loses" } else { "lose" },
        ))),
    };
    Ok(Draft::new(line, Reasons::known(vec![under])))
}

/// Returns what the winner has reached, where the goal is a line or a connection.
fn reached(host: &mut dyn Host, position: &Position, winner: Player) -> Option<String> {
    let goals = host.board_goals(position)?;
    let [Value::Board(cells)] = position.arguments() else { return None };
    let condition = match winner {
        Player::Left => goals.left?,
        Player::Right => goals.right?,
    };
    goal_in_words(&condition, &cells.alphabet, Wording::Reached)
}

/// Wording of the goal of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// As the aim of a player: "gets 3 x in a line".
    Aim,
    /// As a fact about a board: "there are 3 \"x\" in a line".
    Reached,
}

/// Returns a single line or connection in words; `None` for compound conditions.
pub fn goal_in_words(
    condition: &Condition,
    alphabet: &Alphabet,
    wording: Wording,
) -> Option<String> {
    Some(match (condition, wording) {
        (Condition::Pattern(pattern), wording) => {
            let (symbol, length) = pattern.as_line()?;
            let shown = alphabet.character(symbol);
            match (wording, length) {
                (Wording::Aim, 1) => format!("gets 1 {shown} on the board"),
                (Wording::Aim, _) => format!("gets {length} {shown} in a line"),
                (Wording::Reached, 1) => format!("\"{shown}\" is on the board"),
                (Wording::Reached, _) => format!("there are {length} \"{shown}\" in a line"),
            }
        }
        (Condition::Connects(symbol, [from, to], _), wording) => {
            let (shown, from, to) = (alphabet.character(*symbol), from.name(), to.name());
            match wording {
                Wording::Aim => format!("connects {shown} from {from} to {to}"),
                Wording::Reached => format!("\"{shown}\" connects {from} and {to}"),
            }
        }
        (Condition::Cells(_) | Condition::Not(_) | Condition::And(_) | Condition::Or(_), _) => {
            return None;
        }
    })
}

/// Returns the step that a player loses, with the answers to all moves.
fn lost(position: &Arc<Position>, player: Player) -> Draft {
    let (name, other) = (words::name(player), words::name(player.opponent()));
    let line =
        Sentence::new(format!("{name} moving first loses: {other} has an answer to every move"));
    let position = position.clone();
    Draft::new(
        line,
        Reasons::second(move |host| Ok(vec![answers(host, &position, player)?.into()])),
    )
}

/// Returns the table of the moves of a player who loses, with the answers.
fn answers(host: &mut dyn Host, position: &Arc<Position>, player: Player) -> Attempt<Step> {
    let (name, other) = (words::name(player), words::name(player.opponent()));
    let mut rows = vec![vec![
        Sentence::new(format!("{name} moves to")),
        Sentence::new(format!("{other} answers")),
    ]];
    let options = host.options(position, player)?;
    for option in options.iter().take(MOST_MOVES) {
        let Value::Position(to) = option else { continue };
        let answer = match best_move(host, to, player.opponent())? {
            Some(answer) => Sentence::default().value(Value::Position(answer)),
            None => Sentence::new("has won"),
        };
        rows.push(vec![Sentence::default().value(option.clone()), answer]);
    }
    if options.len() > MOST_MOVES {
        rows.push(vec![Sentence::new(format!("and {} more", options.len() - MOST_MOVES))]);
    }
    Ok(Step::Table(rows))
}
