//! Fast methods that tests make wrong, to see what validation finds.

/// A fast method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::eval) enum FastMethod {
    /// Boards on bit planes.
    Boards,
    /// Positions that are written as cells.
    Cells,
    /// Boards and graphs brought into a normal form.
    Symmetries,
    /// Nimbers of heaps, of coins and of several integers.
    Tables,
    /// Boards decided by a goal.
    Goals,
    /// Rules about points as programs.
    Lists,
    /// Pictures of Hackenbush, by their pieces.
    Pictures,
}

#[cfg(test)]
impl super::Validation {
    /// Makes a fast method wrong from now on.
    pub(super) fn spoil(&self, engine: FastMethod) {
        *self.spoilt.lock() = Some(engine);
    }

    /// Whether a test has made this fast method wrong.
    pub(in crate::eval) fn spoils(&self, engine: FastMethod) -> bool {
        *self.spoilt.lock() == Some(engine)
    }
}

#[cfg(not(test))]
impl super::Validation {
    /// Whether a test has made this fast method wrong.
    #[inline]
    pub(in crate::eval) const fn spoils(&self, _: FastMethod) -> bool {
        false
    }
}
