//! Completion at the cursor.
//!
//! Knows: the line so far, the entries of a session, the spellings of signs.
//! Must not know: files and commands; it only reports that one of these is expected.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::describe::{called, kind_words};
use super::document::{Document, Documents};
use super::names::NameKind;
use crate::session::{Entry, EntryKind, Session};
use crate::source::floor_char_boundary;
use crate::syntax::spelling::{self, Spelling};
use crate::syntax::{TokenKind, tokens};

/// A candidate for completion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Text in the list of candidates.
    pub shown: String,
    /// Text that replaces the prefix before the cursor.
    pub inserted: String,
}

/// Kind of the text at the cursor, and the byte where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// A name.
    Name(usize),
    /// A command of the prompt; the start is that of the word after the colon.
    Command(usize),
    /// A setting of the prompt.
    Setting(usize),
    /// A sign by its spelling, from the backslash on.
    Sign(usize),
    /// The name of a file.
    File(usize),
    /// Text without completions.
    Nothing,
}

/// Returns the kind of text that ends at `cursor`.
pub fn wanted(line: &str, cursor: usize) -> Wanted {
    let before = &line[..floor_char_boundary(line, cursor)];
    if let Some(word) = before.strip_prefix(':') {
        return command(before, word);
    }
    if let Some(start) = before.rfind('\\')
        && before[start + 1..].chars().all(|c| c.is_alphanumeric() || c == '-')
        && text_at_end(before).is_none()
    {
        return Wanted::Sign(start);
    }
    if let Some(text) = text_at_end(before) {
        let file = before[..text.start].trim_end().ends_with("use");
        return if file { Wanted::File(text.start + 1) } else { Wanted::Nothing };
    }
    let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    let is_name = before[start..].starts_with(|c: char| !c.is_numeric());
    if is_name { Wanted::Name(start) } else { Wanted::Nothing }
}

fn command(before: &str, word: &str) -> Wanted {
    let Some((name, argument)) = word.split_once(char::is_whitespace) else {
        return Wanted::Command(1);
    };
    let start = before.len() - argument.trim_start().len();
    let is_one = |names: &[&str]| names.iter().any(|full| full.starts_with(name));
    if !name.is_empty() && is_one(&["load", "log", "save"]) {
        return Wanted::File(start);
    }
    if name.len() > 1 && is_one(&["set"]) {
        let is_first = !argument.trim_start().contains(char::is_whitespace);
        return if is_first { Wanted::Setting(start) } else { Wanted::Nothing };
    }
    match wanted(&before[start..], before.len() - start) {
        Wanted::Name(at) => Wanted::Name(start + at),
        Wanted::Sign(at) => Wanted::Sign(start + at),
        _ => Wanted::Nothing,
    }
}

/// Longest text that is scanned completely. Of a longer one only the last line is, within the same bound.
const LONGEST: usize = 20_000;

/// Unclosed text literal at the end of a text.
fn text_at_end(before: &str) -> Option<Range<usize>> {
    let first = match before.len() {
        0..=LONGEST => 0,
        _ => before.rfind('\n').map_or(0, |newline| newline + 1),
    };
    let last = before.get(first..).filter(|last| last.len() <= LONGEST)?;
    open_text(last).map(|text| first + text.start..first + text.end)
}

fn open_text(before: &str) -> Option<Range<usize>> {
    let mut open = None;
    for token in tokens(before) {
        let shown = &before[token.range.clone()];
        let closed = shown.len() > 1 && shown.ends_with('"');
        open = match token.kind {
            TokenKind::Text if closed => None,
            TokenKind::Comment => None,
            _ if open.is_some() => open,
            _ => shown.starts_with('"').then_some(token.range.start),
        };
    }
    open.map(|start| start..before.len())
}

/// Names that begin with `prefix`; those of the session come before those of the language.
pub fn names(entries: &[Entry], prefix: &str) -> Vec<Candidate> {
    let mut found: Vec<&Entry> =
        entries.iter().filter(|entry| entry.name.starts_with(prefix)).collect();
    found.sort_by_key(|entry| (entry.kind == EntryKind::Builtin, entry.name.clone()));
    found.dedup_by(|one, other| one.name == other.name);
    let widest = found.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
    let candidate = |entry: &&Entry| Candidate {
        shown: beside(&entry.name, widest, &entry.summary),
        inserted: entry.name.clone(),
    };
    found.iter().map(candidate).collect()
}

/// What the call at the end of a text takes: its signature, its summary and an example. Nothing is inserted.
pub fn call(before: &str, entries: &[Entry]) -> Vec<Candidate> {
    let Some(name) = called(before) else { return Vec::new() };
    let Some(entry) = entries.iter().rev().find(|entry| entry.name == name) else {
        return Vec::new();
    };
    let mut lines = vec![entry.signature.clone()];
    match entry.summary.lines().next() {
        Some(summary) if !summary.is_empty() => {
            lines.push(beside("", 0, summary).trim().to_owned())
        }
        _ => lines.push("defined in this session".to_owned()),
    }
    let page = Session::default().page(name).filter(|page| page.signature == entry.signature);
    let examples = page.into_iter().flat_map(|page| page.examples);
    let mut one_line = examples.filter(|(_, answer)| !answer.contains('\n'));
    lines.extend(one_line.next().map(|(input, answer)| format!("{input} is {answer}")));
    let candidate = |shown| Candidate { shown, inserted: String::new() };
    lines.into_iter().map(candidate).collect()
}

/// Signs whose spelling with a backslash begins with `prefix`; a sign with exactly this spelling is the
/// only candidate.
pub fn signs(prefix: &str) -> Vec<Candidate> {
    let name = prefix.strip_prefix('\\').unwrap_or(prefix);
    let found = match spelling::named(name) {
        Some(exact) => vec![exact],
        None => spelling::starting_with(name).collect(),
    };
    let candidate = |spelling: &Spelling| Candidate {
        shown: format!("\\{:<6} {}  {}", spelling.name, spelling.unicode, spelling.meaning),
        inserted: spelling.unicode.to_owned(),
    };
    found.into_iter().map(candidate).collect()
}

/// `name  summary`, cut so that it fits into a line of a terminal.
pub fn beside(name: &str, widest: usize, summary: &str) -> String {
    if summary.is_empty() {
        return name.to_owned();
    }
    let padding = " ".repeat(widest.saturating_sub(name.chars().count()) + 2);
    let room = 76_usize.saturating_sub(widest + 2);
    let summary = summary.lines().next().unwrap_or_default();
    if summary.chars().count() <= room {
        return format!("{name}{padding}{summary}");
    }
    let cut: String = summary.chars().take(room.saturating_sub(1)).collect();
    format!("{name}{padding}{}…", cut.trim_end())
}

/// Kind of a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuggestionKind {
    /// A name that the file or a file that it uses binds.
    Own(NameKind),
    /// A name of the library or the language.
    Standard(EntryKind),
    /// A word of the language.
    Word,
    /// A sign.
    Sign,
}

/// Suggestion with details for an editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// Text in the list.
    pub label: String,
    /// Text that replaces the prefix before the cursor.
    pub inserted: String,
    /// Kind of the suggestion.
    pub kind: SuggestionKind,
    /// Signature.
    pub signature: String,
    /// Summary of one line.
    pub summary: String,
}

/// Returns what may stand at a byte of a file, and the byte from which it replaces the text. A file that is
/// wanted is none of these.
pub fn suggestions(
    document: &Arc<Document>,
    byte: usize,
    documents: &dyn Documents,
    session: &Session,
) -> (usize, Vec<Suggestion>) {
    let byte = floor_char_boundary(&document.text, byte);
    let line = document.text[..byte].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &document.text[line..byte];
    // A comment that begins in this line, or continues in it.
    let in_comment = tokens(before).last().is_some_and(|last| last.kind == TokenKind::Comment)
        || !before.trim_start().starts_with('\\') && in_block_comment(&document.text, byte);
    match wanted(before, before.len()) {
        _ if in_comment => (byte, Vec::new()),
        Wanted::Name(start) => {
            let after_point = before[..start].ends_with('.') && !before[..start].ends_with("..");
            let found = names_at(document, line + start, documents, session, after_point);
            let prefix = &before[start..];
            let fits =
                |one: &Suggestion| one.label.starts_with(prefix) || is_like(&one.label, prefix);
            (line + start, found.into_iter().filter(fits).collect())
        }
        Wanted::Sign(start) => (line + start, signs_as_suggestions(&before[start..])),
        _ if before.ends_with('.') && !before.ends_with("..") => {
            (byte, names_at(document, byte, documents, session, true))
        }
        _ => (byte, Vec::new()),
    }
}

/// Whether the letters of a prefix occur in a name in this order, in any case.
fn is_like(name: &str, prefix: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    prefix.chars().flat_map(char::to_lowercase).all(|c| letters.any(|letter| letter == c))
}

fn in_block_comment(text: &str, byte: usize) -> bool {
    let Some(open) = text[..byte].rfind("/*") else { return false };
    !text[open..byte].contains("*/")
        && crate::describe::token_at(text, byte)
            .is_some_and(|token| token.kind == TokenKind::Comment)
}

fn signs_as_suggestions(prefix: &str) -> Vec<Suggestion> {
    let name = prefix.strip_prefix('\\').unwrap_or(prefix);
    let found = spelling::starting_with(name).map(|spelling| Suggestion {
        label: format!("\\{}", spelling.name),
        inserted: spelling.unicode.to_owned(),
        kind: SuggestionKind::Sign,
        signature: spelling.unicode.to_owned(),
        summary: spelling.meaning.to_owned(),
    });
    found.collect()
}

/// Names visible at a byte, nearest scope first. After a dot only those that can be called.
fn names_at(
    document: &Arc<Document>,
    byte: usize,
    documents: &dyn Documents,
    session: &Session,
    after_point: bool,
) -> Vec<Suggestion> {
    let mut found = own_names(document, byte, documents);
    found.extend(session.entries().into_iter().map(standard_name));
    found.extend(words());
    if after_point {
        let callable =
            |one: &Suggestion| one.kind != SuggestionKind::Word && one.signature.contains('(');
        found.retain(callable);
    }
    let mut labels = FxHashSet::default();
    found.retain(|one| labels.insert(one.label.clone()));
    found
}

/// Names bound by a document and those that it uses.
fn own_names(document: &Arc<Document>, byte: usize, documents: &dyn Documents) -> Vec<Suggestion> {
    let own = |name: &str, kind, signature: &str, summary: &str| Suggestion {
        label: name.to_owned(),
        inserted: name.to_owned(),
        kind: SuggestionKind::Own(kind),
        signature: signature.to_owned(),
        summary: summary.lines().next().unwrap_or_default().to_owned(),
    };
    let locals = document.names.locals.iter().rev();
    let visible = locals.filter(|local| local.extent.contains(&byte));
    let mut found: Vec<Suggestion> =
        visible.map(|local| own(&local.name, local.kind, "", kind_words(local.kind))).collect();
    for seen in super::document::reach(document, documents) {
        found.extend(seen.names.definitions.iter().map(|one| {
            let doc = one.doc.as_deref().unwrap_or(kind_words(one.kind));
            own(&one.name, one.kind, &one.signature, doc)
        }));
    }
    found
}

/// A name of the language or the library.
fn standard_name(entry: Entry) -> Suggestion {
    Suggestion {
        label: entry.name.clone(),
        inserted: entry.name,
        kind: SuggestionKind::Standard(entry.kind),
        signature: entry.signature,
        summary: entry.summary,
    }
}

/// The words of the language.
fn words() -> impl Iterator<Item = Suggestion> {
    let is_word = |word: &&crate::builtins::words::LanguageWord| {
        word.word.chars().all(|c| c.is_ascii_alphabetic() || c == '_') && word.word != "_"
    };
    crate::builtins::words::WORDS.iter().filter(is_word).map(|word| Suggestion {
        label: word.word.to_owned(),
        inserted: word.word.to_owned(),
        kind: SuggestionKind::Word,
        signature: word.form.to_owned(),
        summary: word.summary.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_end(line: &str) -> Wanted {
        wanted(line, line.len())
    }

    #[test]
    fn the_place_tells_what_is_wanted() {
        assert_eq!(at_end("1 + cano"), Wanted::Name(4));
        assert_eq!(at_end("G.temp"), Wanted::Name(2));
        assert_eq!(at_end(":se"), Wanted::Command(1));
        assert_eq!(at_end(":type cano"), Wanted::Name(6));
        assert_eq!(at_end(":load exa"), Wanted::File(6));
        assert_eq!(at_end(":set not"), Wanted::Setting(5));
        assert_eq!(at_end(":set notation a"), Wanted::Nothing);
        assert_eq!(at_end("1 + \\u"), Wanted::Sign(4));
        assert_eq!(at_end("use \"stdlib/n"), Wanted::File(5));
        assert_eq!(at_end("\"some te"), Wanted::Nothing);
        assert_eq!(at_end("use \"a.game\"; cano"), Wanted::Name(14));
        assert_eq!(at_end("12"), Wanted::Nothing);
        assert_eq!(at_end(""), Wanted::Nothing);
    }

    #[test]
    fn names_come_with_their_summaries() {
        let entry = |name: &str, kind| Entry {
            name: name.to_owned(),
            kind,
            topic: String::new(),
            signature: String::new(),
            summary: "what it does".to_owned(),
        };
        let entries = [
            entry("canonical", EntryKind::Builtin),
            entry("candle", EntryKind::Variable),
            entry("mean", EntryKind::Builtin),
        ];
        let found = names(&entries, "can");
        assert_eq!(found[0].inserted, "candle");
        assert_eq!(found[1].shown, "canonical  what it does");
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn a_whole_spelling_is_replaced_even_if_longer_ones_exist() {
        let found = signs("\\up");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].inserted, "↑");
        assert!(signs("\\u").iter().any(|candidate| candidate.inserted == "↑"));
    }
}
