//! Resolution of names to slots.
//!
//! Knows: scopes, the meanings of names, and suggestions for misspelt ones.
//! Must not know: values, or how anything is evaluated.

mod brackets;
mod elsewhere;
mod expr;
mod goal;
mod labels;
mod names;
mod near;
mod resolver;
mod ruleset;
mod scope;
mod statement;
mod summed;
pub mod tree;

use labels::Labels;
use resolver::Resolver;
use scope::Scope;

use crate::diagnostic::TextBudget;
use crate::syntax::{self, ast};

pub use elsewhere::translated;
pub use names::{Names, Reading};
pub use near::{SYNONYMS, synonym};
pub use near::{meant, nearest};
pub use resolver::Result;

/// Declares the globals that top-level statements bind, so that functions may mention each other in any
/// order.
pub fn declare(statements: &[ast::Statement], names: &mut dyn Names) {
    for statement in statements {
        for name in syntax::assigned(std::slice::from_ref(statement)) {
            names.declare(&name);
        }
    }
}

/// Resolves statements that run in one frame; their top-level names become globals.
///
/// # Errors
/// For unknown names (with the nearest known one), misplaced statements and repeated parameters;
/// when the computation is interrupted.
pub fn resolve(
    statements: &[ast::Statement],
    names: &mut dyn Names,
    budget: &dyn TextBudget,
) -> Result<tree::Program> {
    declare(statements, names);
    let labels = Labels::default();
    let (scope, slanted) = (Scope::top(), false);
    let mut resolver =
        Resolver { names, budget, scope, board: None, goal_about: None, slanted, labels };
    let statements = resolver.statements(statements)?;
    Ok(tree::Program { statements, slots: resolver.scope.slots() })
}
