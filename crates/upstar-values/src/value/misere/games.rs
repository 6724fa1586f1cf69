//! Sums of games in misère play.
//!
//! Must not know: how they are played.

use std::sync::Arc;

use crate::value::{Extent, MAX_ITEMS, Result, Value, too_many};

/// A sum of games in misère play.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Misere {
    /// Positions, sums of one negated position, forms as typed, numbers and other values, which
    /// mean their canonical forms.
    pub(super) terms: Vec<Value>,
    extent: Extent,
}

impl Misere {
    /// The sum of `terms`.
    pub(in crate::value) fn value(terms: Vec<Value>) -> Result<Value> {
        if terms.len() > MAX_ITEMS as usize {
            return Err(too_many(&terms.len()));
        }
        let extent = Extent::around(&terms)?;
        Ok(Value::Misere(Arc::new(Misere { terms, extent })))
    }

    /// The summands.
    pub fn terms(&self) -> &[Value] {
        &self.terms
    }

    pub(in crate::value) fn extent(&self) -> Extent {
        self.extent
    }
}
