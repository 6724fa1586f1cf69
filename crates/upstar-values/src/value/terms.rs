//! Summands of games, and sums of several.
//!
//! Must not know: the values of positions.

use std::sync::Arc;

use upstar_core::{Game, Store};

use super::{Result, Sum, Term, TermKind, Value, expect, surreal};

/// The summands of a value, with the players exchanged when `negated`.
///
/// # Errors
/// When it is not a game.
pub fn terms(store: &Store, value: &Value, negated: bool) -> Result<Vec<Term>> {
    let term = |kind| vec![Term { negated, kind }];
    match value {
        Value::Position(position) => Ok(term(TermKind::Position(position.clone()))),
        Value::Sum(sum) => Ok(sum
            .terms()
            .iter()
            .map(|term| Term { negated: term.negated != negated, kind: term.kind.clone() })
            .collect()),
        Value::Number(number) => Ok(term(TermKind::Game(expect::number_game(store, number)?))),
        Value::Game(game) => Ok(term(TermKind::Game(*game))),
        Value::Form(form) | Value::Typed(form) => Ok(term(TermKind::Game(form.canonical()))),
        Value::Loopy(loopy) => Ok(term(TermKind::Loopy(loopy.clone()))),
        Value::LoopyBracket(bracket) => terms(store, bracket.value(), negated),
        Value::Surreal(x) => Err(surreal::not_short(store, x)?),
        other => Err(other.wrong("a game")),
    }
}

/// The sum of several parts, as the options of rulesets are. Beside others, 0 is no summand.
///
/// # Errors
/// When a part is not a game.
pub fn sum_of(store: &Store, parts: &[Value]) -> Result<Value> {
    let is_zero = |term: &Term| matches!(term.kind, TermKind::Game(game) if game == Game::ZERO);
    match parts {
        [single @ Value::Position(_)] => return Ok(single.clone()),
        [single @ Value::Sum(sum)] if !sum.terms().iter().any(is_zero) => return Ok(single.clone()),
        _ => {}
    }
    let mut all = Vec::with_capacity(parts.len());
    for part in parts {
        all.extend(terms(store, part, false)?);
    }
    if !all.iter().all(is_zero) {
        all.retain(|term| !is_zero(term));
    }
    match &all[..] {
        [Term { negated: false, kind: TermKind::Position(position) }] => {
            Ok(Value::Position(position.clone()))
        }
        _ => Ok(Value::Sum(Arc::new(Sum::new(all)?))),
    }
}
