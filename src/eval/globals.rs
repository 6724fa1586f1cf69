//! Top-level names and their values.
//!
//! The library has names of its own, which a program can hide but not change: what a library
//! file says means the same whatever the program defines.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::builtins;
use crate::resolve::{Names, Reading, tree};
use crate::value::Value;

/// Top-level names and their values, in the order they were made.
#[derive(Debug)]
pub struct Globals {
    values: IndexMap<Arc<str>, Value, FxBuildHasher>,
    /// The names that get a value when they are mentioned.
    library: fn() -> Vec<&'static str>,
    /// How many places there were at the last [`Globals::begin`].
    kept: usize,
    /// What stood in those places that have changed since.
    before: FxHashMap<tree::Global, Value>,
    /// How many names may still be listed for suggestions since then.
    suggested: AtomicUsize,
}

impl Clone for Globals {
    fn clone(&self) -> Self {
        Globals {
            values: self.values.clone(),
            library: self.library,
            kept: self.kept,
            before: self.before.clone(),
            suggested: AtomicUsize::new(self.suggested.load(Relaxed)),
        }
    }
}

/// So many names are listed for suggestions in an input or a file: what is unknown beyond that is one
/// mistake that was made often.
const MOST_SUGGESTED: usize = 1_000_000;

/// What was before something changed.
#[derive(Debug, Default)]
pub struct Change {
    /// How many places there were.
    kept: usize,
    /// What stood in those that have changed.
    before: FxHashMap<tree::Global, Value>,
}

impl Change {
    /// Adds the change that came next.
    pub fn absorb(&mut self, next: Change) {
        for (place, value) in next.before {
            if place < self.kept {
                self.before.entry(place).or_insert(value);
            }
        }
    }
}

impl Globals {
    /// No names; `library` lists those that get a value when they are mentioned.
    pub fn new(library: fn() -> Vec<&'static str>) -> Self {
        Globals {
            values: IndexMap::default(),
            library,
            kept: 0,
            before: FxHashMap::default(),
            suggested: AtomicUsize::new(MOST_SUGGESTED),
        }
    }

    /// Begins an input, to which [`Globals::undo`] returns.
    pub fn begin(&mut self) {
        self.kept = self.values.len();
        self.before.clear();
        self.suggested.store(MOST_SUGGESTED, Relaxed);
    }

    /// Makes everything as it was at the last [`Globals::begin`].
    pub fn undo(&mut self) {
        let change = self.commit();
        self.revert(change);
    }

    /// What has changed since the last [`Globals::begin`].
    pub fn commit(&mut self) -> Change {
        Change { kept: self.kept, before: std::mem::take(&mut self.before) }
    }

    /// Makes everything as it was before a change, which is the last or has absorbed all later
    /// ones.
    pub fn revert(&mut self, change: Change) {
        self.values.truncate(change.kept);
        for (place, value) in change.before {
            self.put(place, value);
        }
    }

    /// The names of the program that a change has bound, in the order they were made.
    pub fn bound(&self, change: &Change) -> Vec<String> {
        let mut places: Vec<_> = change.before.keys().copied().collect();
        places.sort_unstable();
        places.extend(change.kept..self.values.len());
        let bound = places.into_iter().filter_map(|place| self.values.get_index(place));
        let own = bound.filter(|(name, value)| {
            **value != Value::Nothing && !name.starts_with(LIBRARY) && !is_result(name)
        });
        own.map(|(name, _)| name.to_string()).collect()
    }

    /// The value in a place; [`Value::Nothing`] when it has none yet.
    pub fn get(&self, place: tree::Global) -> &Value {
        self.values.get_index(place).map_or(&Value::Nothing, |(_, value)| value)
    }

    /// The value of a name of the program.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// The name of a place.
    pub fn name(&self, place: tree::Global) -> &str {
        let name = self.values.get_index(place).map_or("", |(name, _)| name);
        name.strip_prefix(LIBRARY).unwrap_or(name)
    }

    /// Whether a place has a name of the library, which no program can change.
    pub fn is_of_library(&self, place: tree::Global) -> bool {
        self.values.get_index(place).is_some_and(|(name, _)| name.starts_with(LIBRARY))
    }

    /// Gives a place a value.
    pub fn set(&mut self, place: tree::Global, value: Value) {
        if place < self.kept && !self.before.contains_key(&place) {
            self.before.insert(place, self.get(place).clone());
        }
        self.put(place, value);
    }

    fn put(&mut self, place: tree::Global, value: Value) {
        if let Some((_, old)) = self.values.get_index_mut(place) {
            *old = value;
        }
    }

    /// Gives a name of the program a value.
    pub fn bind(&mut self, name: &str, value: Value) {
        let place = self.declare(name);
        self.set(place, value);
    }

    /// Names of the program and their values, in the order they were made.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let names = self.values.iter().map(|(name, value)| (&**name, value));
        names.filter(|(name, _)| !name.starts_with(LIBRARY))
    }
}

/// Whether a name is that of an earlier value: `_`, `__`, `___`, `_7`.
fn is_result(name: &str) -> bool {
    let digits = name.trim_start_matches('_');
    digits.len() < name.len() && digits.chars().all(|c| c.is_ascii_digit())
}

/// What is put before the names of the library. No program can type it.
const LIBRARY: &str = "library ";

impl Names for Globals {
    fn global(&self, name: &str) -> Option<tree::Global> {
        let own = self.values.get_index_of(name);
        own.or_else(|| self.values.get_index_of(&*format!("{LIBRARY}{name}")))
    }

    fn declare(&mut self, name: &str) -> tree::Global {
        if let Some(place) = self.values.get_index_of(name) {
            return place;
        }
        self.values.insert_full(Arc::from(name), Value::Nothing).0
    }

    fn builtin(&self, name: &str) -> Option<u16> {
        builtins::find(name)
    }

    fn reading(&self, builtin: u16) -> Reading {
        builtins::reading(builtin)
    }

    fn all(&self) -> Vec<String> {
        if self.suggested.load(Relaxed) == 0 {
            return Vec::new();
        }
        let bound = self.iter().filter(|(_, value)| **value != Value::Nothing);
        let globals = bound.map(|(name, _)| name.to_owned());
        let others = builtins::names().chain((self.library)());
        let all: Vec<String> = globals.chain(others.map(str::to_owned)).collect();
        let left = self.suggested.load(Relaxed).saturating_sub(all.len());
        self.suggested.store(left, Relaxed);
        all
    }
}

/// The globals as files of the library see them.
#[derive(Debug)]
pub struct Library<'g>(pub &'g mut Globals);

impl Names for Library<'_> {
    fn global(&self, name: &str) -> Option<tree::Global> {
        self.0.values.get_index_of(&*format!("{LIBRARY}{name}"))
    }

    fn declare(&mut self, name: &str) -> tree::Global {
        self.0.declare(&format!("{LIBRARY}{name}"))
    }

    fn builtin(&self, name: &str) -> Option<u16> {
        self.0.builtin(name)
    }

    fn reading(&self, builtin: u16) -> Reading {
        self.0.reading(builtin)
    }

    fn all(&self) -> Vec<String> {
        self.0.all()
    }
}
