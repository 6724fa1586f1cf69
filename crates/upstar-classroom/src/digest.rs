//! Findings without the key: whether a file of answers can be read and, if the key allows it, which answers
//! are right.
//!
//! A handout contains digests (SHA-256) of the right answers as text, not the answers. Outcomes can be
//! found by trying all; a key that does not show verdicts has no digests in its handouts.

use sha2::{Digest as _, Sha256};

use super::answers::Given;
use super::comparing::{MarkingSession, is_function, items};
use super::examiner::{Examiner, KeyFault};
use super::handout::Handout;
use super::key::{Key, Question};
use super::mark::{Mark, Status};
use super::marking::{self, ComparedAnswer};
use super::reading;
use crate::syntax::ast::AnswerKind;
use crate::value::host::Host;
use crate::value::{Notation, Value, order, show, worth};

/// Finding about an answer, without the key.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Name of the question.
    pub name: String,
    /// Line of the answer in the file; `None` without an answer.
    pub line: Option<usize>,
    /// [`Status::Right`] if the handout shows that; otherwise the status if the answer cannot be read;
    /// `None` if it can be read and it is not known whether it is right.
    pub status: Option<Status>,
    /// Remark on the answer.
    pub remark: Option<String>,
}

/// Digest of an answer: of the title of the sheet, the name and a text.
fn digest(title: &str, name: &str, text: &str) -> String {
    let mut hash = Sha256::new();
    for part in [title, "\0", name, "\0", text] {
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// Text that all equal values have; `None` if there is none.
fn text_of(marking: &mut MarkingSession, value: &Value) -> Option<String> {
    fn text(host: &mut dyn Host, value: &Value) -> crate::value::Result<String> {
        match value {
            Value::List(_) | Value::Tuple(_) => {
                let mut parts = Vec::new();
                for item in items(value) {
                    parts.push(text(host, &item)?);
                }
                Ok(parts.join(";"))
            }
            value if order::is_gamelike(value) => {
                let worth = worth::evaluated(host, value)?;
                show::in_notation(&host.store(), &worth, Notation::ASCII)
            }
            other => show::in_notation(&host.store(), other, Notation::ASCII),
        }
    }
    let value = value.clone();
    marking.session.compute(move |host| text(host, &value)).ok()
}

/// Text of a position, which its value does not determine.
fn position(marking: &mut MarkingSession, value: &Value) -> Option<String> {
    let value = value.clone();
    let shown = marking
        .session
        .compute(move |host| show::in_notation(&host.store(), &value, Notation::ASCII));
    shown.ok()
}

/// Texts by which an answer is recognised: one, or several for a key with several right moves.
fn texts(
    marking: &mut MarkingSession,
    kind: AnswerKind,
    answer: &ComparedAnswer,
) -> Option<Vec<String>> {
    let value = match answer {
        ComparedAnswer::Order(relation) => {
            return Some(vec![marking::sign_of(*relation).to_owned()]);
        }
        ComparedAnswer::Choice(place) => return Some(vec![place.to_string()]),
        ComparedAnswer::Value(value) => value.clone(),
    };
    let mut positions = || -> Option<Vec<String>> {
        items(&value).iter().map(|one| position(marking, one)).collect()
    };
    match kind {
        // Every one of them is right.
        AnswerKind::Move => positions(),
        AnswerKind::Moves => {
            let mut all = positions()?;
            all.sort();
            all.dedup();
            Some(vec![all.join(";")])
        }
        // The answer must be canonical as typed, which `is_canonical` checks without the key.
        AnswerKind::Ruleset | AnswerKind::Strategy => None,
        _ => text_of(marking, &value).map(|text| vec![text]),
    }
}

impl Examiner {
    /// Digests of the right answers to a question; `None` if answers are not determined by their text.
    ///
    /// # Errors
    /// When the key fails.
    pub(super) fn digests(
        &self,
        key: &Key,
        question: &Question,
    ) -> Result<Vec<String>, Box<KeyFault>> {
        if question.is_program() {
            return Ok(Vec::new());
        }
        let mut marking = self.marking(key, question)?;
        let Some(answer) = marking::own_answer(&mut marking, question) else {
            return Ok(Vec::new());
        };
        let answer = match question.kind {
            AnswerKind::Move => ComparedAnswer::Value(marking.expected.clone()),
            _ => answer,
        };
        let mut all = texts(&mut marking, question.kind, &answer).unwrap_or_default();
        // Accepted values, where the key does not accept by a function.
        if question.accept.iter().any(|one| one.pattern.mistake.is_some()) {
            return Ok(Vec::new());
        }
        for (accept, _) in marking.accept.clone() {
            if is_function(&accept) {
                return Ok(Vec::new());
            }
            let more = texts(&mut marking, question.kind, &ComparedAnswer::Value(accept));
            all.extend(more.unwrap_or_default());
        }
        Ok(all.iter().map(|text| digest(&key.title, &question.name, text)).collect())
    }

    fn finding(
        &self,
        key: &Key,
        question: &Question,
        given: Option<&Given>,
        digests: &[String],
    ) -> Result<Finding, Box<KeyFault>> {
        let (name, line) = (question.name.clone(), given.map(|given| given.line));
        let finding = |status, remark| Finding { name: name.clone(), line, status, remark };
        let Some(given) = given.filter(|given| !given.is_blank()) else {
            return Ok(finding(Some(Status::Blank), None));
        };
        if given.is_repeated {
            return Ok(finding(Some(Status::Refused), Some("it is answered twice".to_owned())));
        }
        let failed = |mark: Mark| finding(Some(mark.status), mark.remarks.into_iter().next());
        let read = match reading::read(question, key, given, self.budget()) {
            Ok(read) => read,
            Err(mark) => return Ok(failed(mark)),
        };
        let mut marking = self.marking(key, question)?;
        let answer = self.limited(|| marking::evaluated(&mut marking, question, read));
        let answer = match answer {
            Ok(answer) => answer,
            Err(mark) => return Ok(failed(mark)),
        };
        if digests.is_empty() {
            return Ok(finding(None, None));
        }
        if let (AnswerKind::Form, ComparedAnswer::Value(value)) = (question.kind, &answer) {
            let is_canonical =
                marking.session.compute(|host| order::as_canonical(&host.store(), value));
            if is_canonical != Ok(true) {
                return Ok(finding(Some(Status::Wrong), None));
            }
        }
        let texts =
            self.limited(|| texts(&mut marking, question.kind, &answer)).unwrap_or_default();
        let is_known =
            texts.iter().any(|text| digests.contains(&digest(&key.title, &question.name, text)));
        Ok(finding(Some(if is_known { Status::Right } else { Status::Wrong }), None))
    }
}

impl Handout {
    /// Returns the findings about all answers that the handout alone allows.
    ///
    /// # Errors
    /// When the definitions in it fail.
    pub fn findings(&self, examiner: &Examiner) -> Result<Vec<Finding>, Box<KeyFault>> {
        let find = |question: &Question| {
            let digests = self.right.get(&question.name).map_or(&[][..], Vec::as_slice);
            examiner.finding(&self.key, question, self.submission.answer(&question.name), digests)
        };
        self.key.questions().map(find).collect()
    }
}
