//! Tests that printed trees read back to the same tree.

use proptest::prelude::*;

use super::{arbitrary, *};
use crate::ast::{Expr, Program, Statement, StatementKind};
use crate::diagnostic::{Code, page};
use crate::length::properties;

/// Checks that `program` survives printing and parsing.
fn survives(program: &Program) -> Result<(), TestCaseError> {
    let text = print::program(program);
    match parse(&text) {
        Ok(back) => prop_assert_eq!(shape(program), shape(&back), "{}", text),
        Err(error) => prop_assert!(false, "{}\n{:#?}", text, error),
    }
    Ok(())
}

fn alone(expr: Expr) -> Program {
    let span = expr.span;
    let kind = StatementKind::Expr(expr);
    Program { statements: vec![Statement { kind, doc: None, silent: false, span }] }
}

/// Signs and words from which texts are put together.
pub(super) const PIECES: &[&str] = &[
    "x", "v", "left", "1", "3/4", "*", "^", "+", "-", "**", "(", ")", "[", "]", "{", "}", "<", ">",
    "|", "||", ":", ": ", ":=", "->", "..", ".", ",", ";", "\n", " ", "if ", " then ", " else ",
    "for ", " in ", "fn ", "game ", "move ", "check ", "not ", "and ", "\"a\"", "\"", "//", "/*",
    "*/", "±", "?", "=", "&", " where ", "pass", "over",
];

proptest! {
    #![proptest_config(properties(1500))]

    #[test]
    fn expressions_read_back(expr in arbitrary::expr()) {
        survives(&alone(expr))?;
    }

    #[test]
    fn random_pieces_never_panic(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..20)) {
        let text = pieces.concat();
        if let Ok(program) = parse(&text) {
            survives(&program)?;
        }
        is_incomplete(&text);
    }

    #[test]
    fn random_texts_never_panic(text in "\\PC{0,30}") {
        let _ = parse(&text);
        is_incomplete(&text);
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = parse(&text);
        is_incomplete(&text);
    }
}

proptest! {
    #![proptest_config(properties(300))]

    #[test]
    fn programs_read_back(program in arbitrary::program()) {
        survives(&program)?;
    }
}

#[test]
fn printing_is_how_a_book_writes() {
    for text in [
        "<3|2||1>",
        "<0, *|1>",
        "<|>",
        "<0||0|-2>",
        "a: <0||a|*>",
        "±<1, 1*>",
        "±1/2",
        "3/4^*2",
        "-2v",
        "2**10",
        "-(a + b) * c",
        "a - (b - c)",
        "x -> x + 1",
        "if a then b else c",
        "[n * n for n in 1..5]",
        "{a: 1, \"b\": 2}",
        "{1, 2}",
        "{:}",
        "{}",
        "(1,)",
        "f(x).g[1, 2].h(y)",
        "0 < G <= 1",
        "*(n + 1)",
        "over & v",
        "G : H",
        "not a and b",
        "-(2v)",
        "(x.f)(2)",
        "a not in b",
        "±<2|1>",
    ] {
        assert_eq!(print::expr(&expr(text)), text);
    }
    let text =
        "/// Doc.\nfn f(x, y = 2) {\n  if a {\n    b\n  } else if c {\n  } else {\n    d;\n  }\n}";
    assert_eq!(print::statement(&statement(text)), text);
    let text = "game G(S)(n: heap, b: grid of \".#\") {\n  move n - 1, n for k in S if k; n\n  \
                left \"a\" -> \"b\" any direction\n}";
    assert_eq!(print::program(&tree(text)), text);
}

/// A name may be a word with which a clause begins, wherever it stands in an option.
#[test]
fn options_that_begin_like_clauses_read_back() {
    let rests = [
        "",
        " where { a: <0|a> }",
        "(1)",
        "[1]",
        ".f(1)",
        "..2",
        " + 1",
        " < 1 <= 2",
        " -> 1",
        " & 1",
        " and b",
        " : 1",
        "(1)[2].f + 1 where { a: <0|a> }",
    ];
    for word in print::CLAUSES {
        for rest in rests {
            let text = format!("game g(n) {{\n  move ({word}{rest}); ({word}{rest}), n\n}}");
            survives(&tree(&text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}

const README: &str = include_str!("../../grammar/README.md");

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
    for word in crate::spelling::RESERVED {
        assert!(README.contains(&format!("`{word}`")), "{word}");
        assert!(parse(&format!("{word} := 1")).is_err(), "{word}");
    }
    for spelling in crate::spelling::SPELLINGS {
        assert!(README.contains(&format!("`\\{}`", spelling.name)), "{}", spelling.name);
        assert!(README.contains(spelling.unicode), "{}", spelling.unicode);
    }
}

#[test]
fn both_spellings_of_a_sign_are_one_sign() {
    for spelling in crate::spelling::SPELLINGS {
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
