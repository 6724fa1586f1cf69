//! Compiled expressions have the value that the language gives them, or none; operations have that of their definition.

use std::collections::BTreeSet;

use super::arithmetic::{Binary, Unary};
use super::compile::{self, ClosedRules, Compiler};
use super::program::{Halt, HeapRun, Int, Rows};
use crate::analysis::normal::normal;
use crate::analysis::tests::declared;
use crate::resolve::tree::{Alternative, ExprKind};
use crate::session::Session;
use crate::value::{Ruleset, Value};

/// Integers near 0, and the largest and least.
fn operands() -> impl Iterator<Item = i64> + Clone {
    let ends = [i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 1, 1 << 50, (1 << 50) - 1];
    (-20..=40).chain(ends)
}

/// The quotient rounded down, as the only integer that fits.
fn quotient(a: i128, b: i128) -> Option<i128> {
    let near = a.checked_div(b)?;
    (near - 1..=near + 1).find(|q| {
        let rest = a - q * b;
        if b > 0 { (0..b).contains(&rest) } else { b < rest && rest <= 0 }
    })
}

fn common_divisor(a: i128, b: i128) -> i128 {
    match (a.abs(), b.abs()) {
        (0, b) => b,
        (a, 0) => a,
        (a, b) if a.max(b) < 1000 => {
            (1..=a.min(b)).rev().find(|d| a % d == 0 && b % d == 0).unwrap_or(1)
        }
        (a, b) => num_integer::gcd(a, b),
    }
}

fn power(a: i128, b: i128) -> Option<i128> {
    (0..b.min(200))
        .try_fold(1, |power: i128, _| power.checked_mul(a).filter(|power| power.abs() < 1 << 100))
}

/// The value of an operation by its definition.
fn defined(operation: Binary, a: i128, b: i128) -> Option<i128> {
    match operation {
        Binary::Add => Some(a + b),
        Binary::Mul => Some(a * b),
        Binary::Max => Some(if a < b { b } else { a }),
        Binary::Min => Some(if a < b { a } else { b }),
        Binary::Div => quotient(a, b),
        Binary::Rem => quotient(a, b).map(|q| a - q * b),
        Binary::Exact => quotient(a, b).filter(|q| q * b == a),
        Binary::Gcd => Some(common_divisor(a, b)),
        Binary::NimSum if a < 0 || b < 0 => None,
        Binary::NimSum => Some((0..64).map(|i| (((a >> i) + (b >> i)) % 2) << i).sum()),
        Binary::Pow if b < 0 || b > 200 && a.abs() > 1 => None,
        Binary::Pow if b > 200 => Some(if b % 2 == 0 { a * a } else { a }),
        Binary::Pow => power(a, b),
        Binary::Pack(_) => unreachable!("rows have tests of their own"),
        Binary::Ilog if a < 1 || b < 2 => None,
        Binary::Ilog => (0..64).rev().find(|k| power(b, *k).is_some_and(|power| power <= a)),
    }
}

#[test]
fn operations_on_two_integers_have_their_values() {
    use Binary as B;
    let all = [B::Add, B::Mul, B::Max, B::Min, B::Div, B::Rem, B::Exact, B::Gcd, B::NimSum];
    for operation in all.into_iter().chain([B::Pow, B::Ilog]) {
        for (a, b) in operands().flat_map(|a| operands().map(move |b| (a, b))) {
            let expected = defined(operation, a.into(), b.into());
            let expected = expected.and_then(|value| i64::try_from(value).ok());
            let value = operation.value(a, b);
            // Powers of 1 with large exponents are left to the evaluator.
            let left_out = operation == B::Pow && value.is_none() && b > i64::from(u32::MAX);
            assert!(value == expected || left_out, "{operation:?} {a} {b}: {value:?} {expected:?}");
            let within = a.unsigned_abs() < 50 && b.unsigned_abs() < 50 && operation != B::Pow;
            assert!(!within || operation.may_fail(Some(b)) || value.is_some(), "{operation:?} {b}");
        }
    }
}

#[test]
fn operations_on_one_integer_have_their_values() {
    for n in operands().chain(0..5000) {
        if n < 5000 {
            let root = (0..=n).rev().find(|m| m * m <= n);
            assert_eq!(Unary::Isqrt.value(n), root, "{n}");
        }
        assert_eq!(Unary::Abs.value(n), if n < 0 { n.checked_neg() } else { Some(n) });
        assert_eq!(Unary::Sign.value(n), Some(i64::from(n > 0) - i64::from(n < 0)));
        let ones = (0..63).filter(|i| n >> i & 1 == 1).count() as i64;
        assert_eq!(Unary::Ones.value(n), (n >= 0).then_some(ones), "{n}");
    }
    for m in [1 << 25, (1 << 25) + 1, 3_037_000_499i64, 1 << 31] {
        let root = |n: i64| Unary::Isqrt.value(n);
        assert_eq!([root(m * m), root(m * m - 1)], [Some(m), Some(m - 1)], "{m}");
    }
    assert_eq!(Unary::Isqrt.value(i64::MAX), Some(3_037_000_499));
}

/// Those among them that are left to the evaluator.
const NOT_COMPILED: &[&str] =
    &["length({j % 3 for j in 1..3})", "sum([j for j in {a, b}])", "[a, div(1, b)][1]"];

/// Expressions of a, b and k, which is 3.
const EXPRESSIONS: &[&str] = &[
    "div(a, b)",
    "a % b",
    "div(a, -4) + a % -4",
    "abs(a - 2 * b)",
    "abs(a * b) + abs(a)",
    "gcd(a, b)",
    "gcd(a, b, 6)",
    "gcd([a, b, 12])",
    "gcd(a)",
    "isqrt(a)",
    "ilog(a)",
    "ilog(a, 3)",
    "ilog(a, b)",
    "a**2 - b**3",
    "2**a",
    "a**b",
    "nim_sum(a, b)",
    "nim_sum(a, 5, b)",
    "sign(a - b)",
    "is_evil(a)",
    "is_odious(nim_sum(a, 9))",
    "floor(a / b)",
    "floor(a / 2)",
    "ceil(a / 2)",
    "ceil((a - b) / 3 + 1 / 2)",
    "floor(-a / 4)",
    "a / 2",
    "a / b",
    "a / 2 < b",
    "a / 2 - 1 <= b / 3",
    "3 * a / 2 == b + 1 / 2",
    "max(a, b, 4)",
    "min([a, b, k])",
    "max([a])",
    "max([a * j for j in 1..b])",
    "min([a + j for j in [a, b] if j > 2])",
    "max([j for j in 1..b if j % 2 == 0])",
    "a in {1, 2, 4}",
    "a in [b, k, 2 * b]",
    "a not in {b, b + 1}",
    "a in 1..b",
    "a in 1..20 by 3",
    "a in b..12 by 2",
    "a in 9..b by -2",
    "a in b..1 by -3",
    "a in [j * j for j in 1..b]",
    "a not in {j + b for j in [1, 5]}",
    "any([a % j == 0 for j in 2..b])",
    "all([a % j != 0 for j in 2..isqrt(a)])",
    "a > 1 and all([a % j != 0 for j in 2..a - 1])",
    "any([a % j == 0 for j in [b, 2]])",
    "all([a % j != 0 for j in {2, 5, b}])",
    "any([a == i * j for i in 1..3 for j in i..b])",
    "any([any([a == i * j for i in 1..j]) for j in 1..b])",
    "any([a > 1, b > 1, div(1, a) > 0])",
    "all([a > 1, b > 1])",
    "length([j for j in 1..a if j % 2 == 1])",
    "length([j for j in [a, b, a] if j > 2])",
    "length([div(1, j) for j in b..2])",
    "length({j % 3 for j in 1..3})",
    "sum([j * j for j in 1..a if j != b])",
    "sum([j for j in {a, b}])",
    "sum([j for j in [a, b]])",
    "sum([if j > 1 then j else b for j in 1..k])",
    "sum([j for j in 9..b by -2])",
    "sum([j for j in a..k + a by 2])",
    "sum([1 for j in b..12 by 3 if gcd(a, j) == 1])",
    "(if a > b then a % 2 == 0 else b % 2 == 0)",
    "if (if a > 3 then b > 2 else div(a, b) > 0) then 4 else 5",
    "[a, b][1] + [a, 7][2]",
    "[a, div(1, b)][1]",
    "[a, b] == [b, a]",
    "[a + 1, b] + [2] != [b, 4, a]",
    "[a, b] == [1]",
    "sum([x for x in [isqrt(a)] if x > b])",
    "k in [a, isqrt(b)] or a > 2",
    "1 < a <= b < 9",
];

/// What a compiled expression gives for two integers; `None` if it is not compiled.
fn compiled(ruleset: &Ruleset) -> Option<impl Fn(i64, i64) -> Option<i64>> {
    let mut alternatives = compile::alternatives(ruleset)?;
    let Some(Alternative::Options { parts, .. }) = alternatives.next() else { return None };
    let ExprKind::Tuple(items) = &parts[0].kind else { return None };
    let rules = ClosedRules { ruleset, globals: &|_| Value::Nothing };
    let int: Int = Compiler::new(rules)?.int(&items[0])?;
    let slots = ruleset.tree.slots;
    Some(move |a, b| {
        let mut values = vec![0; slots];
        (values[1], values[2]) = (a, b);
        match int.value(&values) {
            Ok(value) => Some(value),
            Err(Halt::Unfit) => None,
            Err(Halt::Core(error)) => panic!("{error}"),
        }
    })
}

/// The value of a call in the language, if it is an integer; otherwise `Some(None)`, and `None` for a fault.
#[expect(clippy::option_option, reason = "a fault, and a number that is no integer")]
fn said(session: &mut Session, call: &str) -> Option<Option<i64>> {
    let reply = session.eval("call", call);
    let answer = reply.answers.last().filter(|_| reply.diagnostics.is_empty())?;
    Some(answer.text.trim().parse().ok())
}

#[test]
fn compiled_expressions_have_the_value_of_the_language() {
    let mut left_out = Vec::new();
    for expr in EXPRESSIONS {
        let mut session = Session::default();
        session.eval("f", &format!("k := 3\nfn f(a, b) {{ {expr} }}"));
        let reply = session.eval("kind", "f(6, 2)");
        let is_truth = matches!(&*reply.answers[0].text, "true" | "false");
        let as_integer = |expr: &str| match is_truth {
            true => format!("if {expr} then 1 else 0"),
            false => expr.to_owned(),
        };
        let clause = format!("move ({}, 0)", as_integer(expr));
        let (family, rules) = declared("a, b", &clause).unwrap();
        let ruleset = rules.member(&family, vec![Value::integer(3)]).unwrap();
        let params = &rules.compiled(&ruleset).params;
        let tree = normal(&ruleset, params, &|_| Value::Bool(false));
        let in_normal_form = ruleset.reworded(tree.into());
        let by_normal_form = compiled(&in_normal_form);
        assert_eq!(by_normal_form.is_some(), !NOT_COMPILED.contains(expr), "{expr}");
        let by_words = compiled(&ruleset);
        let (mut values, mut answers) = (0, 0);
        for (a, b) in (-5..=12).flat_map(|a| (-5..=12).map(move |b| (a, b))) {
            let expected = said(&mut session, &as_integer(&format!("f({a}, {b})")));
            answers += usize::from(expected.flatten().is_some());
            for run in [
                by_normal_form.as_ref().map(|run| run(a, b)),
                by_words.as_ref().map(|run| run(a, b)),
            ] {
                if let Some(Some(value)) = run {
                    assert_eq!(Some(Some(value)), expected, "{expr} for {a} and {b}");
                    values += 1;
                }
            }
        }
        if by_normal_form.is_some() && values < answers {
            left_out.push(format!("{expr}: {values} of {answers}"));
        }
    }
    assert!(left_out.is_empty(), "{left_out:#?}");
}

/// The moves of a rule for heaps: what it leaves of a heap.
#[derive(Default)]
struct Left(BTreeSet<Vec<i64>>);

impl Rows for Left {
    fn row(&mut self, parts: &[HeapRun], length: i64) -> Result<(), Halt> {
        for i in 0..length {
            self.0.insert(parts.iter().map(|part| part.first + i * part.step).collect());
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

/// Ways to move from a heap n, and what they leave; the parameter of the family is 3.
#[expect(clippy::type_complexity, reason = "a text with its meaning")]
const MOVES: &[(&str, fn(i64) -> Vec<Vec<i64>>)] = &[
    ("n - j for j in 1..n if j % k != 0", |n| taken(n, |_, j| j % 3 != 0)),
    ("n - j for j in 1..n if div(j, 3) % 2 == 0", |n| taken(n, |_, j| j / 3 % 2 == 0)),
    ("n - j for j in 1..n if gcd(n, j) == 1", |n| taken(n, |n, j| num_integer::gcd(n, j) == 1)),
    ("n - j for j in 1..n if isqrt(j)**2 != j", |n| {
        taken(n, |_, j| (0..=j).all(|root| root * root != j))
    }),
    ("n - j for j in 1..n if abs(n - 2 * j) > 3", |n| taken(n, |n, j| (n - 2 * j).abs() > 3)),
    ("n - j for j in 1..n if nim_sum(n, j) > j", |n| taken(n, |n, j| n ^ j > j)),
    ("n - j for j in 1..n if j % 7 in {1, 2, 4}", |n| {
        taken(n, |_, j| [1, 2, 4].contains(&(j % 7)))
    }),
    ("n - j for j in 1..n if all([j % p != 0 for p in [2, 3]])", |n| {
        taken(n, |_, j| j % 2 != 0 && j % 3 != 0)
    }),
    ("n - j for j in 1..n if any([j % p == 0 for p in 2..isqrt(j)])", |n| {
        taken(n, |_, j| (2..j).any(|p| p * p <= j && j % p == 0))
    }),
    ("n - j for j in 1..n by 2", |n| taken(n, |_, j| j % 2 == 1)),
    ("n - j for j in n..1 by -2 if j > 5", |n| taken(n, |n, j| (n - j) % 2 == 0 && j > 5)),
    ("n - j for j in 1..n if j in 2..n by 3 or j == n", |n| taken(n, |n, j| j % 3 == 2 || j == n)),
    ("n - j * j for j in 1..isqrt(n)", |n| {
        (1..=n).filter(|j| j * j <= n).map(|j| vec![n - j * j]).collect()
    }),
    ("n - 2**j for j in 0..ilog(n + 1) if 2**j <= n", |n| {
        (0..10).map(|j| 1 << j).filter(|power| *power <= n).map(|power| vec![n - power]).collect()
    }),
    ("j, n - j for j in 1..div(n, 2)", |n| (1..=n / 2).map(|j| vec![j, n - j]).collect()),
    ("j, n - j for j in 1..n if j % 2 == 0 and n > 4", |n| {
        if n > 4 {
            (1..=n).filter(|j| j % 2 == 0).map(|j| vec![j, n - j]).collect()
        } else {
            vec![]
        }
    }),
    ("n - j for p in [1, n, 2] for j in p..min(n, p + 1)", |n| {
        [1, n, 2].into_iter().flat_map(|p| (p..=n.min(p + 1)).map(|j| vec![n - j])).collect()
    }),
    ("m for m in [n - j for j in 1..n if n % j == 0]", |n| taken(n, |n, j| n % j == 0)),
    ("(if n % 2 == 0 then n / 2 else n - 1) if n > 0", |n| {
        if n > 0 { vec![vec![if n % 2 == 0 { n / 2 } else { n - 1 }]] } else { vec![] }
    }),
];

/// What is left if a number of counters may be taken for which a condition holds.
fn taken(n: i64, may_be: impl Fn(i64, i64) -> bool) -> Vec<Vec<i64>> {
    (1..=n).filter(|j| may_be(n, *j)).map(|j| vec![n - j]).collect()
}

#[test]
fn compiled_rules_have_the_moves_that_are_meant() {
    for (text, meant) in MOVES {
        let (family, rules) = declared("n: heap", &format!("move {text}")).unwrap();
        let ruleset = rules.member(&family, vec![Value::integer(3)]).unwrap();
        let params = &rules.compiled(&ruleset).params;
        let tree = normal(&ruleset, params, &|_| Value::Bool(false));
        let ruleset = ruleset.reworded(tree.into());
        let rules = ClosedRules { ruleset: &ruleset, globals: &|_| Value::Nothing };
        let ways = compile::ways(rules).unwrap_or_else(|| panic!("{text} is not compiled"));
        let mut slots = vec![0; ruleset.tree.slots];
        for heap in (0..60).chain([255, 256, 257, 512, 600]) {
            let mut left = Left::default();
            slots[1] = heap;
            let run = ways.iter().try_for_each(|way| way.run(&mut slots, &mut left));
            assert!(run.is_ok(), "{text} from {heap}");
            assert_eq!(left.0, meant(heap).into_iter().collect(), "{text} from {heap}");
        }
    }
}

/// Rulesets of several integers, and positions whose nimbers must not depend on the order of questions.
const TUPLES: &[(&str, &[&str])] = &[
    (
        "game G(a, b) { move (a - k, b + 1) for k in 2..a; (a + 1, b - k) for k in 2..b }",
        &["(1, 0)", "(7, 8)", "(0, 0)", "(3, 9)", "(15, 1)"],
    ),
    (
        "game G(a, b) { move (a - k, b) for k in 1..a if gcd(a, k) == 1; (a, b - k) for k in 1..b if k % 3 != 1 }",
        &["(0, 1)", "(9, 8)", "(3, 3)", "(16, 5)"],
    ),
    (
        "game G(a, b) { move (m, n - 1 - m) for n in [a, b] for m in 0..n - 1 if is_odious(m + 1) }",
        &["(1, 1)", "(9, 8)", "(3, 3)"],
    ),
    (
        "fn lower(h, i) {
           j := i % length(h) + 1
           [[if k == i then a else if k == j then b else h[k] for k in 1..length(h)]
            for a in 0..h[i] for b in 0..h[j] if a + b < h[i] + h[j]]
         }
         game G(h) { move t for i in 1..length(h) for t in lower(h, i) }",
        &["([1, 0, 1])", "([2, 2, 2, 1])", "([3, 3, 3])"],
    ),
    (
        "game G(a, b, last) { move (a - k, b, 1) for k in 1..a if last != 1; (a, b - k, 2) for k in 1..b if last != 2 }",
        &["(3, 4, 0)", "(1, 1, 1)", "(5, 2, 2)"],
    ),
];

#[test]
fn answers_about_tuples_are_those_of_the_rules_in_each_order() {
    for (rules, positions) in TUPLES {
        // Every answer is asked of the rules as well.
        let mut checked = Session::default();
        checked.validate(crate::session::Validate::All);
        checked.eval("rules", rules);
        for turned in [false, true] {
            let mut session = Session::default();
            session.validate(crate::session::Validate::Off);
            session.eval("rules", rules);
            let mut order: Vec<_> = positions.to_vec();
            if turned {
                order.reverse();
            }
            for position in order {
                for question in ["nimber(G?)", "outcome(G?)", "outcome(misere(G?))"] {
                    let question = question.replace('?', position);
                    let of = |session: &mut Session| {
                        let reply = session.eval("question", &question);
                        assert!(
                            reply.warnings.is_empty() && reply.diagnostics.is_empty(),
                            "{question}"
                        );
                        reply.answers.last().unwrap().text.clone()
                    };
                    assert_eq!(of(&mut session), of(&mut checked), "{rules} {question}");
                }
            }
        }
    }
}
