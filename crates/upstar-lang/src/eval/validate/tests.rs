//! Tests of validation: with a fault put in, each kind of question warns and gets the right answer.

use super::{FastMethod, Validate};
use crate::diagnostic::Code;
use crate::session::{Reply, Session};

/// Rulesets for each fast method.
const RULES: &str = r#"
game Claim(b: strip of ".x") { move "." -> "x" }
game Pairs(b: strip of ".x") { left ".." -> "xx"; right "." -> "x" }
game Both(b: grid of ".x") {
  left b.with({p: "x", q: "x"}) for p in b.cells if p in b.group(p) for q in b.neighbours(p) if b[p] == "." and b[q] == "."
  right b.with({p: "x"}) for p in b.cells if b[p] == "."
}
game Cuts(g: graph of "br") {
  left g.cut(e) for e in g.edges if e.label == "b"
  right g.cut(e) for e in g.edges if e.label == "r"
}
game Take(n: heap) { move n - k for k in 1..n }
game Two(a, b) { move (a - k, b) for k in 1..a; move (a, b - k) for k in 1..b }
game Coins(xs) { move {y for y in xs if y > x} gain x for x in xs }
game Gain(n) { move n - k gain k for k in 1..2 if k <= n }
"#;

/// What is asked: the fast method that is wrong, the question, the right answer.
const ASKED: &[(FastMethod, &str, &str)] = &[
    (FastMethod::Boards, "canonical(Claim(\"...\"))", "*"),
    (FastMethod::Boards, "nimber(Claim(\"...\"))", "1"),
    (FastMethod::Boards, "outcome(Claim(\"...\"))", "N"),
    (FastMethod::Boards, "Claim(\"...\") == 0", "false"),
    (FastMethod::Boards, "outcome(misere(Claim(\"...\")))", "P"),
    (FastMethod::Boards, "outcome(misere(Pairs(\"..\")))", "P"),
    (FastMethod::Boards, "genus(Claim(\"...\")) == genus(*)", "true"),
    (FastMethod::Boards, "canonical(misere(Claim(\"...\"))) == canonical(misere(*))", "true"),
    (FastMethod::Boards, "canonical(Pairs(\"..\")) == <0|-1>", "true"),
    (FastMethod::Boards, "temperature(Pairs(\"..\"))", "1/2"),
    (FastMethod::Symmetries, "canonical(Both(\".\"))", "-1"),
    (FastMethod::Symmetries, "outcome(Both(\".\"))", "R"),
    (FastMethod::Tables, "nimber(Take(5))", "5"),
    (FastMethod::Tables, "canonical(Take(2))", "*2"),
    (FastMethod::Tables, "outcome(Take(0))", "P"),
    (FastMethod::Tables, "nimber(Two(1, 2))", "3"),
    (FastMethod::Tables, "canonical(Two(1, 2))", "*3"),
    (FastMethod::Tables, "outcome(misere(Two(1, 1)))", "N"),
    (FastMethod::Tables, "nimber(MockTurtles(\"TH\"))", "2"),
    (FastMethod::Goals, "outcome(TicTacToe(\"xo.|xo.|...\"))", "N"),
    (FastMethod::Pictures, "canonical(Cuts(\"0-1:b, 1-2:r\"))", "1/2"),
    (FastMethod::Pictures, "outcome(Cuts(\"0-1:b, 0-2:r\"))", "P"),
    (FastMethod::Lists, "value(Gain(4), Max)", "0"),
    (FastMethod::Cells, "value(Coins({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), Max)", "10"),
];

/// A session in which one fast method is wrong.
fn spoilt(engine: FastMethod, mode: Validate) -> Session {
    let mut session = Session::default();
    session.validate(mode);
    assert!(session.eval("rules", RULES).diagnostics.is_empty());
    session.world().validation.spoil(engine);
    session
}

#[test]
fn a_session_begins_with_some_validation() {
    assert_eq!(Session::default().validates(), Validate::Some);
    assert_eq!(Validate::default(), Validate::Some);
}

fn answer(reply: &Reply) -> &str {
    let found = reply.diagnostics.first().map(|problem| &*problem.message);
    found.unwrap_or_else(|| reply.answers.last().map_or("", |answer| &answer.text))
}

#[test]
fn each_kind_of_question_warns_and_gets_the_right_answer_where_a_fast_method_is_wrong() {
    for &(engine, question, right) in ASKED {
        for mode in [Validate::Some, Validate::All] {
            let mut session = spoilt(engine, mode);
            let reply = session.eval("question", question);
            assert_eq!(answer(&reply), right, "{question}");
            let [warning] = &reply.warnings[..] else {
                panic!("{question}: {} warnings", reply.warnings.len())
            };
            assert_eq!(warning.code, Code::WrongEngine, "{question}");
            assert!(warning.helps[0].contains("please report it"), "{question}");
            // The fast method is dropped, and not asked again.
            let reply = session.eval("question", question);
            assert_eq!((answer(&reply), reply.warnings.len()), (right, 0), "{question}");
        }
    }
}

#[test]
fn without_validation_the_fault_is_seen() {
    for &(engine, question, right) in ASKED {
        let reply = spoilt(engine, Validate::Off).eval("question", question);
        assert_ne!(answer(&reply), right, "{question}");
        assert!(reply.warnings.is_empty(), "{question}");
    }
}

#[cfg(feature = "disk")]
#[test]
fn wrong_answers_that_were_kept_are_not_found_after_a_fault() {
    use crate::disk::tables::Tables;
    use upstar_core::solve::kept::Archive;

    let folder = tempfile::tempdir().unwrap();
    // Answers about the second ruleset rest on those about the first.
    let rules = format!(
        "{RULES}\ngame Beside(n) {{ left Both(\"...|...\"), n - 1 if n > 0; right n - 1 if n > 0 }}"
    );
    let questions = ["canonical(Both(\"...|...\"))", "canonical(Beside(2))"];
    let asked = |engine: Option<FastMethod>, mode| {
        let tables = std::sync::Arc::new(Tables::open(folder.path()).unwrap());
        let mut session = Session::default();
        session.keep_in(Some(tables.clone()));
        session.validate(mode);
        session.eval("rules", &rules);
        engine.into_iter().for_each(|engine| session.world().validation.spoil(engine));
        let replies = questions.map(|question| session.eval("question", question));
        assert_eq!(tables.flush(), None);
        session.keep_in(None);
        tables.close();
        (replies.each_ref().map(|reply| answer(reply).to_owned()), replies[0].warnings.len())
    };
    let mut session = Session::default();
    session.eval("rules", &rules);
    let right = questions.map(|question| answer(&session.eval("question", question)).to_owned());
    let kept = |right: &[String; 2], found: [String; 2]| {
        assert_ne!(found[0], right[0]);
        assert_ne!(found[1], right[1]);
    };
    kept(&right, asked(Some(FastMethod::Symmetries), Validate::Off).0);
    kept(&right, asked(None, Validate::Off).0);
    assert_eq!(asked(Some(FastMethod::Symmetries), Validate::Some), (right, 1));
}

#[test]
fn a_fault_is_found_by_the_followers_of_a_large_position() {
    for (engine, question, right) in [
        (FastMethod::Boards, "canonical(Claim(11))", "*"),
        (FastMethod::Tables, "nimber(Take(300))", "300"),
        (FastMethod::Boards, "nimber(Claim(13))", "1"),
    ] {
        let mut session = spoilt(engine, Validate::Some);
        let reply = session.eval("question", question);
        assert_eq!(reply.warnings.len(), 1, "{question}");
        assert_eq!(answer(&reply), right, "{question}");
    }
}

#[test]
fn a_ruleset_is_dropped_and_others_are_not() {
    let mut session = spoilt(FastMethod::Tables, Validate::Some);
    session.eval("question", "nimber(Take(5))");
    let world = session.world();
    let plain = world.validation.plain.lock().len();
    assert_eq!(plain, 1);
    let reply = session.eval("question", "[nimber(Take(n)) for n in 0..9]");
    assert_eq!(answer(&reply), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]");
    assert!(reply.warnings.is_empty());
    let reply = session.eval("question", "nimber(Two(2, 3))");
    assert_eq!((answer(&reply), reply.warnings.len()), ("1", 1));
}

/// Steps that a question takes.
fn steps(mode: Validate, question: &str) -> u64 {
    let mut session = Session::default();
    session.validate(mode);
    assert!(session.eval("rules", RULES).diagnostics.is_empty());
    session.eval("library", "Domineering; Kayles; Amazons; TicTacToe; DotsAndBoxes; Clobber");
    let reply = session.eval("question", question);
    assert!(reply.diagnostics.is_empty() && reply.warnings.is_empty(), "{question}");
    session.budget().steps()
}

#[test]
fn validation_costs_less_than_two_per_cent_besides_the_first_positions() {
    for question in [
        "canonical(Domineering(4, 5))",
        "outcome(Domineering(6, 6))",
        "nimber(Kayles(2000))",
        "[nimber(Kayles(n)) for n in 1..500]",
        "canonical(Amazons(\"x..|...|..o\"))",
        "outcome(TicTacToe(3, 3))",
        "value(DotsAndBoxes(2, 2)())",
        "outcome(Clobber(3, 4))",
        "[canonical(Both(m, n)) for m in 1..3 for n in 1..3]",
        "value(Gain(300), Max)",
        "nimber(Two(40, 50))",
    ] {
        let (off, some) = (steps(Validate::Off, question), steps(Validate::Some, question));
        let allowed = super::ledger::FIRST_OF_INPUT.min(2 * super::ledger::FIRST) + off / 50;
        assert!(some <= off + allowed, "{question}: {off} steps, {some} with validation");
    }
}

#[test]
fn the_library_agrees_with_its_rules() {
    for question in [
        "canonical(Domineering(3, 3))",
        "outcome(Clobber(3, 3))",
        "canonical(ToadsAndFrogs(\"TT.FF\"))",
        "nimber(Kayles(30))",
        "outcome(Hex(3))",
        "canonical(Amazons(\"x..|..o\"))",
        "value(DotsAndBoxes(1, 2)())",
        "outcome(misere(Kayles(9)))",
        "genus(DawsonsKayles(9))",
        "nimber(MockTurtles(\"THHTH\"))",
        "outcome(Kayles(5) + Nim(3))",
        "outcome(Domineering(2, 3) - Domineering(3, 2) + *)",
    ] {
        let mut session = Session::default();
        session.validate(Validate::All);
        let reply = session.eval("question", question);
        let warnings: Vec<_> = reply.warnings.iter().map(|one| one.message.clone()).collect();
        assert!(warnings.is_empty(), "{question}: {warnings:?}");
    }
}

/// Rules without a condition, on boards that a fast method has taken for mirrored or for the same.
const UNCONDITIONAL: &str = r#"
game Z(b: grid of ".x") { move b.with({p: "x"}) for p in b.cells if b[p] == "." }
game W(b: grid of ".xo") {
  left b.with({p: "x"}) for p in b.cells if b[p] == "o"
  right b.with({p: "o"}) for p in b.cells if b[p] == "x"
}
"#;

#[test]
fn placements_without_a_condition_have_the_answers_of_their_rules() {
    for (question, right) in [
        ("canonical(Z(\".\"))", "*"),
        ("nimber(Z(\"...\"))", "1"),
        ("outcome(Z(\"...\"))", "N"),
        ("outcome(misere(Z(\"..\")))", "N"),
        ("winning_moves(Z(\".\"), Left) == []", "false"),
        ("outcome(W(\".o.x|..x.\"))", "D"),
    ] {
        let mut session = Session::default();
        assert!(session.eval("rules", UNCONDITIONAL).diagnostics.is_empty());
        assert_eq!(answer(&session.eval("question", question)), right, "{question}");
    }
}

/// Moves that leave a board as it is are listed in one way for a board and in another for its parts: that is no fault.
#[test]
fn boards_that_stay_as_they_are_raise_no_doubts() {
    for (rules, question, answer) in [
        ("move \".?\" -> \"xx\" over the border", "outcome(G(1, 1))", "D"),
        (
            "left \"x.\" -> \".x\"; right \"?\" -> \"#\" over the border",
            "outcome(G(\"x..|...\"))",
            "R",
        ),
        ("left \"?\" -> \"x\"; right \".\" -> \"#\"", "outcome(G(\".x|#.\"))", "L"),
    ] {
        let mut session = Session::default();
        session.validate(Validate::All);
        session.eval("rules", &format!("game G(b: grid of \".x#\") {{ {rules} }}"));
        let reply = session.eval("asked", question);
        assert!(reply.warnings.is_empty(), "{rules}: {:?}", reply.warnings);
        assert_eq!(
            reply.answers.last().map(|answer| &*answer.text),
            Some(answer),
            "{rules}: {:?}",
            reply.diagnostics
        );
    }
}
