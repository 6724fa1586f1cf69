//! Rules compiled to closures against the walk over their trees: the same answers, and the same
//! errors at the same places.

use std::path::Path;

use proptest::prelude::*;

use crate::length::properties;
use crate::support::{expect_none, files, read, session};

/// Everything that came of a program.
fn said(folder: &Path, text: &str, walked: bool) -> String {
    let mut session = session(folder);
    if walked {
        session.walk_rules();
    }
    let reply = session.check_text("walks.game", text);
    let answers: Vec<&str> = reply.answers.iter().map(|answer| &*answer.text).collect();
    format!("{answers:?} {:?} {:?}", reply.checks, reply.diagnostics)
}

/// Each statement of a program on its own, after the declarations: an error ends a program.
fn compare(folder: &Path, text: &str) -> Option<String> {
    let (compiled, walked) = (said(folder, text, false), said(folder, text, true));
    (compiled != walked).then(|| format!("{text}\ncompiled: {compiled}\nwalked:   {walked}"))
}

#[test]
fn golden_programs_say_the_same() {
    let programs = files("tests/golden/rulesets", "game");
    assert!(programs.len() > 10);
    let folder = Path::new("tests/golden/rulesets");
    let differ: Vec<String> =
        programs.iter().filter_map(|path| compare(folder, &read(path))).collect();
    expect_none(&differ);
}

/// Positions of each ruleset of the library whose rules are expressions.
const POSITIONS: &[&str] = &[
    "NoGo(\"x.o|..x|o..\")",
    "NoGo(\"...#|x.o.\")",
    "NoGo(\"xo|xo\")",
    "NoGo(3, 2)",
    "Shove(\"L.RLR.\")",
    "Push(\"LR.L.RL\")",
    "Hackenbush(\"0-1:b, 1-2:r, 2-0:g, 1-1:b\")",
    "ChildishHackenbush(\"0-1:b, 0-2:r, 1-2:g\")",
    "GraphCol(\"1-2, 2-3, 3-1, 3-4, 4=x\")",
    "GraphSnort(\"1-2, 2-3, 3-4, 1=o\")",
    "TintedCol(\"1-2, 2-3, 1=x, 3=o\")",
    "TintedSnort(\"1-2, 2-3, 1=x\")",
    "NodeKayles(cycle(5))",
    "ArcKayles(path(5))",
    "PartizanArcKayles(\"1-2:b, 2-3:r, 3-1:g\")",
    "VertexGeography(\"1>2, 2>3, 3>1, 3>3\", 3)",
    "EdgeGeography(\"1>2, 2>3, 3>1\", 1)",
    "UndirectedVertexGeography(path(4), 2)",
    "UndirectedEdgeGeography(cycle(4), 1)",
    "Nim(5)",
    "Kayles(7)",
    "Wythoff(3, 4)",
    "GenWythoff(2)(3, 5)",
    "Euclid(5, 13)",
    "TakeAway(2)(9, 3)",
    "FibonacciNim(8, 7)",
    "Mem(6, 2)",
    "Chomp([3, 2, 2])",
    "Cutcake(3, 4)",
    "MaundyCake(4, 6)",
    "Eatcake(2, 3)",
    "StaircaseNim([2, 1, 3])",
    "MooresNim(2)([1, 2, 2])",
    "PartizanSubtraction([1, 2], 1..3)(6)",
    "PartizanSplittles([1], [2])(6)",
    "PartizanEuclid(3, 7)",
    "EndNim([2, 1, 3])",
    "LaskersNim(5)",
    "GuilesGame(7)",
    "DawsonsChess(8)",
    "GrundysGame(9)",
    "AtLeastHalf(9)",
    "Subtraction({1, 3})(7)",
];

#[test]
fn rulesets_of_the_library_have_the_same_moves() {
    let differ = POSITIONS.iter().filter_map(|position| {
        let text = format!(
            "G := {position}\nmoves(G, Left)\nmoves(G, Right)\n[moves(H, Right) for H in moves(G, Left)]\noutcome(G)"
        );
        let said = said(Path::new("tests"), &text, false);
        assert!(said.ends_with(" [] []"), "{position}: {said}");
        compare(Path::new("tests"), &text)
    });
    expect_none(&differ.collect::<Vec<_>>());
}

/// An expression without parts.
fn leaf() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "n",
        "m",
        "0",
        "1",
        "-1",
        "3",
        "2/3",
        "true",
        "p",
        "q",
        "b",
        "b[p]",
        "\"x\"",
        "\".\"",
        "\"xo\"",
        "[]",
        "(1, 2)",
        "9223372036854775807",
        "b.cells",
        "Left",
        "unset",
        "k",
    ])
    .prop_map(str::to_owned)
}

/// An expression in which `b` is a board, `p` and `q` cells, `n` and `m` integers.
fn expression() -> impl Strategy<Value = String> {
    leaf().prop_recursive(4, 40, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let signs = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or",
        ]);
        let words = prop::sample::select(vec![
            "length", "all", "any", "cells", "list", "set", "max", "min", "sum", "text", "rows",
            "f", "g",
        ]);
        let near = prop::sample::select(vec![
            "neighbours",
            "group",
            "liberties",
            "max",
            "min",
            "f",
            "g",
            "with",
            "union",
        ]);
        prop_oneof![
            (two.clone(), signs).prop_map(|((a, b), sign)| format!("({a} {sign} {b})")),
            (inner.clone(), words).prop_map(|(a, word)| format!("{word}({a})")),
            (two.clone(), near).prop_map(|((a, b), word)| format!("{word}({a}, {b})")),
            two.clone().prop_map(|(a, b)| format!("[{a}, {b}]")),
            two.clone().prop_map(|(a, b)| format!("({a}, {b})")),
            two.clone().prop_map(|(a, b)| format!("{{{a}, {b}}}")),
            two.clone().prop_map(|(a, b)| format!("b.with({{{a}: {b}}})")),
            two.clone().prop_map(|(a, b)| format!("{a}[{b}]")),
            two.clone().prop_map(|(a, b)| format!("({a}..{b})")),
            two.clone().prop_map(|(a, b)| format!("[{a} for z in {b}]")),
            two.clone().prop_map(|(a, b)| format!("{{{a} for (y, z) in {b}}}")),
            two.clone().prop_map(|(a, b)| format!("[z for z in {a} if {b}]")),
            (two.clone(), inner.clone())
                .prop_map(|((a, b), c)| format!("(if {a} then {b} else {c})")),
            (two, inner).prop_map(|((a, b), c)| format!("({a} <= {b} < {c})")),
        ]
    })
}

proptest! {
    #![proptest_config(properties(300))]

    #[test]
    fn expressions_are_worth_the_same(expr in expression()) {
        let text = format!(
            "fn f(x) {{ if x == 1 then 0 else [x] }}\n\
             fn g(x, y) {{ z := x\n return z }}\n\
             game G(k)(b: grid of \".xo\") {{\n\
             move b.with({{p: \"x\"}}) for p in b.cells if b[p] == \".\"\n\
             for q in b.neighbours(p) for n in 0..1 for m in [2] if ({expr}) == ({expr})\n\
             for (n, m) in [q] if {expr}\n\
             }}\n\
             game H(k)(b: grid of \".xo\") {{\n\
             move {expr} for p in b.cells for q in [(1, 1)] for n in 1..2 for m in [n]\n\
             }}\n"
        );
        for ask in ["moves(G(1)(\".x|o.\"))", "moves(H(1)(\".x|o.\"))", "moves(H(\"x\")(\"..\"))"] {
            let text = format!("{text}{ask}");
            if let Some(differ) = compare(Path::new("tests"), &text) {
                prop_assert!(false, "{}", differ);
            }
        }
    }
}
