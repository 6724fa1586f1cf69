//! Texts that do not parse: what is broken is taken out, and the rest is parsed.

use std::ops::Range;

use super::ast::Program;
use super::grammar::Rule;
use super::parse;
use crate::diagnostic::Diagnostic;
use crate::source::SourceId;

/// How often a text is parsed again at most.
const MAX_TRIES: usize = 50;

/// Something that does not parse.
#[derive(Debug, Clone)]
pub struct Broken {
    /// What is wrong; none when it only follows from the error before it.
    pub diagnostic: Option<Diagnostic>,
    /// The bytes of the statement at the top level that it lies in, with the lines up to the next.
    pub lines: Range<usize>,
}

/// The tree of those statements of a file that parse, and what is wrong with the others.
///
/// The line of an error is left out when it is inside of a statement of several lines, so that the
/// other lines of an exercise are kept; otherwise all lines of the statement are left out, but for
/// the title of an exercise.
pub fn parse_what_parses(id: SourceId, text: &str) -> (Program, Vec<Broken>) {
    let mut patched = text.to_owned();
    let mut broken: Vec<Broken> = Vec::new();
    let mut taken: Vec<Range<usize>> = Vec::new();
    for _ in 0..MAX_TRIES {
        let diagnostic = match parse(Rule::file, id, &patched) {
            Ok(program) => return (program, broken),
            Err(diagnostic) => diagnostic,
        };
        let at = diagnostic.span().map_or(0, |span| span.bytes().start).min(text.len());
        let lines = statement_around(text, at);
        let (gap, follows) = patch(&mut patched, &lines, line_around(text, at), &taken);
        let known = broken.iter().any(|one| one.lines == lines);
        let diagnostic = (!(known && follows)).then_some(diagnostic);
        broken.push(Broken { diagnostic, lines });
        match gap {
            Some(gap) => taken.push(gap),
            None => break,
        }
    }
    (Program { statements: Vec::new() }, broken)
}

/// Takes out the line of an error or all of its statement. What was taken out, if anything was left;
/// and whether the error may only follow from what was taken out before.
fn patch(
    text: &mut String,
    lines: &Range<usize>,
    line: Range<usize>,
    taken: &[Range<usize>],
) -> (Option<Range<usize>>, bool) {
    let adjoins = |one: &Range<usize>| one.end + 1 == line.start || *one == line;
    if line.start > lines.start && !is_blank(&text[line.clone()]) {
        let follows = taken.iter().any(adjoins);
        blank(text, line.clone());
        return (Some(line), follows);
    }
    let first = line_around(text, lines.start);
    let body = (first.end + 1).min(lines.end)..lines.end;
    if is_title(&text[first.clone()]) && !is_blank(&text[body.clone()]) {
        blank(text, body.clone());
        // In place of the end of the line: all other bytes stay where they are.
        text.replace_range(first.end..body.start, "}");
        return (Some(lines.clone()), true);
    }
    let left = !is_blank(&text[lines.clone()]);
    blank(text, lines.clone());
    (left.then(|| lines.clone()), true)
}

/// Whether a line opens an exercise.
fn is_title(line: &str) -> bool {
    line.starts_with("exercise") && line.trim_end().ends_with('{')
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Puts a blank in place of each byte that does not end a line.
fn blank(text: &mut String, range: Range<usize>) {
    let blanks = |byte| if byte == b'\n' { '\n' } else { ' ' };
    let blanks: String = text[range.clone()].bytes().map(blanks).collect();
    text.replace_range(range, &blanks);
}

/// The line that holds the byte `at`, without its end.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let before = &text.as_bytes()[..at];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let length = text[start..].find('\n').unwrap_or(text.len() - start);
    start..start + length
}

/// From the line in which the statement begins that holds the byte `at`, to the next such line.
fn statement_around(text: &str, at: usize) -> Range<usize> {
    let (mut start, mut end) = (0, text.len());
    let mut line = 0;
    for content in text.split_inclusive('\n') {
        if begins_statement(content) {
            if line > at {
                end = line;
                break;
            }
            start = line;
        }
        line += content.len();
    }
    start..end
}

/// Whether a line is not indented, closes no bracket and is no comment.
fn begins_statement(line: &str) -> bool {
    !line.starts_with([' ', '\t', '\r', '\n', ')', ']', '}', '>']) && !line.starts_with("//")
}
