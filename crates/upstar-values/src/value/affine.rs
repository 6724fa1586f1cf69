//! Impartial positions with complimenting and entailing moves: their nimbers, or the loony value.
//!
//! Knows: values of sums, and which moves win. Must not know: how the rules are evaluated.
//!
//! Source: *Winning Ways*, chapter 12; Larsson, Nowakowski and Santos, "Impartial games with entailing
//! moves", 2021.

use upstar_core::impartial::AffineNimber;
use upstar_core::{Comparison, Player};

use super::host::Host;
use super::{Attempt, Result, Sum, Term, TermKind, Value, moves, nimbers};
use crate::syntax::ast::Mover;

pub use super::entailing::{
    AffineMove, is_affine, is_partizan, no_nimber, no_value, partizan, refuse,
};

/// Whether two values are equal, one of which is affine: have the same nimber, or are both loony.
///
/// # Errors
/// As for [`of`].
pub fn equal(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    for side in [left, right] {
        if !is_affine(side) && nimbers::impartial(host, side)?.is_none() {
            return Ok(false);
        }
    }
    Ok(of(host, left)? == of(host, right)?)
}

/// Comparison of two values, one of which is affine: impartial games are equal or confused.
///
/// # Errors
/// As for [`of`].
pub fn relation(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Comparison> {
    Ok(match of(host, left)? == of(host, right)? {
        true => Comparison::Equal,
        false => Comparison::Confused,
    })
}

/// Value of a position with complimenting or entailing moves, or of a sum with one.
///
/// # Errors
/// When a summand is not impartial, positions repeat, or a limit is passed.
pub fn of(host: &mut dyn Host, value: &Value) -> Attempt<AffineNimber> {
    match value {
        Value::Position(position) if position.ruleset.is_affine() => {
            Ok(host.affine_replies(value)?.value())
        }
        Value::Sum(sum) => {
            let mut total = AffineNimber::Nimber(0);
            for term in sum.terms() {
                total = total.plus(of_term(host, term)?);
            }
            Ok(total)
        }
        Value::Loony => Ok(AffineNimber::Loony),
        other => match nimbers::impartial(host, other)? {
            Some(nimber) => Ok(AffineNimber::Nimber(nimbers::stored(&nimber)?)),
            None => Err(other.wrong("an impartial game").into()),
        },
    }
}

fn of_term(host: &mut dyn Host, term: &Term) -> Attempt<AffineNimber> {
    match &term.kind {
        TermKind::Position(position) if position.ruleset.is_affine() => {
            Ok(host.affine_replies(&Value::Position(position.clone()))?.value())
        }
        _ => match nimbers::of_term(host, term)? {
            Some(nimber) => Ok(AffineNimber::Nimber(nimbers::stored(&nimber)?)),
            None => Err(partizan(term).into()),
        },
    }
}

/// The moves from a position or a sum after which the player who made them wins.
///
/// # Errors
/// As for [`of`].
pub fn winning_moves(host: &mut dyn Host, value: &Value) -> Attempt<Vec<Value>> {
    let zero = AffineNimber::Nimber(0);
    match value {
        Value::Position(position) => {
            let mut found = Vec::new();
            for step in host.affine_moves(position, Player::Left)? {
                if wins(host, &step, zero)? {
                    found.push(step.to);
                }
            }
            found.dedup();
            Ok(found)
        }
        Value::Sum(sum) => winning_in_sum(host, sum),
        other => Err(other.wrong("a position").into()),
    }
}

fn winning_in_sum(host: &mut dyn Host, sum: &Sum) -> Attempt<Vec<Value>> {
    let mut found = Vec::new();
    for (place, term) in sum.terms().iter().enumerate() {
        let mut rest = AffineNimber::Nimber(0);
        for (other, term) in sum.terms().iter().enumerate() {
            if other != place {
                rest = rest.plus(of_term(host, term)?);
            }
        }
        let steps = match &term.kind {
            TermKind::Position(position) if position.ruleset.is_affine() => {
                host.affine_moves(position, Player::Left)?
            }
            _ => {
                let options = moves::term_options(host, term, Player::Left)?;
                options.into_iter().map(|to| AffineMove { kind: Mover::Either, to }).collect()
            }
        };
        for step in steps {
            if wins(host, &step, rest)? {
                let to = moves::replaced(host, sum, place, &step.to)?;
                if !found.contains(&to) {
                    found.push(to);
                }
            }
        }
    }
    Ok(found)
}

/// Whether a move wins beside a rest of this value.
///
/// # Errors
/// As for [`of`].
pub fn wins(host: &mut dyn Host, step: &AffineMove, rest: AffineNimber) -> Attempt<bool> {
    Ok(match step.kind {
        Mover::Entailing => !host.affine_replies(&step.to)?.wins_beside(rest),
        Mover::Complimenting => of(host, &step.to)?.plus(rest).is_won(),
        _ => !of(host, &step.to)?.plus(rest).is_won(),
    })
}

/// The value as the language has it.
///
/// # Errors
/// As for [`of`].
pub fn nimber(host: &mut dyn Host, value: &Value) -> Result<Value> {
    Ok(match of(host, value)? {
        AffineNimber::Nimber(n) => Value::integer(i64::from(n)),
        AffineNimber::Loony => Value::Loony,
    })
}
