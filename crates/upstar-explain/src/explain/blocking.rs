//! Explanation of a game in which options are forbidden before each move: how many win, and what the opponent forbids.

use std::sync::Arc;

use upstar_core::Player;

use super::draft::{Draft, Outline, Reasons};
use super::words;
use crate::value::blocking::Options;
use crate::value::explanation::{Question, Sentence, Step};
use crate::value::host::Host;
use crate::value::show::counted;
use crate::value::{Attempt, Position, Value};

/// Most options whose reasons are listed.
const MOST_OPTIONS: usize = 8;

/// Explanation of the answer to a question about a position; `None` where it has none of its own.
pub(super) fn asked(
    host: &mut dyn Host,
    question: Question,
    position: &Arc<Position>,
    player: Player,
) -> Attempt<Option<Outline>> {
    Ok(match question {
        Question::Outcome => Some(page(host, position)?),
        Question::WinningMoves => Some(moves_page(host, position, player)?),
        _ => None,
    })
}

/// Explanation of the outcome of a position.
fn page(host: &mut dyn Host, position: &Arc<Position>) -> Attempt<Outline> {
    let shown = Value::Position(position.clone());
    let (outcome, _) = host.outcome(&shown)?;
    let title = Sentence::new("the outcome of ").value(shown).say(" is ");
    let title = title.value(Value::Outcome(outcome));
    let players: &[Player] = match position.ruleset.moves_are_alike() {
        true => &[Player::Left],
        false => &[Player::Left, Player::Right],
    };
    let steps = players.iter().map(|player| first(host, position, *player));
    Ok(Outline::new(title, steps.collect::<Attempt<_>>()?))
}

/// Explanation of the winning moves of a player, and of what the opponent forbids.
fn moves_page(host: &mut dyn Host, position: &Arc<Position>, player: Player) -> Attempt<Outline> {
    let options = Options::of(host, position, player)?;
    let title = match options.winning.len() {
        0 => Sentence::new("no move of ").value(Value::Position(position.clone())).say(" wins"),
        count => Sentence::new(format!("{} of ", counted(count, "move", "moves")))
            .value(Value::Position(position.clone()))
            .say(if count == 1 { " wins" } else { " win" }),
    };
    Ok(Outline::new(title, vec![first(host, position, player)?]))
}

/// The step on what happens when `player` begins. Where both have the same moves, Left stands for whoever begins.
fn first(host: &mut dyn Host, position: &Arc<Position>, player: Player) -> Attempt<Draft> {
    let options = Options::of(host, position, player)?;
    let [me, other] = names(position, player);
    let line = said(&options, player, (&me, &other));
    let reasons: Vec<Value> = match options.winner(player) {
        Some(winner) if winner == player => options.winning.clone(),
        // The opponent wins after what is left, or holds the draw.
        Some(_) => options.losing.clone(),
        None => options.drawn.iter().chain(&options.losing).cloned().collect(),
    };
    let next = player.opponent();
    let position = position.clone();
    let under = Reasons::second(move |host| {
        let mut steps: Vec<Draft> = Vec::new();
        for option in reasons.iter().take(MOST_OPTIONS) {
            let Value::Position(to) = option else { continue };
            steps.push(after(host, &position, to, next)?);
        }
        let more = words::beyond(reasons.len(), MOST_OPTIONS, "move", "moves");
        steps.extend(more.map(Draft::from));
        Ok(steps)
    });
    let opens = options.count() > 0;
    Ok(if opens { Draft::new(line, under) } else { Step::says(line).into() })
}

/// Names of the player to move and of the opponent.
fn names(position: &Position, player: Player) -> [String; 2] {
    match position.ruleset.moves_are_alike() {
        true => ["the player to move".to_owned(), "the opponent".to_owned()],
        false => [player, player.opponent()].map(|one| words::name(one).to_owned()),
    }
}

/// Who wins, what is forbidden, and why that is enough or not.
fn said(options: &Options, player: Player, (me, other): (&str, &str)) -> Sentence {
    let (count, winning) = (options.count(), options.winning.len());
    let most = counted(usize::try_from(options.most).unwrap_or(usize::MAX), "option", "options");
    let win = |count| if count == 1 { "wins" } else { "win" };
    if count == 0 {
        let does = if options.misere { "wins" } else { "loses" };
        return Sentence::new(format!("{me} cannot move, and so {does}"));
    }
    match options.winner(player) {
        Some(winner) if winner == player => {
            let why = if options.misere && winning == count {
                format!("all {} win, and {other} must leave one", counted(count, "move", "moves"))
            } else {
                format!(
                    "{} {}, and {other} can forbid only {most}: those to ",
                    counted(winning, "move", "moves"),
                    win(winning)
                )
            };
            let line = Sentence::new(format!("{me} wins: {why}"));
            match options.misere && winning == count {
                true => line,
                false => line.values(options.winning.iter().cloned()),
            }
        }
        result => {
            let forbidden = options.to_forbid(player);
            let does = if result.is_some() { "loses" } else { "does not win" };
            let line = Sentence::new(format!("{me} {does}: "));
            match forbidden.len() {
                0 if result.is_none() => line.say("no move wins, but one that draws is left"),
                0 => line.say("no move wins, so nothing needs to be forbidden"),
                all if all == count => line
                    .say(format!("{other} forbids all moves, to "))
                    .values(forbidden.into_iter()),
                number => {
                    let does = match (options.winning.is_empty(), options.drawn.is_empty()) {
                        _ if result.is_none() => "win",
                        (true, _) => "draw",
                        (false, true) => "win",
                        (false, false) => "win or draw",
                    };
                    let moves = match number {
                        1 => format!(
                            "the only move that {}",
                            does.replace("win", "wins").replace("draw", "draws")
                        ),
                        _ => format!("all moves that {does}"),
                    };
                    line.say(format!("{other} forbids {moves}, to ")).values(forbidden.into_iter())
                }
            }
        }
    }
}

/// What happens after a move.
fn after(host: &mut dyn Host, from: &Position, to: &Arc<Position>, next: Player) -> Attempt<Draft> {
    let options = Options::of(host, to, next)?;
    let [me, other] = names(from, next);
    let mut line = Sentence::new("after ").value(Value::Position(to.clone())).say(", ");
    line.pieces.extend(said(&options, next, (&me, &other)).pieces);
    Ok(Step::says(line).into())
}
