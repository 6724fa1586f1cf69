//! Errors of graphs: in their text, and of their size.
//!
//! Must not know: how a text is read.

use super::typed_label;

/// The most vertices, and the most edges, of a graph.
pub const MAX_PARTS: usize = 100_000;

/// Syntax error in a text of a graph. Offsets are bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// Unexpected text.
    #[error("expected {wanted}")]
    Expected {
        /// The expected text.
        wanted: &'static str,
        /// Offset of the text.
        offset: usize,
    },
    /// `1>2` in a graph without directions, or `1-2` in one with them.
    #[error("edges are written `{}` here", example(*.directed))]
    Direction {
        /// Whether there should be a direction.
        directed: bool,
        /// Offset of the sign.
        offset: usize,
    },
    /// A label that the ruleset does not declare.
    #[error("`{}` is not a label of {of}", typed_label(*label))]
    ForeignLabel {
        /// The label.
        label: char,
        /// `edges` or `vertices`.
        of: &'static str,
        /// Offset of it.
        offset: usize,
    },
    /// A label where there is none.
    #[error("{of} have no labels here")]
    NoLabels {
        /// `edges` or `vertices`.
        of: &'static str,
        /// Offset of the label.
        offset: usize,
    },
    /// An edge without its label.
    #[error("the edge has no label")]
    MissingLabel {
        /// Offset of its end.
        offset: usize,
    },
    /// A vertex with two labels.
    #[error("vertex {name} has another label already")]
    SecondLabel {
        /// The vertex.
        name: u32,
        /// Offset of it.
        offset: usize,
    },
    /// More than [`MAX_PARTS`] vertices or edges.
    #[error("a graph has at most {MAX_PARTS} vertices and edges")]
    TooLarge,
}

impl GraphError {
    /// The byte of the text that is wrong, when it is one.
    pub fn offset(&self) -> Option<usize> {
        match self {
            GraphError::Expected { offset, .. }
            | GraphError::Direction { offset, .. }
            | GraphError::ForeignLabel { offset, .. }
            | GraphError::NoLabels { offset, .. }
            | GraphError::MissingLabel { offset }
            | GraphError::SecondLabel { offset, .. } => Some(*offset),
            GraphError::TooLarge => None,
        }
    }
}

fn example(directed: bool) -> &'static str {
    if directed { "1>2" } else { "1-2" }
}
