//! Maps on a board of which only the size is known: the keys that may be there are known, and where they are there.
//!
//! Knows: items and their guards. Must not know: layouts.
//!
//! It is not known which of several maps has a key first: lists of keys and of values have no order (`Kind::Bag`).

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Elements, Entry, Item, Kind};
use crate::resolve::tree::Expr;

impl Evaluator<'_> {
    /// `{k: v, ...}`: one map for each of the keys that the expressions may have together.
    pub(super) fn map(&mut self, entries: &[(Expr, Expr)], path: Guard) -> Option<Cases> {
        let keys: Vec<&Expr> = entries.iter().map(|(key, _)| key).collect();
        let keys = self.together(&keys, path)?;
        let mut values = Vec::with_capacity(entries.len());
        for (_, value) in entries {
            let cases = self.value(value, path)?;
            values.push(self.expanded(cases)?);
        }
        self.each(keys, |evaluator, keys, path| {
            let mut found = Vec::with_capacity(keys.len());
            for (key, value) in keys.iter().zip(&values) {
                let value = evaluator.guards.within(value, path)?;
                // Of equal keys the last counts.
                let entry = Entry { key: key.clone(), there: path, value };
                evaluator.guards.replace_entry(&mut found, entry)?;
            }
            Some(vec![(path, map_with(found, path))])
        })
    }

    /// The map of pairs, each of which is there under a guard.
    pub(super) fn map_of_pairs(&mut self, pairs: Vec<(Guard, Item)>, path: Guard) -> Option<Item> {
        let mut found = Vec::new();
        for (there, pair) in pairs {
            let Item::Tuple(pair) = pair else { return None };
            let [key, value] = &pair[..] else { return None };
            let there = self.guards.and(there, path)?;
            // Of equal keys the last counts.
            let value = vec![(there, value.clone())];
            self.guards.replace_entry(&mut found, Entry { key: key.clone(), there, value })?;
        }
        Some(map_with(found, path))
    }

    /// The value of a key that is there wherever `path` holds.
    pub(super) fn value_at(&mut self, entries: &[Entry], key: &Item, path: Guard) -> Option<Cases> {
        let plain = key.is_plain() && entries.iter().all(|entry| entry.key.is_plain());
        let entry = entries.iter().find(|entry| entry.key.is_same(key)).filter(|_| plain)?;
        let is_there = self.guards.implies(path, entry.there)?;
        is_there.then(|| self.guards.within(&entry.value, path))?
    }

    /// Where two maps are equal.
    pub(super) fn same_maps(&mut self, left: &[Entry], right: &[Entry]) -> Option<Guard> {
        left.iter().chain(right).all(|entry| entry.key.is_plain()).then_some(())?;
        let mut all = Guard::ALWAYS;
        for (some, others) in [(left, right), (right, left)] {
            for entry in some {
                let mut equal = Guard::NEVER;
                if let Some(other) = others.iter().find(|other| other.key.is_same(&entry.key)) {
                    equal = self.same_cases(&entry.value, &other.value)?;
                    equal = self.guards.and(equal, other.there)?;
                }
                let differs = self.guards.without(entry.there, equal)?;
                all = self.guards.without(all, differs)?;
            }
        }
        Some(all)
    }

    /// Where two values are equal.
    fn same_cases(&mut self, left: &Cases, right: &Cases) -> Option<Guard> {
        let mut same = Guard::NEVER;
        for (one, a) in left {
            for (other, b) in right {
                let both = self.guards.and(*one, *other)?;
                if !both.is_never() {
                    let equal = self.equal(a, b)?;
                    let equal = self.guards.and(equal, both)?;
                    same = self.guards.or(same, equal)?;
                }
            }
        }
        Some(same)
    }

    /// A board or graph with the changes of a map, for each of the values that these may have together.
    pub(super) fn with_changes(
        &mut self,
        subject: &Item,
        changes: &[Entry],
        path: Guard,
    ) -> Option<Cases> {
        if !matches!(subject, Item::Board(_) | Item::Graph(_)) {
            return self.with_elements(subject, changes, path);
        }
        changes.iter().all(|entry| entry.there == Guard::ALWAYS).then_some(())?;
        let values: Vec<Cases> = changes.iter().map(|entry| entry.value.clone()).collect();
        let cases = self.combined(&values, path)?;
        self.each(cases, |evaluator, values, path| {
            let keys = changes.iter().map(|entry| entry.key.clone());
            let changes: Vec<(Item, Item)> = keys.zip(values.iter().cloned()).collect();
            match subject {
                Item::Board(cells) => evaluator.changed(cells, &changes, path),
                Item::Graph(graph) => evaluator.relabelled(graph, &changes, path),
                _ => None,
            }
        })
    }
}

/// The values of a map.
pub(super) fn values_of(entries: &[Entry]) -> Item {
    let values: Elements = entries.iter().flat_map(|entry| &entry.value).cloned().collect();
    Item::Collection(Kind::Bag, values)
}

/// The map with these entries where `path` holds.
fn map_with(mut entries: Vec<Entry>, path: Guard) -> Item {
    for entry in entries.iter_mut().filter(|entry| entry.there == path) {
        entry.there = Guard::ALWAYS;
    }
    Item::Map(entries.into())
}
