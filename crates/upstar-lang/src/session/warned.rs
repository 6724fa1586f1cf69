//! Warnings about texts that ran, and say something else than they seem to.
//!
//! Knows: what to write instead. Must not know: which texts they are, which is the business of the lints.

use std::ops::Range;

use super::Session;
use crate::diagnostic::{Code, Diagnostic, Severity, TextBudget, Unlimited};
use crate::source::{SourceId, Span};
use crate::syntax;

/// Most names that are listed.
const MOST_NAMES: usize = 6;

impl Session {
    /// Warnings about possibly unintended meanings in this text and the files that it uses.
    pub(super) fn warnings(&self, first: SourceId) -> Vec<Diagnostic> {
        // In ASCII notation answers show what `^` means.
        let is_ascii = self.notation.is_ascii();
        let looked_through = self.sources.since(first).flat_map(|(id, source)| {
            let numbers = if is_ascii { Vec::new() } else { number_warnings(id, &source.text) };
            let others = divisor_warnings(id, &source.text, &Unlimited);
            others.into_iter().chain(numbers).chain(other_warnings(id, &source.text))
        });
        looked_through.collect()
    }

    /// Warnings about names that are bound after others have read the builtin or the name of the library that they hide.
    pub(super) fn hidden_names(&self, source: SourceId) -> Vec<Diagnostic> {
        let listed = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            names.join(", ")
        };
        let about = |(name, readers): (&str, Vec<&str>)| {
            let readers = listed(&readers[..readers.len().min(MOST_NAMES)]);
            let text = &self.sources.get(source).text;
            let at = text.find(name).map_or(0..0, |at| at..at + name.len());
            warning(format!("{readers} were defined before, and go on with Upstar's own `{name}`"))
                .label(Span::new(source, at), "hides a name that was there")
                .help(format!("to use this one, define again: {readers}"))
        };
        self.globals.hidden().into_iter().map(about).collect()
    }
}

/// Returns warnings about a text that says something else than it seems to, as far as the budget allows.
pub fn lints(source: SourceId, text: &str, budget: &dyn TextBudget) -> Vec<Diagnostic> {
    let mut found = divisor_warnings(source, text, budget);
    if budget.poll().is_ok() {
        found.extend(number_warnings(source, text));
        found.extend(other_warnings(source, text));
    }
    found
}

/// Returns warnings about games that look like powers or products of numbers.
fn number_warnings(source: SourceId, text: &str) -> Vec<Diagnostic> {
    [power_warnings(source, text), product_warnings(source, text)].concat()
}

/// Returns warnings about what looks alike in all notations.
fn other_warnings(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let about = [slice_warnings, outcome_warnings, method_warnings, option_warnings];
    about.iter().flat_map(|warnings| warnings(source, text)).collect()
}

/// Returns warnings about fractions whose last number alone is asked for something.
fn method_warnings(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let about = |range: Range<usize>| {
        let number = &text[range.clone()];
        let asked = number.trim_start_matches(|c| c != '/' && c != '-');
        let span = Span::new(source, range);
        let whole = format!("({number})");
        warning(format!("only `{}` is asked for what follows the dot", &asked[1..]))
            .label(span, "not of this number")
            .help(format!("write `{whole}.`, with the number in parentheses"))
            .fix(format!("Write `{whole}`"), span, whole)
    };
    syntax::mistaken_methods(text).into_iter().map(about).collect()
}

/// Returns warnings about lists of options that look like alternatives, or like the numbers of a tuple.
fn option_warnings(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let about = |(range, meant): (Range<usize>, String)| {
        let list = text[range.clone()].split(" if ").next().unwrap_or_default().trim();
        let span = Span::new(source, range);
        warning(format!("`{list}` is one option, which is a sum: `,` stands between its parts"))
            .label(span, "one move to all of them")
            .help(match meant.starts_with('(') {
                true => format!("the numbers of a position stand in parentheses: `{meant}`"),
                false => format!("`;` stands between moves: `{meant}`"),
            })
            .fix(format!("Write `{meant}`"), span, meant)
    };
    syntax::mistaken_options(text).into_iter().map(about).collect()
}

/// Returns warnings about games that look like powers.
fn power_warnings(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let warning = |range: Range<usize>| {
        let game = &text[range.clone()];
        let (base, exponent) = game.split_once('^').expect("what looks like a power has a `^`");
        let sum = match exponent.strip_prefix('-') {
            Some(less) => format!("{base}^ - {less}"),
            None => format!("{base} + ^{exponent}"),
        };
        let power = format!("{base}**{exponent}");
        let span = Span::new(source, range);
        warning(format!("`{game}` is the game {sum}, not a power"))
            .label(span, "a number and ups")
            .help(format!("write the power `{power}`, or the sum `{sum}`"))
            .fix(format!("Write the power `{power}`"), span, power)
            .fix(format!("Write the sum `{sum}`"), span, sum)
    };
    syntax::mistaken_powers(text).into_iter().map(warning).collect()
}

/// Returns warnings about sums with nimbers that look like products.
fn product_warnings(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let about = |range: Range<usize>| {
        let game = &text[range.clone()];
        let spaced = game.replace('*', " * ").replace('+', " + ").replace('-', " - ");
        let product = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
        let help = match product.starts_with('*') {
            true => "a sum has its sign: `*2 + *3`".to_owned(),
            false => format!("a product has blanks around its star: `{product}`"),
        };
        warning(format!("in `{game}` a star that touches a number is no product of numbers"))
            .label(Span::new(source, range), "numbers and nimbers")
            .help(help)
    };
    syntax::mistaken_products(text).into_iter().map(about).collect()
}

/// Returns warnings about ordinal sums of numbers that look like slices of a list.
fn slice_warnings(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let about = |range: Range<usize>| {
        let index = &text[range.clone()];
        let inside = index.trim_matches(['[', ']']);
        let span = Span::new(source, range);
        let Some((first, end)) = inside.split_once(':') else {
            let first = inside.split('.').next().unwrap_or_default().trim();
            return warning(format!("the range {} is empty", inside.trim()))
                .label(span, "no element")
                .help(format!("to the end of `xs` it is written `xs[{first}..length(xs)]`"));
        };
        let (first, end) = (first.trim(), end.trim());
        let next = first.parse::<u64>().ok().and_then(|first| first.checked_add(1));
        let slice = format!("[{}..{end}]", next.unwrap_or(1));
        warning(format!("`{first}:{end}` is the ordinal sum of two numbers, not a part of a list"))
            .label(span, "one element")
            .help(format!(
                "write `{slice}`: elements are counted from 1, and the last one is meant"
            ))
            .fix(format!("Write the part `{slice}`"), span, slice)
    };
    syntax::mistaken_slices(text).into_iter().map(about).collect()
}

/// Returns warnings about loops whose variable hides an outcome.
fn outcome_warnings(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let about = |range: Range<usize>| {
        let name = &text[range.clone()];
        warning(format!("here `{name}` is the element of the loop, and hides the outcome `{name}`"))
            .label(Span::new(source, range), "hides an outcome")
            .help("give the variable of the loop another name, such as `G`")
    };
    syntax::hidden_outcomes(text).into_iter().map(about).collect()
}

fn warning(message: impl Into<String>) -> Diagnostic {
    let mut warning = Diagnostic::error(Code::Syntax, message);
    warning.severity = Severity::Warning;
    warning
}

/// Returns warnings about comments that look like divisors.
fn divisor_warnings(source: SourceId, text: &str, budget: &dyn TextBudget) -> Vec<Diagnostic> {
    let about = |range| {
        warning("`//` begins a comment, and this was not read")
            .label(Span::new(source, range), "a comment")
            .help(
                "the integer quotient is `div(a, b)`; a comment has two blanks before it, or \
                 words in it",
            )
    };
    syntax::swallowed_divisors(text, budget).into_iter().map(about).collect()
}
