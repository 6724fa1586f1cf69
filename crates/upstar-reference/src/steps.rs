//! Steps are counted, so that a question too large for the definitions ends without a claim.

use std::cell::Cell;
use std::rc::Rc;

use crate::Fault;

/// How many steps are left. Clones count together.
#[derive(Debug, Clone)]
pub struct Steps(Rc<Cell<u64>>);

impl Steps {
    /// So many steps.
    pub fn new(steps: u64) -> Steps {
        Steps(Rc::new(Cell::new(steps)))
    }

    /// So many steps from now on.
    pub fn refill(&self, steps: u64) {
        self.0.set(steps);
    }

    /// How many are left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Takes a step.
    ///
    /// # Errors
    ///
    /// [`Fault::TooLarge`] when none is left.
    pub fn step(&self) -> Result<(), Fault> {
        self.take(1)
    }

    /// Takes `steps` steps.
    ///
    /// # Errors
    ///
    /// [`Fault::TooLarge`] when fewer are left.
    pub fn take(&self, steps: u64) -> Result<(), Fault> {
        let left = self.0.get().checked_sub(steps).ok_or(Fault::TooLarge)?;
        self.0.set(left);
        Ok(())
    }
}

/// The stack of [`at_depth`], in bytes.
const DEEPEST: usize = 1 << 29;

/// Calls a function on a stack that is large enough to drop the deepest values that two million steps make: values are
/// dropped by recursion.
pub fn at_depth<T>(function: impl FnOnce() -> T) -> T {
    stacker::grow(DEEPEST, function)
}

/// Calls a function that may call itself often: the stack grows where it is too small.
pub fn deep<T>(function: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(128 * 1024, 1024 * 1024, function)
}
