//! The `upstar` command.

use std::process::ExitCode;

use cap::Cap;
use mimalloc::MiMalloc;

/// Counts what is allocated, for `--max-memory`.
#[global_allocator]
static ALLOCATOR: Cap<MiMalloc> = Cap::new(MiMalloc, usize::MAX);

fn main() -> ExitCode {
    upstar::cli::main(|| ALLOCATOR.allocated() as u64)
}
