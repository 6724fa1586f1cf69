//! Directed graphs and algorithms on them.
//!
//! Knows: vertices as numbers, strongly connected components, retrograde analysis, union-find.
//! Must not know: what the vertices represent.
//!
//! All walks through graphs are here: components, backward induction, classes that merge.
//! Who wins in a graph of positions, goals in games that repeat, the order of loopy games and remoteness are one
//! backward induction on different graphs.

mod components;
mod digraph;
mod partition;
mod retrograde;

pub(crate) use components::{components, components_from};
pub use digraph::Digraph;
pub use partition::Partition;
pub(crate) use retrograde::RetrogradeAnalysis;
