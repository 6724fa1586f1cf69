//! From a tree to text that reads back to the same tree.
//!
//! Knows: how everything is written, and where parentheses are needed.
//! Must not know: what was typed originally.

mod expr;
mod literal;
mod signs;
mod slashes;
mod statement;

pub(crate) use literal::raised;
pub use signs::compare_sign;

use super::ast::{Expr, Program, Statement};

/// A program, one statement to a line.
pub fn program(program: &Program) -> String {
    let mut printer = Printer::default();
    printer.statements(&program.statements);
    printer.out
}

/// A statement, without a newline at its end.
pub fn statement(statement: &Statement) -> String {
    let mut printer = Printer::default();
    printer.statement(statement);
    printer.out
}

/// An expression.
pub fn expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr);
    printer.out
}

/// The text so far, and how far blocks are indented.
#[derive(Default)]
struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.put(&"  ".repeat(self.indent));
    }

    /// `items` with `separator` between them.
    fn separated<T>(&mut self, items: &[T], separator: &str, mut print: impl FnMut(&mut Self, &T)) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.put(separator);
            }
            print(self, item);
        }
    }
}
