//! Names that are bound again: answers are those of a session that has never heard of the earlier values. Random histories
//! are in the hunt.

use std::path::Path;

use upstar::session::Session;

use crate::support::{said, session};

/// A session with what was bound in it, so that another one can be brought to the same state.
struct History {
    session: Session,
    threads: usize,
    /// Inputs that have bound something and were not undone.
    bound: Vec<String>,
}

impl History {
    fn new(threads: usize) -> Self {
        let session = with_threads(threads);
        History { session, threads, bound: Vec::new() }
    }

    /// Evaluates an input that binds names.
    fn bind(&mut self, input: &str) {
        let reply = self.session.eval("bind", input);
        assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
        self.bound.push(input.to_owned());
    }

    /// Undoes the last input that has bound something.
    fn undo(&mut self) {
        let undone = self.bound.pop();
        assert_eq!(undone.is_some(), !self.session.take_back().is_empty(), "{undone:?}");
    }

    /// What a question is answered, which must be what a fresh session says.
    fn ask(&mut self, question: &str) -> String {
        let answer = said(&mut self.session, question);
        let mut fresh = with_threads(self.threads);
        for input in &self.bound {
            fresh.eval("bind", input);
        }
        let expected = said(&mut fresh, question);
        assert_eq!(answer, expected, "{question}, after\n{}", self.bound.join("\n"));
        answer
    }

    /// Number of steps that a question takes.
    fn steps(&mut self, question: &str) -> u64 {
        said(&mut self.session, question);
        self.session.budget().steps()
    }
}

fn with_threads(threads: usize) -> Session {
    let session = session(Path::new("."));
    session.budget().limit_threads(Some(threads));
    session
}

/// What is bound at first, a question, what is bound then, and what is bound to go back.
type Case = (&'static [&'static str], &'static str, &'static str, &'static str);

/// Questions whose answers change with a name, by the kind of what is bound and of what is asked.
const CASES: &[Case] = &[
    // Numbers.
    (&["k := 1", "game A(n) { move n - k if n >= k }"], "nimber(A(2))", "k := 2", "k := 1"),
    (&["k := 1", "game A(n) { move n - k if n >= k }"], "outcome(A(2))", "k := 2", "k := 1"),
    (
        &["k := 1", "game A(n) { left n - k if n >= k; right 0 if n == 1 }"],
        "canonical(A(2))",
        "k := 2",
        "k := 1",
    ),
    (&["k := 1", "game A(n) { move n - k if n >= k }"], "winning_moves(A(3))", "k := 4", "k := 1"),
    (
        &["k := 1", "game A(n) { move n - k if n >= k }"],
        "explain(nimber(A(2)))",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(n) { move n - k if n >= k }"],
        "explain(outcome(A(2)))",
        "k := 2",
        "k := 1",
    ),
    (&["k := 1", "game A(n) { move n - k if n >= k }", "P := A(2)"], "P == 0", "k := 2", "k := 1"),
    (
        &["k := 1", "game A(n) { move n - k if n >= k }", "P := A(2)"],
        "canonical(P + *)",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(h: heap) { move h - i for i in 1..k if h >= i }"],
        "[nimber(A(n)) for n in 0..5]",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(t)(n) { move n - t - k if n >= t + k }"],
        "nimber(A(1)(4))",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(n) { left n - k if n >= k; right 0 if n == 1 }"],
        "nimber(impartial(A)(2))",
        "k := 2",
        "k := 1",
    ),
    // Functions, and functions within them.
    (
        &["f(n) := n - 1", "game A(n) { move f(n) if n >= 2 }"],
        "nimber(A(3))",
        "f(n) := n - 2",
        "f(n) := n - 1",
    ),
    (
        &["g(n) := n - 1", "f(n) := g(n)", "game A(n) { move f(n) if n >= 2 }"],
        "nimber(A(3))",
        "g(n) := n - 2",
        "g(n) := n - 1",
    ),
    (
        &["k := 1", "f(n) := n - k", "game A(n) { move f(n) if n >= 2 }"],
        "nimber(A(3))",
        "k := 2",
        "k := 1",
    ),
    (
        &["f := n -> n - 1", "game A(n) { move f(n) if n >= 2 }"],
        "nimber(A(3))",
        "f := n -> n - 2",
        "f := n -> n - 1",
    ),
    (
        &["less(t) := n -> n - t", "f := less(1)", "game A(n) { move f(n) if n >= 2 }"],
        "nimber(A(3))",
        "f := less(2)",
        "f := less(1)",
    ),
    (
        &["k := 1", "game A(f, n) { move (f, f(n)) if n >= 2 }"],
        "nimber(A(n -> n - k, 3))",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(f)(n) { move f(n) if n >= 2 }", "R := A(n -> n - k)"],
        "nimber(R(3))",
        "k := 2",
        "k := 1",
    ),
    // Other rulesets, and positions of them.
    (
        &[
            "game B(n) { move n - 1 if n > 0 }",
            "game A(n) { move n - 1 if n > 0 and nimber(B(n)) == 0 }",
        ],
        "nimber(A(2))",
        "game B(n) { move n - 2 if n > 1 }",
        "game B(n) { move n - 1 if n > 0 }",
    ),
    (
        &[
            "k := 1",
            "game B(n) { move n - k if n >= k }",
            "game A(n) { move n - 1 if n > 0 and nimber(B(n)) == 0 }",
        ],
        "nimber(A(2))",
        "k := 3",
        "k := 1",
    ),
    (
        &[
            "k := 1",
            "game B(n) { move n - k if n >= k }",
            "P := B(2)",
            "game A(n) { move n - 1 if n > 0 and outcome(P) == P }",
            "P := B(2)",
        ],
        "explain(nimber(P))",
        "k := 2",
        "k := 1",
    ),
    (
        &[
            "k := 1",
            "game B(n) { move n - k if n >= k }",
            "Q := B(2)",
            "game A(n) { move n - 1 if n > 0 and nimber(Q) == 0 }",
        ],
        "nimber(A(1))",
        "k := 2",
        "k := 1",
    ),
    (
        &[
            "k := 1",
            "game B(n) { move n - k if n >= k }",
            "Q := {\"p\": [B(2)]}",
            "game A(n) { move n - 1 if n > 0 and nimber(Q[\"p\"][1]) == 0 }",
        ],
        "nimber(A(1))",
        "k := 2",
        "k := 1",
    ),
    (
        &[
            "k := 1",
            "game B(n) { move n - k if n >= k }",
            "game A(p, n) { move (p, n - 1) if n > 0 and nimber(p) == 0 }",
        ],
        "nimber(A(B(2), 1))",
        "k := 2",
        "k := 1",
    ),
    // Games, lists and sets.
    (
        &["G := {0|*}", "game A(n) { move G if n > 0 }"],
        "canonical(A(1))",
        "G := {1|-1}",
        "G := {0|*}",
    ),
    (
        &["s := [1]", "game A(n) { move n - i for i in s if n >= i }"],
        "nimber(A(2))",
        "s := [1, 2]",
        "s := [1]",
    ),
    (
        &["s := {1}", "game A(n) { move n - i for i in s if n >= i }"],
        "nimber(A(2))",
        "s := {1, 2}",
        "s := {1}",
    ),
    (
        &["s := {1, 2}", "game A(n) { move n - list(s)[1] if n >= 2 }"],
        "nimber(A(3))",
        "s := {2, 1}",
        "s := {1, 2}",
    ),
    (
        &[
            "t := \"x\"",
            "game A(b: strip of \".xo\") { move b.with({p: t}) for p in b.cells if b[p] == \".\" and \"o\" not in [b[q] for q in b.cells] }",
        ],
        "nimber(A(\"..\"))",
        "t := \"o\"",
        "t := \"x\"",
    ),
    // Boards, points, goals, misère play, entailing moves, play that may return.
    (
        &["k := 1", "game A(b: strip of \".x\") { move \".\" -> \"x\" if k == 1 }"],
        "nimber(A(\".\"))",
        "k := 2",
        "k := 1",
    ),
    (
        &[
            "f(p) := p > 1",
            "game A(b: strip of \".x\") { move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\" and f(p) }",
        ],
        "nimber(A(\"..\"))",
        "f(p) := p > 0",
        "f(p) := p > 1",
    ),
    (
        &["k := 1", "game A(n) { move n - 1 gain k if n > 0; score 0 }"],
        "value(A(1), Max)",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(n) { move n - i gain k * i for i in 1..2 if n >= i; score 0 }"],
        "best_moves(A(2), Max)",
        "k := -1",
        "k := 1",
    ),
    (
        &[
            "k := 2",
            "game A(b: strip of \".x\") { move \".\" -> \"x\"; left wins if line(\"x\", k) }",
        ],
        "outcome(A(\"...\"))",
        "k := 4",
        "k := 2",
    ),
    (
        &["k := 2", "game A(n) { move n - 1 if n > 0; left wins if n < k; right wins if n == 3 }"],
        "outcome(A(2))",
        "k := 0",
        "k := 2",
    ),
    (
        &["k := 1", "game A(n) { move n - k if n >= k }"],
        "outcome(misere(A(2)))",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(n) { move n - k if n >= k; play misere }"],
        "outcome(A(2))",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(n) { left n - k if n >= k; right 0 if n == 1 }"],
        "outcome(misere(A(2)))",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 1", "game A(n) { move n - k if n >= k; entailing move n - 2 if n >= 9 }"],
        "outcome(A(2))",
        "k := 2",
        "k := 1",
    ),
    (
        &["k := 0", "game A(n) { left (n + k) % 3 if n != 1; right (n + 1) % 3 if n > 0 }"],
        "outcome(A(2))",
        "k := 2",
        "k := 0",
    ),
];

#[test]
fn an_answer_changes_with_a_name_and_comes_back_with_it() {
    for threads in [1, 2] {
        for (first, question, then, back) in CASES {
            let mut history = History::new(threads);
            first.iter().for_each(|input| history.bind(input));
            let before = history.ask(question);
            history.bind(then);
            let after = history.ask(question);
            assert_ne!(before, after, "{first:?}; {then}; {question}");
            history.bind(back);
            assert_eq!(history.ask(question), before, "{first:?}; {then}; {back}; {question}");
            history.undo();
            assert_eq!(history.ask(question), after);
            let failed = said(&mut history.session, &format!("{back}; {question}; nothing_such"));
            assert!(failed.contains("nothing_such"), "{failed}");
            assert_eq!(history.ask(question), after);
            history.undo();
            assert_eq!(history.ask(question), before);
            // Within one input, and within a block.
            let both = said(&mut history.session, &format!("{then}; {question}"));
            assert_eq!(both, after, "{then}; {question}");
        }
    }
}

/// Answers that are kept between runs, when there are none yet and when there are all.
#[test]
fn tables_have_answers_for_each_value_of_a_name() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let tables =
            std::sync::Arc::new(upstar::disk::tables::Tables::open(folder.path()).unwrap());
        for (first, question, then, back) in CASES {
            let mut history = History::new(1);
            history.session.keep_in(Some(tables.clone()));
            first.iter().for_each(|input| history.bind(input));
            let before = history.ask(question);
            history.bind(then);
            assert_ne!(history.ask(question), before, "{first:?}; {then}; {question}");
            history.bind(back);
            assert_eq!(history.ask(question), before);
        }
        upstar_core::solve::kept::Archive::close(&*tables);
    }
}

#[test]
fn a_check_is_about_the_names_as_they_are() {
    let mut session = with_threads(1);
    let [one, two] = ["f(n) := n - 1", "f(n) := n - 2"];
    for (function, other, right) in [(one, two, 0), (two, one, 1), (one, two, 0)] {
        said(&mut session, function);
        said(&mut session, "game A(n) { move f(n) if n >= 2 }");
        for now in [function, other, function] {
            said(&mut session, now);
            let reply = session.eval("check", &format!("check nimber(A(3)) == {right}"));
            assert_eq!(reply.failed(), now == other, "{function}; {now}");
        }
    }
}

#[test]
fn a_bracket_keeps_the_value_that_it_was_typed_with() {
    let mut history = History::new(1);
    history.bind("k := 1");
    history.bind("game A(n) { move n - k if n >= k }");
    history.bind("G := {A(1)|0}");
    assert_eq!(history.ask("[canonical(G), A(1) == *]"), "[↓, true]");
    history.bind("k := 2");
    assert_eq!(history.ask("[canonical(G), A(1) == *, left_options(G)]"), "[↓, false, [*]]");
    assert!(history.ask("explain(canonical(G))").contains("<*|0>"));
}

#[test]
fn a_bracket_of_positions_has_the_options_that_they_were_worth_where_it_was_typed() {
    let rules = "k := 1; game H(n) { move n - k if n >= k }; game T(n) { left n - k if n >= k; right n - 2 * k if n >= 9 }";
    let typed = "J := *[H(1)]; K := form(<T(2)|T(1)>); M := <H(1)|*2>; B := form(a: <T(2)|a>); D := form(<T(2)|on>)";
    let asked = [
        "nimber(J)",
        "canonical(J)",
        "outcome(J)",
        "moves(J, Left)",
        "winning_moves(J, Left)",
        "birthday(J)",
        "J == *2",
        "canonical(K)",
        "moves(K, Left)",
        "moves(K, Right)",
        "outcome(K)",
        "left_options(K)",
        "winning_moves(K, Left)",
        "birthday(K)",
        "canonical(M)",
        "moves(form(M), Left)",
        "birthday(form(M))",
        "outcome(M)",
        "canonical(B)",
        "moves(B, Left)",
        "followers(B)",
        "winning_moves(D, Left)",
    ];
    let mut session = session(Path::new("."));
    assert_eq!([rules, typed].map(|text| said(&mut session, text)), ["", ""]);
    let before = asked.map(|question| said(&mut session, question));
    said(&mut session, "k := 2");
    let after = asked.map(|question| said(&mut session, question));
    assert_eq!(before, after);
    // In misère play there are no values: positions in it are played by the rules as they are.
    assert_eq!(
        said(&mut session, "outcome(misere(J))"),
        said(&mut session, "outcome(misere(*[H(1)]))")
    );
}

#[test]
fn a_name_may_change_in_a_loop() {
    let mut session = with_threads(1);
    said(&mut session, "k := 1; game A(n) { move n - k if n >= k }; found := []");
    let grows = "for j in [1, 2, 1, 3] { k := j; found := found + [nimber(A(2))] }; found";
    assert_eq!(said(&mut session, grows), "[0, 1, 0, 0]");
    assert_eq!(said(&mut session, "k := 2; [nimber(A(n)) for n in 0..5]"), "[0, 0, 1, 1, 0, 0]");
}

#[test]
fn going_back_finds_the_old_answers() {
    let all = [
        (
            "k := 3",
            "game A(n, m) { move (n - k, m) if n >= k; move (n, m - 1) if m > 0 and n >= 0 }",
        ),
        (
            "f(n) := n - 3",
            "game A(n, m) { move (f(n), m) if f(n) >= 0; move (m, f(n)) if f(n) > m }",
        ),
        (
            "fn f(n) { m := n; m - 3 }",
            "game A(n, m) { move (f(n), m) if n >= 3; move (n, f(m)) if m >= 3 }",
        ),
        (
            "game B(n) { move n - 3 if n >= 3 }",
            "game A(n, m) { move (n - 3, m) if n >= 3 and nimber(B(n)) > 0; move (n, m - 1) if m > 0 }",
        ),
    ];
    for (value, ruleset) in all {
        for question in ["canonical(A(40, 40))", "nimber(A(41, 40))", "outcome(misere(A(20, 20)))"]
        {
            let mut history = History::new(1);
            history.bind(value);
            history.bind(ruleset);
            let (found, again) = (history.steps(question), history.steps(question));
            history.bind(&value.replace('3', "2"));
            let other = history.steps(question);
            history.bind(value);
            let back = history.steps(question);
            history.bind("j := 5");
            assert_eq!([back, history.steps(question)], [again; 2], "{value}: {question}");
            assert!(found.min(other) > 3 * again, "{value}: {question}: {found}, {other}, {again}");
        }
    }
}

#[test]
fn positions_of_an_earlier_declaration_keep_their_rules() {
    for threads in [1, 2] {
        let mut history = History::new(threads);
        history.bind("k := 1");
        history.bind("game A(n) { move n - k if n >= k }");
        history.bind("P := A(3)");
        assert_eq!(history.ask("nimber(P)"), "1");
        history.bind("game A(n) { move n - 2 if n >= 2 }");
        assert_eq!(history.ask("[nimber(P), nimber(A(3))]"), "[1, 1]");
        assert_eq!(history.ask("[nimber(P + A(2)), nimber(A(1))]"), "[0, 0]");
        history.bind("k := 2");
        assert_eq!(history.ask("[nimber(P), outcome(P + A(2)), moves(P)]"), "[1, P, [A(1)]]");
    }
}

/// Whoever was defined before a name of Upstar is hidden goes on with that name, and a warning says so.
#[test]
fn names_of_upstar_that_are_hidden_later_are_told() {
    for (defined, hides, name) in [
        ("g(x) := mex(x)", "mex(xs) := 100", "mex"),
        (
            "game H(n) { move Kayles(n) if n > 0 }",
            "game Kayles(n: heap) { move n - 1 if n > 0 }",
            "Kayles",
        ),
        ("f := x -> floor(x)", "floor := 3", "floor"),
        ("fn h(xs) { for x in xs { return max(xs) } }", "max(x) := x", "max"),
    ] {
        let mut session = with_threads(1);
        assert!(session.eval("first", defined).warnings.is_empty(), "{defined}");
        let reply = session.eval("then", hides);
        assert!(reply.diagnostics.is_empty(), "{:?}", reply.diagnostics);
        let [warning] = &reply.warnings[..] else { panic!("{:?}", reply.warnings) };
        assert!(warning.message.contains(&format!("Upstar's own `{name}`")), "{}", warning.message);
        // Defined again, it reads the new name.
        assert!(session.eval("again", defined).warnings.is_empty());
        assert!(session.eval("once more", hides).warnings.is_empty(), "{hides}");
    }
    let mut session = with_threads(1);
    session.eval("first", "f(mex) := mex + 1");
    assert!(
        session.eval("then", "mex := 3").warnings.is_empty(),
        "a parameter is no name of Upstar"
    );
}
