//! Error recovery: what does not parse is removed, and the rest is parsed.
//!
//! A broken line does not hide the rest of a file. Blanks replace the line of the error, or its statement if that
//! is not enough, and the file is parsed again. Everything else keeps its place.

use std::ops::Range;

use super::ast::Program;
use super::grammar::Rule;
use super::{Parsed, Resume};
use crate::diagnostic::{Diagnostic, TextBudget};
use crate::source::SourceId;

/// Most lines and statements that are left out.
const MAX_TRIES: usize = 50;

/// Part of a file that does not parse.
#[derive(Debug, Clone)]
pub struct Broken {
    /// The error; `None` if it only follows from the error before it.
    pub diagnostic: Option<Diagnostic>,
    /// The bytes of the statement at the top level that it lies in, with the lines up to the next.
    pub lines: Range<usize>,
    /// The bytes that are left out because of it.
    pub taken: Range<usize>,
}

/// Parses the statements of a file that parse, and reports the others.
///
/// An exercise whose head does not parse has no points.
///
/// Inside of a statement of several lines the line of an error is left out, or the one before it when
/// that is what keeps the rest from being parsed; so the other lines of an exercise are kept. Where
/// that does not help, all lines of the statement are left out, but for the title of an exercise; or
/// those of the statement before, if that goes further.
pub fn parse_what_parses(
    id: SourceId,
    text: &str,
    budget: &dyn TextBudget,
) -> (Program, Vec<Broken>) {
    let mut broken: Vec<Broken> = Vec::new();
    let mut taken: Vec<Range<usize>> = Vec::new();
    let mut reader = VariantParser::new(id, text, budget);
    for _ in 0..MAX_TRIES {
        let diagnostic = match &reader.parsed.end {
            Ok(()) => return (Program { statements: reader.parsed.statements }, broken),
            Err(diagnostic) => diagnostic.clone(),
        };
        if diagnostic.code.is_exhaustion() {
            broken.push(Broken { diagnostic: Some(diagnostic), lines: 0..0, taken: 0..0 });
            break;
        }
        let at = place(&diagnostic).min(text.len());
        let (lines, line) = (statement_around(text, at), line_around(text, at));
        let whole = line.start == lines.start;
        let patch = reader.best_patch(text, at, &lines);
        // The statement before may be the one that is not complete.
        let lines = patch.as_ref().map_or(lines, |patch| statement_around(text, patch.taken.start));
        let out = patch.as_ref().map_or(lines.clone(), |patch| patch.taken.clone());
        let known = broken.iter().any(|one| one.lines == lines);
        let follows = whole || taken.iter().any(|one| one.end + 1 >= line.start);
        // A claim or a question in a line of its own is not part of the lines before it.
        let left_out = text[out.clone()].trim_start();
        let follows = follows && !["check ", "ask "].iter().any(|word| left_out.starts_with(word));
        let diagnostic = (!(known && follows)).then_some(diagnostic);
        broken.push(Broken { diagnostic, lines, taken: out });
        let Some(patch) = patch else { break };
        taken.push(patch.taken.clone());
        reader.apply(patch);
    }
    (Program { statements: Vec::new() }, broken)
}

/// Parses variants of a text, each from the first difference on.
struct VariantParser<'l> {
    id: SourceId,
    budget: &'l dyn TextBudget,
    /// The text without the parts left out so far.
    text: String,
    parsed: Parsed,
}

/// A text without some of its lines.
struct Patch {
    taken: Range<usize>,
    text: String,
    /// Number of steps to keep, and the steps after them.
    kept: usize,
    tail: Parsed,
    /// Offset that parsing reaches.
    reach: usize,
}

impl<'l> VariantParser<'l> {
    fn new(id: SourceId, text: &str, budget: &'l dyn TextBudget) -> Self {
        let parsed = Parsed::from(Resume::at_the_start(Rule::first), id, text, budget);
        VariantParser { id, budget, text: text.to_owned(), parsed }
    }

    fn patch(&self, text: String, taken: Range<usize>) -> Patch {
        let (resume, kept) = self.parsed.resume(Rule::first, taken.start);
        let tail = Parsed::from(resume, self.id, &text, self.budget);
        let reach = tail.end.as_ref().err().map_or(usize::MAX, reach);
        Patch { taken, text, kept, tail, reach }
    }

    fn apply(&mut self, patch: Patch) {
        self.parsed.replace(patch.kept, patch.tail);
        self.text = patch.text;
    }

    /// The patch for an error at the byte `at` of these lines after which parsing reaches furthest; the
    /// first of several. `text` has all lines.
    fn best_patch(&self, text: &str, at: usize, lines: &Range<usize>) -> Option<Patch> {
        let line = line_around(text, at);
        let best = match line.start == lines.start {
            true => {
                let headed = std::iter::once_with(|| self.without_points(&line)).flatten();
                best_beyond(line.end, headed.chain(self.without_a_statement(text, lines, at)))
            }
            false => best_beyond(line.end, self.without_a_line(lines, at)),
        };
        best.or_else(|| self.without_all(lines))
    }

    /// Leaves out the line of the byte `at`; if the byte is the first of its line, the last non-empty line
    /// before.
    fn without_a_line(&self, lines: &Range<usize>, at: usize) -> impl Iterator<Item = Patch> {
        let text = &*self.text;
        let line = line_around(text, at);
        let mut gaps = vec![line.clone()];
        if text.get(line.start..at).is_some_and(is_blank) {
            let before = text[..line.start].trim_end().len();
            gaps.push(line_around(text, before));
        }
        gaps.retain(|gap| gap.start > lines.start && !is_blank(&text[gap.clone()]));
        gaps.into_iter().map(|gap| self.patch(without(text, &gap), gap))
    }

    /// Leaves out the line of the byte `at`, if a statement has not ended before it; the statement that begins in
    /// these lines; the one that has not ended before them; the one before, if the byte is the first of its line.
    fn without_a_statement(
        &self,
        text: &str,
        lines: &Range<usize>,
        at: usize,
    ) -> impl Iterator<Item = Patch> {
        let begun = first_word(&self.text, self.parsed.stopped_at.at);
        let unfinished = (begun < lines.start).then(|| statement_around(text, begun));
        let alone = unfinished.is_some().then(|| open_part(text, at)).filter(|part| part != lines);
        let before = self.text[..lines.start].trim_end().len();
        let earlier = (at == lines.start && before > 0).then(|| statement_around(text, before - 1));
        let earlier = earlier.filter(|earlier| unfinished.as_ref() != Some(earlier));
        let gaps = alone.into_iter().chain([lines.clone()]).chain(unfinished).chain(earlier);
        gaps.filter_map(|gap| self.without_all(&gap))
    }

    /// Leaves out the text between the title of an exercise and its block, if this line opens one.
    fn without_points(&self, line: &Range<usize>) -> Option<Patch> {
        let content = self.text.get(line.clone()).filter(|content| is_title(content))?;
        let open = content.find('"')? + 1;
        let (title, block) = (open + content[open..].find('"')? + 1, content.rfind('{')?);
        let gap = line.start + title..line.start + block.max(title);
        let says_something = !is_blank(&self.text[gap.clone()]);
        says_something.then(|| self.patch(without(&self.text, &gap), gap))
    }

    /// Leaves out a statement, or all of an exercise but its title. `None` if nothing remains.
    fn without_all(&self, lines: &Range<usize>) -> Option<Patch> {
        let text = &*self.text;
        let first = line_around(text, lines.start);
        let body = (first.end + 1).min(lines.end)..lines.end;
        if is_title(&text[first.clone()]) && !is_blank(&text[body.clone()]) {
            let mut titled = without(text, &body);
            // In place of the end of the line: all other bytes stay where they are.
            titled.replace_range(first.end..body.start, "}");
            return Some(self.patch(titled, lines.clone()));
        }
        let left = !is_blank(&text[lines.clone()]);
        left.then(|| self.patch(without(text, lines), lines.clone()))
    }
}

/// The patch after which parsing goes furthest, beyond a byte at least; the first of the best. Once all is parsed,
/// no other is tried.
fn best_beyond(end: usize, patches: impl Iterator<Item = Patch>) -> Option<Patch> {
    let mut best: Option<Patch> = None;
    for patch in patches.filter(|patch| patch.reach > end) {
        let is_best = best.as_ref().is_none_or(|best| patch.reach > best.reach);
        let parses = patch.reach == usize::MAX;
        if is_best {
            best = Some(patch);
        }
        if parses {
            break;
        }
    }
    best
}

/// The line around a byte, without a brace at its end that closes a block opened in an earlier line, if something
/// stands before it.
fn open_part(text: &str, at: usize) -> Range<usize> {
    let line = line_around(text, at);
    let content = text[line.clone()].trim_end();
    let braces = |brace| content.matches(brace).count();
    match content.strip_suffix('}') {
        Some(rest) if braces('}') > braces('{') && !is_blank(rest) => {
            line.start..line.start + rest.len()
        }
        _ => line,
    }
}

/// Offset of a diagnostic.
fn place(diagnostic: &Diagnostic) -> usize {
    diagnostic.span().map_or(0, |span| span.bytes().start)
}

/// Offset that parsing reached, from a diagnostic: for an unclosed bracket it is beyond the bracket.
fn reach(diagnostic: &Diagnostic) -> usize {
    diagnostic.labels.iter().map(|label| label.span.bytes().start).max().unwrap_or(0)
}

/// Offset of the first text from a byte on that is no blank, separator or comment.
fn first_word(text: &str, from: usize) -> usize {
    let mut rest = &text[from.min(text.len())..];
    loop {
        let inside = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        let comment = match inside.get(..2) {
            Some("//") => inside.find('\n'),
            Some("/*") => inside.find("*/").map(|end| end + 2),
            _ => return text.len() - inside.len(),
        };
        rest = &inside[comment.unwrap_or(inside.len())..];
    }
}

/// Whether a line opens an exercise.
fn is_title(line: &str) -> bool {
    line.starts_with("exercise") && line.trim_end().ends_with('{')
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// The text with a blank in place of each byte of a range that does not end a line.
fn without(text: &str, range: &Range<usize>) -> String {
    let blanks = |byte| if byte == b'\n' { '\n' } else { ' ' };
    let blanks: String = text[range.clone()].bytes().map(blanks).collect();
    [&text[..range.start], &blanks, &text[range.end..]].concat()
}

/// The line that holds the byte `at`, without its end.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let before = &text.as_bytes()[..at];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let length = text[start..].find('\n').unwrap_or(text.len() - start);
    start..start + length
}

/// Range from the beginning of the statement around the byte `at` to that of the next statement, in whole
/// lines.
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
