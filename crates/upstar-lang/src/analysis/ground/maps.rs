//! Maps on a board of which only the size is known: their keys are known, and their values by cases.
//!
//! Knows: items and their guards. Must not know: layouts.
//!
//! A key that is there under some guards only has no place in such a map, and then there is no result.

use super::evaluate::Evaluator;
use super::guards::Guard;
use super::items::{Cases, Elements, Item, Kind};
use crate::resolve::tree::Expr;

/// Keys and their values.
type Entries = Vec<(Item, Cases)>;

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
            let mut found = Entries::with_capacity(keys.len());
            for (key, value) in keys.iter().zip(&values) {
                let value = evaluator.guards.within(value, path)?;
                // Of equal keys the last counts.
                match found.iter_mut().find(|(known, _)| known.is_same(key)) {
                    Some((_, known)) => *known = value,
                    None => found.push((key.clone(), value)),
                }
            }
            Some(vec![(path, Item::Map(found.into()))])
        })
    }

    /// The map of pairs, each of which is there under a guard; `None` if a key may be missing.
    pub(super) fn map_of_pairs(&mut self, pairs: Vec<(Guard, Item)>, path: Guard) -> Option<Item> {
        let mut found = Entries::new();
        for (there, pair) in pairs {
            let Item::Tuple(pair) = pair else { return None };
            let [key, value] = &pair[..] else { return None };
            let there = self.guards.and(there, path)?;
            self.guards.spend(1 + found.len() / 8)?;
            match found.iter_mut().find(|(known, _)| known.is_same(key)) {
                // Of equal keys the last counts.
                Some((_, cases)) => {
                    let elsewhere = self.guards.without(path, there)?;
                    *cases = self.guards.within(cases, elsewhere)?;
                    self.guards.add_case(cases, there, value.clone())?;
                }
                None => found.push((key.clone(), vec![(there, value.clone())])),
            }
        }
        for (_, cases) in &found {
            self.are_all(cases, path)?.then_some(())?;
        }
        Some(Item::Map(found.into()))
    }

    /// A board or graph with the changes of a map, for each of the values that these may have together.
    pub(super) fn with_changes(
        &mut self,
        subject: &Item,
        changes: &[(Item, Cases)],
        path: Guard,
    ) -> Option<Cases> {
        if !matches!(subject, Item::Board(_) | Item::Graph(_)) {
            return self.with_elements(subject, changes, path);
        }
        let values: Vec<Cases> = changes.iter().map(|(_, value)| value.clone()).collect();
        let cases = self.combined(&values, path)?;
        self.each(cases, |evaluator, values, path| {
            let keys = changes.iter().map(|(key, _)| key.clone());
            let changes: Vec<(Item, Item)> = keys.zip(values.iter().cloned()).collect();
            match subject {
                Item::Board(cells) => evaluator.changed(cells, &changes, path),
                Item::Graph(graph) => evaluator.relabelled(graph, &changes, path),
                _ => None,
            }
        })
    }
}

/// The values of a map, in the order of its keys.
pub(super) fn values_of(entries: &[(Item, Cases)]) -> Item {
    let values: Elements = entries.iter().flat_map(|(_, value)| value).cloned().collect();
    Item::Collection(Kind::List, values)
}
