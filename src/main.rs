//! The `upstar` command.

use std::alloc::System;
use std::process::ExitCode;

use cap::Cap;

/// Counts what is allocated, for `--max-memory`.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    upstar::cli::main(|| ALLOCATOR.allocated() as u64)
}
