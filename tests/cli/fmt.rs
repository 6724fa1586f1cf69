//! `upstar fmt FILES`

use std::fs;
use std::path::Path;

use super::run;

const UGLY: &str = "f( x ):=x+1 // one\ncheck f(1)==2 //two";
const TIDY: &str = "f(x) := x + 1    // one\ncheck f(1) == 2  //two\n";

/// A folder with these files, and its path.
fn folder(files: &[(&str, &[u8])]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let path = folder.path().to_string_lossy().into_owned();
    (folder, path)
}

fn text(folder: &str, name: &str) -> String {
    fs::read_to_string(Path::new(folder).join(name)).unwrap()
}

#[test]
fn files_are_replaced_and_listed() {
    let (_folder, path) = folder(&[("a.game", UGLY.as_bytes()), ("b.game", TIDY.as_bytes())]);
    let [a, b] = ["a.game", "b.game"].map(|name| format!("{path}/{name}"));
    let before = fs::metadata(&b).unwrap().modified().unwrap();
    let ran = run(&["fmt", &a, &b], "");
    assert_eq!((ran.code, ran.out, ran.err), (Some(0), format!("{a}\n"), String::new()));
    assert_eq!((text(&path, "a.game"), text(&path, "b.game")), (TIDY.to_owned(), TIDY.to_owned()));
    assert_eq!(fs::metadata(&b).unwrap().modified().unwrap(), before);
    let ran = run(&["fmt", &a, &b], "");
    assert_eq!((ran.code, ran.out), (Some(0), String::new()));
}

#[test]
fn checking_changes_nothing_and_lists_what_is_not_formatted() {
    let (_folder, path) = folder(&[("a.game", UGLY.as_bytes()), ("b.game", TIDY.as_bytes())]);
    let ran = run(&["fmt", "--check", &path], "");
    assert_eq!((ran.code, ran.err), (Some(1), String::new()));
    assert_eq!(ran.out, format!("{path}/a.game\n"));
    assert_eq!(text(&path, "a.game"), UGLY);
    assert_eq!(run(&["fmt", "--check", &format!("{path}/b.game")], "").code, Some(0));
    let ran = run(&["fmt", "--check", "--json", &path], "");
    assert_eq!(ran.out, format!("{{\"version\":1,\"file\":\"{path}/a.game\"}}\n"));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let ran = run(&["fmt", "-"], UGLY);
    assert_eq!((ran.code, ran.out), (Some(0), TIDY.to_owned()));
    let ran = run(&["fmt", "--check", "-"], UGLY);
    assert_eq!((ran.code, ran.out), (Some(1), "-\n".to_owned()));
    assert_eq!(run(&["fmt", "--check", "-"], TIDY).code, Some(0));
    let ran = run(&["fmt", "-"], "\u{feff}1+1\r\n// c \r\n");
    assert_eq!((ran.code, ran.out), (Some(0), "\u{feff}1 + 1\r\n// c\r\n".to_owned()));
    let ran = run(&["fmt", "-"], "f(1,\n2");
    assert_eq!((ran.code, ran.out), (Some(2), String::new()));
    assert!(ran.err.contains("G0102") && ran.err.contains("standard input:1:2"), "{}", ran.err);
    let ran = run(&["fmt", "-"], b"\xff".to_vec());
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("UTF-8"), "{}", ran.err);
}

#[test]
fn a_byte_order_mark_stays_and_counts_in_no_column() {
    let (_folder, path) = folder(&[
        ("ugly.game", "\u{feff}1+1\n".as_bytes()),
        ("tidy.game", "\u{feff}1 + 1\n".as_bytes()),
        ("broken.game", "\u{feff}x := (1\n".as_bytes()),
    ]);
    let ran = run(&["fmt", &path], "");
    assert_eq!((ran.code, ran.out), (Some(2), format!("{path}/ugly.game\n")));
    assert!(ran.err.contains("broken.game:1:6"), "{}", ran.err);
    assert_eq!(text(&path, "ugly.game"), "\u{feff}1 + 1\n");
    assert_eq!(run(&["fmt", "--check", &format!("{path}/tidy.game")], "").code, Some(0));
    assert_eq!(run(&["fmt", "-"], "\u{feff}").out, "\u{feff}");
}

/// Where the error of a text is said to be, by each command that reads it.
#[test]
fn errors_stand_where_other_commands_see_them() {
    for broken in
        ["x := (1", "\u{feff}x := (1", "↑ + 𝔸 := \t(1", "1\r\n\t2 +\r\n", "a\r(", "\u{a0}1 1"]
    {
        let (_folder, path) = folder(&[("a.game", broken.as_bytes())]);
        let file = format!("{path}/a.game");
        let places = [vec!["fmt", &file], vec![&file], vec!["check", &file]].map(|args| {
            let said = run(&args, "").err;
            let at = said.find("a.game:").unwrap_or_else(|| panic!("{broken:?}: {said}"));
            said[at..].split([' ', '\n']).next().unwrap().to_owned()
        });
        assert!(places.iter().all(|place| *place == places[0]), "{broken:?}: {places:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let (_folder, path) = folder(&[]);
    let pipe = format!("{path}/pipe.game");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for args in [&["fmt", &pipe][..], &["fmt", "--check", &pipe], &["fmt", "/dev/null"]] {
        let ran = run(args, "");
        assert_eq!((ran.code, ran.out), (Some(2), String::new()));
        let words: Vec<&str> = ran.err.split_whitespace().collect();
        assert!(words.join(" ").contains("it is not a regular file"), "{}", ran.err);
    }
    // In a folder only regular files are looked for.
    assert_eq!(run(&["fmt", &path], "").code, Some(0));
}

#[test]
fn what_does_not_parse_is_left_alone_and_others_are_formatted() {
    let broken = b"x := (1\n";
    let (_folder, path) =
        folder(&[("a.game", broken), ("b.game", UGLY.as_bytes()), ("c.game", b"\xff")]);
    let ran = run(&["fmt", &path, &format!("{path}/missing.game")], "");
    assert_eq!((ran.code, ran.out), (Some(2), format!("{path}/b.game\n")));
    for said in ["a.game:1:6", "c.game", "missing.game"] {
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    assert_eq!(text(&path, "a.game").as_bytes(), broken);
    assert_eq!(text(&path, "b.game"), TIDY);
    assert_eq!(run(&["fmt"], "").code, Some(2));
}

#[test]
fn folders_are_walked_for_programs() {
    let ugly = UGLY.as_bytes();
    let (_folder, path) =
        folder(&[("a/b/c.game", ugly), ("a/d.txt", ugly), (".git/e.game", ugly), ("z.game", ugly)]);
    let ran = run(&["fmt", &path], "");
    assert_eq!((ran.code, ran.out), (Some(0), format!("{path}/a/b/c.game\n{path}/z.game\n")));
    assert_eq!((text(&path, "a/d.txt"), text(&path, ".git/e.game")), (UGLY.into(), UGLY.into()));
}

#[cfg(unix)]
#[test]
fn links_are_followed_when_they_are_named_only() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let (_folder, path) = folder(&[("real/a.game", UGLY.as_bytes()), ("links/none", b"")]);
    let (real, link) = (format!("{path}/real/a.game"), format!("{path}/links/b.game"));
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, &link).unwrap();
    symlink(&path, format!("{path}/links/around")).unwrap();
    let ran = run(&["fmt", &format!("{path}/links")], "");
    assert_eq!((ran.code, ran.out), (Some(0), String::new()));
    assert_eq!(text(&path, "real/a.game"), UGLY);
    assert_eq!(run(&["fmt", &link], "").code, Some(0));
    assert_eq!(text(&path, "real/a.game"), TIDY);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}
