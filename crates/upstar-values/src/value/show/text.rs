//! Texts and words.

use std::fmt::Display;

use super::{Result, Writer};
use crate::picture::in_latex;

/// Bytes that one character of a text takes at most: `\u{10ffff}`.
const LONGEST_ESCAPE: usize = 10;

/// Number with a noun, or a clause, in the singular or plural: "1 move", "2 moves".
pub fn counted(count: impl TryInto<u64> + Copy + Display, one: &str, many: &str) -> String {
    let is_one = count.try_into().is_ok_and(|count| count == 1);
    format!("{count} {}", if is_one { one } else { many })
}

impl Writer<'_> {
    /// A text in quotes.
    pub(super) fn text(&mut self, text: &str) -> Result<()> {
        if self.latex() {
            let before = std::mem::take(&mut self.out);
            self.quoted("``", text, "''")?;
            let quoted = std::mem::replace(&mut self.out, before);
            self.word(&quoted);
            return Ok(());
        }
        self.quoted("\"", text, "\"")
    }

    fn quoted(&mut self, open: &str, text: &str, close: &str) -> Result<()> {
        self.reserve(text.len() + open.len() + close.len())?;
        self.out.push_str(open);
        for symbol in text.chars() {
            self.reserve(LONGEST_ESCAPE)?;
            match symbol {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\t' => self.out.push_str("\\t"),
                '\r' => self.out.push_str("\\r"),
                // What would steer the terminal is shown by its number.
                control if control.is_control() => self.out.extend(control.escape_unicode()),
                other => self.out.push(other),
            }
        }
        self.out.push_str(close);
        Ok(())
    }

    /// A word as it is typed, which in LaTeX is not mathematics.
    pub(super) fn word(&mut self, word: &str) {
        if !self.printer.notation().is_latex() {
            self.out.push_str(word);
            return;
        }
        self.out.push_str("\\text{");
        self.out.push_str(&in_latex(word));
        self.out.push('}');
    }

    /// The braces of sets and maps.
    pub(super) fn braces(&self) -> (&'static str, &'static str) {
        if self.latex() { ("\\{", "\\}") } else { ("{", "}") }
    }
}
