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

#[test]
fn pictures_are_saved_in_the_folder_where_the_program_was_started() {
    let folder = tempfile::tempdir().unwrap();
    let ran = |input: &str| {
        let mut command = super::upstar();
        command.current_dir(folder.path()).args(["eval", input]).output().unwrap()
    };
    assert!(ran("save(\"a.svg\", draw(Clobber(\"xo\")))").status.success());
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    for input in ["save(\"no/a.svg\", path(3))", "save(\"../a.svg\", path(3))"] {
        let ran = ran(input);
        assert_eq!(ran.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&ran.stderr).contains("[G0603]"));
        assert!(ran.stdout.is_empty());
    }
    fs::create_dir(folder.path().join("b.svg")).unwrap();
    assert_eq!(ran("save(\"b.svg\", path(3))").status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}
