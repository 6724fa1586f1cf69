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

pub use names::names;
pub(crate) use print::raised;
pub use recover::{Broken, parse_what_parses};
pub use same::{same, shape};
pub use swallowed::swallowed_divisors;
pub use tokens::{Token, TokenKind, tokens};

use crate::diagnostic::Diagnostic;
use crate::source::SourceId;
use ast::Program;
use grammar::Rule;
use scan::Problem;

/// The tree of a whole file.
pub fn parse_file(id: SourceId, text: &str) -> Result<Program, Diagnostic> {
    parse(Rule::file, id, text)
}

/// The tree of one input at the prompt.
pub fn parse_input(id: SourceId, text: &str) -> Result<Program, Diagnostic> {
    parse(Rule::input, id, text)
}

/// Whether `text` is the beginning of something: parsing stops only at its end.
pub fn is_incomplete(text: &str) -> bool {
    let scan = scan::scan(text);
    match scan.problem {
        Some(Problem::UnclosedComment(_)) => true,
        Some(_) => false,
        None => grammar::with_stack(|| match grammar::run(Rule::input, text) {
            Ok(_) => false,
            Err(error) => fault::reached(&error) >= scan.end && !fault::is_too_deep(&error),
        }),
    }
}

fn parse(rule: Rule, id: SourceId, text: &str) -> Result<Program, Diagnostic> {
    let scan = scan::scan(text);
    if let Some(problem) = scan.problem {
        return Err(problem.diagnostic(id));
    }
    grammar::with_stack(|| match grammar::run(rule, text) {
        Ok(pairs) => build::program(id, text, pairs),
        Err(error) => Err(fault::diagnostic(id, text, &scan, &error)),
    })
}

#[cfg(test)]
mod tests;
