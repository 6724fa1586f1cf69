//! Diagnostics: errors and warnings as plain data.
//!
//! Knows: severities, codes, labels at spans, notes and helps.
//! Must not know: how a diagnostic is drawn (that is [`render`]) or what a game is.

mod codes;
mod excerpt;
pub mod render;

use crate::source::Span;

pub use codes::{Code, page};

/// Severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// No result was computed.
    Error,
    /// A result was computed, but possibly not the intended one.
    Warning,
}

/// A span with the text that is shown at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Place.
    pub span: Span,
    /// Text of the label.
    pub text: String,
}

/// An edit that follows a help: what an editor offers to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Action in the imperative.
    pub title: String,
    /// Place of the replaced text; empty for an insertion.
    pub span: Span,
    /// Replacement.
    pub text: String,
}

/// A message with a code, places, notes and suggested fixes.
///
/// The first label is the place the diagnostic points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity of a diagnostic.
    pub severity: Severity,
    /// Code, whose page explains the diagnostic.
    pub code: Code,
    /// Message of one line, without a full stop.
    pub message: String,
    /// Places, the main one first.
    pub labels: Vec<Label>,
    /// Facts that help to understand.
    pub notes: Vec<String>,
    /// Helps: what to type instead.
    pub helps: Vec<String>,
    /// Helps that are edits; each of them alone is a fix.
    pub fixes: Box<[Fix]>,
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
            fixes: Box::default(),
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

    /// Adds an edit, which some help describes.
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let fix = Fix { title: title.into(), span, text: text.into() };
        self.fixes = self.fixes.into_iter().chain([fix]).collect();
        self
    }

    /// A text with this error, mended, where just one edit is a fix.
    ///
    /// ```
    /// # use upstar_syntax::diagnostic::{Code, Diagnostic};
    /// # use upstar_syntax::source::{SourceMap, Span};
    /// let source = SourceMap::default().add("input", "½");
    /// let error = Diagnostic::error(Code::Syntax, "fractions are written out");
    /// let error = error.fix("Write `1/2`", Span::new(source, 0..2), "1/2");
    /// assert_eq!(error.mended("½").as_deref(), Some("1/2"));
    /// ```
    pub fn mended(&self, text: &str) -> Option<String> {
        let [fix] = &*self.fixes else { return None };
        let range = fix.span.bytes();
        let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
        Some(format!("{before}{}{after}", fix.text))
    }

    /// The place it points at, if it has one.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

/// Limits of time and memory for walks over texts.
pub trait TextBudget {
    /// Counts one step of work.
    ///
    /// # Errors
    /// When a limit is passed or the computation is interrupted.
    fn poll(&self) -> Result<(), Diagnostic>;

    /// Number of bytes of memory that are left.
    fn room(&self) -> u64;

    /// Reserves memory before it is allocated.
    fn reserve(&self, bytes: u64) -> Result<(), Diagnostic>;
}

/// Budget without limits.
#[derive(Debug, Clone, Copy)]
pub struct Unlimited;

impl TextBudget for Unlimited {
    fn poll(&self) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn room(&self) -> u64 {
        u64::MAX
    }

    fn reserve(&self, _bytes: u64) -> Result<(), Diagnostic> {
        Ok(())
    }
}
