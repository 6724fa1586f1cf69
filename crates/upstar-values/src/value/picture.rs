//! Pictures as values: their subject, and the figure that is drawn.
//!
//! `draw(P)` prints as it was typed and holds what is to be seen as plain data, a [`Figure`]. A figure is made from a
//! value, not from its text. Characters for the prompt and shapes for SVG are both made from it, so they show the same.

use std::hash::{Hash, Hasher};

use super::{Extent, Result, Value};
use crate::picture::Figure;

/// Kind of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// `draw(P)`
    Drawing,
    /// `plot(G)`
    Plot,
    /// `tree(G)`, to this depth.
    Tree(Option<u64>),
    /// `table(rows, header)`, of a tuple of these.
    Table,
}

impl View {
    /// The function that makes it.
    pub fn name(self) -> &'static str {
        match self {
            View::Drawing => "draw",
            View::Plot => "plot",
            View::Tree(_) => "tree",
            View::Table => "table",
        }
    }
}

/// A picture. Two are equal when they are the same view of equal values.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Kind of the picture.
    pub view: View,
    of: Value,
    figure: Figure,
    extent: Extent,
}

impl Picture {
    /// The picture `figure` of `of`.
    ///
    /// # Errors
    /// When values are nested too deeply.
    pub fn new(view: View, of: Value, figure: Figure) -> Result<Self> {
        let extent = Extent::around([&of])?;
        Ok(Picture { view, of, figure, extent })
    }

    /// Subject of the picture.
    pub fn of(&self) -> &Value {
        &self.of
    }

    /// Rows of a table: lists, or a map from names of rows to their contents.
    pub fn rows(&self) -> &Value {
        match &self.of {
            Value::Tuple(parts) => parts.items().first().unwrap_or(&self.of),
            other => other,
        }
    }

    /// Header of a table.
    pub fn header(&self) -> Option<&Value> {
        match &self.of {
            Value::Tuple(parts) => parts.items().get(1),
            _ => None,
        }
    }

    /// Figure that is drawn.
    pub fn figure(&self) -> &Figure {
        &self.figure
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.view == other.view && self.of == other.of
    }
}

impl Eq for Picture {}

impl Hash for Picture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view.hash(state);
        self.of.hash(state);
    }
}
