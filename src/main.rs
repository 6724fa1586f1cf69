//! The `upstar` command: tasks of the process, which the library cannot do.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use mimalloc::MiMalloc;
use upstar::cli::Process;
use upstar::counting::Counting;

/// Allocator that counts, for `--max-memory`.
#[global_allocator]
static ALLOCATOR: Counting<MiMalloc> = Counting(MiMalloc);

/// Whether standard output was not open for writing when the program was started.
static OUTPUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before `main`, because then it is too late: the standard library opens the null device in place
/// of the standard streams that are closed, and it takes no notice when a stream is not open for
/// writing. A program that writes to them seems to succeed. This asks the system one question and
/// stores the answer: nothing of the standard library that needs to be set up is used.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_at_output() {
    let writable = rustix::fs::fcntl_getfl(rustix::stdio::stdout())
        .is_ok_and(|flags| flags.intersects(rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::RDWR));
    OUTPUT_CLOSED.store(!writable, Ordering::Relaxed);
}

/// Gives memory that was freed back to the system.
fn give_back() {
    #[expect(unsafe_code, reason = "a function in C")]
    // SAFETY: it may be called at any time, by any thread.
    unsafe {
        unsafe extern "C" {
            /// Of the allocator: frees what it holds for later.
            fn mi_collect(force: bool);
        }
        mi_collect(true);
    }
}

fn main() -> ExitCode {
    upstar::cli::main(Process {
        give_back,
        used: || upstar::cli::used(ALLOCATOR.allocated()),
        allocated_here: || ALLOCATOR.allocated_here(),
        output_closed: OUTPUT_CLOSED.load(Ordering::Relaxed),
    })
}
