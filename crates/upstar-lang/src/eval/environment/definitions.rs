//! Values without their session: what a program says first so that a text means the same.
//!
//! Knows: which functions, rulesets and names a value reads. Must not know: where the value goes.
//!
//! Two sessions may give one name to two rulesets, and one session may bind a name again. So a text alone does not say what
//! a value is. Its definitions do: the declarations of the functions and rulesets in it and of all that these read, and
//! the names that are bound to other values. The identity is a digest of what they read (`meaning.rs`). It is the same in
//! two sessions where the text means the same, wherever a definition was typed.

use std::sync::Arc;

use indexmap::IndexSet;
use sha2::{Digest as _, Sha256};

use super::Environment;
use super::meaning::{Reading, reading};
use crate::eval::{Globals, Machine};
use crate::resolve::Names as _;
use crate::resolve::tree::Global;
use crate::syntax::ast::{Statement, StatementKind};
use crate::syntax::print;
use crate::value::{Readers, Result, Value, show};

/// What a value needs besides its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definitions {
    /// The definitions, one below the other, as a program; empty when the library has all.
    pub text: String,
    /// Digest of all that the value reads: equal where the text means the same.
    pub identity: [u8; 32],
}

impl Environment<'_> {
    /// What a value needs besides its text; `None` when its text says all.
    pub(in crate::eval) fn definitions_of(&self, value: &Value) -> Result<Option<Definitions>> {
        if !value.reads_names() {
            return Ok(None);
        }
        let mut outermost = Readers::default();
        value.readers(&mut outermost);
        let mut reading = reading(&self.globals, &outermost.into_found());
        let mentions = self.globals.of_program(std::mem::take(&mut reading.mentions));
        self.written(reading, &mentions).map(Some)
    }

    /// All definitions of the program.
    fn all_definitions(&self) -> Result<Definitions> {
        let globals: &Globals = &self.globals;
        let places = globals.iter().filter(|(name, _)| !name.starts_with('_'));
        let places = places.filter_map(|(name, _)| globals.global(name)).collect();
        let own = globals.of_program(places);
        let reading = reading(globals, own.iter().map(|(_, value)| value));
        self.written(reading, &own)
    }

    /// The definitions of these names and of what is read.
    fn written(&self, reading: Reading, mentions: &[(Global, Value)]) -> Result<Definitions> {
        let Reading { frozen, readers, .. } = reading;
        let mut identity = Sha256::new();
        identity.update(frozen.digest);
        for value in &frozen.values {
            let text = show::value(self.world.store(), value)?;
            identity.update((text.len() as u64).to_le_bytes());
            identity.update(text);
        }
        let readers: Vec<Value> = readers.into_found().into_iter().collect();
        let lines = self.definitions(&readers, mentions)?;
        Ok(Definitions { text: lines.join("\n"), identity: identity.finalize().into() })
    }
}

/// Lines of a program.
impl Environment<'_> {
    /// The declarations of functions and rulesets, those of the library too, and of what they read in the program.
    pub(in crate::eval) fn program_of<'v>(
        &self,
        readers: impl IntoIterator<Item = &'v Value> + Clone,
    ) -> Result<String> {
        let mentions = self.globals.of_program(reading(&self.globals, readers.clone()).mentions);
        let own = readers.into_iter().filter_map(declaration);
        Ok(self.lines(own, &mentions)?.join("\n"))
    }

    /// Lines that define functions and rulesets, and what they mention.
    pub(super) fn definitions(
        &self,
        readers: &[Value],
        mentions: &[(Global, Value)],
    ) -> Result<Vec<String>> {
        // Those that are met first may be made of those that are met later.
        let own = readers.iter().rev().filter_map(|reader| self.own_declaration(reader));
        self.lines(own, mentions)
    }

    /// Declarations of what is mentioned, then `own`, then values of names; each once.
    fn lines(
        &self,
        own: impl Iterator<Item = String>,
        mentions: &[(Global, Value)],
    ) -> Result<Vec<String>> {
        let (mut declared, mut bound) = (Vec::new(), Vec::new());
        // Names that are mentioned first may be made of later ones.
        for (place, value) in mentions.iter().rev() {
            let name = self.globals.name(*place);
            declared.extend(self.own_declaration(value));
            if !is_declared_as(value, name) {
                bound.push(format!("{name} := {}", show::value(self.world.store(), value)?));
            }
        }
        let lines: IndexSet<String> = declared.into_iter().chain(own).chain(bound).collect();
        Ok(lines.into_iter().collect())
    }

    /// Declaration of a function or ruleset of the program.
    fn own_declaration(&self, value: &Value) -> Option<String> {
        if let Value::Ruleset(ruleset) = value
            && let Some(Value::Ruleset(other)) = self.globals.of_library(&ruleset.tree.name.text)
            && Arc::ptr_eq(&other.tree, &ruleset.tree)
        {
            return None;
        }
        declaration(value)
    }
}

/// Declaration of a function or ruleset.
fn declaration(value: &Value) -> Option<String> {
    let (kind, span) = match value {
        Value::Function(function) => {
            let declared = function.tree.declared.clone()?;
            (StatementKind::Function(declared), function.tree.span)
        }
        Value::Ruleset(ruleset) => {
            (StatementKind::Ruleset(ruleset.tree.declared.clone()), ruleset.tree.span)
        }
        _ => return None,
    };
    Some(print::statement(&Statement { kind, doc: None, silent: false, span }))
}

/// Whether the declaration of a value binds it to this name, or nothing need be bound.
fn is_declared_as(value: &Value, name: &str) -> bool {
    match value {
        Value::Nothing => true,
        Value::Function(function) => function.tree.name.as_deref() == Some(name),
        Value::Ruleset(ruleset) => {
            let is_whole = ruleset.tree.family.is_empty() || ruleset.family().is_none();
            is_whole && ruleset.base().is_none() && *ruleset.tree.name.text == *name
        }
        _ => false,
    }
}

impl Machine<'_> {
    /// What a value needs besides its text; `None` when its text says all.
    pub fn definitions_of(&self, value: &Value) -> Result<Option<Definitions>> {
        self.env.definitions_of(value)
    }

    /// All definitions of the program.
    pub fn all_definitions(&self) -> Result<Definitions> {
        self.env.all_definitions()
    }
}
