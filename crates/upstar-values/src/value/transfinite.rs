//! Transfinite nimbers: `*(omega)` and the others of infinite size.
//!
//! Knows: they are added by nim-addition of ordinals, and stand beside short games as remote stars.
//! Must not know: nimbers of finite size, which are short games.
//!
//! Sources: *On Numbers and Games*, chapter 6; *Winning Ways*, chapter 8 (remote stars).

use std::cmp::Ordering;
use std::sync::Arc;

use upstar_core::short::far_star;
use upstar_core::{Comparison, Ordinal};

use super::host::Host;
use super::{Fault, Result, Value, nimbers, surreal, worth};
use crate::diagnostic::Code;
use crate::syntax::ast::BinaryOp;

impl Value {
    /// The nimber of an ordinal; `None` if the ordinal is finite.
    pub fn of_infinite_ordinal(ordinal: Ordinal) -> Option<Value> {
        match ordinal.to_finite() {
            Some(_) => None,
            None => Some(Value::Transfinite(Arc::new(ordinal))),
        }
    }
}

/// The size of a nimber; `None` for a game that is none by its rules.
fn size(host: &mut dyn Host, value: &Value) -> Result<Option<Ordinal>> {
    match value {
        Value::Transfinite(size) => Ok(Some((**size).clone())),
        other => Ok(nimbers::impartial(host, other)?.map(Ordinal::from)),
    }
}

/// `left op right` if one is a transfinite nimber.
pub(super) fn binary(
    host: &mut dyn Host,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Value> {
    match op {
        BinaryOp::Add | BinaryOp::Sub => {
            let Some((a, b)) = size(host, left)?.zip(size(host, right)?) else {
                return Err(no_operation());
            };
            let sum = a.nim_plus(&b)?;
            nimbers::nimber(&host.store(), &Value::of_surreal(sum.into_surreal()))
        }
        BinaryOp::Mul => match (left, right) {
            (Value::Number(n), nimber) | (nimber, Value::Number(n)) => match n.to_integer() {
                // A nimber is its own negative.
                Some(n) if n.bit(0) => Ok(nimber.clone()),
                Some(_) => Ok(Value::integer(0)),
                None => Err(no_operation()),
            },
            _ => Err(no_operation()),
        },
        _ => Err(no_operation()),
    }
}

fn no_operation() -> Fault {
    Fault::new(Code::NotAShortGame, "transfinite nimbers are added to nimbers only")
        .note("a sum with another game has no canonical form, but it is compared: `*(omega) <= G`")
        .help("products of nimbers are those of their sizes: `nim_product(omega, 3)`")
}

/// Comparison of a transfinite nimber and another game.
///
/// A nimber lies between all negative and all positive numbers. Of two games that are no nimbers of the same size,
/// no follower of G equals a nimber as large as `far_star(G)`, and all those stand in the same relation to G.
pub(super) fn relation(host: &mut dyn Host, nimber: &Ordinal, other: &Value) -> Result<Comparison> {
    if let Value::Transfinite(size) = other {
        let equal = **size == *nimber;
        return Ok(if equal { Comparison::Equal } else { Comparison::Confused });
    }
    if let Some(x) = surreal::beyond(other) {
        return Ok(match x.sign() {
            Ordering::Greater => Comparison::Less,
            Ordering::Less => Comparison::Greater,
            Ordering::Equal => Comparison::Confused,
        });
    }
    if nimbers::impartial(host, other)?.is_some() {
        return Ok(Comparison::Confused);
    }
    let game = worth::game(host, other)?;
    let store = host.store();
    let remote = store.nimber(far_star(&store, game)?)?;
    Ok(store.compare(remote, game)?)
}
