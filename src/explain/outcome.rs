//! Who wins, and by which move.

use upstar_core::Player;
use upstar_core::position::Way;

use super::{Page, play};
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Result, Value};

/// Moves whose answers are listed.
const MOST_MOVES: usize = 12;

pub(super) fn page(host: &mut dyn Host, value: &Value, depth: u32) -> Result<Page> {
    let (outcome, way) = host.outcome(value)?;
    let title = Sentence::new("the outcome of ")
        .value(value.clone())
        .say(" is ")
        .value(Value::Outcome(outcome));
    let mut steps = Vec::new();
    for player in [Player::Left, Player::Right] {
        steps.push(first(host, value, player, depth)?);
    }
    if let Value::Position(_) | Value::Sum(_) = value {
        let way = match way {
            Way::Value => "found by values of the parts".to_owned(),
            Way::Search { positions } => format!("found by a search of {positions} positions"),
        };
        steps.push(Step::says(Sentence::new(way)));
    }
    Ok((title, steps))
}

/// What happens when `player` begins.
fn first(host: &mut dyn Host, value: &Value, player: Player, depth: u32) -> Result<Step> {
    let name = play::name(player);
    let winning = winning_move(host, value, player)?;
    if let Some(option) = winning {
        let line =
            Sentence::new(format!("{name} moving first wins, by the move to ")).value(option);
        return Ok(Step::says(line));
    }
    let options = moves(host, value, player)?;
    if options.is_empty() {
        let line = Sentence::new(format!("{name} moving first loses, having no move"));
        return Ok(Step::says(line));
    }
    let other = play::name(player.opponent());
    let line = Sentence::new(format!("{name} moving first loses: {other} has an answer to all"));
    let under = if depth < 2 {
        vec![Step::Folded]
    } else {
        vec![Step::Table(answers(host, &options, player)?)]
    };
    Ok(Step::Says { line, under })
}

/// A row for each move: where it goes, and the answer.
fn answers(host: &mut dyn Host, options: &[Value], player: Player) -> Result<Vec<Vec<Sentence>>> {
    let (name, other) = (play::name(player), play::name(player.opponent()));
    let mut rows = vec![vec![
        Sentence::new(format!("{name} moves to")),
        Sentence::new(format!("{other} answers")),
    ]];
    for option in options.iter().take(MOST_MOVES) {
        let answer = winning_move(host, option, player.opponent())?;
        let cell = answer.map_or_else(Sentence::default, |to| Sentence::default().value(to));
        rows.push(vec![Sentence::default().value(option.clone()), cell]);
    }
    if options.len() > MOST_MOVES {
        let more = options.len() - MOST_MOVES;
        rows.push(vec![Sentence::new(format!("and {more} more"))]);
    }
    Ok(rows)
}

fn winning_move(host: &mut dyn Host, value: &Value, player: Player) -> Result<Option<Value>> {
    for option in moves(host, value, player)? {
        if !host.wins(&option, player.opponent())?.0 {
            return Ok(Some(option));
        }
    }
    Ok(None)
}
