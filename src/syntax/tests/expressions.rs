//! Precedence, association and everything that is no literal, form or statement.

use super::super::ast::{Collection, CompareOp, UnaryOp};
use super::*;

#[test]
fn signs_bind_as_the_table_says() {
    let pairs = [
        ("a or b and c", "a or (b and c)"),
        ("not a and b", "(not a) and b"),
        ("not a == b", "not (a == b)"),
        ("not not a", "not (not a)"),
        ("a == b..c", "a == (b..c)"),
        ("a in b & c", "a in (b & c)"),
        ("1..n & m", "1..(n & m)"),
        ("a & b + c", "a & (b + c)"),
        ("a + b * c", "a + (b * c)"),
        ("a - b % c", "a - (b % c)"),
        ("a * b : c", "a * (b : c)"),
        ("-a : b", "(-a) : b"),
        ("-2**2", "-(2**2)"),
        ("2**-1", "2**(-1)"),
        ("2**-a**b", "2**(-(a**b))"),
        ("-a.f(b)", "-(a.f(b))"),
        ("a**b(c)", "a**(b(c))"),
        ("-a * b", "(-a) * b"),
        ("a * -b", "a * (-b)"),
        ("a--b", "a - (-b)"),
        ("1 + not a and b", "(1 + (not a)) and b"),
    ];
    for (left, right) in pairs {
        assert_same(left, right);
    }
}

#[test]
fn signs_of_one_level_group_to_the_left_but_powers() {
    assert_same("a - b + c", "(a - b) + c");
    assert_same("a / b * c", "(a / b) * c");
    assert_same("a : b : c", "(a : b) : c");
    assert_same("a & b & c", "(a & b) & c");
    assert_same("a or b or c", "(a or b) or c");
    assert_same("a**b**c", "a**(b**c)");
    assert_differ("a**b**c", "(a**b)**c");
}

#[test]
fn lambdas_and_conditionals_reach_as_far_right_as_possible() {
    assert_same("x -> x + 1 or y", "x -> ((x + 1) or y)");
    assert_same("1 + x -> x + 1", "1 + (x -> (x + 1))");
    assert_same("x -> y -> x", "x -> (y -> x)");
    assert_same("if a then b else c + d", "if a then b else (c + d)");
    assert_same("1 + if a then b else c or d", "1 + (if a then b else (c or d))");
    assert_same("if a then b else if c then d else e", "if a then b else (if c then d else e)");
    assert!(matches!(kind("() -> 1"), ExprKind::Lambda { params, .. } if params.is_empty()));
    assert!(matches!(kind("(x, y) -> x"), ExprKind::Lambda { params, .. } if params.len() == 2));
}

#[test]
fn comparisons_chain() {
    let ExprKind::Compare { rest, .. } = kind("0 < G <= 1 != a || b <| c |> d is e in f not  in g")
    else {
        panic!()
    };
    let ops: Vec<CompareOp> = rest.iter().map(|(op, ..)| *op).collect();
    use CompareOp::*;
    let all =
        [Less, LessOrEqual, NotEqual, Confused, LessOrConfused, GreaterOrConfused, Is, In, NotIn];
    assert_eq!(ops, all);
    assert_differ("a < b < c", "(a < b) < c");
    assert_same("a ≤ b ≥ c ≠ d ‖ e", "a <= b >= c != d || e");
    assert_same("a == b > c", "a == b > c");
}

#[test]
fn products_and_minus_have_unicode_signs() {
    assert_same("a · b × c ∗ d", "a * b * c * d");
    assert_same("a − b", "a - b");
    assert_same("−a", "-a");
}

#[test]
fn words_are_signs_only_when_whole() {
    assert!(matches!(kind("order"), ExprKind::Name(_)));
    assert!(matches!(kind("notx"), ExprKind::Name(_)));
    assert!(matches!(kind("iff"), ExprKind::Name(_)));
    assert!(matches!(kind("forêt"), ExprKind::Name(_)));
    assert!(matches!(kind("truely"), ExprKind::Name(_)));
    assert!(matches!(kind("overt"), ExprKind::Name(_)));
    assert!(matches!(kind("_"), ExprKind::Name(_)));
    assert!(matches!(kind("_7"), ExprKind::Name(_)));
    assert!(matches!(kind("über"), ExprKind::Name(_)));
    for word in ["move", "left", "right", "heap", "grid", "strip", "of", "any", "direction", "L"] {
        assert!(matches!(kind(word), ExprKind::Name(_)), "{word}");
    }
}

#[test]
fn calls_indices_and_methods_follow_without_a_blank() {
    assert!(matches!(kind("f(x, y)"), ExprKind::Call { args, .. } if args.len() == 2));
    assert!(matches!(kind("f()"), ExprKind::Call { args, .. } if args.is_empty()));
    assert!(matches!(kind("b[r, c]"), ExprKind::Index { indices, .. } if indices.len() == 2));
    assert!(matches!(kind("x.f"), ExprKind::Method { args, .. } if args.is_empty()));
    assert!(matches!(kind("x.f(y)"), ExprKind::Method { args, .. } if args.len() == 1));
    assert_same("x.f()", "x.f");
    assert_same("x.f(1)(2)", "(x.f(1))(2)");
    assert_differ("x.f(2)", "(x.f)(2)");
    assert_same("f(x,)", "f(x)");
    assert!(parse("f (x)").is_err());
    assert!(parse("b [1]").is_err());
    assert!(matches!(kind("2.birthday"), ExprKind::Method { .. }));
    assert!(matches!(kind("*2.birthday"), ExprKind::Method { .. }));
}

#[test]
fn parentheses_group_and_make_tuples() {
    assert!(matches!(kind("(1)"), ExprKind::Integer(_)));
    assert!(matches!(kind("(1,)"), ExprKind::Tuple(of) if of.len() == 1));
    assert!(matches!(kind("(1, 2)"), ExprKind::Tuple(of) if of.len() == 2));
    assert!(matches!(kind("()"), ExprKind::Tuple(of) if of.is_empty()));
    assert_eq!(expr("(1 + 2)").span.bytes(), 0..7);
}

#[test]
fn braces_make_sets_and_maps() {
    assert!(matches!(kind("{1, 2}"), ExprKind::Set(of) if of.len() == 2));
    assert!(matches!(kind("{}"), ExprKind::Set(of) if of.is_empty()));
    assert!(matches!(kind("{:}"), ExprKind::Map(of) if of.is_empty()));
    assert!(matches!(kind("{1: 2, \"a\": b + c}"), ExprKind::Map(of) if of.len() == 2));
    assert!(matches!(kind("{-1: 2, f(x).g: x -> y}"), ExprKind::Map(of) if of.len() == 2));
    assert!(matches!(kind("{a: <0|1>, b: {1, 2}}"), ExprKind::Map(of) if of.len() == 2));
    assert_same("{a: <0|1> + 1}", "{a: (<0|1> + 1)}");
    assert_same("{a: <0|1>.f}", "{a: (<0|1>.f)}");
    assert!(matches!(kind("{(G : H)}"), ExprKind::Set(_)));
    assert!(matches!(kind("{a < b, not c}"), ExprKind::Set(of) if of.len() == 2));
    assert!(matches!(kind("{<1|2>, 3}"), ExprKind::Set(of) if of.len() == 2));
}

#[test]
fn comprehensions_collect_lists_and_sets() {
    let ExprKind::Comprehension { collection, generators, .. } =
        kind("[n*n for n in 1..5 if n % 2 == 1 for m in n]")
    else {
        panic!()
    };
    assert_eq!((collection, generators.len()), (Collection::List, 3));
    let ExprKind::Comprehension { collection, generators, .. } = kind("{e for (e, f) in xs if c}")
    else {
        panic!()
    };
    assert_eq!((collection, generators.len()), (Collection::Set, 2));
    assert!(parse("[x if c]").is_err());
    assert!(parse("[x, y for x in z]").is_err());
}

#[test]
fn newlines_mean_nothing_inside_brackets_and_after_signs() {
    assert_same("f(\n 1,\n 2\n)", "f(1, 2)");
    assert_same("[1,\n2\n]", "[1, 2]");
    assert_same("{1,\n2\n}", "{1, 2}");
    assert_same("<\n0\n|\n1\n>", "<0|1>");
    assert_same("(a\n + b)", "a + b");
    assert_same("a +\n b", "a + b");
    assert_same("a and // why\n\n b", "a and b");
    assert_same("x :=\n 1", "x := 1");
    assert_same("x ->\n x", "x -> x");
    assert_same("if a then\n b else\n c", "if a then b else c");
    assert_same("if a\n then b\n else c", "if a then b else c");
    assert_same("f(x) :=\n x", "f(x) := x");
    assert_same("f(x\n)\ny", "f(x); y".replace("; ", "\n").as_str());
    assert_eq!(tree("a\n-b").statements.len(), 2);
    assert_eq!(tree("(a)\n(b)").statements.len(), 2);
    assert_eq!(tree("[if a {\n b\n -c\n}]").statements.len(), 1);
}

#[test]
fn blocks_in_brackets_make_newlines_count_again() {
    let ExprKind::Call { args, .. } = kind("f(if a {\n b\n -c\n})") else { panic!() };
    let ExprKind::IfBlock { then, .. } = &args[0].kind else { panic!() };
    assert_eq!(then.statements.len(), 2);
}

#[test]
fn spans_cover_what_was_typed() {
    let text = "  foo( a ,b ) + -x.y ";
    let ExprKind::Binary { left, right, op_span, .. } = kind(text) else { panic!() };
    assert_eq!(&text[left.span.bytes()], "foo( a ,b )");
    assert_eq!(&text[right.span.bytes()], "-x.y");
    assert_eq!(&text[op_span.bytes()], "+");
    let ExprKind::Unary(UnaryOp::Neg, operand) = right.kind else { panic!() };
    assert_eq!(&text[operand.span.bytes()], "x.y");
    let text = "if a {\n b } // c\n";
    assert_eq!(&text[statement(text).span.bytes()], "if a {\n b }");
    let text = "x := a // c";
    assert_eq!(&text[statement(text).span.bytes()], "x := a");
}
