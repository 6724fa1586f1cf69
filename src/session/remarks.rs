//! What is said of an input besides its answers: what it may have meant, what was not kept.

use std::ops::Range;

use super::Session;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{SourceId, Span};
use crate::syntax;
use crate::syntax::ast::{Pattern, Statement, StatementKind};
use crate::value::Notation;

/// Longer inputs that fail are not looked through once more.
const LONGEST: usize = 100_000;
/// So many names are listed.
const MOST_NAMES: usize = 6;

impl Session {
    /// Warnings about texts that ran, but perhaps not as they were meant: this one, and the files
    /// that it has brought in.
    pub(super) fn warnings(&self, first: SourceId) -> Vec<Diagnostic> {
        // Where games are written with `^`, it is known what it means.
        let is_ascii = self.notation == Notation::Ascii;
        let looked_through = self.sources.since(first).flat_map(|(id, source)| {
            let powers = if is_ascii { Vec::new() } else { powers(id, &source.text) };
            swallowed(id, &source.text).chain(powers)
        });
        looked_through.collect()
    }

    /// The error of an input, with the names that it binds: an input is kept whole or not at all.
    pub(super) fn with_what_is_lost(&self, error: Diagnostic, source: SourceId) -> Diagnostic {
        let text = &self.sources.get(source).text;
        if text.len() > LONGEST || error.code.is_exhaustion() {
            return error;
        }
        let Ok(program) = syntax::parse_input(source, text, self.budget()) else { return error };
        let names: Vec<String> = match program.statements.as_slice() {
            [] | [_] => Vec::new(),
            several => several.iter().flat_map(bound).map(|name| format!("`{name}`")).collect(),
        };
        let shown = &names[..names.len().min(MOST_NAMES)];
        match shown {
            [] => error,
            _ if names.len() > shown.len() => {
                error.note(format!("{} and others are not bound: {KEPT}", shown.join(", ")))
            }
            [one] => error.note(format!("{one} is not bound: {KEPT}")),
            [first @ .., last] => {
                error.note(format!("{} and {last} are not bound: {KEPT}", first.join(", ")))
            }
        }
    }
}

/// Games that were perhaps meant as powers.
fn powers(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let warning = |range: Range<usize>| {
        let game = &text[range.clone()];
        let (base, exponent) = game.split_once('^').expect("what looks like a power has a `^`");
        let message = format!("`{game}` is the game {base} + ^{exponent}, not a power");
        warning(message).label(Span::new(source, range), "a number and ups").help(format!(
            "write the power `{base}**{exponent}`, or the sum `{base} + ^{exponent}`"
        ))
    };
    syntax::mistaken_powers(text).into_iter().map(warning).collect()
}

fn warning(message: impl Into<String>) -> Diagnostic {
    let mut warning = Diagnostic::error(Code::Syntax, message);
    warning.severity = Severity::Warning;
    warning
}

/// Divisors that were taken for comments.
fn swallowed(source: SourceId, text: &str) -> impl Iterator<Item = Diagnostic> {
    syntax::swallowed_divisors(text).into_iter().map(move |range| {
        warning("`//` begins a comment, and this was not read")
            .label(Span::new(source, range), "a comment")
            .help(
                "the integer quotient is `floor(a / b)`; a comment has two blanks before it, or \
                 words in it",
            )
    })
}

/// Why what succeeded before an error is lost.
const KEPT: &str = "lines that are entered together are kept together, or not at all";

/// The names that a statement binds, in order.
fn bound(statement: &Statement) -> Vec<String> {
    match &statement.kind {
        StatementKind::Bind { target, .. } => in_pattern(target),
        StatementKind::Function(function) => vec![function.name.text.to_string()],
        StatementKind::Ruleset(ruleset) => vec![ruleset.name.text.to_string()],
        _ => Vec::new(),
    }
}

fn in_pattern(pattern: &Pattern) -> Vec<String> {
    match pattern {
        Pattern::Name(name) => vec![name.text.to_string()],
        Pattern::Tuple(parts, _) => parts.iter().flat_map(in_pattern).collect(),
    }
}
