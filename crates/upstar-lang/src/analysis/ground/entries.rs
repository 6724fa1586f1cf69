//! Moves that change maps: a map keeps its keys, or these come and go.
//!
//! Knows: layouts, guards. Must not know: expressions.

use std::rc::Rc;

use upstar_core::board::Symbol;

use super::guards::Guard;
use super::items::{Entry, Item, certain};
use super::layout::{Missing, Parameter, RowKind};
use super::states::{States, Stop, Update, value_of};
use crate::value::Value;

impl States<'_, '_> {
    /// Updates the cells of a map that is a parameter.
    pub(super) fn map(
        &mut self,
        (place, parameter): (usize, &Parameter),
        entries: &Rc<[Entry]>,
        path: Guard,
        update: &mut Update,
    ) -> Result<(), Stop> {
        let missing = match parameter {
            Parameter::Entries { keys, values } => {
                let known = (place, &keys[..], &values[..]);
                self.entries(known, entries, path, update).map(|new| (!new.is_empty(), new))
            }
            Parameter::Row { kind: RowKind::Map(keys), .. } => {
                self.keeps(keys, entries, path).map(|keeps| (!keeps, Vec::new()))
            }
            _ => None,
        };
        match (missing.ok_or(Stop::Unread)?, parameter) {
            ((true, keys), _) => Err(Stop::Missing(vec![Missing::Keys(place, keys)])),
            ((false, _), row @ Parameter::Row { .. }) => {
                let cases = certain(Item::Map(entries.clone()));
                self.part((place, 0), row, (&cases, path), update).ok_or(Stop::Unread)
            }
            _ => Ok(()),
        }
    }

    /// Whether a map has just these keys where `path` holds.
    pub(super) fn keeps(&mut self, keys: &[Value], entries: &[Entry], path: Guard) -> Option<bool> {
        let keys = keys.iter().map(Item::of).collect::<Option<Vec<_>>>()?;
        let guards = &mut self.evaluator.guards;
        let mut count = 0;
        for entry in entries {
            entry.key.is_plain().then_some(())?;
            if guards.and(entry.there, path)?.is_never() {
                continue;
            }
            let is_known = keys.iter().any(|key| key.is_same(&entry.key));
            if !is_known || !guards.implies(path, entry.there)? {
                return Some(false);
            }
            count += 1;
        }
        Some(count == keys.len())
    }

    /// Updates the cells of a map whose keys come and go. Returns keys that the layout lacks, and notes values that it lacks.
    fn entries(
        &mut self,
        (place, keys, values): (usize, &[Value], &[Vec<Value>]),
        entries: &[Entry],
        path: Guard,
        update: &mut Update,
    ) -> Option<Vec<Value>> {
        let keys = keys.iter().map(Item::of).collect::<Option<Vec<_>>>()?;
        let mut new = Vec::new();
        for entry in entries {
            entry.key.is_plain().then_some(())?;
            let is_known = keys.iter().any(|key| key.is_same(&entry.key));
            if !is_known && !self.evaluator.guards.and(entry.there, path)?.is_never() {
                new.push(value_of(&entry.key)?);
            }
        }
        if !new.is_empty() {
            return Some(new);
        }
        for (at, (key, values)) in keys.iter().zip(values).enumerate() {
            let known: Vec<Item> = values.iter().map(Item::of).collect::<Option<_>>()?;
            let (mut states, before) = (Vec::new(), self.values.len());
            if let Some(entry) = entries.iter().find(|entry| entry.key.is_same(key)) {
                let there = self.evaluator.guards.and(entry.there, path)?;
                for (guard, item) in self.evaluator.guards.within(&entry.value, there)? {
                    match known.iter().position(|known| known.is_same(&item)) {
                        Some(state) => states.push((state as Symbol + 1, guard)),
                        None => self.values.push((place, at, value_of(&item)?)),
                    }
                }
            }
            if self.values.len() == before {
                self.cell(self.firsts[place] + at, states, path, update)?;
            }
        }
        Some(new)
    }
}
