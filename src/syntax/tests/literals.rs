//! Numbers, games and texts.

use num_bigint::BigInt;

use super::super::ast::{BinaryOp, GameLiteral, LoopyName, UnaryOp, Ups};
use super::*;

fn game(text: &str) -> GameLiteral {
    match kind(text) {
        ExprKind::Game(game) => game,
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
