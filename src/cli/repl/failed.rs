//! Inputs that failed: these are not offered again.
//!
//! Must not know: how inputs are offered.

use std::fs;
use std::path::PathBuf;

use indexmap::IndexSet;

/// Most inputs that are kept; the oldest are forgotten.
const MOST: usize = 1_000;

/// Longest input that is kept; longer ones are not offered at all.
pub(super) const LONGEST: usize = 500;

/// Inputs that failed when they were typed last, oldest first.
#[derive(Debug, Default)]
pub(super) struct Failed {
    inputs: IndexSet<String>,
    /// The file that keeps them between sessions, one in a line.
    path: Option<PathBuf>,
}

impl Failed {
    /// The inputs that a file has kept.
    pub(super) fn kept_in(path: Option<PathBuf>) -> Failed {
        // On the first day there is none.
        let text = path.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        Failed { inputs: text.lines().map(str::to_owned).collect(), path }
    }

    /// Notes whether an input has failed.
    pub(super) fn note(&mut self, input: &str, failed: bool) {
        if input.len() > LONGEST || input.contains('\n') {
            return;
        }
        let had_failed = self.inputs.shift_remove(input);
        if failed {
            self.inputs.insert(input.to_owned());
            self.inputs.drain(..self.inputs.len().saturating_sub(MOST));
        }
        if let (true, Some(path)) = (failed || had_failed, &self.path) {
            let lines: String = self.inputs.iter().flat_map(|input| [input, "\n"]).collect();
            // Without the file it is known until the program ends.
            let _ = fs::write(path, lines);
        }
    }

    /// Reports whether an input may be offered.
    pub(super) fn may_offer(&self, input: &str) -> bool {
        input.len() <= LONGEST && !input.contains('\n') && !self.inputs.contains(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_failures_are_kept_until_they_succeed() {
        let mut failed = Failed::default();
        for number in 0..=MOST {
            failed.note(&format!("f({number})"), true);
        }
        let offered = |failed: &Failed| [0, 1, MOST].map(|n| failed.may_offer(&format!("f({n})")));
        assert_eq!(offered(&failed), [true, false, false]);
        failed.note("f(1)", false);
        assert_eq!(offered(&failed), [true, true, false]);
        assert!(!failed.may_offer("a\nb") && failed.may_offer("a"));
    }
}
