//! Texts and words.

use super::{Notation, Writer};
use crate::picture::in_latex;

/// A number of things, in the singular or plural: "1 move", "2 moves".
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl Writer<'_> {
    /// A text in quotes.
    pub(super) fn text(&mut self, text: &str) {
        let mut escaped = String::with_capacity(text.len() + 2);
        for symbol in text.chars() {
            match symbol {
                '"' => escaped.push_str("\\\""),
                '\\' => escaped.push_str("\\\\"),
                '\n' => escaped.push_str("\\n"),
                '\t' => escaped.push_str("\\t"),
                '\r' => escaped.push_str("\\r"),
                // What would steer the terminal is shown by its number.
                control if control.is_control() => escaped.extend(control.escape_unicode()),
                other => escaped.push(other),
            }
        }
        if self.latex() {
            self.word(&format!("``{escaped}''"));
        } else {
            self.out.extend(["\"", &escaped, "\""]);
        }
    }

    /// A word as it is typed, which in LaTeX is not mathematics.
    pub(super) fn word(&mut self, word: &str) {
        if self.printer.notation() != Notation::Latex {
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
