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
    for (words, meant) in [
        (&["chekc"][..], "check"),
        (&["chek", "homework.game"], "check"),
        (&["grad", "key.game", "answers"], "grade"),
        (&["shet", "key.game", "--paper", "latex"], "sheet"),
        (&["evla", "1 + 1"], "eval"),
    ] {
        let ran = run(words, "");
        assert_eq!(ran.code, Some(2), "{words:?}");
        assert!(ran.err.contains(&format!("did you mean `upstar {meant}`?")), "{}", ran.err);
    }
    assert!(!run(&["zzzzzz", "x"], "").err.contains("did you mean `upstar"));
    let ran = run(&["run", "x.game"], "");
    assert!(ran.err.contains("a file is run by its name: `upstar x.game`"), "{}", ran.err);
    let ran = run(&["1+1"], "");
    assert!(ran.err.contains("`upstar eval '1+1'`"), "{}", ran.err);
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
    assert!(ran.err.contains("Warning") && ran.err.contains("div(a, b)"), "{}", ran.err);
    assert!(run(&["eval", "7 // 2"], "").err.contains("div(a, b)"));
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

/// What is in a folder and below it, links not followed: paths and contents.
fn contents(folder: &std::path::Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() && !path.is_symlink() {
            found.extend(contents(&path));
        } else {
            let text = fs::read_to_string(&path).unwrap_or_default();
            found.push((path.display().to_string(), text));
        }
    }
    found.sort();
    found
}

/// Ways in which an input that saves files fails.
const FAILING: &[&str] = &[
    "{save}; save(\"no/b.svg\", path(3))",
    "save(\"no/b.svg\", path(3)); {save}",
    "{save}; save(\"folder.svg\", path(3))",
    "{save}; save(\"b.png\", path(3))",
    "{save}; unbound",
    "{save}; check 1 == 2",
    "check {save} == 1",
    "exercise \"a\" { {save}; check 1 == 2 }",
    "check <1|{save}> == 1",
    "{save}; 1 / 0",
    "{ {save}; 1 / 0 }",
    "[save(\"a.svg\", path(n)) for n in [1, 2, <0|0>]]",
    "use \"saves.game\"; unbound",
    "use \"saves.game\"; save(\"no/b.svg\", path(3))",
    "use \"fails.game\"",
];

#[test]
fn an_input_that_fails_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("folder.svg")).unwrap();
    fs::write(path("old.svg"), "old").unwrap();
    for save in ["save(\"a.svg\", path(4))", "save(\"old.svg\", path(4))"] {
        fs::write(path("saves.game"), format!("{save}\n")).unwrap();
        fs::write(path("fails.game"), format!("{save}\n1 / 0\n")).unwrap();
        for input in FAILING {
            let input = input.replace("{save}", save);
            let before = contents(folder.path());
            let ran = |args: &[&str]| {
                let mut command = super::upstar();
                command.current_dir(folder.path()).args(args).write_stdin(format!("{input}\n"));
                let code = command.output().unwrap().status.code();
                assert_ne!(code, Some(0), "{args:?}: {input}");
                assert_eq!(contents(folder.path()), before, "{args:?}: {input}");
            };
            ran(&["eval", &input]);
            ran(&["eval", "-"]);
            ran(&[]);
        }
    }
    let input = "use \"saves.game\"; save(\"a.svg\", path(2))";
    let mut command = super::upstar();
    command.current_dir(folder.path()).args(["eval", input]);
    assert!(command.output().unwrap().status.success());
    for name in ["a.svg", "old.svg"] {
        assert!(fs::read_to_string(path(name)).unwrap().starts_with("<svg"), "{name}");
    }
}

#[test]
fn a_statement_that_fails_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let file =
        "save(\"first.svg\", path(3))\nfor n in [0] { save(\"second.svg\", path(3)); 1 / n }\n";
    fs::write(path("a.game"), file).unwrap();
    for args in [&["a.game"][..], &["check", "a.game"]] {
        let ran = super::upstar().current_dir(folder.path()).args(args).output().unwrap();
        assert_eq!(ran.status.code(), Some(1));
        assert!(path("first.svg").exists() && !path("second.svg").exists());
        fs::remove_file(path("first.svg")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn no_link_leads_a_picture_out_of_its_folder() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(outside.path().join("there.svg"), "there").unwrap();
    symlink(outside.path(), path("out")).unwrap();
    symlink(outside.path().join("there.svg"), path("file.svg")).unwrap();
    symlink(outside.path().join("new.svg"), path("new.svg")).unwrap();
    let before = contents(outside.path());
    let targets =
        ["out/a.svg", "out/there.svg", "file.svg", "new.svg", "out/../a.svg", "/tmp/a.svg"];
    for target in targets {
        let input = format!("save({target:?}, path(3))");
        let ran = super::upstar().current_dir(folder.path()).args(["eval", &input]).output();
        let said = ran.unwrap().stderr;
        assert!(String::from_utf8_lossy(&said).contains("[G0603]"), "{target}");
        assert_eq!(contents(outside.path()), before, "{target}");
    }
}

/// A block with a mistake in its first line is one input, and its lines are none of their own.
#[test]
fn a_mistake_in_the_head_of_a_block_is_one_error() {
    for head in ["fn sow(v, i) {", "game G(n: heaap) {", "if 1 = 1 {", "for x off [1] {"] {
        let ran = super::run(
            &[],
            format!("{head}\n  p := 3\n  while p > 1 {{\n p := 2\n}}\n  nothing\n}}\n40 + 2\n"),
        );
        let said = format!("{}{}", ran.out, ran.err);
        assert_eq!(said.matches("Error:").count(), 1, "{head}: {said}");
        assert!(said.contains("42"), "{head}: {said}");
    }
}
