//! The tutor: pages of the book as lessons at a prompt.
//!
//! Knows: lessons, where the reader is, and which inputs go on. An input goes on when it means what the page expects:
//! the same value, the same names bound, a claim that holds, the same error.
//! Must not know: where pages and progress are kept. Callers pass the pages, so that an engine without a tutor does not
//! carry them.

mod page;

use page::{Lesson, Step, StepKind, bound};

use crate::diagnostic::{Diagnostic, Unlimited};
use crate::document::Document as Program;
use crate::output::{Block, Document, Line, Role, markdown};
use crate::session::expect::Expected;
use crate::session::find::SearchHit;
use crate::session::{Answer, CheckResult, CheckVerdict, Reply, Session};
use crate::syntax::{TokenKind, tokens};
use crate::value::Value;
use crate::value::equality::equal;

/// Page of the book: its name without the ending, and its text.
pub type LessonPage<'p> = (&'p str, &'p str);

/// Lessons, and where the reader is in them.
#[derive(Debug)]
pub struct Tutor {
    lessons: Vec<Lesson>,
    lesson: usize,
    step: usize,
    is_running: bool,
    /// Whether the input of this step is offered.
    is_offered: bool,
    /// Whether something else was typed at this step.
    is_reminded: bool,
}

/// Step of a lesson, and where it stands in it. Numbers begin at 1.
#[derive(Debug)]
pub struct Task<'t> {
    /// Number of the lesson.
    pub lesson: usize,
    /// Number of lessons.
    pub lessons: usize,
    /// Title of the lesson.
    pub title: &'t str,
    /// Number of the step.
    pub step: usize,
    /// Number of steps of the lesson.
    pub steps: usize,
    /// Text to be read before the input.
    pub text: &'t Document,
    /// Input to be typed.
    pub input: &'t str,
    /// Text after the last step.
    pub closing: &'t Document,
}

impl Tutor {
    /// Reads pages as lessons; the reader is at the beginning.
    pub fn new(pages: &[LessonPage<'_>]) -> Tutor {
        Tutor {
            lessons: pages.iter().map(|(name, text)| Lesson::new(name, text)).collect(),
            lesson: 0,
            step: 0,
            is_running: false,
            is_offered: false,
            is_reminded: false,
        }
    }

    /// The lessons, for `:find`.
    pub fn lessons(&self) -> Vec<SearchHit> {
        let hit = |lesson: &Lesson| SearchHit {
            name: format!(":tutorial {}", lesson.name),
            summary: format!("the lesson {}", lesson.title),
        };
        self.lessons.iter().map(hit).collect()
    }

    /// Where the reader is, as [`Tutor::resume`] takes it: `games 3`.
    pub fn progress(&self) -> String {
        format!("{} {}", self.lessons[self.lesson].name, self.step + 1)
    }

    /// Goes to where the reader was; what cannot be read is left aside.
    pub fn resume(&mut self, progress: &str) {
        let place = progress.trim().split_once(' ').and_then(|(name, number)| {
            let lesson = self.lessons.iter().position(|lesson| lesson.name == name)?;
            let step = number.parse::<usize>().ok()?.checked_sub(1)?;
            (step < self.lessons[lesson].steps.len()).then_some((lesson, step))
        });
        if let Some((lesson, step)) = place {
            self.go_to(lesson, self.lessons[lesson].start_of(step));
        }
    }

    /// Begins a lesson, by its number or name, or the beginning of its name. Without one it goes on with the last lesson.
    ///
    /// # Errors
    /// A message for the user when there is no such lesson.
    pub fn begin(&mut self, wanted: &str) -> Result<Document, String> {
        if !wanted.is_empty() {
            let found = self.find(wanted).ok_or_else(|| self.unknown(wanted))?;
            self.go_to(found, 0);
        }
        self.is_running = true;
        Ok(self.opening())
    }

    /// Ends the lesson.
    ///
    /// # Errors
    /// A message for the user when there is none.
    pub fn stop(&mut self) -> Result<Document, String> {
        self.running()?;
        self.is_running = false;
        let mut document = Document::new();
        document.paragraph("The lesson is over for now; `:tutorial` goes on with it.");
        Ok(document)
    }

    /// What to say after an input: the next step, if the input has done this one.
    pub fn follow(
        &mut self,
        session: &mut Session,
        typed: &str,
        reply: &Reply,
    ) -> Option<Document> {
        let step = self.running().ok()?;
        if is_done(step, session, typed, reply) {
            return Some(self.next());
        }
        let reminder = reminder(step);
        (!std::mem::replace(&mut self.is_reminded, true)).then_some(reminder)
    }

    /// What helps with this step; its input is offered from now on.
    ///
    /// # Errors
    /// A message for the user when there is no lesson.
    pub fn hint(&mut self, session: &Session) -> Result<Document, String> {
        let document = hint(self.running()?, session);
        self.is_offered = true;
        Ok(document)
    }

    /// Whether a lesson is going on.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// The step at which the reader is, for a page that draws it by itself; none while no lesson goes on.
    pub fn task(&self) -> Option<Task<'_>> {
        let step = self.running().ok()?;
        let lesson = &self.lessons[self.lesson];
        Some(Task {
            lesson: self.lesson + 1,
            lessons: self.lessons.len(),
            title: &lesson.title,
            step: self.step + 1,
            steps: lesson.steps.len(),
            text: &step.text,
            input: &step.input,
            closing: &lesson.closing,
        })
    }

    /// The input that Enter takes on an empty line, if there is one.
    pub fn offered(&self) -> Option<&str> {
        let step = self.running().ok()?;
        (self.is_offered || step.input.contains('\n')).then_some(&step.input)
    }

    fn running(&self) -> Result<&Step, String> {
        match self.is_running {
            true => Ok(&self.lessons[self.lesson].steps[self.step]),
            false => Err("there is no lesson (`:tutorial` begins one)".to_owned()),
        }
    }

    fn go_to(&mut self, lesson: usize, step: usize) {
        (self.lesson, self.step) = (lesson, step);
        (self.is_offered, self.is_reminded) = (false, false);
    }

    fn find(&self, wanted: &str) -> Option<usize> {
        if let Ok(number) = wanted.parse::<usize>() {
            return number.checked_sub(1).filter(|at| *at < self.lessons.len());
        }
        let wanted = wanted.to_lowercase().replace([' ', '-'], "_");
        self.lessons.iter().position(|lesson| lesson.name.starts_with(&wanted))
    }

    fn unknown(&self, wanted: &str) -> String {
        let names = self.lessons.iter().enumerate();
        let names: Vec<String> =
            names.map(|(at, lesson)| format!("{} {}", at + 1, lesson.name)).collect();
        format!("there is no lesson `{wanted}` (there are {})", names.join(", "))
    }

    /// The head of the lesson, and its next step.
    fn opening(&self) -> Document {
        let lesson = &self.lessons[self.lesson];
        let mut document = Document::new();
        document.heading(format!(
            "Lesson {} of {}: {}",
            self.lesson + 1,
            self.lessons.len(),
            lesson.title
        ));
        document.paragraph(
            "Type what you are asked to; anything else is answered as always. `:hint` helps, `:tutorial stop` leaves.",
        );
        document.blank();
        document.extend(task(&lesson.steps[self.step]));
        document
    }

    /// Goes to the next step, and says what it is.
    fn next(&mut self) -> Document {
        let lesson = &self.lessons[self.lesson];
        let mut document = Document::new();
        document.line(Line::new().with(Role::Good, "✓"));
        if let Some(step) = lesson.steps.get(self.step + 1) {
            document.extend(task(step));
            self.go_to(self.lesson, self.step + 1);
            return document;
        }
        let next = (self.lesson + 1) % self.lessons.len();
        let leads_to = match next {
            0 => "This was the last lesson. `:tutorial 1` begins again; `:examples`, `:rulesets` and `:find` lead on."
                .to_owned(),
            next => {
                let title = &self.lessons[next].title;
                format!("The lesson is done. `:tutorial` goes on with lesson {}: {title}", next + 1)
            }
        };
        document.blank().extend(lesson.closing.clone()).blank().paragraph(&leads_to);
        self.is_running = false;
        self.go_to(next, 0);
        document
    }
}

/// The text of a step, and what to type.
fn task(step: &Step) -> Document {
    let mut document = Document::new();
    if !step.text.blocks.is_empty() {
        document.blank().extend(step.text.clone()).blank();
    }
    if step.input.contains('\n') {
        document.paragraph("Type these lines, or press Enter to take them:");
        document.code(step.input.lines().map(|line| Line::new().with(Role::Code, line)).collect());
    } else {
        let task = Line::new().with(Role::Strong, "Type:  ").with(Role::Code, &*step.input);
        document.push(Block::Paragraph(task));
    }
    document
}

/// What to say once to those who type something else.
fn reminder(step: &Step) -> Document {
    let input = step.input.lines().next().unwrap_or_default();
    let line = Line::new().with(Role::Faint, "The lesson goes on after ").with(Role::Code, input);
    let mut document = Document::new();
    document.push(Block::Paragraph(line));
    document
}

/// What the names in an input mean, and what it answers.
fn hint(step: &Step, session: &Session) -> Document {
    let mut document = Document::new();
    let mut names: Vec<&str> = Vec::new();
    for token in tokens(&step.input) {
        let name = &step.input[token.range.clone()];
        if token.kind == TokenKind::Name && !names.contains(&name) {
            names.push(name);
        }
    }
    let rows = names.into_iter().filter_map(|name| session.page(name)).map(|page| {
        vec![Line::new().with(Role::Code, page.signature), markdown::inline(&page.summary)]
    });
    document.table(rows.collect());
    let mut line = Line::new();
    line = match &step.expected {
        Some(Expected::Value(answer)) if answer.contains('\n') => {
            line.text("It answers with several lines.")
        }
        Some(Expected::Value(answer)) if !answer.is_empty() => {
            line.text("The answer is ").with(Role::Code, &**answer).text(".")
        }
        Some(Expected::Error(code)) => line
            .text("It is an error on purpose, which ")
            .with(Role::Code, format!("?{code}"))
            .text(" explains."),
        _ => line.text("It has no answer."),
    };
    document.push(Block::Paragraph(line.text(" Enter types it for you.")));
    document
}

/// Reports whether an input means what a step expects.
fn is_done(step: &Step, session: &mut Session, typed: &str, reply: &Reply) -> bool {
    if let Some(Expected::Error(code)) = &step.expected {
        let failures = reply.checks.iter().filter_map(CheckResult::failure);
        let mut all = reply.diagnostics.iter().cloned().chain(failures);
        return all.any(|one: Diagnostic| one.code.number() == code);
    }
    if reply.failed() {
        return false;
    }
    if typed.split_whitespace().eq(step.input.split_whitespace()) {
        return true;
    }
    match &step.kind {
        StepKind::Value => {
            reply.answers.last().is_some_and(|answer| means(session, answer, &step.input))
        }
        StepKind::Claim => reply.checks.last().is_some_and(|check| match &check.verdict {
            CheckVerdict::Blank { answer } => {
                step.expected == Some(Expected::Value(answer.clone()))
            }
            _ => step.expected.is_none(),
        }),
        StepKind::Binding { names, value } => {
            let ours = bound(&Program::new("typed", typed, &Unlimited));
            names.iter().all(|name| ours.contains(name))
                && value.as_ref().is_none_or(|value| has_value(session, &names[0], value))
        }
    }
}

/// Reports whether an answer equals the value of an input, which leaves no trace.
fn means(session: &mut Session, answer: &Answer, input: &str) -> bool {
    let Ok(wanted) = session.value_alone("lesson", input) else { return false };
    is_equal(session, &answer.value, &wanted)
        || session.answer_text(&wanted).is_ok_and(|text| text == answer.text)
}

/// Reports whether a name has the value of an expression.
fn has_value(session: &mut Session, name: &str, expression: &str) -> bool {
    let values = [name, expression].map(|text| session.value_alone("lesson", text));
    let [Ok(value), Ok(wanted)] = values else { return false };
    is_equal(session, &value, &wanted)
}

fn is_equal(session: &mut Session, left: &Value, right: &Value) -> bool {
    session.compute(|host| equal(host, left, right)).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::output::{Style, render};
    use crate::session::{FileError, FileText, Files, NewFile, NotWritten};

    const BOOK: &[LessonPage<'_>] = &[
        ("first_steps", include_str!("../../../../docs/book/src/tutorial/first_steps.md")),
        ("games", include_str!("../../../../docs/book/src/tutorial/games.md")),
        ("outcomes", include_str!("../../../../docs/book/src/tutorial/outcomes.md")),
        ("nimbers", include_str!("../../../../docs/book/src/tutorial/nimbers.md")),
        ("rulesets", include_str!("../../../../docs/book/src/tutorial/rulesets.md")),
        ("exercises", include_str!("../../../../docs/book/src/tutorial/exercises.md")),
    ];

    const PAGE: &str = "# Small\n\nBegin.\n\n```console\n> <0|>\n1\n```\n\nA `name`.\n\n\
        ```game\nG := <2|-1>\nG + G  //= 1\n1/3 + *  //! G0303\n```\n\nThe end.\n";

    /// Files that can be written and never read.
    struct Sink;

    impl Files for Sink {
        fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
            Err(FileError::NotFound)
        }

        fn write(&self, _: &[NewFile]) -> Result<(), NotWritten> {
            Ok(())
        }
    }

    fn session() -> Session {
        Session::new(Session::default().budget().clone(), Arc::new(Sink))
    }

    fn shown(document: &Document) -> String {
        render(document, Style::default())
    }

    /// What the tutor says after an input.
    fn typed(tutor: &mut Tutor, session: &mut Session, text: &str) -> String {
        let reply = session.eval("input", text);
        tutor.follow(session, text, &reply).map_or(String::new(), |document| shown(&document))
    }

    #[test]
    fn every_page_of_the_book_is_a_lesson_that_its_own_inputs_finish() {
        let mut tutor = Tutor::new(BOOK);
        for (at, (name, _)) in BOOK.iter().enumerate() {
            let mut session = session();
            tutor.begin(name).unwrap();
            let steps = tutor.lessons[at].steps.len();
            assert!(steps >= 5, "{name}: {steps} steps");
            for step in 0..steps {
                let input = tutor.lessons[at].steps[step].input.clone();
                let said = typed(&mut tutor, &mut session, &input);
                assert!(said.starts_with('✓'), "{name}, `{input}`: {said}");
            }
            assert!(tutor.hint(&session).is_err(), "{name} is not done");
        }
        assert_eq!(tutor.progress(), "first_steps 1");
    }

    #[test]
    fn what_means_the_same_goes_on_and_all_else_is_only_answered() {
        let mut tutor = Tutor::new(&[("small", PAGE)]);
        let mut session = session();
        assert_eq!(typed(&mut tutor, &mut session, "1"), "");
        assert!(shown(&tutor.begin("").unwrap()).ends_with("Begin.\n\nType:  <0|>\n"));
        assert_eq!(typed(&mut tutor, &mut session, "2"), "The lesson goes on after <0|>\n");
        assert_eq!(typed(&mut tutor, &mut session, "nothing_such"), "");
        let said = typed(&mut tutor, &mut session, "1/2 + 1/2");
        assert_eq!(said, "✓\n\nA name.\n\nType:  G := <2|-1>\n");
        assert_ne!(typed(&mut tutor, &mut session, "H := <2|-1>"), "");
        assert_eq!(typed(&mut tutor, &mut session, "G := 7"), "");
        assert!(typed(&mut tutor, &mut session, "H := 1; G := {2 | 0-1}").starts_with('✓'));
        assert!(typed(&mut tutor, &mut session, "1").starts_with('✓'));
    }

    #[test]
    fn claims_and_errors_are_steps_too() {
        let page = "# Claims\n\n```game\ncheck <0|*> == ?  //= ↑\ncheck 1 == 1\n\
            check 1 == 2  //! G0701\n1/3 + *  //! G0303\n```\n";
        let mut tutor = Tutor::new(&[("claims", page)]);
        let mut session = session();
        tutor.begin("1").unwrap();
        assert!(!typed(&mut tutor, &mut session, "check * == ?").starts_with('✓'));
        assert!(typed(&mut tutor, &mut session, "check <0,*|*> == ?").starts_with('✓'));
        assert!(!typed(&mut tutor, &mut session, "check 1 == 2").starts_with('✓'));
        assert!(typed(&mut tutor, &mut session, "check 2 == 2").starts_with('✓'));
        assert!(typed(&mut tutor, &mut session, "check 1 == 3").starts_with('✓'));
        assert!(typed(&mut tutor, &mut session, "1/5 + *").contains("last lesson"));
    }

    #[test]
    fn a_hint_says_what_names_mean_and_offers_the_input() {
        let page = "# Hints\n\n```console\n> mean(<3|1>)\n2\n> 1 + 1\n2\n```\n";
        let mut tutor = Tutor::new(&[("hints", page)]);
        let mut session = session();
        assert!(tutor.hint(&session).is_err() && tutor.stop().is_err());
        tutor.begin("hin").unwrap();
        assert_eq!(tutor.offered(), None);
        let hint = shown(&tutor.hint(&session).unwrap());
        assert!(hint.contains("mean(G") && hint.contains("The answer is 2."), "{hint}");
        assert_eq!(tutor.offered(), Some("mean(<3|1>)"));
        typed(&mut tutor, &mut session, "mean(<3|1>)");
        assert_eq!(tutor.offered(), None);
        tutor.stop().unwrap();
        assert_eq!(typed(&mut tutor, &mut session, "1 + 1"), "");
    }

    #[test]
    fn one_goes_on_where_one_was_with_the_names_that_are_needed() {
        let mut tutor =
            Tutor::new(&[("other", "# Other\n\n```game\n1  //= 1\n```\n"), ("small", PAGE)]);
        for (progress, resumed) in [
            ("small 1", "small 1"),
            ("small 2", "small 2"),
            ("small 3", "small 2"),
            ("small 9", "small 2"),
            ("gone 1", "small 2"),
            ("", "small 2"),
            ("other 1", "other 1"),
        ] {
            tutor.resume(progress);
            assert_eq!(tutor.progress(), resumed, "{progress}");
        }
        assert_eq!(tutor.lessons()[1].name, ":tutorial small");
        let message = tutor.begin("3").unwrap_err();
        assert_eq!(message, "there is no lesson `3` (there are 1 other, 2 small)");
    }
}
