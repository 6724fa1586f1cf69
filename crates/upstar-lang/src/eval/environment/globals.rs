//! Values of global names.
//!
//! Names of the library are kept apart from those of the program, which can hide but not change them: files
//! of the library mean the same whatever the program defines.
//!
//! A failed input leaves no trace. Globals note what they were when an input began, and go back to it. Caches of
//! sums and positions stay, because they are true whatever happens; only running out of memory empties them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::meaning::reads_given;
use crate::builtins;
use crate::resolve::{Names, Reading, tree};
use crate::value::Value;

/// Global names and their values, in the order of declaration.
#[derive(Debug)]
pub struct Globals {
    values: IndexMap<Arc<str>, Value, FxBuildHasher>,
    /// Names that the library defines when they are mentioned.
    library: fn() -> Vec<&'static str>,
    /// Number of globals at the last [`Globals::begin`].
    kept: usize,
    /// Earlier values of those globals that have changed since.
    before: FxHashMap<tree::Global, Value>,
    /// Number of names that may still be listed for suggestions in this input.
    suggested: AtomicUsize,
    /// Number of the last change, which is never used again, so that equal numbers mean equal values.
    generation: u64,
}

/// Number of the next change of any globals.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl Clone for Globals {
    fn clone(&self) -> Self {
        Globals {
            values: self.values.clone(),
            library: self.library,
            kept: self.kept,
            before: self.before.clone(),
            suggested: AtomicUsize::new(self.suggested.load(Relaxed)),
            generation: self.generation,
        }
    }
}

/// Most names listed for suggestions in an input or a file. A text with more unknown names has one mistake
/// repeated.
const MOST_SUGGESTED: usize = 1_000_000;

/// Undo record of a change.
#[derive(Debug, Default)]
pub struct Change {
    /// Number of globals before the change.
    kept: usize,
    /// Earlier values of the globals that it changed.
    before: FxHashMap<tree::Global, Value>,
}

impl Change {
    /// Merges the change that followed.
    pub fn absorb(&mut self, next: Change) {
        for (place, value) in next.before {
            if place < self.kept {
                self.before.entry(place).or_insert(value);
            }
        }
    }
}

impl Globals {
    /// Creates an empty table; `library` lists the names of the library.
    pub fn new(library: fn() -> Vec<&'static str>) -> Self {
        Globals {
            values: IndexMap::default(),
            library,
            kept: 0,
            before: FxHashMap::default(),
            suggested: AtomicUsize::new(MOST_SUGGESTED),
            generation: 0,
        }
    }

    /// Number of the last change: while it stays, so do all values.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Begins an input; [`Globals::undo`] returns to this state.
    pub fn begin(&mut self) {
        self.kept = self.values.len();
        self.before.clear();
        self.suggested.store(MOST_SUGGESTED, Relaxed);
    }

    /// Restores the state of the last [`Globals::begin`].
    pub fn undo(&mut self) {
        let change = self.commit();
        self.revert(change);
    }

    /// Returns the change since the last [`Globals::begin`].
    pub fn commit(&mut self) -> Change {
        Change { kept: self.kept, before: std::mem::take(&mut self.before) }
    }

    /// Restores the state before a change, which is the last or has absorbed all later ones.
    pub fn revert(&mut self, change: Change) {
        self.values.truncate(change.kept);
        self.generation = NEXT.fetch_add(1, Relaxed);
        for (place, value) in change.before {
            self.put(place, value);
        }
    }

    /// Returns the program's names that a change has bound, in the order of declaration.
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

    /// The names that are new since the last [`Globals::begin`] and hide a builtin or a name of the library, each with the earlier
    /// functions and rulesets that go on reading that.
    pub fn hidden(&self) -> Vec<(&str, Vec<&str>)> {
        let own = |names: Range<usize>| {
            let all = names.filter_map(|place| self.values.get_index(place));
            all.filter(|(name, _)| !name.starts_with(LIBRARY))
        };
        let is_given =
            |name: &str| self.builtin(name).is_some() || (self.library)().contains(&name);
        let new = own(self.kept..self.values.len()).map(|(name, _)| &**name);
        let new = new.filter(|name| is_given(name));
        let reads = |name| {
            own(0..self.kept).filter(move |(_, value)| {
                let is_reader = matches!(value, Value::Function(_) | Value::Ruleset(_));
                is_reader && reads_given(self, value, name)
            })
        };
        let new = new.map(|name| (name, reads(name).map(|(reader, _)| &**reader).collect()));
        new.filter(|(_, readers): &(_, Vec<_>)| !readers.is_empty()).collect()
    }

    /// Value of a global; [`Value::Nothing`] if it has none yet.
    pub fn get(&self, place: tree::Global) -> &Value {
        self.values.get_index(place).map_or(&Value::Nothing, |(_, value)| value)
    }

    /// Value of a name of the program.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Name of a global.
    pub fn name(&self, place: tree::Global) -> &str {
        let name = self.values.get_index(place).map_or("", |(name, _)| name);
        name.strip_prefix(LIBRARY).unwrap_or(name)
    }

    /// Whether a global belongs to the library, which no program can change.
    pub fn is_of_library(&self, place: tree::Global) -> bool {
        self.values.get_index(place).is_some_and(|(name, _)| name.starts_with(LIBRARY))
    }

    /// Names of the program among these, with their values. Those of the library do not change.
    pub fn of_program(&self, names: Vec<tree::Global>) -> Vec<(tree::Global, Value)> {
        let of_program = names.into_iter().filter(|place| !self.is_of_library(*place));
        of_program.map(|place| (place, self.get(place).clone())).collect()
    }

    /// Value of a name of the library, if its file was read.
    pub fn of_library(&self, name: &str) -> Option<&Value> {
        self.values.get(&*format!("{LIBRARY}{name}"))
    }

    /// Sets the value of a global.
    pub fn set(&mut self, place: tree::Global, value: Value) {
        if place < self.kept && !self.before.contains_key(&place) {
            self.before.insert(place, self.get(place).clone());
        }
        self.put(place, value);
    }

    fn put(&mut self, place: tree::Global, value: Value) {
        if let Some((_, old)) = self.values.get_index_mut(place) {
            *old = value;
            self.generation = NEXT.fetch_add(1, Relaxed);
        }
    }

    /// Sets the value of a name of the program, and declares it if needed.
    pub fn bind(&mut self, name: &str, value: Value) {
        let place = self.declare(name);
        self.set(place, value);
    }

    /// The program's names and their values, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let names = self.values.iter().map(|(name, value)| (&**name, value));
        names.filter(|(name, _)| !name.starts_with(LIBRARY))
    }
}

/// Whether a name refers to an earlier result: `_`, `__`, `___`, `_7`.
fn is_result(name: &str) -> bool {
    let digits = name.trim_start_matches('_');
    digits.len() < name.len() && digits.chars().all(|c| c.is_ascii_digit())
}

/// Prefix of the names of the library. The space keeps them apart from all names that can be typed.
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
        let remaining = self.suggested.load(Relaxed).saturating_sub(all.len());
        self.suggested.store(remaining, Relaxed);
        all
    }
}

/// The globals for files of the library: names are those of the library.
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
