//! From text to tree and back.
//!
//! Knows: the grammar, spellings, how trees are written as text.
//! Must not know: what names mean.

pub mod ast;
mod build;
mod fault;
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
pub use names::names;
pub(crate) use print::raised;
pub use recover::{Broken, parse_what_parses};
pub use same::{same, shape};
pub use swallowed::swallowed_divisors;
pub use tokens::{Token, TokenKind, tokens};

use crate::diagnostic::{Diagnostic, Limits};
use crate::source::SourceId;
use ast::{Program, Statement};
use grammar::Rule;
use scan::Problem;

/// What the tree of a text takes for each of its words, numbers and signs: pairs of pest, the
/// tree, and the tree with slots that is made of it. Measured for lists of one digit, which take
/// most.
const BYTES_PER_LEXEME: u64 = 500;

/// The tree of a whole file.
///
/// # Errors
/// When the text does not parse, when somebody asks to stop, when the tree would not fit.
pub fn parse_file(id: SourceId, text: &str, limits: &dyn Limits) -> Result<Program, Diagnostic> {
    parse(Rule::first, id, text, limits)
}

/// The tree of one input at the prompt.
///
/// # Errors
/// As [`parse_file`].
pub fn parse_input(id: SourceId, text: &str, limits: &dyn Limits) -> Result<Program, Diagnostic> {
    parse(Rule::next, id, text, limits)
}

/// Whether `text` is the beginning of something: parsing stops only at its end.
pub fn is_incomplete(text: &str) -> bool {
    let scan = scan::scan(text);
    match scan.problem {
        Some(Problem::UnclosedComment(_)) => true,
        Some(_) => false,
        None => grammar::with_stack(|| ends_too_early(text, scan.end)),
    }
}

/// Whether parsing stops, and only at byte `end`.
fn ends_too_early(text: &str, end: usize) -> bool {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        match grammar::run(Rule::next, rest) {
            Some(pairs) => at += grammar::length(&pairs),
            None => {
                return grammar::explain(Rule::next, rest).is_err_and(|error| {
                    at + fault::reached(&error) >= end && !fault::is_too_deep(&error)
                });
            }
        }
    }
    false
}

/// Parses a text statement by statement, asking the limits before each.
fn parse(
    opening: Rule,
    id: SourceId,
    text: &str,
    limits: &dyn Limits,
) -> Result<Program, Diagnostic> {
    let scan = scan::scan(text);
    if let Some(problem) = scan.problem {
        return Err(problem.diagnostic(id));
    }
    limits.reserve(scan.lexemes * BYTES_PER_LEXEME)?;
    grammar::with_stack(|| {
        let mut statements: Vec<Statement> = Vec::new();
        let (mut rule, mut at) = (opening, 0);
        while at < text.len() {
            limits.poll()?;
            let rest = &text[at..];
            let pairs = match grammar::run(rule, rest) {
                Some(pairs) => pairs,
                None => {
                    limits.poll()?;
                    grammar::explain(rule, rest)
                        .map_err(|error| fault::diagnostic(id, text, &scan, at, &error))?
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
