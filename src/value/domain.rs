//! Domain of a parameter of a ruleset: what it admits.

use std::sync::Arc;

use upstar_core::board::{Alphabet, Shape};

use super::graph::GraphKind;

/// Domain of a parameter of a ruleset.
#[derive(Debug, Clone)]
pub enum Domain {
    /// All values.
    Any,
    /// The size of a heap.
    Heap,
    /// A row of coins.
    Coins,
    /// A board over an alphabet.
    Board(Arc<Alphabet>, Shape),
    /// A graph.
    Graph(Arc<GraphKind>),
    /// A code of taking and breaking, as a text.
    Code,
}
