//! Brackets with a cycle as typed, and their dominated and reversible options.
//!
//! Source: Siegel, *Combinatorial Game Theory*, VI.2.

use std::sync::Arc;

use upstar_core::{Comparison, Player};

use super::words;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::{Sentence, Step};
use crate::value::host::Host;
use crate::value::moves::options;
use crate::value::{Attempt, LoopyBracket, Value, equality, order, worth};

/// Returns a bracket with a cycle as it was typed; everything else unchanged.
pub(super) fn as_typed(value: &Value) -> Value {
    match value {
        Value::LoopyBracket(bracket) => Value::LoopyBracket(Arc::new(bracket.as_typed())),
        other => other.clone(),
    }
}

/// Steps on the dominated and reversible options among those as typed.
pub(super) fn reductions(host: &mut dyn Host, bracket: &LoopyBracket) -> Attempt<Vec<Step>> {
    let whole = bracket.value().clone();
    let mut steps = Vec::new();
    for player in [Player::Left, Player::Right] {
        let typed = bracket.options(host, player)?;
        let better = |relation| match player {
            Player::Left => matches!(relation, Comparison::Greater | Comparison::Equal),
            Player::Right => matches!(relation, Comparison::Less | Comparison::Equal),
        };
        let [sign, back] = match player {
            Player::Left => [CompareOp::LessOrEqual, CompareOp::LessOrEqual],
            Player::Right => [CompareOp::GreaterOrEqual, CompareOp::GreaterOrEqual],
        };
        for (at, option) in typed.iter().enumerate() {
            let mut by = None;
            for (place, other) in typed.iter().enumerate().filter(|(place, _)| *place != at) {
                let relation = order::relation(host, other, option)?;
                if better(relation) && (relation != Comparison::Equal || place < at) {
                    by = Some(other);
                    break;
                }
            }
            let name = words::name(player);
            if let Some(by) = by {
                let line = Sentence::new(format!("{name}'s option "))
                    .value(option.clone())
                    .say(" is dominated: ")
                    .join(Sentence::relation(option.clone(), sign, by.clone()));
                steps.push(Step::says(line));
            } else if let Some(reply) = reply(host, option, &whole, player)? {
                let line = Sentence::new(format!("{name}'s option "))
                    .value(option.clone())
                    .say(format!(" is reversible: {} answers to ", words::name(player.opponent())))
                    .value(reply.clone())
                    .say(", and ")
                    .join(Sentence::relation(reply, back, whole.clone()));
                steps.push(Step::says(line));
            }
        }
    }
    Ok(steps)
}

/// Returns the answer by which an option is reversible through the game; `None` if it is not.
fn reply(
    host: &mut dyn Host,
    option: &Value,
    whole: &Value,
    player: Player,
) -> Attempt<Option<Value>> {
    if equality::equal(host, option, whole)? {
        return Ok(None);
    }
    let plain = worth::evaluated(host, option)?;
    let Ok(replies) = options(host, &plain, player.opponent()) else { return Ok(None) };
    for reply in replies {
        let relation = order::relation(host, &reply, whole)?;
        let turns_back = match player {
            Player::Left => matches!(relation, Comparison::Less | Comparison::Equal),
            Player::Right => matches!(relation, Comparison::Greater | Comparison::Equal),
        };
        if turns_back {
            return Ok(Some(reply));
        }
    }
    Ok(None)
}
