//! The budget of time and memory of what reads a text.

use super::Diagnostic;

/// Limits of time and memory that a walk over a text asks about.
pub trait TextBudget {
    /// Makes one step of work.
    ///
    /// # Errors
    /// When a limit is passed or somebody asked to stop.
    fn poll(&self) -> Result<(), Diagnostic>;

    /// How many more bytes of memory may be taken.
    fn room(&self) -> u64;

    /// Asks before something is made that takes so much memory.
    ///
    /// # Errors
    /// When it would pass the limit.
    fn reserve(&self, bytes: u64) -> Result<(), Diagnostic>;
}

/// No limits.
#[cfg(test)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unlimited;

#[cfg(test)]
impl TextBudget for Unlimited {
    fn poll(&self) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn room(&self) -> u64 {
        u64::MAX
    }

    fn reserve(&self, _bytes: u64) -> Result<(), Diagnostic> {
        Ok(())
    }
}
