//! Names and error pages that contain some words.

use super::Session;
use crate::builtins;
use crate::diagnostic::{self, Code};
use crate::output::{Document, Line, Role, markdown};
use crate::resolve;

/// Words of a question that say nothing about what is looked for.
const FILLERS: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "calculate",
    "can",
    "compute",
    "computing",
    "determine",
    "do",
    "does",
    "find",
    "finding",
    "for",
    "from",
    "game",
    "get",
    "given",
    "how",
    "i",
    "if",
    "in",
    "is",
    "it",
    "its",
    "me",
    "my",
    "of",
    "on",
    "one",
    "out",
    "position",
    "see",
    "show",
    "tell",
    "that",
    "the",
    "there",
    "this",
    "to",
    "we",
    "what",
    "when",
    "where",
    "which",
    "with",
    "you",
];

/// A name or an error code that was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The name, or the number of the code.
    pub name: String,
    /// One line.
    pub summary: String,
}

/// Where a word was found, from the best place to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Name,
    StartOfName,
    InName,
    StartOfWord,
    InSummary,
    InPage,
}

/// What is looked through, in lower case.
struct Text {
    name: String,
    summary: String,
    page: String,
}

impl Text {
    fn new(name: &str, summary: &str, page: &str) -> Text {
        Text {
            name: name.to_lowercase(),
            summary: summary.to_lowercase(),
            page: page.to_lowercase(),
        }
    }

    /// How well all `words` fit: as well as the worst of them. None when one is nowhere.
    fn rank(&self, words: &[String]) -> Option<Rank> {
        let ranks: Option<Vec<Rank>> = words.iter().map(|word| self.rank_of(word)).collect();
        ranks?.into_iter().max()
    }

    fn rank_of(&self, word: &str) -> Option<Rank> {
        let starts = |text: &str| {
            text.split(|c: char| !c.is_alphanumeric()).any(|other| other.starts_with(word))
        };
        let places = [
            (self.name == word, Rank::Name),
            (self.name.starts_with(word), Rank::StartOfName),
            (self.name.contains(word), Rank::InName),
            (starts(&self.summary), Rank::StartOfWord),
            (self.summary.contains(word), Rank::InSummary),
            (self.page.contains(word), Rank::InPage),
        ];
        places.into_iter().find_map(|(is_there, rank)| is_there.then_some(rank))
    }
}

impl Session {
    /// The names whose name, summary or page has all words of `text`, and then the errors; those
    /// that fit best come first. Words that all questions have count only where there are no
    /// others, and what the words are called here comes before all.
    pub fn find(&self, text: &str) -> Vec<Found> {
        let sign = |c: char| matches!(c, '?' | '!' | ',' | ';');
        let words = text.split_whitespace().map(|word| word.trim_matches(sign).to_lowercase());
        let all: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        let telling: Vec<String> =
            all.iter().filter(|word| !FILLERS.contains(&word.as_str())).cloned().collect();
        let ours =
            |word: &String| resolve::synonym(word).map_or(word.clone(), |ours| ours.to_lowercase());
        let translated: Vec<String> = telling.iter().map(ours).collect();
        let synonym = resolve::synonym(&telling.concat()).unwrap_or_default();
        let mut named = self.with_all(&[synonym.to_lowercase()]);
        named.retain(|hit| hit.name == synonym);
        let attempts = [telling, all, translated];
        let mut hits = attempts.iter().map(|words| self.with_all(words));
        let mut found = hits.find(|found| !found.is_empty()).unwrap_or_default();
        found.retain(|hit| !named.contains(hit));
        found.splice(0..0, named);
        found
    }

    /// The names and errors that have all of these words.
    fn with_all(&self, words: &[String]) -> Vec<Found> {
        if words.iter().all(String::is_empty) {
            return Vec::new();
        }
        let mut found: Vec<((Rank, bool), Found)> = Vec::new();
        for entry in self.entries() {
            let page = self.page(&entry.name).map_or(String::new(), |page| page.details);
            let page = format!("{page} {} {}", entry.topic, entry.signature);
            if let Some(rank) = Text::new(&entry.name, &entry.summary, &page).rank(words) {
                let hit = Found { name: entry.name, summary: entry.summary };
                found.push(((rank, false), hit));
            }
        }
        for word in builtins::words::WORDS.iter().filter(|row| builtins::find(row.word).is_none()) {
            let page = format!("{} {}", builtins::words::TITLE, word.form);
            if let Some(rank) = Text::new(word.word, word.summary, &page).rank(words) {
                let (name, summary) = (word.word.to_owned(), word.summary.to_owned());
                found.push(((rank, false), Found { name, summary }));
            }
        }
        for code in Code::ALL {
            let text = Text::new(code.number(), code.summary(), diagnostic::page(*code));
            if let Some(rank) = text.rank(words) {
                let (name, summary) = (code.number().to_owned(), code.summary().to_owned());
                found.push(((rank, true), Found { name, summary }));
            }
        }
        // Hits of the same rank stay in the order of the reference.
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, hit)| hit).collect()
    }
}

/// Hits as a table.
pub fn listed(found: &[Found]) -> Document {
    let mut document = Document::new();
    let row =
        |hit: &Found| vec![Line::new().with(Role::Code, &hit.name), markdown::inline(&hit.summary)];
    document.table(found.iter().map(row).collect());
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_before_summaries_and_pages() {
        let mean = Text::new("mean", "The mean value: what many copies are worth.", "Of a game.");
        let rank = |words: &str| {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            mean.rank(&words)
        };
        assert_eq!(rank("mean"), Some(Rank::Name));
        assert_eq!(rank("me"), Some(Rank::StartOfName));
        assert_eq!(rank("ean"), Some(Rank::InName));
        assert_eq!(rank("cop"), Some(Rank::StartOfWord));
        assert_eq!(rank("opies"), Some(Rank::InSummary));
        assert_eq!(rank("mean game"), Some(Rank::InPage));
        assert_eq!(rank("mean temperature"), None);
    }
}
