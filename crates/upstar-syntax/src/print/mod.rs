//! Printing of trees as text that reads back to the same tree.
//!
//! Knows: how everything is written, and where parentheses are needed.
//! Must not know: what was typed originally.

mod expr;
mod statement;

use super::ast::{
    Alternative, BinaryOp, CompareOp, Expr, ExprKind, ParamKind, Program, Statement, UnaryOp,
};

pub(super) use expr::CLAUSES;

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

/// A way to move on one line.
pub fn alternative(alternative: &Alternative) -> String {
    let mut printer = Printer::default();
    printer.alternative(alternative);
    printer.out
}

/// A parameter in a signature: with its kind, and three dots where it has a default.
pub fn param_in_signature(name: &str, kind: Option<&ParamKind>, has_default: bool) -> String {
    let mut printer = Printer::default();
    printer.put(name);
    if let Some(kind) = kind {
        printer.put(": ");
        printer.param_kind(kind);
    }
    if has_default {
        printer.put(" = ...");
    }
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

/// Precedences, from the lowest.
mod level {
    pub(super) const ANY: u8 = 0;
    pub(super) const NOT: u8 = 3;
    pub(super) const COMPARE: u8 = 4;
    pub(super) const RANGE: u8 = 5;
    pub(super) const SUM: u8 = 7;
    pub(super) const PRODUCT: u8 = 8;
    pub(super) const NEGATIVE: u8 = 10;
    pub(super) const POWER: u8 = 11;
    pub(super) const POSTFIX: u8 = 12;
}

/// Returns the precedence of an expression.
fn level_of(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Lambda { .. } | ExprKind::If { .. } | ExprKind::IfBlock { .. } => level::ANY,
        ExprKind::Binary { op, .. } => binary_level(*op),
        ExprKind::Unary(UnaryOp::Not, _) => level::NOT,
        ExprKind::Compare { .. } => level::COMPARE,
        ExprKind::Range(..) | ExprKind::Where { .. } | ExprKind::Turned { .. } => level::RANGE,
        ExprKind::Unary(UnaryOp::Neg, _) => level::NEGATIVE,
        _ => level::POSTFIX,
    }
}

/// Returns the precedence of an operator.
fn binary_level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::By => level::RANGE,
        BinaryOp::Sides => 6,
        BinaryOp::Add | BinaryOp::Sub => level::SUM,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => level::PRODUCT,
        BinaryOp::Ordinal => 9,
        BinaryOp::Pow => level::POWER,
    }
}

/// A sign with the blanks around it.
fn binary_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => " or ",
        BinaryOp::And => " and ",
        BinaryOp::Sides => " & ",
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Mul => " * ",
        BinaryOp::Div => " / ",
        BinaryOp::Rem => " % ",
        BinaryOp::By => " by ",
        BinaryOp::Ordinal => " : ",
        BinaryOp::Pow => "**",
    }
}

/// A comparison with the blanks around it.
pub fn compare_sign(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => " == ",
        CompareOp::NotEqual => " != ",
        CompareOp::Less => " < ",
        CompareOp::LessOrEqual => " <= ",
        CompareOp::Greater => " > ",
        CompareOp::GreaterOrEqual => " >= ",
        CompareOp::Confused => " || ",
        CompareOp::LessOrConfused => " <| ",
        CompareOp::GreaterOrConfused => " |> ",
        CompareOp::Is => " is ",
        CompareOp::In => " in ",
        CompareOp::NotIn => " not in ",
    }
}
