//! Tables of compiled rules, and what they survive.

use std::sync::Arc;

use upstar_core::{Budget, Player};

use super::{ListFailures, ListMemo, MOST_KEPT};
use crate::analysis::lists::{Kind, ListGame};
use crate::eval::meanings::MeaningNumber;
use crate::session::{Session, Validate};
use crate::value::{Position, Value};

fn position(session: &mut Session, text: &str) -> Arc<Position> {
    let mut reply = session.eval("test", text);
    match reply.answers.pop().map(|answer| answer.value) {
        Some(Value::Position(position)) => position,
        other => panic!("{text}: {other:?}, {:?}", reply.diagnostics),
    }
}

const TAKE: &str = "game Take(n) { move n - k gain k for k in 1..2 if k <= n };";

fn game(position: &Position) -> Option<ListGame> {
    let (ruleset, arguments) = (&position.ruleset, position.arguments());
    ListGame::new(ruleset, arguments, &|_, _| true)
}

#[test]
fn of_two_tables_for_the_same_rules_the_larger_one_is_kept() {
    let asked = position(&mut Session::default(), &format!("{TAKE} Take(9)"));
    let mut memo = ListMemo::default();
    memo.put(MeaningNumber::FIRST, game(&asked).unwrap());
    let (mut one, other) = (memo.take(0), memo.take(0));
    let packed = one.packed(&asked.ruleset, asked.arguments(), Some(Player::Left)).unwrap();
    one.value(&packed, &Budget::unlimited()).unwrap();
    let known = one.known();
    assert!(known > 0 && other.known() == 0);
    memo.put(MeaningNumber::FIRST, one);
    memo.put(MeaningNumber::FIRST, other);
    assert_eq!((memo.games.len(), memo.known()), (1, known));
}

#[test]
fn failures_are_kept_for_each_row_of_kinds() {
    let (mut failures, kinds) = (ListFailures::default(), [Kind::Int, Kind::List]);
    assert!(!failures.contain(&kinds));
    failures.add(&kinds);
    failures.add(&kinds);
    assert!(failures.contain(&kinds) && !failures.contain(&[Kind::List, Kind::Int]));
    assert_eq!(failures.0.len(), 1);
}

/// Evaluates an input; returns the number of steps.
fn steps(session: &mut Session, text: &str) -> u64 {
    session.eval("test", text);
    session.stats().steps
}

#[test]
fn bad_arguments_leave_the_compiled_rules_and_their_table() {
    let mut session = Session::default();
    // The steps are those of the compiled rules alone.
    session.validate(Validate::Off);
    steps(&mut session, "game Pick(i, xs) { move (i - k, xs) gain xs[i] for k in 1..2 if k <= i }");
    let asked = "value(Pick(20, [n * n % 7 for n in 1..20]), Max)";
    let (first, again) = (steps(&mut session, asked), steps(&mut session, asked));
    assert!(2 * again < first, "{first}, {again}");
    for bad in ["Pick(3, [1/2, 1/3, 1])", "Pick([1], 2)", "Pick(1/2, [1])"] {
        steps(&mut session, &format!("value({bad}, Max)"));
        assert_eq!(steps(&mut session, asked), again, "{bad}");
    }
}

#[test]
fn tables_of_many_members_of_a_family_stay_small() {
    let mut session = Session::default();
    let rules = "game Three(k)(a, b, c) { move (a - 1, b, c) gain a % 3 if a > 0; \
                 (a, b - 1, c) gain k * b % 5 if b > 0; (a, b, c - 1) gain c % 2 if c > 0 }";
    steps(&mut session, rules);
    steps(&mut session, "value(Three(1)(5, 5, 5), Max)");
    let one = session.stats().positions;
    assert!(one > 50, "{one}");
    steps(&mut session, "[value(Three(k)(5, 5, 5), Max) for k in 2..40]");
    let known = session.stats().positions;
    assert!(known <= MOST_KEPT + 2 * 6 * 6 * 6, "{known}");
}

/// Rules about points whose score is an expression of so many levels, with value n + levels.
fn deep_score(levels: usize) -> String {
    let (open, close) = ("abs(1 + ".repeat(levels), ")".repeat(levels));
    format!("game Deep(n, m) {{ move (n, m - 1) if m > 0; score {open}n{close} }};")
}

#[test]
fn deep_expressions_are_left_to_the_evaluator() {
    for (levels, compiles) in [(80, true), (200, false)] {
        let text = format!("{} Deep(1, 2)", deep_score(levels));
        let asked = position(&mut Session::default(), &text);
        assert_eq!(game(&asked).is_some(), compiles, "{levels} levels");
    }
    let steps = " if n > 0".repeat(300);
    let chain = " <= n".repeat(300);
    for long in [format!("for k in 1..1{steps}"), format!("if 0{chain}")] {
        let text = format!("game Long(n, m) {{ move (n - 1, m) {long} }}; Long(1, 2)");
        assert!(game(&position(&mut Session::default(), &text)).is_none(), "{long}");
    }
}

#[test]
fn deep_programs_leave_the_stack_whole() {
    // What is asked at each depth of a recursion finds another place on the stack.
    let function = "f(d, n) := if d > 0 then sum([f(d - 1, n) for i in 1..1]) \
                    else value(Deep(n, 1), Max) - n + nimber(Low(n))";
    for levels in [90, 490] {
        let mut session = Session::default();
        let (open, close) = ("max(0, ".repeat(levels), ")".repeat(levels));
        let heap = format!("game Low(n: heap) {{ move {open}n - 1{close} if n > 0 }}");
        for text in [&deep_score(levels)[..], &heap, function] {
            assert!(session.eval("test", text).diagnostics.is_empty(), "{text}");
        }
        let asked = format!("all([f(n, n) == {levels} + n % 2 for n in 1..300])");
        let reply = session.eval("test", &asked);
        assert!(reply.diagnostics.is_empty(), "{:?}", reply.diagnostics);
        assert_eq!(reply.answers[0].text, "true");
    }
}
