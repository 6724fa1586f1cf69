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
fn pictures_are_drawn_and_source_is_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.game").to_string_lossy().into_owned();
    let program = "draw(Clobber(\"xo\"))\ntable([[1, 2]]);\nlatex(<0|*>)\n";
    fs::write(&file, program).unwrap();
    let drawn = "draw(Clobber(\"xo\"))\n";
    let ran = run(&[&file], "");
    assert!(ran.out.starts_with(drawn) && ran.out.lines().count() > 2, "{}", ran.out);
    assert!(ran.out.ends_with("\\uparrow\n"), "{}", ran.out);
    assert_eq!(run(&[], program).out, ran.out);
    assert!(run(&["eval", "draw(Clobber(\"xo\"))"], "").out.len() > drawn.len());
    // One line each for other programs.
    let lines = "draw(Clobber(\"xo\"))\nlatex(<0|*>)\n";
    assert_eq!(run(&["eval", "-"], lines).out, format!("{drawn}\\uparrow\n"));
    assert_eq!(run(&["eval", "-", "--json"], lines).out.lines().count(), 2);
    assert_eq!(run(&["--json", &file], "").out.lines().count(), 2);
}

#[test]
fn a_comment_that_looks_like_a_divisor_is_a_warning_and_no_error() {
    let ran = run(&[], "x := 7 // 2\nx\n");
    assert_eq!((ran.out.as_str(), ran.code), ("7\n", Some(0)));
    assert!(ran.err.contains("Warning") && ran.err.contains("floor(a / b)"), "{}", ran.err);
    assert!(run(&["eval", "7 // 2"], "").err.contains("floor(a / b)"));
    assert_eq!(run(&["eval", "7 // a comment"], "").err, "");
    assert_eq!(run(&["eval", "-"], "7 // 2\n").out, "7\n");
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
