//! Slices of a file: the statements that a statement needs in order to run, and no others.
//!
//! Knows: statements and the names that they bind and mention, as in program slicing (Weiser 1984).
//! Must not know: values.
//!
//! All else in the file is blank in a slice, so places need no translation.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::document::Document;
use super::names::Symbol;
use crate::diagnostic::{Diagnostic, TextBudget};
use crate::syntax::ast::{Statement, StatementKind};

/// Unit that can be run alone: a statement of the file, or one of an exercise in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its bytes.
    pub range: Range<usize>,
    /// Kind.
    pub kind: UnitKind,
    /// Exercise around it: its range up to the brace, and the closing brace.
    shell: Option<(Range<usize>, Range<usize>)>,
}

/// Kind of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// An expression, which has a value.
    Value,
    /// A check.
    Check,
    /// Any other statement.
    Other,
    /// `use` of a file.
    Use,
}

/// The units of a file, in order.
pub fn units(document: &Document) -> Vec<Unit> {
    let mut units = Vec::new();
    for statement in &document.program.statements {
        match &statement.kind {
            StatementKind::Exercise { body, .. } => {
                let (whole, braces) = (statement.span.bytes(), body.span.bytes());
                let shell = (whole.start..braces.start + 1, braces.end.max(1) - 1..braces.end);
                units.extend(body.statements.iter().filter_map(|one| unit(one, Some(&shell))));
            }
            _ => units.extend(unit(statement, None)),
        }
    }
    units
}

fn unit(statement: &Statement, shell: Option<&(Range<usize>, Range<usize>)>) -> Option<Unit> {
    let kind = match &statement.kind {
        StatementKind::Expr(_) => UnitKind::Value,
        StatementKind::Check(_) => UnitKind::Check,
        StatementKind::Use(_) => UnitKind::Use,
        StatementKind::Hint(_)
        | StatementKind::Ask(_)
        | StatementKind::Sheet { .. }
        | StatementKind::Generate(_) => return None,
        _ => UnitKind::Other,
    };
    Some(Unit { range: statement.span.bytes(), kind, shell: shell.cloned() })
}

/// Returns a text of the same length with the `wanted` units and those before them that they need. Everything else is
/// blank, so that places in it are places in the file. Linear time.
///
/// # Errors
/// When the budget ends this.
pub fn slice(
    document: &Document,
    wanted: &dyn Fn(&Unit) -> bool,
    budget: &dyn TextBudget,
) -> Result<String, Diagnostic> {
    let units = units(document);
    let mut kept: Vec<bool> = units.iter().map(wanted).collect();
    let mut needed: FxHashSet<&str> = FxHashSet::default();
    let last = kept.iter().rposition(|kept| *kept).unwrap_or(0);
    let binders = binders(document, &units[..last]);
    let mut open: Vec<usize> = (0..units.len()).filter(|at| kept[*at]).collect();
    while let Some(at) = open.pop() {
        budget.poll()?;
        for name in globals_in(document, &units[at].range) {
            if needed.insert(name) {
                for &before in binders.get(name).into_iter().flatten() {
                    if !kept[before] {
                        kept[before] = true;
                        open.push(before);
                    }
                }
            }
        }
    }
    for (unit, kept) in units.iter().zip(&mut kept).take(last) {
        *kept |= unit.kind == UnitKind::Use;
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (unit, _) in units.iter().zip(&kept).filter(|(_, kept)| **kept) {
        ranges.push(with_semicolon(&document.text, &unit.range));
        if let Some((head, end)) = &unit.shell {
            ranges.extend([head.clone(), end.clone()]);
        }
    }
    Ok(only(&document.text, ranges))
}

/// The global names that are mentioned in a range.
fn globals_in<'d>(
    document: &'d Document,
    range: &Range<usize>,
) -> impl Iterator<Item = &'d str> + use<'d> {
    document.names.within(range).iter().filter_map(|mention| match &mention.symbol {
        Symbol::Global(name) => Some(&**name),
        Symbol::Local(_) => None,
    })
}

/// Numbers of the units that bind each global name.
fn binders<'d>(document: &'d Document, units: &[Unit]) -> FxHashMap<&'d str, Vec<usize>> {
    let mut binders: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for mention in document.names.mentions.iter().filter(|mention| mention.binds) {
        let Symbol::Global(name) = &mention.symbol else { continue };
        let at = units.partition_point(|unit| unit.range.end <= mention.range.start);
        if units.get(at).is_some_and(|unit| unit.range.contains(&mention.range.start)) {
            binders.entry(name).or_default().push(at);
        }
    }
    binders
}

/// A range with the semicolon after it.
fn with_semicolon(text: &str, range: &Range<usize>) -> Range<usize> {
    let rest = &text[range.end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let semicolon = usize::from(rest[blanks..].starts_with(';'));
    range.start..range.end + if semicolon == 1 { blanks + 1 } else { 0 }
}

/// Text with blanks in place of all bytes outside of `ranges`.
fn only(text: &str, ranges: Vec<Range<usize>>) -> String {
    let mut bytes: Vec<u8> =
        text.bytes().map(|byte| if byte == b'\n' { b'\n' } else { b' ' }).collect();
    for range in ranges {
        bytes[range.clone()].copy_from_slice(&text.as_bytes()[range]);
    }
    String::from_utf8(bytes).expect("statements begin and end between characters")
}

/// A comment `//=` about a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The statement that it is about, as a unit.
    pub unit: Unit,
    /// Range after `//=` to the end of the line, without blanks around it.
    pub value: Range<usize>,
}

/// Returns the comments `//=` of a file, each with the value that it is about. They stand behind the value or
/// in the lines after it.
///
/// # Errors
/// When the budget ends this.
pub fn expectations(
    document: &Document,
    budget: &dyn TextBudget,
) -> Result<Vec<Expectation>, Diagnostic> {
    let text = &*document.text;
    let mut found = Vec::new();
    if !text.contains("//=") {
        return Ok(found);
    }
    let values: Vec<Unit> =
        units(document).into_iter().filter(|unit| unit.kind == UnitKind::Value).collect();
    for token in crate::syntax::tokens(text) {
        budget.poll()?;
        let shown = &text[token.range.clone()];
        let Some(written) = shown.strip_prefix("//=") else { continue };
        let after = values.partition_point(|unit| unit.range.end <= token.range.start);
        let before = values[..after].last();
        let between = |unit: &Unit| &text[unit.range.end..token.range.start];
        let Some(unit) = before.filter(|unit| is_beside(between(unit))) else { continue };
        let start = token.range.start + 3 + written.len() - written.trim_start().len();
        let end = start.max(token.range.start + 3 + written.trim_end().len());
        found.push(Expectation { unit: unit.clone(), value: start..end });
    }
    Ok(found)
}

/// Whether only blanks, a semicolon and comments of the same kind stand between a value and a comment.
fn is_beside(between: &str) -> bool {
    between.split('\n').all(|line| {
        let line = line.trim().trim_start_matches(';').trim();
        line.is_empty() || line.starts_with("//=")
    }) && !between.contains("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Unlimited;

    fn document(text: &str) -> Document {
        Document::new("a.game", text, &Unlimited)
    }

    fn sliced(text: &str, target: &str) -> String {
        let document = document(text);
        let at = text.find(target).unwrap();
        let slice = slice(&document, &|unit| unit.range.start == at, &Unlimited).unwrap();
        assert_eq!(slice.len(), text.len());
        slice.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_statement_comes_with_what_it_needs() {
        let text = "a := 1\nb := a + 1; c := 2\nunused := 3\n1 + 1\nf(x) := x + b\nf(c)\n4\n";
        assert_eq!(sliced(text, "f(c)"), "a := 1 b := a + 1; c := 2 f(x) := x + b f(c)");
        assert_eq!(sliced(text, "1 + 1"), "1 + 1");
    }

    #[test]
    fn a_name_that_is_bound_again_comes_with_all_its_values() {
        let text = "k := 1\ngame H(n) { move n - k if n >= k }\nnimber(H(2))\nk := 2\nnimber(H(3))\nk := 3\n";
        let start = "k := 1 game H(n) { move n - k if n >= k }";
        assert_eq!(sliced(text, "nimber(H(2))"), format!("{start} nimber(H(2))"));
        assert_eq!(sliced(text, "nimber(H(3))"), format!("{start} k := 2 nimber(H(3))"));
    }

    #[test]
    fn a_statement_of_an_exercise_stays_in_it() {
        let text =
            "exercise \"One\" (2 points) {\n  n := 3\n  check n == 3\n  check 1 == 2\n}\n5\n";
        let slice = sliced(text, "check n");
        assert_eq!(slice, "exercise \"One\" (2 points) { n := 3 check n == 3 }");
    }

    #[test]
    fn long_chains_of_definitions_are_followed() {
        let links = (1..20_000).map(|at| format!("x{at} := x{}\n", at - 1));
        let text = format!("x0 := 1\n{}x19999", links.collect::<String>());
        let document = document(&text);
        let start = text.rfind('x').unwrap();
        let wanted = |unit: &Unit| unit.range.start == start;
        assert_eq!(slice(&document, &wanted, &Unlimited).unwrap(), text);
    }

    #[test]
    fn what_does_not_parse_is_left_out() {
        let text = "a := 1\nb := := 2\na //= 1\n";
        assert_eq!(sliced(text, "a //="), "a := 1 a");
    }

    #[test]
    fn expectations_stand_behind_values_or_below_them() {
        let text = "1 + 1 //= 2\nx := 3\n//= no\n2;  //=\n3\n//= 3\n//= 4\n\n//= far\n";
        let document = document(text);
        let found: Vec<(&str, &str)> = expectations(&document, &Unlimited)
            .unwrap()
            .into_iter()
            .map(|one| (&text[one.unit.range], &text[one.value]))
            .collect();
        assert_eq!(found, [("1 + 1", "2"), ("2", ""), ("3", "3"), ("3", "4")]);
    }
}
