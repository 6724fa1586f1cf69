//! The domains of the parameters of a declaration.

use std::sync::Arc;

use super::diagnostics;
use crate::resolve::tree::Param;
use crate::syntax::ast::{ParamKind, Text};
use crate::value::graph::{GraphKind, Labels, is_label};
use crate::value::{Domain, Result};
use upstar_core::board::{Alphabet, Shape};

/// The domain that a parameter is declared with.
///
/// # Errors
/// When an alphabet cannot be used.
pub(super) fn domain(param: &Param) -> Result<Domain> {
    Ok(match &param.kind {
        None => Domain::Any,
        Some(ParamKind::Heap) => Domain::Heap,
        Some(ParamKind::Coins) => Domain::Coins,
        Some(ParamKind::Code) => Domain::Code,
        Some(ParamKind::Strip(text)) => Domain::Board(alphabet(text)?, Shape::Strip),
        Some(ParamKind::Grid(text)) => Domain::Board(alphabet(text)?, Shape::Grid),
        Some(ParamKind::Graph { directed, edges, vertices }) => {
            Domain::Graph(Arc::new(GraphKind {
                directed: *directed,
                edges: labels(edges.as_ref())?,
                vertices: labels(vertices.as_ref())?,
            }))
        }
    })
}

fn labels(text: Option<&Text>) -> Result<Labels> {
    let Some(text) = text else { return Ok(Labels::Nothing) };
    match text.value.chars().all(is_label) {
        true => Ok(Labels::Of(alphabet(text)?)),
        false => Err(diagnostics::no_label(text)),
    }
}

fn alphabet(text: &Text) -> Result<Arc<Alphabet>> {
    let alphabet = Alphabet::parse(&text.value);
    Ok(Arc::new(alphabet.map_err(|error| diagnostics::alphabet_fault(&error, text))?))
}
