//! Tests of the syntax.

use super::*;
use crate::source::SourceMap;

#[test]
fn smoke() {
    let mut map = SourceMap::default();
    for text in SMOKE {
        let id = map.add("t", *text);
        match parse_file(id, text) {
            Ok(_) => {}
            Err(error) => println!("{text}\n   {error:?}"),
        }
    }
    let id = map.add("t", "");
    println!("{:?}", parse_file(id, "1*2 + 3"));
}

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
