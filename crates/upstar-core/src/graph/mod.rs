//! Directed graphs, and what is found by walking through them.
//!
//! Knows: vertices as numbers, strongly connected components, backward induction.
//! Must not know: what the vertices are.

mod backward;
mod components;
mod digraph;

pub(crate) use backward::Backward;
pub(crate) use components::{components, components_from};
pub use digraph::Digraph;
