//! Equality of values, and membership.
//!
//! Knows: equality of two values of one kind. Must not know: the order of games.

use std::sync::Arc;

use super::difference::by_playing;
use super::entailing::is_affine;
use super::explanation::Asked;
use super::host::Host;
use super::{
    Class, Enumeration, Map, Result, Ruleset, Summands, Value, affine, expect, infinity, loopy,
    misere, worth,
};
use crate::syntax::ast::CompareOp;

/// Whether two values are equal; games are when they have the same value, under the same convention.
///
/// # Errors
/// When the value of a position cannot be found.
pub fn equal(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    if left == right {
        return Ok(true);
    }
    match (left, right) {
        (Value::Number(_), Value::Number(_)) | (Value::Game(_), Value::Game(_)) => Ok(false),
        _ if is_affine(left) || is_affine(right) => affine::equal(host, left, right),
        _ => match Class::of_both(left, right) {
            Some(class) => equal_games(host, class, left, right),
            None => equal_others(host, left, right),
        },
    }
}

/// Whether two games of this common class are equal.
fn equal_games(host: &mut dyn Host, class: Class, left: &Value, right: &Value) -> Result<bool> {
    let is_beyond = |side: &Value| Class::of(side).is_some_and(Class::is_beyond_short);
    match class {
        Class::Short => Ok(worth::game(host, left)? == worth::game(host, right)?),
        Class::Positional => by_playing(host, CompareOp::Equal, left, right),
        // An irrational or non-dyadic number equals no other game.
        _ if is_beyond(left) || is_beyond(right) => Ok(false),
        Class::Fraction | Class::Surreal => Ok(false),
        // The size is another, or the game is short.
        Class::TransfiniteNimber => Ok(false),
        Class::InfiniteNimber => infinity::equal(host, left, right),
        Class::Loopy => loopy::equal(host, left, right),
        Class::Misere => match (left, right) {
            (Value::Misere(a), Value::Misere(b)) => misere::equal(host, a, b),
            _ => Ok(false),
        },
    }
}

/// Whether two values are equal that are not both games.
fn equal_others(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    match (left, right) {
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
        (Value::Board(cells), Value::Text(text)) | (Value::Text(text), Value::Board(cells)) => {
            Ok(cells.text() == **text)
        }
        _ => equal_collections(host, left, right),
    }
}

/// Whether two collections have equal items.
fn equal_collections(host: &mut dyn Host, left: &Value, right: &Value) -> Result<bool> {
    match (left, right) {
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            all_equal(host, a.items(), b.items())
        }
        (Value::Set(a), Value::Set(b)) => Ok(a.items().len() == b.items().len()
            && subset(host, a.items(), right)?
            && subset(host, b.items(), left)?),
        (Value::Map(a), Value::Map(b)) => {
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
        (Value::Range(range), Value::List(list)) | (Value::List(list), Value::Range(range)) => {
            if range.len() != list.items().len().into() {
                return Ok(false);
            }
            all_equal(host, &range.iter().collect::<Vec<_>>(), list.items())
        }
        (Value::Range(a), Value::Range(b)) => Ok(a.is_empty() && b.is_empty()),
        (Value::Enumeration(all), other) | (other, Value::Enumeration(all)) => {
            equal_enumeration(host, all, other)
        }
        _ => Ok(false),
    }
}

/// Whether a list, range or enumeration has the elements of an enumeration, in its order.
fn equal_enumeration(host: &mut dyn Host, all: &Enumeration, other: &Value) -> Result<bool> {
    let budget = host.store().budget().clone();
    let others = match other {
        Value::Enumeration(other) if other.len() == all.len() => other.items(&budget)?,
        Value::List(list) if all.len() == list.items().len().into() => list.items().to_vec(),
        Value::Range(range) if all.len() == range.len().magnitude().clone() => {
            range.listable()?;
            range.iter().collect()
        }
        _ => return Ok(false),
    };
    let mut code = 0;
    for other in others {
        let Some(item) = all.next(&mut code, &budget)? else { return Ok(false) };
        if !equal(host, &item, &other)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Value of a map for a key equal to this one.
fn at_key<'m>(host: &mut dyn Host, map: &'m Map, key: &Value) -> Result<Option<&'m Value>> {
    if let Some(value) = map.entries().get(key) {
        return Ok(Some(value));
    }
    for (other, value) in map.entries() {
        host.store().budget().step()?;
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
        (a, b) => a.is_none() && b.is_none() && Arc::ptr_eq(&left.tree, &right.tree),
    };
    match (left.family(), right.family()) {
        (Some(a), Some(b)) => Ok(bases && all_equal(host, a, b)?),
        (a, b) => Ok(bases && a.is_none() && b.is_none()),
    }
}

/// Whether two explanations are of equal questions.
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
            let number = expect::number(&host.store(), item).ok();
            Ok(number.and_then(|n| n.to_integer()).is_some_and(|n| range.contains(&n)))
        }
        Value::Enumeration(all) => {
            let (mut code, budget) = (0, host.store().budget().clone());
            while let Some(other) = all.next(&mut code, &budget)? {
                if equal(host, &other, item)? {
                    return Ok(true);
                }
            }
            Ok(false)
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
