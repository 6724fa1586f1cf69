//! The order in which `sort` puts values.

use std::cmp::Ordering;

use upstar_core::Comparison;

use super::typed::{FromValue, Slot};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::syntax::shortened;
use crate::value::{Fault, Result, Value, order, show};

/// A function by whose values elements are sorted.
pub(super) struct Key(Value);

impl FromValue for Key {
    const EXPECTED: &'static str = "a function";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::Function(_) | Value::Builtin(..) | Value::Ruleset(_) => Ok(Key(value)),
            other => Err(slot.wrong::<Self>(&other)),
        }
    }
}

/// Element to be sorted, and what it is compared by.
struct Entry {
    key: Value,
    element: Value,
}

/// Elements in ascending order, by the values of a function if there is one. Equal ones keep their order.
///
/// # Errors
/// When two elements that are compared have no order.
pub(super) fn sorted(host: &mut dyn Host, xs: Vec<Value>, key: Option<Key>) -> Result<Value> {
    let mut entries = Vec::with_capacity(xs.len());
    for element in xs {
        let key = match &key {
            Some(Key(function)) => host.call(function, vec![element.clone()])?,
            None => element.clone(),
        };
        entries.push(Entry { key, element });
    }
    host.store().budget().reserve((2 * entries.len() * size_of::<Entry>()) as u64)?;
    let sorted = merge_sorted(host, entries)?;
    Value::list(sorted.into_iter().map(|entry| entry.element).collect())
}

/// Merge sort from below. In the result each element has been compared with the next one, so that a
/// chain of comparisons holds the whole together even where the order of values is partial.
fn merge_sorted(host: &mut dyn Host, entries: Vec<Entry>) -> Result<Vec<Entry>> {
    let mut runs: Vec<Vec<Entry>> = entries.into_iter().map(|entry| vec![entry]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut rest = runs.into_iter();
        while let Some(first) = rest.next() {
            merged.push(match rest.next() {
                Some(second) => merge(host, first, second)?,
                None => first,
            });
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}

fn merge(host: &mut dyn Host, first: Vec<Entry>, second: Vec<Entry>) -> Result<Vec<Entry>> {
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
    while let (Some(a), Some(b)) = (first.peek(), second.peek()) {
        let later = ordering(host, &a.key, &b.key)? == Ordering::Greater;
        merged.extend(if later { second.next() } else { first.next() });
    }
    merged.extend(first.chain(second));
    Ok(merged)
}

/// Order of two values of one kind.
fn ordering(host: &mut dyn Host, a: &Value, b: &Value) -> Result<Ordering> {
    host.store().budget().step()?;
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Ok(a.cmp(b)),
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            for (a, b) in a.items().iter().zip(b.items()) {
                let first = ordering(host, a, b)?;
                if first != Ordering::Equal {
                    return Ok(first);
                }
            }
            Ok(a.items().len().cmp(&b.items().len()))
        }
        _ => match order::relation(host, a, b)? {
            Comparison::Less => Ok(Ordering::Less),
            Comparison::Equal => Ok(Ordering::Equal),
            Comparison::Greater => Ok(Ordering::Greater),
            Comparison::Confused => Err(confused(host, a, b)?),
        },
    }
}

fn confused(host: &dyn Host, a: &Value, b: &Value) -> Result<Fault> {
    let store = host.store();
    let (a, b) = (show::value(&store, a)?, show::value(&store, b)?);
    let message =
        format!("{} and {} are confused, and have no order", shortened(&a), shortened(&b));
    Ok(Fault::new(Code::WrongType, message).help("sort by a number: `sort(xs, G -> mean(G))`"))
}
