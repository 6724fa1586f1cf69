//! The session that compares answers with a key, and the test for two equal values.
//!
//! Knows: the session of one question and the values of the key in it. Must not know: kinds of questions, marks.

use super::mistakes::Mistake;
use crate::diagnostic::Diagnostic;
use crate::session::Session;
use crate::value::{Value, equality, order, worth};

/// Session with the definitions of a key, and the marks of one question.
pub(super) struct MarkingSession {
    /// The session.
    pub(super) session: Session,
    /// The right answer.
    pub(super) expected: Value,
    /// The positions of the question.
    pub(super) given: Vec<Value>,
    /// Other right answers, or functions that hold for them.
    pub(super) accept: Vec<(Value, Option<String>)>,
    /// Values of the patterns with shares or feedback: those of `partial`, then those of `wrong`.
    pub(super) patterns: Vec<Option<Value>>,
    /// Wrong answers that usual mistakes would give.
    pub(super) usual: Vec<(Mistake, Value)>,
}

/// Whether a value of the key is a function, which decides about answers.
pub(super) fn is_function(value: &Value) -> bool {
    matches!(value, Value::Function(_) | Value::Builtin(..))
}

/// The items of a list, or the value alone.
pub(super) fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::List(list) | Value::Tuple(list) => list.items().to_vec(),
        Value::Set(set) => set.items().iter().cloned().collect(),
        other => vec![other.clone()],
    }
}

/// Whether a value is a position, or a sum of some.
pub(super) fn is_position(value: &Value) -> bool {
    matches!(value, Value::Position(_) | Value::Sum(_) | Value::Misere(_))
}

/// Value of a computation; `None` if it failed for another reason than a limit.
///
/// # Errors
/// When a limit has ended it.
pub(super) fn unless_exhausted<T>(
    computed: Result<T, Diagnostic>,
) -> Result<Option<T>, Diagnostic> {
    match computed {
        Ok(value) => Ok(Some(value)),
        Err(diagnostic) if diagnostic.code.is_exhaustion() => Err(diagnostic),
        Err(_) => Ok(None),
    }
}

/// Whether two values are equal; what cannot be compared is not.
pub(super) fn same(marking: &mut MarkingSession, a: &Value, b: &Value) -> Result<bool, Diagnostic> {
    let equal = marking.session.compute(|host| equality::equal(host, a, b));
    Ok(unless_exhausted(equal)?.unwrap_or(false))
}

/// The number that a value is for `is_number`: every game that equals one is a number.
pub(super) fn as_number(
    marking: &mut MarkingSession,
    value: &Value,
) -> Result<Option<Value>, Diagnostic> {
    if !order::is_gamelike(value) {
        return Ok(None);
    }
    let worth =
        unless_exhausted(marking.session.compute(|host| Ok(worth::evaluated(host, value)?)))?;
    // Numbers that are no short games have no worth as games.
    let worth = worth.unwrap_or_else(|| value.clone());
    Ok(Some(worth).filter(|worth| matches!(worth, Value::Number(_) | Value::Surreal(_))))
}
