//! Expressions, forms and literals become trees.

use num_bigint::BigInt;

use super::*;
use crate::ast::{BinaryOp, Collection, CompareOp, GameLiteral, LoopyName, UnaryOp, Ups};

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
    assert_same("any(x > 1 for x in xs if c)", "any([x > 1 for x in xs if c])");
    assert_same("xs.f(x for x in xs for y in x).g", "xs.f([x for x in xs for y in x]).g");
    assert!(parse("f(1, x for x in xs)").is_err());
    assert!(parse("f(x if c)").is_err());
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

/// Number of options of a form on each side.
fn counts(text: &str) -> (usize, usize) {
    match kind(text) {
        ExprKind::Form { left, right } => (left.len(), right.len()),
        other => panic!("{text} is {other:?}"),
    }
}

#[test]
fn either_bracket_makes_a_form_and_sides_may_be_empty() {
    assert_eq!(counts("<0, *|1>"), (2, 1));
    assert_eq!(counts("{0,*|1}"), (2, 1));
    assert_eq!(counts("<|>"), (0, 0));
    assert_eq!(counts("{|}"), (0, 0));
    assert_eq!(counts("<0|>"), (1, 0));
    assert_eq!(counts("{0|}"), (1, 0));
    assert_eq!(counts("<|0>"), (0, 1));
    assert_eq!(counts("< | >"), (0, 0));
    assert_same("{0|1}", "<0|1>");
}

#[test]
fn more_bars_bind_looser() {
    assert_same("<3|2||1>", "<<3|2>|1>");
    assert_same("<3||2|1>", "<3|<2|1>>");
    assert_same("<a|b||c|d>", "<<a|b>|<c|d>>");
    assert_same("<a|b||c|||d||e|f>", "<<<a|b>|c>|<d|<e|f>>>");
    assert_same("<||0|-2>", "<|<0|-2>>");
    assert_same("<0|-2||>", "<<0|-2>|>");
    assert_same("<0|||1>", "<0|1>");
    assert_same("<1, 2|3||4>", "<<1, 2|3>|4>");
    assert_same("{a|b||c}", "<a|b||c>");
    assert_same("<a‖b|c>", "<a||b|c>");
    assert_eq!(counts("<||>"), (0, 0));
}

#[test]
fn the_same_bars_twice_are_refused() {
    for text in ["<a|b|c>", "<a||b|c||d>", "{a|b|c}", "<|||||a|||||b>", "<a|b|c||d>"] {
        let error = parse(text).unwrap_err();
        assert_eq!(error.code.number(), "G0101", "{text}");
        assert!(error.message.contains("twice"), "{text}");
        assert_eq!(error.labels.len(), 2);
    }
}

#[test]
fn options_are_sums() {
    assert_same("<a + b * -c : d, e**f % g | h.i(j) - k>", "<(a+b*(-c):d), (e**f%g) | (h.i(j)-k)>");
    assert_eq!(counts("<(a < b)|(x -> y)>"), (1, 1));
    for text in ["<a < b|c>", "<a & b|c>", "<a..b|c>", "<not a|b>", "<x -> y|b>", "{not a|b}"] {
        assert_eq!(parse(text).unwrap_err().code.number(), "G0101", "{text}");
    }
    for text in ["{a < b|c}", "{a & b|c}", "{a or b|c}", "{x -> y | b}", "{if a then b else c | d}"]
    {
        let error = parse(text).unwrap_err();
        assert_eq!(error.code.number(), "G0101", "{text}");
    }
    assert!(parse("<0>").unwrap_err().message.contains("bar"));
}

#[test]
fn forms_stand_beside_comparisons() {
    assert!(matches!(kind("G == <0|1>"), ExprKind::Compare { .. }));
    assert!(matches!(kind("a < <0|1>"), ExprKind::Compare { .. }));
    assert!(matches!(kind("<0|1> > 0"), ExprKind::Compare { .. }));
    assert!(matches!(kind("<0|*>>0"), ExprKind::Compare { .. }));
    assert!(matches!(kind("<|> == {|}"), ExprKind::Compare { .. }));
    assert!(matches!(kind("G is <0|*>"), ExprKind::Compare { .. }));
    assert!(
        matches!(kind("<|> <| <|> |> <|> || <|>"), ExprKind::Compare { rest, .. } if rest.len() == 3)
    );
}

#[test]
fn switches() {
    let options = |text: &str| match kind(text) {
        ExprKind::Switch(options) => options.len(),
        other => panic!("{text} is {other:?}"),
    };
    assert_eq!(options("±1"), 1);
    assert_eq!(options("+-1"), 1);
    assert_eq!(options("±<1,1*>"), 2);
    assert_eq!(options("±{1, 2, 3}"), 3);
    assert_eq!(options("±<>"), 0);
    assert_same("±<1>", "±1");
    assert_same("±<<2|1>>", "±<2|1>");
    assert_same("±{2|1}", "±<2|1>");
    assert_same("±(a+b)", "±<a+b>");
    assert_same("±x.f(2)", "±(x.f(2))");
    assert_same("±1/2", "±(1/2)");
    assert_same("±1 / 2", "(±1) / 2");
    assert_same("±3/4*", "±(3/4*)");
    assert_same("±1 + 1", "(±1) + 1");
    assert_same("a + ±1", "a + (±1)");
    assert_same("a +-1", "a + (-1)");
    assert_same("a + +-1", "a + (±1)");
    assert_same("-±1", "-(±1)");
}

#[test]
fn labels_and_passes() {
    assert!(matches!(kind("a: <0||a|*>"), ExprKind::Labelled { .. }));
    assert!(matches!(kind("a: {0|a}"), ExprKind::Labelled { .. }));
    assert!(matches!(kind("<0|pass>"), ExprKind::Form { .. }));
    assert_same("{b: <0|b>|1}", "<b: <0|b>|1>");
    for text in ["G : H", "G:H", "G :H", "G : <0|1>", "G:<0|1>", "G: H", "(G): <0|1>"] {
        assert!(matches!(kind(text), ExprKind::Binary { .. }), "{text}");
    }
    assert!(parse("a: {1}").unwrap_err().message.contains("label"));
}

#[test]
fn definitions_follow_what_they_are_about() {
    assert!(matches!(kind("a where { a: <b|0>, b: <0|a> }"), ExprKind::Where { .. }));
    assert_same("a where {a:{b|0},b:<0|a>,}", "a where {\n a: <b|0>,\n b: <0|a>\n}");
    assert_same("a & b where { a: <a|> }", "(a & b) where { a: <a|> }");
    assert_same("G == a + 1 where { a: <a|> }", "G == ((a + 1) where { a: <a|> })");
    assert_same("[a where { a: <a|> }, 2]", "[(a where { a: <a|> }), 2]");
    assert_same("where where { a: <a|> }", "(where) where { a: <a|> }");
    assert_same("upon* + upon*2 - over*", "(upon*) + (upon*2) - (over*)");
    assert!(matches!(kind("upon*x"), ExprKind::Binary { op: BinaryOp::Mul, .. }));
}

fn game(text: &str) -> GameLiteral {
    match kind(text) {
        ExprKind::Game(game) => *game,
        other => panic!("{text} is {other:?}"),
    }
}

fn literal(number: Option<(i64, i64)>, ups: Option<Ups>, star: Option<i64>) -> GameLiteral {
    GameLiteral {
        number: number.map(|(over, under)| (over.into(), under.into())),
        ups,
        star: star.map(BigInt::from),
    }
}

fn ups(count: i64) -> Option<Ups> {
    Some(Ups::Multiple(count.into()))
}

#[test]
fn integers_have_any_size() {
    let long = "123456789012345678901234567890";
    assert!(matches!(kind(long), ExprKind::Integer(n) if n.to_string() == long));
    assert_eq!(parse(&"9".repeat(200_000)).unwrap_err().code.number(), "G0104");
}

#[test]
fn fractions_are_divisions() {
    assert!(matches!(kind("3/4"), ExprKind::Binary { op: BinaryOp::Div, .. }));
    assert_same("3/4", "3 / 4");
    assert_same("1/2/3", "(1/2)/3");
}

#[test]
fn stars() {
    assert_eq!(game("*"), literal(None, None, Some(1)));
    assert_eq!(game("*2"), literal(None, None, Some(2)));
    assert_eq!(game("∗2"), literal(None, None, Some(2)));
    assert_eq!(game("⋆"), literal(None, None, Some(1)));
    assert!(matches!(kind("*(n+1)"), ExprKind::Nimber(_)));
    assert!(matches!(kind("-*2"), ExprKind::Unary(UnaryOp::Neg, _)));
}

#[test]
fn ups_and_downs() {
    for (text, count) in [
        ("^", 1),
        ("^^", 2),
        ("^^^", 3),
        ("^7", 7),
        ("↑", 1),
        ("↑↑", 2),
        ("⇑", 2),
        ("⇑↑", 3),
        ("↑3", 3),
        ("v", -1),
        ("vv", -2),
        ("v3", -3),
        ("↓", -1),
        ("⇓", -2),
        ("↓↓", -2),
        ("↓12", -12),
        ("^0", 0),
    ] {
        assert_eq!(game(text), literal(None, ups(count), None), "{text}");
    }
    assert_eq!(game("^*"), literal(None, ups(1), Some(1)));
    assert_eq!(game("^3*2"), literal(None, ups(3), Some(2)));
    assert_eq!(game("v*"), literal(None, ups(-1), Some(1)));
    assert_eq!(game("⇓*4"), literal(None, ups(-2), Some(4)));
}

#[test]
fn powers_of_up() {
    let power = |n, down| Some(Ups::Power { n, down });
    let sum = |n, down| Some(Ups::PowerSum { n, down });
    for text in ["^<2>", "↑<2>", "↑²", "^²"] {
        assert_eq!(game(text), literal(None, power(2, false), None), "{text}");
    }
    for text in ["v<12>", "↓¹²"] {
        assert_eq!(game(text), literal(None, power(12, true), None), "{text}");
    }
    assert_eq!(game("^[2]"), literal(None, sum(2, false), None));
    assert_eq!(game("↑[2]*3"), literal(None, sum(2, false), Some(3)));
    assert_eq!(game("v[2]"), literal(None, sum(2, true), None));
    assert_eq!(game("3^<2>*"), literal(Some((3, 1)), power(2, false), Some(1)));
    assert!(matches!(kind("^ < 2 > v"), ExprKind::Compare { .. }));
    assert!(matches!(kind("^[n]"), ExprKind::Index { .. }));
}

#[test]
fn numbers_join_ups_and_stars_that_follow_immediately() {
    assert_eq!(game("1*"), literal(Some((1, 1)), None, Some(1)));
    assert_eq!(game("3*4"), literal(Some((3, 1)), None, Some(4)));
    assert_eq!(game("3/4^*2"), literal(Some((3, 4)), ups(1), Some(2)));
    assert_eq!(game("3/4*"), literal(Some((3, 4)), None, Some(1)));
    assert_eq!(game("2v"), literal(Some((2, 1)), ups(-1), None));
    assert_eq!(game("-2v"), literal(Some((-2, 1)), ups(-1), None));
    assert_eq!(game("-3*4"), literal(Some((-3, 1)), None, Some(4)));
    assert!(matches!(kind("- 2v"), ExprKind::Unary(UnaryOp::Neg, _)));
    assert!(matches!(kind("x -2v"), ExprKind::Binary { op: BinaryOp::Sub, .. }));
    assert_same("--2v", "-(-2v)");
    assert_same("1*2 + 3", "(1*2) + 3");
    assert_same("(1*)", "1*");
    assert_same("[1*, 1*]", "[(1*), (1*)]");
    assert_same("<1*|1*>", "<(1*)|(1*)>");
    assert_same("{1*|1*}", "<1*|1*>");
    assert_same("1*>0", "(1*) > 0");
    assert_same("1*+1", "(1*) + 1");
}

#[test]
fn a_star_before_an_operand_is_a_product() {
    for text in ["3*n", "3*(n+1)", "3*-2", "3*\"a\"", "3*[1]", "3*<0|1>", "3*{1}", "3*^", "3*±1"] {
        assert!(matches!(kind(text), ExprKind::Binary { op: BinaryOp::Mul, .. }), "{text}");
    }
    for text in ["n*2", "n *4", "f(x)*2", "(n)*2", "2 * 3", "2 *3"] {
        assert!(matches!(kind(text), ExprKind::Binary { op: BinaryOp::Mul, .. }), "{text}");
    }
    assert!(matches!(kind("2**10"), ExprKind::Binary { op: BinaryOp::Pow, .. }));
    assert!(matches!(kind("2 ** 10"), ExprKind::Binary { op: BinaryOp::Pow, .. }));
}

#[test]
fn names_that_begin_with_v_are_names() {
    for text in ["value", "v_1", "vx", "v3x", "vv_", "vé", "ν"] {
        assert!(matches!(kind(text), ExprKind::Name(_)), "{text}");
    }
}

#[test]
fn loopy_names_and_booleans() {
    use LoopyName::*;
    let all = [("on", On), ("off", Off), ("over", Over), ("under", Under), ("upon", Upon)];
    for (text, name) in all.into_iter().chain([("dud", Dud)]) {
        assert!(matches!(kind(text), ExprKind::Loopy(found, _) if found == name));
    }
    assert!(matches!(kind("over & v"), ExprKind::Binary { op: BinaryOp::Sides, .. }));
    assert!(matches!(kind("true"), ExprKind::Bool(true)));
    assert!(matches!(kind("false"), ExprKind::Bool(false)));
    assert!(matches!(kind("pass"), ExprKind::Pass));
}

#[test]
fn texts_and_their_escapes() {
    let value = |text: &str| match kind(text) {
        ExprKind::Text(value) => value.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(value(r#""""#), "");
    assert_eq!(value(r#""a // b /* c""#), "a // b /* c");
    assert_eq!(value(r#""\"\\\n\t\r\u{2191}↑""#), "\"\\\n\t\r↑↑");
}

#[test]
fn literals_that_mean_nothing() {
    for text in [
        "3.5",
        "*n",
        "^*n",
        "^*(n)",
        "2^*n",
        "^^3",
        "vv3",
        "⇑3",
        "^<0>",
        "^[99999999999]",
        "3/0*",
        r#""\q""#,
        r#""\u{d800}""#,
        r#""\u{}""#,
    ] {
        assert_eq!(parse(text).unwrap_err().code.number(), "G0104", "{text}");
    }
    let help = |text: &str| parse(text).unwrap_err().helps.join("\n");
    assert!(help("3.5").contains("7/2"));
    assert!(help("2.0").contains("write 2"));
    assert!(help("*n").contains("`*(n)`"));
    assert!(help("^*n").contains("`^ + *(n)`"));
    assert!(help("^^3").contains("`^3`"));
}

#[test]
fn a_step_follows_its_range() {
    assert_same("a..b by c", "(a..b) by c");
    assert_same("a..b + 1 by c & d", "(a..(b + 1)) by (c & d)");
    assert_same("a..b by c by d", "((a..b) by c) by d");
    assert_same("x in a..b by c", "x in ((a..b) by c)");
    assert_same("by by by", "(by) by (by)");
    assert!(matches!(kind("bystander"), ExprKind::Name(_)));
}

#[test]
fn a_side_with_generators_is_a_list_of_options() {
    for (typed, meant) in [
        ("<x for x in s|y>", "<[x for x in s]|y>"),
        ("<a|x + 1 for x in s if x != a>", "<a|[x + 1 for x in s if x != a]>"),
        ("{x for x in s | y for y in t if y < x}", "<[x for x in s]|[y for y in t if y < x]>"),
        ("{a, b | y for y in t}", "<a, b|[y for y in t]>"),
        ("<x for x in s||a|b>", "<[x for x in s]|<a|b>>"),
        (
            "<a|b||x for (x, y) in s if x ⧏ y and not x >= 0>",
            "<<a|b>|[x for (x, y) in s if (x <| y) and not (x >= 0)]>",
        ),
        ("<x for x in 0..n by 2|>", "<[x for x in (0..n) by 2]|>"),
        ("<x for x in s for y in x if (x < y)|>", "<[x for x in s for y in x if x < y]|>"),
        ("<x for x in <a|b>.left_options|>", "<[x for x in (<a|b>).left_options]|>"),
        ("±<x for x in s>", "±<[x for x in s]>"),
        ("*[x for x in s if x < 3]", "*[[x for x in s if x < 3]]"),
        ("a: <x for x in s||a|*>", "a: <[x for x in s]||a|*>"),
    ] {
        assert_same(typed, meant);
    }
    assert!(matches!(kind("{x for x in s if x || 0}"), ExprKind::Comprehension { .. }));
}
