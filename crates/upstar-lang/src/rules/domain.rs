//! The domains of the parameters of a declaration.

use std::sync::Arc;

use super::diagnostics;
use crate::resolve::tree::Param;
use crate::syntax::ast::{BoardKind, ParamKind, Symbols, Text};
use crate::value::graph::{GraphKind, Labels, is_label, number_label};
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
        Some(ParamKind::Board(kind, symbols)) => Domain::Board(alphabet(symbols)?, shape(*kind)),
        Some(ParamKind::Graph { directed, edges, vertices }) => {
            Domain::Graph(Arc::new(GraphKind {
                directed: *directed,
                edges: labels(edges.as_ref())?,
                vertices: labels(vertices.as_ref())?,
            }))
        }
    })
}

/// The shape of the boards of a kind.
fn shape(kind: BoardKind) -> Shape {
    match kind {
        BoardKind::Strip => Shape::Strip,
        BoardKind::Grid => Shape::Grid,
        BoardKind::Ring => Shape::Ring,
        BoardKind::Cylinder => Shape::Cylinder,
        BoardKind::Torus => Shape::Torus,
    }
}

fn labels(text: Option<&Symbols>) -> Result<Labels> {
    let Some(text) = text else { return Ok(Labels::Nothing) };
    if let Some((first, last)) = text.range() {
        let numbers = (first..=last).filter_map(|number| number_label(number as i64));
        let alphabet = Alphabet::parse(&numbers.collect::<String>());
        let alphabet =
            alphabet.map_err(|error| diagnostics::alphabet_fault(&error, &written(text)));
        return Ok(Labels::Of(Arc::new(alphabet?)));
    }
    match text.value.chars().all(is_label) {
        true => Ok(Labels::Of(alphabet(text)?)),
        false => Err(diagnostics::no_label(&written(text))),
    }
}

fn written(symbols: &Symbols) -> Text {
    Text { value: symbols.value.clone(), span: symbols.span }
}

fn alphabet(symbols: &Symbols) -> Result<Arc<Alphabet>> {
    let alphabet = Alphabet::parse(&symbols.value);
    let alphabet =
        alphabet.map_err(|error| diagnostics::alphabet_fault(&error, &written(symbols)))?;
    let first =
        symbols.range().map(|(first, _)| u8::try_from(first).expect("a sign stands for it"));
    Ok(Arc::new(match first {
        Some(first) => alphabet.numbered(first),
        None => alphabet,
    }))
}
