//! Tests of the syntax.

mod arbitrary;
mod errors;
mod expressions;
mod formatting;
mod limits;
mod printing;
mod reading;
mod statements;

use proptest::prelude::*;

use super::ast::{Expr, ExprKind, Program, Statement, StatementKind};
use super::{
    TokenKind, format, is_incomplete, names, parse_file, parse_input, print, same, shape, tokens,
};
use crate::diagnostic::{Diagnostic, Unlimited};
use crate::length::properties;
use crate::source::SourceMap;

/// Parses `text` as a file.
fn parse(text: &str) -> Result<Program, Diagnostic> {
    parse_file(SourceMap::default().add("test", text), text, &Unlimited)
}

/// The tree of `text`, which parses.
fn tree(text: &str) -> Program {
    match parse(text) {
        Ok(program) => program,
        Err(error) => panic!("{text}\n{error:#?}"),
    }
}

/// The only statement of `text`.
fn statement(text: &str) -> Statement {
    let mut statements = tree(text).statements;
    assert_eq!(statements.len(), 1, "{text}");
    statements.remove(0)
}

/// The only expression of `text`.
fn expr(text: &str) -> Expr {
    match statement(text).kind {
        StatementKind::Expr(expr) => expr,
        other => panic!("{text} is {other:?}"),
    }
}

/// Kind of the expression `text`.
fn kind(text: &str) -> ExprKind {
    expr(text).kind
}

/// Holds when both texts give the same tree.
fn assert_same(left: &str, right: &str) {
    assert_eq!(shape(&tree(left)), shape(&tree(right)), "{left}   and   {right}");
}

/// Holds when the texts give different trees.
fn assert_differ(left: &str, right: &str) {
    assert!(!same(&tree(left), &tree(right)), "{left}   and   {right}");
}

/// The kinds and texts of the tokens that are no blanks.
fn cut(text: &str) -> Vec<(TokenKind, &str)> {
    let all = tokens(text).into_iter();
    all.filter(|token| token.kind != TokenKind::Blank)
        .map(|token| (token.kind, &text[token.range]))
        .collect()
}

#[test]
fn every_kind_is_recognised() {
    use TokenKind::*;
    let expected = [
        (Name, "x"),
        (Operator, ":="),
        (Number, "12"),
        (Operator, "+"),
        (Game, "*3"),
        (Keyword, "and"),
        (Text, "\"a\""),
        (Bracket, "("),
        (Name, "f_1"),
        (Bracket, ")"),
        (Operator, "·"),
        (Game, "over"),
        (Unknown, "$"),
        (Game, "vv"),
        (Game, "3/4^*2"),
        (Comment, "// end"),
    ];
    assert_eq!(cut("x := 12+*3 and \"a\"(f_1)· over $ vv 3/4^*2 // end"), expected);
}

#[test]
fn a_star_after_an_operand_is_a_sign() {
    use TokenKind::*;
    assert_eq!(cut("n*2"), [(Name, "n"), (Operator, "*"), (Number, "2")]);
    assert_eq!(cut(")*2"), [(Bracket, ")"), (Operator, "*"), (Number, "2")]);
    assert_eq!(cut("n *"), [(Name, "n"), (Operator, "*")]);
    assert_eq!(cut("3*n"), [(Number, "3"), (Operator, "*"), (Name, "n")]);
    assert_eq!(cut("3*4"), [(Game, "3*4")]);
    assert_eq!(cut("(*2"), [(Bracket, "("), (Game, "*2")]);
    assert_eq!(cut("2**10"), [(Number, "2"), (Operator, "**"), (Number, "10")]);
}

#[test]
fn broken_texts_keep_their_tokens() {
    use TokenKind::*;
    assert_eq!(cut("f(\"abc\nx"), [(Name, "f"), (Bracket, "("), (Text, "\"abc"), (Name, "x")]);
    assert_eq!(cut("/* abc"), [(Comment, "/* abc")]);
    assert_eq!(cut("\"a\\"), [(Text, "\"a\\")]);
}

/// Whether the tokens cover the text without gaps.
fn lossless(text: &str) -> bool {
    let mut end = 0;
    for token in tokens(text) {
        if token.range.start != end || token.range.is_empty() {
            return false;
        }
        end = token.range.end;
    }
    end == text.len()
}

proptest! {
    #![proptest_config(properties(300))]

    #[test]
    fn nothing_is_lost(text in "\\PC{0,40}") {
        prop_assert!(lossless(&text));
    }

    #[test]
    fn nothing_is_lost_of_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        prop_assert!(lossless(&String::from_utf8_lossy(&bytes)));
    }

    #[test]
    fn nothing_is_lost_of_signs(text in "[-a-c0-2v^*/\\\\\"<>|{}()\\[\\]:=.,; \n↑⇓²±x]{0,40}") {
        prop_assert!(lossless(&text));
    }
}
