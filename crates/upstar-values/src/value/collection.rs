//! Lists, tuples, sets, maps and ranges.

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxBuildHasher;
use upstar_core::Rational;

use super::{Extent, Fault, Result, Value};
use crate::diagnostic::Code;

/// Most items of a list.
pub const MAX_ITEMS: u32 = 10_000_000;

/// The fault of listing more than [`MAX_ITEMS`] values.
pub fn too_many(count: &dyn fmt::Display) -> Fault {
    Fault::new(
        Code::TooLarge,
        format!("{count} values are too many to list; the limit is {MAX_ITEMS}"),
    )
}

/// `[a, b, c]`: any values in order. Indexed from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    items: Vec<Value>,
    extent: Extent,
}

/// `(a, b)`: a fixed number of values in order.
pub type Tuple = List;

impl Hash for List {
    /// The extent follows from the items.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.items.hash(state);
    }
}

impl List {
    /// The list of `items`.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(items: Vec<Value>) -> Result<Self> {
        let extent = Extent::around(&items)?;
        Ok(List { items, extent })
    }

    /// Items in order.
    pub fn items(&self) -> &[Value] {
        &self.items
    }

    /// Appends items.
    pub(super) fn append(&mut self, more: &[Value]) -> Result<()> {
        self.extent = self.extent.joined(Extent::around(more)?)?;
        self.items.extend_from_slice(more);
        Ok(())
    }

    /// Items in order; they are copied where somebody else holds the list.
    pub fn into_items(self: Arc<Self>) -> Vec<Value> {
        Arc::try_unwrap(self).map_or_else(|list| list.items.clone(), |list| list.items)
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

/// `{a, b}`: values without order or repetition; printed in order of insertion.
#[derive(Debug, Clone)]
pub struct Set {
    items: IndexSet<Value, FxBuildHasher>,
    extent: Extent,
}

impl Set {
    /// The set of `items`.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(items: impl IntoIterator<Item = Value>) -> Result<Self> {
        let items: IndexSet<_, _> = items.into_iter().collect();
        let extent = Extent::around(&items)?;
        Ok(Set { items, extent })
    }

    /// Items, in order of insertion.
    pub fn items(&self) -> &IndexSet<Value, FxBuildHasher> {
        &self.items
    }

    /// Items, in order of insertion; they are copied where somebody else holds the set.
    pub fn into_items(self: Arc<Self>) -> Vec<Value> {
        let items = Arc::try_unwrap(self).map_or_else(|set| set.items.clone(), |set| set.items);
        items.into_iter().collect()
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl Eq for Set {}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(unordered(&self.items));
    }
}

/// `{k: v}`: a value for each key; printed in order of insertion.
#[derive(Debug, Clone)]
pub struct Map {
    entries: IndexMap<Value, Value, FxBuildHasher>,
    extent: Extent,
}

impl Map {
    /// The map of `entries`; a later one replaces an earlier one with the same key.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(entries: impl IntoIterator<Item = (Value, Value)>) -> Result<Self> {
        let entries: IndexMap<_, _, _> = entries.into_iter().collect();
        let extent = Extent::around(entries.iter().flat_map(|(key, value)| [key, value]))?;
        Ok(Map { entries, extent })
    }

    /// Keys and values, in order of insertion.
    pub fn entries(&self) -> &IndexMap<Value, Value, FxBuildHasher> {
        &self.entries
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl Eq for Map {}

impl Hash for Map {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(unordered(&self.entries));
    }
}

/// A hash that does not depend on the order of the items.
fn unordered(items: impl IntoIterator<Item = impl Hash>) -> u64 {
    let one = |item| FxBuildHasher.hash_one(item);
    items.into_iter().map(one).fold(0, u64::wrapping_add)
}

/// `a..b`: the integers from a to b, both included; empty when b < a. `a..b by k`: every k-th of them, from
/// a on; downwards for a negative k. Never stored one by one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Range {
    first: BigInt,
    /// With a step other than 1, the last integer of the range.
    last: BigInt,
    /// Not 0; 1 where the range has fewer than two integers.
    step: BigInt,
}

impl Range {
    /// `first..last`
    pub fn new(first: BigInt, last: BigInt) -> Range {
        Range { first, last, step: BigInt::one() }
    }

    /// `self by step`: of a range without a step, the integers from its first on towards its last; of one
    /// with a step, every `step`-th of its integers.
    ///
    /// # Errors
    /// When the range has a step already, and this one is negative.
    pub fn by(&self, step: &BigInt) -> Result<Range> {
        if step.is_negative() && !self.step.is_one() {
            return Err(Fault::new(
                Code::OutOfRange,
                "a range with a step is not turned round by another",
            )
            .help("write the ends in the other order: `9..1 by -2`"));
        }
        let range = Range { step: &self.step * step, ..self.clone() };
        let len = range.len();
        if len.is_zero() {
            // Without integers, whatever the step.
            let last = &self.first - 1;
            return Ok(Range::new(self.first.clone(), last));
        }
        let last = &range.first + (&len - 1) * &range.step;
        let step = if len.is_one() { len } else { range.step };
        Ok(Range { first: range.first, last, step })
    }

    /// The first integer, if there is one.
    pub fn first(&self) -> &BigInt {
        &self.first
    }

    /// The last integer; less than the first in an empty range.
    pub fn last(&self) -> &BigInt {
        &self.last
    }

    /// Difference between an integer and the one before it.
    pub fn step(&self) -> &BigInt {
        &self.step
    }

    /// Whether its step is another than 1.
    pub fn has_step(&self) -> bool {
        !self.step.is_one()
    }

    /// Number of integers.
    pub fn len(&self) -> BigInt {
        let steps = (&self.last - &self.first).div_floor(&self.step);
        if steps.is_negative() { BigInt::zero() } else { steps + 1 }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        match self.step.is_negative() {
            true => self.first < self.last,
            false => self.last < self.first,
        }
    }

    /// Refuses a range with more integers than a list may have.
    ///
    /// # Errors
    /// When it has.
    pub fn listable(&self) -> Result<()> {
        if self.len() > MAX_ITEMS.into() {
            Err(too_many(&Rational::from(self.len()).in_message()))
        } else {
            Ok(())
        }
    }

    /// Whether the range contains `n`.
    pub fn contains(&self, n: &BigInt) -> bool {
        let (low, high) = match self.step.is_negative() {
            true => (&self.last, &self.first),
            false => (&self.first, &self.last),
        };
        n >= low
            && n <= high
            && (self.step.is_one() || (n - &self.first).is_multiple_of(&self.step))
    }

    /// The integer at an offset from the first, if it is in the range.
    pub fn at(&self, offset: i64) -> Option<BigInt> {
        let n = &self.first + &self.step * offset;
        self.contains(&n).then_some(n)
    }

    /// The integers in order, without storing them.
    pub fn iter(&self) -> RangeIter {
        match (self.first.to_i64(), self.last.to_i64(), !self.has_step()) {
            (Some(first), Some(last), true) => RangeIter::Small(first..=last),
            _ => RangeIter::Large { next: self.first.clone(), range: self.clone() },
        }
    }
}

/// Walks over a [`Range`].
#[derive(Debug, Clone)]
pub enum RangeIter {
    /// When both ends fit a machine word, and the step is 1.
    Small(std::ops::RangeInclusive<i64>),
    /// Otherwise.
    Large {
        /// Next integer.
        next: BigInt,
        /// The range.
        range: Range,
    },
}

impl Iterator for RangeIter {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        match self {
            RangeIter::Small(range) => range.next().map(|n| Value::Number(Rational::from(n))),
            RangeIter::Large { next, range } => {
                if !range.contains(next) {
                    return None;
                }
                let value = Value::Number(Rational::from(next.clone()));
                *next += &range.step;
                Some(value)
            }
        }
    }
}

/// The elements of a collection in order.
///
/// # Errors
/// When it is not a collection.
pub fn elements(collection: &Value) -> Result<Box<dyn Iterator<Item = Value>>> {
    match collection {
        Value::Range(range) => Ok(Box::new(range.iter())),
        Value::List(list) | Value::Tuple(list) => {
            let list = list.clone();
            Ok(Box::new((0..list.items().len()).map(move |i| list.items()[i].clone())))
        }
        Value::Set(set) => {
            let set = set.clone();
            Ok(Box::new((0..set.items().len()).map(move |i| set.items()[i].clone())))
        }
        Value::Map(map) => {
            let keys: Vec<Value> = map.entries().keys().cloned().collect();
            Ok(Box::new(keys.into_iter()))
        }
        Value::Text(text) => {
            let symbols: Vec<Value> =
                text.chars().map(|symbol| Value::text(symbol.to_string())).collect();
            Ok(Box::new(symbols.into_iter()))
        }
        other => Err(not_listed(other)),
    }
}

/// Advice about a graph in the place of a list.
pub const OF_GRAPH: &str = "`vertices(g)` lists the vertices of a graph, `edges(g)` its edges";

/// The fault of a value that lists nothing.
pub fn not_listed(value: &Value) -> Fault {
    let fault = value.wrong("a list, tuple, set, map, range or text");
    if let Value::Graph(_) = value { fault.help(OF_GRAPH) } else { fault }
}
