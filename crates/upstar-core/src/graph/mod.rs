//! Directed graphs and algorithms on them.
//!
//! Knows: vertices as numbers, strongly connected components, retrograde analysis, union-find.
//! Must not know: what the vertices represent.

mod backward;
mod components;
mod digraph;
mod partition;

pub(crate) use backward::Backward;
pub(crate) use components::{components, components_from};
pub use digraph::Digraph;
pub use partition::Partition;
