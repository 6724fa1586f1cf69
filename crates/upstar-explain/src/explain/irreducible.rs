//! Why nothing in a bracket can be removed: what was tried, and why it failed.
//!
//! Must not know: how the bracket was reached.
//!
//! Source: *Winning Ways*, chapter 3; Siegel, *Combinatorial Game Theory*, II.2.

use upstar_core::derive::{Derivation, Sides};
use upstar_core::{Game, Player, Store};

use super::draft::{Draft, Reasons};
use super::temperature::number;
use super::words::{beyond, name};
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::{Attempt, Value};

/// Most options of a player, and replies to one of them, that are looked at one by one.
const MOST_OPTIONS: usize = 6;

/// Steps on a bracket with no dominated and no reversible option, whose value is no number.
pub(super) fn steps(store: &Store, sides: &Sides, derivation: &Derivation) -> Attempt<Vec<Draft>> {
    let game = derivation.value;
    let mut steps = Vec::new();
    if derivation.steps.is_empty() {
        steps.extend(no_number(store, game)?.map(Draft::from));
    }
    let rest = if derivation.steps.is_empty() { "no" } else { "no other" };
    steps.push(undominated(store, sides, rest));
    steps.push(irreversible(store, sides, game, rest)?);
    Ok(steps)
}

/// Why a game is no number: its stops differ, or it is not equal to the number at which play stops. `None` for
/// numbers.
pub(super) fn no_number(store: &Store, game: Game) -> Attempt<Option<Step>> {
    if store.is_number(game) {
        return Ok(None);
    }
    let (left, right) = (store.left_stop(game)?, store.right_stop(game)?);
    let line = if left == right {
        let stop = store.number(&left)?;
        let op = match (store.le(game, stop)?, store.le(stop, game)?) {
            (true, _) => CompareOp::Less,
            (_, true) => CompareOp::Greater,
            (false, false) => CompareOp::Confused,
        };
        Sentence::new("it is not a number: play stops at ")
            .value(number(&left))
            .say(" whoever begins, but ")
            .join(Sentence::relation(Value::of_game(store, game), op, number(&left)))
    } else {
        Sentence::new("it is not a number: its Left stop ")
            .value(number(&left))
            .say(" is greater than its Right stop ")
            .value(number(&right))
    };
    Ok(Some(Step::says(line)))
}

/// No option is dominated: a player has at most one, or any two are confused.
fn undominated(store: &Store, sides: &Sides, rest: &str) -> Draft {
    let line = Sentence::new(format!("{rest} option is dominated"));
    let several = |player: &Player| sides.of(*player).len() > 1;
    let players: Vec<Player> = [Player::Left, Player::Right].into_iter().filter(several).collect();
    if players.is_empty() {
        let most = sides.left.len().max(sides.right.len());
        return Draft::from(Step::says(match most {
            0 => line,
            _ => line.say(": a player with one option has nothing to compare it with"),
        }));
    }
    let mut under = Vec::new();
    for player in players {
        let options = sides.of(player);
        let of = |game: &Game| Value::of_game(store, *game);
        let line = match options {
            [a, b] => Sentence::new(format!("{}'s ", name(player))).join(Sentence::relation(
                of(a),
                CompareOp::Confused,
                of(b),
            )),
            _ => Sentence::new(format!("any two of {}'s ", name(player)))
                .values(options.iter().map(of))
                .say(" are confused with each other"),
        };
        under.push(Step::says(line));
    }
    Draft::new(line, Reasons::known(under))
}

/// No option is reversible: no reply is as good for the opponent as the whole game.
fn irreversible(store: &Store, sides: &Sides, game: Game, rest: &str) -> Attempt<Draft> {
    let mut under = Vec::new();
    for player in [Player::Left, Player::Right] {
        let options = sides.of(player);
        for option in options.iter().take(MOST_OPTIONS) {
            under.push(Step::says(unanswered(store, player, *option, game)?));
        }
        let (one, many) = ("more option", "more options");
        under.extend(beyond(options.len(), MOST_OPTIONS, one, many));
    }
    let line = Sentence::new(format!("{rest} option is reversible"));
    Ok(Draft::new(line, Reasons::known(under)))
}

/// The replies to an option, none of which is as good for the opponent as the whole game.
fn unanswered(store: &Store, player: Player, option: Game, game: Game) -> Attempt<Sentence> {
    let opponent = player.opponent();
    let (replies, op) = match player {
        Player::Left => (store.right_in_order(option)?, CompareOp::GreaterOrConfused),
        Player::Right => (store.left_in_order(option)?, CompareOp::LessOrConfused),
    };
    let line = Sentence::new(format!("{}'s ", name(player))).value(Value::of_game(store, option));
    if replies.is_empty() {
        return Ok(line.say(format!(": {} has no move there", name(opponent))));
    }
    let line = line.say(format!(": {} answers ", name(opponent)));
    let whole = Value::of_game(store, game);
    if replies.len() > MOST_OPTIONS {
        let line = line.values(replies.iter().map(|reply| Value::of_game(store, *reply)));
        return Ok(line.say(", and each of these ").sign(op).say(" ").value(whole));
    }
    let mut line = line;
    for (place, reply) in replies.iter().enumerate() {
        let and = if place == 0 { "" } else { ", or " };
        let reply = Value::of_game(store, *reply);
        line = line.say(and).value(reply.clone()).say(", but ");
        line = line.join(Sentence::relation(reply, op, whole.clone()));
    }
    Ok(line)
}
