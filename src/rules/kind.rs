//! What the parameters of a ruleset admit.

use std::sync::Arc;

use super::complain;
use crate::resolve::tree::Param;
use crate::syntax::ast::{ParamKind, Text};
use crate::value::Result;
use crate::value::graph::{GraphKind, Labels, is_label};
use upstar_core::board::{Alphabet, Shape};

/// What a parameter admits.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Anything.
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

impl Kind {
    /// What a parameter says of itself.
    ///
    /// # Errors
    /// When an alphabet cannot be used.
    pub(super) fn of(param: &Param) -> Result<Self> {
        Ok(match &param.kind {
            None => Kind::Any,
            Some(ParamKind::Heap) => Kind::Heap,
            Some(ParamKind::Coins) => Kind::Coins,
            Some(ParamKind::Code) => Kind::Code,
            Some(ParamKind::Strip(text)) => Kind::Board(alphabet(text)?, Shape::Strip),
            Some(ParamKind::Grid(text)) => Kind::Board(alphabet(text)?, Shape::Grid),
            Some(ParamKind::Graph { directed, edges, vertices }) => {
                Kind::Graph(Arc::new(GraphKind {
                    directed: *directed,
                    edges: labels(edges.as_ref())?,
                    vertices: labels(vertices.as_ref())?,
                }))
            }
        })
    }
}

fn labels(text: Option<&Text>) -> Result<Labels> {
    let Some(text) = text else { return Ok(Labels::Nothing) };
    match text.value.chars().all(is_label) {
        true => Ok(Labels::Of(alphabet(text)?)),
        false => Err(complain::no_label(text)),
    }
}

fn alphabet(text: &Text) -> Result<Arc<Alphabet>> {
    let alphabet = Alphabet::parse(&text.value);
    Ok(Arc::new(alphabet.map_err(|error| complain::alphabet_fault(&error, text))?))
}
