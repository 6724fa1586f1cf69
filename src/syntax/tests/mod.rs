//! Tests of the syntax.

mod arbitrary;
mod book;
mod depth;
mod expressions;
mod faults;
mod forms;
mod incomplete;
mod literals;
mod memory;
mod printing;
mod recovery;
mod rulesets;
mod statements;
mod tokens;

use super::ast::{Expr, ExprKind, Program, Statement, StatementKind};
use super::{is_incomplete, names, parse_file, parse_input, print, same, shape};
use crate::diagnostic::{Diagnostic, Unlimited};
use crate::source::SourceMap;

/// Parses `text` as a file.
fn parse(text: &str) -> Result<Program, Diagnostic> {
    parse_file(SourceMap::default().add("test", text), text, &Unlimited)
}

/// The tree of `text`, which parses.
fn tree(text: &str) -> Program {
    match parse(text) {
        Ok(program) => program,
        Err(error) => panic!("{text}\n{error:#?}"),
    }
}

/// The only statement of `text`.
fn statement(text: &str) -> Statement {
    let mut statements = tree(text).statements;
    assert_eq!(statements.len(), 1, "{text}");
    statements.remove(0)
}

/// The only expression of `text`.
fn expr(text: &str) -> Expr {
    match statement(text).kind {
        StatementKind::Expr(expr) => expr,
        other => panic!("{text} is {other:?}"),
    }
}

/// What kind of expression `text` is.
fn kind(text: &str) -> ExprKind {
    expr(text).kind
}

/// Holds when both texts give the same tree.
fn assert_same(left: &str, right: &str) {
    assert_eq!(shape(&tree(left)), shape(&tree(right)), "{left}   and   {right}");
}

/// Holds when the texts give different trees.
fn assert_differ(left: &str, right: &str) {
    assert!(!same(&tree(left), &tree(right)), "{left}   and   {right}");
}
