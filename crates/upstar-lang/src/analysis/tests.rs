//! Rulesets for the tests of analyses.

use std::sync::Arc;

use crate::builtins;
use crate::diagnostic::Unlimited;
use crate::resolve::{self, Names, Reading, tree};
use crate::rules::Registry;
use crate::source::SourceMap;
use crate::syntax;
use crate::value::Ruleset;

/// Scope with the builtins only.
struct Builtins;

impl Names for Builtins {
    fn global(&self, name: &str) -> Option<tree::Global> {
        (name == "f").then_some(0)
    }

    fn declare(&mut self, _: &str) -> tree::Global {
        1
    }

    fn builtin(&self, name: &str) -> Option<u16> {
        builtins::find(name)
    }

    fn reading(&self, builtin: u16) -> Reading {
        builtins::reading(builtin)
    }

    fn all(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A ruleset of positions and clauses, which may name a parameter `k` of its family and a function `f`.
pub(super) fn declared(position: &str, clauses: &str) -> Option<(Arc<Ruleset>, Registry<()>)> {
    let text = format!("game G(k)({position}) {{ {clauses} }}");
    let id = SourceMap::default().add("test", text.clone());
    let program = syntax::parse_file(id, &text, &Unlimited).unwrap();
    let program = resolve::resolve(&program.statements, &mut Builtins, &Unlimited).unwrap();
    let rules = Registry::<()>::default();
    match &program.statements[0].kind {
        tree::StatementKind::Ruleset { ruleset, .. } => {
            Some((rules.declare(ruleset, &Arc::default()).unwrap(), rules))
        }
        _ => None,
    }
}
