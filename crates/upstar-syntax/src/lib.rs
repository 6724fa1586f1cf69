//! Text of the language Upstar: parsing to a syntax tree, printing and formatting of trees, diagnostics that point
//! into source.
//!
//! Knows: the grammar, spellings, how trees are written as text. Must not know: what names mean.
//!
//! A text is read within the limits. The parser goes from statement to statement and asks `diagnostic::TextBudget`
//! before each, as the resolver does at each expression. A scan of the text (`scan.rs`) counts its words and signs
//! before.

pub mod ast;
mod build;
pub mod certificate;
mod clauses;
pub mod diagnostic;
mod fault;
pub mod foreign;
mod format;
mod gather;
mod grammar;
#[cfg(test)]
#[path = "../tests/syntax/length.rs"]
#[expect(clippy::disallowed_methods, reason = "tests read the environment")]
mod length;
mod lint;
pub mod local;
mod names;
pub mod print;
mod questions;
mod reader;
mod recover;
mod scan;
mod shape;
pub mod source;
pub mod spelling;
mod tokens;
mod tree;
pub mod visit;

use std::ops::Range;

use ast::{Program, Statement};
use grammar::{CALLS, Rule};

use crate::diagnostic::{Diagnostic, TextBudget};
use crate::source::SourceId;

pub use ast::{same, shape};
pub use clauses::{bounded, mistaken_options};
pub use fault::shortened;
pub use format::format;
pub use gather::{Gathering, is_incomplete};
pub use lint::hidden_outcomes;
pub use lint::mistaken_methods;
pub use lint::mistaken_powers;
pub use lint::mistaken_products;
pub use lint::mistaken_slices;
pub use lint::swallowed_divisors;
pub use names::{assigned, bound, names};
pub use recover::{Broken, parse_what_parses};
pub use tokens::{Token, TokenKind, significant, tokens};

/// Bytes for each lexeme of a statement while its tree is made: nodes and the tree, and pairs of pest where it fails. Measured on
/// statements of 300 kB: lists of digits 290, lists of signs 500, forms with many bars 710.
const BYTES_PER_LEXEME: u64 = 750;
/// The same for each rule or sequence that pest enters. Measured: escapes in texts 60, lists of digits 41,
/// superscripts 32.
const BYTES_PER_CALL: u64 = 70;

/// The tree of a whole file.
///
/// # Errors
/// When the text does not parse, the computation is interrupted, or the tree would not fit into memory.
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
        match grammar::run(Rule::next, rest, CALLS) {
            Ok(tree) => at += tree.length(),
            Err(error) => {
                let error = grammar::explain(Rule::next, rest, CALLS, error);
                return at + fault::reached(&error) >= end && !fault::is_too_deep(&error);
            }
        }
    }
    false
}

/// Most rules that pest may enter for a statement of a text of this number of lexemes, so that it fits into
/// memory. If the text would not fit as one statement, a statement must be short.
fn affordable_calls(lexemes: usize, budget: &dyn TextBudget) -> usize {
    let (most, room) = (grammar::most_calls(lexemes), budget.room());
    if lexemes as u64 * BYTES_PER_LEXEME <= room {
        return most;
    }
    usize::try_from(room / BYTES_PER_CALL).map_or(most, |affordable| affordable.clamp(1, most))
}

/// Reserves space for more statements, if memory allows: while the vector grows, the old and the new one
/// exist.
fn make_room(statements: &mut Vec<Statement>, budget: &dyn TextBudget) -> Result<(), Diagnostic> {
    if statements.len() < statements.capacity() {
        return Ok(());
    }
    let more = (statements.len() / 4).max(16);
    budget.reserve(((statements.len() + more) * size_of::<Statement>()) as u64)?;
    statements.reserve_exact(more);
    Ok(())
}

/// Parses a text statement by statement, asking the budget before each.
fn parse(
    opening: Rule,
    id: SourceId,
    text: &str,
    budget: &dyn TextBudget,
) -> Result<Program, Diagnostic> {
    let Parsed { statements, end, .. } =
        Parsed::from(Resume::at_the_start(opening), id, text, budget);
    end.map(|()| Program { statements })
}

/// Place of a text at which parsing resumes: after a statement, or at its beginning.
#[derive(Debug, Clone, Copy)]
struct Resume {
    /// The entry rule.
    rule: Rule,
    /// Offset of the statement before it.
    before: usize,
    /// The place.
    at: usize,
}

impl Resume {
    fn at_the_start(rule: Rule) -> Resume {
        Resume { rule, before: 0, at: 0 }
    }
}

/// The end of a statement in a text, and how many statements have ended there.
#[derive(Debug, Clone, Copy)]
struct StatementEnd {
    end: usize,
    statements: usize,
}

/// Result of parsing a part of a text.
#[derive(Debug)]
struct Parsed {
    /// The statements up to where parsing stopped.
    statements: Vec<Statement>,
    steps: Vec<StatementEnd>,
    /// Behind which statement it stopped.
    stopped_at: Resume,
    /// Error that stopped it, unless it reached the end of the text.
    end: Result<(), Diagnostic>,
}

impl Parsed {
    /// Parses a text from some place on.
    fn from(resume: Resume, id: SourceId, text: &str, budget: &dyn TextBudget) -> Parsed {
        let scan = scan::scan(text);
        let (statements, steps) = (Vec::new(), Vec::new());
        let mut parsed = Parsed { statements, steps, stopped_at: resume, end: Ok(()) };
        parsed.end = match scan.problem {
            Some(problem) => Err(problem.diagnostic(id)),
            None => {
                let source = (id, text, &scan);
                grammar::with_stack(scan.lexemes, || parsed.go_on(source, budget))
            }
        };
        parsed
    }

    /// Parses statement by statement.
    fn go_on(
        &mut self,
        (id, text, scan): (SourceId, &str, &scan::Scan),
        budget: &dyn TextBudget,
    ) -> Result<(), Diagnostic> {
        while self.stopped_at.at < text.len() {
            budget.poll()?;
            let Resume { rule, before, at } = self.stopped_at;
            let calls = affordable_calls(scan.lexemes, budget);
            let tree = match grammar::run(rule, &text[at..], calls) {
                Ok(tree) => tree,
                Err(error) => {
                    return Err(failure((id, text), scan, before..at, budget, (rule, error)));
                }
            };
            let end = at + tree.length();
            self.statements.extend(build::statement(id, text, at, &tree)?);
            make_room(&mut self.statements, budget)?;
            self.stopped_at = Resume { rule: Rule::next, before: at, at: end };
            self.steps.push(StatementEnd { end, statements: self.statements.len() });
        }
        Ok(())
    }

    /// Place to resume in a text that is unchanged up to a byte, and the number of steps to keep. The last
    /// statement before the byte is parsed again: its end may depend on what follows.
    fn resume(&self, opening: Rule, same: usize) -> (Resume, usize) {
        let before = self.steps.partition_point(|step| step.end <= same);
        let kept = before.saturating_sub(1);
        let end = |steps: usize| steps.checked_sub(1).map_or(0, |last| self.steps[last].end);
        let rule = if kept == 0 { opening } else { Rule::next };
        (Resume { rule, before: end(kept.saturating_sub(1)), at: end(kept) }, kept)
    }

    /// Replaces all but the first steps by those of a tail.
    fn replace(&mut self, kept: usize, tail: Parsed) {
        self.steps.truncate(kept);
        let statements = self.steps.last().map_or(0, |last| last.statements);
        self.statements.truncate(statements);
        self.statements.extend(tail.statements);
        let moved =
            |step: StatementEnd| StatementEnd { statements: statements + step.statements, ..step };
        self.steps.extend(tail.steps.into_iter().map(moved));
        (self.stopped_at, self.end) = (tail.stopped_at, tail.end);
    }
}

/// Error of a statement that an entry rule does not parse: it begins at the end of the range, the statement
/// before it at its start.
fn failure(
    (id, text): (SourceId, &str),
    scan: &scan::Scan,
    place: Range<usize>,
    budget: &dyn TextBudget,
    (rule, error): (Rule, Box<pest::error::Error<Rule>>),
) -> Diagnostic {
    if let Err(stopped) = budget.poll() {
        return stopped;
    }
    if grammar::is_too_long(&error)
        && let Err(full) = budget.reserve(scan.lexemes as u64 * BYTES_PER_LEXEME)
    {
        return full;
    }
    let calls = affordable_calls(scan.lexemes, budget);
    let error = grammar::explain(rule, &text[place.end..], calls, error);
    fault::diagnostic(id, text, scan, place, &error)
}

#[cfg(test)]
mod tests;
