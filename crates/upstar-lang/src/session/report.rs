//! Reply to an input or a file.

use std::ops::Range;

use upstar_core::Rational;

use crate::diagnostic::{Code, Diagnostic};
use crate::outside::Outside;
use crate::source::Span;
use crate::value::Value;
use crate::value::host::Wanted;

/// Reply to an input or a file.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// Values of top-level expressions, in order.
    pub answers: Vec<Answer>,
    /// Checks, in order.
    pub checks: Vec<CheckResult>,
    /// Exercises at the top level of a file that was checked, in order.
    pub exercises: Vec<ExerciseResult>,
    /// Errors outside of exercises in a file that was checked.
    pub broken: Vec<BrokenStatement>,
    /// Matches that are to be played.
    pub wanted: Vec<Wanted>,
    /// Errors.
    pub diagnostics: Vec<Diagnostic>,
    /// Warnings: texts that ran, but possibly not as intended.
    pub warnings: Vec<Diagnostic>,
}

impl Reply {
    /// Whether something went wrong: an error, or a check that does not hold.
    pub fn failed(&self) -> bool {
        !self.diagnostics.is_empty() || self.checks.iter().any(|check| check.verdict.is_bad())
    }

    /// Returns the error of a match that is wanted where none can be played.
    pub fn unplayable(&self) -> Option<Diagnostic> {
        self.wanted.first().map(|_| {
            Diagnostic::error(Code::Misplaced, "a match needs a player at the prompt")
                .help("type `play(P)` at the prompt, or run `upstar play 'P'`")
        })
    }
}

/// The value of a top-level expression.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The value.
    pub value: Value,
    /// The value as text.
    pub text: String,
    /// The value for other programs, if [`Session::answer_with_data`] asks for it.
    ///
    /// [`Session::answer_with_data`]: super::Session::answer_with_data
    pub outside: Option<Outside>,
    /// Place of the expression.
    pub span: Span,
    /// The number of the input, for `_7`.
    pub number: Option<usize>,
    /// Whether a `;` suppresses its output.
    pub silent: bool,
}

/// Result of a check.
#[derive(Debug, Clone)]
pub struct CheckResult {
    /// The exercise it belongs to.
    pub exercise: Option<String>,
    /// Place of the check.
    pub span: Span,
    /// Claim as typed.
    pub claim: String,
    /// Its verdict.
    pub verdict: CheckVerdict,
}

impl CheckResult {
    /// Returns the diagnostic of a check that does not hold.
    pub fn failure(&self) -> Option<Diagnostic> {
        match &self.verdict {
            CheckVerdict::Passed | CheckVerdict::Blank { .. } => None,
            CheckVerdict::Error(diagnostic) => Some(diagnostic.clone()),
            CheckVerdict::Failed { expected, got, why } => {
                let claim = self.claim.strip_prefix("check").unwrap_or(&self.claim).trim();
                let mut diagnostic =
                    Diagnostic::error(Code::CheckFailed, format!("`{claim}` does not hold"))
                        .label(self.span, "this is false");
                if let (Some(expected), Some(got)) = (expected, got) {
                    let sides = format!("the left side is {got}, the right side {expected}");
                    diagnostic = diagnostic.note(sides);
                }
                if let Some(why) = why {
                    diagnostic = diagnostic.note(why.clone());
                }
                Some(diagnostic)
            }
        }
    }
}

/// A statement that failed, or does not parse.
#[derive(Debug, Clone)]
pub struct BrokenStatement {
    /// Place of the statement.
    pub span: Span,
    /// The error.
    pub diagnostic: Diagnostic,
}

/// Result of an exercise.
#[derive(Debug, Clone)]
pub struct ExerciseResult {
    /// Title.
    pub title: String,
    /// Place of the exercise.
    pub span: Span,
    /// Points for the exercise.
    pub points: Option<u32>,
    /// Its hints.
    pub hints: Vec<String>,
    /// Range of its checks among those of the reply.
    pub checks: Range<usize>,
    /// Statements with errors. A check that parses is not among them, but among the checks.
    pub errors: Vec<BrokenStatement>,
    /// Number of checks that were not made, because the file was interrupted before.
    pub skipped: usize,
}

impl ExerciseResult {
    /// Number of checks that hold, and number of all. A blank does not hold, and neither does a statement
    /// with an error.
    pub fn score(&self, checks: &[CheckResult]) -> (usize, usize) {
        let own = checks.get(self.checks.clone()).unwrap_or_default();
        let held = own.iter().filter(|check| matches!(check.verdict, CheckVerdict::Passed)).count();
        (held, own.len() + self.errors.len() + self.skipped)
    }

    /// Returns the points for the checks that hold, in proportion to all; `None` without a check.
    pub fn earned(&self, checks: &[CheckResult]) -> Option<Rational> {
        let points = Rational::from(i64::from(self.points?));
        let (held, all) = self.score(checks);
        let [held, all] =
            [held, all].map(|count| Rational::from(i64::try_from(count).unwrap_or(0)));
        Some((&points * &held).checked_div(&all).unwrap_or_else(|| Rational::from(0)))
    }
}

/// Result of a check.
#[derive(Debug, Clone)]
pub enum CheckVerdict {
    /// The claim holds.
    Passed,
    /// The claim does not hold.
    Failed {
        /// Right side of a comparison.
        expected: Option<String>,
        /// Left side of a comparison.
        got: Option<String>,
        /// Reason for games: who wins the difference, and by which first move.
        why: Option<String>,
    },
    /// A blank was to be filled with this.
    Blank {
        /// The answer.
        answer: String,
    },
    /// The evaluation failed.
    Error(Diagnostic),
}

impl CheckVerdict {
    /// Whether the claim does not hold, or could not be evaluated.
    pub fn is_bad(&self) -> bool {
        matches!(self, CheckVerdict::Failed { .. } | CheckVerdict::Error(_))
    }
}
