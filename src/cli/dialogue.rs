//! Dialogue with a person: the lines that are read, and whether it continues.
//!
//! Must not know: where lines come from, or what they mean.

/// Whether the dialogue continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// It continues.
    On,
    /// It ends.
    Quit,
}

/// Input of a player.
pub(super) enum Line {
    /// A line.
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the end of the input.
    Eof,
}

/// Source of input lines.
pub(super) trait Lines {
    /// Reads a line; `words` are completions.
    fn read(&mut self, prompt: &str, words: Vec<String>) -> Line;
}
