//! The order in which `sort` puts values.

use std::cmp::Ordering;

use upstar_core::{Budget, Comparison};

use super::typed::{FromValue, Slot};
use crate::diagnostic::Code;
use crate::syntax::shortened;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, order, show};

/// A function by whose values elements are sorted.
pub(super) struct SortKey(Value);

impl FromValue for SortKey {
    const EXPECTED: &'static str = "a function";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        match value {
            Value::Function(_) | Value::Builtin(..) | Value::Ruleset(_) => Ok(SortKey(value)),
            other => Err(slot.wrong::<Self>(&other)),
        }
    }
}

/// Elements in ascending order, by the values of a function if there is one. Equal ones keep their order.
///
/// # Errors
/// When two elements that are compared have no order.
pub(super) fn sorted(
    host: &mut dyn Host,
    mut xs: Vec<Value>,
    key: Option<SortKey>,
) -> Result<Value> {
    let room = xs.len() * (2 * size_of::<usize>() + size_of::<Value>());
    host.store().budget().reserve(room as u64)?;
    let order = match key {
        None => order_of(host, &xs)?,
        Some(SortKey(function)) => {
            let keys = xs.iter().map(|x| host.call(&function, vec![x.clone()]));
            let keys = keys.collect::<Result<Vec<_>>>()?;
            order_of(host, &keys)?
        }
    };
    let mut take = |place: usize| std::mem::replace(&mut xs[place], Value::Nothing);
    Value::list(order.into_iter().map(&mut take).collect())
}

/// Places of keys in ascending order, by merge sort from below. In the result each key has been compared
/// with the next one, so that a chain of comparisons holds the whole together even where the order of
/// values is partial.
fn order_of(host: &mut dyn Host, keys: &[Value]) -> Result<Vec<usize>> {
    let (count, budget) = (keys.len(), host.store().budget().clone());
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        for start in (0..count).step_by(2 * width) {
            let (middle, end) = (count.min(start + width), count.min(start + 2 * width));
            let (mut first, mut second) = (start, middle);
            while first < middle && second < end {
                let (a, b) = (order[first], order[second]);
                if ordering(host, &budget, &keys[a], &keys[b])? == Ordering::Greater {
                    merged.push(b);
                    second += 1;
                } else {
                    merged.push(a);
                    first += 1;
                }
            }
            merged.extend_from_slice(&order[first..middle]);
            merged.extend_from_slice(&order[second..end]);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        width *= 2;
    }
    Ok(order)
}

/// Order of two values of one kind.
fn ordering(host: &mut dyn Host, budget: &Budget, a: &Value, b: &Value) -> Result<Ordering> {
    budget.step()?;
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Ok(a.cmp(b)),
        _ => match order::sorting(host, a, b)? {
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
