//! Standard output that cannot be written.

use std::process::{Command, Output};

/// Runs a command line of the shell in which `$upstar` is the program.
fn shell(line: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("upstar", assert_cmd::cargo::cargo_bin!("upstar"));
    command.env("NO_COLOR", "1").output().unwrap()
}

/// The commands that write something, each in a way of its own.
const WRITERS: &[&str] = &[
    "\"$upstar\" eval 1",
    "echo 1 | \"$upstar\" eval -",
    "echo 1 | \"$upstar\"",
    "echo '?mean' | \"$upstar\"",
    "\"$upstar\" --json eval 1",
    "\"$upstar\" doc mean",
    "\"$upstar\" doc",
    "\"$upstar\" check examples/nim.game",
    "\"$upstar\" examples/nim.game",
    "\"$upstar\" --help",
    "\"$upstar\" --version",
    "\"$upstar\" play 'Nim(3)' </dev/null",
];

#[cfg(unix)]
#[test]
fn output_that_is_closed_or_not_for_writing_is_an_error() {
    for writer in WRITERS {
        for (target, reason) in [(">&-", "it is closed"), ("1</dev/null", "it is closed")] {
            let ran = shell(&format!("{writer} {target}"));
            let said = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(2), "{writer} {target}: {said}");
            assert!(said.contains(reason), "{writer} {target}: {said}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    for writer in WRITERS {
        let ran = shell(&format!("{writer} >/dev/full"));
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{writer}: {said}");
        assert!(said.contains("standard output cannot be written"), "{writer}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_without_a_reader_ends_the_program_quietly() {
    for writer in WRITERS {
        let ran = shell(&format!("{{ sleep 0.1; {writer}; echo $? >&2; }} | true"));
        assert_eq!(String::from_utf8_lossy(&ran.stderr), "0\n", "{writer}");
    }
}

#[cfg(unix)]
#[test]
fn the_null_device_takes_everything_however_it_is_open() {
    for target in [">/dev/null", "<>/dev/null >&0", "1<>/dev/null", "2>&-", "<&- >/dev/null"] {
        let ran = shell(&format!("\"$upstar\" eval 1 {target}"));
        assert_eq!(ran.status.code(), Some(0), "{target}");
    }
    // Nothing is lost where nothing is written.
    assert_eq!(shell("\"$upstar\" eval 'x := 1' >&-").status.code(), Some(0));
}
