//! Which inputs the prompt continues on the next line.

use super::*;

#[test]
fn beginnings_are_incomplete() {
    for text in [
        "f(x",
        "f(x,",
        "(",
        "[1, 2",
        "{1",
        "<0|1",
        "<0",
        "1 +",
        "x :=",
        "a and",
        "not",
        "-",
        "x ->",
        "if a",
        "if a then",
        "if a then b",
        "if a then b else",
        "if a { 1 } else",
        "if a {",
        "fn f(x)",
        "fn f(x) {",
        "fn f(x) {\n  x",
        "fn",
        "game Nim(n: heap)",
        "game Nim(n: heap) {",
        "game Nim(n: heap) {\n move n - 1\n",
        "for x in y",
        "for x",
        "while x",
        "check",
        "use",
        "exercise \"a\"",
        "exercise \"a\" (3",
        "exercise \"a\" (3 points)",
        "±",
        "a.",
        "f(x // c",
        "1 + // c\n",
        "/* comment",
        "[x for",
        "{1: ",
        "(a, b) :=",
        "x := [\n 1,\n",
        "a == \n",
        "<3|2||",
        "*(",
        "\"a\" + ",
        "game G(b: grid of",
        "2**",
        "a where",
        "a where {",
        "a where { a: <b|0>,",
        "a where { a: <b|0>,\n  b: <0",
        "a where { a",
        "a where { a:",
        "a: <0|",
    ] {
        assert!(is_incomplete(text), "{text}");
        assert!(is_incomplete(&format!("{text}  \n ")), "{text}");
    }
}

#[test]
fn whole_and_wrong_inputs_are_not_incomplete() {
    for text in [
        "",
        " ",
        "x",
        "f(x)",
        "a;",
        "if a { 1 }",
        "\"abc",
        "f(\"abc",
        "a b",
        "a where { a: <0|a> }",
        "where",
        "a where 3",
        "1 + then",
        "x^2",
        ")",
        "f(x))",
        "(1]",
        "3.5",
        "v := 3",
        "1 + )",
        "a = b",
        "x.if",
        "// c",
        "^*n",
        "<a|b|c>",
        "fn f(x) { } }",
        "\0",
        "game G(n) { pass",
        "then",
    ] {
        assert!(!is_incomplete(text), "{text}");
    }
}

#[test]
fn brackets_that_nest_too_deeply_are_not_incomplete() {
    assert!(!is_incomplete(&"(".repeat(100_000)));
    assert!(!is_incomplete(&"<".repeat(100_000)));
}
