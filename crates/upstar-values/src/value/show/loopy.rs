//! Loopy brackets as they were typed, and sets in which a label could be taken for a key.
//!
//! Loopy games are written by [`upstar_core::text`].

use upstar_core::text::{Precedence, Vertex};

use super::Writer;
use crate::value::loopy::Node;
use crate::value::{LoopyBracket, Result, Value};

impl Writer<'_> {
    /// Values of a set, where a labelled bracket is in parentheses: a label would be the key of a map.
    pub(super) fn set<'v>(&mut self, items: impl IntoIterator<Item = &'v Value>) -> Result<()> {
        let (open, close) = self.braces();
        self.deeper(2, |writer| {
            writer.out.push_str(open);
            for (n, item) in items.into_iter().enumerate() {
                if n > 0 {
                    writer.out.push_str(", ");
                }
                let mut inner = writer.part();
                inner.value(item)?;
                let labelled = matches!(item, Value::Loopy(_)) && inner.out.contains(": ");
                let [open, close] = if labelled { ["(", ")"] } else { ["", ""] };
                writer.out.extend([open, &inner.out, close]);
            }
            writer.out.push_str(close);
            Ok(())
        })
    }

    /// A bracket with cycles as it was typed.
    pub(super) fn bracket(&mut self, bracket: &LoopyBracket) -> Result<()> {
        let mut vertices = Vec::with_capacity(bracket.nodes().len());
        for node in bracket.nodes() {
            vertices.push(match node {
                Node::Bracket(sides) => Vertex::Bracket(sides.clone()),
                Node::Value(value) => Vertex::Text(self.typed_option(value)?),
            });
        }
        self.out.push_str(&self.printer.graph(&vertices, bracket.root())?.text);
        Ok(())
    }

    fn typed_option(&mut self, value: &Value) -> Result<String> {
        let mut inner = self.part();
        match value {
            Value::Loopy(loopy) => {
                return Ok(self.printer.loopy(loopy)?.at_least(Precedence::Sum));
            }
            Value::Form(form) => inner.form(form)?,
            other => inner.value(other)?,
        }
        Ok(inner.out)
    }
}
