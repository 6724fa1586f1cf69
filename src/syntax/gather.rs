//! Inputs that come line by line.
//!
//! Knows: whether more lines belong to what has come.
//! Must not know: where lines come from.

use super::scan::{Problem, Scan};
use super::{ends_too_early, grammar};

/// So many bytes are parsed to find out whether an input goes on, all looks at it taken together.
/// A look at each line of a long input would take quadratic time.
const MOST_PARSED: usize = 150_000;

/// An input whose lines come one by one.
#[derive(Debug, Default)]
pub struct Gathering {
    text: String,
    scan: Scan,
    parsed: usize,
}

impl Gathering {
    /// Adds a line, which comes without its end. Whether more lines belong to the input: parsing
    /// stops only at its end. Of long inputs only brackets and comments are looked at.
    pub fn push(&mut self, line: &str) -> bool {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let before = self.text.len();
        self.text.push_str(line);
        self.scan.go_on(&self.text, before);
        match self.scan.problem {
            Some(Problem::UnclosedComment(_)) => return true,
            Some(_) => return false,
            None => {}
        }
        self.parsed += self.text.len();
        if self.parsed > MOST_PARSED {
            return !self.scan.open.is_empty() && self.scan.mismatch.is_none();
        }
        grammar::with_stack(|| ends_too_early(&self.text, self.scan.end))
    }

    /// What has come.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes what has come, and begins anew.
    pub fn take(&mut self) -> String {
        std::mem::take(self).text
    }
}

/// Whether `text` is the beginning of something: parsing stops only at its end.
pub fn is_incomplete(text: &str) -> bool {
    Gathering::default().push(text)
}
