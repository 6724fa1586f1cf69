//! What went wrong, as plain data.
//!
//! Knows: severities, codes, labels at spans, notes and helps.
//! Must not know: how a diagnostic is drawn (that is [`render`]) or what a game is.

mod codes;
mod excerpt;
pub mod render;
mod text_budget;

pub use codes::{Code, page};
pub use text_budget::TextBudget;
#[cfg(test)]
pub(crate) use text_budget::Unlimited;

use crate::source::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Nothing was computed.
    Error,
    /// Something was computed, but perhaps not what was meant.
    Warning,
}

/// A place and what is to be seen there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// A message with a code, places, notes and suggested fixes.
///
/// The first label is the place the diagnostic points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Which page explains it.
    pub code: Code,
    /// One line, no full stop.
    pub message: String,
    /// Places, the main one first.
    pub labels: Vec<Label>,
    /// Facts that help to understand.
    pub notes: Vec<String>,
    /// What to type instead.
    pub helps: Vec<String>,
}

impl Diagnostic {
    /// An error without a place yet.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// Adds a place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a suggested fix.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }

    /// The place it points at, if it has one.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}
