//! `upstar check FILES`

use std::fs;

use super::run;

const HOMEWORK: &str = "\
exercise \"sums\" {
  check 1 + 1 == 2
  check 1 + 1 == 3
  check 1 + 2 == ?
}
exercise \"games\" {
  check <0|*> == ^
}
";

fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("homework.game");
    fs::write(&path, text).unwrap();
    (folder, path.to_string_lossy().into_owned())
}

#[test]
fn the_report_goes_exercise_by_exercise() {
    let (_folder, path) = file(HOMEWORK);
    let ran = run(&["check", &path], "");
    assert_eq!(ran.code, Some(1));
    let report = ran.out.replace(&path, "homework.game");
    insta::assert_snapshot!(report);
}

#[test]
fn all_well_is_0_and_a_missing_file_is_2() {
    let (_folder, path) = file("check 1 + 1 == 2\n");
    assert_eq!(run(&["check", &path], "").code, Some(0));
    assert_eq!(run(&["check", &path, "missing.game"], "").code, Some(2));
}

#[test]
fn an_error_does_not_hide_what_comes_after_it() {
    let (_folder, path) = file("foo\ncheck 1 == 1\n");
    let ran = run(&["check", &path], "");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("1 check holds, 1 error"), "{}", ran.out);
    assert!(ran.err.contains("homework.game:1:1"), "{}", ran.err);
}

#[test]
fn json_has_one_object_per_file() {
    let (_folder, path) = file(HOMEWORK);
    let ran = run(&["check", "--json", &path], "");
    let report: serde_json::Value = serde_json::from_str(ran.out.trim()).unwrap();
    assert_eq!(report["passed"], 2);
    assert_eq!(report["failed"], 1);
    assert_eq!(report["checks"][2]["answer"], "3");
    assert_eq!(report["checks"][1]["got"], "2");
}
