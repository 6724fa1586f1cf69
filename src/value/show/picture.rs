//! Pictures as calls that make them, and as source for LaTeX.

use std::fmt::Write as _;

use super::Writer;
use crate::value::{Picture, Result, Value, View};

impl Writer<'_> {
    /// A picture by what it is of.
    pub(super) fn picture(&mut self, picture: &Picture) -> Result<()> {
        if picture.view == View::Table {
            return self.table(picture);
        }
        if self.latex() {
            self.out.push_str(&picture.figure().to_tikz());
            return Ok(());
        }
        self.word(picture.view.name());
        self.out.push('(');
        match picture.of() {
            // A thermograph of a bracket with cycles is that of the bracket as typed.
            Value::LoopyBracket(bracket) if picture.view == View::Plot => self.bracket(bracket)?,
            of @ Value::Typed(_) => self.exactly(of)?,
            of @ Value::LoopyBracket(bracket) if bracket.is_as_typed() => self.exactly(of)?,
            of => self.value(of)?,
        }
        if let View::Tree(Some(depth)) = picture.view {
            let _ = write!(self.out, ", {depth}");
        }
        self.out.push(')');
        Ok(())
    }
}
