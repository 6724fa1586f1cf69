//! Lines as people type them who come from elsewhere: textbooks, LaTeX, English, CGSuite and Python.
//!
//! Knows: what such a line says here, by tables of signs, phrases and relations. Must not know: what names are bound, or
//! whether the line is offered.
//!
//! A line is translated step by step until no row fits. Each row has one meaning: what could mean two things is left to the
//! error. Nothing is evaluated here; whoever offers a translation looks first whether it parses and its names are known.

mod line;
mod signs;
mod tables;
mod words;

use self::line::Line;
use self::signs::with_signs;

/// Most bytes, and most tokens, of a line that is translated: nobody types more by hand, and programs that fail are not
/// looked through.
const LONGEST: usize = 400;
const MOST_TOKENS: usize = 64;
/// Most steps of a translation.
const MOST_STEPS: usize = 32;

/// What a line says here; `None` where it is not known to come from elsewhere. `is_known` says whether something has a
/// name. Cost: bounded, because the length is.
///
/// ```
/// # use upstar_values::resolve::translated;
/// let known = |name: &str| ["outcome", "temperature"].contains(&name);
/// assert_eq!(translated("who wins *2?", &known).as_deref(), Some("outcome(*2)"));
/// assert_eq!(translated(r"\{0 \mid *\}", &known).as_deref(), Some("{0 | *}"));
/// assert_eq!(translated("temperature of {1|-1}", &known).as_deref(), Some("temperature({1|-1})"));
/// assert_eq!(translated("1 + 1", &known), None);
/// ```
pub fn translated(text: &str, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let typed = text.trim();
    if typed.is_empty() || typed.len() > LONGEST {
        return None;
    }
    let mut text = with_signs(typed.trim_end_matches(['?', '.', ';', '？', '。', '；']).trim_end());
    for _ in 0..MOST_STEPS {
        match Line::new(&text)?.step(is_known) {
            Some(next) if next != text => text = next,
            _ => break,
        }
    }
    (text != typed && !text.is_empty()).then_some(text)
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brackets, words of the tables and signs, as many as are looked at: patterns must not try all ways to fit them.
    #[test]
    fn a_line_of_words_of_the_tables_is_not_tried_in_all_ways() {
        let words = ["if", "then", "else", "end", "for", "is", "of", "(", "a", "*", ".", "than"];
        for first in 0..words.len() {
            let mixed = (0..).map(|at| words[(first + at * at + at / 5) % words.len()]);
            let line: Vec<&str> = mixed.take(MOST_TOKENS).collect();
            assert!(line.len() == MOST_TOKENS && line.join(" ").len() <= LONGEST);
            let _ = translated(&line.join(" "), &|_| true);
        }
        assert_eq!(translated(&"who wins ".repeat(1000), &|_| true), None);
    }
}
