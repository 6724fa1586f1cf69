//! Handouts: files with questions and blanks, for students to fill in.

use super::examiner::{Examiner, KeyFault};
use super::key::{Key, Question};
use super::points;
use crate::syntax::ast::AnswerKind;

/// How an answer of a kind is written.
pub(super) fn how(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Value => "a value",
        AnswerKind::Form => "a canonical form, as it is typed",
        AnswerKind::Outcome => "L, R, N or P",
        AnswerKind::Move => "the position after the move",
        AnswerKind::Moves => "the positions after the moves, in square brackets",
        AnswerKind::Order => "one of the signs < > == ||",
        AnswerKind::Number => "a number",
        AnswerKind::Choice => "the number of your choice",
        AnswerKind::Table => "a list in square brackets",
        AnswerKind::Ruleset => "a ruleset",
        AnswerKind::Strategy => "a function from a position to the position after the move",
    }
}

/// The handout of a key for a student, or for all when `student` is empty.
///
/// # Errors
/// When the key fails while the digests of its answers are computed.
pub fn handout(key: &Key, student: &str, examiner: &Examiner) -> Result<String, Box<KeyFault>> {
    let mut page = format!("answers \"{}\"\n", quotable(&key.title));
    page.push_str(&format!("student \"{}\"\n", quotable(student)));
    page.push_str(HELP);
    for definition in key.definitions.iter().filter(|definition| definition.is_public) {
        // A file that the key uses is not handed out.
        if !definition.names.is_empty() {
            page.push_str(&format!("\n{}\n", definition.text.text));
        }
    }
    for exercise in &key.exercises {
        page.push_str(&format!("\n// {} ({})\n", exercise.title, points(&exercise.points())));
        for text in &exercise.texts {
            page.push_str(&comment(text));
        }
        for question in &exercise.questions {
            page.push_str(&self::question(question));
        }
    }
    page.push_str("\n// The lines below are for the program. Leave them as they are.\n");
    let given: Vec<&str> = key.given_names().collect();
    if !given.is_empty() {
        page.push_str(&format!("//: given {}\n", given.join(" ")));
    }
    for question in key.questions() {
        page.push_str(&format!("//: ask {}\n", mark(question)));
        if key.shows_verdicts {
            let digests = examiner.digests(key, question)?;
            if !digests.is_empty() {
                page.push_str(&format!("//: right {} {}\n", question.name, digests.join(" ")));
            }
        }
    }
    Ok(page)
}

/// What stands at the top of each handout.
const HELP: &str = "\
// Write your name between the quotes, and your answers in place of the question marks.
// `upstar check` with the name of this file says what can be read.
";

fn quotable(text: &str) -> String {
    text.replace(['"', '\\', '\n'], "'")
}

fn comment(text: &str) -> String {
    text.lines().map(|line| format!("// {line}\n")).collect()
}

fn question(question: &Question) -> String {
    let mut text = format!("\n{}", comment(&question.text));
    for (at, choice) in question.from.iter().enumerate() {
        text.push_str(&comment(&format!("  {}) {choice}", at + 1)));
    }
    text.push_str(&comment(&format!("({}, {})", how(question.kind), points(&question.points))));
    match question.kind {
        AnswerKind::Ruleset => {
            text.push_str(&format!(
                "// Begin with `game {}(` at the beginning of a line.\n",
                question.name
            ));
        }
        AnswerKind::Strategy => {
            text.push_str(&format!("// For example: {} := P -> moves(P)[1]\n", question.name));
        }
        _ => {}
    }
    text + &format!("{} := ?\n", question.name)
}

/// The question for the program that reads answers: without text, and with a key that says nothing.
fn mark(question: &Question) -> String {
    let mut marks = Vec::new();
    let key = match question.kind {
        AnswerKind::Order => "(0, 0)",
        AnswerKind::Choice => {
            let numbers: Vec<String> =
                (1..=question.from.len()).map(|number| format!("\"{number}\"")).collect();
            marks.push(format!("from {}", numbers.join(", ")));
            "1"
        }
        AnswerKind::Strategy => {
            marks.push("given 0".to_owned());
            "0"
        }
        _ => "0",
    };
    if !question.allow.is_empty() {
        marks.push(format!("allow {}", question.allow.join(", ")));
    }
    let marks = match marks.as_slice() {
        [] => String::new(),
        marks => format!(" {{ {} }}", marks.join("; ")),
    };
    format!("{} {} \"\" := {key}{marks}", question.kind.word(), question.name)
}
