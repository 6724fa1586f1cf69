//! History of inputs, for clients that request it.

use jupyter_protocol::{HistoryEntry, HistoryReply};

use crate::message::Request;

/// The cells of this kernel, in order. It remembers no earlier kernels.
#[derive(Debug, Default)]
pub(crate) struct History(Vec<HistoryCell>);

#[derive(Debug)]
struct HistoryCell {
    number: usize,
    code: String,
    /// Its result.
    result: Option<String>,
}

/// Number of this kernel's session in the history.
const SESSION: usize = 0;

impl History {
    pub(crate) fn push(&mut self, number: usize, code: &str, result: Option<String>) {
        self.0.push(HistoryCell { number, code: code.to_owned(), result });
    }

    /// Cells that a client requests: a range, the last ones, or those that match a pattern.
    pub(crate) fn reply(&self, request: &Request) -> HistoryReply {
        let with_results = request.flag("output", false);
        let most = usize::try_from(request.number("n").unwrap_or(i64::MAX)).unwrap_or(0);
        let found: Vec<&HistoryCell> = match request.text("hist_access_type") {
            "range" => self.range(request),
            "tail" => last(self.0.iter().collect(), most),
            "search" => {
                let pattern: Vec<char> = request.text("pattern").chars().collect();
                let fits = |cell: &&HistoryCell| fits(&pattern, &cell.code);
                let mut found: Vec<&HistoryCell> = self.0.iter().filter(fits).collect();
                if request.flag("unique", false) {
                    let mut seen = std::collections::HashSet::new();
                    found.reverse();
                    found.retain(|cell| seen.insert(&cell.code));
                    found.reverse();
                }
                last(found, most)
            }
            _ => Vec::new(),
        };
        let entry = |cell: &HistoryCell| match with_results {
            true => HistoryEntry::InputOutput(
                SESSION,
                cell.number,
                (cell.code.clone(), cell.result.clone().unwrap_or_default()),
            ),
            false => HistoryEntry::Input(SESSION, cell.number, cell.code.clone()),
        };
        HistoryReply::new(found.into_iter().map(entry).collect())
    }

    /// The cells from `start` on and before `stop`.
    fn range(&self, request: &Request) -> Vec<&HistoryCell> {
        if request.number("session").unwrap_or(0) != 0 {
            return Vec::new();
        }
        let bound = |name: &str, default: usize| match request.number(name) {
            Some(bound) => usize::try_from(bound).unwrap_or(0),
            None => default,
        };
        let wanted = bound("start", 0)..bound("stop", usize::MAX);
        self.0.iter().filter(|cell| wanted.contains(&cell.number)).collect()
    }
}

fn last(mut cells: Vec<&HistoryCell>, most: usize) -> Vec<&HistoryCell> {
    cells.drain(..cells.len().saturating_sub(most));
    cells
}

/// Whether a text fits a pattern in which `*` is any text and `?` any character. Takes time in proportion to
/// the product of the lengths.
fn fits(pattern: &[char], text: &str) -> bool {
    // Prefixes of the pattern, by their lengths, that match the text read so far.
    let mut fitting = vec![false; pattern.len() + 1];
    fitting[0] = true;
    let stars = |fitting: &mut Vec<bool>| {
        for at in 0..pattern.len() {
            fitting[at + 1] |= fitting[at] && pattern[at] == '*';
        }
    };
    stars(&mut fitting);
    for c in text.chars() {
        let mut next = vec![false; fitting.len()];
        for at in 0..pattern.len() {
            match pattern[at] {
                '*' => next[at + 1] |= fitting[at + 1],
                wanted => next[at + 1] |= fitting[at] && (wanted == '?' || wanted == c),
            }
        }
        stars(&mut next);
        fitting = next;
    }
    fitting[pattern.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_stars_and_question_marks() {
        let fits = |pattern: &str, text| fits(&pattern.chars().collect::<Vec<_>>(), text);
        for pattern in ["*", "*im*", "Nim(?)", "N*)", "**Nim(3)**"] {
            assert!(fits(pattern, "Nim(3)"), "{pattern}");
        }
        for pattern in ["", "Nim", "?", "Nim(??)", "*im"] {
            assert!(!fits(pattern, "Nim(3)"), "{pattern}");
        }
        assert!(fits("", "") && fits("*", ""));
        assert!(!fits(&"*a".repeat(200), &"a".repeat(199)));
    }
}
