//! Directed graphs, and what is found by walking through them.
//!
//! Knows: vertices as numbers, strongly connected components, backward induction, partitions.
//! Must not know: what the vertices are.

mod backward;
mod components;
mod digraph;
mod partition;

pub(crate) use backward::Backward;
pub(crate) use components::{components, components_from};
pub use digraph::Digraph;
pub use partition::Partition;
