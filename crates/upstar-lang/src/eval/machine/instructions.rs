//! General case of instructions, for operands that the fast path does not cover.

use std::sync::Arc;

use num_traits::ToPrimitive;
use upstar_core::{Budget, Rational, Store};

use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};
use crate::value::changes::{offset, slice};
use crate::value::host::Host;
use crate::value::scalar::Scalar;
use crate::value::{
    At, Fault, MAX_ITEMS, Map, Result, Value, expect, not_listed, number, ops, order, too_many,
};

/// Result of a comparison at `span`.
pub(in crate::eval) fn compared(
    host: &mut dyn Host,
    op: CompareOp,
    (left, right): (Scalar, Scalar),
    span: Span,
) -> Result<bool> {
    holds(host, op, (&left.value()?, &right.value()?), span)
}

/// Result of a comparison of values.
pub(in crate::eval) fn holds(
    host: &mut dyn Host,
    op: CompareOp,
    (left, right): (&Value, &Value),
    span: Span,
) -> Result<bool> {
    let compared = order::compare(host, op, left, right).at(span);
    // A fault in the rules of a position is also reported at the comparison.
    compared.map_err(|fault| match fault.is_outside(span) {
        true => fault.label(span, "in this comparison"),
        false => fault,
    })
}

/// `base ** exponent % divisor`, with the place of the power first. Of integers the power is reduced as
/// it is computed.
pub(super) fn power_remainder(
    host: &mut dyn Host,
    operands: Vec<Scalar>,
    (left, right): (Span, Span),
) -> Result<Scalar> {
    let operands = operands.into_iter().map(Scalar::value).collect::<Result<Vec<_>>>()?;
    let [base, exponent, divisor] = &operands[..] else { unreachable!("there are three operands") };
    let whole = left.to(right);
    let found = number::power_remainder(&host.store(), base, exponent, divisor);
    if let Some(rest) = found.at(whole)? {
        return Ok(Scalar::of(rest));
    }
    let power = ops::binary(host, BinaryOp::Pow, base, exponent).at(left)?;
    Ok(Scalar::of(ops::binary(host, BinaryOp::Rem, &power, divisor).at(whole)?))
}

pub(in crate::eval) fn set(store: &Store, items: Vec<Scalar>) -> Result<Scalar> {
    let items = items.into_iter().map(Scalar::value).collect::<Result<Vec<_>>>()?;
    Ok(Scalar::Value(ops::set(store, items)?))
}

/// Map of alternating keys and values.
pub(in crate::eval) fn map(store: &Store, items: Vec<Scalar>) -> Result<Scalar> {
    let mut pairs = Vec::with_capacity(items.len() / 2);
    let mut items = items.into_iter();
    while let (Some(key), Some(value)) = (items.next(), items.next()) {
        pairs.push((ops::without_forms(store, &key.value()?)?, value.value()?));
    }
    Ok(Scalar::Value(Value::Map(Arc::new(Map::new(pairs)?))))
}

/// Collection that a comprehension makes of its values.
pub(super) fn collected(
    store: &Store,
    collection: Collection,
    items: Vec<Scalar>,
) -> Result<Scalar> {
    match collection {
        Collection::List => Scalar::list(items),
        Collection::Set => set(store, items),
        Collection::Map => map_of_pairs(store, items),
    }
}

/// Map whose entries are these pairs; of equal keys the last counts.
fn map_of_pairs(store: &Store, pairs: Vec<Scalar>) -> Result<Scalar> {
    let mut entries = Vec::with_capacity(pairs.len());
    for pair in pairs {
        if let Value::Tuple(pair) = pair.value()?
            && let [key, value] = pair.items()
        {
            let key = ops::without_forms(store, key)?;
            entries.push((key, value.clone()));
        }
    }
    Ok(Scalar::Value(Value::Map(Arc::new(Map::new(entries)?))))
}

pub(in crate::eval) fn range(store: &Store, first: Scalar, last: Scalar) -> Result<Scalar> {
    let range = ops::range(store, &first.value()?, &last.value()?)?;
    Ok(Scalar::Value(range))
}

/// `base[indices]`, in the general case.
pub(in crate::eval) fn element(
    store: &Store,
    base: Scalar,
    indices: Vec<Scalar>,
) -> Result<Scalar> {
    let indices = indices.into_iter().map(Scalar::value).collect::<Result<Vec<_>>>()?;
    Ok(Scalar::of(element_of(store, &base.value()?, &indices)?))
}

fn element_of(store: &Store, base: &Value, indices: &[Value]) -> Result<Value> {
    if let [indices] = indices
        && let Some(slice) = slice(store, base, indices)?
    {
        return Ok(slice);
    }
    match (base, indices) {
        (Value::List(list) | Value::Tuple(list), [n]) => {
            let items = list.items();
            Ok(items[offset(expect::integer(store, n)?, items.len())?].clone())
        }
        (Value::Map(map), [key]) => {
            let key = ops::without_forms(store, key)?;
            map.entries()
                .get(&key)
                .cloned()
                .ok_or_else(|| Fault::new(Code::OutOfRange, "the map has no value for this key"))
        }
        (Value::Range(range), [n]) => {
            let n = expect::integer(store, n)?;
            let len = usize::try_from(range.len()).unwrap_or(usize::MAX);
            let place = offset(n, len)?;
            Ok(Value::integer(Rational::from(range.first() + range.step() * place)))
        }
        (Value::Enumeration(all), [n]) => {
            let n = expect::integer(store, n)?;
            let place = offset(n, all.len().to_usize().unwrap_or(usize::MAX))?;
            let item = all.nth(place, store.budget())?;
            Ok(item.expect("there are so many elements"))
        }
        (Value::Text(text), [n]) => {
            let symbols: Vec<char> = text.chars().collect();
            let place = offset(expect::integer(store, n)?, symbols.len())?;
            Ok(Value::text(symbols[place].to_string()))
        }
        (Value::Board(cells), _) => cells.at(store, indices),
        (Value::Graph(graph), [vertex]) => graph.at(store, vertex),
        (Value::List(_) | Value::Tuple(_) | Value::Map(_), [_, ..]) => {
            let message = format!("{} has one index, not {}", base.kind(), indices.len());
            Err(Fault::new(Code::WrongCount, message)
                .help("an element of an element is `xs[1][2]`; a key that is a tuple, `m[(1, 2)]`"))
        }
        (other, _) => Err(other.wrong("a list, tuple, map, range, text, board or graph")),
    }
}

/// Starts an iteration. Its two registers hold the collection and the index of the next element, or for
/// integers the last and the next one.
pub(super) fn iterate(state: &mut [Scalar], source: Scalar, listed: bool) -> Result<()> {
    let (collection, next) = match source {
        Scalar::Symbol(symbol) => (small(vec![Scalar::Symbol(symbol)]), 0),
        Scalar::Pair(a, b) => (small(vec![Scalar::Int(a.into()), Scalar::Int(b.into())]), 0),
        Scalar::Value(Value::Text(text)) => (small(text.chars().map(Scalar::Symbol).collect()), 0),
        Scalar::Value(Value::Range(range)) => {
            if listed {
                range.listable()?;
            }
            match (range.first().to_i64(), range.last().to_i64()) {
                (Some(first), Some(last)) if !range.has_step() => (Scalar::Int(last), first),
                _ => (Scalar::Value(Value::Range(range)), 0),
            }
        }
        Scalar::Value(Value::Enumeration(all)) => {
            if listed {
                all.listable()?;
            }
            (Scalar::Value(Value::Enumeration(all)), 0)
        }
        list @ (Scalar::List(_)
        | Scalar::Value(Value::List(_) | Value::Tuple(_) | Value::Set(_) | Value::Map(_))) => {
            (list, 0)
        }
        other => return Err(not_listed(&other.value()?)),
    };
    state[0] = collection;
    state[1] = Scalar::Int(next);
    Ok(())
}

/// Starts an iteration over a range, without making its list.
pub(super) fn iterate_range(
    store: &Store,
    state: &mut [Scalar],
    (first, last): (Scalar, Scalar),
    listed: bool,
) -> Result<()> {
    if let (Scalar::Int(first), Scalar::Int(last)) = (&first, &last) {
        if listed && last >= first && last.abs_diff(*first) >= MAX_ITEMS.into() {
            return Err(too_many(&(i128::from(*last) - i128::from(*first) + 1)));
        }
        state[0] = Scalar::Int(*last);
        state[1] = Scalar::Int(*first);
        return Ok(());
    }
    let range = range(store, first, last)?;
    iterate(state, range, listed)
}

/// Next element of an iteration.
#[inline]
pub(in crate::eval) fn next(state: &mut [Scalar], budget: &Budget) -> Result<Option<Scalar>> {
    let [collection, next, ..] = state else { return Ok(None) };
    let Scalar::Int(at) = *next else { return Ok(None) };
    if let Scalar::Int(last) = collection {
        if at > *last {
            return Ok(None);
        }
        *next = at.checked_add(1).map_or(Scalar::NOTHING, Scalar::Int);
        return Ok(Some(Scalar::Int(at)));
    }
    if let Scalar::Value(Value::Enumeration(all)) = collection {
        let mut code = at as u64;
        let item = all.next(&mut code, budget)?;
        *next = Scalar::Int(code as i64);
        return Ok(item.map(Scalar::of));
    }
    let item = element_at(collection, at);
    *next = Scalar::Int(at + 1);
    Ok(item)
}

/// Unpacks the elements of a tuple or list into registers.
pub(super) fn unpack(places: &mut [Scalar], items: Scalar) -> Result<()> {
    let count = places.len();
    match items {
        Scalar::Pair(a, b) if count == 2 => {
            places[0] = Scalar::Int(a.into());
            places[1] = Scalar::Int(b.into());
        }
        Scalar::List(items) if items.len() == count => places.clone_from_slice(&items),
        Scalar::Value(Value::Tuple(items) | Value::List(items)) if items.items().len() == count => {
            for (place, item) in places.iter_mut().zip(items.items()) {
                *place = Scalar::of(item.clone());
            }
        }
        other => return Err(misfit(&other.value()?, count)),
    }
    Ok(())
}

fn small(items: Vec<Scalar>) -> Scalar {
    Scalar::List(items.into())
}

/// Element of a collection by its index, from 0.
fn element_at(collection: &Scalar, at: i64) -> Option<Scalar> {
    let place = at as usize;
    match collection {
        Scalar::List(items) => items.get(place).cloned(),
        Scalar::Value(collection) => {
            let item = match collection {
                Value::List(items) | Value::Tuple(items) => items.items().get(place)?.clone(),
                Value::Set(items) => items.items().get_index(place)?.clone(),
                Value::Map(entries) => entries.entries().get_index(place)?.0.clone(),
                Value::Range(range) => {
                    return range.at(at).map(|n| Scalar::of(Value::Number(Rational::from(n))));
                }
                _ => return None,
            };
            Some(Scalar::of(item))
        }
        _ => None,
    }
}

/// Fault of unpacking a value into the wrong number of names.
fn misfit(value: &Value, wanted: usize) -> Fault {
    let found = match value {
        Value::Tuple(items) | Value::List(items) => {
            format!("{} of {}", value.kind(), items.items().len())
        }
        other => other.kind().to_owned(),
    };
    Fault::new(Code::PatternMismatch, format!("expected {wanted} values, found {found}"))
}

/// Fault of an expression without a value where one is needed.
pub(in crate::eval) fn no_value(span: Span) -> Fault {
    Fault::new(Code::NoValueYet, "this gives no value")
        .label(span, "here")
        .help("a function gives the value of its last expression")
}

/// Fault of `return`, `break` or `continue` inside of an expression.
pub(super) fn leaving() -> Fault {
    Fault::new(Code::Misplaced, "`return`, `break` and `continue` cannot stand inside a value")
        .help("make the `if` a statement of its own")
}
