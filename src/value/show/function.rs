//! Functions of a program as text.

use super::Writer;
use crate::value::{Function, Result};

impl Writer<'_> {
    /// Writes a function: its name, or the text of a lambda such as `x -> x * x`. A closure is written as a
    /// lambda applied to the captured values, so that the text reads back: `(n -> x -> x + n)(3)`.
    pub(super) fn function(&mut self, function: &Function) -> Result<()> {
        let captures = &function.tree.captures;
        if captures.is_empty() {
            self.word(&function.tree.text);
            return Ok(());
        }
        let names: Vec<&str> = captures.iter().map(|capture| &*capture.name).collect();
        let names = names.join(", ");
        let names = if captures.len() == 1 { names } else { format!("({names})") };
        self.out.push('(');
        self.word(&format!("{names} -> {}", function.tree.text));
        self.out.push(')');
        let exact = std::mem::replace(&mut self.exact, true);
        let written = self.items("(", function.captures(), ")");
        self.exact = exact;
        written
    }
}
