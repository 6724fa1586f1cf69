//! Single heads by their tables against the mex rule on the listed turns, in the library and for
//! random rules; rows against sums of heads.

use std::path::Path;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use upstar::session::Session;
use upstar::value::{Value, elements};

use crate::support::session;

/// The answer to an input, or the number of its error.
fn ask(session: &mut Session, input: &str) -> Result<Value, &'static str> {
    let reply = session.eval("input", input);
    match reply.diagnostics.first() {
        Some(diagnostic) => Err(diagnostic.code.number()),
        None => Ok(reply.answers.into_iter().next_back().unwrap().value),
    }
}

fn integer(value: &Value) -> usize {
    match value {
        Value::Number(number) => usize::try_from(number.to_i64().unwrap()).unwrap(),
        other => panic!("{other:?}"),
    }
}

fn integers(value: &Value) -> Vec<usize> {
    elements(value).unwrap().map(|item| integer(&item)).collect()
}

/// The nimbers of heads from the turns that the evaluator lists, up to the first wrong one.
fn by_turns(
    session: &mut Session,
    ruleset: &str,
    heads: usize,
) -> (Vec<usize>, Option<&'static str>) {
    let mut nimbers: Vec<usize> = Vec::new();
    for x in 0..heads {
        let turns = match ask(session, &format!("turns({ruleset}, {x})")) {
            Ok(turns) => turns,
            Err(number) => return (nimbers, Some(number)),
        };
        let nimber = |set: Value| {
            let others = integers(&set).into_iter().filter(|place| *place != x);
            others.fold(0, |sum, place| sum ^ nimbers[place])
        };
        let options: Vec<usize> = elements(&turns).unwrap().map(nimber).collect();
        nimbers.push((0..).find(|n| !options.contains(n)).unwrap());
    }
    (nimbers, None)
}

/// Compares both ways; how many heads there are before the first wrong one.
fn compare(session: &mut Session, ruleset: &str, heads: usize) -> usize {
    let (nimbers, wrong) = by_turns(session, ruleset, heads);
    if let Some(last) = nimbers.len().checked_sub(1) {
        let sequence = ask(session, &format!("sequence({ruleset}, {last})")).unwrap();
        assert_eq!(integers(&sequence), nimbers, "{ruleset}");
        let row: String = nimbers.iter().map(|n| if n % 3 == 1 { 'T' } else { 'H' }).collect();
        let sum = nimbers.iter().filter(|n| **n % 3 != 1).fold(0, |sum, nimber| sum ^ nimber);
        let nimber = ask(session, &format!("nimber({ruleset}(\"{row}\"))")).unwrap();
        assert_eq!(integer(&nimber), sum, "{ruleset}");
    }
    if let Some(number) = wrong {
        let head = format!("nimber({ruleset}({}))", nimbers.len());
        assert_eq!(ask(session, &head), Err(number), "{ruleset}");
    }
    nimbers.len()
}

#[test]
fn heads_of_the_library_have_the_nimbers_of_their_turns() {
    let mut session = session(Path::new("tests"));
    for (ruleset, heads) in [
        ("TurningTurtles", 40),
        ("MockTurtles", 40),
        ("Ruler", 40),
        ("Twins", 40),
        ("Triplets", 40),
        ("MockTurtleFives", 40),
        ("Moebius", 22),
    ] {
        assert_eq!(compare(&mut session, ruleset, heads), heads);
    }
}

/// Ways to turn, some of them wrong.
fn way() -> impl Strategy<Value = String> {
    let set = prop::sample::select(vec![
        "[x]",
        "[x, y]",
        "[y, x]",
        "{x, y}",
        "(x, y, z)",
        "[x, z]",
        "y..x",
        "z..x",
        "[x, y, z, 0]",
        "[x, x-1-y]",
        "[x, y, x-1-y]",
        "[x, max(y, z)]",
        "[2*y, x]",
        "[x, y % 3]",
        "[x, z-y]",
        "[y, z]",
        "y..z",
        "[x, y+z]",
        "y..x, [x, z]",
    ]);
    let first = || prop::sample::select(vec!["0", "1", "x-3", "max(x-4, 0)", "x/2"]);
    let last = || prop::sample::select(vec!["x-1", "x-1", "x-2", "min(x-1, 5)", "x"]);
    let inner = prop::sample::select(vec!["0..y-1", "y+1..x-1", "[0, 2]", "0..x-1", "y..x-y"]);
    let conditions = vec![
        "",
        "",
        "",
        " if x > 3",
        " if y != z",
        " if x > 4 and y < z",
        " if y <= x-z-1",
        " if y < x and z < x",
        " if 2*y < x",
        " if x - y in [1, 3]",
    ];
    let condition = prop::sample::select(conditions);
    (set, first(), last(), inner, condition)
        .prop_map(|(set, a, b, inner, c)| format!("{set} for y in {a}..{b} for z in {inner}{c}"))
}

#[test]
fn heads_of_random_rules_have_the_nimbers_of_their_turns() {
    let mut runner = TestRunner::deterministic();
    let ways = prop::collection::vec(way(), 1..3);
    let (mut session, mut whole, mut wrong) = (session(Path::new("tests")), 0, 0);
    for n in 0..150 {
        let rules = ways.new_tree(&mut runner).unwrap().current().join("; ");
        let declared = session.eval("input", &format!("game R{n}(c: coins) {{ turn {rules} }}"));
        assert!(declared.diagnostics.is_empty(), "{rules}");
        let heads = compare(&mut session, &format!("R{n}"), 12);
        whole += usize::from(heads == 12);
        wrong += usize::from(heads < 12);
    }
    assert!(whole > 30 && wrong > 30, "{whole} {wrong}");
}

#[test]
fn long_rows_take_no_time() {
    let mut session = session(Path::new("tests"));
    let row = |head: usize| format!("{}H", "T".repeat(head));
    let mut nimber = |ruleset: &str, head: usize| {
        let input = format!("nimber({ruleset}(\"{}\"))", row(head));
        integer(&ask(&mut session, &input).unwrap())
    };
    assert_eq!(nimber("TurningTurtles", 3000), 3001);
    assert_eq!(nimber("Twins", 3000), 3000);
    // The largest power of 2 that divides 3072.
    assert_eq!(nimber("Ruler", 3071), 1024);
    // The one of 2n and 2n+1 with an odd number of binary ones.
    let odious = (400..402).find(|n: &usize| n.count_ones() % 2 == 1);
    assert_eq!(Some(nimber("MockTurtles", 200)), odious);
}
