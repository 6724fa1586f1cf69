//! `upstar check FILES`

use std::fs;

use super::run;
use crate::support::read;

const HOMEWORK: &str = "\
exercise \"sums\" (3 points) {
  hint \"count on your fingers\"
  check 1 + 1 == 2
  check 1 + 1 == 3
  check 1 + 2 == ?
}
exercise \"games\" (1 point) {
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
fn json_has_one_object_per_file_and_a_total() {
    let (_folder, path) = file(HOMEWORK);
    let ran = run(&["check", "--json", &path], "");
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [report, total] = &lines[..] else { panic!("{}", ran.out) };
    assert_eq!(report["passed"], 2);
    assert_eq!(report["failed"], 1);
    assert_eq!(report["checks"][2]["answer"], "3");
    assert_eq!(report["checks"][1]["got"], "2");
    let sums = &report["exercises"][0];
    assert_eq!(sums["title"], "sums");
    assert_eq!((&sums["held"], &sums["of"]), (&1.into(), &3.into()));
    assert_eq!((&sums["earned"], &sums["points"]), (&"1".into(), &3.into()));
    assert_eq!(sums["hints"][0], "count on your fingers");
    assert_eq!(total["total"]["earned"], "2");
    assert_eq!(total["total"]["points"], 4);
}

#[test]
fn points_are_exact() {
    let (_folder, path) =
        file("exercise \"a\" (1 point) { check true; check false; check true }\n");
    let ran = run(&["check", &path, &path], "");
    assert!(ran.out.contains("2/3 of 1 point"), "{}", ran.out);
    assert!(ran.out.contains("4 checks hold, 2 fail, 4/3 of 2 points"), "{}", ran.out);
}

/// Each exercise is broken in a way of its own, and yet all that can be judged is.
const BROKEN: &str = "\
exercise \"a line that does not parse\" (3 points) {
  check 1 + 1 == 2
  check 1 + 1 ==
  check 1 + 2 == 3
}
exercise \"a bracket that is never closed\" (2 points) {
  G := <0,*|*
  check <0|*> == ^
}
exercise \"a block that is never closed\" (2 points) {
  check 1 == 1

exercise \"a name without a value\" (2 points) {
  check foo == 1
  check 1 == 1
}
f(x := 3
exercise \"nothing wrong\" (1 point) {
  hint \"not needed\"
  check ±1 + ±1 == 0
}
";

#[test]
fn what_does_not_parse_does_not_hide_the_rest() {
    let (_folder, path) = file(BROKEN);
    let ran = run(&["check", &path], "");
    assert_eq!(ran.code, Some(2));
    insta::assert_snapshot!(ran.out.replace(&path, "homework.game"));
    for place in [":3:17", ":7:8", ":10:", ":14:9", ":17:5"] {
        assert!(ran.err.contains(&format!("homework.game{place}")), "{place}: {}", ran.err);
    }
}

#[test]
fn files_after_a_broken_one_are_still_checked() {
    let (_folder, broken) = file("check (\n");
    let (_other, well) = file("check 1 == 1\n");
    let ran = run(&["check", &broken, &well], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("1 check holds, 1 error"), "{}", ran.out);
}

#[test]
fn what_a_limit_cuts_off_earns_nothing_and_costs_itself_only() {
    let (_folder, path) = file(
        "exercise \"long\" (1 point) { while true { } }\n\
         exercise \"after\" (1 point) { check true; check true }\n",
    );
    let ran = run(&["check", "--timeout", "0.2", &path], "");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("0 of 1 check, 1 error"), "{}", ran.out);
    assert!(ran.out.contains("1 of 2 points"), "{}", ran.out);
}

/// The homework of the tutorial, and the report that stands below it.
#[test]
fn the_report_in_the_tutorial_is_real() {
    let page = read("docs/book/src/tutorial/first_steps.md");
    let (_, rest) = page.split_once("```game\n").unwrap();
    let (homework, rest) = rest.split_once("```\n").unwrap();
    let (_, rest) = rest.split_once("$ upstar check homework.game\n").unwrap();
    let (report, _) = rest.split_once("```\n").unwrap();
    let (_folder, path) = file(homework);
    let ran = run(&["check", &path], "");
    let claims = |text: &str| text.replace(&path, "homework.game");
    assert_eq!(claims(&ran.out), report);
}

#[test]
fn an_exercise_whose_first_line_does_not_parse_is_in_the_table() {
    let (_folder, path) = file(
        "exercise \"one\" { check 1 == 1 }\n\
         exercise Two (3 points) {\n  check 2 == 2\n}\n\
         exercise \"three\" { check 3 == 3 }\n",
    );
    let ran = run(&["check", &path], "");
    let rows: Vec<&str> = ran.out.lines().filter(|line| line.contains(" of ")).collect();
    assert!(
        rows.iter().any(|row| row.contains("Two (3 points)") && row.contains("✗")),
        "{}",
        ran.out
    );
    let places = ["one", "Two", "three"].map(|title| ran.out.find(title));
    assert!(places.is_sorted() && places[0].is_some(), "{}", ran.out);
}

#[test]
fn an_exercise_without_checks_says_so() {
    let (_folder, path) = file("exercise \"empty\" (1 point) { x := 1 }\ncheck true\n");
    let ran = run(&["check", &path], "");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.out.contains("·  no checks"), "{}", ran.out);
    assert!(!ran.out.contains("0 of 0"), "{}", ran.out);
}

/// What is asked besides whether a claim holds: which comparison fails, what is open, what broke.
#[test]
fn the_report_tells_false_claims_from_open_and_broken_ones() {
    let (folder, path) = file(
        "use \"used.game\"\nexercise \"open\" (1 point) { check * == ? }\n\
         exercise \"chain\" { check 1 < 2 < 2; check * || 0 || ^ }\n\
         exercise \"broken\" { check unbound == 1; check half == 3; check 3; check half == 3 }\n",
    );
    fs::write(folder.path().join("used.game"), "half := 7 // 2\n").unwrap();
    let ran = run(&["check", &path], "");
    assert_eq!(ran.code, Some(1));
    insta::assert_snapshot!(ran.out.replace(&path, "homework.game"));
    assert!(ran.err.contains("Warning: `//` begins a comment"), "{}", ran.err);
    let ran = run(&["check", "--json", &path], "");
    let report: serde_json::Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    assert_eq!(report["warnings"][0]["span"]["line"], 1);
    assert!(report["warnings"][0]["span"]["file"].as_str().unwrap().ends_with("used.game"));
    assert_eq!(report["failed"], 4);
}
