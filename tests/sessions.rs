//! Sessions: numbers of answers, lines entered together, claims.

use crate::support::{fresh, said, session};

#[test]
fn inputs_that_fail_have_numbers_of_their_own() {
    let mut session = fresh();
    for (number, input) in ["nope", "1 +* )", "40 + 2", "nope", "_3"].iter().enumerate() {
        assert_eq!(session.next_input(), number + 1);
        let reply = session.eval("asked", input);
        let answered = reply.answers.first().map(|answer| (answer.number, &*answer.text));
        let expected = (reply.diagnostics.is_empty()).then_some((Some(number + 1), "42"));
        assert_eq!(answered, expected, "{input}");
    }
}

#[test]
fn lines_that_are_entered_together_are_kept_together() {
    let mut session = fresh();
    session.eval("asked", "x := 0");
    let got = said(&mut session, "x := 1\nf(n) := n\nnope");
    assert!(got.contains("`x` and `f` are not bound"), "{got}");
    assert_eq!(said(&mut session, "x"), "0");
    assert!(said(&mut session, "f(1)").starts_with("G0201"));
    assert_eq!(said(&mut session, "x := 1\nf(n) := n\nx + 1"), "2");
    assert_eq!(said(&mut session, "f(x)"), "1");
    // One statement loses nothing.
    assert!(!said(&mut session, "y := nope").contains("not bound"));
}

/// A claim evaluates each of its sides once, whether it holds or not.
#[test]
fn the_sides_of_a_claim_are_evaluated_once() {
    let folder = tempfile::tempdir().unwrap();
    for claim in ["say(1) == 1", "say(1) == 2", "say(1) + say(2) == 4", "1 < say(3) - say(1) < 2"] {
        let mut session = session(folder.path());
        session.eval("input", "fn say(n) { play(Nim(n)); n }");
        let reply = session.eval("input", &format!("check {claim}"));
        assert!(reply.diagnostics.is_empty(), "{claim}: {:?}", reply.diagnostics);
        let times = claim.matches("say").count();
        assert_eq!(reply.wanted.len(), times, "{claim}");
    }
}
