//! From text to tree and back.
//!
//! Knows: the grammar, spellings, how trees are written as text.
//! Must not know: what names mean.

pub mod ast;
mod build;
mod grammar;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use ast::Program;
use grammar::Rule;

/// The tree of a whole file.
pub fn parse_file(id: SourceId, text: &str) -> Result<Program, Diagnostic> {
    parse(Rule::file, id, text)
}

/// The tree of one input at the prompt.
pub fn parse_input(id: SourceId, text: &str) -> Result<Program, Diagnostic> {
    parse(Rule::input, id, text)
}

fn parse(rule: Rule, id: SourceId, text: &str) -> Result<Program, Diagnostic> {
    grammar::with_stack(|| match grammar::run(rule, text) {
        Ok(pairs) => {
            let program = pairs.flatten().find(|node| node.as_rule() == Rule::program);
            match program {
                Some(node) => build::program(id, text, node),
                None => Ok(Program { statements: Vec::new() }),
            }
        }
        Err(error) => {
            let place = error.parse_attempts().map_or(0, |attempts| attempts.max_position);
            let at = Span::new(id, place..place);
            Err(Diagnostic::error(Code::Syntax, "something else was expected").label(at, "here"))
        }
    })
}

#[cfg(test)]
mod tests;
