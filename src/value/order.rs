//! Comparisons.

use std::cmp::Ordering;
use std::rc::Rc;

use upstar_core::{Comparison, Player, Store};

use super::explanation::Asked;
use super::host::{self, Host};
use super::{
    Fault, Form, Map, Result, Ruleset, Summands, Value, infinity, loopy, misere, ops, surreal,
};
use crate::diagnostic::Code;
use crate::syntax::ast::{BinaryOp, CompareOp};

/// `left op right`
///
/// # Errors
/// When the values cannot be compared in this way.
pub fn compare(host: &mut dyn Host, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    let concerned = loopy::are_concerned(left, right) || loopy::are_beyond(left, right);
    match op {
        CompareOp::Equal => equal(host, left, right),
        CompareOp::NotEqual => Ok(!equal(host, left, right)?),
        CompareOp::In => contains(host, right, left),
        CompareOp::NotIn => Ok(!contains(host, right, left)?),
        CompareOp::Is => is(host, left, right),
        CompareOp::Confused if [left, right].iter().any(|side| matches!(side, Value::Bool(_))) => {
            let fault = Fault::new(
                Code::WrongType,
                format!("`||` compares games, not {} and {}", left.kind(), right.kind()),
            );
            Err(fault.help("for a choice write `or`: `a or b`"))
        }
        _ if !concerned && is_played(left, right) => by_playing(host, op, left, right),
        _ => Ok(fits(op, relation(host, left, right)?)),
    }
}

/// Whether short games are compared and one is a position or a sum.
fn is_played(left: &Value, right: &Value) -> bool {
    let short = |value: &Value| is_gamelike(value) && surreal::beyond(value).is_none();
    let played = |value: &Value| matches!(value, Value::Position(_) | Value::Sum(_));
    short(left) && short(right) && (played(left) || played(right))
}

/// A comparison is a question about who wins the difference (Winning Ways, chapter 2), so that
/// no value is needed.
fn by_playing(host: &mut dyn Host, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    let difference = ops::binary(host, BinaryOp::Sub, left, right)?;
    let mut all = true;
    for &(first, wins) in winners(op) {
        match host.winner(&difference, first)?.0 {
            Some(winner) => all = all && (winner == first) == wins,
            // Who does not lose a difference that goes on for ever need not have the better game.
            None => return by_worth(host, op, left, right),
        }
    }
    Ok(all)
}

/// The comparison of games from which play may return, by what they are worth.
fn by_worth(host: &mut dyn Host, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    if matches!(op, CompareOp::Equal)
        && let Some(equal) = infinity::both(host, left, right)?
    {
        return Ok(equal);
    }
    Ok(fits(op, loopy::relation(host, left, right)?))
}

/// Who wins the difference when moving first, as far as the comparison says.
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

/// How two games, numbers or texts compare.
///
/// # Errors
/// For other values.
pub fn relation(host: &mut dyn Host, left: &Value, right: &Value) -> Result<Comparison> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => Ok(comparison_of(a.cmp(b))),
        (Value::Text(a), Value::Text(b)) => Ok(comparison_of(a.cmp(b))),
        (a, b) if loopy::are_beyond(a, b) => loopy::relation(host, a, b),
        (a, b) if loopy::are_concerned(a, b) || infinity::are_concerned(a, b) => {
            loopy::relation(host, a, b)
        }
        (a, b) if is_gamelike(a) && is_gamelike(b) => {
            if let Some(x) = surreal::beyond(a) {
                return surreal::relation(host, &x, b);
            }
            if let Some(x) = surreal::beyond(b) {
                return Ok(surreal::relation(host, &x, a)?.reverse());
            }
            let (a, b) = (host::game(host, a)?, host::game(host, b)?);
            Ok(host.store().compare(a, b)?)
        }
        (a, b) if misere::is_concerned(a, b) => Err(misere::no_order()),
        (a, b) => {
            Err(Fault::new(Code::WrongType, format!("{} and {} have no order", a.kind(), b.kind())))
        }
    }
}

/// The comparison of things of which one is larger unless they are equal.
pub(super) fn comparison_of(ordering: Ordering) -> Comparison {
    match ordering {
        Ordering::Less => Comparison::Less,
        Ordering::Equal => Comparison::Equal,
        Ordering::Greater => Comparison::Greater,
    }
}

/// Whether a value can be asked for its game.
pub fn is_gamelike(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(_)
            | Value::Surreal(_)
            | Value::Game(_)
            | Value::Form(_)
            | Value::Typed(_)
            | Value::Loopy(_)
            | Value::Looped(_)
            | Value::Position(_)
            | Value::Sum(_)
    )
}

/// Whether two values are equal; games are when they have the same value.
///
/// # Errors
/// When the value of a position cannot be found.
pub fn equal(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    if left == right {
        return Ok(true);
    }
    match (left, right) {
        (Value::Misere(a), Value::Misere(b)) => misere::equal(host, a, b),
        (Value::Misere(_), other) | (other, Value::Misere(_)) if is_gamelike(other) => {
            Err(misere::mixed())
        }
        (Value::Number(_), Value::Number(_)) | (Value::Game(_), Value::Game(_)) => Ok(false),
        // Only the number itself is equal to it.
        (a, b) if loopy::are_beyond(a, b) => Ok(false),
        (a, b) if loopy::are_concerned(a, b) => loopy::equal(host, a, b),
        (a, b) if infinity::are_concerned(a, b) => infinity::equal(host, a, b),
        (a, b) if is_gamelike(a) && is_gamelike(b) => {
            if surreal::beyond(a).is_some() || surreal::beyond(b).is_some() {
                return Ok(false);
            }
            if is_played(a, b) {
                return by_playing(host, CompareOp::Equal, a, b);
            }
            Ok(host::game(host, a)? == host::game(host, b)?)
        }
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            all_equal(host, a.items(), b.items())
        }
        (Value::Set(a), Value::Set(b)) => {
            Ok(subset(host, a.items(), right)? && subset(host, b.items(), left)?)
        }
        (Value::Map(a), Value::Map(b)) => same_map(host, a, b),
        (Value::Function(a), Value::Function(b)) => {
            Ok(a.is_written_like(b) && all_equal(host, a.captures(), b.captures())?)
        }
        (Value::Ruleset(a), Value::Ruleset(b)) => same_ruleset(host, a, b),
        (Value::Picture(a), Value::Picture(b)) => {
            Ok(a.view == b.view && equal(host, a.of(), b.of())?)
        }
        (Value::Explanation(a), Value::Explanation(b)) => {
            Ok(a.depth == b.depth && same_question(host, &a.asked, &b.asked)?)
        }
        (Value::Range(range), Value::List(list)) | (Value::List(list), Value::Range(range)) => {
            if range.len() != list.items().len().into() {
                return Ok(false);
            }
            all_equal(host, &range.iter().collect::<Vec<_>>(), list.items())
        }
        (Value::Board(cells), Value::Text(text)) | (Value::Text(text), Value::Board(cells)) => {
            Ok(cells.text() == **text)
        }
        (Value::Range(a), Value::Range(b)) => Ok(a.is_empty() && b.is_empty()),
        _ => Ok(false),
    }
}

/// Whether two maps have the same keys, with the same values.
fn same_map(host: &mut dyn Host, a: &Map, b: &Map) -> Result<bool> {
    if a.entries().len() != b.entries().len() {
        return Ok(false);
    }
    for (key, value) in a.entries() {
        let Some(other) = at_key(host, b, key)? else { return Ok(false) };
        if !equal(host, value, other)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a map has for a key that is equal to this one.
fn at_key<'m>(host: &mut dyn Host, map: &'m Map, key: &Value) -> Result<Option<&'m Value>> {
    if let Some(value) = map.entries().get(key) {
        return Ok(Some(value));
    }
    for (other, value) in map.entries() {
        if equal(host, other, key)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// Whether two rulesets are declared by the same statement, for equal parameters of the family.
fn same_ruleset(host: &mut dyn Host, left: &Ruleset, right: &Ruleset) -> Result<bool> {
    let bases = match (left.base(), right.base()) {
        (Some(a), Some(b)) => same_ruleset(host, a, b)?,
        (a, b) => a.is_none() && b.is_none() && Rc::ptr_eq(&left.tree, &right.tree),
    };
    match (left.family(), right.family()) {
        (Some(a), Some(b)) => Ok(bases && all_equal(host, a, b)?),
        (a, b) => Ok(bases && a.is_none() && b.is_none()),
    }
}

/// Whether the same is asked about equal things.
fn same_question(host: &mut dyn Host, left: &Asked, right: &Asked) -> Result<bool> {
    match (left, right) {
        (Asked::Value(a), Asked::Value(b)) => same_summands(host, a, b),
        (Asked::Comparison(a, op, b), Asked::Comparison(c, other, d)) => {
            Ok(op == other && same_summands(host, a, c)? && same_summands(host, b, d)?)
        }
        (Asked::Question(name, args), Asked::Question(other, others)) => {
            let mut alike = name == other && args.len() == others.len();
            for (a, b) in args.iter().zip(others) {
                alike = alike && same_summands(host, a, b)?;
            }
            Ok(alike)
        }
        _ => Ok(false),
    }
}

/// Whether equal summands stand in the same places with the same signs.
fn same_summands(host: &mut dyn Host, left: &Summands, right: &Summands) -> Result<bool> {
    let mut alike = left.terms().len() == right.terms().len();
    for (a, b) in left.terms().iter().zip(right.terms()) {
        alike = alike && a.negated == b.negated && equal(host, &a.game, &b.game)?;
    }
    Ok(alike)
}

fn all_equal(host: &mut dyn Host, left: &[Value], right: &[Value]) -> Result<bool> {
    if left.len() != right.len() {
        return Ok(false);
    }
    for (a, b) in left.iter().zip(right) {
        if !equal(host, a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn subset<'v>(
    host: &mut dyn Host,
    items: impl IntoIterator<Item = &'v Value>,
    of: &Value,
) -> Result<bool> {
    for item in items {
        if !contains(host, of, item)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `item in collection`
///
/// # Errors
/// When it is not a collection.
pub fn contains(host: &mut dyn Host, collection: &Value, item: &Value) -> Result<bool> {
    match collection {
        Value::List(list) | Value::Tuple(list) => any_equal(host, list.items(), item),
        Value::Set(set) => Ok(set.items().contains(item) || any_equal(host, set.items(), item)?),
        Value::Map(map) => {
            Ok(map.entries().contains_key(item) || any_equal(host, map.entries().keys(), item)?)
        }
        Value::Range(range) => {
            let number = host::number(&host.store(), item).ok();
            Ok(number.and_then(|n| n.to_integer()).is_some_and(|n| range.contains(&n)))
        }
        Value::Text(text) => match item {
            Value::Text(part) => Ok(text.contains(&**part)),
            other => Err(other.wrong("a text")),
        },
        other => Err(other.wrong("a list, set, map, range or text")),
    }
}

fn any_equal<'v>(
    host: &mut dyn Host,
    items: impl IntoIterator<Item = &'v Value>,
    item: &Value,
) -> Result<bool> {
    for other in items {
        if equal(host, other, item)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether `right`, exactly as typed, is the canonical form of `left`. A number or a named
/// game counts as its own canonical form, and so does a number that is not a short game.
fn is(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    if surreal::beyond(left).is_some() || surreal::beyond(right).is_some() {
        return match [left, right].into_iter().find(|value| !is_gamelike(value)) {
            Some(other) => Err(other.wrong("a game")),
            None => Ok(left == right),
        };
    }
    if loopy::are_concerned(left, right) {
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
