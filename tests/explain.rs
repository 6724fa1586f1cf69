//! Explanations: their texts, how far they open, and what cannot be explained.

use std::path::Path;

use upstar::value::{Notation, Value};

use crate::support::session;

/// What the answer to an input says.
fn told(input: &str, notation: Notation) -> String {
    let mut session = session(Path::new("tests"));
    session.set_notation(notation);
    let reply = session.eval("input", input);
    assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
    reply.answers[0].text.clone()
}

/// The code of the error of an input.
fn error(input: &str) -> &'static str {
    let reply = session(Path::new("tests")).eval("input", input);
    reply.diagnostics[0].code.number()
}

#[test]
fn explanations_are_written_in_three_notations() {
    let inputs = ["explain(<0,*,-1|*>)", "explain(^ || *)", "explain(nimber(Nim(5,6)))"];
    for notation in [Notation::Unicode, Notation::Ascii, Notation::Latex] {
        let texts: Vec<String> = inputs.iter().map(|input| told(input, notation)).collect();
        assert!(notation == Notation::Unicode || texts.iter().all(|text| text.is_ascii()));
        insta::assert_snapshot!(format!("{notation:?}"), texts.join("\n\n"));
    }
}

#[test]
fn as_many_levels_are_opened_as_fit_on_a_screen() {
    let many = "explain(<0,*,*2,^,v,^*,v*,1/2,-1/2,^^,vv,tiny(1),miny(1),±1,±2|1,2,3,1*,1^,1v,±3,5/4,7/8,*>)";
    assert!(told(many, Notation::Unicode).lines().count() <= 24);
    let lines = |depth: u32| {
        told(&format!("explain(^^ + ^* >= <0|v>, {depth})"), Notation::Unicode).lines().count()
    };
    assert!(lines(0) < lines(2) && lines(2) < lines(5));
    assert!(!told("explain(^^ >= *, 9)", Notation::Unicode).contains('…'));
}

#[test]
fn an_explanation_in_a_collection_is_written_as_it_is_typed() {
    assert_eq!(
        told("[explain(<0,*|*>), explain(^ > 0, 2), explain(outcome(Nim(3)))]", Notation::Ascii),
        "[explain(<0,*|*>), explain(^ > 0, 2), explain(outcome(Nim(3)))]"
    );
    let mut session = session(Path::new("tests"));
    let reply = session.eval("input", "explain(<0,*|*>) == explain(<0,*|*>)");
    assert_eq!(reply.answers[0].value, Value::Bool(true));
    let reply = session.eval("input", "explain(<0,*|*>) == explain(<0|*>)");
    assert_eq!(reply.answers[0].value, Value::Bool(false));
}

#[test]
fn what_cannot_be_explained_is_told() {
    assert_eq!(error("x := 1 < 2; explain(x)"), "G0301");
    assert_eq!(error("explain(Kayles)"), "G0301");
    assert_eq!(error("explain([1, 2])"), "G0301");
    assert_eq!(error("explain(omega)"), "G0303");
    assert_eq!(error("explain(^ in [1])"), "G0301");
    assert_eq!(error("explain(^, -1)"), "G0306");
    assert_eq!(error("explain(*1000000)"), "G0505");
    assert_eq!(error("explain(atomic_weight(1))"), error("atomic_weight(1)"));
}

#[test]
fn a_check_of_games_that_fails_says_who_wins_the_difference() {
    let mut session = session(Path::new("tests"));
    for (claim, why) in [
        ("check ^ == <0|^>", "↑ ⧏ <0|↑>: Right wins ↑ + <↓|0> moving first, to * + <↓|0>"),
        ("check ^ > *", "↑ ⧏ *: Right wins ↑ + * moving first, to * + *"),
        ("check ^ || 0", "↑ ≥ 0: Left wins ↑ moving second"),
        (
            "check <0,*|*> is <0,*|*>",
            "the values are equal, but the right side is not typed in canonical form",
        ),
    ] {
        let reply = session.check_text("check", claim);
        match &reply.checks[0].verdict {
            upstar::session::Verdict::Failed { why: found, .. } => {
                assert_eq!(found.as_deref(), Some(why), "{claim}");
            }
            other => panic!("{claim}: {other:?}"),
        }
    }
}
