//! Tables as they are typed, and as source for LaTeX.

use super::{Notation, Store, Writer, in_notation};
use crate::picture::Align;
use crate::value::{Grid, Picture, Result, Value};

/// Text of a cell: texts without quotes, other values as they print.
///
/// # Errors
/// When a limit is passed while a game is named.
pub fn cell(store: &Store, value: &Value, notation: Notation) -> Result<String> {
    match value {
        Value::Text(text) if notation.is_latex() => {
            let mut writer = Writer::new(store, notation);
            writer.word(text);
            Ok(writer.out)
        }
        Value::Text(text) => Ok(text.replace(char::is_whitespace, " ")),
        other => in_notation(store, other, notation),
    }
}

impl Writer<'_> {
    pub(super) fn table(&mut self, picture: &Picture) -> Result<()> {
        if self.latex() {
            return self.tabular(&Grid::new(picture.rows(), picture.header())?);
        }
        self.word("table");
        self.items("(", [picture.rows()].into_iter().chain(picture.header()), ")")
    }

    /// A `tabular`, which may stand in mathematics and in text.
    fn tabular(&mut self, grid: &Grid) -> Result<()> {
        self.out.push_str("\\begin{tabular}{");
        for column in 0..grid.columns() {
            self.out.push(match grid.align(column) {
                Align::Left => 'l',
                Align::Middle => 'c',
                Align::Right => 'r',
            });
            if column == 0 && grid.named {
                self.out.push('|');
            }
        }
        self.out.push_str("}\n");
        for (n, row) in grid.rows.iter().enumerate() {
            for (column, value) in row.iter().enumerate() {
                self.out.push_str(if column > 0 { " & " } else { "" });
                let cell = cell(self.printer.store(), value, self.printer.notation())?;
                if !cell.is_empty() {
                    self.out.extend(["$", &cell, "$"]);
                }
            }
            self.out.push_str(" \\\\\n");
            if n == 0 && grid.header {
                self.out.push_str("\\hline\n");
            }
        }
        self.out.push_str("\\end{tabular}");
        Ok(())
    }
}
