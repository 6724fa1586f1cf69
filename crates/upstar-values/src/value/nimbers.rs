//! Nimbers of values that are impartial by their rules.
//!
//! Knows: nimbers of summands add, and signs do not matter.
//! Must not know: positions that repeat, which are in [`super::infinity`].

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};
use upstar_core::{Game, Player, Rational, Store};

use super::host::Host;
use super::{Attempt, Fault, Result, Term, TermKind, Value, expect, moves, surreal};
use crate::diagnostic::Code;

/// Whether both players have the same moves by the rules.
pub fn both_alike(host: &mut dyn Host, value: &Value) -> bool {
    match value {
        Value::Position(position) => host.is_impartial(position),
        Value::Sum(sum) => sum.terms().iter().all(|term| match &term.kind {
            TermKind::Position(position) => host.is_impartial(position),
            TermKind::Game(game) => host.store().as_nimber(*game).is_some(),
            TermKind::Loopy(_) => false,
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

/// Nimber of a value that is impartial by its rules, or a nimber.
///
/// # Errors
/// As for [`Host::position_nimber`].
pub fn impartial(host: &mut dyn Host, value: &Value) -> Attempt<Option<BigUint>> {
    match value {
        Value::Position(position) if host.is_impartial(position) => host.position_nimber(position),
        Value::Sum(sum) if both_alike(host, value) => {
            let mut total = BigUint::ZERO;
            for term in sum.terms() {
                let Some(nimber) = of_term(host, term)? else { return Ok(None) };
                total ^= nimber;
            }
            Ok(Some(total))
        }
        Value::Number(number) => Ok(number.is_zero().then_some(BigUint::ZERO)),
        Value::Game(game) => Ok(of_game(host, *game)),
        Value::Form(form) | Value::Typed(form) => Ok(of_game(host, form.canonical())),
        _ => Ok(None),
    }
}

fn of_game(host: &dyn Host, game: Game) -> Option<BigUint> {
    host.store().as_nimber(game).map(BigUint::from)
}

/// Nimber as the size of a game; fails if it is too large.
///
/// # Errors
/// When it is beyond *4294967295, the largest nimber that is a game here.
pub fn stored(nimber: &BigUint) -> Result<u32> {
    nimber.to_u32().ok_or_else(|| {
        let message = format!("this equals *{nimber}, and games end at *{}", u32::MAX);
        Fault::new(Code::TooLarge, message).help(
            "beside games without loops, `nimber`, `outcome`, `winning_moves`, comparisons and \
             `explain` need no such game",
        )
    })
}

/// The options of an impartial summand with this nimber.
///
/// # Errors
/// As for [`Host::position_nimber`]; when there are too many options.
pub fn options_of(host: &mut dyn Host, term: &Term, nimber: &BigUint) -> Attempt<Vec<Value>> {
    if let TermKind::Position(position) = &term.kind
        && let Some(options) = host.options_of_nimber(position, nimber)?
    {
        return Ok(options);
    }
    let mut found = Vec::new();
    for option in moves::term_options(host, term, Player::Left)? {
        if impartial(host, &option)?.as_ref() == Some(nimber) {
            found.push(option);
        }
    }
    Ok(found)
}

/// The nimber of a summand, whose sign does not matter.
///
/// # Errors
/// As for [`Host::position_nimber`].
pub fn of_term(host: &mut dyn Host, term: &Term) -> Attempt<Option<BigUint>> {
    match &term.kind {
        TermKind::Position(position) => host.position_nimber(position),
        TermKind::Game(game) => Ok(of_game(host, *game)),
        TermKind::Loopy(_) => Ok(None),
    }
}

/// `*n`
///
/// # Errors
/// When n is not an integer, is negative, or is too large.
pub fn nimber(store: &Store, n: &Value) -> Result<Value> {
    if let Value::Surreal(n) = n
        && let Some(nimber) = Value::of_infinite_ordinal(surreal::ordinal(store, n)?)
    {
        return Ok(nimber);
    }
    let number = expect::number(store, n)?;
    let Some(n) = number.to_integer() else {
        let number = number.in_message();
        let message = format!("nimbers are *0, *1, *2, ..., and {number} is not an integer");
        return Err(Fault::new(Code::WrongType, message));
    };
    nimber_of(store, &n)
}

/// `*n` for an integer.
///
/// # Errors
/// When n is negative or too large.
pub fn nimber_of(store: &Store, n: &BigInt) -> Result<Value> {
    if n.is_zero() {
        return Ok(Value::integer(0));
    }
    if n.is_negative() {
        let n = Rational::from(n.clone());
        return Err(Fault::new(
            Code::OutOfRange,
            format!("a nimber is never negative: *({n})", n = n.in_message()),
        ));
    }
    let Some(n) = n.to_u32() else {
        let n = Rational::from(n.clone());
        return Err(Fault::new(Code::TooLarge, format!("*{n} is too large", n = n.in_message()))
            .note(format!("the largest nimber that can be stored is *{}", u32::MAX)));
    };
    Ok(Value::of_game(store, store.nimber(n)?))
}
