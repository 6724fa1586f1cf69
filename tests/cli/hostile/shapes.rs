//! Shapes of hostile inputs: what is repeated, numbered, or asked for.

use proptest::prelude::*;

/// Pieces to repeat: `before`, then as often as fits `piece`, then `after`.
pub(super) const REPEATED: &[(&str, &str, &str)] = &[
    ("[", "1,", "1]"),
    ("[", "x,", "1]"),
    ("", "1\n", ""),
    ("", "1;", ""),
    ("", "x:=1\n", ""),
    ("", "1+", "1"),
    ("", "- ", "1"),
    ("", "not ", "true"),
    ("", "x", ""),
    ("", "canonical", ""),
    ("", "é", ""),
    ("", "↑", ""),
    ("", "↑+", "0"),
    ("", "7", ""),
    ("\"", "a", "\""),
    ("\"", "\\n", "\""),
    ("\"", "a", ""),
    ("", "(", ""),
    ("", "[", ""),
    ("", "{", ""),
    ("", "<", ""),
    ("", "((((((((((1))))))))))\n", ""),
    ("", "<1|1>+", "0"),
    ("<", "1,", "1|2>"),
    ("<1", "|", "2>"),
    ("<", "1|", "2>"),
    ("", "//\n", "1"),
    ("", "/**/", "1"),
    ("/*", "a", ""),
    ("", ";", ""),
    ("", "\n", "1"),
    ("", " ", "1"),
    ("", "game A(n: heap) { move n-1 }\n", ""),
    ("game A(n: heap) { ", "move n-1\n", "}"),
    ("game A(n: heap) { move n-1", ";n-1", "}"),
    ("game A(b: strip of \".x\") { move \"", "x", "\" -> \".\" }\nA(\"xx\")"),
    ("game A(b: strip of \".xy\") { move \"x\"->\"y\"", " then \"x\"->\"y\"", "}"),
    ("game A(b: strip of \".xy\") { draw_as {", "\"x\":\"y\",", "} }"),
    ("game A(n) { move n-1\n", "left wins if n==0\n", "}"),
    ("outcome(Clobber(\"", "xo", "\"))"),
    ("outcome(Clobber(\"", "xo|", "xo\"))"),
    ("canonical(Domineering(\"", ".", "\"))"),
    ("", "x->", "1"),
    ("", "(x,y)->", "1"),
    ("[x ", "for x in 1..2 ", "]"),
    ("[", "x ", " for x in 1..10]"),
    ("", "if true then 1 else ", "1"),
    ("", "if true {", ""),
    ("", "9**", "9"),
    ("code(\"0.", "7", "\")"),
    ("nimber(code(\"0.", "7", "\")(100))"),
    ("max(", "1,", "1)"),
    ("x", "[1]", ""),
    ("x", "()", ""),
    ("1", ".abs", ""),
    ("", "1<", "2"),
    ("", "1==", "2"),
    ("4", "¹", ""),
    ("", "^", ""),
    ("", "v", " "),
    ("", "*", ""),
    ("", "±", "1"),
    ("", "1:", "1"),
    ("", "x|>", "1"),
    ("", "check 1==1\n", ""),
    ("", "check 1==2\n", ""),
    ("", "exercise \"a\" { check 1==2 }\n", ""),
    ("", "check 1==2;", ""),
    ("game A(n: heap) { move 1", ";1", "}"),
    ("game A(n: heap) { move 1", " if 1", "}"),
    ("[1,", "1,", "@]"),
    ("if true { ", "return;", "}"),
    ("", "use \"nothing\"\n", ""),
    ("#!", "x", ""),
    ("Nim(", "1,", "1).nimber"),
    ("", "/// abc\n", "f(x):=x"),
    ("f(", "a,", "b) := 1"),
    ("fn f() {", "1\n", "}"),
    ("", "1 +* )\n", ""),
    ("", ") ] } @ # $", ""),
    ("", "1 1 ", ""),
    ("", "@", ""),
    ("", "1\0", ""),
    ("x:=\"", "ab", "\"\nwhile true { x := x + x }"),
    ("x := \"a\"; for i in 1..10 { x := x + x }\n", "x\n", ""),
];

/// Pieces with a number in them, which makes each different.
pub(super) const COUNTED: &[(&str, &str, &str)] = &[
    ("", "game A#(n: heap) { move n-1 }\n", ""),
    ("", "canonica#(1)\n", ""),
    ("", "abc# := 1\n", "abd5"),
    ("{", "#: #,", "0: 0}"),
    ("{", "#,", "0}"),
    ("f(", "a#,", "b) := 1"),
    ("(", "a#,", "b) := 1"),
    ("fn f() {", "a#:=1\n", "}"),
    ("a where {", "a#: <0|pass>,", "a: <0|pass>}"),
    ("canonical(Hackenbush(\"", "#-1:b,", "1-0:b\"))"),
    ("graph(\"", "#-0,", "1-0\")"),
];

/// Pieces that nest: `before` and `after` so often, around `1` or around what does not parse. What
/// is read twice at each level takes exponential time.
pub(super) const NESTED: &[(&str, &str)] = &[
    ("*[", "]==1"),
    ("x.a(", ")"),
    ("±x(", ")"),
    ("x->1+(", ")"),
    ("(x,y)->1/(", ")"),
    ("if a then 1 else 1/(", ")"),
    ("if c {game A(n) { left wins if ", "}}"),
    ("if c {game A(n) { move \"a\"->\"b\" gain ", "}}"),
    ("if c {f(a=", ") := 1}"),
    ("if c {f(a) := ", "}"),
    ("a: <", "|>"),
    ("a: {", "|}"),
    ("a where {b: (", ")}"),
    ("[1 for x in ", "]"),
    ("{1:", "}"),
    ("<(x->1)+(", "|>"),
    ("(a,(b,", ")):=1"),
    ("explain(", ")"),
];

/// Rules that can be laid in very many ways, for Left and for Right; `#` is some `x`.
pub(super) const LAID: &[(&str, &str)] = &[
    ("\"?~o?~#\" -> \"?~.?~#\"", "\"[.x]~o[.x]~.#\" -> \"?~.?~x#\""),
    ("\"?~o?~#\" -> \"?~.?~#\" any direction", "\"x~.#\" -> \"?~o#\" any direction"),
    ("\"?~o?~x#\" -> \"?~.?~?#\"", "\"?~[xo]?~.#\" -> \"?~x?~.#\""),
];

/// Statements of many lines that do not end.
pub(super) const UNFINISHED: &[(&str, &str, &str)] = &[
    ("(", "1,\n", ""),
    ("<", "1,\n", ""),
    ("", "1+\n", ""),
    ("", "x->\n", ""),
    ("/*", "\n", ""),
    ("fn f() {", "x := 1\n", ""),
    ("<", "()\n,(\n),", ""),
];

/// Short texts that ask for much.
pub(super) const DEMANDING: &[&str] = &[
    "10**10**6 % 7",
    "7**10**9 % (10**9 + 7)",
    "3**10**5 % 7**10**5",
    "x := 3**5000000\nx % 7\nx % (7**2000000)",
    "x := 3**5000000\nx / 7**2000000",
    "x := 3**5000000\n7 / x",
    "10**-1000000",
    "(3/7)**2000000",
    "x := 3**90000\nwhile true { y := x / 7**50000 }",
    "x := 3\nwhile true { x := x * x }",
    "x := 3**1000000\nwhile true { y := x * x }",
    "nim_product(3**5000000, 7**2500000)",
    "gcd(3**5000000, 7**2500000)",
    "nim_sum(3**5000000, 7**2500000)",
    "*(3**5000000)",
    "*(-3**5000000)",
    "[1, 2][3**5000000]",
    "2**(1/3**90000)",
    "f(x) := f(x + 1) + 1\nf(1)",
    "[x for x in 1..10**12]",
    "x := 0\nfor i in 1..10**12 { x := x + i }",
    "while true { 1 }",
    "canonical(Domineering(9, 9))",
    "nimber(Kayles(10**15))",
    "game A(a, b) { move (a - 1, b) for i in 1..10**5 for j in 1..10**5 for k in 1..0-a }\nnimber(A(1, 1))",
    "game A(a, b) { move (a - 1, b) for i in 1..64 for j in 1..64 for k in 1..64 for l in 1..64 for m in 1..64 if i > 99 }\n\
     nimber(A(1, 1))",
    "game A(a) { move [0 for i in 1..64 for j in 1..64 for k in 1..64 for l in 1..64 for m in 1..64 for n in 1..0] }\n\
     nimber(A([1]))",
    "nimber(Wythoff(10**6, 10**6))",
    "day(5)",
    "x := [1]\nwhile true { x := x + x }",
    "x := [1]\nwhile true { x := [x, x] }",
    "x := \"a\"\nwhile true { x := x + x }",
    "x := \"a\"\nfor i in 1..26 { x := x + x }\nx",
    "x := \"\\n\"\nfor i in 1..25 { x := x + x }\nx",
    "x := [1]\nfor i in 1..22 { x := x + x }\nx",
    "x := 7**100000\n[x for i in 1..10000]",
];

/// Pieces nested to a depth, around `core`; not closed when `open`.
pub(super) fn nested(
    (before, after): (&str, &str),
    depth: usize,
    core: &str,
    open: bool,
) -> String {
    let after = if open { String::new() } else { after.repeat(depth) };
    format!("{}{core}{after}", before.repeat(depth))
}

/// Who wins under many rules on a strip of 119 cells, or on a square of 11 by 11.
pub(super) fn laid((left, right): (&str, &str), rules: usize) -> String {
    let turned = left.contains("direction");
    let rule = |number: usize| {
        let more = "x".repeat(number);
        format!("left {}\nright {}\n", left.replace('#', &more), right.replace('#', &more))
    };
    let rules: String = (1..=rules).map(rule).collect();
    let (shape, board) = match turned {
        true => ("grid", ["x.oxo..xoo."; 11].join("|")),
        false => ("strip", "x.oxo..".repeat(17)),
    };
    format!("game A(b: {shape} of \".xo\") {{\n{rules}}}\noutcome(A(\"{board}\"))")
}

/// Pieces repeated up to a length.
pub(super) fn repeated((before, piece, after): (&str, &str, &str), bytes: usize) -> String {
    let room = bytes.saturating_sub(before.len() + after.len());
    format!("{before}{}{after}", piece.repeat(room / piece.len()))
}

/// Numbered pieces up to a length.
pub(super) fn counted((before, piece, after): (&str, &str, &str), bytes: usize) -> String {
    let mut text = before.to_owned();
    for number in 2usize.. {
        if text.len() + piece.len() + 12 + after.len() > bytes {
            break;
        }
        text.push_str(&piece.replace('#', &number.to_string()));
    }
    text + after
}

/// An input: a text from the lists, or two of them one in the other, perhaps damaged.
pub(super) fn input(bytes: usize) -> impl Strategy<Value = Vec<u8>> {
    let long = prop_oneof![
        6 => prop::sample::select(REPEATED).prop_map(move |shape| repeated(shape, bytes)),
        2 => prop::sample::select(COUNTED).prop_map(move |shape| counted(shape, bytes)),
        2 => prop::sample::select(DEMANDING).prop_map(str::to_owned),
        1 => (prop::sample::select(LAID), 1..30usize).prop_map(|(rules, many)| laid(rules, many)),
        3 => (
            prop::collection::vec(prop::sample::select(NESTED), 1..4),
            prop::sample::select(&["1", "@", "x", "1 2", ""][..]),
            20..150usize,
            any::<bool>(),
        )
            .prop_map(|(pieces, core, depth, open)| {
                let before: String = pieces.iter().map(|piece| piece.0).collect();
                let after: String = pieces.iter().rev().map(|piece| piece.1).collect();
                nested((&before, &after), depth / pieces.len(), core, open)
            }),
        3 => (
            prop::sample::select(REPEATED),
            prop::sample::select(REPEATED),
            50..2000usize,
        )
            .prop_map(move |(outer, inner, length)| {
                let piece = repeated(inner, length).replace('\n', " ");
                repeated((outer.0, &piece, outer.2), bytes)
            }),
        1 => (
            prop::sample::select(REPEATED),
            prop::sample::select(REPEATED),
        )
            .prop_map(move |(first, second)| {
                repeated(first, bytes / 2) + "\n" + &repeated(second, bytes / 2)
            }),
    ];
    let damage = prop::option::weighted(0.3, (any::<prop::sample::Index>(), any::<u8>()));
    (long, damage).prop_map(|(text, damage)| {
        let mut text = text.into_bytes();
        if let (Some((place, byte)), false) = (damage, text.is_empty()) {
            let place = place.index(text.len());
            text[place] = byte;
        }
        text
    })
}
