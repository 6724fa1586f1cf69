//! Lists, texts and maps changed at a place, and slices, on a board of which only the size is known.
//!
//! Knows: items and their guards. Must not know: layouts.
//!
//! Of a list whose elements may be missing, each place has cases. A place that may be missing has no result.

use super::evaluate::{Evaluator, elements_of, order_of};
use super::guards::Guard;
use super::items::{Cases, Elements, Entry, Item, Kind, certain};
use super::maps::values_of;
use super::texts::symbols_of;
use crate::builtins::Intrinsic;

/// What has places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    List,
    Text,
    Tuple,
}

impl Evaluator<'_> {
    /// `with` of a list, tuple, text or map; `None` for other subjects.
    pub(super) fn with_elements(
        &mut self,
        subject: &Item,
        changes: &[Entry],
        path: Guard,
    ) -> Option<Cases> {
        if let Item::Map(entries) = subject {
            return self.joined_maps(entries, changes, path);
        }
        let (row, mut places) = self.row(subject, path)?;
        changes.iter().all(|entry| entry.there == Guard::ALWAYS).then_some(())?;
        for Entry { key, value, .. } in changes {
            for place in self.places(key, &places, path)? {
                let value = self.expanded(value.clone())?;
                places[place] = self.guards.within(&value, path)?;
            }
        }
        of_row(row, places).map(certain)
    }

    /// The entries of two maps; of equal keys the second counts.
    pub(super) fn joined_maps(
        &mut self,
        entries: &[Entry],
        more: &[Entry],
        path: Guard,
    ) -> Option<Cases> {
        let plain = entries.iter().chain(more).all(|entry| entry.key.is_plain());
        plain.then_some(())?;
        let mut found = entries.to_vec();
        for Entry { key, there, value } in more {
            let value = self.expanded(value.clone())?;
            let value = self.guards.within(&value, path)?;
            let entry = Entry { key: key.clone(), there: *there, value };
            self.guards.replace_entry(&mut found, entry)?;
        }
        Some(certain(Item::Map(found.into())))
    }

    /// `with`, `without`, `insert` and `reverse`, and functions of maps.
    pub(super) fn on_elements(
        &mut self,
        of: Intrinsic,
        args: &[Item],
        path: Guard,
    ) -> Option<Cases> {
        match (of, args) {
            (Intrinsic::With, [subject, Item::Map(changes)]) => {
                self.with_changes(subject, changes, path)
            }
            (Intrinsic::Keys, [map @ Item::Map(_)]) => {
                Some(certain(Item::Collection(order_of(map), elements_of(map)?.into())))
            }
            (Intrinsic::Reverse, [items]) => {
                let elements: Elements = elements_of(items)?.into_iter().rev().collect();
                Some(certain(Item::Collection(order_of(items), elements)))
            }
            (Intrinsic::Values, [Item::Map(entries)]) => Some(certain(values_of(entries))),
            (Intrinsic::Union, [Item::Map(one), Item::Map(other)]) => {
                self.joined_maps(one, other, path)
            }
            (Intrinsic::Without, [Item::Map(entries), key]) => {
                let plain = key.is_plain() && entries.iter().all(|entry| entry.key.is_plain());
                plain.then_some(())?;
                let kept = entries.iter().filter(|entry| !entry.key.is_same(key)).cloned();
                Some(certain(Item::Map(kept.collect())))
            }
            (
                Intrinsic::Without,
                [Item::Collection(kind @ (Kind::Set | Kind::Mingled), elements), item],
            ) => {
                let plain = item.is_plain() && elements.iter().all(|(_, item)| item.is_plain());
                plain.then_some(())?;
                let kept = elements.iter().filter(|(_, other)| !other.is_same(item)).cloned();
                Some(certain(Item::Collection(*kind, kept.collect())))
            }
            (Intrinsic::Without, [subject, key]) => {
                let (row, places) = self.row(subject, path)?;
                let gone = self.places(key, &places, path)?;
                let kept = places.into_iter().enumerate();
                let kept = kept.filter(|(place, _)| !gone.contains(place)).map(|(_, cases)| cases);
                of_row(row, kept.collect()).map(certain)
            }
            (Intrinsic::Insert, [subject, Item::Integer(n), new]) => {
                let (row, mut places) = self.row(subject, path)?;
                let place = usize::try_from(n.checked_sub(1)?).ok()?;
                if place > 0 {
                    self.is_there(places.get(place - 1)?, path)?;
                }
                places.insert(place, certain(new.clone()));
                of_row(row, places).map(certain)
            }
            _ => None,
        }
    }

    /// `base[first..last]`
    pub(super) fn slice(&mut self, base: &Item, indices: &Elements, path: Guard) -> Option<Cases> {
        let (row, places) = self.row(base, path)?;
        let mut kept = Vec::with_capacity(indices.len());
        for (there, index) in indices.iter() {
            (*there == Guard::ALWAYS).then_some(())?;
            let place = self.place(index, &places, path)?;
            kept.push(places[place].clone());
        }
        of_row(row, kept).map(certain)
    }

    /// The places of an item, with the cases of each.
    fn row(&mut self, item: &Item, path: Guard) -> Option<(Row, Vec<Cases>)> {
        let (row, elements): (Row, Elements) = match item {
            Item::Tuple(items) => {
                return Some((Row::Tuple, items.iter().cloned().map(certain).collect()));
            }
            Item::Text(_) | Item::Collection(Kind::Text, _) => {
                (Row::Text, symbols_of(item)?.into())
            }
            Item::Collection(Kind::List | Kind::Range, elements) => (Row::List, elements.clone()),
            _ => return None,
        };
        if self.guards.all_there(&elements, path)? {
            let places = elements.iter().map(|(_, item)| certain(item.clone()));
            return Some((row, places.collect()));
        }
        Some((row, self.by_place(&elements, (elements.len(), path))?))
    }

    /// The places that a key stands for.
    fn places(&mut self, key: &Item, places: &[Cases], path: Guard) -> Option<Vec<usize>> {
        match key {
            Item::Collection(_, keys) => {
                let mut found = Vec::with_capacity(keys.len());
                for (there, key) in keys.iter() {
                    (*there == Guard::ALWAYS).then_some(())?;
                    found.push(self.place(key, places, path)?);
                }
                Some(found)
            }
            key => Some(vec![self.place(key, places, path)?]),
        }
    }

    /// The place of an index, where something is there.
    fn place(&mut self, index: &Item, places: &[Cases], path: Guard) -> Option<usize> {
        let Item::Integer(n) = index else { return None };
        let place = match *n {
            1.. => usize::try_from(*n - 1).ok()?,
            // The last element is known where all are there.
            _ => {
                self.is_there(places.last()?, path)?;
                places.len().checked_sub(usize::try_from(n.unsigned_abs()).ok()?)?
            }
        };
        self.is_there(places.get(place)?, path)?;
        Some(place)
    }

    fn is_there(&mut self, cases: &Cases, path: Guard) -> Option<()> {
        self.are_all(cases, path)?.then_some(())
    }
}

/// The item with these places.
fn of_row(row: Row, places: Vec<Cases>) -> Option<Item> {
    match row {
        Row::List => Some(Item::Collection(Kind::List, places.into_iter().flatten().collect())),
        Row::Text => {
            let symbols: Elements = places.into_iter().flatten().collect();
            let is_symbol = |(_, item): &(Guard, Item)| match item {
                Item::Text(text) => text.chars().count() == 1,
                _ => false,
            };
            symbols.iter().all(is_symbol).then_some(Item::Collection(Kind::Text, symbols))
        }
        Row::Tuple => {
            let only = |mut cases: Cases| match cases.len() {
                1 => cases.pop().map(|(_, item)| item),
                _ => None,
            };
            Some(Item::Tuple(places.into_iter().map(only).collect::<Option<Vec<_>>>()?.into()))
        }
    }
}
