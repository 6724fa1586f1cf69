//! From text to tree and back.
//!
//! Knows: the grammar, spellings, how trees are written as text.
//! Must not know: what names mean.

pub mod ast;
mod build;
mod fault;
mod gather;
mod grammar;
mod names;
pub mod print;
mod recover;
mod same;
mod scan;
pub mod spelling;
mod swallowed;
mod tokens;

pub(crate) use fault::shortened;
pub use gather::{Gathering, is_incomplete};
pub use names::names;
pub(crate) use print::raised;
pub use recover::{Broken, parse_what_parses};
pub use same::{same, shape};
pub use swallowed::swallowed_divisors;
pub use tokens::{Token, TokenKind, tokens};

use crate::diagnostic::{Diagnostic, TextBudget};
use crate::source::SourceId;
use ast::{Program, Statement};
use grammar::Rule;

/// What the tree of a text takes at most for each of its words, numbers and signs, while it is
/// made: pairs of pest and the tree. Measured on texts of 1 MB in one statement: lists of one digit
/// 290, lists of one sign 500, forms with many bars 660, clauses of rulesets 740.
const BYTES_PER_LEXEME: u64 = 750;

/// The tree of a whole file.
///
/// # Errors
/// When the text does not parse, when somebody asks to stop, when the tree would not fit.
pub fn parse_file(
    id: SourceId,
    text: &str,
    budget: &dyn TextBudget,
) -> Result<Program, Diagnostic> {
    parse(Rule::first, id, text, budget)
}

/// The tree of one input at the prompt.
///
/// # Errors
/// As [`parse_file`].
pub fn parse_input(
    id: SourceId,
    text: &str,
    budget: &dyn TextBudget,
) -> Result<Program, Diagnostic> {
    parse(Rule::next, id, text, budget)
}

/// Whether parsing stops, and only at byte `end`.
fn ends_too_early(text: &str, end: usize) -> bool {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        match grammar::run(Rule::next, rest) {
            Ok(pairs) => at += grammar::length(&pairs),
            Err(error) => {
                let error = grammar::explain(Rule::next, rest, error);
                return at + fault::reached(&error) >= end && !fault::is_too_deep(&error);
            }
        }
    }
    false
}

/// Parses a text statement by statement, asking the budget before each.
fn parse(
    opening: Rule,
    id: SourceId,
    text: &str,
    budget: &dyn TextBudget,
) -> Result<Program, Diagnostic> {
    let scan = scan::scan(text);
    if let Some(problem) = scan.problem {
        return Err(problem.diagnostic(id));
    }
    budget.reserve(scan.lexemes * BYTES_PER_LEXEME)?;
    grammar::with_stack(|| {
        let mut statements: Vec<Statement> = Vec::new();
        let (mut rule, mut at) = (opening, 0);
        while at < text.len() {
            budget.poll()?;
            let rest = &text[at..];
            let pairs = match grammar::run(rule, rest) {
                Ok(pairs) => pairs,
                Err(error) => {
                    budget.poll()?;
                    let error = grammar::explain(rule, rest, error);
                    return Err(fault::diagnostic(id, text, &scan, at, &error));
                }
            };
            let length = grammar::length(&pairs);
            statements.extend(build::statement(id, text, at, pairs)?);
            (rule, at) = (Rule::next, at + length);
        }
        Ok(Program { statements })
    })
}

#[cfg(test)]
mod tests;
