//! Sheets of exercises as forms: what is asked, and whether the answers that were typed hold.
//!
//! A check that compares asks for its right side. What stands there in the sheet is never shown.

use std::ops::Range;

use serde_json::{Value as Json, json};
use upstar::diagnostic::{Code, Diagnostic};
use upstar::session::{CheckResult, Session, Verdict};
use upstar::source::SourceMap;
use upstar::syntax::ast::{Block, Claim, CompareOp, Expr, ExprKind, Statement, StatementKind};
use upstar::syntax::{parse_file, parse_input};
use upstar_core::Budget;

use crate::answers;

/// A question: a check whose right side is to be typed, or one that is shown as it is.
struct Question {
    /// The whole check.
    check: Range<usize>,
    /// What stands before the sign of comparison; all of a claim that compares nothing.
    left: Range<usize>,
    /// The sign, `==`, `is` and so on, and what is to be replaced by the answer.
    asked: Option<(Range<usize>, Range<usize>)>,
    /// Whether the sign is asked for, not the right side: an order between two games.
    order: bool,
}

/// An exercise.
struct Exercise {
    title: String,
    points: Option<u32>,
    hints: Vec<String>,
    /// What comments say before its first check.
    words: String,
    questions: Vec<Question>,
}

/// A sheet that was read.
struct Sheet {
    title: String,
    exercises: Vec<Exercise>,
}

fn read(text: &str) -> Result<Sheet, Box<Diagnostic>> {
    let id = SourceMap::default().add("sheet", text);
    let program = parse_file(id, text, &Budget::unlimited()).map_err(Box::new)?;
    let mut exercises = Vec::new();
    for statement in &program.statements {
        if let StatementKind::Exercise { title, points, body } = &statement.kind {
            exercises.push(Exercise {
                title: title.value.to_string(),
                points: *points,
                hints: hints(body),
                words: words(text, body),
                questions: body.statements.iter().filter_map(question).collect(),
            });
        }
    }
    let first = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim);
    let title = first.take(1).collect::<String>();
    Ok(Sheet { title, exercises })
}

fn hints(body: &Block) -> Vec<String> {
    let hint = |statement: &Statement| match &statement.kind {
        StatementKind::Hint(hint) => Some(hint.value.to_string()),
        _ => None,
    };
    body.statements.iter().filter_map(hint).collect()
}

/// The comment at the beginning of an exercise.
fn words(text: &str, body: &Block) -> String {
    let inside = text.get(body.span.bytes()).unwrap_or_default().trim_start_matches('{');
    let lines = inside.lines().map(str::trim).skip_while(|line| line.is_empty());
    let comment = lines
        .map_while(|line| line.strip_prefix("//"))
        .filter(|line| !line.starts_with(['/', '=', '!']));
    comment.map(str::trim).collect::<Vec<_>>().join(" ")
}

fn question(statement: &Statement) -> Option<Question> {
    let StatementKind::Check(claim) = &statement.kind else { return None };
    let check = statement.span.bytes();
    Some(match claim {
        Claim::Blank(left) => {
            let left = left.span.bytes();
            // The sign and the blank: `== ?`.
            let rest = left.end..check.end;
            Question { check, left, asked: Some((rest.clone(), rest)), order: false }
        }
        Claim::Holds(Expr { kind: ExprKind::Compare { first, rest }, .. }) => match &rest[..] {
            [(op, sign, right)] => Question {
                check,
                left: first.span.bytes(),
                order: is_order(*op),
                asked: Some((sign.bytes(), right.span.bytes())),
            },
            _ => Question {
                check: check.clone(),
                left: claim_of(claim, &check),
                asked: None,
                order: false,
            },
        },
        Claim::Holds(_) => Question {
            check: check.clone(),
            left: claim_of(claim, &check),
            asked: None,
            order: false,
        },
    })
}

fn claim_of(claim: &Claim, check: &Range<usize>) -> Range<usize> {
    match claim {
        Claim::Holds(expr) | Claim::Blank(expr) => expr.span.bytes(),
    }
    .start
    .max(check.start)..check.end
}

fn is_order(op: CompareOp) -> bool {
    matches!(
        op,
        CompareOp::Less
            | CompareOp::Greater
            | CompareOp::Confused
            | CompareOp::LessOrEqual
            | CompareOp::GreaterOrEqual
    )
}

/// Whether a question asks for its answer as typed in canonical form.
fn asks_form(text: &str, question: &Question) -> bool {
    let Some((sign, _)) = &question.asked else { return false };
    text.get(sign.clone()).is_some_and(|sign| sign.trim_start().starts_with("is"))
}

/// `{"title", "exercises"}`, or `{"error"}`. A question has its left side as `"ask"`, `"right"` beside which an
/// order is asked, and `"kind"`: `value`, `form`, `order`, or `claim` where nothing can be typed.
pub(crate) fn sheet(session: &mut Session, text: &str) -> Json {
    let sheet = match read(text) {
        Ok(sheet) => sheet,
        Err(diagnostic) => {
            let mut sources = SourceMap::default();
            sources.add("sheet", text);
            return json!({ "error": upstar::outside::error(&sources, &diagnostic) });
        }
    };
    let slice =
        |range: &Range<usize>| text.get(range.clone()).unwrap_or_default().trim().to_owned();
    let mut exercises = Vec::with_capacity(sheet.exercises.len());
    for exercise in &sheet.exercises {
        let mut questions = Vec::with_capacity(exercise.questions.len());
        for question in &exercise.questions {
            let kind = match &question.asked {
                None => "claim",
                Some(_) if question.order => "order",
                Some(_) if asks_form(text, question) => "form",
                Some(_) => "value",
            };
            let right = question.asked.as_ref().filter(|_| question.order);
            let ask = slice(&question.left);
            questions.push(json!({
                "svg": picture(session, &ask),
                "ask": ask,
                "right": right.map(|(_, right)| slice(right)),
                "kind": kind,
            }));
        }
        exercises.push(json!({
            "title": exercise.title,
            "points": exercise.points,
            "hints": exercise.hints,
            "words": exercise.words,
            "questions": questions,
        }));
    }
    json!({ "title": sheet.title, "exercises": exercises })
}

/// The picture of the first position within a question, `f(Clobber("xo"))`, where it has one.
fn picture(session: &mut Session, ask: &str) -> Option<String> {
    let inner = ask.split_once('(').map(|(_, rest)| rest.trim_end_matches(')'));
    let candidates =
        [Some(ask.to_owned()), inner.map(|inner| format!("{inner})")), inner.map(str::to_owned)];
    candidates.into_iter().flatten().find_map(|text| {
        let value = session.read("question", &text).ok()?;
        if !matches!(value, upstar::value::Value::Position(_) | upstar::value::Value::Sum(_)) {
            return None;
        }
        session.ask(|host| upstar::outside::drawing(&host.store(), &value)).ok()?
    })
}

/// An answer to be judged: the exercise and the question, counted from 0, and what was typed.
pub(crate) struct Typed {
    pub(crate) exercise: usize,
    pub(crate) question: usize,
    pub(crate) answer: String,
}

/// What is judged at one place of the program that is made of the sheet and the answers.
struct Judged {
    exercise: usize,
    question: usize,
    range: Range<usize>,
}

/// `{"results"}`: `{"exercise", "question", "verdict", "why", "error"}` for each answer. The verdict is `passed`, `failed`, or `error`; `why` never contains what
/// stands in the sheet.
pub(crate) fn grade(session: &mut Session, text: &str, typed: &[Typed]) -> Json {
    let Ok(sheet) = read(text) else { return json!({ "results": [] }) };
    let mut results = Vec::new();
    let (mut program, mut judged, mut done) = (String::new(), Vec::new(), 0);
    for (place, exercise) in sheet.exercises.iter().enumerate() {
        for (number, question) in exercise.questions.iter().enumerate() {
            program.push_str(&text[done..question.check.start]);
            done = question.check.end;
            let answer = typed.iter().find(|one| one.exercise == place && one.question == number);
            let Some(answer) = answer else { continue };
            match claim(text, question, answer.answer.trim()) {
                Ok(claim) => {
                    let start = program.len();
                    program.push_str(&claim);
                    judged.push(Judged {
                        exercise: place,
                        question: number,
                        range: start..program.len(),
                    });
                }
                Err(diagnostic) => {
                    let mut sources = SourceMap::default();
                    sources.add("answer", answer.answer.trim());
                    results.push(json!({
                        "exercise": place,
                        "question": number,
                        "verdict": "error",
                        "error": upstar::outside::error(&sources, &diagnostic),
                    }));
                }
            }
        }
    }
    program.push_str(&text[done..]);
    let reply = session.check_text("sheet", &program);
    for one in &judged {
        let found = reply.checks.iter().find(|check| one.range.contains(&check.span.bytes().start));
        results.push(judgement(session, &program, one, found));
    }
    json!({ "results": results })
}

/// The check with an answer in its place.
fn claim(text: &str, question: &Question, answer: &str) -> Result<String, Box<Diagnostic>> {
    let Some((sign, right)) = &question.asked else {
        return Ok(text[question.check.clone()].to_owned());
    };
    if question.order {
        let sign = if matches!(answer, "<" | ">" | "==" | "||") { answer } else { "==" };
        return Ok(format!(
            "check {} {sign} {}",
            &text[question.left.clone()],
            &text[right.clone()]
        ));
    }
    let sign = text[sign.clone()].trim().trim_end_matches('?').trim();
    let id = SourceMap::default().add("answer", answer);
    let program = parse_input(id, answer, &Budget::unlimited()).map_err(Box::new)?;
    match &program.statements[..] {
        [Statement { kind: StatementKind::Expr(_), .. }] => {}
        _ => {
            let message = "an answer is one expression, such as `<0|*>`";
            return Err(Box::new(Diagnostic::error(Code::Syntax, message)));
        }
    }
    Ok(format!("check {} {sign} ({answer})", &text[question.left.clone()]))
}

fn judgement(session: &Session, program: &str, one: &Judged, found: Option<&CheckResult>) -> Json {
    let (verdict, why, error) = match found.map(|check| &check.verdict) {
        Some(Verdict::Passed) => ("passed", None, None),
        Some(Verdict::Failed { why, .. }) => ("failed", why.clone(), None),
        Some(Verdict::Error(diagnostic)) => {
            ("error", None, Some(answers::diagnostic(session, program, diagnostic)))
        }
        Some(Verdict::Blank { .. }) | None => ("failed", None, None),
    };
    json!({
        "exercise": one.exercise,
        "question": one.question,
        "verdict": verdict,
        "why": why,
        "error": error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "// Homework\n\nexercise \"Forms\" (2 points) {\n  hint \"Look.\"\n  check <0,*|*> is <0|*>\n  check nimber(Nim(3, 5)) == ?\n  check ^ || *\n}\n";

    fn typed(question: usize, answer: &str) -> Typed {
        Typed { exercise: 0, question, answer: answer.to_owned() }
    }

    #[test]
    fn a_sheet_asks_and_does_not_tell() {
        let form = sheet(&mut Session::default(), SHEET);
        assert_eq!(form["title"], "Homework");
        let kinds: Vec<&Json> = form["exercises"][0]["questions"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| &one["kind"])
            .collect();
        assert_eq!(kinds, ["form", "value", "order"]);
        assert!(!form.to_string().contains("<0|*>"), "{form}");
    }

    #[test]
    fn each_answer_is_judged_alone() {
        let answers = [typed(0, "<0|*>"), typed(1, "7"), typed(2, "||")];
        let results = grade(&mut Session::default(), SHEET, &answers);
        let verdicts: Vec<&Json> = results["results"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| &one["verdict"])
            .collect();
        assert_eq!(verdicts, ["passed", "failed", "passed"]);
        let broken = [typed(0, "<0|"), typed(1, "6"), typed(2, "1 } check true {")];
        let results = grade(&mut Session::default(), SHEET, &broken);
        let verdict = |question: u64| {
            let all = results["results"].as_array().into_iter().flatten();
            all.clone()
                .find(|one| one["question"] == question)
                .map(|one| one["verdict"].to_string())
        };
        assert_eq!(verdict(0).as_deref(), Some("\"error\""));
        assert_eq!(verdict(1).as_deref(), Some("\"passed\""));
        assert_eq!(verdict(2).as_deref(), Some("\"failed\""));
    }
}
