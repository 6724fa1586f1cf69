//! `upstar kernel`: the kernel for Jupyter, a program of its own.
//!
//! Knows: where the program is found, and how it is installed. Must not know: what it does.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use super::context::Context;
use super::exit::Exit;

/// The program, next to this one or on the path. It is separate because sockets and messages would double
/// the size of this one.
const PROGRAM: &str = "upstar-kernel";

/// Runs the kernel with these arguments in place of this program.
pub(super) fn kernel(context: &Context, args: &[OsString]) -> Exit {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().map(|program| program.with_file_name(&name));
    let program = beside.filter(|program| program.is_file()).unwrap_or(PathBuf::from(&name));
    match run(Command::new(program).args(args)) {
        Ok(exit) => exit,
        Err(error) => {
            context.terminal.error(&format!(
                "the kernel for Jupyter is a program of its own, and `{PROGRAM}` cannot be started: \
                 {error}\nIn the folder of the project, `cargo install --path crates/{PROGRAM}` installs it."
            ));
            Exit::Usage
        }
    }
}

/// Replaces this process by the program; returns only if it cannot be started.
#[cfg(unix)]
fn run(command: &mut Command) -> std::io::Result<Exit> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

/// Runs the program to its end.
#[cfg(not(unix))]
fn run(command: &mut Command) -> std::io::Result<Exit> {
    Ok(if command.status()?.success() { Exit::Success } else { Exit::Failed })
}
