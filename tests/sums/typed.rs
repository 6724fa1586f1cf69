//! What is explained is taken as it is typed: sums, names, lists, functions of the program.

use std::path::Path;

use upstar::value::Notation;

use crate::explain::{error, explanation};
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
        ("±1 + ±1 == 0", &["Right to -1 + ±1, Left to -1 + 1"]),
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
            &[
                "1/2 is a number",
                "the hottest summand is ±2, with temperature 2",
                "the sum comes to 3/2 when Left begins, and to -1/2 when Right begins",
            ],
        ),
        ("3 * <1|-1>", &["<1|-1> + <1|-1> + <1|-1> = ±1"]),
        ("winning_moves(^ + *, Left)", &["to ↑\n"]),
        ("winning_moves(^ + ^ + *, Left)", &["to ↑ + ↑, which is worth ⇑"]),
        ("outcome(<0,*|*> + *)", &["<0,*|*> = ↑"]),
        ("^ + *", &["a move in the sum is a move in one summand"]),
        ("mean(±2 + 1)", &["means add up"]),
        ("outcome(4 * <1|-1>)", &["so do another <1|-1> and <1|-1>"]),
        ("outcome(<pass|pass> + 1)", &["the outcome of <pass|pass> + 1 is D"]),
        ("outcome(over + ^ + <1|-1>)", &["over + ↑ + <1|-1> is N", "by the move to over + ↑ + 1"]),
    ] {
        let text = explanation(&format!("explain({asked}, 3)"), Notation::UNICODE);
        for line in lines {
            assert!(text.contains(line), "{line}:\n{text}");
        }
    }
    // A name stands for its value.
    let value = explanation("s := <1|-1> + <1|-1>; explain(s)", Notation::UNICODE);
    assert!(value.starts_with("0 = <|>"), "{value}");
    let sum = explanation("s := Nim(1, 2) + Nim(3); explain(outcome(s))", Notation::UNICODE);
    assert!(sum.contains("nim-sum      0   00"), "{sum}");
}

/// A switch is {x|y} with numbers x > y; with x = y it is no switch.
#[test]
fn only_switches_are_called_switches() {
    for (asked, is_said) in [
        ("±2 + ±1", true),
        ("<3|1> + <1/2|-1> + 4", true),
        ("±1 + *", false),
        ("±1 + 1*", false),
        ("±1 + ^", false),
        ("±1 + <2||0|-2>", false),
    ] {
        let text = explanation(&format!("explain(outcome({asked}), 3)"), Notation::UNICODE);
        assert!(text.contains("hottest") || text.contains("equally hot"), "{text}");
        assert_eq!(text.contains("these are switches"), is_said, "{text}");
    }
}

#[test]
fn sums_with_heaps_of_any_size_are_explained() {
    for (asked, lines) in [
        ("Nim(10**12, 3) == 0", &["does not hold", "Left wins moving first"][..]),
        ("Nim(10**12, 10**12) == 0", &["= 0 holds", "≥ 0: Left wins moving second"]),
        ("Nim(10**12, 3) == *5", &["does not hold", "nim-sum             1000000000006"]),
        ("Nim(2**40) + ^ > 0", &["> 0 holds", "Left wins moving first, to Nim(0) + ↑"]),
        ("winning_moves(Nim(10**12, 3))", &["of nimber 1000000000000 to 3, as in Nim(3)"]),
        ("winning_moves(Nim(10**12) + ^, Left)", &["to Nim(2) + ↑", "nimber 3 or more wins"]),
        ("winning_moves(Nim(10**12) + ^, Right)", &["Left wins moving second"]),
        (
            "outcome(Nim(10**12) + Domineering(2,2))",
            &["is N", "Left wins moving first, to Nim(1000000000000) + Domineering(\"#.|#.\")"],
        ),
        ("outcome(Kayles(10**9) + ^)", &["too many moves", "not found out", "to Kayles"]),
        ("outcome(Nim(10**6) + ^)", &["is L", "Left wins moving first, to Nim(0) + ↑"]),
        ("outcome(Nim(5000) + v)", &["is R", "Right wins moving second"]),
        ("Kayles(10**9) + ^", &["= ↑*", "these add up to ↑*"]),
    ] {
        let text = explanation(&format!("explain({asked})"), Notation::UNICODE);
        for line in lines {
            assert!(text.contains(line), "{line}:\n{text}");
        }
    }
    // Without a game that it is equal to there is no canonical form.
    assert_eq!(error("explain(Nim(2**40) + ^)"), "G0505");
}

/// What is said of a heap that is too large to list its moves is so of one that is not.
#[test]
fn winning_moves_beside_large_heaps_are_those_beside_smaller_ones() {
    let mut session = session(Path::new("tests"));
    let mut answer = |input: String| {
        let reply = session.eval("input", &input);
        match reply.diagnostics.first() {
            Some(fault) => Err(fault.code.number()),
            None => Ok(reply.answers[0].text.clone()),
        }
    };
    let (mut listed, mut too_many) = (0, 0);
    for rest in ["^", "v", "^*", "^ + ^", "1", "-1/2", "±1", "<1|*>", "Domineering(2,2)", "<^|-1>"]
    {
        for player in ["Left", "Right"] {
            let of = |heap: &str| format!("winning_moves(Nim({heap}) + {rest}, {player})");
            let small = answer(of("40")).unwrap();
            match answer(of("10**12")) {
                Ok(large) => {
                    assert_eq!(large.replace("1000000000000", "40"), small, "{rest} {player}");
                    listed += 1;
                }
                Err(code) => {
                    assert_eq!(code, "G0505");
                    let last = format!("Nim(39) + {}", small.rsplit(" + ").next().unwrap());
                    assert!(small.matches("Nim(").count() > 30, "{last}: {small}");
                    too_many += 1;
                }
            }
        }
    }
    assert!(listed > 3 && too_many > 3, "{listed} {too_many}");
}

#[test]
fn winning_moves_are_explained_of_every_kind_of_game() {
    for (asked, lines) in [
        ("TicTacToe(\"xx.|oo.|...\"), Left", &["to TicTacToe(\"xxx|oo.|...\")"][..]),
        ("TicTacToe(\"...|...|...\"), Left", &["there are none", "Left moving first draws"]),
        ("on, Left", &["to on"]),
        ("on, Right", &["there are none", "Right moving first loses, having no move"]),
        ("over + ^, Left", &["to over + 0"]),
        ("misere(Nim(1, 2)), Left", &["to misere(Nim(1, 0))"]),
        ("misere(Nim(1)), Left", &["there are none"]),
        ("Nim(3)", &["to Nim(0)"]),
        ("TokenGame(\"1>1, 1>2, 2>3, 1>4\")(1)", &["(4)"]),
    ] {
        let text = explanation(&format!("explain(winning_moves({asked}))"), Notation::UNICODE);
        for line in lines {
            assert!(text.contains(line), "{line}:\n{text}");
        }
    }
    // What cannot be explained is refused with its kind.
    let reply = session(Path::new("tests")).eval("input", "explain(winning_moves(dud, Left))");
    assert_eq!(reply.diagnostics[0].code.number(), "G0901");
}

#[test]
fn a_single_thing_is_not_in_the_plural() {
    let text = explanation("explain(outcome(InARow(1)(\"x..\")))", Notation::UNICODE);
    assert!(text.contains("Left has won here: \"x\" is on the board"), "{text}");
    let text = explanation("explain(outcome(InARow(2)(\"xx.\")))", Notation::UNICODE);
    assert!(text.contains("there are 2 \"x\" in a line"), "{text}");
}

#[test]
fn a_list_is_no_quoted_comparison() {
    assert_eq!(error("explain([\" >= \", 1, 0])"), "G0301");
    assert_eq!(error("explain([\" + \", 1, 0])"), "G0301");
    assert_eq!(error("explain([outcome, 1])"), "G0301");
    assert_eq!(error("f := explain; f([\" >= \", 1, 0])"), "G0301");
    assert_eq!(error("[\" >= \", 1, 0].explain()"), "G0301");
    let called = explanation("fn why(G) { explain(G >= 0) }; why(^)", Notation::UNICODE);
    assert!(called.starts_with("↑ ≥ 0 holds"), "{called}");
    // A function of the program that is called `explain` is that function.
    assert_eq!(explanation("fn explain(x) { x }; explain(1 < 2)", Notation::UNICODE), "true");
}

#[test]
fn reached_goals_are_named_when_functions_of_the_language_say_them() {
    let hex = explanation("explain(outcome(Hex(\"x.|x.\")))", Notation::UNICODE);
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
    assert!(text.contains("Left has won here: \"x\" connects top and bottom"), "{text}");
    session.eval("rules", "game Corner(b: grid of \".xo\") { left \".\" -> \"x\"; right \".\" -> \"o\"; left wins if b[1, 1] == \"x\" }");
    let reply = session.eval("input", "explain(outcome(Corner(\"x.|x.\")))");
    let text = &reply.answers[0].text;
    assert!(text.contains("Left has won here") && !text.contains("connects"), "{text}");
}
