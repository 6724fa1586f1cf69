//! What is printed reads back to the same tree.

use proptest::prelude::*;

use super::super::ast::{Expr, Program, Statement, StatementKind};
use super::*;
use crate::length::properties;
use crate::syntax::tests::arbitrary;

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
const PIECES: &[&str] = &[
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
