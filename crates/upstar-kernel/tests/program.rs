//! The program as a shell sees it.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

fn kernel(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upstar-kernel")).args(arguments).output().unwrap()
}

#[test]
fn it_says_its_version() {
    let said = kernel(&["--version"]);
    let expected = format!("upstar kernel {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8(said.stdout).unwrap(), expected);
}

#[test]
fn it_refuses_a_connection_file_that_is_not_there() {
    let said = kernel(&["run", "/nowhere/connection.json"]);
    assert!(!said.status.success());
    assert!(String::from_utf8(said.stderr).unwrap().contains("connection.json"));
}
