//! `upstar completions` and `upstar man`, read by the shells and by `man` themselves.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use expectrl::{Eof, Expect as _, Session};

use super::run;

/// Whether a program that only some machines have is here; says so when it is not.
#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn is_here(program: &str) -> bool {
    let mut asked = Command::new(program);
    let here = asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !here {
        eprintln!("not tested here: `{program}` is not installed");
    }
    here
}

/// Runs a program in `folder` on this input, and gives what it writes.
fn fed(program: &str, args: &[&str], folder: &Path, input: &str) -> String {
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("HOME", folder)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&said).replace('\r', "")
}

#[test]
fn bash_completes_commands_flags_and_their_values() {
    if !is_here("bash") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("upstar.bash"), run(&["completions", "bash"], "").out).unwrap();
    // What the shell does at a press of the tabulator, without a terminal.
    let ask = r#"
        source ./upstar.bash || exit 1
        asked() {
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            COMPREPLY=(); _upstar upstar "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            echo "${COMPREPLY[@]}"
        }
        complete -p upstar
        asked upstar gr
        asked upstar grade --st
        asked upstar eval --notation ""
        asked upstar completions z
    "#;
    let said = fed("bash", &["--noprofile", "--norc"], folder.path(), ask);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 5, "{said}");
    assert!(lines[0].contains("-F _upstar") && lines[0].ends_with(" upstar"), "{said}");
    assert_eq!(lines[1..], ["grade", "--steps", "unicode ascii latex", "zsh"], "{said}");
}

#[test]
fn zsh_loads_the_completions_and_offers_them() {
    if !is_here("zsh") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("_upstar"), run(&["completions", "zsh"], "").out).unwrap();
    let mut shell = Command::new("zsh");
    shell
        .args(["-f", "-i"])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("TERM", "dumb");
    shell.env("LC_ALL", "C.UTF-8");
    let mut shell = Session::spawn(shell).unwrap();
    shell.set_expect_timeout(Some(Duration::from_secs(60)));
    // What is typed is echoed too, so that it must differ from what is printed.
    shell.send_line("fpath=($PWD $fpath); autoload -U compinit; compinit -u -d ./dump; echo $_comps[upstar] rea${:-}dy").unwrap();
    shell.expect("_upstar ready").unwrap();
    shell.send("\u{15}upstar grad\t").unwrap();
    shell.expect("upstar grade ").unwrap();
    shell.send("\u{15}upstar eval --notation asc\t").unwrap();
    shell.expect("--notation ascii ").unwrap();
    shell.send_line("\u{15}exit").unwrap();
    shell.expect(Eof).unwrap();
}

#[test]
fn fish_elvish_and_powershell_have_completions_too() {
    for shell in ["fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell], "");
        assert!(ran.code == Some(0) && ran.out.contains("max-memory"), "{shell}: {}", ran.err);
    }
    let ran = run(&["completions"], "");
    assert!(ran.code == Some(2) && ran.err.contains("upstar completions bash"), "{}", ran.err);
    let ran = run(&["completions", "tcsh"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("bash, elvish, fish, powershell, zsh"), "{}", ran.err);
}

#[test]
fn pages_for_man_are_without_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("man1");
    let ran = run(&["man", "--into", into.to_str().unwrap()], "");
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    let mut pages: Vec<String> = Vec::new();
    for page in fs::read_dir(&into).unwrap() {
        pages.push(page.unwrap().path().to_str().unwrap().to_owned());
    }
    pages.sort();
    assert!(pages.len() > 10, "{pages:?}");
    assert_eq!(fs::read_to_string(into.join("upstar.1")).unwrap(), run(&["man"], "").out);
    assert_eq!(
        fs::read_to_string(into.join("upstar-grade.1")).unwrap(),
        run(&["man", "grade"], "").out
    );
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    // Style is not asked for: it wants lines of a book about mdoc, which are not those of man.
    for (program, args) in [
        ("mandoc", &["-T", "lint", "-W", "warning"][..]),
        ("groff", &["-man", "-ww", "-z", "-T", "utf8"]),
    ] {
        if is_here(program) {
            let said = fed(program, &[args, &pages].concat(), folder.path(), "");
            assert_eq!(said, "", "{program}");
        }
    }
    if is_here("man") {
        let page = into.join("upstar.1");
        let args = ["--warnings", "-E", "UTF-8", "-l", page.to_str().unwrap()];
        let said = fed("man", &args, folder.path(), "");
        for wanted in ["EXIT STATUS", "EXAMPLES", "upstar-grade(1)", "--max-memory"] {
            assert!(said.contains(wanted), "no `{wanted}` in: {said}");
        }
        assert!(!said.contains("warning"), "{said}");
    }
}

#[test]
fn a_page_that_is_not_there_is_an_error() {
    let ran = run(&["man", "grad"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("no command is called `grad` (did you mean `grade`?)"), "{}", ran.err);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let ran = run(&["man", "--into", file.join("in").to_str().unwrap()], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("cannot be written"), "{}", ran.err);
}
