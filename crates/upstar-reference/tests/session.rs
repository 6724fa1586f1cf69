//! Sessions: names, failed inputs, and programs to which an engine has once given a wrong answer.

use upstar_reference::{Fault, Session};

/// What the last expression of an input answers.
fn ask(session: &mut Session, input: &str) -> String {
    match session.input(input) {
        Ok(answers) => answers.last().map_or(String::new(), ToString::to_string),
        Err(fault) => format!("{fault:?}"),
    }
}

/// Whether each question has the printed answer, all asked in one session.
fn holds(program: &str, answers: &[(&str, &str)]) {
    let mut session = Session::new();
    assert_eq!(ask(&mut session, program), "");
    for (question, printed) in answers {
        let found = session.input(question).unwrap_or_default();
        let answer = found.last().unwrap_or_else(|| panic!("{question} has no answer"));
        assert_eq!(
            session.agrees(answer, printed),
            Ok(true),
            "{question} is {answer}, not {printed}"
        );
    }
}

#[test]
fn sums_are_not_added_up_in_misere_play() {
    // Two heaps of two are another game than none: with one counter beside them the next player wins.
    holds(
        "game Nim(n: heap) { move n - k for k in 1..n }",
        &[
            ("outcome(misere(*2 + *2))", "P"),
            ("outcome(misere(Nim(2) + Nim(2)))", "P"),
            ("outcome(misere(*2 + *2 + Nim(1)))", "N"),
            ("outcome(misere(Nim(1) + (*2 + *2)))", "N"),
            ("outcome(misere(1 - 1))", "N"),
            ("outcome(misere(0))", "N"),
            ("outcome(misere(* + *))", "N"),
        ],
    );
}

#[test]
fn placements_without_a_condition_are_moves_as_all_others() {
    holds(
        "game Z(b: grid of \".x\") { move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" }",
        &[
            ("canonical(Z(\".\"))", "*"),
            ("nimber(Z(\"...\"))", "1"),
            ("outcome(misere(Z(\".\")))", "P"),
            ("winning_moves(Z(\".\"))", "[Z(\"x\")]"),
        ],
    );
    holds(
        "game W(b: grid of \".xo\") {\n left b.with({p: \"x\"}) for p in b.cells if b[p] == \"o\"\n \
         right b.with({p: \"o\"}) for p in b.cells if b[p] == \"x\"\n}",
        &[("outcome(W(\".o.x|..x.\"))", "D")],
    );
}

#[test]
fn rules_read_global_names_when_they_are_asked() {
    let mut session = Session::new();
    ask(&mut session, "k := 1\ngame H(n) { move n - k if n >= k }\nf(n) := n + k");
    assert_eq!(ask(&mut session, "(nimber(H(2)), f(1))"), "(0, 2)");
    ask(&mut session, "k := 2");
    assert_eq!(ask(&mut session, "(nimber(H(2)), f(1))"), "(1, 3)");
    assert!(session.undo());
    assert!(session.undo());
    assert_eq!(ask(&mut session, "(nimber(H(2)), f(1))"), "(0, 2)");
}

#[test]
fn a_name_that_is_bound_anew_within_an_input_counts_at_once() {
    let mut session = Session::new();
    ask(&mut session, "k := 1\ngame H(n) { move n - k if n >= k }\nall := []");
    ask(&mut session, "for i in 1..3 { k := i; all := all + [nimber(H(3))] }");
    assert_eq!(ask(&mut session, "all"), "[1, 1, 1]");
    ask(&mut session, "all := []; for i in 1..4 { k := i; all := all + [nimber(H(3))] }");
    assert_eq!(ask(&mut session, "all"), "[1, 1, 1, 0]");
}

#[test]
fn an_input_that_fails_changes_nothing() {
    let mut session = Session::new();
    ask(&mut session, "k := 1");
    assert!(matches!(session.input("k := 2\n1/0"), Err(Fault::Wrong { .. })));
    assert_eq!(ask(&mut session, "k"), "1");
}

#[test]
fn boards_asked_before_change_no_answers() {
    let program = "game Y(b: strip of \".x\") { move \".\" -> \"x\" then \"xx\" -> \"..\" }";
    let answers = [
        ("moves(Y(\".x\"))", "[Y(\"..\")]"),
        ("canonical(Y(\".x\"))", "*"),
        ("nimber(Y(\".x\"))", "1"),
        ("outcome(misere(Y(\".x\")))", "P"),
    ];
    holds(program, &answers);
    holds(program, &[&[("canonical(Y(\".\"))", "0")], &answers[..]].concat());
}

#[test]
fn what_is_too_large_claims_nothing() {
    let mut session = Session::with_steps(10_000);
    for input in
        ["nimber(Nim(10**9))", "f(x) := f(x)\nf(1)", "canonical(Domineering(6, 6))", "2**10**9"]
    {
        assert_eq!(session.input(input).unwrap_err(), Fault::TooLarge, "{input}");
    }
}

#[test]
fn what_has_no_definition_is_said() {
    let mut session = Session::new();
    for input in ["omega", "genus(Nim(2))", "canonical(on)", "misere_quotient(Nim, 3)"] {
        assert!(matches!(session.input(input), Err(Fault::Undefined(_))), "{input}");
    }
}

#[test]
fn answers_agree_by_meaning_and_forms_exactly() {
    let mut session = Session::new();
    let mut agrees = |question: &str, printed: &str| {
        let answer = session.input(question).unwrap_or_default().remove(0);
        session.agrees(&answer, printed)
    };
    assert_eq!(agrees("canonical(<0,*|*>)", "↑"), Ok(true));
    assert_eq!(agrees("canonical(<0,*|*>)", "<0,*|*>"), Ok(false));
    assert_eq!(agrees("moves(Nim(1, 2))", "[Nim(0, 2), Nim(1, 0), Nim(1, 1)]"), Ok(true));
    assert_eq!(agrees("moves(Nim(1, 2))", "[Nim(0, 2), Nim(1, 0)]"), Ok(false));
    assert_eq!(agrees("[1, 2]", "[2, 1]"), Ok(true));
    assert_eq!(agrees("outcome(^)", "L"), Ok(true));
    assert_eq!(agrees("outcome(^)", "R"), Ok(false));
}
