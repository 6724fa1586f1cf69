//! What is explained is taken as it is typed: sums, names, lists, functions of the program.

use std::path::Path;

use upstar::value::Notation;

use crate::explain::{error, told};
use crate::support::session;

/// The first exercise of every course: who wins a sum, and by what.
#[test]
fn sums_are_explained_as_they_are_typed() {
    for (asked, lines) in [
        (
            "outcome(<1|-1> + <1|-1>)",
            &[
                "the outcome of <1|-1> + <1|-1> is P",
                "<1|-1> and <1|-1> cancel: each is the negative of the other",
                "Left to 1 + <1|-1>, Right to 1 - 1",
            ][..],
        ),
        ("±1 + ±1 == 0", &["Right to -1 + <1|-1>, Left to -1 + 1"]),
        (
            "Domineering(2,2) + Domineering(2,2) == 0",
            &[
                "they are worth ±1 and ±1, which add up to 0",
                "Left to Domineering(\"..|..\") + Domineering(\"#.|#.\"), Right to \
                 Domineering(\"##|..\") + Domineering(\"#.|#.\")",
            ],
        ),
        (
            "Nim(1,2,3) == 0",
            &["nim-sum      0   00", "Right to Nim(1, 2, 2), Left to Nim(0, 2, 2)"],
        ),
        (
            "outcome(±2 + ±1 + 1/2)",
            &["1/2 is a number", "the hottest summand is <2|-2>, with temperature 2", "switches"],
        ),
        ("3 * <1|-1>", &["<1|-1> + <1|-1> + <1|-1> = ±1"]),
        ("winning_moves(^ + *, Left)", &["to ↑, which is worth ↑"]),
        ("^ + *", &["a move in the sum is a move in one summand"]),
        ("mean(±2 + 1)", &["means add up"]),
    ] {
        let text = told(&format!("explain({asked}, 3)"), Notation::Unicode);
        for line in lines {
            assert!(text.contains(line), "{line}:\n{text}");
        }
    }
    // A name stands for its value.
    let value = told("s := <1|-1> + <1|-1>; explain(s)", Notation::Unicode);
    assert!(value.starts_with("0 = <|>"), "{value}");
    let sum = told("s := Nim(1, 2) + Nim(3); explain(outcome(s))", Notation::Unicode);
    assert!(sum.contains("nim-sum      0   00"), "{sum}");
}

#[test]
fn a_list_is_no_quoted_comparison() {
    assert_eq!(error("explain([\" >= \", 1, 0])"), "G0301");
    assert_eq!(error("explain([\" + \", 1, 0])"), "G0301");
    assert_eq!(error("explain([outcome, 1])"), "G0301");
    assert_eq!(error("f := explain; f([\" >= \", 1, 0])"), "G0301");
    assert_eq!(error("[\" >= \", 1, 0].explain()"), "G0301");
    let called = told("fn why(G) { explain(G >= 0) }; why(^)", Notation::Unicode);
    assert!(called.starts_with("↑ ≥ 0 holds"), "{called}");
    // A function of the program that is called `explain` is that function.
    assert_eq!(told("fn explain(x) { x }; explain(1 < 2)", Notation::Unicode), "true");
}

#[test]
fn reached_goals_are_named_when_they_are_of_the_language() {
    let hex = told("explain(outcome(Hex(\"x.|x.\")))", Notation::Unicode);
    assert!(hex.contains("Left has won here: \"x\" connects top and bottom"), "{hex}");
    let own = "fn joins(b, s, p, q) { connects(b, s, p, q) }
        game Own(b: grid of \".xo\") {
          left \".\" -> \"x\"
          right \".\" -> \"o\"
          left wins if joins(b, \"x\", \"top\", \"bottom\")
          right wins if joins(b, \"o\", \"left\", \"right\")
        }";
    let mut session = session(Path::new("tests"));
    session.eval("rules", own);
    let reply = session.eval("input", "explain(outcome(Own(\"x.|x.\")))");
    let text = &reply.answers[0].text;
    assert!(text.contains("Left has won here") && !text.contains("connects"), "{text}");
}
