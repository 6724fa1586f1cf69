//! Tests of the syntax.

mod depth;

use super::*;
use crate::source::SourceMap;

/// Parses `text` as a file.
fn parse_text(text: &str) -> Result<Program, Diagnostic> {
    parse_file(SourceMap::default().add("test", text), text)
}

#[test]
fn smoke() {
    for text in SMOKE {
        if let Err(error) = parse_text(text) {
            println!("{text}\n   {error:?}");
        }
    }
}

#[test]
fn faults() {
    for text in FAULTS {
        match parse_text(text) {
            Ok(_) => println!("{text:30} OK"),
            Err(e) => {
                println!("{text:?} {} {}", e.code.number(), e.message);
                for l in &e.labels {
                    println!("      {:?} `{}` {}", l.span.bytes(), &text[l.span.bytes()], l.text);
                }
                for h in e.helps.iter().chain(&e.notes) {
                    println!("      = {h}");
                }
            }
        }
        println!("      incomplete {}", is_incomplete(text));
    }
}

const FAULTS: &[&str] = &[
    "x^2",
    "a = b",
    "a && b",
    "a ! = b",
    "!a",
    "3* 4",
    "v := 3",
    "v1 := 3",
    "fn f(v) { }",
    "f(vv) := 1",
    "v -> v",
    "(a, then) -> 1",
    "for in in x { }",
    "game then(n) { }",
    "x.if",
    "1 + then",
    "f(x",
    "(1 + 2]",
    "((((",
    "<0|1",
    "<0, <1|2",
    "{1, 2",
    "fn f(x) {",
    "fn f(x)",
    "1 +",
    "a b",
    "x order",
    "2n",
    "3.5",
    "*n",
    "^*n",
    "^^3",
    "<a|b|c>",
    "<0>",
    "\"abc",
    "\"a\\q\"",
    "/* abc",
    "f(x\ny := 3\n",
    "[1, 2\nfn f() { }",
    "game G(n: graph of \"x\") { }",
    "game G(n) { play misere }",
    "game G(n) { move n - 1 score 3 }",
    "game G(n) {\n move n\n play misere\n}",
    "f(?)",
    "check A == ?",
    "a | b",
    ")",
    "a)",
    "(a; b)",
    "let x = 3",
    "def f(x)",
    "if a",
    "if a then",
    "if a then b",
    "if a { } else",
    "x :=",
    "use",
    "use 3",
    "exercise {",
    "1 <|> 2",
    "a <> b",
    "1..2..3",
    "{a: 1, 2}",
    "{1 < 2 | 3}",
    "<0 < 1 | 2>",
    "a: {1}",
    "x -> ",
    "check",
    "return",
    "1 = 2",
    "# hello",
    "'abc'",
    "f(x) = 3",
    "a.b := 3",
    "f(1) := 3",
    "if a then 1 else if b { 2 }",
    "if a { 1 } else if b then 2 else 3",
    "[x for v in y]",
    "x[",
    "x.",
    "a ++ b",
    "a // c\n * b",
    "game G(n) { left \"a\" -> b }",
    "game G(n) { left \"a\" -> }",
    "1/2/",
    "{x for x in y",
    "for x y { }",
    "for x in y",
    "while x",
    "\u{0}",
    "a\n  + b",
    "<1|2>> <",
    "±",
    "1*<2",
    "^<0>",
    "3/0*",
    "x === y",
    "a => b",
    "elif x",
    "foo bar",
    "over & ",
    "not",
    "a not b",
    "f(a b)",
    "[1 2]",
    "<1 2|3>",
    "<1| then>",
    "{1|2",
    "{1: 2",
    "G := <0|1",
    "G := <0|1\nH := 2",
];

const SMOKE: &[&str] = &[
    "",
    "  \n",
    "G := <0,*|1>  // c\n\n/// doc\ndouble(x) := x + x",
    "fn grundy_row(R, n) {\n  row := []\n  for k in 0..n { row := row + [nimber(R(k))] }\n  row\n}",
    "[n*n for n in 1..5 if n % 2 == 1]",
    "if G > 0 then \"Left\" else \"not Left\"",
    "x -> x + 1; (x, y) -> x",
    "G.temperature == temperature(G)",
    "game Nim(n: heap) { move n - k for k in 1..n }",
    "game Kayles(n: heap) { move a, n-k-a for k in 1..2 for a in 0..n-k }",
    "game Subtraction(S)(n: heap) { move n - s for s in S if s <= n }",
    "game Domineering(b: grid of \".#\") {\n  left  \".|.\" -> \"#|#\"\n  right \"..\"  -> \"##\"\n}",
    "game ToadsAndFrogs(s: strip of \".TF\") {\n  left  \"T.\" -> \".T\";  \"TF.\" -> \".FT\"\n  right \".F\" -> \"F.\";  \".TF\" -> \"FT.\"\n}",
    "game Wythoff(a, b) {\n  move (a-k, b)   for k in 1..a\n     ; (a, b-k)   for k in 1..b\n     ; (a-k, b-k) for k in 1..min(a, b)\n}",
    "check A == ?\ncheck A is ?\ncheck A == B;",
    "exercise \"t\" {\n check 1 == 1\n}",
    "<3|2||1>; {|}; {0|}; <||0|-2>; <0|pass>; a: <0||a|*>",
    "±1; +-1; ±<2|1>; ±<1,1*>; ±{1,2}; ±1/2",
    "^<2>; ↑²; ^[2]; v; vv; v3; v*; 3/4^*2; -2v; 1*; 3*4; 3*(n+1); *(n+1); 3*n; 2**10",
    "{1: 2, \"a\": <0|1>}; {:}; {}; {a: <0|1> + 1}; {k for k in 1..2}",
    "over & v; 0 < G < 1; a || b; a <| b; a |> b; a not in b; not a in b",
    "if a { 1 } else if b { 2 }\nelse { 3 }\nwhile x { break; continue }",
    "f(\n 1,\n 2\n)\n[1,\n2]\nx +\n 1",
];
