//! Pictures as values: what they are of, and the figure that is drawn.

use std::hash::{Hash, Hasher};

use super::{Extent, Result, Value};
use crate::picture::Figure;

/// Which picture of a value it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// `draw(P)`
    Drawing,
    /// `plot(G)`
    Plot,
    /// `tree(G)`, to this depth.
    Tree(Option<u64>),
}

impl View {
    /// The function that makes it.
    pub fn name(self) -> &'static str {
        match self {
            View::Drawing => "draw",
            View::Plot => "plot",
            View::Tree(_) => "tree",
        }
    }
}

/// A picture. Two are equal when they are the same view of equal values.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Which picture it is.
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

    /// What it is a picture of.
    pub fn of(&self) -> &Value {
        &self.of
    }

    /// What is drawn.
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
