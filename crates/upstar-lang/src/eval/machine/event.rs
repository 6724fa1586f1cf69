//! Events: results of a running program for the session to report.

use std::sync::Arc;

use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::Sentence;
use crate::value::host::Wanted;
use crate::value::{Fault, Value};

/// Event in the run of a program.
#[derive(Debug, Clone)]
pub enum Event {
    /// Value of a top-level expression.
    Answer {
        /// The value.
        value: Value,
        /// Place of the expression.
        span: Span,
        /// Text that is shown before the value.
        label: Option<Arc<str>>,
        /// Whether the value is computed but not shown (`;` at the end).
        silent: bool,
        /// Whether it is LaTeX source, which is shown verbatim and not as a quoted text.
        is_source: bool,
    },
    /// Request to write a file.
    File {
        /// Its path.
        path: String,
        /// Its contents.
        text: String,
        /// Place of the statement that writes it.
        span: Option<Span>,
    },
    /// Request to play a match.
    Play(Wanted),
    /// Result of a check.
    Check {
        /// The exercise it belongs to.
        exercise: Option<Arc<str>>,
        /// Place of the claim.
        span: Span,
        /// The result.
        claimed: Claimed,
    },
}

/// Result of a check.
#[derive(Debug, Clone)]
pub enum Claimed {
    /// The claim holds.
    Holds,
    /// The claim does not hold. Has both sides of a comparison, and for games the reason.
    Fails(Option<(Value, CompareOp, Value)>, Option<Sentence>),
    /// Value for a blank, `?`.
    Blank(Value),
    /// The evaluation of the claim failed.
    Broken(Fault),
}
