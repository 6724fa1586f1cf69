//! Pictures of values, as they are drawn at the prompt.

use std::path::Path;

use unicode_width::UnicodeWidthStr as _;
use upstar::value::Notation;

use crate::length::cases;
use crate::support::{Dice, session};

/// The pictures of these values, each below what was typed.
fn drawn(inputs: &[&str], notation: Notation) -> String {
    let mut session = session(Path::new("tests"));
    session.set_notation(notation);
    let mut all = String::new();
    for input in inputs {
        let reply = session.eval("input", input);
        assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
        let drawing = session.drawing(&reply.answers[0].value).unwrap();
        let lines: Vec<&str> = drawing.lines().collect();
        assert!(lines.len() <= 25, "{input} takes {} lines", lines.len());
        assert!(lines.iter().all(|line| line.chars().count() <= 70), "{input} is too wide");
        assert!(!notation.is_ascii() || drawing.is_ascii(), "{input} is not ASCII");
        all.push_str(&format!("{input}\n{drawing}\n\n"));
    }
    all
}

#[test]
fn thermographs_of_hot_games() {
    let games = [
        "thermograph(±1)",
        "thermograph(<3|1>)",
        "thermograph(<5||3|2>)",
        "thermograph(<<7|2>|<1|-4>>)",
        "thermograph(<7|5||4|1>)",
        "thermograph(<4||2|-2>)",
        "thermograph(±3 + ±1 + ±1/2)",
        "thermograph(<3/2||1/4|-7/8>)",
    ];
    insta::assert_snapshot!(drawn(&games, Notation::UNICODE));
}

#[test]
fn thermographs_in_ascii() {
    let games = ["thermograph(<5||3|2>)", "thermograph(<<7|2>|<1|-4>>)", "thermograph(1/2)"];
    insta::assert_snapshot!(drawn(&games, Notation::ASCII));
}

#[test]
fn thermographs_that_are_a_mast() {
    let games = ["thermograph(0)", "thermograph(-3/4)", "thermograph(^)", "thermograph(5*)"];
    insta::assert_snapshot!(drawn(&games, Notation::UNICODE));
}

#[test]
fn thermographs_too_large_for_an_exact_scale_are_rounded() {
    let games = [
        "thermograph(±1000000007)",
        "thermograph(<100||1|-3/32>)",
        "thermograph(±(1/1024))",
        "thermograph(<123456789012345|-1/1048576>)",
        "thermograph(2**200)",
        "thermograph(±(1/2**100) + 2**100)",
        "thermograph(±(2**100000))",
        "thermograph(<1000|999||0>)",
        "thermograph(<1000|1||0|-1000>)",
        "thermograph(<1000|1||1/2,0|-1000>)",
    ];
    insta::assert_snapshot!(drawn(&games, Notation::UNICODE));
}

#[test]
fn other_values_have_no_picture() {
    let mut session = session(Path::new("tests"));
    let reply = session.eval("input", "[thermograph(1)]");
    assert_eq!(session.drawing(&reply.answers[0].value), None);
    session.set_notation(Notation::LATEX);
    let reply = session.eval("input", "thermograph(1)");
    assert_eq!(session.drawing(&reply.answers[0].value), None);
}

/// What is drawn below a value on a screen of so many columns.
fn below(input: &str, notation: Notation, columns: usize) -> Option<String> {
    let mut session = session(Path::new("tests"));
    session.set_notation(notation);
    let reply = session.eval("input", input);
    assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
    session.drawing_within(&reply.answers[0].value, columns)
}

#[test]
fn heaps_coins_graphs_sums_and_loopy_games_are_drawn() {
    for (input, unicode, ascii) in [
        ("Nim(3, 5)", "●●● 3  +  ●●●●● 5", "ooo 3  +  ooooo 5"),
        ("TurningTurtles(\"THT\")", "Ⓣ Ⓗ Ⓣ", "T H T"),
        ("graph(\"0-1:b, 1-2:r\")", "ground ─b─ 1 ─r─ 2", "ground -b- 1 -r- 2"),
        (
            "Hackenbush(\"0-1:b, 1-2:r, 1-3:g, 0-4:r\")",
            "ground ─┬─b─ 1 ─┬─r─ 2\n        │       └─g─ 3\n        └─r─ 4",
            "ground -+-b- 1 -+-r- 2\n        |       `-g- 3\n        `-r- 4",
        ),
        ("NodeKayles(cycle(3))", "1 ─── 2 ─── 3 ─── (1)", "1 --- 2 --- 3 --- (1)"),
        ("digraph(\"1>2, 1>3\")", "1 ─┬──▶ 2\n   └──▶ 3", "1 -+--> 2\n   `--> 3"),
        ("Nim(3) + ^", "●●● 3  +  ↑", "ooo 3  +  ^"),
        ("Nim(2) - Domineering(1, 2)", "●● 2  −  . .", "oo 2  -  . ."),
        ("over", "over\n├─L 0\n└─R over again", "over\n|-L 0\n`-R over again"),
        ("draw(upon)", "upon\n├─L upon again\n└─R *", "upon\n|-L upon again\n`-R *"),
        ("Domineering(\".#|..\")", ". #\n. .", ". #\n. ."),
    ] {
        assert_eq!(below(input, Notation::UNICODE, 80).as_deref(), Some(unicode), "{input}");
        assert_eq!(below(input, Notation::ASCII, 80).as_deref(), Some(ascii), "{input}");
    }
    // The text says as much.
    for input in ["Domineering(1, 3)", "Domineering(1, 3) + ^", "^", "dud", "3", "Nim"] {
        assert_eq!(below(input, Notation::UNICODE, 80), None, "{input}");
    }
}

#[test]
fn drawings_fit_the_screen() {
    let heaps = (1..40).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let inputs = [
        format!("Nim({heaps})"),
        format!("Nim({heaps}) + Domineering(3, 4) - Kayles(7)"),
        format!("TurningTurtles(\"{}\")", "TH".repeat(75)),
        "Domineering(4, 50)".to_owned(),
        "Domineering(2, 130)".to_owned(),
        "Hex(35)".to_owned(),
        "NodeKayles(path(60))".to_owned(),
        "NodeKayles(cycle(40))".to_owned(),
        "3 * Hackenbush(\"0-1:b, 1-2:r, 1-3:g, 0-4:r\")".to_owned(),
        "over + 7".to_owned(),
    ];
    for input in &inputs {
        for notation in [Notation::UNICODE, Notation::ASCII] {
            let mut lines = Vec::new();
            for columns in [60, 80, 120] {
                let drawing = below(input, notation, columns).unwrap_or_default();
                assert!(notation == Notation::UNICODE || drawing.is_ascii(), "{input}: {drawing}");
                for line in drawing.lines() {
                    assert!(line.width() <= columns, "{input} at {columns}: {line}");
                }
                lines.push(drawing.lines().count());
            }
            // A board that is too wide is not drawn; nothing else gets longer on a wider screen.
            assert!(lines.is_sorted_by(|a, b| a >= b || *a == 0), "{input}: {lines:?}");
        }
    }
}

/// Each edge is drawn once, in branches as in a list.
#[test]
fn graphs_are_drawn_with_all_their_edges() {
    let mut random = Dice(21);
    for _ in 0..cases(200) {
        let edges: Vec<String> = (0..=random.roll(12))
            .map(|_| format!("{}-{}:b", random.roll(7), random.roll(7)))
            .collect();
        let input = format!("graph(\"{}\")", edges.join(", "));
        for columns in [20, 60, 1000] {
            let drawing = below(&input, Notation::ASCII, columns).unwrap_or_default();
            let count = drawing.matches("-b-").count();
            assert!(count == edges.len() || drawing.is_empty(), "{input}:\n{drawing}");
            assert!(columns < 60 || count > 0, "{input}");
        }
    }
}
