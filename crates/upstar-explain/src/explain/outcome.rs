//! Explanation of outcomes found by play: in normal and misère play, and in loopy games.

use std::sync::Arc;

use num_traits::Zero;
use upstar_core::solve::Method;
use upstar_core::solve::goal::Verdict;
use upstar_core::{Outcome, Player};

use super::draft::{Draft, Outline, Reasons};
use super::{goal, loopy_values, nimbers, play, repeating};
use crate::value::explanation::{Sentence, Step};
use crate::value::goals::moves_to;
use crate::value::host::Host;
use crate::value::moves::{moves, replaced, term_options};
use crate::value::{Attempt, Misere, NoAnswer, TermKind, Value, goals};

/// Most moves whose answers are listed.
const MOST_MOVES: usize = 12;

pub(super) fn page(host: &mut dyn Host, value: &Value) -> Attempt<Outline> {
    if let Value::Misere(games) = value {
        return in_misere(host, value, games);
    }
    let (outcome, method) = host.outcome(value)?;
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
    if let Value::Position(_) | Value::Sum(_) = value {
        let method = match method {
            Method::Value => "found by values of the parts",
            Method::Search => "found by a search",
            Method::Graph => "found by the graph of all that follows",
        };
        steps.push(Step::says(Sentence::new(method)).into());
    }
    Ok(Outline::new(title, steps))
}

/// Step on the nimber of an impartial position, which decides the outcome.
fn nimber(host: &mut dyn Host, value: &Value) -> Attempt<Option<Step>> {
    let Value::Position(_) = value else { return Ok(None) };
    match nimbers::of(host, value) {
        Ok(None) => Ok(None),
        Ok(Some(nimber)) if nimber.is_zero() => Ok(Some(Step::says(nimbers::verdict(&nimber)))),
        Ok(Some(nimber)) => {
            let line = format!("the nimber is {nimber}, so the next player wins");
            Ok(Some(Step::says(Sentence::new(line))))
        }
        Err(why) if why.is_exhaustion() => Err(why),
        // The outcome can be explained without it.
        Err(_) => Ok(None),
    }
}

/// Steps on the play when each player begins.
pub(super) fn both_first(host: &mut dyn Host, value: &Value) -> Attempt<Vec<Draft>> {
    let players = [Player::Left, Player::Right].into_iter();
    players.map(|player| first(host, value, player)).collect()
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
            .say(format!(", so its Grundy value in misère play is {misere}: "));
        let line = line.say(match misere {
            0 => "the previous player wins",
            _ => "the next player wins",
        });
        steps.push(Step::says(line).into());
    }
    Ok(Outline::new(title, steps))
}

/// Returns who wins when a player moves first, in normal or misère play; `None` for a draw.
pub(super) fn winner(host: &mut dyn Host, value: &Value, first: Player) -> Attempt<Option<Player>> {
    match value {
        Value::Misere(games) => {
            let wins = host.misere_wins(games, first)?;
            Ok(Some(if wins { first } else { first.opponent() }))
        }
        other => Ok(host.winner(other, first)?.0),
    }
}

/// Returns the step on what happens when `player` begins.
pub(super) fn first(host: &mut dyn Host, value: &Value, player: Player) -> Attempt<Draft> {
    let name = play::name(player);
    if let Some(option) = move_to(host, value, player, Some(player))? {
        let line =
            Sentence::new(format!("{name} moving first wins, by the move to ")).value(option);
        return Ok(Step::says(line).into());
    }
    if let Some(option) = move_to(host, value, player, None)? {
        let line = Sentence::new(format!(
            "{name} moving first cannot win, but holds the draw by \
                                          the move to "
        ));
        return Ok(Step::says(line.value(option)).into());
    }
    let options = moves(host, value, player)?;
    if options.is_empty() && matches!(value, Value::Misere(_)) {
        let line = format!("{name} moving first wins, having no move");
        return Ok(Step::says(Sentence::new(line)).into());
    }
    if options.is_empty() {
        let line = Sentence::new(format!("{name} moving first loses, having no move"));
        return Ok(Step::says(line).into());
    }
    let other = play::name(player.opponent());
    let line =
        Sentence::new(format!("{name} moving first loses: {other} has an answer to every move"));
    let table =
        move |host: &mut dyn Host| Ok(vec![Step::Table(answers(host, &options, player)?).into()]);
    Ok(Draft::new(line, Reasons::second(table)))
}

/// Rows of the moves to `options`, with the answers of the other player.
fn answers(host: &mut dyn Host, options: &[Value], player: Player) -> Attempt<Vec<Vec<Sentence>>> {
    let (name, other) = (play::name(player), play::name(player.opponent()));
    let mut rows = vec![vec![
        Sentence::new(format!("{name} moves to")),
        Sentence::new(format!("{other} answers")),
    ]];
    for option in options.iter().take(MOST_MOVES) {
        let answer = move_to(host, option, player.opponent(), Some(player.opponent()))?;
        let cell = match answer {
            Some(to) => Sentence::default().value(to),
            // In misère play a player may win by having no move.
            None => Sentence::new("has no move"),
        };
        rows.push(vec![Sentence::default().value(option.clone()), cell]);
    }
    if options.len() > MOST_MOVES {
        let more = options.len() - MOST_MOVES;
        rows.push(vec![Sentence::new(format!("and {more} more"))]);
    }
    Ok(rows)
}

/// Returns a move after which this player wins, or, for `None`, after which play is drawn.
pub(super) fn move_to(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
    wanted: Option<Player>,
) -> Attempt<Option<Value>> {
    for option in numbers_last(host, value, player)? {
        if winner(host, &option, player.opponent())? == wanted {
            return Ok(Some(option));
        }
    }
    Ok(None)
}

/// Returns a winning move where there are few moves, because each is searched.
pub(super) fn move_of_few(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
) -> Attempt<Option<Value>> {
    match numbers_last(host, value, player) {
        Ok(moves) if moves.len() <= MOST_MOVES => move_to(host, value, player, Some(player)),
        Ok(_) | Err(NoAnswer::TooLarge(_)) => Ok(None),
        Err(why) => Err(why),
    }
}

/// Returns the moves of a player; in a sum those in numbers last, as they gain nothing.
fn numbers_last(host: &mut dyn Host, value: &Value, player: Player) -> Attempt<Vec<Value>> {
    let Value::Sum(sum) = value else { return moves(host, value, player) };
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for (place, term) in sum.terms().iter().enumerate() {
        let is_number = match &term.kind {
            TermKind::Game(game) => host.store().is_number(*game),
            TermKind::Position(_) | TermKind::Loopy(_) => false,
        };
        for option in term_options(host, term, player)? {
            let to = replaced(host, sum, place, &option)?;
            if is_number { last.push(to) } else { first.push(to) }
        }
    }
    first.extend(last);
    Ok(first)
}

pub(super) fn winning_moves_page(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
) -> Attempt<Outline> {
    let name = play::name(player);
    let title = Sentence::new(format!("the winning moves of {name} in "));
    let title = title.value(loopy_values::as_typed(value));
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
    steps.extend(play::more(winning.len(), MOST_MOVES));
    let other = play::name(player.opponent());
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
