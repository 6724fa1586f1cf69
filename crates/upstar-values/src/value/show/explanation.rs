//! Explanations as text: the call, which reads back, and the steps, for readers.

use std::fmt::Write as _;

use super::drawn::{self, Block};
use super::{Notation, Result, Writer};
use crate::picture::Figure;
use crate::syntax::ast::CompareOp;
use crate::syntax::print;
use crate::value::Value;
use crate::value::explanation::{Asked, Explanation, Piece, Sentence, Step};
use upstar_core::Store;
use upstar_core::text::Signs;

/// The steps of an explanation, line by line: a tree, or in LaTeX nested lists.
///
/// # Errors
/// When a limit is passed while a game is named.
pub fn explained(store: &Store, explanation: &Explanation, notation: Notation) -> Result<String> {
    let mut page = Page { writer: Writer::new(store, notation), out: String::new() };
    page.sentence(&explanation.title)?;
    if notation.is_latex() {
        page.lists(&explanation.steps, 0)?;
    } else {
        page.tree(&explanation.steps, "")?;
        page.more(explanation)?;
    }
    Ok(page.out.trim_end().to_owned())
}

/// A sentence in a notation.
///
/// # Errors
/// When a limit is passed while a game is named.
pub fn sentence(store: &Store, sentence: &Sentence, notation: Notation) -> Result<String> {
    Page { writer: Writer::new(store, notation), out: String::new() }.text(sentence)
}

impl Writer<'_> {
    /// `explain(...)` as it can be typed.
    pub(super) fn asked(&mut self, explanation: &Explanation) -> Result<()> {
        self.call_with_depth(explanation, explanation.depth)
    }

    fn call_with_depth(&mut self, explanation: &Explanation, depth: Option<u32>) -> Result<()> {
        self.word("explain");
        self.deeper(2, |writer| {
            writer.out.push('(');
            match &explanation.asked {
                Asked::Value(sum) => writer.summands(sum)?,
                Asked::Comparison(a, op, b) => {
                    writer.summands(a)?;
                    writer.out.push_str(print::compare_sign(*op));
                    writer.summands(b)?;
                }
                Asked::Question(question, args) => {
                    writer.word(question.name());
                    writer.out.push('(');
                    for (place, arg) in args.iter().enumerate() {
                        writer.out.push_str(if place == 0 { "" } else { ", " });
                        match arg.single() {
                            Some(value) => writer.as_typed(value)?,
                            None => writer.summands(arg)?,
                        }
                    }
                    writer.out.push(')');
                }
            }
            if let Some(depth) = depth {
                let _ = write!(writer.out, ", {depth}");
            }
            writer.out.push(')');
            Ok(())
        })
    }

    /// A bracket as typed: an explanation is about the form.
    pub(super) fn as_typed(&mut self, value: &Value) -> Result<()> {
        match value {
            Value::Form(form) => self.form(form),
            other => self.value(other),
        }
    }

    fn sign(&self, op: CompareOp) -> &'static str {
        let (unicode, latex) = match op {
            CompareOp::LessOrEqual => ("≤", "\\le"),
            CompareOp::GreaterOrEqual => ("≥", "\\ge"),
            CompareOp::Equal => ("=", "="),
            CompareOp::NotEqual => ("≠", "\\ne"),
            CompareOp::Confused => ("‖", "\\parallel"),
            CompareOp::LessOrConfused => ("⧏", "\\lhd\\!\\!|"),
            CompareOp::GreaterOrConfused => ("⧐", "|\\!\\!\\rhd"),
            CompareOp::Less => ("<", "<"),
            CompareOp::Greater => (">", ">"),
            _ => return print::compare_sign(op).trim(),
        };
        match self.printer.notation().signs {
            Signs::Unicode => unicode,
            Signs::Latex => latex,
            Signs::Ascii => print::compare_sign(op).trim(),
        }
    }
}

/// The lines of an explanation.
struct Page<'s> {
    writer: Writer<'s>,
    out: String,
}

impl Page<'_> {
    fn sentence(&mut self, sentence: &Sentence) -> Result<()> {
        let text = self.text(sentence)?;
        self.out.push_str(&text);
        self.out.push('\n');
        Ok(())
    }

    fn text(&mut self, sentence: &Sentence) -> Result<String> {
        let latex = self.writer.latex();
        let mut text = String::new();
        for piece in &sentence.pieces {
            match piece {
                Piece::Words(words) => text.push_str(words),
                Piece::Sign(op) if latex => {
                    let _ = write!(text, "${}$", self.writer.sign(*op));
                }
                Piece::Sign(op) => text.push_str(self.writer.sign(*op)),
                Piece::Value(_) | Piece::Sum(_) => {
                    let mut inner = self.writer.part();
                    inner.deeper(2, |inner| match piece {
                        Piece::Sum(sum) => inner.summands(sum),
                        Piece::Value(value) => inner.as_typed(value),
                        Piece::Words(_) | Piece::Sign(_) => Ok(()),
                    })?;
                    let shown = inner.out;
                    let _ = if latex { write!(text, "${shown}$") } else { write!(text, "{shown}") };
                }
            }
        }
        Ok(text)
    }

    /// Steps below each other, each with a branch drawn before it.
    fn tree(&mut self, steps: &[Step], indent: &str) -> Result<()> {
        let ascii = self.writer.printer.notation().is_ascii();
        let [branch, last, bar] =
            if ascii { ["|- ", "`- ", "|  "] } else { ["├─ ", "└─ ", "│  "] };
        for (n, step) in steps.iter().enumerate() {
            let ends = n + 1 == steps.len();
            let mark = if ends { last } else { branch };
            let below = format!("{indent}{}", if ends { "   " } else { bar });
            match step {
                Step::Says { line, under } | Step::Claims { line, under, .. } => {
                    let _ = write!(self.out, "{indent}{mark}");
                    self.sentence(line)?;
                    self.tree(under, &below)?;
                }
                Step::Table(rows) => {
                    let lines = self.table(rows)?;
                    self.block(&below, lines.iter().map(String::as_str));
                }
                Step::Drawing(walls) => {
                    let drawn = Figure::Thermograph(walls.clone()).text(ascii);
                    self.block(&below, drawn.lines());
                }
                Step::Folded => {
                    let _ = writeln!(self.out, "{indent}{mark}{}", if ascii { "..." } else { "…" });
                }
            }
        }
        Ok(())
    }

    /// Lines below each other, without a branch.
    fn block<'l>(&mut self, indent: &str, lines: impl Iterator<Item = &'l str>) {
        for line in lines {
            let line = format!("{indent}{line}");
            let _ = writeln!(self.out, "{}", line.trim_end());
        }
    }

    /// The rows of a table, with two blanks between the columns. Positions on boards are drawn.
    fn table(&mut self, rows: &[Vec<Sentence>]) -> Result<Vec<String>> {
        let mut blocks: Vec<Vec<Block>> = Vec::with_capacity(rows.len());
        for row in rows {
            blocks.push(row.iter().map(|cell| self.cell(cell)).collect::<Result<_>>()?);
        }
        if drawn::side_by_side(rows).is_some() {
            return Ok(drawn::gallery(blocks));
        }
        Ok(drawn::below_each_other(&blocks))
    }

    /// A cell: the picture of a position that has one, and otherwise a line.
    fn cell(&mut self, cell: &Sentence) -> Result<Block> {
        let ascii = self.writer.printer.notation().is_ascii();
        Ok(match drawn::picture(cell, ascii) {
            Some(picture) => picture.lines().map(|line| line.trim_end().to_owned()).collect(),
            None => vec![self.text(cell)?],
        })
    }

    /// Hint at the call that shows more levels.
    fn more(&mut self, explanation: &Explanation) -> Result<()> {
        if !explanation.is_folded() {
            return Ok(());
        }
        let mut inner = self.writer.part();
        inner.call_with_depth(explanation, Some(explanation.opened + 1))?;
        let _ = write!(self.out, "more with {}", inner.out);
        Ok(())
    }

    fn lists(&mut self, steps: &[Step], level: usize) -> Result<()> {
        if steps.is_empty() {
            return Ok(());
        }
        let indent = "  ".repeat(level);
        let _ = writeln!(self.out, "{indent}\\begin{{itemize}}");
        for step in steps {
            let _ = write!(self.out, "{indent}\\item ");
            match step {
                Step::Says { line, under } | Step::Claims { line, under, .. } => {
                    self.sentence(line)?;
                    self.lists(under, level + 1)?;
                }
                Step::Table(rows) => self.tabular(rows)?,
                Step::Drawing(walls) => {
                    let drawn = Figure::Thermograph(walls.clone()).to_tikz();
                    let _ = writeln!(self.out, "{drawn}");
                }
                Step::Folded => self.out.push_str("\\dots\n"),
            }
        }
        let _ = writeln!(self.out, "{indent}\\end{{itemize}}");
        Ok(())
    }

    fn tabular(&mut self, rows: &[Vec<Sentence>]) -> Result<()> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let _ = writeln!(self.out, "\\begin{{tabular}}{{{}}}", "l".repeat(columns));
        for row in rows {
            let cells = row.iter().map(|cell| self.text(cell)).collect::<Result<Vec<_>>>()?;
            let _ = writeln!(self.out, "{} \\\\", cells.join(" & "));
        }
        self.out.push_str("\\end{tabular}\n");
        Ok(())
    }
}
