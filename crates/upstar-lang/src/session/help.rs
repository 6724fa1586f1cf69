//! Help: names with their pages, pages of errors, and lists, as documents.
//!
//! Knows: the entries and pages of a session, and the pages of error codes.
//! Must not know: how they are shown.

use indexmap::IndexMap;

use super::find::SearchHit;
use super::{Session, library};
use crate::builtins::glossary::{self, TERMS, Term};
use crate::diagnostic::Code;
use crate::eval::Globals;
use crate::output::{Block, Document, Line, Role, markdown};
use crate::resolve::Names;
use crate::resolve::tree::Param;
use crate::syntax::print::param_in_signature;
use crate::syntax::spelling;
use crate::value::Value;
use crate::{builtins, diagnostic, resolve};

/// The page of a name.
pub fn page(page: &Page) -> Document {
    let mut document = Document::new();
    document.line(Line::new().with(Role::Heading, &page.signature)).blank();
    document.paragraph(&page.summary);
    if !page.details.is_empty() {
        document.blank().extend(markdown::parse(&page.details));
    }
    if !page.examples.is_empty() {
        document.blank().code(page.examples.iter().flat_map(example).collect());
    }
    if !page.see_also.is_empty() {
        document.blank().push(Block::Paragraph(see_also(&page.see_also)));
    }
    if let Some(source) = &page.source {
        let line = Line::new().with(Role::Faint, "Source: ").with(Role::Faint, source);
        document.blank().push(Block::Paragraph(line));
    }
    document
}

/// Returns an example as it looks at the prompt.
fn example((input, expected): &(String, String)) -> Vec<Line> {
    let prompts = std::iter::once("> ").chain(std::iter::repeat(". "));
    let typed = input
        .lines()
        .zip(prompts)
        .map(|(line, prompt)| Line::new().with(Role::Faint, prompt).with(Role::Code, line));
    typed.chain(expected.lines().map(|line| Line::new().text(line))).collect()
}

fn see_also(names: &[String]) -> Line {
    let mut line = Line::new().with(Role::Faint, "See also: ");
    for (index, name) in names.iter().enumerate() {
        line = if index > 0 { line.text(", ") } else { line };
        line = line.with(Role::Code, name);
    }
    line
}

/// The code that `text` names, in upper or lower case.
pub fn error_code(text: &str) -> Option<Code> {
    Code::ALL.iter().copied().find(|code| code.number().eq_ignore_ascii_case(text))
}

/// The page of an error code.
pub fn error_page(code: Code) -> Document {
    let mut document = markdown::parse(diagnostic::page(code));
    let whole = document.blocks.iter().any(|block| matches!(block, Block::Paragraph(_)));
    if !whole {
        document.blank().paragraph(code.summary());
    }
    document
}

/// Returns the list of names, topic by topic in the order of the entries.
pub fn contents(entries: &[Entry]) -> Document {
    let mut topics: IndexMap<&str, Vec<&Entry>> = IndexMap::new();
    for entry in entries {
        topics.entry(&entry.topic).or_default().push(entry);
    }
    let mut document = Document::new();
    for (topic, entries) in topics {
        document.heading(topic);
        document.table(entries.into_iter().map(row).collect());
    }
    document
}

fn row(entry: &Entry) -> Vec<Line> {
    vec![Line::new().with(Role::Code, &entry.name), markdown::inline(&entry.summary)]
}

/// Topic of the names that the session has bound.
pub(super) const OWN: &str = "This session";

/// Kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A function or constant of the language.
    Builtin,
    /// A ruleset.
    Ruleset,
    /// A function of the program or the library.
    Function,
    /// Value bound with `:=`.
    Variable,
}

/// An entry of the reference: a name in one line.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// Kind of the name.
    pub kind: EntryKind,
    /// Under which heading the reference lists it.
    pub topic: String,
    /// Signature.
    pub signature: String,
    /// Summary of one line.
    pub summary: String,
}

/// A page of the reference.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The name.
    pub name: String,
    /// Signature.
    pub signature: String,
    /// Summary of one line.
    pub summary: String,
    /// The rest, in Markdown.
    pub details: String,
    /// Inputs with their results.
    pub examples: Vec<(String, String)>,
    /// Related names.
    pub see_also: Vec<String>,
    /// Source of the notion.
    pub source: Option<String>,
}

impl Session {
    /// Returns all names: builtins, the library, then what the session has defined.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for topic in builtins::TOPICS {
            entries.extend(topic.rows.iter().map(|row| Entry {
                name: row.name.to_owned(),
                kind: EntryKind::Builtin,
                topic: topic.title.to_owned(),
                signature: row.signature(),
                summary: row.summary.to_owned(),
            }));
        }
        entries.extend(library::index().iter().map(|(name, item)| Entry {
            name: (*name).to_owned(),
            kind: if item.is_ruleset { EntryKind::Ruleset } else { EntryKind::Function },
            topic: format!("Library: {}", library::FILES[item.file].0),
            signature: item.signature.clone(),
            summary: summary(&item.doc).0,
        }));
        for (name, value) in self.globals.iter() {
            if !name.starts_with('_') && !library::index().contains_key(name) {
                entries.extend(own(name, value));
            }
        }
        entries
    }

    /// Returns the page of a name, or of an operator in any spelling.
    pub fn page(&self, name: &str) -> Option<Page> {
        let name = spelling::to_ascii(name).unwrap_or(name);
        if let Some(page) = self.globals.value(name).and_then(|value| own_page(name, value)) {
            return Some(page);
        }
        if let Some(item) = library::index().get(name) {
            return Some(documented(name, &item.signature, &item.doc));
        }
        let Some(place) = builtins::find(name) else {
            let word = builtins::words::find(name).map(of_word);
            return word.or_else(|| glossary::find(name).map(of_term));
        };
        let row = builtins::row(place);
        let owned = |(input, output): &(&str, &str)| ((*input).to_owned(), (*output).to_owned());
        Some(Page {
            name: name.to_owned(),
            signature: row.signature(),
            summary: row.summary.to_owned(),
            details: row.details.to_owned(),
            examples: row.examples.iter().map(owned).collect(),
            see_also: row.see_also.iter().map(|name| (*name).to_owned()).collect(),
            source: (!row.source.is_empty()).then(|| row.source.to_owned()),
        })
    }

    /// Returns the known name nearest to a misspelt one.
    pub fn nearest(&self, name: &str) -> Option<String> {
        resolve::meant(name, Globals::all(&self.globals))
    }
}

/// Returns the page of a term of the field.
pub fn of_term(term: &Term) -> Page {
    let (summary, details) = summary(term.meaning);
    Page {
        name: term.term.to_owned(),
        signature: std::iter::once(&term.term)
            .chain(term.others)
            .copied()
            .collect::<Vec<_>>()
            .join(", "),
        summary,
        details,
        examples: tested(term.example),
        see_also: term.see_also.iter().map(|name| (*name).to_owned()).collect(),
        ..Page::default()
    }
}

/// Returns all terms of the field, each with the first sentence of its meaning.
pub fn terms() -> Vec<SearchHit> {
    let hit =
        |term: &Term| SearchHit { name: term.term.to_owned(), summary: summary(term.meaning).0 };
    TERMS.iter().map(hit).collect()
}

fn tested((input, output): (&str, &str)) -> Vec<(String, String)> {
    if input.is_empty() { Vec::new() } else { vec![(input.to_owned(), output.to_owned())] }
}

fn of_word(word: &builtins::words::LanguageWord) -> Page {
    Page {
        name: word.word.to_owned(),
        signature: word.form.to_owned(),
        summary: word.summary.to_owned(),
        examples: tested(word.example),
        see_also: word.see_also.iter().map(|name| (*name).to_owned()).collect(),
        ..Page::default()
    }
}

fn own(name: &str, value: &Value) -> Option<Entry> {
    let (kind, signature, doc) = match value {
        Value::Nothing => return None,
        Value::Function(function) => {
            let signature = crate::eval::signature(name, &function.tree.params);
            (EntryKind::Function, signature, function.tree.doc.clone())
        }
        Value::Ruleset(ruleset) => {
            (EntryKind::Ruleset, ruleset_signature(name, ruleset), ruleset.tree.doc.clone())
        }
        _ => (EntryKind::Variable, name.to_owned(), None),
    };
    let summary = match doc {
        Some(doc) => summary(&doc).0,
        None => value.kind().to_owned(),
    };
    let topic = OWN.to_owned();
    Some(Entry { name: name.to_owned(), kind, topic, signature, summary })
}

fn own_page(name: &str, value: &Value) -> Option<Page> {
    let entry = own(name, value)?;
    let doc = match value {
        Value::Function(function) => function.tree.doc.clone(),
        Value::Ruleset(ruleset) => ruleset.tree.doc.clone(),
        _ => None,
    };
    Some(documented(name, &entry.signature, doc.as_deref().unwrap_or(&entry.summary)))
}

/// Returns the signature of a ruleset: how it is called for a position.
pub(super) fn ruleset_signature(name: &str, ruleset: &crate::value::Ruleset) -> String {
    let shown = |param: &Param| {
        param_in_signature(&param.name.text, param.kind.as_ref(), param.default.is_some())
    };
    let params: Vec<String> = ruleset.tree.params.iter().map(shown).collect();
    let position = format!("({})", params.join(", "));
    if ruleset.tree.family.is_empty() {
        return format!("{name}{position}");
    }
    format!("{}{position}", crate::eval::signature(name, &ruleset.tree.family))
}

/// Parses a doc comment: a summary, details, `Source:` and `See also:` lines, and a
/// ```` ```game ```` block of examples.
fn documented(name: &str, signature: &str, doc: &str) -> Page {
    let mut page =
        Page { name: name.to_owned(), signature: signature.to_owned(), ..Page::default() };
    let mut in_block = false;
    let (summary, rest) = summary(doc);
    page.summary = summary;
    let mut details: Vec<&str> = Vec::new();
    let (mut source, mut see_also) = (String::new(), String::new());
    // Where the following lines belong: a source may need several.
    let mut tag: Option<bool> = None;
    for line in rest.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
            tag = None;
        } else if in_block {
            add_example(&mut page, line);
        } else if let Some(text) = line.strip_prefix("Source: ") {
            text.clone_into(&mut source);
            tag = Some(true);
        } else if let Some(text) = line.strip_prefix("See also: ") {
            text.clone_into(&mut see_also);
            tag = Some(false);
        } else if let (Some(is_source), false) = (tag, line.trim().is_empty()) {
            let text = if is_source { &mut source } else { &mut see_also };
            text.extend([" ", line.trim()]);
        } else {
            tag = None;
            details.push(line);
        }
    }
    if !source.is_empty() {
        page.source = Some(source.trim_end_matches('.').to_owned());
    }
    if !see_also.is_empty() {
        let names = see_also.trim_end_matches('.').split(", ");
        page.see_also = names.map(|name| name.trim_matches('`').to_owned()).collect();
    }
    page.details = details.join("\n").trim().to_owned();
    page
}

/// Returns the first sentence of a doc comment, and what follows it.
fn summary(doc: &str) -> (String, String) {
    let tagged =
        |line: &str| ["```", "Source: ", "See also: "].iter().any(|tag| line.starts_with(tag));
    let ends = |line: &str| line.trim().is_empty() || tagged(line.trim_start());
    let paragraph: Vec<&str> = doc.lines().take_while(|line| !ends(line)).collect();
    let rest: Vec<&str> = doc.lines().skip(paragraph.len()).collect();
    let paragraph = paragraph.join("\n");
    let end = sentence_end(&paragraph);
    let (first, more) = paragraph.split_at(end);
    let summary = first.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    (summary, format!("{}\n{}", more.trim_start(), rest.join("\n")))
}

/// Returns the end of the first sentence: after a full stop and before a blank, outside of code.
fn sentence_end(text: &str) -> usize {
    let mut in_code = false;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        in_code ^= c == '`';
        let ends = characters.peek().is_none_or(|(_, next)| next.is_whitespace());
        if !in_code && ends && matches!(c, '.' | '?' | '!') {
            return at + c.len_utf8();
        }
    }
    text.len()
}

fn add_example(page: &mut Page, line: &str) {
    let (input, output) = line.split_once("//=").unwrap_or((line, ""));
    let (input, output) = (input.trim(), output.trim());
    match page.examples.last_mut() {
        Some((_, missing)) if input.is_empty() && missing.is_empty() => {
            *missing = output.to_owned();
        }
        _ if input.is_empty() => {}
        _ => page.examples.push((input.to_owned(), output.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Style, render};
    use crate::session::EntryKind;

    #[test]
    fn a_page_has_everything_in_order() {
        let shown = page(&Page {
            name: "mean".to_owned(),
            signature: "mean(G)".to_owned(),
            summary: "The mean value of a game.".to_owned(),
            details: "Many copies of `G` are about as good as many copies of it.".to_owned(),
            examples: vec![("mean(±1)".to_owned(), "0".to_owned())],
            see_also: vec!["temperature".to_owned(), "thermograph".to_owned()],
            source: Some("Winning Ways, chapter 6".to_owned()),
        });
        insta::assert_snapshot!(render(&shown, Style::default()));
    }

    #[test]
    fn contents_are_listed_by_topic() {
        let entry = |name: &str, topic: &str, summary: &str| Entry {
            name: name.to_owned(),
            kind: EntryKind::Builtin,
            topic: topic.to_owned(),
            signature: name.to_owned(),
            summary: summary.to_owned(),
        };
        let entries = [
            entry("mean", "Values of games", "The mean value of a game."),
            entry("Nim", "Library: heaps.game", "Take any number of counters."),
            entry("G", "This session", ""),
            entry("canonical", "Values of games", "The canonical form."),
        ];
        insta::assert_snapshot!(render(&contents(&entries), Style::default()));
    }

    #[test]
    fn error_codes_are_found_in_any_case() {
        assert_eq!(error_code("g0101"), Some(Code::Syntax));
        assert_eq!(error_code("mean"), None);
    }
}
