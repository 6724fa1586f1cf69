//! Explanation of outcomes found by play: in normal and misère play, and in loopy games.

use std::sync::Arc;

use upstar_core::solve::goal::Verdict;
use upstar_core::{Outcome, Player};

use super::draft::{Draft, Outline};
use super::loopy_options::as_typed;
use super::moving_first::{MOST_MOVES, both_first, first, winner};
use super::{goal, nimbers, repeating, words};
use crate::value::explanation::{Sentence, Step};
use crate::value::goals::moves_to;
use crate::value::host::Host;
use crate::value::moves::moves;
use crate::value::{Attempt, Misere, NoAnswer, Value, goals};

pub(super) fn page(host: &mut dyn Host, value: &Value) -> Attempt<Outline> {
    if let Value::Misere(games) = value {
        return in_misere(host, value, games);
    }
    let (outcome, _) = host.outcome(value)?;
    let title = Sentence::new("the outcome of ")
        .value(value.clone())
        .say(" is ")
        .value(Value::Outcome(outcome));
    let mut steps = match both_first(host, value) {
        Err(why @ NoAnswer::TooLarge(_)) => {
            // Even a position with too many moves to list has a nimber.
            let Some(nimber) = nimbers::of(host, value)? else { return Err(why) };
            return Ok((title, nimbers::page(host, value, &nimber)?.1).into());
        }
        steps => steps?,
    };
    if let Some(step) = nimber(host, value)? {
        steps.insert(0, step.into());
    }
    if let Some(line) = repeating::drawn_line(host, value, outcome)? {
        steps.push(line.into());
    }
    Ok(Outline::new(title, steps))
}

/// Step on the nimber of an impartial position, which decides the outcome.
fn nimber(host: &mut dyn Host, value: &Value) -> Attempt<Option<Step>> {
    let Value::Position(_) = value else { return Ok(None) };
    match nimbers::of(host, value) {
        Ok(None) => Ok(None),
        Ok(Some(nimber)) => Ok(Some(Step::says(Sentence::new(format!("its nimber is {nimber}"))))),
        Err(why) if why.is_exhaustion() => Err(why),
        // The outcome can be explained without it.
        Err(_) => Ok(None),
    }
}

/// The outcome in misère play.
fn in_misere(host: &mut dyn Host, value: &Value, games: &Misere) -> Attempt<Outline> {
    let genus = host.misere_genus(games)?;
    let left = host.misere_wins(games, Player::Left)?;
    let right = host.misere_wins(games, Player::Right)?;
    let outcome = match (left, right) {
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
        (false, false) => Outcome::P,
    };
    let title = Sentence::new("the outcome of ").value(value.clone());
    let title = title.say(" is ").value(Value::Outcome(outcome));
    let rule = Sentence::new("in misère play a player who cannot move wins");
    let mut steps = vec![Draft::from(Step::says(rule))];
    steps.extend(both_first(host, value)?);
    if let Some(genus) = genus {
        let misere = genus.misere();
        let line = Sentence::new("its genus is ")
            .value(Value::Genus(Arc::new(genus)))
            .say(format!(", so its Grundy value in misère play is {misere}"));
        steps.push(Step::says(line).into());
    }
    Ok(Outline::new(title, steps))
}

pub(super) fn winning_moves_page(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
) -> Attempt<Outline> {
    let name = words::name(player);
    let title = Sentence::new(format!("the winning moves of {name} in "));
    let title = title.value(as_typed(value));
    let winning = winning_moves(host, value, player)?;
    if winning.is_empty() {
        let why = match goals::position(value) {
            Some(position) => goal::first(host, position, player)?,
            None => first(host, value, player)?,
        };
        return Ok(Outline::new(title.say(": there are none"), vec![why]));
    }
    let mut steps = Vec::new();
    for to in winning.iter().take(MOST_MOVES) {
        steps.push(Step::says(Sentence::new("to ").value(to.clone())));
    }
    steps.extend(words::more(winning.len(), MOST_MOVES));
    let other = words::name(player.opponent());
    let line = format!("after these, with {other} to move, {name} wins");
    steps.push(Step::says(Sentence::new(line)));
    Ok((title, steps).into())
}

fn winning_moves(host: &mut dyn Host, value: &Value, player: Player) -> Attempt<Vec<Value>> {
    if let Some(position) = goals::position(value) {
        let found = moves_to(host, position, player, Verdict::of(Some(player)))?;
        return Ok(found.into_iter().map(Value::Position).collect());
    }
    let mut winning = Vec::new();
    for option in moves(host, value, player)? {
        if winner(host, &option, player.opponent())? == Some(player) {
            winning.push(option);
        }
    }
    Ok(winning)
}
