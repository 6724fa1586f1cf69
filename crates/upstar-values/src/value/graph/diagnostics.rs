//! Messages for texts that are no graphs, and for vertices that do not exist.

use upstar_core::Store;

use super::error::GraphError;
use super::{GROUND, Graph, GraphKind, Labels, label_number, label_value, typed_label};
use crate::diagnostic::Code;
use crate::value::{Fault, Result, Value, expect};

/// Longer texts are cut in messages.
const LONGEST: usize = 40;

impl GraphError {
    /// The fault, without a place.
    pub fn fault(&self, kind: &GraphKind) -> Fault {
        let code = match self {
            GraphError::ForeignLabel { .. } => Code::ForeignSymbol,
            GraphError::TooLarge => Code::TooLarge,
            _ => Code::BadGraph,
        };
        let labels = match self {
            GraphError::ForeignLabel { of: "vertices", .. } => &kind.vertices,
            GraphError::ForeignLabel { .. } | GraphError::MissingLabel { .. } => &kind.edges,
            _ => &Labels::Nothing,
        };
        let fault = Fault::new(code, self.to_string());
        match labels {
            Labels::Of(alphabet) => {
                let ends =
                    [0, alphabet.len() - 1].map(|at| label_number(alphabet.characters()[at]));
                fault.help(match ends {
                    [Some(first), Some(last)] => {
                        format!("the labels are the numbers {first}..{last}")
                    }
                    _ => format!("the labels are \"{alphabet}\""),
                })
            }
            Labels::Nothing | Labels::Any => fault,
        }
    }

    /// The fault, with what stands at the wrong place of `text`.
    pub fn fault_in(&self, text: &str, kind: &GraphKind) -> Fault {
        let fault = self.fault(kind);
        let Some(offset) = self.offset() else { return fault };
        let rest: String =
            text.chars().skip(text[..offset].chars().count()).take(LONGEST).collect();
        match (offset, rest.is_empty()) {
            (0, true) => fault.note("the text is empty"),
            (_, true) => fault.note("at the end of the text"),
            (_, false) => fault.note(format!("here: `{rest}`")),
        }
    }
}

impl Graph {
    /// The label of a vertex, `g[v]`: an empty text when it has none.
    ///
    /// # Errors
    /// When there is no such vertex.
    pub fn at(&self, store: &Store, vertex: &Value) -> Result<Value> {
        let n = expect::count(store, vertex, "a vertex")?;
        let name = u32::try_from(n).ok().filter(|&name| self.has(name));
        let outside = || self.no_vertex(n);
        let label = self.label(name.ok_or_else(outside)?);
        Ok(label.map_or_else(|| Value::text(""), label_value))
    }

    /// The fault of asking about a vertex that is not there.
    pub fn no_vertex(&self, n: u64) -> Fault {
        let fault = Fault::new(Code::OutOfRange, format!("there is no vertex {n}"));
        if n != u64::from(GROUND) {
            return fault;
        }
        let label = match &self.kind().edges {
            Labels::Of(alphabet) => alphabet.characters().first().copied(),
            Labels::Nothing | Labels::Any => None,
        };
        let label = label.map_or(String::new(), |label| format!(":{}", typed_label(label)));
        fault
            .note("vertex 0 is the ground, on which the picture stands")
            .help(format!("add an edge from the ground: `\"0-1{label}, ...\"`"))
    }
}
