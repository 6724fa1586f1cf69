//! Marks of answers: their status, points and remarks.
//!
//! Knows: the words that students read. Must not know: questions, or how answers are compared.

use upstar_core::Rational;

use crate::diagnostic::{Diagnostic, render};

/// Status of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// Right.
    Right,
    /// Partly right, or known to the key as worth some points.
    Partial,
    /// Wrong.
    Wrong,
    /// Without an answer.
    Blank,
    /// Does not parse, or has no value.
    Unreadable,
    /// Refused: computes, or mentions a name that is not allowed.
    Refused,
    /// A limit of steps or of memory ended it.
    Stopped,
    /// Ended by the clock before its steps were used up: it might succeed on another machine.
    OutOfTime,
    /// The user interrupted the examiner.
    Interrupted,
}

impl Status {
    /// The word for tables and for other programs.
    pub fn word(self) -> &'static str {
        match self {
            Status::Right => "right",
            Status::Partial => "partial",
            Status::Wrong => "wrong",
            Status::Blank => "blank",
            Status::Unreadable => "unreadable",
            Status::Refused => "refused",
            Status::Stopped => "stopped",
            Status::OutOfTime => "out of time",
            Status::Interrupted => "interrupted",
        }
    }
}

/// The mark of an answer.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Status.
    pub status: Status,
    /// Points earned.
    pub earned: Rational,
    /// Remarks for the student.
    pub remarks: Vec<String>,
    /// The answer as it was marked: without comments.
    pub text: String,
}

impl Mark {
    pub(super) fn of(status: Status) -> Mark {
        Mark { status, earned: Rational::from(0), remarks: Vec::new(), text: String::new() }
    }

    pub(super) fn saying(mut self, remark: String) -> Mark {
        self.remarks.push(remark);
        self
    }

    pub(super) fn refused(remark: impl Into<String>) -> Mark {
        Mark::of(Status::Refused).saying(remark.into())
    }

    pub(super) fn worth(mut self, earned: Rational) -> Mark {
        self.earned = earned;
        self
    }
}

/// The mark of an answer that does not parse, or has no value.
pub(super) fn unreadable(diagnostic: &Diagnostic) -> Mark {
    Mark::of(Status::Unreadable).saying(shortened_message(diagnostic))
}

/// Message of an error in an answer, without suggestions, which may be names of the key.
pub(super) fn shortened_message(diagnostic: &Diagnostic) -> String {
    let bare = Diagnostic { notes: Vec::new(), helps: Vec::new(), ..diagnostic.clone() };
    let line = render::one_line(&bare);
    let cut: String = line.chars().take(300).collect();
    cut
}
