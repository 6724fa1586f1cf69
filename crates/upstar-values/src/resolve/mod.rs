//! Resolution of names to slots.
//!
//! Knows: scopes, the meanings of names, and suggestions for misspelt ones.
//! Must not know: values, or how anything is evaluated.

mod expr;
mod labels;
mod near;
mod ruleset;
mod scope;
mod statement;
mod summed;
pub mod tree;

use std::sync::Arc;

use labels::Labels;
use scope::Scope;

use crate::diagnostic::{Diagnostic, TextBudget};
use crate::syntax::ast;

pub use near::{SYNONYMS, synonym};
pub use near::{meant, nearest};

/// Names outside of any function.
pub trait Names {
    /// The place of a global that exists.
    fn global(&self, name: &str) -> Option<tree::Global>;
    /// The place of a global, made when there is none.
    fn declare(&mut self, name: &str) -> tree::Global;
    /// The place of a builtin in the table.
    fn builtin(&self, name: &str) -> Option<u16>;
    /// Reading of the arguments of a builtin.
    fn reading(&self, builtin: u16) -> Reading;
    /// All names there are, for suggestions.
    fn all(&self) -> Vec<String>;
}

/// Reading of the arguments of a builtin: which are quoted, kept as typed, or left out in goals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// Its first argument is quoted.
    pub quotes: bool,
    /// Sums in its arguments are kept as typed.
    pub keeps_sums: bool,
    /// Number of arguments with the board, if in a goal the board may be left out.
    pub board_goal: Option<usize>,
    /// Whether in a goal the board is hexagonal.
    pub is_hex: bool,
}

/// Result of resolving.
pub type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Declares the globals that top-level statements bind, so that functions may mention each other in any
/// order.
pub fn declare(statements: &[ast::Statement], names: &mut dyn Names) {
    for statement in statements {
        scope::globals(statement, names);
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
    let mut resolver =
        Resolver { names, budget, scope: Scope::top(), goal_about: None, slanted: false, labels };
    let statements = resolver.statements(statements)?;
    Ok(tree::Program { statements, slots: resolver.scope.slots() })
}

/// Resolver: walks the tree with its scope.
struct Resolver<'n> {
    names: &'n mut dyn Names,
    budget: &'n dyn TextBudget,
    scope: Scope,
    /// Name of the board, in a goal about a board.
    goal_about: Option<Arc<str>>,
    labels: Labels,
    /// Whether a goal has asked for a hexagonal chain.
    slanted: bool,
}
