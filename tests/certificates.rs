//! Certificates that the engine makes are accepted by the definitions alone, for each kind of question.

use upstar::session::Session;
use upstar::value::Value;
use upstar_verify::{Limits, verify};

/// Programs, questions, and the answers that are proved.
const CERTIFIED: &[(&str, &str, &str)] = &[
    // Strategies.
    ("", "outcome(Domineering(3, 4))", "R"),
    ("", "outcome(Domineering(2, 3) + Clobber(2, 2) + <1|-1> - *)", "L"),
    (
        "",
        "winning_moves(Nim(13, 12, 8))",
        "[Nim(12) + Nim(4) + Nim(8), Nim(13) + Nim(5) + Nim(8), Nim(1) + Nim(12) + Nim(13)]",
    ),
    ("", "outcome(Snort(2, 3))", "N"),
    ("", "outcome(Amazons(\"x..|...|..o\"))", "N"),
    (
        "game Mine(n: heap) { left f(n) if n >= step; right n - 1 if n > 0 }; step := 2; f(n) := n - step",
        "outcome(Mine(5))",
        "N",
    ),
    ("", "Domineering(2, 3) >= Domineering(3, 2)", "true"),
    ("", "Domineering(2, 2) || 0", "true"),
    ("", "Domineering(2, 2) == Domineering(2, 2)", "true"),
    // Misère play, goals, and play that can return.
    ("", "outcome(misere(Nim(2, 3)))", "N"),
    ("", "outcome(TicTacToe(\"xo.|.x.|o..\"))", "N_hat"),
    ("", "outcome(Hex(2))", "N"),
    ("", "outcome(BackslidingToadsAndFrogs(\"TT..F\"))", "L"),
    ("game Walk(n) { left 1 - n; right 1 - n }", "outcome(Walk(0))", "D"),
    // Nimbers.
    ("", "nimber(Kayles(15))", "7"),
    ("", "nimber(Cram(3, 4))", "1"),
    ("", "grundy(octal(\"0.137\")(15))", "5"),
    ("", "outcome(Kayles(13, 40))", "P"),
    ("", "nimber(NodeKayles(path(5)) + Nim(3))", "0"),
    // Periods of nimbers, for rules in several words.
    ("", "period(Kayles)", "{\"period\": 12, \"preperiod\": 71, \"saltus\": 0}"),
    ("", "period(octal(\"0.07\"))", "{\"period\": 34, \"preperiod\": 53, \"saltus\": 0}"),
    ("", "period(GuilesGame)", "{\"period\": 10, \"preperiod\": 1, \"saltus\": 0}"),
    ("", "period(Subtraction([1, 3, 4]))", "{\"period\": 7, \"preperiod\": 0, \"saltus\": 0}"),
    (
        "game Mine(n: heap) { move n - s for s in {1, 2} if s <= n; a, n - 1 - a for a in 0..div(n - 1, 2) if n >= 1 }",
        "period(Mine)",
        "{\"period\": 4, \"preperiod\": 0, \"saltus\": 0}",
    ),
    // Forms, and what follows from them.
    ("", "canonical(ToadsAndFrogs(\"TT..FF\"))", "*"),
    ("", "canonical(Clobber(2, 3) + Domineering(2, 2))", "{1|-1}"),
    ("", "mean(Domineering(3, 4))", "-3/2"),
    ("", "left_wall(Domineering(2, 3))", "[(0, 2), (5/4, 3/4)]"),
    // Points.
    ("", "value(DotsAndBoxes(1, 2)(), Max)", "0"),
    ("", "value(Sausages(2)([3]), Max)", "-1"),
];

/// The certificate of a question, or the message of the refusal.
fn certificate(program: &str, question: &str) -> Result<String, String> {
    let mut session = Session::default();
    let reply = session.eval("program", program);
    assert!(reply.diagnostics.is_empty(), "{program}");
    let reply = session.eval("question", &format!("certify({question})"));
    match reply.answers.first().map(|answer| &answer.value) {
        Some(Value::Text(text)) => Ok(text.to_string()),
        _ => Err(reply.diagnostics.iter().map(|one| one.message.as_str()).collect()),
    }
}

#[test]
fn certificates_prove_the_answers() {
    for (program, question, claim) in CERTIFIED {
        let text = certificate(program, question).unwrap_or_else(|why| panic!("{question}: {why}"));
        match verify(&mut text.as_bytes(), Limits::default(), &mut |_| true) {
            Ok(verified) => assert_eq!(verified.claim, *claim, "{question}"),
            Err(refused) => panic!("{question}: {refused}\n{text}"),
        }
    }
}

#[test]
fn other_questions_are_refused() {
    for question in [
        "period(Nim)",
        "period(GrundysGame)",
        "atomic_weight(^)",
        "Nim(3)",
        "outcome(on)",
        "on >= 0",
    ] {
        let refused = certificate("", question).expect_err("it is refused");
        assert!(!refused.is_empty(), "{question}");
    }
}

#[test]
fn a_certificate_of_a_large_board_is_small() {
    let text = certificate("", "outcome(Domineering(4, 6))").expect("it is certified");
    assert!(text.len() < 100_000, "{} bytes", text.len());
}
