//! Pages about sums: their outcome, value and winning moves.

use upstar_core::derive::{self, Sides};
use upstar_core::{Outcome, Player};

use super::cancel::{Cancelled, cancelled};
use super::evaluated::{EvaluatedSum, EvaluatedSummand};
use super::heat::mixture;
use super::play::moving_first;
use crate::explain::draft::{Draft, Outline, Reasons, cut, drafts};
use crate::explain::play::bracket;
use crate::explain::{canonical, nimbers, typed, words};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Claim, Sentence, Step};
use crate::value::host::Host;
use crate::value::order::as_canonical;
use crate::value::{Attempt, NoAnswer, Summands, Value};

/// Most options from which the canonical form of a sum is derived.
const MOST_OPTIONS: usize = 12;
/// Most winning moves that are listed.
pub(in crate::explain) const MOST_MOVES: usize = 12;
/// Most summands whose values are listed.
const MOST_VALUES: usize = 8;

/// Page on the outcome of a sum.
pub(in crate::explain) fn outcome_page(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
) -> Attempt<Outline> {
    let store = host.store();
    let wins = |first: Player| -> Attempt<Option<Player>> {
        let other = first.opponent();
        Ok(Some(if sum.wins_second(&store, other)? { other } else { first }))
    };
    let outcome = Outcome::of(wins(Player::Left)?, wins(Player::Right)?);
    let title = Sentence::new("the outcome of ").sum(sum.typed()).say(" is ");
    let title = title.value(Value::Outcome(outcome));
    let mut steps = drafts(structure(host, sum)?);
    for player in [Player::Left, Player::Right] {
        steps.push(moving_first(host, sum, player)?);
    }
    Ok(Outline::new(title, steps))
}

/// Returns the structure of a sum: what cancels, nim-sums, numbers, temperatures.
pub(in crate::explain) fn structure(host: &mut dyn Host, sum: &EvaluatedSum) -> Attempt<Vec<Step>> {
    let cancelled = cancelled(host, sum)?;
    let is_all = cancelled.is_all();
    let Cancelled { rest, mut steps } = cancelled;
    if is_all {
        if !steps.is_empty() && sum.parts().len() > 1 {
            steps.push(Step::says(Sentence::new(
                "nothing else is left, so whoever moves second wins",
            )));
        }
        return Ok(steps);
    }
    if !steps.is_empty() && rest.summands() != sum.summands() {
        let left = Sentence::new("what is left is ").sum(rest.summands());
        steps.push(Step::says(left));
    }
    let formal = rest.typed().formal_sum(host)?;
    match nimbers::of(host, &formal)? {
        Some(_) if rest.parts().len() == 1 => {}
        Some(nimber) => {
            let mut restated = typed::restated(host, &rest.typed(), true)?;
            steps.extend(cut(host, &mut restated, 1)?);
            steps.extend(nimbers::steps(host, &formal, &nimber)?);
        }
        None => {
            steps.extend(values(host, &rest)?);
            steps.extend(mixture(host, &rest)?);
        }
    }
    Ok(steps)
}

/// Step on the values of the summands, except those that are typed as their values print.
fn values(host: &mut dyn Host, sum: &EvaluatedSum) -> Attempt<Vec<Step>> {
    let store = host.store();
    // The nimbers of several summands are listed with their nim-sum.
    let nimbers = sum.parts().iter().filter(|part| store.as_nimber(part.worth).is_some());
    let has_nim_sum = nimbers.count() > 1;
    let mut listed: Vec<&EvaluatedSummand> = Vec::new();
    let mut steps = Vec::new();
    for part in sum.parts() {
        let game = &part.summand.game;
        let is_position = matches!(game, Value::Position(_));
        if has_nim_sum && store.as_nimber(part.worth).is_some() {
            continue;
        }
        if listed.iter().any(|other| other.summand == part.summand)
            || !is_position && as_canonical(&store, game)?
        {
            continue;
        }
        if listed.len() == MOST_VALUES {
            break;
        }
        listed.push(part);
        let alone = Summands::new(vec![part.summand.clone()]);
        let value = Value::of_game(&store, part.worth);
        let line = Sentence::default().sum(alone.clone()).say(" ").sign(CompareOp::Equal);
        let line = line.say(" ").value(value.clone());
        let claim = Claim::Equals(alone, value.into());
        steps.push(Step::Claims { claim, line, under: Vec::new() });
    }
    Ok(steps)
}

/// Returns the page on the value of a sum.
pub(in crate::explain) fn value_page(host: &mut dyn Host, sum: &EvaluatedSum) -> Attempt<Outline> {
    let store = host.store();
    let total = Value::of_game(&store, sum.value(&store)?);
    let title = Sentence::default().sum(sum.typed()).say(" ").sign(CompareOp::Equal).say(" ");
    let title = title.value(total.clone());
    let rows = sum.parts.iter().map(|part| {
        let alone = Summands::new(vec![part.summand.clone()]);
        let is = Sentence::default().sign(CompareOp::Equal).say(" ");
        vec![Sentence::default().sum(alone), is.value(Value::of_game(&store, part.worth))]
    });
    let line = Sentence::new("the value of a sum is the sum of the values");
    let mut steps = vec![Step::Says { line, under: vec![Step::Table(rows.collect())] }];
    let Cancelled { rest, steps: gone } = cancelled(host, sum)?;
    steps.extend(gone);
    let mut steps = drafts(steps);
    steps.extend(derived(host, &rest)?);
    let claim = Claim::Equals(sum.typed(), total.clone().into());
    let line = Sentence::new("these add up to ").value(total);
    steps.push(Draft::claims(claim, line, Reasons::none()));
    Ok(Outline::new(title, steps))
}

/// Derives the canonical form of the summands that are not numbers from their options.
fn derived(host: &mut dyn Host, rest: &EvaluatedSum) -> Attempt<Option<Draft>> {
    let store = host.store();
    let (numbers, others) = rest.numbers_apart(&store);
    if others.parts.len() < 2 {
        return Ok(None);
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
        let moves = match others.moves(host, player) {
            // A heap may have more moves than can be listed.
            Err(NoAnswer::TooLarge(_)) => return Ok(None),
            moves => moves?,
        };
        for one in moves {
            side.push(one.to.value(&store)?);
        }
    }
    let [left, right] = sides;
    if left.len() + right.len() > MOST_OPTIONS {
        return Ok(None);
    }
    let value = others.value(&store)?;
    let derivation = derive::canonical_form(&store, &left, &right)?;
    let Sides { left, right } = derivation.start.clone();
    let form = bracket(&store, &Sides { left, right }, value)?;
    let what = if numbers.parts.is_empty() {
        Sentence::new("a move in the sum is a move in one summand, so the sum is ")
    } else {
        Sentence::new("without the numbers, a move is a move in one summand, so that sum is ")
    };
    let under = move |host: &mut dyn Host| canonical::reductions(&host.store(), &derivation);
    Ok(Some(Draft::new(what.value(form), Reasons::second(under))))
}

/// The moves of a player that win a sum.
pub(in crate::explain) fn winning_moves_page(
    host: &mut dyn Host,
    sum: &EvaluatedSum,
    player: Player,
) -> Attempt<Outline> {
    let store = host.store();
    let name = words::name(player);
    let title = Sentence::new(format!("the winning moves of {name} in ")).sum(sum.typed());
    let mut steps = structure(host, sum)?;
    let mut winning = Vec::new();
    for one in sum.moves(host, player)? {
        if one.to.wins_second(&store, player)? {
            winning.push(one);
        }
    }
    if winning.is_empty() {
        let mut steps = drafts(steps);
        steps.push(moving_first(host, sum, player)?);
        return Ok(Outline::new(title.say(": there are none"), steps));
    }
    for one in winning.iter().take(MOST_MOVES) {
        let (left, value) = (one.to.summands(), one.to.value(&store)?);
        let value = Value::of_game(&store, value);
        let is_same = left.single() == Some(&value);
        let line = Sentence::new("to ").sum(left);
        let line = if is_same { line } else { line.say(", which is worth ").value(value) };
        let claim = Claim::WinsFirst { player, sum: sum.typed(), to: one.to.typed() };
        steps.push(Step::Claims { claim, line, under: Vec::new() });
    }
    steps.extend(words::more(winning.len(), MOST_MOVES));
    let sign = match player {
        Player::Left => CompareOp::GreaterOrEqual,
        Player::Right => CompareOp::LessOrEqual,
    };
    let line = Sentence::new(format!("a move of {name} wins when what it leaves is "));
    steps.push(Step::says(line.sign(sign).say(" 0")));
    Ok((title, steps).into())
}
