//! Random values of every kind, as they can be typed.

use proptest::prelude::*;

/// A game literal, as it can be typed.
fn literal() -> impl Strategy<Value = String> {
    prop_oneof![
        (-40i32..40, 0u32..4).prop_map(|(n, e)| format!("({n}/{})", 1 << e)),
        (0u32..9).prop_map(|n| format!("*{n}")),
        (-4i32..5).prop_map(|n| format!("({n} * ^)")),
        (1u32..4, 0u32..4).prop_map(|(n, star)| format!("(^{n}*{star})")),
        (1u32..5).prop_map(|n| format!("^<{n}>")),
        (1u32..5).prop_map(|n| format!("v[{n}]")),
        (-3i32..4, 1u32..5, 0u32..4).prop_map(|(k, n, m)| format!("({k} * ^<{n}> + *{m})")),
        (1u32..4).prop_map(|n| format!("tiny({n})")),
        (1u32..4).prop_map(|n| format!("±{n}")),
        (-3i32..4, 1u32..4).prop_map(|(n, star)| format!("{n}v2*{star}")),
    ]
}

/// Games: brackets of games, and sums of them.
pub(super) fn game() -> impl Strategy<Value = String> {
    literal().prop_recursive(3, 12, 3, |inner| {
        let side = proptest::collection::vec(inner.clone(), 0..3).prop_map(|side| side.join(", "));
        prop_oneof![
            3 => (side.clone(), side).prop_map(|(left, right)| format!("<{left} | {right}>")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            1 => inner.clone().prop_map(|a| format!("±({a})")),
            1 => inner.prop_map(|a| format!("-({a})")),
        ]
    })
}

/// Impartial forms as typed.
fn impartial() -> impl Strategy<Value = String> {
    (0u32..4).prop_map(|n| format!("*{n}")).prop_recursive(3, 8, 3, |inner| {
        proptest::collection::vec(inner, 0..3).prop_map(|form| format!("*[{}]", form.join(", ")))
    })
}

/// Sums of powers of omega, whose exponents are such sums.
pub(super) fn surreal() -> impl Strategy<Value = String> {
    let leaf = (-9i64..10, 1i64..4).prop_map(|(n, d)| format!("({n}/{d})"));
    leaf.prop_recursive(3, 12, 3, |inner| {
        let term = (-5i64..6, 1i64..4, inner)
            .prop_map(|(n, d, exponent)| format!("{n}/{d} * omega**{exponent}"));
        proptest::collection::vec(term, 1..4).prop_map(|terms| format!("({})", terms.join(" + ")))
    })
}

/// Loopy games with names, and multiples of some.
fn loopy_name() -> impl Strategy<Value = String> {
    let names = ["on", "off", "over", "under", "upon", "dud", "upon*", "-upon", "-upon*"];
    let named = proptest::sample::select(names.to_vec()).prop_map(str::to_owned);
    prop_oneof![
        4 => named,
        1 => proptest::sample::select(vec!["on", "over", "upon"]).prop_map(|of| format!("tiny({of})")),
        1 => proptest::sample::select(vec!["on", "over"]).prop_map(|of| format!("-tiny({of})")),
        1 => (-6i32..7).prop_map(|n| format!("{n} * upon")),
        1 => (-9i32..9).prop_map(|n| format!("({n}/4 + over)")),
    ]
}

/// A bracket of a graph of three to five, by their labels; some refer to named games.
fn loopy_graph() -> impl Strategy<Value = String> {
    let option = prop_oneof![
        6 => (0usize..5).prop_map(|label| format!("n{label}")),
        3 => proptest::sample::select(vec!["0", "1", "-1", "*", "^", "1/2", "±1"]).prop_map(str::to_owned),
        1 => loopy_name().prop_map(|name| format!("({name})")),
        1 => Just("pass".to_owned()),
    ];
    let side = proptest::collection::vec(option, 0..3).prop_map(|side| side.join(", "));
    proptest::collection::vec((side.clone(), side), 5).prop_map(|graph| {
        let bracket =
            |(at, (left, right)): (usize, &(String, String))| format!("n{at}: <{left} | {right}>");
        let definitions: Vec<String> = graph.iter().enumerate().map(bracket).collect();
        format!("(n0 where {{ {} }})", definitions.join(", "))
    })
}

/// Loopy games of any kind: values, sums, sides, and brackets as typed.
pub(super) fn loopy() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => loopy_name(),
        6 => loopy_graph(),
        2 => loopy_graph().prop_map(|game| format!("form({game})")),
        1 => (loopy_graph(), loopy_name()).prop_map(|(a, b)| format!("{a} - ({b})")),
        1 => loopy_graph().prop_map(|game| format!("[onside({game}), (offside({game}), 1)]")),
    ]
}

/// Functions with a name and without, with and without values that they took along.
pub(super) fn function() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::sample::select(vec![
            "twice",
            "nimber",
            "max",
            "selective",
            "(x -> x * x)",
            "((x, y) -> [x, y, \"\\\"\"])",
            "(x -> y -> x - y)",
            "(x -> if x > 0 then <x|0> else {x: [k for k in 1..x]})",
        ])
        .prop_map(str::to_owned),
        bracket().prop_map(|of| format!("adder({of})")),
        (bracket(), loopy()).prop_map(|(a, b)| format!("pair({a}, [{b}, x -> x])")),
        (1u32..4).prop_map(|n| format!("[x -> x + k for k in 1..{n}]")),
        game().prop_map(|of| format!("(x -> y -> adder(x))({of})")),
    ]
}

/// Brackets, as typed or standing for their value.
fn bracket() -> impl Strategy<Value = String> {
    prop_oneof![
        game(),
        game().prop_map(|game| format!("form({game})")),
        loopy_graph(),
        loopy_graph().prop_map(|game| format!("form({game})")),
        impartial(),
        (game(), game()).prop_map(|(a, b)| format!("<form(<{a}|{b}>)|{b}>")),
    ]
}

/// Parameters of families: values, and lists, sets and maps of them.
pub(super) fn parameter() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => bracket(),
        2 => function(),
        1 => loopy(),
        1 => surreal(),
        1 => text(),
        1 => ruleset(Just("<*|*>".to_owned())),
        1 => Just("cycle(3).with({1: \"x\"})".to_owned()),
        1 => Just("(Nim(2) - Kayles(3))".to_owned()),
        1 => Just("genus(Kayles(5))".to_owned()),
        1 => Just("thermograph(<3|1>)".to_owned()),
    ];
    (leaf.clone(), leaf, 0..6).prop_map(|(a, b, how)| match how {
        0 => format!("[{a}, {b}]"),
        1 => format!("({a}, [{b}])"),
        2 => format!("{{\"key\": {a}, 2: {b}}}"),
        3 => format!("set([{a}])"),
        _ => a,
    })
}

/// Rulesets with and without parameters, and families of them.
pub(super) fn ruleset(parameter: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (parameter, 0u32..9).prop_map(|(of, how)| match how {
        0 => "Nim".to_owned(),
        1 => "Any".to_owned(),
        2 => "Any(<*|*>)".to_owned(),
        3 => format!("impartial(Any({of}))"),
        4 => format!("Any(0, {of})"),
        5 => "Cells(\"x.|..\")".to_owned(),
        _ => format!("Any({of})"),
    })
}

fn text() -> impl Strategy<Value = String> {
    let symbol = prop_oneof![
        6 => proptest::char::range(' ', '~').prop_map(|symbol| match symbol {
            '"' | '\\' => format!("\\{symbol}"),
            other => other.to_string(),
        }),
        1 => proptest::sample::select(vec!["\\n", "\\t", "\\r", "\\u{1b}", "\\u{7f}", "\\u{2191}"])
            .prop_map(str::to_owned),
        1 => proptest::char::range('\u{a1}', '\u{2fff}').prop_map(String::from),
    ];
    proptest::collection::vec(symbol, 0..9).prop_map(|text| format!("\"{}\"", text.concat()))
}

/// Values whose names are sums.
fn named_as_sum() -> impl Strategy<Value = String> {
    let up = (-3i64..4, -2i64..3, -2i64..3, -2i64..3, 0u32..4)
        .prop_map(|(n, a, b, c, d)| format!("{n}/2 + {a} * ^ + {b} * ^<2> + {c} * ^<3> + *{d}"));
    let stopper = proptest::sample::select(vec!["over", "under", "upon", "upon*", "-upon"]);
    prop_oneof![up, (-3i64..4, stopper).prop_map(|(n, stopper)| format!("{n}/2 + {stopper}"))]
}

/// Pictures, tables and explanations, which print as they were typed where they stand in others.
pub(crate) fn shown() -> impl Strategy<Value = String> {
    prop_oneof![
        game().prop_map(|game| format!("[explain({game})]")),
        named_as_sum().prop_map(|sum| {
            format!(
                "[[explain(x), explain(-x), explain(x > 0), explain(mean(x))] for x in [{sum}]]"
            )
        }),
        game().prop_map(|game| format!("tree({game}, 2)")),
        game().prop_map(|game| format!("[tree(form({game}), 1)]")),
        loopy_graph().prop_map(|game| format!("tree(form({game}), 1)")),
        game().prop_map(|game| format!("plot({game})")),
        (text(), game()).prop_map(|(a, b)| format!("table([[{a}, {b}], [{b}, 1]], [{a}, 2])")),
        Just("[draw(Domineering(\".#|..\")), draw(Nim(3, 2))]".to_owned()),
        Just("[draw(path(3)), draw(Hackenbush(stalk(\"brg\")))]".to_owned()),
    ]
}

/// Values of any kind.
pub(crate) fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => game(),
        2 => (-1000i64..1000, 1i64..30).prop_map(|(n, d)| format!("{n}/{d}")),
        1 => game().prop_map(|game| format!("form({game})")),
        1 => surreal(),
        1 => loopy(),
        1 => proptest::collection::vec(0u32..20, 0..4)
            .prop_map(|set| format!("infinity({})", set.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))),
        1 => game().prop_map(|game| format!("thermograph({game})")),
        1 => game().prop_map(|game| format!("confusion_interval({game})")),
        1 => text(),
        1 => function(),
        1 => bracket(),
        1 => ruleset(parameter()),
        1 => (parameter(), 0u32..4).prop_map(|(of, n)| format!("Any({of})({n}) - Any(1, {of})({n})")),
        1 => (parameter(), 0u32..4).prop_map(|(of, n)| format!("Kept({n}, {of})")),
        1 => shown(),
        1 => Just("[board(Clobber(\"xo|.x\")), group(Clobber(\"xo|xx\"), (1, 1))]".to_owned()),
        1 => proptest::sample::select(vec!["N_hat", "D", "(Left, Right)", "omega", "{:}", "set([])", "()", "(1,)"])
            .prop_map(str::to_owned),
        1 => (1u32..9, 1u32..9).prop_map(|(a, b)| format!("Nim({a}, {b})")),
        1 => "[.#]{3}".prop_map(|row| format!("Domineering(\"{row}|...\")")),
        1 => (1u32..5, 1u32..5).prop_map(|(a, b)| format!("Wythoff({a}, {b}) - Kayles({a}) + ^")),
        1 => (0u32..5, 1u32..9).prop_map(|(a, b)| format!("Subtraction([1, {b}])({a})")),
        1 => "[bgr]{1,4}".prop_map(|s| format!("Hackenbush(stalk({s:?})) - Twins(2, 3)")),
        1 => (1u32..5, "[TH]{1,4}").prop_map(|(n, row)| format!("(path({n}), Ruler({row:?}))")),
        1 => (1u32..4).prop_map(|n| format!("GraphCol(cycle({n}).with({{1: \"x\"}}))")),
        1 => (1u32..4).prop_map(|n| format!("[TokenGame(\"1>2, 2>3\")({n}), digraph(\"{n}>2:x\")]")),
        1 => (1u32..6, 0u32..5).prop_map(|(a, b)| format!("misere(Kayles({a}) - Nim({b}, 2) + *{b})")),
        1 => (1u32..7).prop_map(|n| format!("[canonical(misere(Kayles({n}))), genus(Kayles({n}))]")),
        1 => impartial().prop_map(|form| format!("[{form}, misere({form}), mate({form})]")),
        1 => game().prop_map(|game| format!("misere(canonical({game}))")),
        // A sum in a bracket has no meaning in misère play.
        1 => (-4i32..5, 0u32..5)
            .prop_map(|(n, k)| format!("misere(form(<{n}, *[*{k}] | {n}, <{n}|*{k}>>)) + misere(<{n}|>)")),
        1 => "[.#]{3}".prop_map(|row| format!("impartial(Domineering)({row:?})")),
        1 => prop_oneof![Just("true"), Just("L"), Just("Right"), Just("2..5"), Just("[]")]
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(2, 10, 3, |inner| {
        let items = proptest::collection::vec(inner.clone(), 0..4).prop_map(|i| i.join(", "));
        prop_oneof![
            items.clone().prop_map(|items| format!("[{items}]")),
            items.prop_map(|items| format!("set([{items}])")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}, {b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("{{({a}): {b}}}")),
        ]
    })
}
