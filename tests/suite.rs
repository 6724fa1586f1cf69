//! Programs with their expected values in comments: `tests/suite` and `examples`.

use std::path::Path;

use upstar::session::expect::differences;

use crate::support::{expect_none, files, read, session};

/// Where a program does not do what its comments say.
fn wrong_in(path: &Path) -> Vec<String> {
    let mut session = session(path.parent().unwrap());
    differences(&mut session, &path.display().to_string(), &read(path))
}

fn run(folder: &str) {
    let programs = files(folder, "game");
    assert!(!programs.is_empty(), "no programs in {folder}");
    let wrong: Vec<String> = programs.iter().flat_map(|path| wrong_in(path)).collect();
    expect_none(&wrong);
}

#[test]
fn programs_of_the_suite_answer_what_they_expect() {
    run("tests/suite");
}

#[test]
fn examples_answer_what_they_expect() {
    run("examples");
}
