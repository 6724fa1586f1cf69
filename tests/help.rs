//! Pages of help: of each word, operator and code, and which page answers a question.

use upstar::builtins::glossary::{self, TERMS};
use upstar::builtins::words::WORDS;
use upstar::diagnostic::Code;
use upstar::syntax::spelling::SPELLINGS;

use crate::support::{answers, expect_none, fresh, read, said};

#[test]
fn every_word_of_the_language_has_a_page() {
    let session = fresh();
    let grammar = read("grammar/README.md");
    let words = grammar.split("## Reserved words").nth(1).unwrap();
    let words = words.split("## Spellings").next().unwrap();
    let quoted = words.split('`').skip(1).step_by(2);
    let own = upstar::syntax::spelling::RESERVED.iter().copied();
    let also = ["where", "ko", "komaster", "v"];
    let mut wrong = Vec::new();
    for word in quoted.chain(own).chain(also).filter(|word| !["vv", "v1", "v2"].contains(word)) {
        if session.page(word).is_none_or(|page| page.summary.is_empty()) {
            wrong.push(format!("`{word}` has no page"));
        }
        if !session.find(word, &[]).iter().any(|found| found.name == word) {
            wrong.push(format!("`{word}` is not found"));
        }
    }
    for row in WORDS {
        for name in row.see_also.iter().filter(|name| session.page(name).is_none()) {
            wrong.push(format!("{}: see also `{name}`, which has no page", row.word));
        }
    }
    expect_none(&wrong);
}

#[test]
fn every_operator_has_a_page_in_every_spelling() {
    let session = fresh();
    let grammar = read("grammar/README.md");
    let table = grammar.split("## Precedence").nth(1).unwrap().split("```").next().unwrap();
    let signs = table.split('`').skip(1).step_by(2).map(|sign| sign.replace("\\|", "|"));
    let signs =
        signs.filter(|sign| !sign.contains(|c: char| c.is_alphanumeric() || "([.".contains(c)));
    let spelled = SPELLINGS.iter().flat_map(|row| [row.ascii, row.unicode]).map(str::to_owned);
    let signs: Vec<String> = signs.chain(spelled).collect();
    assert!(signs.len() > 40, "{signs:?}");
    let mut wrong = Vec::new();
    for sign in &signs {
        let Some(page) = session.page(sign) else {
            wrong.push(format!("`{sign}` has no page"));
            continue;
        };
        if session.find(sign, &[]).first().is_none_or(|found| found.name != page.name) {
            wrong.push(format!("`{sign}` is not found first"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn examples_of_words_run() {
    run(WORDS.iter().map(|row| row.example), 30);
}

/// Runs the examples that are there: more than `fewest`.
fn run(examples: impl Iterator<Item = (&'static str, &'static str)>, fewest: usize) {
    let rows: Vec<_> = examples.filter(|(input, _)| !input.is_empty()).collect();
    assert!(rows.len() > fewest);
    answers(&rows);
}

#[test]
fn terms_have_pages_and_examples_that_run() {
    let session = fresh();
    let mut wrong = Vec::new();
    for row in TERMS {
        for word in std::iter::once(&row.term).chain(row.others) {
            if glossary::find(word).is_none_or(|found| found.term != row.term) {
                wrong.push(format!("`{word}` leads to another term than `{}`", row.term));
            }
        }
        for name in row.see_also {
            let is_page = session.page(name).is_some() || name.starts_with(':');
            if !is_page {
                wrong.push(format!("{}: see also `{name}`, which has no page", row.term));
            }
        }
        if !session.find(row.term, &[]).iter().any(|found| found.name == row.term) {
            wrong.push(format!("`{}` is not found", row.term));
        }
    }
    expect_none(&wrong);
    run(TERMS.iter().map(|row| row.example), 40);
}

#[test]
fn a_question_mark_shows_what_a_term_means() {
    let session = fresh();
    for (asked, term) in [
        ("hot", "hot"),
        ("reversible", "reversible"),
        ("mex rule", "mex"),
        ("Canonical Form", "canonical form"),
        ("canonical-form", "canonical form"),
        ("switches", "switch"),
        ("dominated options", "dominated"),
        ("fuzzy", "confused"),
    ] {
        assert_eq!(session.page(asked).map(|page| page.name).as_deref(), Some(term), "{asked}");
    }
}

#[test]
fn the_code_of_an_error_leads_to_its_page() {
    for code in Code::ALL {
        let got = said(&mut fresh(), code.number());
        assert!(got.ends_with(&format!("`?{}`", code.number())), "{got}");
    }
}

#[test]
fn every_summary_is_a_sentence() {
    let session = fresh();
    let entries = session.entries();
    let pages = entries.iter().map(|entry| (entry.name.as_str(), entry.summary.as_str()));
    let words = WORDS.iter().map(|row| (row.word, row.summary));
    let found = session.find("game", &[]);
    let found = found.iter().filter(|hit| Code::ALL.iter().all(|code| code.number() != hit.name));
    let found: Vec<(&str, &str)> =
        found.map(|hit| (hit.name.as_str(), hit.summary.as_str())).collect();
    let mut wrong = Vec::new();
    for (name, summary) in pages.chain(words).chain(found) {
        if !summary.ends_with(['.', '?', '!']) || summary.contains('\n') {
            wrong.push(format!("{name}: {summary}"));
        }
        if summary.matches('`').count() % 2 != 0
            || summary.matches('(').count() != summary.matches(')').count()
        {
            wrong.push(format!("{name}: {summary}"));
        }
    }
    // The titles of error pages are no sentences, and do not break off either.
    for code in Code::ALL {
        let summary = code.summary();
        if summary.ends_with(['.', ',', ';', ':']) || summary.is_empty() {
            wrong.push(format!("{}: {summary}", code.number()));
        }
    }
    expect_none(&wrong);
    let summary = |text: &str, name: &str| {
        let mut session = fresh();
        session.eval("asked", text);
        session.entries().into_iter().find(|entry| entry.name == name).unwrap().summary
    };
    let of_two_lines =
        "/// Take one, or\n/// two. Then rest.\ngame Z(n: heap) { move n - 1 if n > 0 }";
    assert_eq!(summary(of_two_lines, "Z"), "Take one, or two.");
}

#[test]
fn questions_are_found() {
    let session = fresh();
    let commands = upstar::ide::commands::found(upstar::ide::commands::Face::Prompt);
    let mut wrong = Vec::new();
    for (question, name) in [
        ("how do I compute who wins", "outcome"),
        ("how do I compute who wins?", "outcome"),
        ("who wins", "outcome"),
        ("What is the mean value of a game?", "mean"),
        ("grundy value", "nimber"),
        ("how can I draw a position", "draw"),
        ("mean_value", "mean"),
        ("atomic weight", "atomic_weight"),
        ("winner", "outcome"),
        ("integer division", "div"),
        ("how do I compute who wins", "winning_moves"),
        ("which moves win?", "winning_moves"),
        ("simplify a game", "canonical"),
        ("temperature of a game", "temperature"),
        ("how hot is a game", "temperature"),
        ("grundy number", "nimber"),
        ("what is the grundy number of a heap", "nimber"),
        ("draw board", "draw"),
        ("negative of a game", "-"),
        ("add two games", "+"),
        ("list all moves", "moves"),
        ("possible moves of a player", "moves"),
        ("play against the computer", "play"),
        ("is a game a number", "is_number"),
        ("compare two games", "=="),
        ("confused with", "||"),
        ("left stop", "left_stop"),
        ("why is this the canonical form", "explain"),
        ("save a picture as svg", "save"),
        ("remainder of a division", "%"),
        ("define a function", "fn"),
        ("define a ruleset of my own", "game"),
        ("misere nim", "misere"),
        ("when is a game born", "birthday"),
        ("nim sum", "nim_sum"),
        ("period of kayles", "period"),
        ("dots and boxes", "DotsAndBoxes"),
        ("latex output", "latex"),
        ("value of a game", "canonical"),
        ("sum of games", "+"),
        ("how do I write my own game", "game"),
        ("how can I make a new ruleset?", "game"),
        ("list of games", ":rulesets"),
        ("what games are there", ":rulesets"),
        ("multiply games", "*"),
        ("product of games", "*"),
        ("simplest number", "simplicity rule"),
        ("how do I learn this", ":tutorial"),
    ] {
        let found = session.find(question, &commands);
        if !found.iter().take(3).any(|hit| hit.name == name) {
            let names: Vec<&str> = found.iter().take(6).map(|hit| hit.name.as_str()).collect();
            wrong.push(format!("`{question}`: {names:?}, expected {name}"));
        }
    }
    expect_none(&wrong);
}
