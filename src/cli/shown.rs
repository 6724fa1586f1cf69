//! Text that is made when it is written: `std::fmt::from_fn`, which is newer than the oldest Rust
//! that builds this package.

use std::fmt::{self, Display, Formatter};

/// Displays what `write` writes.
pub(super) fn from_fn<F: Fn(&mut Formatter<'_>) -> fmt::Result>(write: F) -> FromFn<F> {
    FromFn(write)
}

/// See [`from_fn`].
pub(super) struct FromFn<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for FromFn<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}
