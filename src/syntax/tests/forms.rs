//! Forms, switches, slash notation and labels.

use super::*;

/// How many options a form has on each side.
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
