//! Who wins a game that is decided by a goal, and by which moves.

use std::rc::Rc;

use upstar_core::Player;
use upstar_core::goal::Verdict;

use super::{Page, play};
use crate::value::explanation::{Sentence, Step};
use crate::value::goals::{best_move, best_moves};
use crate::value::host::Host;
use crate::value::{Position, Result, Value};

/// Moves whose answers are listed.
const MOST_MOVES: usize = 16;

pub(super) fn page(host: &mut dyn Host, position: &Rc<Position>, depth: u32) -> Result<Page> {
    let shown = Value::Position(position.clone());
    let (outcome, _) = host.outcome(&shown)?;
    let title = Sentence::new("the outcome of ").value(shown).say(" is ");
    let title = title.value(Value::Outcome(outcome));
    let mut steps = Vec::new();
    for player in [Player::Left, Player::Right] {
        steps.push(first(host, position, player, depth)?);
    }
    Ok((title, steps))
}

/// What happens when `player` begins.
fn first(host: &mut dyn Host, position: &Rc<Position>, player: Player, depth: u32) -> Result<Step> {
    let name = play::name(player);
    if let Some(end) = host.goal_end(position, player)? {
        let line = match end.winner() {
            Some(winner) => {
                let by = reached(host, position, winner)
                    .map_or_else(String::new, |by| format!(": {by}"));
                format!("with {name} to move, {} has won here{by}", play::name(winner))
            }
            None => format!("with {name} to move, it is a draw here"),
        };
        return Ok(Step::says(Sentence::new(line)));
    }
    let (verdict, best) = best_moves(host, position, player)?;
    if best.is_empty() {
        let line = format!("{name} moving first has no move: it is a draw");
        return Ok(Step::says(Sentence::new(line)));
    }
    let does = match verdict.of_player(player) {
        1 => "wins",
        0 => "draws",
        _ => return lost(host, position, player, depth),
    };
    let by = if best.len() == 1 { "the move" } else { "moves" };
    let line = Sentence::new(format!("{name} moving first {does}, by {by} to "));
    let line = line.values(best.iter().cloned().map(Value::Position));
    if verdict != Verdict::Draw {
        return Ok(Step::says(line));
    }
    let options = host.options(position, player)?;
    let losing = options.len() - best.len();
    let under = match losing {
        0 => Step::says(Sentence::new("no move wins, and none loses")),
        _ => Step::says(Sentence::new(format!(
            "no move wins, and {losing} of the {} moves lose",
            options.len()
        ))),
    };
    Ok(Step::Says { line, under: play::fold(vec![under], depth) })
}

/// What the winner has reached, where the goal is a line or a connection.
fn reached(host: &mut dyn Host, position: &Position, winner: Player) -> Option<String> {
    let goals = host.board_goals(position)?;
    let [Value::Board(cells)] = position.arguments() else { return None };
    let condition = match winner {
        Player::Left => goals.left?,
        Player::Right => goals.right?,
    };
    condition.in_words(&cells.alphabet)
}

/// A player who loses, and the answers to all moves.
fn lost(host: &mut dyn Host, position: &Rc<Position>, player: Player, depth: u32) -> Result<Step> {
    let (name, other) = (play::name(player), play::name(player.opponent()));
    let line = Sentence::new(format!("{name} moving first loses: {other} has an answer to all"));
    if depth < 2 {
        return Ok(Step::Says { line, under: vec![Step::Folded] });
    }
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
    Ok(Step::Says { line, under: vec![Step::Table(rows)] })
}
