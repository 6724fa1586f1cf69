//! Order of values.

use upstar_core::Comparison;

use super::difference::by_playing;
use super::entailing::is_affine;
use super::equality::{contains, equal};
use super::host::Host;
use super::{
    Class, Fault, Result, Value, affine, loopy, misere, surreal, surreal_arithmetic, transfinite,
    worth,
};
use crate::diagnostic::Code;
use crate::syntax::ast::CompareOp;

pub use super::canonical::{as_canonical, is_gamelike};
pub use super::difference::fits;

/// `left op right`
///
/// # Errors
/// When the values cannot be compared in this way.
pub fn compare(host: &mut dyn Host, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    if matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
        one_convention(left, right)?;
        outcomes_only(left, right)?;
    }
    match op {
        CompareOp::Equal => equal(host, left, right),
        CompareOp::NotEqual => Ok(!equal(host, left, right)?),
        CompareOp::In => contains(host, right, left),
        CompareOp::NotIn => Ok(!contains(host, right, left)?),
        CompareOp::Is => is(host, left, right),
        CompareOp::Confused if [left, right].iter().any(|side| matches!(side, Value::Bool(_))) => {
            Err(no_choice(left, right))
        }
        _ if is_affine(left) || is_affine(right) => {
            Ok(fits(op, affine::relation(host, left, right)?))
        }
        _ => match Class::of_both(left, right) {
            Some(Class::Positional) => by_playing(host, op, left, right),
            class => Ok(fits(op, relation_in(host, class, left, right)?)),
        },
    }
}

/// Fails if one game is in misère play and the other is not: a comparison of both is a mistake. As items of
/// collections they are different games.
fn one_convention(left: &Value, right: &Value) -> Result<()> {
    match (left, right) {
        (Value::Misere(_), Value::Misere(_)) => Ok(()),
        (Value::Misere(_), other) | (other, Value::Misere(_)) if is_gamelike(other) => {
            Err(misere::mixed())
        }
        _ => Ok(()),
    }
}

/// Fails if one is an outcome and the other a game or a text: a name such as `P` means a position there, and not the outcome.
fn outcomes_only(left: &Value, right: &Value) -> Result<()> {
    let (outcome, game) = match (left, right) {
        (Value::Outcome(outcome), other) | (other, Value::Outcome(outcome))
            if is_gamelike(other) || matches!(other, Value::Text(_)) =>
        {
            (outcome, other)
        }
        _ => return Ok(()),
    };
    let message = format!("an outcome is never equal to {}", game.kind());
    let fault = Fault::new(Code::WrongType, message);
    Err(match game {
        Value::Position(_) | Value::Sum(_) => fault
            .note(format!("a name such as `P` hides the outcome: here is the outcome {outcome}"))
            .help("give the position another name, such as `G`, or compare `outcome(G) == outcome(H)`"),
        Value::Text(_) => fault.help("compare with one of `L`, `R`, `N` and `P`, without quotes"),
        _ => fault.help("compare with one of `L`, `R`, `N` and `P`"),
    })
}

/// The fault of `||` between truth values.
fn no_choice(left: &Value, right: &Value) -> Fault {
    let message = format!("`||` compares games, not {} and {}", left.kind(), right.kind());
    Fault::new(Code::WrongType, message).help("for a choice write `or`: `a or b`")
}

/// Comparison of two games, numbers or texts.
///
/// # Errors
/// For other values.
pub fn relation(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Comparison> {
    relation_in(host, Class::of_both(left, right), left, right)
}

/// Order of two values of one kind, as `sort` puts them: false comes before true.
///
/// # Errors
/// For values without an order.
pub fn sorting(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Comparison> {
    match (left, right) {
        (Value::Bool(a), Value::Bool(b)) => Ok(a.cmp(b).into()),
        _ => relation(host, left, right),
    }
}

/// Order of two rows: that of the first elements that differ, or of the lengths.
fn in_turn(host: &mut dyn Host, left: &[Value], right: &[Value]) -> Result<Comparison> {
    for (a, b) in left.iter().zip(right) {
        host.store().budget().step()?;
        match sorting(host, a, b)? {
            Comparison::Equal => {}
            other => return Ok(other),
        }
    }
    Ok(left.len().cmp(&right.len()).into())
}

/// Comparison of two values of this common class.
fn relation_in(
    host: &mut dyn Host,
    class: Option<Class>,
    left: &Value,
    right: &Value,
) -> Result<Comparison> {
    match (class, left, right) {
        (_, Value::Number(a), Value::Number(b)) => Ok(a.cmp(b).into()),
        (_, Value::Text(a), Value::Text(b)) => Ok(a.cmp(b).into()),
        (_, Value::Tuple(a), Value::Tuple(b)) | (_, Value::List(a), Value::List(b)) => {
            in_turn(host, a.items(), b.items())
        }
        (Some(Class::Short | Class::Positional), a, b) => {
            let (a, b) = (worth::game(host, a)?, worth::game(host, b)?);
            Ok(host.store().compare(a, b)?)
        }
        (Some(Class::Fraction | Class::Surreal), a, b) => match surreal::beyond(a) {
            Some(x) => surreal_arithmetic::relation(host, &x, b),
            None => {
                let x = surreal::beyond(b).expect("one of the two has this class");
                Ok(surreal_arithmetic::relation(host, &x, a)?.reverse())
            }
        },
        (Some(Class::TransfiniteNimber), Value::Transfinite(size), other) => {
            transfinite::relation(host, size, other)
        }
        (Some(Class::TransfiniteNimber), other, Value::Transfinite(size)) => {
            Ok(transfinite::relation(host, size, other)?.reverse())
        }
        (Some(Class::TransfiniteNimber), ..) => unreachable!("one of the two has this class"),
        (Some(Class::Loopy | Class::InfiniteNimber), a, b) => loopy::relation(host, a, b),
        (Some(Class::Misere), ..) => Err(misere::no_order()),
        (None, a, b) => {
            Err(Fault::new(Code::WrongType, format!("{} and {} have no order", a.kind(), b.kind())))
        }
    }
}

/// Whether `right`, exactly as typed, is the canonical form of `left`. A number or a named
/// game counts as its own canonical form, and so does a number that is not a short game.
fn is(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    if [left, right].iter().any(|side| Class::of(side).is_some_and(Class::is_beyond_short)) {
        return match [left, right].into_iter().find(|value| !is_gamelike(value)) {
            Some(other) => Err(other.wrong("a game")),
            None => Ok(left == right),
        };
    }
    if Class::of_both(left, right) == Some(Class::Loopy) {
        return loopy::is(host, left, right);
    }
    let (value, typed) = (worth::game(host, left)?, worth::game(host, right)?);
    Ok(value == typed && as_canonical(&host.store(), right)?)
}
