//! Whether standard output was open for writing when the program was started.
//!
//! Before `main`, the standard library opens the null device in place of the standard streams that are
//! closed, and it takes no notice when a stream is not open for writing. A program that writes to them
//! then seems to succeed. So this is asked still earlier.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether what is written to standard output is lost.
pub(super) fn is_output_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Runs before `main`. It asks the system one question and stores the answer: nothing of the standard
/// library that needs to be set up is used.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    let writable = rustix::fs::fcntl_getfl(rustix::stdio::stdout())
        .is_ok_and(|flags| flags.intersects(rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::RDWR));
    CLOSED.store(!writable, Ordering::Relaxed);
}
