//! The examiner: marks answers, each in a session of its own.
//!
//! The session of an answer is made for it and holds the definitions of the key and nothing else: no files, and
//! names that the answer can neither see, when they are secret, nor change. The limits are counted in steps, so that
//! a mark is the same on every machine; memory and a clock are there for what steps do not count.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use upstar_core::Budget;

use super::answers::{Given, bare};
use super::comparing::MarkingSession;
use super::key::{AnswerPattern, Key, Question, Snippet};
use super::mark::{Mark, Status};
use super::{marking, reading, usual, written};
use crate::diagnostic::{Code, Diagnostic};
use crate::session::{FileError, FileText, Files, NewFile, NotWritten, Session};
use crate::source::SourceMap;

/// Limits of each answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerLimits {
    /// Steps of the evaluator.
    pub steps: u64,
    /// Bytes of memory more than before.
    pub bytes: u64,
    /// Levels of calls through builtins and rules.
    pub levels: usize,
}

impl Default for AnswerLimits {
    fn default() -> AnswerLimits {
        AnswerLimits { steps: 2_000_000, bytes: 256 << 20, levels: 1000 }
    }
}

/// Number of times that a key may take the steps of an answer.
const KEY_STEPS: u64 = 20;

/// Runs a computation within a limit of time, and reports whether the clock ended it.
pub type Clock<'c> = dyn FnMut(&mut dyn FnMut()) + 'c;

/// The examiner.
pub struct Examiner {
    budget: Budget,
    files: Arc<KeyFiles>,
    limits: AnswerLimits,
    /// Marks given before: the same answer to the same question has the same mark.
    known: Arc<Mutex<BTreeMap<(String, String), Mark>>>,
}

impl fmt::Debug for Examiner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Examiner").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// A path, and the file that uses it.
type Wanted = (String, Option<String>);

/// Files that keys use: read once, never written, and hidden from answers.
struct KeyFiles {
    inner: Arc<dyn Files>,
    /// File of the key, relative to which the files that it uses are found.
    key: String,
    read: Mutex<BTreeMap<Wanted, Result<FileText, FileError>>>,
}

impl Files for KeyFiles {
    fn read(&self, path: &str, user: Option<&str>) -> Result<FileText, FileError> {
        let user = user.or(Some(&self.key));
        let wanted = (path.to_owned(), user.map(str::to_owned));
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.entry(wanted).or_insert_with(|| self.inner.read(path, user)).clone()
    }

    fn write(&self, files: &[NewFile]) -> Result<(), NotWritten> {
        let reason = "a key writes no files".to_owned();
        match files.first() {
            Some(file) => {
                let error = FileError::Unreadable { reason };
                Err(NotWritten { path: file.path.clone(), error })
            }
            None => Ok(()),
        }
    }
}

/// Error in a key that occurs when it is evaluated.
#[derive(Debug)]
pub struct KeyFault {
    /// The fault.
    pub diagnostic: Diagnostic,
    /// The texts that it points into.
    pub sources: SourceMap,
}

impl Examiner {
    /// Creates an examiner for the key in a file. `budget` receives interrupts; its limits are changed
    /// while an answer is marked.
    pub fn new(budget: Budget, files: Arc<dyn Files>, key: &str, limits: AnswerLimits) -> Examiner {
        let (key, read) = (key.to_owned(), Mutex::default());
        let files = Arc::new(KeyFiles { inner: files, key, read });
        Examiner { budget, files, limits, known: Arc::default() }
    }

    /// Creates an examiner for another thread, with a budget of its own. Both share their marks.
    pub fn beside(&self, budget: Budget) -> Examiner {
        let (files, limits, known) = (self.files.clone(), self.limits, self.known.clone());
        Examiner { budget, files, limits, known }
    }

    /// The limits of each answer.
    pub fn limits(&self) -> AnswerLimits {
        self.limits
    }

    /// Marks an answer.
    ///
    /// # Errors
    /// When the key cannot be evaluated, which is no fault of the student, or the computation is interrupted.
    pub fn mark(
        &self,
        key: &Key,
        question: &Question,
        given: Option<&Given>,
        clock: &mut Clock<'_>,
    ) -> Result<Mark, Box<KeyFault>> {
        let Some(given) = given.filter(|given| !given.is_blank()) else {
            return Ok(Mark::of(Status::Blank));
        };
        let text = bare(&given.text);
        if given.is_repeated {
            let mut mark = Mark::of(Status::Refused).saying("it is answered twice".to_owned());
            mark.text = text;
            return Ok(mark);
        }
        let about = (question_id(key, question), text.clone());
        if let Some(known) = self.known().get(&about) {
            return Ok(known.clone());
        }
        // The text marked is the one by which the mark is remembered.
        let given = &Given { text: text.clone(), ..given.clone() };
        let mut marked = None;
        clock(&mut || marked = Some(self.compute_mark(key, question, given)));
        let mut mark = marked.expect("what is given to a clock is run")?;
        mark.text = text;
        self.known().insert(about, mark.clone());
        Ok(mark)
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<(String, String), Mark>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn compute_mark(
        &self,
        key: &Key,
        question: &Question,
        given: &Given,
    ) -> Result<Mark, Box<KeyFault>> {
        // An answer that is refused by its text alone needs no session.
        let read = match reading::read(question, key, given, &self.budget) {
            Ok(read) => read,
            Err(mark) => return Ok(mark),
        };
        let mut marking = self.marking(key, question)?;
        let marked = self.limited(|| marking::mark(&mut marking, question, read));
        match marked {
            mark if mark.status == Status::Interrupted => Err(Box::new(KeyFault {
                diagnostic: Diagnostic::error(Code::Interrupted, "interrupted"),
                sources: SourceMap::default(),
            })),
            mark => Ok(mark),
        }
    }

    /// Runs `work` within a number of steps and the limit of memory.
    fn within<T>(&self, steps: u64, work: impl FnOnce() -> T) -> T {
        let (old_steps, old_bytes) = (self.budget.max_steps(), self.budget.max_bytes());
        self.budget.restart();
        self.budget.limit_steps(steps);
        self.budget.limit_bytes(old_bytes.min(self.budget.used_bytes() + self.limits.bytes));
        let done = work();
        self.budget.limit_steps(old_steps);
        self.budget.limit_bytes(old_bytes);
        done
    }

    /// Budget that receives interrupts.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Runs `work` within the limits of an answer.
    pub(super) fn limited<T>(&self, work: impl FnOnce() -> T) -> T {
        self.within(self.limits.steps, work)
    }

    /// A session with the definitions of a key.
    ///
    /// # Errors
    /// When one of them fails.
    pub(super) fn session(&self, key: &Key) -> Result<Session, Box<KeyFault>> {
        let mut session = Session::new(self.budget.clone(), self.files.clone());
        session.limit_nesting(self.limits.levels);
        for definition in &key.definitions {
            let reply = session.eval(&key.name, &definition.text.in_place());
            if let Some(diagnostic) = reply.diagnostics.into_iter().next() {
                return Err(fault(diagnostic, &session));
            }
        }
        Ok(session)
    }

    /// MarkingSession in which answers to a question are marked.
    ///
    /// # Errors
    /// When the key fails.
    pub(super) fn marking(
        &self,
        key: &Key,
        question: &Question,
    ) -> Result<MarkingSession, Box<KeyFault>> {
        self.within(self.limits.steps.saturating_mul(KEY_STEPS), || {
            let mut session = self.session(key)?;
            let mut read = |snippet: &Snippet| {
                let value = session.read(&key.name, &snippet.in_place());
                value.map_err(|diagnostic| fault(diagnostic, &session))
            };
            let expected = read(&question.answer)?;
            let given = question.given.iter().map(&mut read).collect::<Result<_, _>>()?;
            let mut accept = Vec::new();
            for one in question.accept.iter().filter(|one| one.pattern.mistake.is_none()) {
                accept.push((read(&one.pattern.value)?, one.text.clone()));
            }
            let mut patterns = Vec::new();
            for marked in question.partial.iter().chain(&question.wrong) {
                let AnswerPattern { value, mistake } = &marked.pattern;
                patterns.push(if mistake.is_some() { None } else { Some(read(value)?) });
            }
            let usual = usual::of_key(&mut session, question, &expected);
            Ok(MarkingSession { session, expected, given, accept, patterns, usual })
        })
    }

    /// Checks a key: its own answers must be right, and those that it calls wrong or partial must not.
    ///
    /// # Errors
    /// All that does not hold, and questions whose part of the key fails; at least one.
    pub fn check(&self, key: &Key, clock: &mut Clock<'_>) -> Result<(), Vec<KeyFault>> {
        let mut faults: Vec<KeyFault> = Vec::new();
        for question in key.questions() {
            let mut checked = None;
            clock(&mut || checked = Some(self.check_question(key, question)));
            let found = checked.expect("what is given to a clock is run");
            match found {
                Ok(wrong) => faults.extend(wrong),
                // A definition that fails does so for each question.
                Err(fault)
                    if faults
                        .iter()
                        .any(|one| one.diagnostic.message == fault.diagnostic.message) => {}
                Err(fault) => faults.push(*fault),
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn check_question(
        &self,
        key: &Key,
        question: &Question,
    ) -> Result<Vec<KeyFault>, Box<KeyFault>> {
        let mut marking = self.marking(key, question)?;
        let steps = self.limits.steps.saturating_mul(KEY_STEPS);
        let wrong = self.within(steps, || marking::check(&mut marking, question));
        let faults = wrong.into_iter().map(|(snippet, message)| {
            let mut sources = SourceMap::default();
            let text = snippet.in_place();
            let start = text.len() - snippet.text.len();
            let source = sources.add(key.name.clone(), text.clone());
            let span = crate::source::Span::new(source, start..text.len());
            let diagnostic = Diagnostic::error(Code::BadKey, message).label(span, "here");
            KeyFault { diagnostic, sources }
        });
        Ok(faults.collect())
    }

    /// The games that stand in backquotes in the texts of a key, and in these `solutions`, as LaTeX.
    ///
    /// # Errors
    /// When a definition of the key fails.
    pub fn mathematics<'s>(
        &self,
        key: &Key,
        solutions: impl Iterator<Item = &'s String>,
    ) -> Result<BTreeMap<String, String>, Box<KeyFault>> {
        let mut session = self.session(key)?;
        let texts = key.exercises.iter().flat_map(|one| one.texts.iter().map(String::as_str));
        let questions = key.questions().flat_map(|question| {
            std::iter::once(&*question.text).chain(question.from.iter().map(String::as_str))
        });
        let codes = texts.chain(questions).flat_map(|text| text.split('`').skip(1).step_by(2));
        let mut games = BTreeMap::new();
        for code in codes.map(str::to_owned).chain(solutions.cloned()) {
            if let Some(game) = self.limited(|| written::in_latex(&mut session, &code)) {
                games.insert(code, game);
            }
        }
        Ok(games)
    }

    /// Right answer to a question as text, for keys on paper and feedback.
    ///
    /// # Errors
    /// When the key fails.
    pub fn solution(&self, key: &Key, question: &Question) -> Result<String, Box<KeyFault>> {
        if question.is_program() {
            return Ok(question.answer.text.clone());
        }
        let mut marking = self.marking(key, question)?;
        Ok(marking::solution(&mut marking, question))
    }

    /// Explanation of the right answer in a few lines; `None` if the engine has none.
    ///
    /// # Errors
    /// When the key fails.
    pub fn reason(&self, key: &Key, question: &Question) -> Result<Option<String>, Box<KeyFault>> {
        if question.is_program() {
            return Ok(None);
        }
        let mut marking = self.marking(key, question)?;
        let steps = self.limits.steps.saturating_mul(KEY_STEPS);
        Ok(self.within(steps, || marking::reason(&mut marking, question)))
    }
}

/// Identity of a question for its marks: everything that they depend on.
fn question_id(key: &Key, question: &Question) -> String {
    use std::fmt::Write as _;
    let mut id = String::new();
    for definition in &key.definitions {
        id.push_str(&definition.text.text);
        id.push('\n');
    }
    let done = write!(
        id,
        "{:?} {} {} {:?} {:?} {:?} {:?} {:?} {:?}",
        question.kind,
        question.name,
        question.points,
        question.answer,
        question.given,
        question.from,
        question.allow,
        (&question.accept, &question.partial),
        question.wrong,
    );
    done.expect("writing to a string does not fail");
    id
}

pub(super) fn fault(diagnostic: Diagnostic, session: &Session) -> Box<KeyFault> {
    Box::new(KeyFault { diagnostic, sources: session.sources().clone() })
}
