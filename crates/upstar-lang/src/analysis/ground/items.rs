//! Values of expressions on a board of which only the size is known.
//!
//! Knows: values and their guards. Must not know: expressions.
//!
//! An expression is one of several items, each under a guard; exactly one of these holds. Collections say of each
//! element when it is there, so a list that a loop grows stays one list.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use upstar_core::Player;
use upstar_core::board::Symbol;

use super::graphs::GraphItem;
use super::guards::{Guard, Guards};
use crate::resolve::tree::Function;
use crate::value::Value;

/// What a cell shows on a board that is not known: what it showed in the position.
pub(super) const KEPT: Symbol = Symbol::MAX;

/// Most items of an expression.
const MOST_CASES: usize = 512;

/// Most elements of a collection.
pub(super) const MOST_ELEMENTS: usize = 1 << 14;

/// Kind of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    List,
    /// A list whose order is not that of its elements here in every case: it was made of a set.
    Bag,
    Set,
    /// A set in which an element may come first in several places.
    Mingled,
    Range,
    /// A text of which not all symbols are known: texts of one symbol each.
    Text,
}

/// Elements of a collection, each with the guard under which it is there.
pub(super) type Elements = Rc<[(Guard, Item)]>;

/// A value of which everything is known but what cells show.
#[derive(Debug, Clone)]
pub(super) enum Item {
    /// No value.
    Nothing,
    Integer(i64),
    /// The sum of those integers whose guards hold, if they are many.
    Sum(Rc<[(Guard, i64)]>),
    /// The number of points so far, which is not known, and the sum of those integers whose guards hold.
    Tally(Rc<[(Guard, i64)]>),
    Truth(bool),
    Player(Player),
    Text(Arc<str>),
    Tuple(Rc<[Item]>),
    Collection(Kind, Elements),
    /// Each key that may be there, with its value.
    Map(Rc<[Entry]>),
    /// The symbol of each cell, or [`KEPT`].
    Board(Rc<[Symbol]>),
    /// A graph of which it is known what there can be.
    Graph(Rc<GraphItem>),
    /// A function of the program, and what it captures.
    Function(Arc<Function>, Rc<[Cases]>),
    /// A function of the language.
    Builtin(u16),
}

/// A key of a map.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: Item,
    /// Where the key is there.
    pub(super) there: Guard,
    /// Its value where it is there, by cases.
    pub(super) value: Cases,
}

impl Entry {
    /// Whether both have the same key and the same value.
    fn is_same(&self, other: &Entry) -> bool {
        let case = |((g, a), (h, b)): (&(Guard, Item), &(Guard, Item))| g == h && a.is_same(b);
        self.there == other.there
            && self.key.is_same(&other.key)
            && self.value.len() == other.value.len()
            && self.value.iter().zip(&other.value).all(case)
    }
}

/// The items that an expression may be.
pub(super) type Cases = Vec<(Guard, Item)>;

impl Item {
    /// The integer that an item is.
    pub(super) fn integer(&self) -> Option<i64> {
        match self {
            Item::Integer(n) => Some(*n),
            _ => None,
        }
    }

    /// A list whose elements are all there.
    pub(super) fn list(items: impl IntoIterator<Item = Item>) -> Item {
        let elements = items.into_iter().map(|item| (Guard::ALWAYS, item));
        Item::Collection(Kind::List, elements.collect())
    }

    /// A value of the program; `None` for kinds that are not looked into.
    pub(super) fn of(value: &Value) -> Option<Item> {
        let items = |items: &[Value]| items.iter().map(Item::of).collect::<Option<Vec<_>>>();
        Some(match value {
            Value::Number(number) => Item::Integer(number.to_i64()?),
            Value::Bool(truth) => Item::Truth(*truth),
            Value::Player(player) => Item::Player(*player),
            Value::Text(text) => Item::Text(text.clone()),
            Value::Tuple(tuple) => Item::Tuple(items(tuple.items())?.into()),
            Value::List(list) if list.items().len() <= MOST_ELEMENTS => {
                Item::list(items(list.items())?)
            }
            Value::Set(set) if set.items().len() <= MOST_ELEMENTS => {
                let elements =
                    set.items().iter().map(|item| Some((Guard::ALWAYS, Item::of(item)?)));
                Item::Collection(Kind::Set, elements.collect::<Option<_>>()?)
            }
            Value::Range(range) if range.listable().is_ok() => {
                let range: Vec<Value> = range.iter().take(MOST_ELEMENTS + 1).collect();
                let elements = items(&range).filter(|items| items.len() <= MOST_ELEMENTS)?;
                let elements = elements.into_iter().map(|item| (Guard::ALWAYS, item));
                Item::Collection(Kind::Range, elements.collect())
            }
            Value::Map(map) => {
                let entries = map.entries().iter();
                let entry = |(key, value)| {
                    let (key, value) = (Item::of(key)?, certain(Item::of(value)?));
                    Some(Entry { key, there: Guard::ALWAYS, value })
                };
                Item::Map(entries.map(entry).collect::<Option<_>>()?)
            }
            Value::Function(function) => {
                let captures =
                    function.captures().iter().map(|value| Some(certain(Item::of(value)?)));
                Item::Function(function.tree.clone(), captures.collect::<Option<_>>()?)
            }
            Value::Graph(graph) => Item::Graph(Rc::new(GraphItem::of(graph)?)),
            Value::Builtin(place, _) => Item::Builtin(*place),
            _ => return None,
        })
    }

    /// Whether items of this kind are equal only if they are the same.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Item::Integer(_) | Item::Truth(_) | Item::Player(_) | Item::Text(_) => true,
            Item::Tuple(items) => items.iter().all(Item::is_plain),
            Item::Collection(Kind::List, elements) => {
                elements.iter().all(|(there, item)| *there == Guard::ALWAYS && item.is_plain())
            }
            _ => false,
        }
    }

    /// The order of plain items of one kind.
    pub(super) fn order(&self, other: &Item) -> Option<Ordering> {
        match (self, other) {
            (Item::Integer(a), Item::Integer(b)) => Some(a.cmp(b)),
            (Item::Truth(a), Item::Truth(b)) => Some(a.cmp(b)),
            (Item::Text(a), Item::Text(b)) => Some(a.cmp(b)),
            (Item::Tuple(a), Item::Tuple(b)) if a.len() == b.len() => {
                let orders = a.iter().zip(&**b).map(|(a, b)| a.order(b));
                let orders = orders.collect::<Option<Vec<_>>>()?;
                Some(orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
            }
            _ => None,
        }
    }

    /// Whether both are the same item: then they are equal.
    pub(super) fn is_same(&self, other: &Item) -> bool {
        let case = |((g, a), (h, b)): (&(Guard, Item), &(Guard, Item))| g == h && a.is_same(b);
        match (self, other) {
            (Item::Nothing, Item::Nothing) => true,
            (Item::Integer(a), Item::Integer(b)) => a == b,
            (Item::Sum(a), Item::Sum(b)) | (Item::Tally(a), Item::Tally(b)) => a == b,
            (Item::Truth(a), Item::Truth(b)) => a == b,
            (Item::Player(a), Item::Player(b)) => a == b,
            (Item::Text(a), Item::Text(b)) => a == b,
            (Item::Tuple(a), Item::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(&**b).all(|(a, b)| a.is_same(b))
            }
            (Item::Collection(kind, a), Item::Collection(other, b)) => {
                kind == other
                    && (Rc::ptr_eq(a, b) || a.len() == b.len() && a.iter().zip(&**b).all(case))
            }
            (Item::Map(a), Item::Map(b)) => {
                a.len() == b.len() && a.iter().zip(&**b).all(|(a, b)| a.is_same(b))
            }
            (Item::Board(a), Item::Board(b)) => a == b,
            (Item::Graph(a), Item::Graph(b)) => Rc::ptr_eq(a, b) || a == b,
            (Item::Builtin(a), Item::Builtin(b)) => a == b,
            (Item::Function(a, captures), Item::Function(b, others)) => {
                Arc::ptr_eq(a, b) && Rc::ptr_eq(captures, others)
            }
            _ => false,
        }
    }

    /// Whether it is a map with the keys of these entries, in the same order, or keys of both are equal only if they are the
    /// same.
    fn joins(&self, entries: &[Entry]) -> bool {
        let Item::Map(own) = self else { return false };
        let is_plain = |entry: &Entry| entry.key.is_plain();
        let same = |(a, b): (&Entry, &Entry)| a.key.is_same(&b.key);
        own.iter().chain(entries).all(is_plain)
            || own.len() == entries.len() && own.iter().zip(entries).all(same)
    }
}

/// The cases of what is one item, whatever cells show.
pub(super) fn certain(item: Item) -> Cases {
    vec![(Guard::ALWAYS, item)]
}

impl Guards {
    /// Adds a case; an item that is there already is had under either guard, and lists become one list.
    pub(super) fn add_case(&mut self, cases: &mut Cases, guard: Guard, item: Item) -> Option<()> {
        if guard.is_never() {
            return Some(());
        }
        self.spend(1)?;
        if let Some((known, _)) = cases.iter_mut().find(|(_, other)| other.is_same(&item)) {
            *known = self.or(*known, guard)?;
            return Some(());
        }
        if let Item::Collection(kind, elements) = &item {
            let is_alike = |(_, other): &&mut (Guard, Item)| matches!(other, Item::Collection(of, _) if of == kind);
            if let Some((known, Item::Collection(_, others))) = cases.iter_mut().find(is_alike) {
                *others = self.merged((*known, others), (guard, elements))?;
                *known = self.or(*known, guard)?;
                return Some(());
            }
        }
        if let Item::Map(entries) = &item
            && let Some((known, Item::Map(others))) =
                cases.iter_mut().find(|(_, other)| other.joins(entries))
        {
            *others = self.merged_maps((*known, others), (guard, entries))?;
            *known = self.or(*known, guard)?;
            return Some(());
        }
        cases.push((guard, item));
        (cases.len() <= MOST_CASES).then_some(())
    }

    /// The entries of one map under one guard, and of another under another.
    fn merged_maps(
        &mut self,
        (left, ours): (Guard, &[Entry]),
        (right, theirs): (Guard, &[Entry]),
    ) -> Option<Rc<[Entry]>> {
        let mut merged: Vec<Entry> = Vec::with_capacity(ours.len());
        for (guard, entries) in [(left, ours), (right, theirs)] {
            for Entry { key, there, value } in entries {
                let (there, value) = (self.and(*there, guard)?, self.within(value, guard)?);
                self.add_entry(&mut merged, Entry { key: key.clone(), there, value })?;
            }
        }
        Some(merged.into())
    }

    /// Adds an entry that is there where no other with its key is.
    pub(super) fn add_entry(&mut self, entries: &mut Vec<Entry>, entry: Entry) -> Option<()> {
        self.spend(1 + entries.len() / 8)?;
        if entry.there.is_never() {
            return Some(());
        }
        match entries.iter_mut().find(|known| known.key.is_same(&entry.key)) {
            Some(known) => {
                known.there = self.or(known.there, entry.there)?;
                for (guard, item) in entry.value {
                    self.add_case(&mut known.value, guard, item)?;
                }
            }
            None => entries.push(entry),
        }
        Some(())
    }

    /// Adds an entry that counts where another with its key is there too.
    pub(super) fn replace_entry(&mut self, entries: &mut Vec<Entry>, entry: Entry) -> Option<()> {
        if let Some(known) = entries.iter_mut().find(|known| known.key.is_same(&entry.key)) {
            known.value = {
                let elsewhere = self.not(entry.there)?;
                known.there = self.and(known.there, elsewhere)?;
                self.within(&known.value, elsewhere)?
            };
        }
        self.add_entry(entries, entry)
    }

    /// The elements of one collection under one guard, and of another under another: those with which both begin, and
    /// then each of the rest under its guard.
    fn merged(
        &mut self,
        (left, ours): (Guard, &Elements),
        (right, theirs): (Guard, &Elements),
    ) -> Option<Elements> {
        let pairs = ours.iter().zip(&**theirs);
        let common = pairs.take_while(|((g, a), (h, b))| g == h && a.is_same(b)).count();
        self.spend(ours.len() + theirs.len())?;
        let mut merged = ours[..common].to_vec();
        for (guard, rest) in [(left, &ours[common..]), (right, &theirs[common..])] {
            for (there, item) in rest {
                merged.push((self.and(*there, guard)?, item.clone()));
            }
        }
        (merged.len() <= MOST_ELEMENTS).then(|| merged.into())
    }

    /// The cases that are possible where a guard holds.
    pub(super) fn within(&mut self, cases: &[(Guard, Item)], path: Guard) -> Option<Cases> {
        let mut found = Cases::new();
        for (guard, item) in cases {
            let guard = self.and(*guard, path)?;
            if !guard.is_never() {
                found.push((guard, item.clone()));
            }
        }
        Some(found)
    }

    /// Elements each of which is there, if that is certain where a guard holds.
    pub(super) fn all_there(&mut self, elements: &Elements, path: Guard) -> Option<bool> {
        for (guard, _) in elements.iter() {
            if *guard != Guard::ALWAYS && !self.implies(path, *guard)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// A set: each item once. Of the places at which it may come first one is kept, so that the order is not known.
    pub(super) fn as_set(&mut self, elements: &[(Guard, Item)]) -> Option<Item> {
        let mut found: Vec<(Guard, Item)> = Vec::with_capacity(elements.len());
        let mut kind = Kind::Set;
        for (guard, item) in elements {
            if !item.is_plain() {
                return None;
            }
            self.spend(1 + found.len() / 8)?;
            match found.iter_mut().find(|(_, known)| known.is_same(item)) {
                Some((known, _)) => {
                    let both = self.or(*known, *guard)?;
                    if both != *known {
                        kind = Kind::Mingled;
                    }
                    *known = both;
                }
                None => found.push((*guard, item.clone())),
            }
        }
        Some(Item::Collection(kind, found.into()))
    }
}
