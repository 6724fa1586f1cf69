//! Directed graphs and algorithms on them.
//!
//! Knows: vertices as numbers, strongly connected components, retrograde analysis, union-find.
//! Must not know: what the vertices represent.

mod components;
mod digraph;
mod partition;
mod retrograde;

pub(crate) use components::{components, components_from};
pub use digraph::Digraph;
pub use partition::Partition;
pub(crate) use retrograde::RetrogradeAnalysis;
