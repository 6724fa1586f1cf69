//! Explanation of positions in which play can return: a line of play that does, values, and winners.
//!
//! Sources: Smith, Graphs and composite games, 1966; Siegel, *Combinatorial Game Theory*, VI.1.

use upstar_core::{Outcome, Player};

use super::draft::{Outline, drafts};
use super::{moving_first, words};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Attempt, NoAnswer, Value, worth};

/// Most moves of a line of play that are shown.
const LONGEST: usize = 10;
/// Most moves of a drawn line of play that are followed.
const MOST_MOVES: usize = 1 << 10;
/// Most positions that are examined to find a line of play that returns.
const MOST_POSITIONS: usize = 1 << 12;
/// Most options whose values are listed.
const MOST_OPTIONS: usize = 12;

/// The page on a position or sum that can repeat and is not impartial.
pub(super) fn page(host: &mut dyn Host, value: &Value, why: NoAnswer) -> Attempt<Outline> {
    if !matches!(value, Value::Position(_) | Value::Sum(_)) {
        return Err(why);
    }
    let title = match worth::evaluated(host, value) {
        Ok(worth) => Sentence::relation(value.clone(), CompareOp::Equal, worth),
        Err(why) if why.is_exhaustion() => return Err(why),
        Err(_) => Sentence::default().value(value.clone()).say(" has no value that is found"),
    };
    let mut steps = Vec::new();
    if let Some(line) = returning(host, value)? {
        let words = Sentence::new("play can return to a position it has left: ");
        steps.push(Step::says(arrows(words, &line)));
    }
    if let Some(table) = options(host, value)? {
        steps.push(table);
    }
    let mut steps = drafts(steps);
    steps.extend(moving_first::both_first(host, value)?);
    Ok(Outline::new(title, steps))
}

/// The values of the options of both players.
fn options(host: &mut dyn Host, value: &Value) -> Attempt<Option<Step>> {
    let head = |words: &str| Sentence::new(words);
    let mut rows = vec![vec![head("player"), head("moves to"), head("worth")]];
    for player in [Player::Left, Player::Right] {
        let options = moves(host, value, player)?;
        for option in options.iter().take(MOST_OPTIONS) {
            let worth = match worth::evaluated(host, option) {
                Ok(worth) => Sentence::default().value(worth),
                Err(why) if why.is_exhaustion() => return Err(why),
                Err(_) => Sentence::new("?"),
            };
            let row = vec![head(words::name(player)), Sentence::default().value(option.clone())];
            rows.push([row, vec![worth]].concat());
        }
        if options.len() > MOST_OPTIONS {
            rows.push(vec![head(&format!("and {} more", options.len() - MOST_OPTIONS))]);
        }
    }
    Ok((rows.len() > 1).then_some(Step::Table(rows)))
}

/// Returns an infinite line of best play of both; `None` if a player wins, whoever begins.
pub(super) fn drawn_line(
    host: &mut dyn Host,
    value: &Value,
    found: Outcome,
) -> Attempt<Option<Step>> {
    let [left_starts, right_starts] = found.winners();
    let first = match (left_starts, right_starts) {
        (None, _) => Player::Left,
        (_, None) => Player::Right,
        _ => return Ok(None),
    };
    if !matches!(value, Value::Position(_) | Value::Sum(_)) {
        return Ok(None);
    }
    let (mut player, mut line) = (first, vec![value.clone()]);
    while line.len() < MOST_MOVES {
        let last = line[line.len() - 1].clone();
        let Some(next) = moving_first::move_to(host, &last, player, None)? else { break };
        player = player.opponent();
        // The same position with the same player to move.
        let again =
            (0..line.len()).rev().find(|&at| (line.len() - at) % 2 == 0 && line[at] == next);
        line.push(next);
        if let Some(start) = again {
            let line = line.split_off(start);
            let words = format!(
                "neither player can force the end; with {} to move, play repeats: ",
                words::name(player)
            );
            return Ok(Some(Step::says(arrows(Sentence::new(words), &line))));
        }
    }
    Ok(None)
}

/// Returns a line of play that returns to an earlier position, in any order of moves.
fn returning(host: &mut dyn Host, value: &Value) -> Attempt<Option<Vec<Value>>> {
    let mut path = vec![(value.clone(), all_moves(host, value)?)];
    let mut seen = vec![value.clone()];
    while let Some((_, open)) = path.last_mut() {
        host.store().budget().step()?;
        let Some(next) = open.pop() else {
            path.pop();
            continue;
        };
        if let Some(start) = path.iter().position(|(position, _)| *position == next) {
            let mut line: Vec<Value> = path.drain(start..).map(|(position, _)| position).collect();
            line.push(next);
            return Ok(Some(line));
        }
        if seen.len() < MOST_POSITIONS && !seen.contains(&next) {
            seen.push(next.clone());
            let open = all_moves(host, &next)?;
            path.push((next, open));
        }
    }
    Ok(None)
}

/// The options of both players, Left's first ones last.
fn all_moves(host: &mut dyn Host, value: &Value) -> Attempt<Vec<Value>> {
    if !matches!(value, Value::Position(_) | Value::Sum(_)) {
        return Ok(Vec::new());
    }
    let mut all = moves(host, value, Player::Right)?;
    all.extend(moves(host, value, Player::Left)?);
    all.reverse();
    Ok(all)
}

/// Writes a line of play, without its middle when it is long.
fn arrows(mut sentence: Sentence, line: &[Value]) -> Sentence {
    for (at, position) in line.iter().enumerate() {
        let hidden = line.len().saturating_sub(LONGEST);
        if at > 0 && hidden > 0 && at + 1 >= LONGEST && at + 1 < line.len() {
            if at + 1 == LONGEST {
                sentence = sentence.say(" → …");
            }
            continue;
        }
        if at > 0 {
            sentence = sentence.say(" → ");
        }
        sentence = sentence.value(position.clone());
    }
    sentence
}
