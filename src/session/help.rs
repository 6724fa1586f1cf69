//! Help as documents: pages of names, pages of errors, lists.
//!
//! Knows: the entries and pages of a session, the pages of error codes.
//! Must not know: where they are shown.

use indexmap::IndexMap;

use super::{Entry, Page};
use crate::diagnostic::{self, Code};
use crate::output::{Block, Document, Line, Role, markdown};

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

/// An example as it looks at the prompt.
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

/// What has a name, topic by topic in the order of the entries.
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
