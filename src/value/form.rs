//! Forms: brackets as they were typed.

use upstar_core::Game;

use super::{Extent, Result, Value};

/// A bracket as it was typed, with its canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Form {
    left: Vec<Value>,
    right: Vec<Value>,
    canonical: Game,
    extent: Extent,
}

impl Form {
    /// The bracket with these options, whose canonical form is `canonical`.
    ///
    /// # Errors
    /// When forms are nested too deeply.
    pub fn new(left: Vec<Value>, right: Vec<Value>, canonical: Game) -> Result<Self> {
        let extent = Extent::around(left.iter().chain(&right))?;
        Ok(Form { left, right, canonical, extent })
    }

    /// Left's options as typed.
    pub fn left(&self) -> &[Value] {
        &self.left
    }

    /// Right's options as typed.
    pub fn right(&self) -> &[Value] {
        &self.right
    }

    /// Its value.
    pub fn canonical(&self) -> Game {
        self.canonical
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}
