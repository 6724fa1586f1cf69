//! Order of values.

use std::cmp::Ordering;

use upstar_core::{Comparison, Player, Store};

use super::affine::{self, is_affine};
use super::equality::{contains, equal};
use super::host::{self, Host};
use super::{
    Class, Fault, Form, Result, Value, infinity, loopy, misere, ops, surreal, transfinite,
};
use crate::diagnostic::Code;
use crate::syntax::ast::{BinaryOp, CompareOp};

/// `left op right`
///
/// # Errors
/// When the values cannot be compared in this way.
pub fn compare(host: &mut dyn Host, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    if matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
        one_convention(left, right)?;
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

/// The fault of `||` between truth values.
fn no_choice(left: &Value, right: &Value) -> Fault {
    let message = format!("`||` compares games, not {} and {}", left.kind(), right.kind());
    Fault::new(Code::WrongType, message).help("for a choice write `or`: `a or b`")
}

/// Compares two games by the winner of their difference (Winning Ways, chapter 2), without computing a
/// value.
pub(super) fn by_playing(
    host: &mut dyn Host,
    op: CompareOp,
    left: &Value,
    right: &Value,
) -> Result<bool> {
    let difference = ops::binary(host, BinaryOp::Sub, left, right)?;
    let mut all = true;
    for &(first, wins) in winners(op) {
        match host.winner(&difference, first)?.0 {
            Some(winner) => all = all && (winner == first) == wins,
            // Play is infinite: whoever draws need not have the better game.
            None => return by_worth(host, op, left, right),
        }
    }
    Ok(all)
}

/// Compares games with possibly infinite play, by their values.
fn by_worth(host: &mut dyn Host, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    if matches!(op, CompareOp::Equal)
        && let Some(equal) = infinity::both(host, left, right)?
    {
        return Ok(equal);
    }
    Ok(fits(op, loopy::relation(host, left, right)?))
}

/// Winners of the difference that a comparison states: players who move first, and whether they win.
fn winners(op: CompareOp) -> &'static [(Player, bool)] {
    use Player::{Left, Right};
    match op {
        CompareOp::Less => &[(Left, false), (Right, true)],
        CompareOp::LessOrEqual => &[(Left, false)],
        CompareOp::Greater => &[(Right, false), (Left, true)],
        CompareOp::GreaterOrEqual => &[(Right, false)],
        CompareOp::Confused => &[(Left, true), (Right, true)],
        CompareOp::LessOrConfused => &[(Right, true)],
        CompareOp::GreaterOrConfused => &[(Left, true)],
        _ => &[(Left, false), (Right, false)],
    }
}

fn fits(op: CompareOp, relation: Comparison) -> bool {
    use Comparison::{Confused, Equal, Greater, Less};
    match op {
        CompareOp::Less => relation == Less,
        CompareOp::LessOrEqual => matches!(relation, Less | Equal),
        CompareOp::Greater => relation == Greater,
        CompareOp::GreaterOrEqual => matches!(relation, Greater | Equal),
        CompareOp::Confused => relation == Confused,
        CompareOp::LessOrConfused => matches!(relation, Less | Confused),
        CompareOp::GreaterOrConfused => matches!(relation, Greater | Confused),
        CompareOp::Equal => relation == Equal,
        _ => false,
    }
}

/// Comparison of two games, numbers or texts.
///
/// # Errors
/// For other values.
pub fn relation(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Comparison> {
    relation_in(host, Class::of_both(left, right), left, right)
}

/// Comparison of two values of this common class.
fn relation_in(
    host: &mut dyn Host,
    class: Option<Class>,
    left: &Value,
    right: &Value,
) -> Result<Comparison> {
    match (class, left, right) {
        (_, Value::Number(a), Value::Number(b)) => Ok(comparison_of(a.cmp(b))),
        (_, Value::Text(a), Value::Text(b)) => Ok(comparison_of(a.cmp(b))),
        (Some(Class::Short | Class::Positional), a, b) => {
            let (a, b) = (host::game(host, a)?, host::game(host, b)?);
            Ok(host.store().compare(a, b)?)
        }
        (Some(Class::Fraction | Class::Surreal), a, b) => match surreal::beyond(a) {
            Some(x) => surreal::relation(host, &x, b),
            None => {
                let x = surreal::beyond(b).expect("one of the two has this class");
                Ok(surreal::relation(host, &x, a)?.reverse())
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

/// Comparison in a total order.
pub(super) fn comparison_of(ordering: Ordering) -> Comparison {
    match ordering {
        Ordering::Less => Comparison::Less,
        Ordering::Equal => Comparison::Equal,
        Ordering::Greater => Comparison::Greater,
    }
}

/// Whether a value is a game, so that its canonical form can be asked for.
pub fn is_gamelike(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(_)
            | Value::Surreal(_)
            | Value::Game(_)
            | Value::Form(_)
            | Value::Typed(_)
            | Value::Loopy(_)
            | Value::LoopyBracket(_)
            | Value::Position(_)
            | Value::Sum(_)
    )
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
    let (value, typed) = (host::game(host, left)?, host::game(host, right)?);
    Ok(value == typed && as_canonical(&host.store(), right)?)
}

/// Whether a value is typed as its canonical form is.
///
/// # Errors
/// When a limit is passed.
pub fn as_canonical(store: &Store, value: &Value) -> Result<bool> {
    match value {
        Value::Form(form) | Value::Typed(form) => form_is_canonical(store, form),
        Value::Number(_) | Value::Surreal(_) | Value::Game(_) => Ok(true),
        _ => Ok(false),
    }
}

fn form_is_canonical(store: &Store, form: &Form) -> Result<bool> {
    let value = form.canonical();
    let left = store.left_options(value)?;
    let right = store.right_options(value)?;
    Ok(typed_exactly(store, form.left(), left)? && typed_exactly(store, form.right(), right)?)
}

fn typed_exactly(
    store: &Store,
    typed: &[Value],
    mut wanted: Vec<upstar_core::Game>,
) -> Result<bool> {
    for option in typed {
        store.budget().step()?;
        let value = match option {
            Value::Form(form) | Value::Typed(form) => form.canonical(),
            Value::Game(game) => *game,
            Value::Number(number) => host::number_game(store, number)?,
            _ => return Ok(false),
        };
        let Some(place) = wanted.iter().position(|game| *game == value) else {
            return Ok(false);
        };
        wanted.swap_remove(place);
        if !as_canonical(store, option)? {
            return Ok(false);
        }
    }
    Ok(wanted.is_empty())
}
