//! Wordings: the same game as different people write it has the same answers, in about as many steps.
//!
//! Each file of `tests/wordings` has three or more rulesets for one game, each with the same questions. Steps of the budget are counted, so
//! that the test means the same on every machine. A wording that is slow today is listed in [`SLOW`]; one that no longer is must
//! leave the list.

use std::path::Path;

use upstar::session::expect::differences;
use upstar::session::{Session, Validate};

use crate::support::{expect_none, files, read, session};

/// Files, and their wordings that take more than [`MOST`] times the steps of the best one.
const SLOW: &[(&str, &str)] = &[("kayles", "D"), ("moores_nim", "ABCD"), ("toads_and_frogs", "D")];

/// Greatest ratio of the steps of a question to those of the best wording, as numerator and denominator.
const MOST: (u64, u64) = (3, 2);

/// Steps that do not count: what reading rules and a small question take.
const FIXED: u64 = 4_000;

/// One wording: its letter, its declarations, and its questions with their answers.
struct Wording<'t> {
    name: char,
    declarations: String,
    questions: Vec<&'t str>,
}

/// The wordings of a file, each after a line `// wording: A`.
fn wordings(text: &str) -> Vec<Wording<'_>> {
    let mut found: Vec<Wording<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("// wording: ") {
            let name = name.chars().next().unwrap();
            found.push(Wording { name, declarations: String::new(), questions: Vec::new() });
        } else if let Some(last) = found.last_mut() {
            if line.contains("//=") {
                last.questions.push(line);
            } else {
                last.declarations += line;
                last.declarations.push('\n');
            }
        }
    }
    found
}

/// A session on one thread in which nothing is asked twice.
fn plain_session() -> Session {
    let session = session(Path::new("."));
    session.validate(Validate::Off);
    session
}

/// Steps of each question of a wording; what is wrong with its answers.
fn steps(file: &str, wording: &Wording<'_>, wrong: &mut Vec<String>) -> Vec<u64> {
    let mut session = plain_session();
    let name = format!("{file}, wording {}", wording.name);
    wrong.extend(differences(&mut session, &name, &wording.declarations));
    let ask = |question: &&str| {
        wrong.extend(differences(&mut session, &name, question));
        session.budget().steps()
    };
    wording.questions.iter().map(ask).collect()
}

#[test]
fn wording_does_not_matter() {
    let mut wrong = Vec::new();
    for path in files("tests/wordings", "game") {
        let (file, text) = (path.file_stem().unwrap().to_str().unwrap(), read(&path));
        let all: Vec<(char, Vec<u64>)> = wordings(&text)
            .iter()
            .map(|wording| (wording.name, steps(file, wording, &mut wrong)))
            .collect();
        let best = |question: usize| all.iter().map(|(_, steps)| steps[question]).min().unwrap();
        let known = SLOW.iter().find(|(name, _)| *name == file).map_or("", |(_, slow)| slow);
        for (name, steps) in &all {
            let ratio = |(question, steps): (usize, &u64)| {
                let bound = best(question) * MOST.0 / MOST.1 + FIXED;
                (*steps > bound).then(|| format!("{steps} steps, not {}", best(question)))
            };
            let slow: Vec<String> = steps.iter().enumerate().filter_map(ratio).collect();
            match (slow.is_empty(), known.contains(*name)) {
                (false, false) => wrong.push(format!("{file} {name}: {}", slow.join("; "))),
                (true, true) => wrong.push(format!("{file} {name} is no longer slow")),
                _ => {}
            }
        }
    }
    expect_none(&wrong);
}
