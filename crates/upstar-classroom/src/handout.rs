//! Handouts: files with questions and blanks, for students to fill in.
//!
//! At its end a handout has the sheet again as a program reads it: the questions as in the key, without the
//! answers. It has digests of right answers if the key allows it.
//!
//! So a handout is a key without answers: nothing replaces what is right. `upstar check` and the page of exercises
//! read handouts with the reader of keys, and the page knows no kinds of sheets.

use std::collections::BTreeMap;

use upstar_core::Budget;

use super::answers::{Submission, is_comment};
use super::checks::quoted;
use super::examiner::{Examiner, KeyFault};
use super::key::{Key, KeyError, Question};
use super::points;
use crate::source::SourceMap;
use crate::syntax;
use crate::syntax::ast::AnswerKind;
use crate::value::TextLimits;

/// Form in which an answer of a kind is written.
pub fn how(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Value => "a value",
        AnswerKind::Form => "a canonical form, as it is typed",
        AnswerKind::Outcome => "L, R, N or P, or D for a draw",
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

/// Form of the answer to a question, and whether it may be computed.
pub fn how_to_answer(question: &Question) -> String {
    let how = how(question.kind);
    match question.kind {
        // Nothing in them could be computed, or all may be.
        AnswerKind::Order | AnswerKind::Choice | AnswerKind::Ruleset | AnswerKind::Strategy => {
            return how.to_owned();
        }
        AnswerKind::Form => return format!("{how}, written out"),
        _ if question.allows_anything() => return format!("{how}, by any expression"),
        _ => {}
    }
    let allowed: Vec<String> = question.allow.iter().map(|name| format!("`{name}`")).collect();
    match allowed.as_slice() {
        [] => format!("{how}, written out"),
        names => format!("{how}, written out; it may mention {}", names.join(", ")),
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
    for definition in key.handed_out() {
        page.push_str(&format!("\n{}\n", definition.text.text));
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
    if key.is_personal {
        page.push_str(&format!("//: for \"{}\"\n", quotable(student)));
    }
    for line in marks(key, examiner)? {
        page.push_str(&format!("//: {line}\n"));
    }
    Ok(page)
}

/// Instructions at the top of each handout.
const HELP: &str = "\
// Write your name between the quotes, and your answers in place of the question marks.
// Write answers out as brackets, numbers, signs and positions: `mean(G)` is refused, because the program would do the work.
// `upstar check` with the name of this file says which answers can be read.
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
    text.push_str(&comment(&format!(
        "({}; {})",
        how_to_answer(question),
        points(&question.points)
    )));
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

/// The lines for the program that reads answers.
fn marks(key: &Key, examiner: &Examiner) -> Result<Vec<String>, Box<KeyFault>> {
    let mut lines = Vec::new();
    let given: Vec<&str> = key.given_names().collect();
    if !given.is_empty() {
        lines.push(format!("given {}", given.join(" ")));
    }
    if key.shows_verdicts {
        for question in key.questions() {
            let digests = examiner.digests(key, question)?;
            if !digests.is_empty() {
                lines.push(format!("right {} {}", question.name, digests.join(" ")));
            }
        }
    }
    for exercise in &key.exercises {
        let worth = points(&exercise.points());
        lines.push(format!("exercise {} ({worth}) {{", quoted(&exercise.title)));
        lines.extend(exercise.texts.iter().map(|text| quoted(text)));
        if key.shows_verdicts {
            // Hints are for students who know that an answer is not right.
            lines.extend(exercise.hints.iter().map(|hint| format!("hint {}", quoted(hint))));
        }
        lines.extend(exercise.questions.iter().map(|question| mark(key, question)));
        lines.push("}".to_owned());
    }
    Ok(lines)
}

/// The position whose moves are asked for, unless it needs what only the key knows.
fn given(key: &Key, question: &Question) -> Option<String> {
    if !matches!(question.kind, AnswerKind::Move | AnswerKind::Moves) {
        return None;
    }
    let text = &question.given.first()?.text;
    let mut sources = SourceMap::default();
    let source = sources.add("given", text.clone());
    let program = syntax::parse_file(source, text, &TextLimits(&Budget::unlimited())).ok()?;
    let names = syntax::names(&program.statements);
    let is_public = !key.secrets().any(|secret| names.contains(secret));
    (is_public && !text.contains('\n')).then(|| text.clone())
}

/// Question as in the key, with an answer without content.
fn mark(sheet: &Key, question: &Question) -> String {
    let mut marks = Vec::new();
    let key = match question.kind {
        AnswerKind::Order => "(0, 0)",
        AnswerKind::Choice => {
            let texts: Vec<String> = question.from.iter().map(|text| quoted(text)).collect();
            marks.push(format!("from {}", texts.join(", ")));
            "1"
        }
        _ => "0",
    };
    // No strategy without a position; the key knows from which it is played.
    if question.kind == AnswerKind::Strategy {
        marks.push("given 0".to_owned());
    }
    marks.extend(given(sheet, question).map(|text| format!("given {text}")));
    if !question.allow.is_empty() {
        marks.push(format!("allow {}", question.allow.join(", ")));
    }
    let marks = match marks.as_slice() {
        [] => String::new(),
        marks => format!(" {{ {} }}", marks.join("; ")),
    };
    let worth = match question.tree.points {
        Some(_) => format!(" ({})", points(&question.points)),
        None => String::new(),
    };
    let (kind, name, text) = (question.kind.word(), &question.name, quoted(&question.text));
    format!("ask {kind} {name}{worth} {text} := {key}{marks}")
}

/// Handout as read: its questions, and the answers filled in.
#[derive(Debug)]
pub struct Handout {
    /// The sheet, without the right answers.
    pub key: Key,
    /// Answers filled in.
    pub submission: Submission,
    /// Digests of right answers by question; none if they are secret.
    pub(super) right: BTreeMap<String, Vec<String>>,
}

impl Handout {
    /// Reads a handout, filled in or not. `name` is that of its file.
    ///
    /// # Errors
    /// When the lines that begin with `//:` are missing or damaged.
    pub fn read(text: &str, name: &str) -> Result<Handout, Box<KeyError>> {
        // The first reading finds the lines that state the questions.
        let marks = Submission::read(text, &[], &[]).marks;
        let (mut given, mut right, mut lines) = (Vec::new(), BTreeMap::new(), Vec::new());
        for mark in &marks {
            match mark.split_once(' ') {
                // Only grading reads it.
                Some(("for", _)) => {}
                Some(("given", names)) => given.extend(names.split_whitespace()),
                Some(("right", digests)) => {
                    let mut words = digests.split_whitespace().map(str::to_owned);
                    right.insert(words.next().unwrap_or_default(), words.collect());
                }
                _ => lines.push(&**mark),
            }
        }
        let asked: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("ask ")?.split_whitespace().nth(1))
            .collect();
        let submission = Submission::read(text, &asked, &given);
        let title = quoted(submission.title.as_deref().unwrap_or_default());
        let shown = if right.is_empty() { "" } else { " (show verdicts)" };
        let program =
            format!("sheet {title}{shown}\n{}\n{}\n", submission.definitions, lines.join("\n"));
        let mut key = Key::read(name, &program, None, &Budget::unlimited())?;
        key.title = submission.title.clone().unwrap_or_default();
        // Definitions of the handout have names. Other statements that were added to the file are not run,
        // above all no `use`.
        key.definitions.retain(|definition| !definition.names.is_empty());
        Ok(Handout { key, submission, right })
    }
}

impl Handout {
    /// Fills in the name and the answers of a student, by the names of the questions. `text` is the text of
    /// this handout.
    ///
    /// ```
    /// use upstar_classroom::Handout;
    ///
    /// let page = "answers \"One\"\nstudent \"\"\n\n// What is <0|1>?\nhalf := ?\n\n\
    ///             //: exercise \"E\" (1 point) {\n//: ask value half \"What is <0|1>?\" := 0\n//: }\n";
    /// let handout = Handout::read(page, "one.game").unwrap();
    /// let filled = handout.filled(page, "Ada", &[("half", "1/2")]);
    /// assert!(filled.starts_with("answers \"One\"\nstudent \"Ada\"\n\n// What is <0|1>?\nhalf := 1/2\n\n//: exercise"));
    /// ```
    pub fn filled(&self, text: &str, student: &str, answers: &[(&str, &str)]) -> String {
        let mut filled: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut missing = Vec::new();
        for (name, answer) in answers {
            let answer = if answer.trim().is_empty() { "?" } else { answer.trim() };
            let Some(given) = self.submission.answer(name) else {
                missing.push(answer_lines(name, answer));
                continue;
            };
            // Its last line is the last one that is no comment about the next question.
            let lines: Vec<&str> = given.text.lines().collect();
            let last = lines.iter().rposition(|line| !is_comment(line)).unwrap_or(0);
            let from = given.line - 1;
            filled[from] = answer_lines(name, answer);
            // Lines keep their places until all are replaced. Those for the program belong to no answer.
            let own = filled[from + 1..].iter_mut().filter(|line| !line.starts_with("//:"));
            own.take(last).for_each(|line| REMOVED.clone_into(line));
        }
        let is_name = |line: &&mut String| line.starts_with("student \"");
        if !student.is_empty()
            && let Some(line) = filled.iter_mut().find(is_name)
        {
            *line = format!("student \"{}\"", quotable(student));
        }
        let kept = filled.into_iter().filter(|line| line != REMOVED);
        kept.chain(missing).map(|line| line + "\n").collect()
    }
}

/// Marks a line for removal: no line of a text contains a line feed.
const REMOVED: &str = "\n";

/// Answer as written in a file. Lines after the first are indented, so that none of them begins another
/// answer.
pub fn answer_lines(name: &str, text: &str) -> String {
    let is_declaration = ["game ", "fn "].iter().any(|word| text.starts_with(word))
        || text.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('('));
    let text = text.replace("\r\n", "\n").replace('\n', "\n  ");
    if is_declaration { text } else { format!("{name} := {text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_take_the_place_of_what_was_there() {
        let page = "answers \"One\"\nstudent \"\"\n\n// First\na := <0|\n  1>\n\n// Second\nb := ?\n\
                    //: exercise \"E\" (3 points) {\n//: ask value a \"\" := 0\n//: ask value b \"\" := 0\n\
                    //: ask value c \"\" := 0\n//: }\n";
        let handout = Handout::read(page, "one.game").unwrap();
        let filled = handout.filled(page, "Eve \"X\"", &[("a", "<1\n|2>"), ("b", " "), ("c", "3")]);
        let marks = page.find("//:").unwrap();
        assert_eq!(
            filled,
            format!(
                "answers \"One\"\nstudent \"Eve 'X'\"\n\n// First\na := <1\n  |2>\n\n// Second\nb := ?\n{}c := 3\n",
                &page[marks..]
            )
        );
        let again = Handout::read(&filled, "one.game").unwrap();
        assert_eq!(again.submission.answer("c").unwrap().text, "3");
        assert!(again.submission.remarks.is_empty());
    }
}
