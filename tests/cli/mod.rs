//! The command line and the prompt, run as a user runs them.

mod check;
mod classroom;
mod commands;
mod eval;
mod fmt;
mod handed_in;
mod handouts;
mod hostile;
mod installed;
mod kernel;
mod lines;
mod lsp;
mod naive_grader;
mod output;
mod play;
mod prompt;
mod run;
mod settings;
mod sheets;
mod tables;

use assert_cmd::Command;

/// The built program, with an environment that is the same everywhere.
fn upstar() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("upstar"));
    command.env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1").env_remove("COLUMNS");
    command
}

/// What a program wrote and how it ended.
struct Ran {
    out: String,
    err: String,
    code: Option<i32>,
}

/// Runs `upstar` with these arguments on this standard input.
fn run(args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let output = upstar().args(args).write_stdin(input.into()).output().unwrap();
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}
