//! Search: names, words, commands and error pages that fit a question, the best first.

use indexmap::IndexMap;

use super::{Entry, EntryKind, Session, help};
use crate::builtins::glossary::{TERMS, Term};
use crate::builtins::words::{self, WORDS};
use crate::diagnostic::{self, Code};
use crate::output::{Document, Line, Role, markdown};
use crate::resolve;
use crate::syntax::spelling;

/// Words of a question that are ignored.
#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "all", "an", "and", "are", "calculate", "can", "compute", "computing", "determine",
    "do", "does", "find", "finding", "for", "from", "game", "get", "given", "how", "i", "if",
    "in", "is", "it", "its", "list", "me", "my", "new", "of", "on", "one", "out", "own",
    "position", "see", "show", "tell", "that", "the", "there", "this", "to", "two", "we",
    "what", "when", "where", "which", "with", "you",
];

/// Weight of a word of a question in each of the fields of [`IndexRow`].
const WEIGHTS: [f64; 4] = [4.0, 2.0, 1.0, 0.5];
/// Weight of a word that equals the name.
const WHOLE_NAME: f64 = 6.0;
/// Weight of a phrase that is a synonym of the name.
const SYNONYM: f64 = 3.0;
/// Weight of a word within the name.
const WITHIN_NAME: f64 = 1.5;
/// Weight of a prefix of a word, relative to the complete word.
const BEGINNING: f64 = 0.5;
/// Rows with less than this part of the best score are left out.
const LEAST_SCORE: f64 = 0.2;
/// The most words of a phrase that means a name.
const LONGEST_PHRASE: usize = 4;

/// A result of a search: a name or an error code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchHit {
    /// The name, or the number of the code.
    pub name: String,
    /// Summary of one line.
    pub summary: String,
}

/// A word of a question.
struct QueryTerm {
    typed: String,
    stem: String,
}

/// A row of the index: a name with the stems of its words.
struct IndexRow {
    hit: SearchHit,
    /// Stems in the name, the summary, the related names and the page.
    fields: [Vec<String>; 4],
}

impl IndexRow {
    fn new(name: &str, summary: &str, related: &str, page: &str) -> IndexRow {
        let hit = SearchHit { name: name.to_owned(), summary: summary.to_owned() };
        IndexRow { hit, fields: [name, summary, related, page].map(stems) }
    }

    /// Returns the weight of a word here; 0 when it does not occur.
    fn weight(&self, term: &QueryTerm) -> f64 {
        let name = self.hit.name.to_lowercase();
        if name == term.typed {
            return WHOLE_NAME;
        }
        let within = if name.contains(&term.typed) { WITHIN_NAME } else { 0.0 };
        let in_field = |stems: &Vec<String>| {
            let part = stems.iter().map(|stem| match stem.strip_prefix(&*term.stem) {
                Some("") => 1.0,
                Some(_) if term.stem.len() > 2 => BEGINNING,
                _ => 0.0,
            });
            part.fold(0.0, f64::max)
        };
        let fields = self.fields.iter().zip(WEIGHTS);
        fields.map(|(stems, weight)| weight * in_field(stems)).fold(within, f64::max)
    }
}

impl Session {
    /// Ranks the names, words and errors that match a question, and those of `others`, such as commands.
    /// Each word of the question has a weight by the field in which it occurs, and counts more if it is
    /// rare (the inverse document frequency of information retrieval). Phrases that are synonyms of a name
    /// count as well.
    pub fn find(&self, question: &str, others: &[SearchHit]) -> Vec<SearchHit> {
        let typed = typed_words(question);
        let mut terms: Vec<QueryTerm> = Vec::new();
        for word in &typed {
            for part in std::iter::once(&**word).chain(parts(word)) {
                if terms.iter().all(|term| term.typed != part) {
                    terms.push(QueryTerm { typed: part.to_owned(), stem: stem(part) });
                }
            }
        }
        if terms.iter().any(|term| !is_stop_word(&term.typed)) {
            terms.retain(|term| !is_stop_word(&term.typed));
        }
        let rows = self.rows(others);
        let mut scores = vec![0.0; rows.len()];
        let rarity = |having: usize| (1.0 + rows.len() as f64 / having.max(1) as f64).ln();
        for term in &terms {
            let weights: Vec<f64> = rows.iter().map(|row| row.weight(term)).collect();
            let rarity = rarity(weights.iter().filter(|weight| **weight > 0.0).count());
            scores.iter_mut().zip(weights).for_each(|(score, weight)| *score += weight * rarity);
        }
        for name in self.synonyms(&typed) {
            if let Some(place) = rows.iter().position(|row| row.hit.name == name) {
                scores[place] += SYNONYM * rarity(1);
            }
        }
        let least = LEAST_SCORE * scores.iter().copied().fold(0.0, f64::max);
        let mut ranked: Vec<(f64, IndexRow)> = scores.into_iter().zip(rows).collect();
        ranked.retain(|(score, _)| *score > 0.0 && *score >= least);
        // Rows with the same score stay in the order of the reference.
        ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        ranked.into_iter().map(|(_, row)| row.hit).collect()
    }

    /// Returns the rulesets of the library and of the session whose names or summaries have all of these words.
    pub fn rulesets(&self, words: &str) -> Vec<SearchHit> {
        let words: Vec<String> = typed_words(words).iter().map(|word| stem(word)).collect();
        let is_ruleset = |entry: &Entry| entry.kind == EntryKind::Ruleset;
        let hits = self.entries().into_iter().filter(is_ruleset).map(|entry| {
            let related = format!("{} {}", entry.topic, entry.signature);
            IndexRow::new(&entry.name, &entry.summary, &related, "")
        });
        let fits = |row: &IndexRow| {
            let mut all = words.iter();
            all.all(|word| row.fields.iter().flatten().any(|stem| stem.starts_with(word)))
        };
        hits.filter(fits).map(|row| row.hit).collect()
    }

    /// Returns the index: each name once. A term of the field that is also a name adds its words to the
    /// row of the name.
    fn rows(&self, others: &[SearchHit]) -> Vec<IndexRow> {
        let mut rows = Vec::new();
        let mut terms: IndexMap<&str, &Term> = TERMS.iter().map(|row| (row.term, row)).collect();
        let of_term =
            |term: &Term| format!("{} {}", term.others.join(" "), term.see_also.join(" "));
        for entry in self.entries() {
            let mut page = self.page(&entry.name).unwrap_or_default();
            let see_also = page.see_also.join(" ");
            let mut related = format!("{} {} {see_also}", entry.topic, entry.signature);
            if let Some(term) = terms.shift_remove(&*entry.name) {
                related.extend([" ", &*of_term(term)]);
                page.details.extend([" ", term.meaning]);
            }
            rows.push(IndexRow::new(&entry.name, &entry.summary, &related, &page.details));
        }
        for word in WORDS.iter().filter(|row| crate::builtins::find(row.word).is_none()) {
            let term = terms.shift_remove(word.word);
            let see_also = word.see_also.join(" ");
            let as_term = term.map(of_term).unwrap_or_default();
            let related = format!("{} {} {see_also} {as_term}", words::TITLE, word.form);
            let page = term.map_or("", |term| term.meaning);
            rows.push(IndexRow::new(word.word, word.summary, &related, page));
        }
        for (name, term) in terms {
            let summary = help::of_term(term).summary;
            rows.push(IndexRow::new(name, &summary, &of_term(term), term.meaning));
        }
        rows.extend(others.iter().map(|other| IndexRow::new(&other.name, &other.summary, "", "")));
        let error =
            |code: &Code| IndexRow::new(code.number(), code.summary(), "", diagnostic::page(*code));
        rows.extend(Code::ALL.iter().map(error));
        rows
    }

    /// Returns the names that have phrases of the question as synonyms.
    fn synonyms(&self, typed: &[String]) -> Vec<String> {
        let mut names = Vec::new();
        for start in 0..typed.len() {
            for end in start + 1..=typed.len().min(start + LONGEST_PHRASE) {
                let phrase = &typed[start..end];
                if typed.len() > 1 && matches!(phrase, [word] if is_stop_word(word)) {
                    continue;
                }
                if let Some(ours) = resolve::synonym(&phrase.concat()) {
                    names.push(self.page(ours).map_or(ours.to_owned(), |page| page.name));
                }
            }
        }
        names
    }
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

/// Returns the words of a question in lower case, signs by the names that help gives them.
fn typed_words(question: &str) -> Vec<String> {
    let word = |typed: &str| {
        let word = typed.trim_matches(['?', '!', ',', ';', '.', '`', '"']);
        match words::find(typed) {
            Some(row) if !word.contains(char::is_alphanumeric) => row.word.to_owned(),
            _ => spelling::to_ascii(word).unwrap_or(word).to_lowercase(),
        }
    };
    question.split_whitespace().map(word).filter(|word| !word.is_empty()).collect()
}

/// Splits a text into words: `ToadsAndFrogs` and `left_stop` have several.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty())
}

fn stems(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len());
    let mut after_small = false;
    for c in text.chars() {
        if c.is_uppercase() && after_small {
            spaced.push(' ');
        }
        after_small = c.is_lowercase();
        spaced.extend(c.to_lowercase());
    }
    let mut stems: Vec<String> = parts(&spaced).map(stem).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

/// Returns the stem of a word: `win`, `wins` and `winning` have the same.
fn stem(word: &str) -> String {
    let long = |stem: &&str| stem.chars().count() > 2;
    let plural = word.strip_suffix('s').filter(|stem| long(stem) && !stem.ends_with('s'));
    let word = plural.unwrap_or(word);
    let ending = ["ing", "ed"].iter().find_map(|ending| word.strip_suffix(ending).filter(long));
    let mut stem = ending.unwrap_or(word).to_owned();
    let last = stem.pop();
    let doubled = ending.is_some() && last.is_some() && stem.ends_with(|c| Some(c) == last);
    match last {
        Some('y') => stem.push('i'),
        Some(last) if !doubled && last != 'e' => stem.push(last),
        _ => {}
    }
    stem
}

/// Returns results as a table.
pub fn listed(found: &[SearchHit]) -> Document {
    let mut document = Document::new();
    let row = |hit: &SearchHit| {
        vec![Line::new().with(Role::Code, &hit.name), markdown::inline(&hit.summary)]
    };
    document.table(found.iter().map(row).collect());
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_before_summaries_and_pages() {
        let mean =
            IndexRow::new("mean", "What many copies are worth.", "thermograph", "Of a game.");
        let weight =
            |word: &str| mean.weight(&QueryTerm { typed: word.to_owned(), stem: stem(word) });
        let words = ["mean", "copy", "ean", "thermographs", "thermo", "games", "temperature"];
        assert_eq!(words.map(weight), [6.0, 2.0, 1.5, 1.0, 0.5, 0.5, 0.0]);
    }

    #[test]
    fn a_name_is_found_once() {
        let session = Session::default();
        for term in TERMS {
            let found = session.find(term.term, &[]);
            let names = found.iter().filter(|hit| hit.name == term.term).count();
            assert_eq!(names, 1, "{}", term.term);
        }
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for words in [
            &["win", "wins", "winning"][..],
            &["move", "moves", "moved", "moving"],
            &["draw", "draws", "drawing"],
            &["value", "values", "valued"],
            &["copy", "copies", "copied", "copying"],
        ] {
            assert!(words.iter().all(|word| stem(word) == stem(words[0])), "{words:?}");
        }
        assert_ne!(stem("pass"), stem("pas"));
        assert_eq!(stem("is"), "is");
    }
}
