//! What outlives an evaluation: the store, the globals, the rulesets and what is known of them.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use upstar_core::{Budget, Store};

use super::solve::Known;
use crate::builtins;
use crate::resolve::{Names, tree};
use crate::rules::Registry;
use crate::value::Value;

/// Everything that evaluations share.
pub struct World {
    store: Rc<Store>,
    /// What top-level names stand for.
    pub globals: Globals,
    pub(super) rules: Registry,
    pub(super) known: Known,
}

impl World {
    /// A world without globals; `library` lists the names that get a value when they are
    /// mentioned.
    pub fn new(budget: Budget, library: fn() -> Vec<&'static str>) -> Self {
        World {
            store: Rc::new(Store::new(budget)),
            globals: Globals { values: IndexMap::default(), library },
            rules: Registry::default(),
            known: Known::default(),
        }
    }

    /// The store of canonical forms.
    pub fn store(&self) -> &Rc<Store> {
        &self.store
    }

    /// The rulesets.
    pub fn rules(&self) -> &Registry {
        &self.rules
    }
}

/// Top-level names and their values, in the order they were made. Cheap to clone, so that a
/// failed input can be undone.
#[derive(Debug, Clone)]
pub struct Globals {
    values: IndexMap<Rc<str>, Value, FxBuildHasher>,
    library: fn() -> Vec<&'static str>,
}

impl Globals {
    /// The value in a place; [`Value::Nothing`] when it has none yet.
    pub fn get(&self, place: tree::Global) -> &Value {
        self.values.get_index(place).map_or(&Value::Nothing, |(_, value)| value)
    }

    /// The value of a name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// The name of a place.
    pub fn name(&self, place: tree::Global) -> &str {
        self.values.get_index(place).map_or("", |(name, _)| name)
    }

    /// Gives a place a value.
    pub fn set(&mut self, place: tree::Global, value: Value) {
        if let Some((_, old)) = self.values.get_index_mut(place) {
            *old = value;
        }
    }

    /// Gives a name a value.
    pub fn bind(&mut self, name: &str, value: Value) {
        self.values.insert(Rc::from(name), value);
    }

    /// Names and values in the order they were made.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }
}

impl Names for Globals {
    fn global(&self, name: &str) -> Option<tree::Global> {
        self.values.get_index_of(name)
    }

    fn declare(&mut self, name: &str) -> tree::Global {
        if let Some(place) = self.values.get_index_of(name) {
            return place;
        }
        self.values.insert_full(Rc::from(name), Value::Nothing).0
    }

    fn builtin(&self, name: &str) -> Option<u16> {
        builtins::find(name)
    }

    fn all(&self) -> Vec<String> {
        let globals = self.values.keys().map(ToString::to_string);
        let others = builtins::names().chain((self.library)());
        globals.chain(others.map(str::to_owned)).collect()
    }
}
