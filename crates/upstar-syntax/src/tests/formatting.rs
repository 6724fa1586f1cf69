//! Formatting keeps the tree and the comments, and changes nothing the second time.

use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::{arbitrary, *};
use crate::diagnostic::{Code, Unlimited};
use crate::length::{cases, properties};

/// A program formatted, or the error that it has.
fn formatted(text: &str) -> Result<String, Diagnostic> {
    format(SourceMap::default().add("test", text), text, &Unlimited)
}

/// The comments of a text in their order, without blanks at the ends of their lines.
fn comments(text: &str) -> Vec<String> {
    let all = tokens(text).into_iter().filter(|token| token.kind == TokenKind::Comment);
    all.map(|token| &text[token.range])
        .map(|comment| {
            comment
                .split('\n')
                .map(|line| line.trim_end_matches('\r'))
                .collect::<Vec<_>>()
                .join("\n")
        })
        .map(|comment| comment.trim_end().to_owned())
        .collect()
}

/// Returns what is wrong with the formatting of a program that parses.
fn wrong(text: &str) -> Option<String> {
    let once = match formatted(text) {
        Ok(once) => once,
        Err(error) => return Some(format!("{text}\nis refused: {error:#?}")),
    };
    let Ok(back) = parse(&once) else {
        return Some(format!("{text}\nbecomes what does not parse:\n{once}"));
    };
    if shape(&tree(text)) != shape(&back) {
        return Some(format!("{text}\nhas another tree when it is\n{once}"));
    }
    if comments(text) != comments(&once) {
        return Some(format!("{text}\nhas other comments than\n{once}"));
    }
    let twice = formatted(&once);
    if twice.as_ref().ok() != Some(&once) {
        return Some(format!("{text}\nbecomes\n{once}\nand then\n{}", twice.unwrap_or_default()));
    }
    let blank = |line: &str| line.ends_with([' ', '\t']) && !text.contains("/*");
    if once.lines().any(blank) || once.contains("\n\n\n") && !text.contains("/*") {
        return Some(format!("{text}\nhas needless blanks when it is\n{once}"));
    }
    (!once.is_empty() && !once.ends_with('\n')).then(|| format!("{text}\nhas no end"))
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(formatted(text).unwrap(), expected);
    assert_eq!(wrong(text), None);
}

/// A source of numbers that look random (Knuth's MMIX generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// Texts that are inserted between two tokens.
const GAPS: &[&str] = &[
    "",
    "",
    " ",
    " ",
    "   ",
    "\t",
    "\n",
    "\n",
    "\n\n",
    "\n\n\n\n",
    "\n    ",
    "  // c\n",
    "//= c\n",
    " //! c \n",
    "/// d\n",
    "\n/// d\n",
    "\n// e\n",
    "/* c */",
    " /* c */ ",
    "/* c\n  // d */",
    "\n/// d\n\n",
    ";",
    " ; ",
    ";;",
    "\n;\n",
    ";\n",
    "; // c\n",
    "\r\n",
    "\r",
    " \r ",
    "\r\r\n",
    "/* c\r\r\n d */",
    "\u{a0}",
    " \u{a0}",
    "\n/// d\n\u{a0}",
    "//",
    "\n/* c */\n",
    ",",
    "\n, ",
];

/// The text with other blanks, line breaks, comments and `;` between its tokens, as far as it parses.
fn disarranged(text: &str, dice: &mut Dice, changes: usize) -> String {
    let mut text = text.to_owned();
    for _ in 0..changes {
        let ranges: Vec<_> = tokens(&text).into_iter().map(|token| token.range).collect();
        if ranges.is_empty() {
            break;
        }
        // A blank in place of the gap after a token, or before it.
        let range = ranges[dice.roll(ranges.len())].clone();
        let blank = text[range.clone()].trim().is_empty();
        let gap = GAPS[dice.roll(GAPS.len())];
        let place = if blank { range } else { range.end..range.end };
        let other = [&text[..place.start], gap, &text[place.end..]].concat();
        if parse(&other).is_ok() {
            text = other;
        }
    }
    text
}

proptest! {
    // Shrinking takes long: texts are disarranged anew.
    #![proptest_config(ProptestConfig { max_shrink_iters: 100, ..properties(250) })]

    #[test]
    fn random_programs_are_formatted(
        text in arbitrary::program().prop_map(|program| print::program(&program)),
        seed: u64,
    ) {
        prop_assert_eq!(wrong(&text), None);
        let mut dice = Dice(seed);
        for changes in [5, 20, 40] {
            let text = disarranged(&text, &mut dice, changes);
            prop_assert_eq!(wrong(&text), None);
        }
    }
}

/// The programs of the project.
#[expect(clippy::disallowed_methods, reason = "tests read files")]
fn programs() -> Vec<(PathBuf, String)> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut waiting: Vec<PathBuf> =
        ["stdlib", "examples", "tests/suite", "benches"].map(|folder| root.join(folder)).into();
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).unwrap();
            waiting.extend(entries.map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "game") {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found.sort();
    found
}

#[test]
fn programs_of_the_project_are_formatted_however_they_are_disarranged() {
    let mut wrongs = Vec::new();
    for (at, (path, text)) in programs().iter().enumerate() {
        if parse(text).is_err() {
            assert!(formatted(text).is_err(), "{}", path.display());
            continue;
        }
        wrongs.extend(wrong(text));
        let mut dice = Dice(at as u64);
        for _ in 0..cases(1) {
            wrongs.extend(wrong(&disarranged(text, &mut dice, 15)));
        }
    }
    let shortest = wrongs.iter().min_by_key(|wrong| wrong.len());
    assert!(wrongs.is_empty(), "{}\n\n{} in all", shortest.unwrap(), wrongs.len());
}

#[test]
fn blanks_are_those_of_books() {
    for (text, expected) in [
        ("x:=1+2*-y", "x := 1 + 2 * -y"),
        ("f( x ,y )[ 1 ].g( )", "f(x, y)[1].g()"),
        ("[ n*n for n in 1 .. 2*n - 1 ]", "[n * n for n in 1..2*n-1]"),
        ("1..3 * 4", "1..3 * 4"),
        ("2 ** n ** -1 - 2** *2", "2**n**-1 - 2 ** *2"),
        ("< 0 , * | 1 > || {1|2 , 3}", "<0,*|1> || {1|2,3}"),
        ("<1 || | 2>", "<1|| |2>"),
        ("{ 1,2 } == { : }", "{1, 2} == {:}"),
        ("{ a :1, b: <0|1>, c : <0|1> }", "{a: 1, b: <0|1>, c: <0|1>}"),
        ("{a :<0|1>|2}", "{a : <0|1>|2}"),
        ("a:  <0|a>", "a: <0|a>"),
        ("- 2v+ -2v + - 2", "- 2v + -2v + -2"),
        ("1 / 2:1/2", "1 / 2 : 1/2"),
        ("x not   in y", "x not in y"),
        ("*( n )+*[ 0 , 1 ]", "*(n) + *[0,1]"),
        ("a where {a:<0|b>,b:<0|a>}", "a where { a: <0|b>, b: <0|a> }"),
        ("( a , )", "(a,)"),
        ("x->(a,b)->a", "x -> (a, b) -> a"),
        ("check f(x)==?", "check f(x) == ?"),
        (
            "game G(k)(b:grid of\".x\",n=2){left wins if x;draw_as{\".\":\"·\"}}",
            "game G(k)(b: grid of \".x\", n = 2) { left wins if x; draw_as {\".\": \"·\"} }",
        ),
    ] {
        check(text, &format!("{expected}\n"));
    }
}

#[test]
fn lines_end_where_the_author_has_ended_them() {
    check("x := [1,\n2,\n  3]\n", "x := [1,\n      2,\n      3]\n");
    check("x := [\n1,2,\n  3\n]", "x := [\n  1, 2,\n  3\n]\n");
    check("x := f(1, // a\n2 // b\n, 3)", "x := f(1,  // a\n       2,  // b\n       3)\n");
    check("\n\n\na\n\n\n\nb\n\n", "a\n\nb\n");
    check("x :=\n1 +\n2", "x :=\n  1 +\n  2\n");
    check("a;b;;c;\n;d\n", "a; b; c;\nd\n");
    check("if a{b}\nelse{c;d}", "if a { b } else { c; d }\n");
    check("fn f(x){for y in x{y};x}", "fn f(x) {\n  for y in x { y }\n  x\n}\n");
    let branches = "if a {\n  b\n} else if c {\n  d\n} else {\n  e\n}\n";
    check("if a {b} else if c{\nd} else {e}", branches);
    check("if a {\nb} else if c{d}\nelse {e}", branches);
    check("fn f(){\n\na;b\n\n}", "fn f() {\n  a; b\n}\n");
    check("fn f() {}\nfn g() {\n}", "fn f() {}\nfn g() {}\n");
    check("#!/usr/bin/upstar\n1+1", "#!/usr/bin/upstar\n1 + 1\n");
    check("a\r\n// b\r\n", "a\r\n// b\r\n");
    check("", "");
    check(" \n;\n", "");
}

#[test]
fn all_blanks_of_the_grammar_are_blanks_in_phrases() {
    for blank in [" ", "\t", "\u{a0}", "\r", " \u{a0}\t", "\u{a0}\u{a0}"] {
        let text = "game G(b: grid of \".x\") { left wins if b; right \"x\" -> \".\" any direction; play misere }\n\
                    game T(n: heap) { left n - 1; left - 2 for all in n; right n for all }\nx not in y\n";
        check(&text.replace(' ', blank), text);
    }
}

/// Whether a word such as `left` after `;` begins a clause or is an expression depends on what follows it.
#[test]
fn words_of_clauses_stay_what_they_are() {
    let starts = ["left", "move", "score", "parts", "start"];
    let follows = [
        "",
        " *",
        "*",
        " * ",
        "\n*",
        "\n5",
        " // c\n",
        " // c\n5",
        " /* c */",
        "/* c */ * /* d */",
        " /* c */ - 2v",
        " -/* c */1",
        " - 2v",
        " -2v",
        "\u{a0}- 2v",
        " - 1",
        " .. 2",
        "(1)",
        " (1)",
        "[1]",
        " [1]",
        ".f",
        " *// c\n",
        " * // c\n",
        " *, 2",
        " * , 2",
        "; // c\n wins if n == 0",
        " + 1 for all",
        "\t* 2",
        " *2",
    ];
    let mut count = 0;
    for start in starts {
        for follow in follows {
            for (before, after) in [
                (";", ""),
                (";;", ""),
                (";;", " "),
                ("; ;\n", "; 1"),
                (";", "\n"),
                ("\n", "; left 3"),
            ] {
                let text = format!("game G(n) {{ move n - 1{before} {start}{follow}{after}}}\n");
                if parse(&text).is_ok() {
                    assert_eq!(wrong(&text), None);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn lone_carriage_returns_are_blanks_and_line_ends_stay_what_they_are() {
    check("a +\rb\r\r\n", "a + b\r\n");
    check("#!upstar\r\r\n1\r\n", "#!upstar\r\n1\r\n");
    check("#!upstar \r\n1", "#!upstar\r\n1\r\n");
    check("a\n/* b\r\r\n c\rd */\r\n", "a\n/* b\n c\rd */\n");
    check("a\r\n/* b\r\r\n c */\n", "a\r\n/* b\r\n c */\r\n");
    check("// a\rb\n", "// a\rb\n");
}

#[test]
fn rulesets_hang_below_their_first_expression() {
    let text = "game G(a){left a-1 for x in 1..a;\na-2\nright a, // one\na\nfor x in a\nparts a\nfor a in b}";
    let expected = "game G(a) {\n  left  a - 1 for x in 1..a\n      ; a - 2\n  right a,  // one\n        a\n        for x in a\n  \
                    parts a\n        for a in b\n}\n";
    check(text, expected);
    let long = format!("game G(n) {{ move {0} if n > 0; {0} if n > 1; left {0} }}", "a".repeat(50));
    let expected = format!(
        "game G(n) {{\n  move {0} if n > 0\n     ; {0} if n > 1\n  left {0}\n}}\n",
        "a".repeat(50)
    );
    check(&long, &expected);
    check("game G(n) { move 1; left * 2; left *2 }", "game G(n) { move 1; left * 2; left *2 }\n");
    check("game G(n) { move 1; left .. 2 }", "game G(n) { move 1; left .. 2 }\n");
}

#[test]
fn comments_stay_beside_what_they_are_about() {
    check(
        "a // one\nlonger // two\n\nb // three",
        "a       // one\nlonger  // two\n\nb  // three\n",
    );
    check("a      // one\nlong   // two", "a      // one\nlong   // two\n");
    check("a /* x */+/* y */b", "a /* x */ + /* y */ b\n");
    check("f(// x\na)", "f(  // x\n  a)\n");
    check("fn f(){// x\na // y\n// z\n}", "fn f() {  // x\n  a  // y\n  // z\n}\n");
    check("a  // one\n   // more\n// other", "a  // one\n   // more\n// other\n");
    // Below a short line a comment may stand where the one above it begins, and does not go on with that.
    for blanks in 0..12 {
        let end = " ".repeat(blanks);
        let text =
            format!("while [0\n  for x in 0 for\n  /* c\n{end}*/ //\n/// d\n  (y) in z] {{}}\n");
        assert_eq!(wrong(&text), None);
    }
    check("/// doc\nx:=1", "/// doc\nx := 1\n");
    check("/// doc\n;\nx:=1", "/// doc\n\nx := 1\n");
    check("a; /// no doc\nx:=1", "a;  /// no doc\nx := 1\n");
    check("/* a\n   b */ x\n", "/* a\n   b */ x\n");
}

#[test]
fn texts_that_do_not_parse_are_refused() {
    for (text, code) in [
        ("(1", Code::Unclosed),
        ("\"a", Code::UnclosedText),
        ("1.5", Code::BadLiteral),
        ("/*", Code::Unclosed),
    ] {
        assert_eq!(formatted(text).unwrap_err().code, code, "{text}");
    }
}

#[test]
fn long_and_deep_programs_are_formatted() {
    let deep = |open: &str, inner: &str, close: &str, levels: usize| {
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    };
    for text in [
        deep("(", "1", ")", 400),
        deep("[\n", "1", "]", 400),
        deep("if x { ", "1", " }", 300),
        "-".repeat(1500) + "1",
        "x -> ".repeat(900) + "1",
        "1 + ".repeat(1800) + "1",
        format!("[{}]", "1, ".repeat(20_000)),
        format!("fn f() {{ {}1 }}", "x; ".repeat(20_000)),
        "a; ".repeat(20_000),
        ";".repeat(20_000),
        "// c\n".repeat(20_000),
        "/* c */".repeat(20_000),
        format!("[{}]", "1 // c\n,".repeat(20_000)),
        format!("game G(n) {{ move 1{} }}", "; 2".repeat(10_000)),
    ] {
        if parse(&text).is_ok() {
            let once = formatted(&text).unwrap();
            assert_eq!(formatted(&once).unwrap(), once, "{}", &text[..20]);
        }
    }
}

#[test]
fn bars_beside_generators_have_blanks() {
    check("<x for x in s|y>", "<x for x in s | y>\n");
    check("<a,b|y for y in t  if y>=a>", "<a,b | y for y in t if y >= a>\n");
    check("{x for x in s|y for y in t}", "{x for x in s | y for y in t}\n");
    check("<[x for x in s]|y>", "<[x for x in s]|y>\n");
    check("*[x for x in s]", "*[x for x in s]\n");
    check("[n for n in 1..9  by 2]", "[n for n in 1..9 by 2]\n");
}
