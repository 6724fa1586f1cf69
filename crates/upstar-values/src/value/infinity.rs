//! Loopy nimbers: values of impartial positions with possibly infinite play.
//!
//! Finite ones are ordinary nimbers; only infinite ones are a kind of value.

use std::sync::Arc;

use num_traits::Signed;
use upstar_core::impartial::LoopyNimber;
use upstar_core::{Rational, Store};

use super::host::Host;
use super::{Attempt, Fault, Result, Sum, Term, TermKind, Value, expect, loopy};
use crate::diagnostic::Code;
use crate::syntax::ast::BinaryOp;

impl Value {
    /// Result of `nimber`: an integer if it is finite.
    pub fn of_loopy_nimber(nimber: LoopyNimber) -> Value {
        match nimber {
            LoopyNimber::Finite(n) => Value::integer(i64::from(n)),
            LoopyNimber::Infinite(set) => Value::Infinity(Arc::from(set)),
        }
    }
}

/// The game that a loopy nimber is.
///
/// # Errors
/// When a limit is passed.
pub fn as_game(store: &Store, nimber: LoopyNimber) -> Result<Value> {
    match nimber {
        LoopyNimber::Finite(n) => Ok(Value::of_game(store, store.nimber(n)?)),
        infinite => Ok(Value::of_loopy_nimber(infinite)),
    }
}

/// Loopy nimber of a game, position or sum; `None` if it is not impartial by its rules.
///
/// # Errors
/// When options cannot be found, or a limit is passed.
pub fn of(host: &mut dyn Host, value: &Value) -> Attempt<Option<LoopyNimber>> {
    let store = host.store();
    let of_game = |game| store.as_nimber(game).map(LoopyNimber::Finite);
    match value {
        Value::Infinity(set) => Ok(Some(LoopyNimber::Infinite(set.to_vec().into()))),
        Value::Position(position) => host.loopy_nimber(position),
        Value::Sum(sum) => of_sum(host, sum),
        Value::Number(number) => Ok(number.is_zero().then_some(LoopyNimber::Finite(0))),
        Value::Game(game) => Ok(of_game(*game)),
        Value::Form(form) | Value::Typed(form) => Ok(of_game(form.canonical())),
        _ => Ok(None),
    }
}

fn of_sum(host: &mut dyn Host, sum: &Sum) -> Attempt<Option<LoopyNimber>> {
    let mut total = LoopyNimber::Finite(0);
    // An impartial game is its own negative, whether it ends or not.
    for Term { kind, .. } in sum.terms() {
        let nimber = match kind {
            TermKind::Position(position) => host.loopy_nimber(position)?,
            TermKind::Game(game) => host.store().as_nimber(*game).map(LoopyNimber::Finite),
            TermKind::Loopy(_) => None,
        };
        let Some(nimber) = nimber else { return Ok(None) };
        total = total.plus(&nimber);
    }
    Ok(Some(total))
}

/// `left op right` if one is an infinite nimber. With a game that is not impartial the result is a loopy
/// game.
pub(super) fn binary(
    host: &mut dyn Host,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Value> {
    let store = host.store();
    match op {
        BinaryOp::Add | BinaryOp::Sub => match of(host, left)?.zip(of(host, right)?) {
            Some((a, b)) => as_game(&store, a.plus(&b)),
            None => loopy::binary(host, op, left, right),
        },
        BinaryOp::Mul => {
            let (n, nimber) = match (left, right) {
                (Value::Number(n), nimber) | (nimber, Value::Number(n)) => (n, nimber),
                _ => return Err(no_operation()),
            };
            Ok(match n.to_integer().map(|n| n.abs()) {
                Some(n) if n == 0.into() => Value::Number(Rational::ZERO),
                Some(n) if n == 1.into() => nimber.clone(),
                Some(_) => Value::of_loopy_nimber(LoopyNimber::infinite(Vec::new())),
                None => return Err(no_operation()),
            })
        }
        _ => Err(no_operation()),
    }
}

fn no_operation() -> Fault {
    Fault::new(Code::WrongType, "infinite nimbers are added to nimbers and to each other only")
}

/// Whether an infinite nimber equals another value.
pub(super) fn equal(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    let (a, b) = (of(host, left)?, of(host, right)?);
    Ok(a.is_some() && a == b)
}

/// Whether two games with possibly infinite play have the same nimber; `None` if one is not impartial.
pub(super) fn both(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Option<bool>> {
    Ok(of(host, left)?.zip(of(host, right)?).map(|(a, b)| a == b))
}

/// `infinity(a, b, ...)`
///
/// # Errors
/// For values that are not sizes of nimbers.
pub fn infinity(host: &mut dyn Host, args: &[Value]) -> Result<Value> {
    let mut nimbers = Vec::with_capacity(args.len());
    for arg in args {
        let n = expect::count(&host.store(), arg, "a nimber")?;
        let n = u32::try_from(n).map_err(|_| {
            Fault::new(Code::TooLarge, format!("*{n} is too large"))
                .note(format!("the largest nimber that can be stored is *{}", u32::MAX))
        })?;
        nimbers.push(n);
    }
    Ok(Value::of_loopy_nimber(LoopyNimber::infinite(nimbers)))
}
