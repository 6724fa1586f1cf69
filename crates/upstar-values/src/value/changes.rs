//! Lists, texts, maps and sets changed at a place, and slices of them.
//!
//! Knows: how elements are counted. Must not know: boards and graphs, whose places are others.

use std::sync::Arc;

use num_traits::ToPrimitive;
use upstar_core::Store;

use super::{Fault, MAX_ITEMS, Map, Result, Set, Value, elements, expect, ops, too_many};
use crate::diagnostic::Code;

/// Elements that are copied for one step of the budget.
const PER_STEP: usize = 16;

/// Offset of an index among `len` elements: 1 is the first, -1 the last.
///
/// # Errors
/// When there is no such element.
pub fn offset(n: i64, len: usize) -> Result<usize> {
    let len_signed = len.to_i64().unwrap_or(i64::MAX);
    let place = if n < 0 { len_signed + n } else { n - 1 };
    match usize::try_from(place) {
        Ok(place) if n != 0 && place < len => Ok(place),
        _ => Err(Fault::new(Code::OutOfRange, format!("there is no element {n} of {len}"))
            .note("elements are counted from 1; -1 is the last")),
    }
}

/// What has places that are counted from 1.
enum Row {
    List(Vec<Value>),
    Tuple(Vec<Value>),
    Text(Vec<Value>),
}

impl Row {
    /// The elements of a list, tuple, range or text; `None` for other values.
    fn of(store: &Store, value: &Value) -> Result<Option<Row>> {
        let items = match value {
            Value::List(_) | Value::Tuple(_) | Value::Text(_) => elements(value)?,
            Value::Range(range) => {
                range.listable()?;
                elements(value)?
            }
            Value::Enumeration(all) => {
                return Ok(Some(Row::List(all.items(store.budget())?)));
            }
            _ => return Ok(None),
        };
        let items: Vec<Value> = items.collect();
        store.budget().reserve(size_of_val(&items[..]) as u64)?;
        (0..items.len() / PER_STEP).try_for_each(|_| store.budget().step())?;
        Ok(Some(match value {
            Value::Tuple(_) => Row::Tuple(items),
            Value::Text(_) => Row::Text(items),
            _ => Row::List(items),
        }))
    }

    fn items(&mut self) -> &mut Vec<Value> {
        match self {
            Row::List(items) | Row::Tuple(items) | Row::Text(items) => items,
        }
    }

    /// The value of its kind. What a text gets are symbols.
    fn value(self) -> Result<Value> {
        match self {
            Row::List(items) | Row::Tuple(items) | Row::Text(items)
                if items.len() > MAX_ITEMS as usize =>
            {
                Err(too_many(&items.len()))
            }
            Row::List(items) => Value::list(items),
            Row::Tuple(items) => Value::tuple(items),
            Row::Text(items) => {
                let symbols = items.iter().map(expect::text).collect::<Result<Vec<_>>>()?;
                Ok(Value::text(symbols.concat()))
            }
        }
    }
}

/// The places that a key stands for: one, or those in a list, set or range.
fn places(store: &Store, key: &Value) -> Result<Vec<i64>> {
    match key {
        Value::List(_) | Value::Set(_) | Value::Range(_) => {
            if let Value::Range(range) = key {
                range.listable()?;
            }
            elements(key)?.map(|place| expect::integer(store, &place)).collect()
        }
        place => Ok(vec![expect::integer(store, place)?]),
    }
}

/// The fault of a value without places.
fn no_row(value: &Value) -> Fault {
    value.wrong("a list, tuple, text or map")
}

/// A list, tuple or text with other elements at some places, or a map with other values for some keys, also new ones.
///
/// # Errors
/// For other values, and where there is no such place.
pub fn changed(store: &Store, value: &Value, changes: &Map) -> Result<Value> {
    if let Value::Map(map) = value {
        return joined(store, map, changes);
    }
    let Some(mut row) = Row::of(store, value)? else { return Err(no_row(value)) };
    for (key, new) in changes.entries() {
        for place in places(store, key)? {
            store.budget().step()?;
            let items = row.items();
            let place = offset(place, items.len())?;
            items[place] = new.clone();
        }
    }
    row.value()
}

/// The entries of two maps; of equal keys the second counts.
///
/// # Errors
/// When a limit is passed.
pub fn joined(store: &Store, map: &Map, more: &Map) -> Result<Value> {
    let count = map.entries().len() + more.entries().len();
    store.budget().reserve((2 * count * size_of::<Value>()) as u64)?;
    (0..count / PER_STEP).try_for_each(|_| store.budget().step())?;
    let entries = map.entries().iter().chain(more.entries());
    Ok(Value::Map(Arc::new(Map::new(entries.map(|(key, value)| (key.clone(), value.clone())))?)))
}

/// A list, tuple or text without the elements at some places, a map without a key, or a set without an element.
///
/// # Errors
/// For other values, and where there is no such place.
pub fn without(store: &Store, value: &Value, what: &Value) -> Result<Value> {
    match value {
        Value::Map(map) => {
            let key = ops::without_forms(store, what)?;
            let kept = map.entries().iter().filter(|(other, _)| **other != key);
            let kept = kept.map(|(key, value)| (key.clone(), value.clone()));
            Ok(Value::Map(Arc::new(Map::new(kept)?)))
        }
        Value::Set(set) => {
            let is_set = |item: &Value| matches!(item, Value::Set(_));
            if is_set(what) && !set.items().is_empty() && !set.items().iter().any(is_set) {
                return Err(Fault::new(Code::WrongType, "no element of the set is a set")
                    .help("`difference(A, B)` has the elements of A that are not in B"));
            }
            let item = ops::without_forms(store, what)?;
            let kept = set.items().iter().filter(|other| **other != item).cloned();
            Ok(Value::Set(Arc::new(Set::new(kept)?)))
        }
        _ => {
            let Some(mut row) = Row::of(store, value)? else {
                return Err(value.wrong("a list, tuple, text, map or set"));
            };
            let len = row.items().len();
            let gone = places(store, what)?.into_iter().map(|place| offset(place, len));
            let mut gone = gone.collect::<Result<Vec<_>>>()?;
            gone.sort_unstable();
            gone.dedup();
            let mut place = 0;
            row.items().retain(|_| {
                place += 1;
                gone.binary_search(&(place - 1)).is_err()
            });
            row.value()
        }
    }
}

/// A list, tuple or text with one element more, which has this index in it: from 1 on, or from -1 on for the last.
///
/// # Errors
/// For other values, and where there is no such place.
pub fn inserted(store: &Store, value: &Value, place: i64, new: &Value) -> Result<Value> {
    let Some(mut row) = Row::of(store, value)? else {
        return Err(value.wrong("a list, tuple or text"));
    };
    let items = row.items();
    let place = offset(place, items.len() + 1)?;
    items.insert(place, new.clone());
    row.value()
}

/// `xs[a..b]`: the elements whose indices are in a range, in its order.
///
/// # Errors
/// Where there is no such element.
pub fn slice(store: &Store, value: &Value, indices: &Value) -> Result<Option<Value>> {
    let Value::Range(range) = indices else { return Ok(None) };
    let mut row = match value {
        // A list is not copied for a few of its elements.
        Value::List(_) => Row::List(Vec::new()),
        _ => match Row::of(store, value)? {
            Some(row) => row,
            None => return Ok(None),
        },
    };
    range.listable()?;
    let items = match value {
        Value::List(list) => list.items(),
        _ => row.items(),
    };
    let mut kept = Vec::new();
    for n in range.iter() {
        store.budget().step()?;
        kept.push(items[offset(expect::integer(store, &n)?, items.len())?].clone());
    }
    store.budget().reserve(size_of_val(&kept[..]) as u64)?;
    *row.items() = kept;
    row.value().map(Some)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::value::List;

    /// A list of machine integers.
    fn integers(list: &[i64]) -> Value {
        let items = list.iter().map(|n| Value::integer(*n)).collect();
        Value::List(Arc::new(List::new(items).expect("integers are not nested")))
    }

    proptest! {
        /// An inserted element has its index, and without it the list is as before.
        #[test]
        fn without_undoes_insert(list in prop::collection::vec(0..9i64, 0..6), place in -7..=7i64) {
            let (store, before) = (Store::default(), integers(&list));
            let after = inserted(&store, &before, place, &Value::integer(10));
            match offset(place, list.len() + 1) {
                Err(_) => prop_assert!(after.is_err()),
                Ok(index) => {
                    let after = after.unwrap();
                    let mut wanted = list.clone();
                    wanted.insert(index, 10);
                    prop_assert_eq!(&after, &integers(&wanted));
                    prop_assert_eq!(without(&store, &after, &Value::integer(place)).unwrap(), before);
                }
            }
        }
    }
}
