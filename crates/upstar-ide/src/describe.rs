//! Descriptions of the name, word or sign at a place, and of the call around it, without evaluation.
//!
//! Knows: documents, the pages of the reference. Must not know: how an editor shows them.

use std::ops::Range;
use std::sync::Arc;

use super::document::{Document, Documents, Meaning, meaning};
use super::names::NameKind;
use crate::session::{Page, Session, help};
use crate::syntax::{Token, TokenKind, tokens};

/// A description in Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The bytes that are described.
    pub range: Range<usize>,
    /// The text.
    pub markdown: String,
}

/// Returns the description of the token at a byte.
pub fn describe(
    document: &Arc<Document>,
    byte: usize,
    documents: &dyn Documents,
    session: &Session,
) -> Option<Description> {
    if let Some(mention) = document.mention_at(byte) {
        let range = mention.range.clone();
        let markdown = match meaning(document, mention, documents) {
            Meaning::Local(local) => of_local(document, local),
            Meaning::Defined(seen, definition) => {
                let doc = definition.doc.as_deref().unwrap_or_default();
                let own = seen.name == document.name;
                let origin = if own { String::new() } else { format!(" of `{}`", seen.name) };
                let kind = kind_words(definition.kind);
                let shown = match definition.kind {
                    NameKind::Variable => bound(&seen, definition.whole.clone()),
                    _ => definition.signature.clone(),
                };
                let head = format!("{}\n{kind}{origin}", code(&shown));
                if doc.is_empty() { head } else { format!("{head}\n\n{}", doc_markdown(doc)) }
            }
            Meaning::Library | Meaning::Builtin => page_markdown(&session.page(&mention.name)?),
            Meaning::Unknown => return None,
        };
        return Some(Description { range, markdown });
    }
    let token = token_at(&document.text, byte)?;
    let shown = &document.text[token.range.clone()];
    if token.kind == TokenKind::Comment {
        let (range, page) = code_in_comment(shown, token.range.start, byte)?;
        return Some(Description { range, markdown: page });
    }
    if matches!(token.kind, TokenKind::Text | TokenKind::Number | TokenKind::Blank) {
        return None;
    }
    let page = session.page(shown)?;
    Some(Description { range: token.range, markdown: page_markdown(&page) })
}

/// Range and page of the error code in a comment `//! G0304`.
fn code_in_comment(comment: &str, start: usize, byte: usize) -> Option<(Range<usize>, String)> {
    let at = comment.find("//!")? + 3;
    let word = comment[at..].trim();
    let code = help::error_code(word)?;
    let first = start + at + comment[at..].find(word)?;
    let range = first..first + word.len();
    (range.start <= byte && byte <= range.end)
        .then(|| (range, crate::diagnostic::page(code).to_owned()))
}

fn of_local(document: &Document, local: usize) -> String {
    let Some(local) = document.names.locals.get(local) else { return String::new() };
    format!("{}\n{}", code(&local.name), kind_words(local.kind))
}

/// The first line of the statement that binds something.
fn bound(document: &Document, whole: Range<usize>) -> String {
    let text = document.text.get(whole).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    let shown: String = first.chars().take(MOST_SHOWN).collect();
    if shown.len() < text.trim_end().len() { format!("{shown} …") } else { shown }
}

/// Most characters of a binding that are shown.
const MOST_SHOWN: usize = 120;

/// Name of a kind of binding.
pub fn kind_words(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Variable => "variable",
        NameKind::Function => "function",
        NameKind::Ruleset => "ruleset",
        NameKind::Parameter => "parameter",
        NameKind::Label => "label of a bracket",
        NameKind::Answer => "answer to a question",
    }
}

fn code(text: &str) -> String {
    format!("```game\n{text}\n```")
}

/// Doc comment as Markdown. Lines such as `Source:` are paragraphs of their own.
fn doc_markdown(doc: &str) -> String {
    let tagged = |line: &&str| line.starts_with("Source: ") || line.starts_with("See also: ");
    let lines = doc.lines().map(|line| match tagged(&line) {
        true => format!("\n{line}"),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A page of the reference as Markdown.
pub fn page_markdown(page: &Page) -> String {
    let mut parts = vec![code(&page.signature), page.summary.clone()];
    if !page.details.is_empty() {
        parts.push(page.details.clone());
    }
    if !page.examples.is_empty() {
        let example = |(input, output): &(String, String)| match output.contains('\n') {
            _ if output.is_empty() => input.clone(),
            true => format!("{input}\n//= {}", output.replace('\n', "\n//= ")),
            false => format!("{input}   //= {output}"),
        };
        let examples: Vec<String> = page.examples.iter().map(example).collect();
        parts.push(code(&examples.join("\n")));
    }
    if !page.see_also.is_empty() {
        let names: Vec<String> = page.see_also.iter().map(|name| format!("`{name}`")).collect();
        parts.push(format!("See also: {}", names.join(", ")));
    }
    if let Some(source) = &page.source {
        parts.push(format!("Source: {source}"));
    }
    parts.join("\n\n")
}

/// The token that contains a byte, or ends there.
pub fn token_at(text: &str, byte: usize) -> Option<Token> {
    let touching = |token: &Token| token.range.start <= byte && byte <= token.range.end;
    let found = tokens(text)
        .into_iter()
        .filter(|token| token.is_significant() || token.kind == TokenKind::Comment);
    found.filter(touching).max_by_key(|token| token.range.start)
}

/// The call around a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Signature of the function or ruleset.
    pub signature: String,
    /// Its parameters, as bytes of the signature.
    pub parameters: Vec<Range<usize>>,
    /// Index of the parameter that is being typed.
    pub active: Option<usize>,
    /// Its first sentence.
    pub summary: String,
}

/// Bytes before the cursor that are searched for a call.
const MOST_BEFORE: usize = 20_000;

/// Returns the call whose arguments a byte stands in.
pub fn call_at(
    document: &Arc<Document>,
    byte: usize,
    documents: &dyn Documents,
    session: &Session,
) -> Option<Call> {
    let byte = crate::source::floor_char_boundary(&document.text, byte);
    let OpenCall { name, lists, written } = open_call(&document.text[..byte])?;
    let (signature, summary) = signature_of(document, name, documents, session)?;
    let mut parameters = parameters(&signature, lists);
    // The last parameter accepts all further arguments.
    let rest = parameters.last().is_some_and(|last| signature[last.clone()].contains("..."));
    let active = match parameters.len() {
        0 => None,
        count if written < count => Some(written),
        count if rest => Some(count - 1),
        _ => None,
    };
    parameters.retain(|range| !range.is_empty());
    Some(Call { signature, parameters, active, summary })
}

/// A call whose parenthesis is open.
struct OpenCall<'t> {
    /// The name that is called.
    name: &'t str,
    /// Number of argument lists before this one.
    lists: usize,
    /// Number of arguments before the cursor in this one.
    written: usize,
}

/// Returns the name that is called where a text ends within the arguments.
pub fn called(before: &str) -> Option<&str> {
    Some(open_call(before)?.name)
}

fn open_call(text: &str) -> Option<OpenCall<'_>> {
    let first = crate::source::ceil_char_boundary(text, text.len().saturating_sub(MOST_BEFORE));
    let before = &text[first..];
    let all: Vec<Token> = tokens(before).into_iter().collect();
    if all.last().is_some_and(|last| last.kind == TokenKind::Comment && !before.ends_with('\n')) {
        return None;
    }
    let all: Vec<Token> = all.into_iter().filter(Token::is_significant).collect();
    let slice = |at: usize| &before[all[at].range.clone()];
    let (open, commas) = enclosing(&all, &slice)?;
    let (callee, lists) = callee(&all, &slice, open)?;
    let is_method = callee > 0 && slice(callee - 1) == "." && lists == 0;
    Some(OpenCall { name: slice(callee), lists, written: commas + usize::from(is_method) })
}

/// Innermost open parenthesis at the end, and the number of commas after it outside of other brackets.
fn enclosing<'t>(all: &[Token], slice: &dyn Fn(usize) -> &'t str) -> Option<(usize, usize)> {
    let (mut depth, mut commas) = (0_usize, 0);
    for at in (0..all.len()).rev() {
        match slice(at) {
            ")" | "]" | "}" => depth += 1,
            "(" if depth == 0 => return Some((at, commas)),
            "[" | "{" if depth == 0 => return None,
            "(" | "[" | "{" => depth -= 1,
            "," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// Name that the parenthesis at `open` calls, and the number of argument lists in between.
fn callee<'t>(
    all: &[Token],
    slice: &dyn Fn(usize) -> &'t str,
    open: usize,
) -> Option<(usize, usize)> {
    let (mut at, mut lists) = (open, 0);
    loop {
        let before = at.checked_sub(1)?;
        // A call has no blank before its parenthesis.
        if all[before].range.end != all[at].range.start {
            return None;
        }
        match slice(before) {
            ")" => {
                let mut depth = 0_usize;
                let opening = (0..=before).rev().find(|at| {
                    match slice(*at) {
                        ")" | "]" | "}" => depth += 1,
                        "(" | "[" | "{" => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    depth == 0
                })?;
                (at, lists) = (opening, lists + 1);
            }
            _ if all[before].kind == TokenKind::Name => return Some((before, lists)),
            _ => return None,
        }
    }
}

fn signature_of(
    document: &Arc<Document>,
    name: &str,
    documents: &dyn Documents,
    session: &Session,
) -> Option<(String, String)> {
    for seen in super::document::reach(document, documents) {
        if let Some(definition) = seen.names.definition(name, usize::MAX) {
            let doc = definition.doc.as_deref().unwrap_or_default();
            let summary = doc.lines().next().unwrap_or_default().to_owned();
            let is_called = definition.signature.contains('(');
            return is_called.then(|| (definition.signature.clone(), summary));
        }
    }
    let page = session.page(name).filter(|page| page.name == name)?;
    page.signature.contains('(').then_some((page.signature, page.summary))
}

/// The parameters of a list of a signature: the first is number 0.
fn parameters(signature: &str, list: usize) -> Vec<Range<usize>> {
    let (mut depth, mut lists, mut start) = (0_usize, 0_usize, 0);
    let mut in_text = false;
    let mut found = Vec::new();
    let mut push = |range: Range<usize>| {
        let shown = &signature[range.clone()];
        let begin = range.start + shown.len() - shown.trim_start().len();
        found.push(begin..begin + shown.trim().len());
    };
    for (at, c) in signature.char_indices() {
        match c {
            '"' => in_text = !in_text,
            _ if in_text => {}
            '(' if depth == 0 => {
                (depth, start) = (1, at + 1);
            }
            '(' | '{' => depth += 1,
            ')' if depth == 1 => {
                if lists == list {
                    push(start..at);
                }
                (depth, lists) = (0, lists + 1);
            }
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 1 && lists == list => {
                push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|range: &Range<usize>| !range.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(signature: &str, list: usize) -> Vec<&str> {
        parameters(signature, list).into_iter().map(|range| &signature[range]).collect()
    }

    #[test]
    fn the_parameters_of_each_list_are_found() {
        assert_eq!(shown("cool(G, t)", 0), ["G", "t"]);
        assert_eq!(shown("Mine(k)(b: grid of \".,(\")", 1), ["b: grid of \".,(\""]);
        assert_eq!(shown("f(x, [y])", 0), ["x", "[y]"]);
        assert_eq!(shown("f()", 0), [""; 0]);
        assert_eq!(shown("f(x)", 1), [""; 0]);
    }
}
