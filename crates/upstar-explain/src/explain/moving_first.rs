//! Play when one player begins: a winning move, or an answer to every move.
//!
//! Must not know: why a position has its outcome, besides moves.

use upstar_core::Player;

use super::draft::{Draft, Reasons};
use super::words;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::{moves, replaced, term_options};
use crate::value::{Attempt, NoAnswer, TermKind, Value, show};

/// Most moves whose answers are listed.
pub(super) const MOST_MOVES: usize = 12;

/// Steps on the play when each player begins.
pub(super) fn both_first(host: &mut dyn Host, value: &Value) -> Attempt<Vec<Draft>> {
    let players = [Player::Left, Player::Right].into_iter();
    players.map(|player| first(host, value, player)).collect()
}

/// Returns who wins when a player moves first, in normal or misère play; `None` for a draw.
pub(crate) fn winner(host: &mut dyn Host, value: &Value, first: Player) -> Attempt<Option<Player>> {
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
    let name = words::name(player);
    if let Some(option) = move_to(host, value, player, Some(player))? {
        return wins(host, option, player);
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
    let other = words::name(player.opponent());
    let line =
        Sentence::new(format!("{name} moving first loses: {other} has an answer to every move"));
    let table =
        move |host: &mut dyn Host| Ok(vec![Step::Table(answers(host, &options, player)?).into()]);
    Ok(Draft::new(line, Reasons::second(table)))
}

/// Returns the step that a player who begins wins by a move to `option`: with the answers to what follows, where the
/// replies are few.
fn wins(host: &mut dyn Host, option: Value, player: Player) -> Attempt<Draft> {
    let (name, other) = (words::name(player), words::name(player.opponent()));
    let line = Sentence::new(format!("{name} moving first wins, by the move to "));
    let line = line.value(option.clone());
    if !matches!(option, Value::Position(_)) {
        return Ok(Step::says(line).into());
    }
    let replies = match moves(host, &option, player.opponent()) {
        Err(NoAnswer::TooLarge(_)) => return Ok(Step::says(line).into()),
        replies => replies?,
    };
    if replies.is_empty() {
        let line = match winner(host, &option, player.opponent())? == Some(player) {
            true => line.say(format!(", where {other} has no move")),
            false => line,
        };
        let drawn = show::is_drawn(&option)
            .then(|| Step::Table(vec![vec![Sentence::default().value(option)]]));
        return Ok(Draft::new(line, Reasons::known(drawn.into_iter().collect())));
    }
    Ok(Draft::new(
        line,
        Reasons::second(move |host| {
            let table = answers(host, &replies, player.opponent())?;
            Ok(vec![Step::Table(table).into()])
        }),
    ))
}

/// Rows of the moves to `options`, with the answers of the other player.
fn answers(host: &mut dyn Host, options: &[Value], player: Player) -> Attempt<Vec<Vec<Sentence>>> {
    let (name, other) = (words::name(player), words::name(player.opponent()));
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
