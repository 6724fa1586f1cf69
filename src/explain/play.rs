//! How a sum of games is won, move by move.

use upstar_core::derive::{self, answers};
use upstar_core::{Game, Player, Store};

use crate::value::explanation::{Sentence, Step};
use crate::value::show::counted;
use crate::value::{Result, Value};

/// Most moves that are followed at one point of play; the others are counted.
const MOST_MOVES: usize = 8;

pub(super) fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

/// Returns the step that counts the things beyond the `most` that are listed, if there are any.
pub(super) fn beyond(count: usize, most: usize, one: &str, many: &str) -> Option<Step> {
    let more = count.checked_sub(most).filter(|more| *more > 0)?;
    let line = format!("and so on for {}", counted(more, one, many));
    Some(Step::says(Sentence::new(line)))
}

/// Returns the step that counts the winning moves beyond the `most` that are listed, if there are any.
pub(super) fn more(count: usize, most: usize) -> Option<Step> {
    let more = count.checked_sub(most).filter(|more| *more > 0)?;
    Some(Step::says(Sentence::new(format!("and {more} more"))))
}

/// Returns the reasons, or an ellipsis in their place when no level is left.
pub(super) fn fold(under: Vec<Step>, depth: u32) -> Vec<Step> {
    match (depth, under.is_empty()) {
        (0 | 1, false) => vec![Step::Folded],
        _ => under,
    }
}

/// Returns the step for a claim that holds because `winner` wins the sum of `parts` moving second.
pub(super) fn second_wins(
    store: &Store,
    claim: Sentence,
    parts: &[derive::Summand],
    winner: Player,
    depth: u32,
) -> Result<Step> {
    let line = claim
        .say(format!(": {} wins ", name(winner)))
        .join(total(store, parts)?)
        .say(" moving second");
    Ok(Step::Says { line, under: exchanges(store, parts, winner, depth)? })
}

/// Returns the answers of `winner` to the moves of the other player.
pub(super) fn exchanges(
    store: &Store,
    parts: &[derive::Summand],
    winner: Player,
    depth: u32,
) -> Result<Vec<Step>> {
    let loser = winner.opponent();
    let Some(exchanges) = answers(store, parts, loser)? else {
        return Ok(Vec::new());
    };
    if depth == 0 {
        return Ok(if exchanges.is_empty() { Vec::new() } else { vec![Step::Folded] });
    }
    if exchanges.is_empty() {
        return Ok(vec![Step::says(Sentence::new(format!("{} has no move", name(loser))))]);
    }
    let mut steps = Vec::new();
    for exchange in exchanges.iter().take(MOST_MOVES) {
        let mut after = parts.to_vec();
        after[exchange.threat.part] = derive::Summand::Game(exchange.threat.to);
        let line = Sentence::new(format!("{} to ", name(loser)))
            .join(total(store, &after)?)
            .say(format!(", {} to ", name(winner)))
            .join(total(store, &exchange.rest)?);
        let settled = exchange.rest.iter().all(|part| part.value() == Game::ZERO);
        let under = if settled {
            Vec::new()
        } else {
            self::exchanges(store, &exchange.rest, winner, depth - 1)?
        };
        let step = Step::Says { line, under };
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps.extend(beyond(exchanges.len(), MOST_MOVES, "more move", "more moves"));
    Ok(steps)
}

/// The sum of some games, zeros left out.
fn total(store: &Store, parts: &[derive::Summand]) -> Result<Sentence> {
    let mut sentence = Sentence::default();
    for part in parts {
        let value = match part {
            derive::Summand::Game(Game::ZERO) => continue,
            derive::Summand::Game(game) => Value::of_game(store, *game),
            derive::Summand::Form(sides, game) => super::canonical::bracket(store, sides, *game)?,
        };
        if !sentence.pieces.is_empty() {
            sentence = sentence.say(" + ");
        }
        sentence = sentence.value(value);
    }
    Ok(if sentence.pieces.is_empty() { sentence.value(Value::integer(0)) } else { sentence })
}
