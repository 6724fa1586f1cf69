//! Play of a sum, move by move.

use std::sync::Arc;

use upstar_core::derive::{self, Exchange, Sides, answers};
use upstar_core::{Game, Player, Store};

use super::draft::{Draft, Reasons};
use super::words::{beyond, name};
use crate::value::explanation::{Sentence, Step};
use crate::value::{Attempt, Form, Value};

/// Most moves that are followed at one point of play; the others are counted.
const MOST_MOVES: usize = 8;

/// Returns the step for a claim that holds because `winner` wins the sum of `parts` moving second.
pub(super) fn second_wins(
    store: &Store,
    claim: Sentence,
    parts: &[derive::Summand],
    winner: Player,
) -> Attempt<Draft> {
    let line = claim
        .say(format!(": {} wins ", name(winner)))
        .join(total(store, parts)?)
        .say(" moving second");
    Ok(Draft::new(line, exchanges(store, parts, winner)?))
}

/// Returns the answers of `winner` to the moves of the other player.
pub(super) fn exchanges(
    store: &Store,
    parts: &[derive::Summand],
    winner: Player,
) -> Attempt<Reasons> {
    let loser = winner.opponent();
    let Some(exchanges) = answers(store, parts, loser)? else {
        return Ok(Reasons::none());
    };
    let (parts, folded) = (parts.to_vec(), !exchanges.is_empty());
    Ok(Reasons::later(1, folded, move |host| {
        if exchanges.is_empty() {
            let line = Sentence::new(format!("{} has no move", name(loser)));
            return Ok(Reasons::Shown(vec![Step::says(line).into()]));
        }
        let store = host.store();
        let shown = exchanges.iter().take(MOST_MOVES);
        let steps = shown.map(|exchange| exchanged(&store, &parts, exchange, winner));
        let mut steps = steps.collect::<Attempt<Vec<_>>>()?;
        let rest = beyond(exchanges.len(), MOST_MOVES, "more move", "more moves");
        steps.extend(rest.map(Draft::from));
        Ok(Reasons::Shown(steps))
    }))
}

/// Returns the step on a move in the sum of `parts` and the answer of `winner`.
fn exchanged(
    store: &Store,
    parts: &[derive::Summand],
    exchange: &Exchange,
    winner: Player,
) -> Attempt<Draft> {
    let mut after = parts.to_vec();
    after[exchange.threat.part] = derive::Summand::Game(exchange.threat.to);
    let line = Sentence::new(format!("{} to ", name(winner.opponent())))
        .join(total(store, &after)?)
        .say(format!(", {} to ", name(winner)))
        .join(total(store, &exchange.rest)?);
    let settled = exchange.rest.iter().all(|part| part.value() == Game::ZERO);
    let under = if settled { Reasons::none() } else { exchanges(store, &exchange.rest, winner)? };
    Ok(Draft::new(line, under).once())
}

/// The sum of some games, zeros left out.
fn total(store: &Store, parts: &[derive::Summand]) -> Attempt<Sentence> {
    let mut sentence = Sentence::default();
    for part in parts {
        let value = match part {
            derive::Summand::Game(Game::ZERO) => continue,
            derive::Summand::Game(game) => Value::of_game(store, *game),
            derive::Summand::Form(sides, game) => bracket(store, sides, *game)?,
        };
        if !sentence.pieces.is_empty() {
            sentence = sentence.say(" + ");
        }
        sentence = sentence.value(value);
    }
    Ok(if sentence.pieces.is_empty() { sentence.value(Value::integer(0)) } else { sentence })
}

/// Returns the bracket with exactly these options.
pub(super) fn bracket(store: &Store, sides: &Sides, value: Game) -> Attempt<Value> {
    let values = |games: &[Game]| games.iter().map(|g| Value::of_game(store, *g)).collect();
    Ok(Value::Typed(Arc::new(Form::new(values(&sides.left), values(&sides.right), value)?)))
}
