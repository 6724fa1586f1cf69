//! Random impartial rulesets of integer arithmetic: the table of nimbers against the evaluator of expressions.
//!
//! The same rules are declared twice, the second time with a function of the language around each position,
//! of which no analysis of integers knows anything.

use super::{Asked, Dice};
use crate::length::cases;

/// Rulesets of each kind.
const RULESETS: usize = 150;

fn any(dice: &mut Dice, of: &[&str]) -> String {
    (*dice.one_of(of)).to_owned()
}

/// An integer expression of some variables.
fn integer(dice: &mut Dice, variables: &[&str], depth: u64) -> String {
    if depth == 0 || dice.roll(4) == 0 {
        return match dice.roll(4) {
            0 => dice.roll(3).to_string(),
            _ => any(dice, variables),
        };
    }
    let mut part = || integer(dice, variables, depth - 1);
    let (a, b) = (part(), part());
    match dice.roll(9) {
        0 | 1 => format!("({a} + {b})"),
        2 | 3 => format!("({a} - {b})"),
        4 => format!("min({a}, {b})"),
        5 => format!("max({a}, {b})"),
        6 => format!("{a} * {b}"),
        7 => format!("{a} % {}", 2 + dice.roll(2)),
        _ => {
            let condition = condition(dice, variables);
            format!("(if {condition} then {a} else {b})")
        }
    }
}

fn condition(dice: &mut Dice, variables: &[&str]) -> String {
    let (a, b) = (integer(dice, variables, 1), integer(dice, variables, 1));
    let sign = any(dice, &["<", "<=", ">", ">=", "==", "!="]);
    match dice.roll(6) {
        0 => format!("not ({a} {sign} {b})"),
        1 => format!("({a} in 0..{b} or {a} {sign} 2)"),
        2 => format!("{a} {sign} {b} {sign} 3"),
        3 => format!("({a} {sign} {b} and {b} in [0, 1, 3])"),
        _ => format!("{a} {sign} {b}"),
    }
}

/// A way to move in a game of two integers; now and then one that lets play go on forever, or makes a
/// position of negative integers.
fn pair_move(dice: &mut Dice) -> (String, String) {
    let loops = dice.roll(3) as usize;
    let (mut variables, mut generators) = (vec!["a", "b"], String::new());
    for variable in &["k", "j"][..loops] {
        let last = integer(dice, &variables, 1);
        generators += &match dice.roll(4) {
            0 => format!(" for {variable} in [0, 1, 3]"),
            _ => format!(" for {variable} in {}..{last}", dice.roll(2)),
        };
        variables.push(variable);
        if dice.roll(3) == 0 {
            generators += &format!(" if {}", condition(dice, &variables));
        }
    }
    if dice.roll(20) == 0 {
        let way =
            any(dice, &["(b, a)", "(a - 3, b) if a > 0", "(a, b - 2) for k in 1..2 if b > 0"]);
        let wrapped = format!("as_is({}", way.replacen(')', "))", 1));
        return (way, wrapped);
    }
    let mut position = || {
        let (x, y) = (integer(dice, &variables, 2), integer(dice, &variables, 2));
        let falls = format!("{x} >= 0 and {y} >= 0 and {x} + {y} < a + b");
        (format!("({x}, {y})"), falls)
    };
    let (one, falls) = position();
    let (other, too) = position();
    let (parts, falls) = match dice.roll(3) {
        0 => (vec![one, other], format!("{falls} and {too}")),
        _ => (vec![one], falls),
    };
    generators += &format!(" if {falls}");
    let way = |wrap: &dyn Fn(&String) -> String| {
        let parts: Vec<String> = parts.iter().map(wrap).collect();
        format!("{}{generators}", parts.join(", "))
    };
    (way(&String::clone), way(&|part| format!("as_is({part})")))
}

/// A way to move in a game of a list of heaps: one becomes smaller, and others may.
fn list_move(dice: &mut Dice) -> (String, String) {
    let taken = any(dice, &["rows[i] - j", "j - 1", "min(rows[i] - j, 2)", "rows[i] - 1"]);
    let other = any(
        dice,
        &[
            "rows[x]",
            "min(rows[x], j)",
            "max(rows[x] - j, 0)",
            "if x > i then rows[x] else min(rows[x], j - 1)",
            "if rows[x] > rows[i] then j - 1 else rows[x]",
            "rows[x] % 2",
            "min(rows[x], rows[min(x + 1, length(rows))])",
        ],
    );
    let guard = any(dice, &["", " if i > 1 or j > 1", " if j % 2 == 1", " if rows[1] >= j"]);
    let list = format!("[if x == i then {taken} else {other} for x in 1..length(rows)]");
    let generators = format!(" for i in 1..length(rows) for j in 1..rows[i]{guard}");
    (format!("{list}{generators}"), format!("as_is({list}){generators}"))
}

fn agree(asked: &mut Asked, params: &str, ways: &[(String, String)], positions: &[String]) {
    let joined = |which: fn(&(String, String)) -> &String| -> String {
        ways.iter().map(which).cloned().collect::<Vec<_>>().join("\n     ; ")
    };
    let (plain, wrapped) = (joined(|way| &way.0), joined(|way| &way.1));
    for (name, ways) in [("Plain", &plain), ("Wrapped", &wrapped)] {
        let reply = asked.answer(&format!("game {name}({params}) {{\n  move {ways}\n}}"));
        assert!(reply.is_ok(), "{plain}: {reply:?}");
    }
    let mut answer = |name: &str, position: &str| {
        let answer = asked.answer(&format!("nimber({name}({position}))"));
        // Of errors, their code is compared: messages name the ruleset and what was written.
        answer.map_err(|message| message.split(':').next().map(str::to_owned))
    };
    for position in positions {
        let expected = answer("Wrapped", position);
        assert_eq!(answer("Plain", position), expected, "{position} in\n{plain}");
    }
}

#[test]
fn random_rules_of_integers_have_the_nimbers_of_their_moves() {
    let (mut dice, mut asked) = (Dice(11), Asked::new());
    asked.answer("as_is(p) := p").unwrap();
    for _ in 0..cases(RULESETS) {
        let ways: Vec<_> = (0..1 + dice.roll(3)).map(|_| pair_move(&mut dice)).collect();
        let pairs = [(0, 0), (3, 1), (2, 5), (4, 4), (6, 3), (1, 7), (9, 0)];
        let positions: Vec<String> = pairs.iter().map(|(a, b)| format!("{a}, {b}")).collect();
        agree(&mut asked, "a, b", &ways, &positions);
        let ways: Vec<_> = (0..1 + dice.roll(2)).map(|_| list_move(&mut dice)).collect();
        let lists = ["[]", "[3]", "[2, 2]", "[1, 3, 2]", "[4, 0, 3]", "[2, 2, 1, 3]", "[5, 9]"];
        agree(&mut asked, "rows", &ways, &lists.map(str::to_owned));
    }
}

#[test]
fn what_the_evaluator_refuses_is_refused() {
    let mut asked = Asked::new();
    for (rules, position) in [
        ("a, b) { move (a - 1, b) if a > 0 if length([b % 0]) == 1 }", "2, 2"),
        ("a, b) { move (a - 1, b) if a > 0 if not (a in 5..b%0) }", "2, 2"),
        ("a, b) { move (a - 1, b) for k in 1..a%b if false }", "2, 0"),
        ("a, b) { move (a - 1, b) for k in 1..a%b for j in [] }", "2, 0"),
        ("rows) { move [rows[1] - 1] if rows[1] > 0 if length([rows[rows[1] + 3]]) == 1 }", "[2]"),
    ] {
        asked.answer(&format!("game Refused({rules}")).unwrap();
        let answer = asked.answer(&format!("nimber(Refused({position}))"));
        assert!(answer.is_err(), "{rules}: {answer:?}");
    }
}

#[test]
fn large_integers_and_many_shapes_are_within_limits() {
    let mut asked = Asked::new();
    let steep = "(a - 1, 10000000000 * k - 10000000000) for k in 1..min(a, 1) if a > 1000000000";
    asked.answer(&format!("game Steep(a, b) {{ move {steep} }}")).unwrap();
    assert_eq!(asked.print("nimber(Steep(10**9 + 1, 3))"), "1");
    asked.answer("game Ended(k)(a, b) { move (a - 1, b) if a > k }").unwrap();
    assert_eq!(asked.print("sum([nimber(Ended(k)(k + 1, 1500)) for k in 1..200])"), "200");
}
