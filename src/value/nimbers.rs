//! Nimbers of values that are impartial by their rules.
//!
//! Knows: that nimbers of summands add, and that signs do not matter. Must not know: positions
//! that repeat; those are for [`super::infinity`].

use super::host::Host;
use super::{Part, Result, Term, Value};

/// Whether both players have the same moves by the rules.
pub fn both_alike(host: &mut dyn Host, value: &Value) -> bool {
    match value {
        Value::Position(position) => host.is_impartial(position),
        Value::Sum(sum) => sum.terms().iter().all(|term| match &term.part {
            Part::Position(position) => host.is_impartial(position),
            Part::Game(game) => host.store().as_nimber(*game).is_some(),
            Part::Loopy(_) => false,
        }),
        Value::Number(number) => number.is_zero(),
        Value::Game(game) => host.store().as_nimber(*game).is_some(),
        Value::Form(form) | Value::Typed(form) => {
            host.store().as_nimber(form.canonical()).is_some()
        }
        Value::Misere(games) => games.terms().iter().all(|term| both_alike(host, term)),
        _ => false,
    }
}

/// The nimber of a value, when it is impartial by its rules or a nimber already.
///
/// # Errors
/// As for [`Host::position_nimber`].
pub fn impartial(host: &mut dyn Host, value: &Value) -> Result<Option<u32>> {
    match value {
        Value::Position(position) if host.is_impartial(position) => host.position_nimber(position),
        Value::Sum(sum) if both_alike(host, value) => {
            let mut total = 0;
            for term in sum.terms() {
                let Some(nimber) = of_term(host, term)? else { return Ok(None) };
                total ^= nimber;
            }
            Ok(Some(total))
        }
        Value::Number(number) => Ok(number.is_zero().then_some(0)),
        Value::Game(game) => Ok(host.store().as_nimber(*game)),
        Value::Form(form) | Value::Typed(form) => Ok(host.store().as_nimber(form.canonical())),
        _ => Ok(None),
    }
}

/// The nimber of a summand, whose sign does not matter.
///
/// # Errors
/// As for [`Host::position_nimber`].
pub fn of_term(host: &mut dyn Host, term: &Term) -> Result<Option<u32>> {
    match &term.part {
        Part::Position(position) => host.position_nimber(position),
        Part::Game(game) => Ok(host.store().as_nimber(*game)),
        Part::Loopy(_) => Ok(None),
    }
}
