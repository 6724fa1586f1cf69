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
    /// Warnings: what ran, but perhaps not as it was meant.
    pub warnings: Vec<Diagnostic>,
}

impl Reply {
    /// Whether something went wrong: an error, or a check that does not hold.
    pub fn failed(&self) -> bool {
        let bad = |check: &CheckResult| {
            matches!(check.verdict, CheckVerdict::Failed { .. } | CheckVerdict::Error(_))
        };
        !self.diagnostics.is_empty() || self.checks.iter().any(bad)
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
    /// What other programs are given, where [`Session::answer_with_data`] asks for it.
    ///
    /// [`Session::answer_with_data`]: super::Session::answer_with_data
    pub outside: Option<Outside>,
    /// Where the expression stands.
    pub span: Span,
    /// The number of the input, for `_7`.
    pub number: Option<usize>,
    /// Whether a `;` asks not to show it.
    pub silent: bool,
}

/// Result of a check.
#[derive(Debug, Clone)]
pub struct CheckResult {
    /// The exercise it belongs to.
    pub exercise: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// What was claimed, as typed.
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
    /// Where it stands.
    pub span: Span,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

/// Result of an exercise.
#[derive(Debug, Clone)]
pub struct ExerciseResult {
    /// What it is called.
    pub title: String,
    /// Where it stands.
    pub span: Span,
    /// What it is worth.
    pub points: Option<u32>,
    /// Its hints.
    pub hints: Vec<String>,
    /// Which checks of the reply are its own.
    pub checks: Range<usize>,
    /// What is wrong with those of its statements that broke; one that is a check is among the
    /// checks instead, if it parses.
    pub errors: Vec<BrokenStatement>,
    /// How many checks were not made, because the file was interrupted before.
    pub skipped: usize,
}

impl ExerciseResult {
    /// How many checks hold, and how many there are. A blank does not hold, and neither does
    /// a statement that broke.
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
