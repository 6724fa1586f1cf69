//! Sheets of exercises as forms: the questions, results of the answers typed, and the file for the teacher.
//!
//! A sheet is a handout, which knows digests of right answers at most, or a key or a program with exercises of checks, whose
//! answers are marked as those of a class are. What a key says is right is never part of a reply.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use upstar_classroom::{
    self as classroom, AnswerLimits, Examiner, Given, Handout, Key, KeyError, KeyFault, Question,
    Status, Submission,
};
use upstar_core::{Budget, Rational};
use upstar_lang::diagnostic::Diagnostic;
use upstar_lang::session::{Files, Session};
use upstar_lang::source::SourceMap;
use upstar_lang::syntax;
use upstar_lang::syntax::ast::ExprKind;
use upstar_lang::syntax::visit::children;
use upstar_lang::value::TextLimits;

/// Name of a sheet without a title.
const NAME: &str = "sheet";

/// A sheet that was read.
pub(crate) struct Sheet {
    key: Key,
    /// The handout, where the sheet is one.
    handout: Option<Handout>,
    text: String,
    student: String,
    examiner: Examiner,
}

/// Reason why a sheet cannot be used, as `{"error"}`.
type Wrong = Json;

fn wrong(diagnostic: &Diagnostic, sources: &SourceMap) -> Wrong {
    json!({ "error": upstar_lang::outside::error(sources, diagnostic) })
}

fn unread(error: &KeyError) -> Wrong {
    wrong(&error.diagnostics[0], &error.sources)
}

fn failed(fault: &KeyFault) -> Wrong {
    wrong(&fault.diagnostic, &fault.sources)
}

/// Answer to be marked: the name of the question, and the text.
pub(crate) type Typed<'t> = (&'t str, &'t str);

impl Sheet {
    /// Reads a sheet, for a student when some of it differs from student to student.
    ///
    /// # Errors
    /// The reply when it cannot be read.
    pub(crate) fn read(
        text: &str,
        student: &str,
        budget: Budget,
        files: Arc<dyn Files>,
        levels: usize,
    ) -> Result<Sheet, Wrong> {
        let limits = AnswerLimits { levels, ..AnswerLimits::default() };
        let examiner = Examiner::new(budget.clone(), files, NAME, limits);
        let (key, handout) = match classroom::is_submission(text) {
            true => {
                let handout = Handout::read(text, NAME).map_err(|error| unread(&error))?;
                (handout.key.clone(), Some(handout))
            }
            false => {
                let key = Key::read(NAME, text, Some(student), &budget);
                (key.map_err(|error| unread(&error))?, None)
            }
        };
        let (text, student) = (text.to_owned(), student.to_owned());
        Ok(Sheet { key, handout, text, student, examiner })
    }

    /// `{"title", "student", "verdicts", "handout", "personal", "given", "exercises"}`: the questions.
    pub(crate) fn form(&self, session: &mut Session) -> Json {
        let given: Vec<&str> =
            self.key.handed_out().map(|definition| &*definition.text.text).collect();
        for definition in &given {
            // A definition that fails is reported when an answer is marked.
            let _ = session.eval(NAME, definition);
        }
        let mut exercises = Vec::with_capacity(self.key.exercises.len());
        for exercise in &self.key.exercises {
            let questions = exercise.questions.iter().map(|one| self.question(session, one));
            exercises.push(json!({
                "questions": questions.collect::<Vec<Json>>(),
                "title": exercise.title,
                "points": number(&exercise.points()),
                "hints": exercise.hints,
                "texts": exercise.texts,
            }));
        }
        let student = self.handout.as_ref().and_then(|handout| handout.submission.student.clone());
        json!({
            "title": self.key.title,
            "student": student,
            // A key has the right answers.
            "verdicts": self.handout.is_none() || self.key.shows_verdicts,
            "handout": self.handout.is_some(),
            "personal": self.key.is_personal,
            "given": given,
            "exercises": exercises,
        })
    }

    fn question(&self, session: &mut Session, question: &Question) -> Json {
        let answer = self.handout.as_ref().and_then(|one| one.submission.answer(&question.name));
        json!({
            "name": question.name,
            "kind": question.kind.word(),
            "ask": question.text,
            "how": classroom::how_to_answer(question),
            "points": number(&question.points),
            "from": question.from,
            "svg": picture(session, &question.text),
            "position": position(session, question),
            "answer": answer.filter(|answer| !answer.is_blank()).map(Given::bare),
        })
    }

    /// `{"results"}`: `{"name", "status", "remarks", "earned"}` for each answer; the status is a word of
    /// `upstar_classroom::Status`, or `read` where it is not known whether the answer is right.
    pub(crate) fn results(&self, typed: &[Typed<'_>]) -> Json {
        let mut results = Vec::with_capacity(typed.len());
        let judged = match &self.handout {
            Some(handout) => self.find(handout, typed, &mut results),
            None => self.mark(typed, &mut results),
        };
        match judged {
            Ok(()) => json!({ "results": results }),
            Err(wrong) => wrong,
        }
    }

    fn find(
        &self,
        handout: &Handout,
        typed: &[Typed<'_>],
        results: &mut Vec<Json>,
    ) -> Result<(), Wrong> {
        // Only the text typed is marked.
        let blank: Vec<Typed<'_>> = handout.key.questions().map(|one| (&*one.name, "")).collect();
        let page = handout.filled(&self.text, "", &blank);
        let page = handout.filled(&page, "", typed);
        let filled = Handout::read(&page, NAME).map_err(|error| unread(&error))?;
        let findings = filled.findings(&self.examiner).map_err(|fault| failed(&fault))?;
        for finding in findings {
            let Some(question) = self.key.questions().find(|one| one.name == finding.name) else {
                continue;
            };
            if !typed.iter().any(|(name, _)| *name == finding.name) {
                continue;
            }
            let earned = if finding.status == Some(Status::Right) {
                question.points.clone()
            } else {
                Rational::from(0)
            };
            results.push(json!({
                "name": finding.name,
                "status": finding.status.map_or("read", Status::word),
                "remarks": finding.remark.into_iter().collect::<Vec<_>>(),
                "earned": number(&earned),
            }));
        }
        Ok(())
    }

    fn mark(&self, typed: &[Typed<'_>], results: &mut Vec<Json>) -> Result<(), Wrong> {
        let lines: Vec<String> =
            typed.iter().map(|(name, text)| classroom::answer_lines(name, text)).collect();
        let submission = Submission::to_key(&lines.join("\n"), &self.key);
        for (name, _) in typed {
            let Some(question) = self.key.questions().find(|one| one.name == *name) else {
                continue;
            };
            let mut clock = |work: &mut dyn FnMut()| work();
            let mark = self.examiner.mark(&self.key, question, submission.answer(name), &mut clock);
            let mark = mark.map_err(|fault| failed(&fault))?;
            results.push(json!({
                "name": name,
                "status": mark.status.word(),
                "remarks": mark.remarks,
                "earned": number(&mark.earned),
            }));
        }
        Ok(())
    }

    /// `{"text"}`: the handout with a name and with answers. Without answers it is the handout as it is
    /// given out.
    pub(crate) fn file(&self, typed: &[Typed<'_>]) -> Json {
        if let Some(handout) = &self.handout {
            return json!({ "text": handout.filled(&self.text, &self.student, typed) });
        }
        let page = match classroom::handout(&self.key, &self.student, &self.examiner) {
            Ok(page) => page,
            Err(fault) => return failed(&fault),
        };
        match Handout::read(&page, NAME) {
            Ok(handout) => json!({ "text": handout.filled(&page, &self.student, typed) }),
            Err(error) => unread(&error),
        }
    }
}

/// Points as a number for a page: a decimal.
fn number(points: &Rational) -> Json {
    let decimal = classroom::decimal(points);
    json!(decimal.parse::<f64>().expect("a decimal is a number"))
}

/// The code in the first backquotes of a question, and its argument. In a text of a key, `'` often stands for `"`.
fn codes(ask: &str) -> Vec<String> {
    let Some(code) = ask.split('`').nth(1).map(|code| code.replace('\'', "\"")) else {
        return Vec::new();
    };
    let inner = code.split_once('(').map(|(_, rest)| rest.strip_suffix(')').unwrap_or(rest));
    let inner = inner.map(str::to_owned);
    [Some(code), inner].into_iter().flatten().collect()
}

/// Position whose moves are asked for, as an explorer shows it: the one that is given, or the first that is written in
/// backquotes. A given one that needs what only the key knows is not shown, and no other one instead of it.
fn position(session: &mut Session, question: &Question) -> Option<Json> {
    if !matches!(question.kind.word(), "move" | "moves") {
        return None;
    }
    let text = match question.given.first() {
        Some(given) => given.text.clone(),
        // Code that computes something may say what is right.
        None => codes(&question.text).into_iter().find(|text| is_literal(text))?,
    };
    let mut answer = upstar_explorer::explore(session, "position", &text, "");
    answer.get_mut("found").map(Json::take).filter(|found| !found.is_null())
}

/// Whether a text is a position that is written out: a value, a ruleset with its arguments, or a sum of those.
fn is_literal(text: &str) -> bool {
    let source = SourceMap::default().add("question", text);
    let budget = TextLimits(&Budget::unlimited());
    let Ok(program) = syntax::parse_input(source, text, &budget) else { return false };
    let Some(expr) = program.only_expr() else { return false };
    let (mut open, mut names, mut labels) = (vec![expr], Vec::new(), Vec::new());
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Integer(_)
            | ExprKind::Game(_)
            | ExprKind::Nimber(_)
            | ExprKind::Form { .. }
            | ExprKind::Switch(_)
            | ExprKind::Impartial(_)
            | ExprKind::Loopy(..)
            | ExprKind::Pass
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::List(_)
            | ExprKind::Tuple(_)
            | ExprKind::Set(_)
            | ExprKind::Map(_)
            | ExprKind::Range(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. } => {}
            ExprKind::Labelled { label, .. } => labels.push(&label.text),
            ExprKind::Where { definitions, .. } => {
                labels.extend(definitions.iter().map(|(label, _)| &label.text));
            }
            ExprKind::Name(name) => names.push(name),
            _ => return false,
        }
        open.extend(children(expr));
    }
    // Functions begin with small letters, and so do the names of most games that a sheet defines.
    names.iter().all(|name| name.starts_with(char::is_uppercase) || labels.contains(name))
}

/// Picture of the first position in backquotes in a question, alone or as an argument.
fn picture(session: &mut Session, ask: &str) -> Option<String> {
    codes(ask).iter().find_map(|text| {
        let value = session.read("question", text).ok()?;
        if !matches!(
            value,
            upstar_lang::value::Value::Position(_) | upstar_lang::value::Value::Sum(_)
        ) {
            return None;
        }
        session.ask(|host| upstar_lang::outside::drawing(&host.store(), &value)).ok()?
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shelf::Shelf;

    const KEY: &str = "sheet \"Homework\" (show verdicts)\ngame Single(n: heap) { move n - 1 if n > 0 }\nexercise \"All kinds\" {\n\
        hint \"Look.\"\nask value a \"The value of `<0|^*>`.\" := <0|^*>\nask form b \"The canonical form of `<0,*|*>`.\" := <0|*>\n\
        ask outcome c \"Who wins?\" := outcome(^)\nask number d \"How much?\" := 27\nask order e \"?\" := (^, *)\n\
        ask choice f \"?\" := 2 { from \"yes\", \"no\" }\nask move g \"?\" := winning_moves(Nim(3, 5)) { given Nim(3, 5) }\n\
        ask moves h \"?\" := winning_moves(Nim(3, 5))\nask table i \"?\" := [0, 1]\n\
        ask ruleset Own \"?\" := Single { given 0..4 }\nask strategy j \"?\" := P -> winning_moves(P)[1] { given Nim(2, 3) }\n}\n";

    const RIGHT: &[Typed<'_>] = &[
        ("a", "^^"),
        ("b", "<0|*>"),
        ("c", "L"),
        ("d", "27"),
        ("e", "||"),
        ("f", "2"),
        ("g", "Nim(3, 3)"),
        ("h", "[Nim(3, 3)]"),
        ("i", "[0, 1]"),
        ("Own", "game Own(n: heap) {\n  move n - 1 if n > 0\n}"),
        ("j", "P -> [m for m in moves(P) if m == 0][1]"),
    ];

    fn sheet(text: &str) -> Sheet {
        Sheet::read(text, "Ada", Budget::unlimited(), Arc::new(Shelf::default()), 60).unwrap()
    }

    fn statuses(sheet: &Sheet, typed: &[Typed<'_>]) -> Vec<String> {
        let results = sheet.results(typed);
        let list = results["results"].as_array().unwrap_or_else(|| panic!("{results}"));
        list.iter().map(|one| one["status"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_key_asks_for_all_kinds_and_marks_them() {
        let key = sheet(KEY);
        let form = key.form(&mut Session::default());
        assert_eq!((&form["title"], form["verdicts"].as_bool()), (&json!("Homework"), Some(true)));
        assert_eq!(form["exercises"][0]["questions"].as_array().unwrap().len(), RIGHT.len());
        assert!(
            !form.to_string().contains("27") && !form.to_string().contains("winning"),
            "{form}"
        );
        assert_eq!(statuses(&key, RIGHT), ["right"; 11]);
        let wrong = [("b", "<0,*|*>"), ("d", "<0|"), ("c", "outcome(^)"), ("a", "vv")];
        assert_eq!(statuses(&key, &wrong), ["wrong", "unreadable", "refused", "wrong"]);
    }

    #[test]
    fn a_handout_says_what_its_digests_say_and_goes_back_to_the_teacher() {
        let page = sheet(KEY).file(&[])["text"].as_str().unwrap().to_owned();
        let handout = sheet(&page);
        let mut expected = vec!["right"; 9];
        // Programs are not recognised by a digest.
        expected.extend(["read", "read"]);
        assert_eq!(statuses(&handout, RIGHT), expected);
        assert_eq!(statuses(&handout, &[("d", "26"), ("b", "<0,*|*>")]), ["wrong", "wrong"]);
        let filled = handout.file(RIGHT)["text"].as_str().unwrap().to_owned();
        assert!(filled.contains("student \"Ada\"") && filled.contains("\nh := [Nim(3, 3)]\n"));
        // The teacher's program reads the file as it is.
        let key = Key::read("key.game", KEY, None, &Budget::unlimited()).unwrap();
        let examiner = Examiner::new(
            Budget::unlimited(),
            Arc::new(Shelf::default()),
            "key.game",
            AnswerLimits::default(),
        );
        let grader = classroom::Grader::new(examiner);
        let grade = grader.grade(&key, "ada", &filled, &[], &mut |work| work()).unwrap();
        assert_eq!(grade.earned(), grade.points());
        assert!(grade.remarks.is_empty(), "{:?}", grade.remarks);
        // And the page opens it with the answers in it.
        let form = sheet(&filled).form(&mut Session::default());
        assert_eq!(
            (&form["student"], &form["exercises"][0]["questions"][1]["answer"]),
            (&json!("Ada"), &json!("<0|*>"))
        );
    }

    #[test]
    fn questions_about_moves_show_the_position_and_its_moves() {
        let positions = |sheet: &Sheet| {
            let form = sheet.form(&mut Session::default());
            let questions = form["exercises"][0]["questions"].as_array().unwrap().clone();
            let shown: Vec<Json> = questions.iter().map(|one| one["position"].clone()).collect();
            (shown[6]["text"].clone(), shown[7].clone(), shown[0].clone())
        };
        let text = KEY.replace("ask moves h \"?\"", "ask moves h \"From `Nim(3, 5)`?\"");
        let key = sheet(&text);
        let handout = sheet(key.file(&[])["text"].as_str().unwrap());
        for one in [&key, &handout] {
            let (given, quoted, none) = positions(one);
            assert_eq!((given, &quoted["text"]), (json!("Nim(3, 5)"), &json!("Nim(3, 5)")));
            let moves = quoted["left"]["moves"].as_array().unwrap();
            assert!(moves.len() == 8 && moves.iter().any(|one| one["to"] == "Nim(3, 3)"));
            assert!(none.is_null());
        }
    }

    #[test]
    fn a_position_that_only_the_key_can_make_is_not_shown() {
        let text = "sheet \"S\"\nexercise \"E\" {\nsecret := Nim(3, 5)\n\
                    ask move g \"?\" := winning_moves(secret) { given secret }\n}\n";
        let key = sheet(text);
        let page = key.file(&[])["text"].as_str().unwrap().to_owned();
        assert!(!page.contains("given"), "{page}");
        let form = key.form(&mut Session::default());
        assert!(form["exercises"][0]["questions"][0]["position"].is_null(), "{form}");
        // Nor is what the question mentions besides.
        let other = text.replace("\"?\"", "\"Not from `Nim(1)`.\"");
        let form = sheet(&other).form(&mut Session::default());
        assert!(form["exercises"][0]["questions"][0]["position"].is_null(), "{form}");
    }

    #[test]
    fn only_what_is_written_out_is_a_position_of_a_question() {
        for text in [
            "Nim(3, 5)",
            "Clobber(\"xo|ox\") + <1|-1> - *2",
            "Subtraction({1, 2, 4})(9)",
            "a: <1||a|*>",
            "<1,0|*>",
        ] {
            assert!(is_literal(text), "{text}");
        }
        for text in [
            "winning_moves(Nim(3, 5))[1]",
            "winning_moves(Nim(3, 5))",
            "secret",
            "Nim(n)",
            "canonical(Nim(3))",
            "[m for m in Nim(3)]",
            "x := 1",
            "Nim(",
        ] {
            assert!(!is_literal(text), "{text}");
        }
        assert_eq!(codes("Of `winning_moves(Nim(3, 5))`.")[1], "Nim(3, 5)");
    }

    #[test]
    fn checks_are_asked_too() {
        let text = "// Homework\n\nexercise \"Forms\" (2 points) {\n  hint \"Look.\"\n  check <0,*|*> is <0|*>\n  \
                    check nimber(Nim(3, 5)) == ?\n  check ^ || *\n}\n";
        let checks = sheet(text);
        let form = checks.form(&mut Session::default());
        assert_eq!(form["title"], "Homework");
        assert!(!form.to_string().contains("<0|*>"), "{form}");
        let typed = [("q1_1", "<0|*>"), ("q1_2", "7"), ("q1_3", "||")];
        assert_eq!(statuses(&checks, &typed), ["right", "wrong", "right"]);
        let broken = [("q1_1", "<0|"), ("q1_2", "6"), ("q1_3", "1 } check true {")];
        assert_eq!(statuses(&checks, &broken), ["unreadable", "right", "unreadable"]);
    }
}
