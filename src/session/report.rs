//! What came of an input or a file.

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::value::Value;

/// What came of an input or a file.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// Values of top-level expressions, in order.
    pub answers: Vec<Answer>,
    /// Checks, in order.
    pub checks: Vec<CheckResult>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reply {
    /// Whether something went wrong: an error, or a check that does not hold.
    pub fn failed(&self) -> bool {
        let bad = |check: &CheckResult| {
            matches!(check.verdict, Verdict::Failed { .. } | Verdict::Error(_))
        };
        !self.diagnostics.is_empty() || self.checks.iter().any(bad)
    }
}

/// The value of a top-level expression.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The value.
    pub value: Value,
    /// The value as text.
    pub text: String,
    /// Where the expression stands.
    pub span: Span,
    /// The number of the input, for `_7`.
    pub number: Option<usize>,
    /// Whether a `;` asks not to show it.
    pub silent: bool,
}

/// How a check came out.
#[derive(Debug, Clone)]
pub struct CheckResult {
    /// The exercise it belongs to.
    pub exercise: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// What was claimed, as typed.
    pub claim: String,
    /// How it came out.
    pub verdict: Verdict,
}

/// How a check came out.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// It holds.
    Passed,
    /// It does not.
    Failed {
        /// What stands on the right side, for a comparison.
        expected: Option<String>,
        /// What stands on the left side, for a comparison.
        got: Option<String>,
        /// For games: who wins the difference, and by which first move.
        why: Option<String>,
    },
    /// A blank was to be filled with this.
    Blank {
        /// The answer.
        answer: String,
    },
    /// It could not be judged.
    Error(Diagnostic),
}
