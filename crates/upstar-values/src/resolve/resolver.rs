//! The state of the resolver.

use std::sync::Arc;

use super::labels::Labels;
use super::names::Names;
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, TextBudget};

/// Result of resolving.
pub type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Resolver: walks the tree with its scope.
pub(super) struct Resolver<'n> {
    pub(super) names: &'n mut dyn Names,
    pub(super) budget: &'n dyn TextBudget,
    pub(super) scope: Scope,
    /// Name of the parameter in a ruleset whose positions are one board.
    pub(super) board: Option<Arc<str>>,
    /// Name of the board or graph, in a goal about one.
    pub(super) goal_about: Option<Arc<str>>,
    pub(super) labels: Labels,
    /// Whether a goal has asked for a hexagonal chain.
    pub(super) slanted: bool,
}
