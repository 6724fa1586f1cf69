//! Values that read global names when they are used: functions and rulesets, and all that contains them.
//!
//! Knows: where in values they are. Must not know: which names they read.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Form, Position, Ruleset, TermKind, Value, loopy};

/// Functions and rulesets, in the order in which they were met.
///
/// The values in which they are found must outlive it.
#[derive(Default)]
pub struct Readers {
    found: IndexSet<Value, FxBuildHasher>,
    /// Forms that were walked through: they may share options.
    forms: FxHashSet<*const Form>,
}

impl Readers {
    /// Adds one; its place, and whether it is new.
    pub fn insert(&mut self, reader: Value) -> (usize, bool) {
        self.found.insert_full(reader)
    }

    /// Whether a value is to be walked through: a form only once.
    fn enter(&mut self, value: &Value) -> bool {
        match value {
            Value::Form(form) | Value::Typed(form) => self.forms.insert(Arc::as_ptr(form)),
            _ => true,
        }
    }

    /// In the order in which they were met.
    pub fn into_found(self) -> IndexSet<Value, FxBuildHasher> {
        self.found
    }
}

/// Stack that must be left before a walk enters a value, and size of the segment that is added otherwise.
const RED_ZONE: usize = 64 * 1024;
const MORE_STACK: usize = 1 << 20;

impl Value {
    /// Whether a function or a ruleset is in it, which reads global names when it is used.
    pub fn reads_names(&self) -> bool {
        self.extent().reads_names()
    }

    /// Adds the functions and rulesets in this value to `found`, each once. Those within what a function has captured
    /// and within parameters of a family are left to the caller.
    pub fn readers(&self, found: &mut Readers) {
        if self.reads_names() && found.enter(self) {
            stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.readers_within(found));
        }
    }

    fn readers_within(&self, found: &mut Readers) {
        let mut each = |values: &[Value]| values.iter().for_each(|value| value.readers(found));
        match self {
            Value::Function(_) => {
                found.insert(self.clone());
            }
            Value::Ruleset(ruleset) => add_ruleset(ruleset, found),
            Value::Position(position) => position.readers(found),
            Value::Sum(sum) => {
                for term in sum.terms() {
                    if let TermKind::Position(position) = &term.kind {
                        position.readers(found);
                    }
                }
            }
            Value::Form(form) | Value::Typed(form) => {
                each(form.left());
                each(form.right());
            }
            Value::LoopyBracket(bracket) => {
                for node in bracket.nodes() {
                    if let loopy::Node::Value(value) = node {
                        value.readers(found);
                    }
                }
            }
            Value::List(list) | Value::Tuple(list) => each(list.items()),
            Value::Set(set) => set.items().iter().for_each(|item| item.readers(found)),
            Value::Map(map) => {
                for (key, value) in map.entries() {
                    key.readers(found);
                    value.readers(found);
                }
            }
            Value::Enumeration(all) => each(all.args()),
            Value::Misere(games) => each(games.terms()),
            Value::Explanation(explanation) => {
                explanation.values().into_iter().for_each(|value| value.readers(found));
            }
            Value::Picture(picture) => picture.of().readers(found),
            Value::Nothing
            | Value::Number(_)
            | Value::Surreal(_)
            | Value::Game(_)
            | Value::Loopy(_)
            | Value::Transfinite(_)
            | Value::Infinity(_)
            | Value::Loony
            | Value::Outcome(_)
            | Value::Player(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Range(_)
            | Value::Board(_)
            | Value::Graph(_)
            | Value::Builtin(..)
            | Value::Thermograph(_)
            | Value::LoopyThermograph(_)
            | Value::Genus(_) => {}
        }
    }
}

impl Position {
    /// Adds the ruleset, and the functions and rulesets in the arguments, to `found`.
    fn readers(&self, found: &mut Readers) {
        add_ruleset(&self.ruleset, found);
        self.readers_in_arguments(found);
    }

    /// Adds the functions and rulesets in the arguments to `found`.
    pub fn readers_in_arguments(&self, found: &mut Readers) {
        self.arguments().iter().for_each(|argument| argument.readers(found));
    }
}

fn add_ruleset(ruleset: &Arc<Ruleset>, found: &mut Readers) {
    found.insert(Value::Ruleset(ruleset.clone()));
}
