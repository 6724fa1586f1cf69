//! Thermographs as figures, which are their text in LaTeX.

use std::sync::Arc;

use upstar_core::Error;
use upstar_core::text::Printer;

use super::Writer;
use crate::picture::{Figure, Walls};
use crate::value::{Result, Value};

/// The figure of a thermograph.
pub(super) fn figure(value: &Value) -> Option<Figure> {
    let walls = match value {
        Value::Thermograph(graph) => Walls::of(graph),
        Value::LoopyThermograph(graph) => Walls::of_loopy(graph),
        _ => return None,
    };
    Some(Figure::Thermograph(Arc::new(walls)))
}

impl Writer<'_> {
    /// A thermograph by its text; in LaTeX its picture.
    pub(super) fn thermograph(
        &mut self,
        value: &Value,
        text: impl FnOnce(Printer<'_>) -> std::result::Result<String, Error>,
    ) -> Result<()> {
        match (self.latex(), figure(value)) {
            (true, Some(figure)) => self.out.push_str(&figure.to_tikz()),
            _ => self.out.push_str(&text(self.printer)?),
        }
        Ok(())
    }
}
