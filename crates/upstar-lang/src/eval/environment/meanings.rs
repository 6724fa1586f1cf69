//! Meanings of rulesets by number: everything that is remembered about positions is remembered for a meaning.
//!
//! Knows: what rulesets read of the globals, and when that is looked at. Must not know: what is remembered.
//!
//! Rules read global names when they are asked, so that a name that is bound again may change what a ruleset means. A
//! ruleset is therefore closed over all that it reads (`meaning.rs`) when something is asked about it, and what that is
//! has a number. All tables in memory have this number in their keys, or belong to it. So nothing in them ever becomes
//! wrong, and a value that comes back brings the answers back that were found with it.
//!
//! While no global changes, neither does a meaning: [`Globals::generation`] is compared, and no more. While others than
//! those that the ruleset reads change, their values are compared. Only then is the meaning written once more.
//!
//! While a question is asked, the names are lent to all machines that work on it, and no name changes.
//!
//! A meaning is looked up by a digest of its text, and by the values that have no text. A position with functions
//! among its arguments adds what these read; values know whether functions or rulesets are in them
//! (`extent.rs` of `upstar-values`). What follows from rewrite rules alone, or from integer arithmetic without names, stays with
//! the declaration. `tests/rebinding.rs` compares random histories with sessions without a past.

use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::Environment;
use super::meaning::{Frozen, Reading, is_same, reading};
use crate::eval::Globals;
use crate::eval::world::Facts;
use crate::resolve::tree::Global;
use crate::value::{Position, Readers, Ruleset, Value};

/// Number of a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::eval) struct MeaningNumber(u32);

#[cfg(test)]
impl MeaningNumber {
    /// The first meaning, for tests of tables.
    pub(in crate::eval) const FIRST: MeaningNumber = MeaningNumber(0);
}

/// A ruleset with a meaning, if there is one, and what else is read.
type Composed = (Option<MeaningNumber>, Arc<Frozen>);

/// All meanings that were met, with what is known of each.
#[derive(Default)]
pub(in crate::eval) struct Meanings {
    list: boxcar::Vec<Facts>,
    /// What functions and rulesets read that are met outside of rules: among the arguments of positions, in forms.
    arguments: Mutex<FxHashMap<Vec<Value>, Arc<Reads>>>,
    /// Meanings of a ruleset with such arguments, or of a form.
    others: Mutex<FxHashMap<Composed, MeaningNumber>>,
}

impl Meanings {
    /// A new meaning, of which nothing is known.
    fn add(&self) -> MeaningNumber {
        let number = self.list.push(Facts::default());
        MeaningNumber(u32::try_from(number).expect("memory ends before there are so many"))
    }

    fn facts(&self, meaning: MeaningNumber) -> &Facts {
        &self.list[meaning.0 as usize]
    }

    /// What is known of all meanings.
    pub(in crate::eval) fn all(&self) -> impl Iterator<Item = &Facts> {
        self.list.iter().map(|(_, facts)| facts)
    }
}

/// The meanings of a ruleset.
#[derive(Default)]
pub(in crate::eval) struct OfRuleset {
    last: Last,
    /// What its declaration reads. A member of a family is looked up in the family, unless it has code as a parameter.
    reads: Reads,
    known: Mutex<FxHashMap<Arc<Frozen>, MeaningNumber>>,
    /// Generation of the globals with which the parameters of its family were checked last.
    checked: Mutex<Option<u64>>,
}

/// Meaning when it was looked at last.
struct Last {
    generation: AtomicU64,
    meaning: AtomicU32,
}

impl Default for Last {
    fn default() -> Self {
        Last { generation: AtomicU64::new(u64::MAX), meaning: AtomicU32::new(0) }
    }
}

impl Last {
    /// The meaning in this generation of the globals, if it is known.
    fn get(&self, generation: u64) -> Option<MeaningNumber> {
        let is_now = self.generation.load(Acquire) == generation;
        is_now.then(|| MeaningNumber(self.meaning.load(Relaxed)))
    }

    /// Threads that find it at once find the same.
    fn set(&self, generation: u64, MeaningNumber(meaning): MeaningNumber) {
        self.meaning.store(meaning, Relaxed);
        self.generation.store(generation, Release);
    }
}

/// What something reads of the globals, as it was last.
#[derive(Default)]
struct Reads(Mutex<Option<Read>>);

/// What was read.
struct Read {
    generation: u64,
    /// Names of the program that were read, with their values. Those of the library do not change.
    mentions: Vec<(Global, Value)>,
    frozen: Arc<Frozen>,
}

impl Reads {
    /// What `readers` read now.
    fn now<'v>(
        &self,
        globals: &Globals,
        readers: impl IntoIterator<Item = &'v Value>,
    ) -> Arc<Frozen> {
        let mut last = self.0.lock();
        let holds = |(place, value): &(Global, Value)| is_same(globals.get(*place), value);
        if let Some(read) = &mut *last
            && (read.generation == globals.generation() || read.mentions.iter().all(holds))
        {
            read.generation = globals.generation();
            return read.frozen.clone();
        }
        let Reading { frozen, mentions, .. } = reading(globals, readers);
        let mentions = globals.of_program(mentions);
        let frozen = Arc::new(frozen);
        let generation = globals.generation();
        *last = Some(Read { generation, mentions, frozen: frozen.clone() });
        frozen
    }
}

impl<'w> Environment<'w> {
    /// What is known of a ruleset as it is now.
    pub(in crate::eval) fn facts(&self, ruleset: &Ruleset) -> &'w Facts {
        self.world.meanings.facts(self.meaning(ruleset))
    }
}

impl Environment<'_> {
    /// Meaning of a ruleset now.
    pub(in crate::eval) fn meaning(&self, ruleset: &Ruleset) -> MeaningNumber {
        let of_ruleset = self.world.rules.facts(ruleset);
        let generation = self.globals.generation();
        of_ruleset.last.get(generation).unwrap_or_else(|| {
            let frozen = self.read_by(ruleset);
            let mut known = of_ruleset.known.lock();
            let meaning = *known.entry(frozen).or_insert_with(|| self.world.meanings.add());
            of_ruleset.last.set(generation, meaning);
            meaning
        })
    }

    /// Whether the parameters of a family were checked, and no global has changed since.
    pub(in crate::eval) fn family_was_checked(&self, ruleset: &Ruleset) -> bool {
        *self.world.rules.facts(ruleset).checked.lock() == Some(self.globals.generation())
    }

    /// Notes that the parameters of a family were checked.
    pub(in crate::eval) fn note_checked_family(&self, ruleset: &Ruleset) {
        *self.world.rules.facts(ruleset).checked.lock() = Some(self.globals.generation());
    }

    /// What the rules of a ruleset read of the globals.
    fn read_by(&self, ruleset: &Ruleset) -> Arc<Frozen> {
        let rules = &self.world.rules;
        if ruleset.has_code() {
            let reader = Value::Ruleset(Arc::new(ruleset.clone()));
            return rules.facts(ruleset).reads.now(&self.globals, [&reader]);
        }
        // Members of a family have the same rules, which are walked through once for all of them.
        let declaration = ruleset.declaration(rules.declaration(ruleset));
        let reads = &rules.facts(&declaration).reads;
        reads.now(&self.globals, [&Value::Ruleset(Arc::new(declaration))])
    }

    /// Meaning of a position now: that of its ruleset, and of the functions and rulesets among its arguments.
    pub(in crate::eval) fn meaning_of(&self, position: &Position) -> MeaningNumber {
        let of_ruleset = self.meaning(&position.ruleset);
        if !position.has_code() {
            return of_ruleset;
        }
        let mut readers = Readers::default();
        position.readers_in_arguments(&mut readers);
        self.meaning_with(Some(of_ruleset), readers)
    }

    /// Meaning of a value that belongs to no ruleset; `None` when it reads no names.
    pub(in crate::eval) fn meaning_of_value(&self, value: &Value) -> Option<MeaningNumber> {
        if !value.reads_names() {
            return None;
        }
        let mut readers = Readers::default();
        value.readers(&mut readers);
        Some(self.meaning_with(None, readers))
    }

    fn meaning_with(&self, ruleset: Option<MeaningNumber>, readers: Readers) -> MeaningNumber {
        let meanings = &self.world.meanings;
        let readers: Vec<Value> = readers.into_found().into_iter().collect();
        let reads = meanings.arguments.lock().entry(readers.clone()).or_default().clone();
        let key = (ruleset, reads.now(&self.globals, &readers));
        *meanings.others.lock().entry(key).or_insert_with(|| meanings.add())
    }
}
