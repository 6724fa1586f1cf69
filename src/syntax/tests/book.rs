//! The pages about the syntax say what is true.

use super::*;
use crate::diagnostic::{Code, page};

const README: &str = include_str!("../../../grammar/README.md");

/// The blocks of `page` that begin with ```` ```game ````.
fn blocks(page: &str) -> Vec<&str> {
    let after = page.split("```game\n").skip(1);
    after.map(|block| block.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_examples_of_the_grammar_page_parse() {
    assert!(!blocks(README).is_empty());
    for block in blocks(README) {
        tree(block);
    }
}

#[test]
fn every_reserved_word_is_in_the_table() {
    for word in crate::syntax::spelling::RESERVED {
        assert!(README.contains(&format!("`{word}`")), "{word}");
        assert!(parse(&format!("{word} := 1")).is_err(), "{word}");
    }
    for spelling in crate::syntax::spelling::SPELLINGS {
        assert!(README.contains(&format!("`\\{}`", spelling.name)), "{}", spelling.name);
        assert!(README.contains(spelling.unicode), "{}", spelling.unicode);
    }
}

#[test]
fn both_spellings_of_a_sign_are_one_sign() {
    for spelling in crate::syntax::spelling::SPELLINGS {
        // A letter or digit after a name belongs to it.
        let contexts = if matches!(spelling.name, "omega" | "infty") { 2 } else { 4 };
        for (before, after) in &[("a ", " b"), ("", ""), ("", "1"), ("", "a")][..contexts] {
            let ascii = parse(&format!("{before}{}{after}", spelling.ascii));
            let unicode = parse(&format!("{before}{}{after}", spelling.unicode));
            if let (Ok(ascii), Ok(unicode)) = (ascii, unicode) {
                assert!(same(&ascii, &unicode), "{}", spelling.name);
            }
        }
    }
}

#[test]
fn every_page_of_an_error_shows_it_and_its_cure() {
    let codes = [
        Code::Syntax,
        Code::Unclosed,
        Code::TooDeep,
        Code::BadLiteral,
        Code::UnclosedText,
        Code::Reserved,
    ];
    for code in codes {
        let (mut shown, mut cured) = (0, 0);
        for block in blocks(page(code)) {
            if block.contains("//! ") {
                let error = parse(block).expect_err(block);
                assert!(
                    block.trim_end().ends_with(&format!("//! {}", error.code.number())),
                    "{block}"
                );
                assert_eq!(error.code, code, "{block}");
                shown += 1;
            } else {
                tree(block);
                cured += 1;
            }
        }
        assert!(shown > 0 && cured > 0, "{}", code.number());
    }
}
