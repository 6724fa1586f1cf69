//! Gathering of inputs that come line by line.
//!
//! Knows: whether more lines belong to what has come. Must not know: where lines come from.
//!
//! A short input is parsed again at each line. In a longer one the brackets tell when to parse.

use super::scan::{Problem, Scan};
use super::tokens::{Token, significant};
use super::{ends_too_early, grammar};

/// Most bytes parsed to find out whether an input continues. Parsing at each line of a long input would
/// take quadratic time.
const MOST_PARSED: usize = 60_000;

/// Longest input that is parsed for this.
const LONGEST_PARSED: usize = 60_000;

/// An input whose lines come one by one.
#[derive(Debug, Default)]
pub struct Gathering {
    text: String,
    scan: Scan,
    /// Number of bytes parsed.
    parsed: usize,
    /// The length at which the input is parsed again.
    next_look: usize,
    /// Whether it was incomplete although all brackets were closed.
    misled: bool,
}

impl Gathering {
    /// Adds a line, without its end. Returns whether the input continues after it: parsing reaches its end.
    ///
    /// A long input is parsed when its brackets close. When that does not end it, it is parsed
    /// at each time it has doubled, so that its end may be found late.
    pub fn push(&mut self, line: &str) -> bool {
        let is_first = self.text.is_empty();
        let was_open = !self.scan.open.is_empty();
        if !is_first {
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
        if is_first && is_foreign(line) {
            return false;
        }
        if self.parsed + self.text.len() <= MOST_PARSED {
            return self.parse_gathered();
        }
        if !self.scan.open.is_empty() {
            return self.scan.mismatch.is_none();
        }
        let closed = was_open && !self.misled;
        if self.text.len() > LONGEST_PARSED {
            return !is_first && !closed;
        }
        if closed || self.text.len() >= self.next_look {
            self.misled = self.parse_gathered();
            self.next_look = 2 * self.text.len();
            return self.misled;
        }
        true
    }

    /// Whether a block is open at the end: a brace that ends its line. An input with a mistake before it ends where the block does,
    /// if nobody waits for its error.
    ///
    /// ```
    /// use upstar_syntax::Gathering;
    ///
    /// let mut input = Gathering::default();
    /// assert!(!input.push("fn f(v) {"), "`v` is no name");
    /// assert!(input.is_in_block());
    /// input.push("}");
    /// assert!(!input.is_in_block());
    /// ```
    pub fn is_in_block(&self) -> bool {
        let ends_line = |&at: &usize| {
            let rest = self.text.get(at + 1..).unwrap_or_default();
            self.text.as_bytes()[at] == b'{'
                && rest.lines().next().is_none_or(|line| line.trim().is_empty())
        };
        self.scan.mismatch.is_none()
            && self.scan.problem.is_none()
            && self.scan.open.iter().any(ends_line)
    }

    /// Whether parsing stops only at the end.
    fn parse_gathered(&mut self) -> bool {
        self.parsed += self.text.len();
        grammar::with_stack(self.scan.lexemes, || ends_too_early(&self.text, self.scan.end))
    }

    /// Text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text so far, and begins a new input.
    pub fn take(&mut self) -> String {
        std::mem::take(self).text
    }
}

/// Longest line that is looked at for signs of other languages.
const LONGEST_FOREIGN: usize = 400;

/// Whether a line is none of the language, whatever follows: `for i in range(3): print(i)`, `f(x = 3)`. The error comes at once.
fn is_foreign(line: &str) -> bool {
    if line.len() > LONGEST_FOREIGN || !line.contains([':', '=']) {
        return false;
    }
    let all = significant(line);
    let word = |token: &Token| &line[token.range.clone()];
    let has_braces = all.iter().any(|token| word(token) == "{");
    let begins = all.first().is_some_and(|token| ["for", "while", "if"].contains(&word(token)));
    let mut depth = 0;
    let mut has_colon = false;
    for token in &all {
        match word(token) {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "=" => return true,
            ":" => has_colon |= depth == 0,
            _ => {}
        }
    }
    begins && has_colon && !has_braces
}

/// Whether `text` is the beginning of something: parsing stops only at its end.
pub fn is_incomplete(text: &str) -> bool {
    Gathering::default().push(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_languages_do_not_wait() {
        for line in [
            "for i in range(3): print(i)",
            "while true: pass",
            "if 4 > 3: 1",
            "temperature(G={1|0})",
        ] {
            assert!(!is_incomplete(line), "{line}");
        }
        for line in ["for i in 1..3", "while n < 5", "if 4 > 3 {", "f(x) :=", "for x in [1:2]"] {
            assert!(is_incomplete(line), "{line}");
        }
    }

    /// Number of lines after which an input ends; `None` if it continues.
    fn length<'l>(lines: impl IntoIterator<Item = &'l str>) -> Option<usize> {
        let mut gathering = Gathering::default();
        lines.into_iter().position(|line| !gathering.push(line)).map(|last| last + 1)
    }

    #[test]
    fn a_long_block_ends_where_its_brackets_close() {
        for lines in [3, 300, 30_000] {
            let block = || std::iter::once("fn f() {").chain(vec!["x := (1 + 2)"; lines]);
            assert_eq!(length(block()), None);
            assert_eq!(length(block().chain(["}", "1", "2"])), Some(lines + 2));
        }
    }

    #[test]
    fn a_long_line_is_an_input() {
        let list = format!("[{}1]", "1, ".repeat(300_000));
        assert_eq!(length([list.as_str(), "1"]), Some(1));
    }

    #[test]
    fn what_never_ends_is_gathered_in_linear_time() {
        assert_eq!(length(vec!["1 +"; 50_000]), None);
        assert_eq!(length(std::iter::once("<").chain(vec!["1,"; 50_000])), None);
        assert_eq!(length(std::iter::once("<").chain(["(", "),"].repeat(20_000))), None);
    }

    #[test]
    fn a_bracket_that_does_not_fit_ends_an_input() {
        assert_eq!(length(["(1,", "2]", "3)"]), Some(2));
    }
}
