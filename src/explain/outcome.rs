//! Who wins, and by which move.

use std::sync::Arc;

use num_traits::Zero;
use upstar_core::solve::Way;
use upstar_core::{Outcome, Player};

use super::{Page, nimbers, play, repeating};
use crate::diagnostic::Code;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::{moves, replaced, term_options};
use crate::value::{Misere, Part, Result, Value};

/// Moves whose answers are listed.
const MOST_MOVES: usize = 12;

pub(super) fn page(host: &mut dyn Host, value: &Value, depth: u32) -> Result<Page> {
    if let Value::Misere(games) = value {
        return in_misere(host, value, games, depth);
    }
    let (outcome, way) = host.outcome(value)?;
    let title = Sentence::new("the outcome of ")
        .value(value.clone())
        .say(" is ")
        .value(Value::Outcome(outcome));
    let mut steps = match both_first(host, value, depth) {
        Err(fault) if fault.code() == Code::TooLarge => {
            // Moves that are too many to be listed have nimbers all the same.
            let Some(nimber) = nimbers::of(host, value)? else { return Err(fault) };
            return Ok((title, nimbers::page(host, value, &nimber)?.1));
        }
        steps => steps?,
    };
    if let Some(step) = nimber(host, value)? {
        steps.insert(0, step);
    }
    if let Some(line) = repeating::drawn_line(host, value, outcome)? {
        steps.push(line);
    }
    if let Value::Position(_) | Value::Sum(_) = value {
        let way = match way {
            Way::Value => "found by values of the parts",
            Way::Search => "found by a search",
            Way::Graph => "found by the graph of all that follows",
        };
        steps.push(Step::says(Sentence::new(way)));
    }
    Ok((title, steps))
}

/// The nimber of an impartial position, which says who wins.
fn nimber(host: &mut dyn Host, value: &Value) -> Result<Option<Step>> {
    let Value::Position(_) = value else { return Ok(None) };
    match nimbers::of(host, value) {
        Ok(None) => Ok(None),
        Ok(Some(nimber)) if nimber.is_zero() => Ok(Some(Step::says(nimbers::verdict(&nimber)))),
        Ok(Some(nimber)) => {
            let line = format!("the nimber is {nimber}, so the next player wins");
            Ok(Some(Step::says(Sentence::new(line))))
        }
        Err(fault) if fault.is_exhaustion() => Err(fault),
        // The outcome is known all the same.
        Err(_) => Ok(None),
    }
}

/// What happens when each of the players begins.
fn both_first(host: &mut dyn Host, value: &Value, depth: u32) -> Result<Vec<Step>> {
    let players = [Player::Left, Player::Right].into_iter();
    players.map(|player| first(host, value, player, depth)).collect()
}

/// The outcome in misère play.
fn in_misere(host: &mut dyn Host, value: &Value, games: &Misere, depth: u32) -> Result<Page> {
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
    let mut steps = vec![Step::says(Sentence::new("in misère play a player who cannot move wins"))];
    for player in [Player::Left, Player::Right] {
        steps.push(first(host, value, player, depth)?);
    }
    if let Some(genus) = genus {
        let misere = genus.misere();
        let line = Sentence::new("its genus is ")
            .value(Value::Genus(Arc::new(genus)))
            .say(format!(", so its Grundy value in misère play is {misere}: "));
        steps.push(Step::says(line.say(match misere {
            0 => "the previous player wins",
            _ => "the next player wins",
        })));
    }
    Ok((title, steps))
}

/// Who wins when a player moves first, in normal or misère play; nobody in a draw.
pub(super) fn winner(host: &mut dyn Host, value: &Value, first: Player) -> Result<Option<Player>> {
    match value {
        Value::Misere(games) => {
            let wins = host.misere_wins(games, first)?;
            Ok(Some(if wins { first } else { first.opponent() }))
        }
        other => Ok(host.winner(other, first)?.0),
    }
}

/// What happens when `player` begins.
pub(super) fn first(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
    depth: u32,
) -> Result<Step> {
    let name = play::name(player);
    if let Some(option) = move_to(host, value, player, Some(player))? {
        let line =
            Sentence::new(format!("{name} moving first wins, by the move to ")).value(option);
        return Ok(Step::says(line));
    }
    if let Some(option) = move_to(host, value, player, None)? {
        let line = Sentence::new(format!(
            "{name} moving first cannot win, but holds the draw by \
                                          the move to "
        ));
        return Ok(Step::says(line.value(option)));
    }
    let options = moves(host, value, player)?;
    if options.is_empty() && matches!(value, Value::Misere(_)) {
        return Ok(Step::says(Sentence::new(format!("{name} moving first wins, having no move"))));
    }
    if options.is_empty() {
        let line = Sentence::new(format!("{name} moving first loses, having no move"));
        return Ok(Step::says(line));
    }
    let other = play::name(player.opponent());
    let line =
        Sentence::new(format!("{name} moving first loses: {other} has an answer to every move"));
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

/// A move after which this player wins, or nobody does.
pub(super) fn move_to(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
    wanted: Option<Player>,
) -> Result<Option<Value>> {
    for option in numbers_last(host, value, player)? {
        if winner(host, &option, player.opponent())? == wanted {
            return Ok(Some(option));
        }
    }
    Ok(None)
}

/// A winning move, looked for only where there are few: each move is searched.
pub(super) fn move_of_few(
    host: &mut dyn Host,
    value: &Value,
    player: Player,
) -> Result<Option<Value>> {
    match numbers_last(host, value, player) {
        Ok(moves) if moves.len() <= MOST_MOVES => move_to(host, value, player, Some(player)),
        Err(fault) if fault.code() != Code::TooLarge => Err(fault),
        _ => Ok(None),
    }
}

/// The moves of a player; in a sum those in numbers last, as there is nothing to gain by them.
fn numbers_last(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<Value>> {
    let Value::Sum(sum) = value else { return moves(host, value, player) };
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for (place, term) in sum.terms().iter().enumerate() {
        let is_number = match &term.part {
            Part::Game(game) => host.store().is_number(*game),
            Part::Position(_) | Part::Loopy(_) => false,
        };
        for option in term_options(host, term, player)? {
            let to = replaced(host, sum, place, &option)?;
            if is_number { last.push(to) } else { first.push(to) }
        }
    }
    first.extend(last);
    Ok(first)
}
