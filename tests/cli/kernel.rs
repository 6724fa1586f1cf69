//! `upstar kernel`, which is another program.

use std::fs;
use std::path::Path;
use std::process::Command;

/// This program in a folder of its own, and what it says to `upstar kernel ARGS` there.
fn said(folder: &Path, path: &Path, args: &[&str]) -> (Option<i32>, String) {
    let program = folder.join("upstar");
    if !program.exists() {
        fs::copy(assert_cmd::cargo::cargo_bin!("upstar"), &program).unwrap();
    }
    let mut command = Command::new(program);
    let ran = command.arg("kernel").args(args).env("PATH", path).output().unwrap();
    let text = [ran.stdout, ran.stderr].concat();
    (ran.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn without_the_kernel_it_says_how_to_install_it() {
    let folder = tempfile::tempdir().unwrap();
    let (code, text) = said(folder.path(), folder.path(), &["install"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("`cargo install --path crates/upstar-kernel`"), "{text}");
}

#[cfg(unix)]
#[test]
fn the_kernel_is_found_beside_the_program_and_on_the_path() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let place = |folder: &Path, code: u8| {
        let program = folder.join("upstar-kernel");
        fs::write(&program, format!("#!/bin/sh\necho \"$0 $@\"; exit {code}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        program
    };
    let elsewhere = tempfile::tempdir().unwrap();
    let on_path = place(elsewhere.path(), 3);
    let args = ["run", "--threads", "2", "file", "--help"];
    let (code, text) = said(folder.path(), elsewhere.path(), &args);
    assert_eq!(
        (code, text),
        (Some(3), format!("{} run --threads 2 file --help\n", on_path.display()))
    );
    let beside = place(folder.path(), 4);
    let (code, text) = said(folder.path(), elsewhere.path(), &[]);
    assert_eq!((code, text), (Some(4), format!("{} \n", beside.display())));
}
