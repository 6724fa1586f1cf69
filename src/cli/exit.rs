//! Exit statuses of the program.
//!
//! Knows: which errors are of usage. Must not know: who ends the program.

use crate::diagnostic::{Code, Diagnostic};

/// Exit status of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// Success.
    Success,
    /// A check failed, or a line or a statement had an error.
    Failed,
    /// Bad usage, or a file that does not parse or cannot be read.
    Usage,
    /// Ctrl-C.
    Interrupted,
}

impl Exit {
    pub(super) fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Interrupted => 130,
        }
    }

    /// Returns the exit of a program with these errors.
    pub(super) fn of(diagnostics: &[Diagnostic]) -> Exit {
        let exits = diagnostics.iter().map(|diagnostic| Exit::of_code(diagnostic.code));
        exits.max().unwrap_or(Exit::Success)
    }

    pub(super) fn of_code(code: Code) -> Exit {
        match code {
            Code::Interrupted => Exit::Interrupted,
            Code::NoSuchFile | Code::CircularUse => Exit::Usage,
            // Errors of the parser: the file does not parse, or is not text.
            _ if code.number().starts_with("G01") => Exit::Usage,
            _ => Exit::Failed,
        }
    }
}
