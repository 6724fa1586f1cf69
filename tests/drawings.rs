//! Pictures of values, as they are drawn at the prompt.

use std::path::Path;

use upstar::value::Notation;

use crate::support::session;

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
