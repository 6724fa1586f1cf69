//! `upstar FILE.game`

use std::fs;

use super::run;

#[test]
fn the_values_of_a_file_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(path("a.game"), "use \"b.game\"\nx + 1\nx;\n// done\n").unwrap();
    fs::write(path("b.game"), "x := 1\nx").unwrap();
    let ran = run(&[&path("a.game")], "");
    assert_eq!((ran.out.as_str(), ran.code), ("2\n", Some(0)), "{}", ran.err);
}

#[test]
fn a_file_stops_at_the_first_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.game").to_string_lossy().into_owned();
    fs::write(&file, "1\nfoo\n2\n").unwrap();
    let ran = run(&[&file], "");
    assert_eq!((ran.out.as_str(), ran.code), ("1\n", Some(1)));
    assert!(ran.err.contains("a.game:2:1"), "{}", ran.err);
}

#[test]
fn what_is_no_program_ends_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(path("syntax.game"), "1 +\n").unwrap();
    fs::write(path("bytes.game"), b"1\n\xff\n").unwrap();
    for (name, code) in [
        ("missing.game", "[G0601]"),
        ("syntax.game", "[G01"),
        ("bytes.game", "[G0107]"),
        ("", "[G0601]"),
    ] {
        let ran = run(&[&path(name)], "");
        assert_eq!(ran.code, Some(2), "{name}");
        assert!(ran.err.contains(code), "{}", ran.err);
    }
}

#[test]
fn a_misspelt_command_is_recognised() {
    assert!(run(&["chekc"], "").err.contains("did you mean `upstar check`?"));
}
