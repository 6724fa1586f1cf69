//! Loopy brackets as typed: a graph of brackets and values, with the value of one bracket.
//!
//! Must not know: how values are found.

use std::sync::Arc;

use crate::value::{Extent, Value};

/// Vertex of the graph of brackets as typed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// A bracket: the options of Left and of Right.
    Bracket([Vec<u32>; 2]),
    /// A value that contains no bracket of the graph.
    Value(Value),
}

/// Bracket with a cycle, or with loopy options, as typed, and its value.
///
/// Equal if typed alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoopyBracket {
    pub(super) nodes: Arc<[Node]>,
    pub(super) root: u32,
    pub(super) value: Value,
    /// Whether the brackets themselves count, and not their value: `form(G)`.
    pub(super) as_typed: bool,
    pub(super) extent: Extent,
}

impl LoopyBracket {
    /// Its value.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The vertices.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Vertex of the bracket itself.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// Whether the brackets themselves count, and not their value.
    pub fn is_as_typed(&self) -> bool {
        self.as_typed
    }

    /// The same bracket with `form` around it.
    #[must_use]
    pub fn as_typed(&self) -> LoopyBracket {
        LoopyBracket { as_typed: true, ..self.clone() }
    }

    pub(in crate::value) fn extent(&self) -> Extent {
        self.extent
    }
}
