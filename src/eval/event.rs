//! Events: what happens while a program runs, for those who report it.

use std::sync::Arc;

use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::explanation::Sentence;
use crate::value::host::Wanted;
use crate::value::{Fault, Value};

/// Something that happened and is reported.
#[derive(Debug, Clone)]
pub enum Event {
    /// A top-level expression has this value.
    Answer {
        /// The value.
        value: Value,
        /// Where the expression stands.
        span: Span,
        /// Whether it is not to be shown.
        silent: bool,
        /// Whether it is source for LaTeX, which is shown as it is and not as a quoted text.
        is_source: bool,
    },
    /// A file is to be written.
    File {
        /// Its path.
        path: String,
        /// What it is to contain.
        text: String,
        /// Where the statement stands that asks for it.
        span: Option<Span>,
    },
    /// A match is to be played.
    Play(Wanted),
    /// A check was made.
    Check {
        /// The exercise it belongs to.
        exercise: Option<Arc<str>>,
        /// Where the claim stands.
        span: Span,
        /// How it came out.
        claimed: Claimed,
    },
}

/// How a check came out.
#[derive(Debug, Clone)]
pub enum Claimed {
    /// It holds.
    Holds,
    /// It does not; both sides when it is a comparison, and why, when they are games.
    Fails(Option<(Value, CompareOp, Value)>, Option<Sentence>),
    /// A blank: this is the answer.
    Blank(Value),
    /// It could not be judged.
    Broken(Fault),
}
