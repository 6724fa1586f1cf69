//! What is said to a new user: every sign that is printed can be typed, what a wrong input gets as
//! a suggestion, where summaries end.

use std::collections::BTreeMap;
use std::path::Path;

use upstar::builtins::words::WORDS;
use upstar::diagnostic::Code;
use upstar::session::Session;
use upstar::syntax::spelling::SPELLINGS;
use upstar::syntax::{TokenKind, tokens};
use upstar::value::Notation;

use crate::support::{expect_none, files, read, said, session};

pub(crate) fn fresh() -> Session {
    session(Path::new("docs"))
}

/// Characters that stand in pictures, trees and sentences, and mean no value.
const DRAWN: &str = "─│┌┐└┘├┤┬┴┼╱╲▲▶●○ⒽⓉ…→";

/// The characters beyond ASCII in the texts of a source file, without its comments and tests.
fn printed(source: &str) -> impl Iterator<Item = char> + '_ {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|line| line.split(" // ").next().unwrap_or_default().chars())
        .filter(|c| !c.is_ascii())
}

#[test]
fn every_sign_that_is_printed_can_be_typed() {
    let mut signs: BTreeMap<char, String> = BTreeMap::new();
    let games = "crates/upstar-core/src/text";
    for folder in [
        "crates/upstar-values/src/value/show",
        "crates/upstar-syntax/src/print",
        "crates/upstar-explain/src/explain",
        games,
    ] {
        for path in files(folder, "rs") {
            for sign in printed(&read(&path)).filter(|sign| !DRAWN.contains(*sign)) {
                signs.entry(sign).or_insert_with(|| path.display().to_string());
            }
        }
    }
    for sign in "⧏⧐≤≥‖±↑⇑".chars() {
        assert!(signs.contains_key(&sign), "{sign} is printed");
    }
    assert!(signs.len() > 15, "{signs:?}");
    let mut wrong = Vec::new();
    for (sign, path) in signs.iter().filter(|(sign, _)| !sign.is_alphabetic()) {
        // A digit above the line stands after something, a parenthesis there around it.
        let typed = format!("1⁽{sign}⁾ {sign}");
        if tokens(&typed).iter().any(|token| {
            token.kind == TokenKind::Unknown && typed[token.range.clone()].contains(*sign)
        }) && !"⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾".contains(*sign)
        {
            wrong.push(format!("{path}: `{sign}` is printed and cannot be typed"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn every_spelling_of_a_sign_means_the_same() {
    let mut wrong = Vec::new();
    for row in SPELLINGS {
        let around = match row.name {
            "le" | "ge" | "ne" | "cf" | "lf" | "gf" | "times" | "cdot" | "minus" => ("1 ", " 2"),
            "pm" => ("", "1"),
            _ => ("", ""),
        };
        let typed = |sign: &str| format!("{}{sign}{}", around.0, around.1);
        let (ascii, unicode) =
            (said(&mut fresh(), &typed(row.ascii)), said(&mut fresh(), &typed(row.unicode)));
        if ascii != unicode || ascii.starts_with("G0") {
            wrong.push(format!("\\{}: `{ascii}` and `{unicode}`", row.name));
        }
    }
    expect_none(&wrong);
}

#[test]
fn comparisons_of_explanations_can_be_typed_in_every_notation() {
    let games = ["^", "*", "0", "1", "v", "±1", "<1|*>", "on", "over", "dud", "upon", "1/2"];
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for notation in [Notation::Unicode, Notation::Ascii] {
        let mut session = fresh();
        session.set_notation(notation);
        for (a, b) in games.iter().flat_map(|a| games.iter().map(move |b| (a, b))) {
            for sign in ["<", "<=", "==", "!=", ">", ">=", "||", "<|", "|>"] {
                let reply = session.eval("asked", &format!("explain({a} {sign} {b})"));
                let text = reply.answers.first().map_or("", |answer| &answer.text).to_owned();
                for line in text.lines().skip(1) {
                    if let Some((claim, holds)) = claimed(&mut session, line, [a, b]) {
                        checked += 1;
                        wrong.extend((holds != "true").then(|| format!("`{claim}` gives {holds}")));
                    }
                }
            }
        }
    }
    expect_none(&wrong);
    assert!(checked > 1_000, "{checked} claims were checked");
}

/// The claim `G ⧏ H` before the colon of a step about these games, and what it gives as typed.
fn claimed<'l>(
    session: &mut Session,
    line: &'l str,
    games: [&&str; 2],
) -> Option<(&'l str, String)> {
    let step = line.trim_start_matches(['│', '├', '└', '─', '|', '`', '-', ' ']);
    let (claim, _) = step.split_once(": ")?;
    let signs = ["⧏", "⧐", "≤", "≥", "‖", "<|", "|>", "<=", ">=", "||", "<", ">", "=", "=="];
    let sides = signs.iter().filter_map(|sign| claim.split_once(&format!(" {sign} ")));
    // The first sign between blanks divides the sides.
    let (left, right) = sides.min_by_key(|(left, _)| left.len())?;
    let same = |text: &str, session: &mut Session| {
        games.iter().any(|game| said(session, &format!("({text}) == ({game})")) == "true")
    };
    (same(left, session) && same(right, session)).then_some(())?;
    Some((claim, said(session, &claim.replacen(" = ", " == ", 1))))
}

#[test]
fn less_or_confused_is_not_greater_or_equal() {
    let games = [
        "0",
        "1",
        "-1",
        "1/2",
        "^",
        "v",
        "*",
        "*2",
        "^*",
        "±1",
        "<2|1>",
        "<1|-1>",
        "tiny(2)",
        "on",
        "off",
        "over",
        "under",
        "upon",
        "dud",
        "on & off",
        "over & 0",
        "a: <1||a|0>",
        "Domineering(2, 3)",
        "ToadsAndFrogs(\"T.F\")",
    ];
    let mut session = fresh();
    let mut wrong = Vec::new();
    for (a, b) in games.iter().flat_map(|a| games.iter().map(move |b| (a, b))) {
        let claim = format!(
            "g := {a}; h := {b}; [(g ⧏ h) == not (g >= h), (g ⧐ h) == not (g <= h), \
             (g <| h) == (g ⧏ h), (g |> h) == (g ⧐ h), (g ⧏ h) == (h ⧐ g)]"
        );
        let got = said(&mut session, &claim);
        if got != "[true, true, true, true, true]" {
            wrong.push(format!("{a} and {b}: {got}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn every_summary_is_a_sentence() {
    let session = fresh();
    let entries = session.entries();
    let pages = entries.iter().map(|entry| (entry.name.as_str(), entry.summary.as_str()));
    let words = WORDS.iter().map(|row| (row.word, row.summary));
    let found = session.find("game", &[]);
    let found = found.iter().filter(|hit| Code::ALL.iter().all(|code| code.number() != hit.name));
    let found: Vec<(&str, &str)> =
        found.map(|hit| (hit.name.as_str(), hit.summary.as_str())).collect();
    let mut wrong = Vec::new();
    for (name, summary) in pages.chain(words).chain(found) {
        if !summary.ends_with(['.', '?', '!']) || summary.contains('\n') {
            wrong.push(format!("{name}: {summary}"));
        }
        if summary.matches('`').count() % 2 != 0
            || summary.matches('(').count() != summary.matches(')').count()
        {
            wrong.push(format!("{name}: {summary}"));
        }
    }
    // The titles of error pages are no sentences, and do not break off either.
    for code in Code::ALL {
        let summary = code.summary();
        if summary.ends_with(['.', ',', ';', ':']) || summary.is_empty() {
            wrong.push(format!("{}: {summary}", code.number()));
        }
    }
    expect_none(&wrong);
    let summary = |text: &str, name: &str| {
        let mut session = fresh();
        session.eval("asked", text);
        session.entries().into_iter().find(|entry| entry.name == name).unwrap().summary
    };
    let of_two_lines =
        "/// Take one, or\n/// two. Then rest.\ngame Z(n: heap) { move n - 1 if n > 0 }";
    assert_eq!(summary(of_two_lines, "Z"), "Take one, or two.");
}

#[test]
fn wrong_inputs_of_students_are_answered_with_what_to_type() {
    let top = "game Top(rows) { move rows[1] - 1 if false }; ";
    let mut wrong = Vec::new();
    for (input, help) in [
        ("canonical(Hackenbush(\"1-2:b\"))", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("P := Hackenbush(\"1-2:b\")", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("ChildishHackenbush(\"1-2:r\")", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("Nim([3, 4, 5])", "write `Nim(3, 4, 5)`"),
        ("Subtraction([1, 2])([3, 4])", "write `Subtraction([1, 2])(3, 4)`"),
        ("Wythoff([3, 5])", "write `Wythoff(3, 5)`"),
        ("Wythoff((3, 5))", "write `Wythoff(3, 5)`"),
        (&format!("{top}Top(3, 2)"), "write `Top([3, 2])`"),
        ("Wythoff(3)", "it is called as in `Wythoff("),
        ("Subtraction(1, 2)", "write `Subtraction([1, 2])`"),
        ("n := 5; [k for k in 1..n/2]", "round it: `floor(5/2)` or `ceil(5/2)`"),
        ("game T { move n-1 }", "write `game T(n: heap) { ... }`"),
        (
            "game T(b: strip of \".x\") { move \"x.\" -> \".x\" for n in 1..2 }",
            "`move b.with({p: \"x\"})",
        ),
        ("Domineering(\"..\", 3)", "`Domineering(\"...|...\")`"),
        ("x := 1\ny := 2\nnope", "`x` and `y` are not bound"),
        ("1 ⧏ nope", "bind it first"),
        ("canonical {0|*}", "`canonical(...)`"),
        ("canonical form({0|*})", "`canonical_form`"),
        ("Nim(3 4 5)", "write `3, 4`"),
        ("Domineering(2 x 2)", "`2, 2`"),
        ("1,5", "one and a half `3/2`"),
        ("{0|1}, {1|2}", "a list is written `[a, b]`"),
        ("for i in 1..5: i", "`for x in 1..5 { ... }`"),
        ("if 1 < 2: 3", "`if c then a else b`"),
        ("x++", "`x := x + 1`"),
        ("x -= 1", "`x := x - 1`"),
        ("f := lambda x: x*x", "`x -> x * x`"),
        ("game G(n heap) { move n - 1 if n > 0 }", "write `n: heap`"),
        ("game G(n: pile) { move n - 1 if n > 0 }", "`n: heap`"),
        ("print(3)", "nothing needs to be printed"),
        (".5", "write `1/2`"),
        ("Hackenbush(\"bbr\")", "it is called as in `Hackenbush(stalk(\"bbr\"))`"),
        ("Chomp(4, 3)", "write `Chomp([4, 3])`"),
        ("Chomp(3, 4)", "it is called as in `Chomp([2, 1])`"),
        ("Nim(\"3,4,5\")", "it is called as in `Nim("),
        ("let G := {0|1}", "write `x := value`"),
        ("f(x) = x*x", "`:=` binds a name"),
        ("x^2", "a power is written `**`"),
        ("2x", "`2 * x`"),
        ("0.5", "write 1/2"),
        ("true && false", "write `and`"),
        ("'abc'", "double quotes"),
        ("mex(0, 1, 3)", "it is `mex(xs)`"),
        ("range(5)", "`a..b`"),
        ("moves(Nim(3), \"Left\")", "without quotes: `moves(P, Left)`"),
        ("moves(Nim(3), left)", "did you mean `Left`?"),
    ] {
        let got = said(&mut fresh(), input);
        if !got.starts_with("G0") || !got.contains(help) {
            wrong.push(format!("`{input}`: {got}, expected {help}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn signs_of_other_languages_and_questions_too_large_are_answered_with_what_to_type() {
    let mut wrong = Vec::new();
    for (input, help) in [
        ("1 == 2 && true", "write `and`"),
        ("!(1 == 2)", "write `not`"),
        ("1 == 2 || true", "for a choice write `or`"),
        ("true || 1 == 2", "for a choice write `or`"),
        ("if 1 == 2 || 2 == 2 then 3 else 4", "for a choice write `or`"),
        ("check 1 == 2 || 2 == 2", "for a choice write `or`"),
        ("1 == 1 || * || ^", "for several comparisons write `and`"),
        ("(1 == 2) || (2 == 2)", "for a choice write `or`"),
        ("true || false", "for a choice write `or`"),
        ("(1 == 2) || on", "for a choice write `or`"),
        ("moves(Hackenbush(\"3-3:b\"), Left)", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("outcome(Hackenbush(\"3-3:b\"))", "add an edge from the ground: `\"0-1:b, ...\"`"),
        ("fusion(graph(\"3-3\"))", "add an edge from the ground: `\"0-1, ...\"`"),
        ("nimber(octal(\"4.[13]\")(10**30))", "ask about heaps up to"),
        ("outcome(Nim(10**12) + over)", "beside games without loops"),
    ] {
        let got = said(&mut fresh(), input);
        if !got.starts_with("G0") || !got.contains(help) {
            wrong.push(format!("`{input}`: {got}, expected {help}"));
        }
    }
    expect_none(&wrong);
    // A chain of one sign, and comparisons joined by words, mean what they say.
    for input in ["* || 0", "(* || 0) and 1 == 1", "1 == 2 or * || 0", "<1|-1> || 0 || *"] {
        let got = said(&mut fresh(), input);
        assert!(["true", "false"].contains(&&*got), "{input}: {got}");
    }
}

#[test]
fn lines_that_are_entered_together_are_kept_together() {
    let mut session = fresh();
    session.eval("asked", "x := 0");
    let got = said(&mut session, "x := 1\nf(n) := n\nnope");
    assert!(got.contains("`x` and `f` are not bound"), "{got}");
    assert_eq!(said(&mut session, "x"), "0");
    assert!(said(&mut session, "f(1)").starts_with("G0201"));
    assert_eq!(said(&mut session, "x := 1\nf(n) := n\nx + 1"), "2");
    assert_eq!(said(&mut session, "f(x)"), "1");
    // One statement loses nothing.
    assert!(!said(&mut session, "y := nope").contains("not bound"));
}

#[test]
fn a_comment_in_place_of_a_division_gets_a_warning() {
    let mut session = fresh();
    let reply = session.eval("asked", "x := 7 // 2");
    assert!(reply.diagnostics.is_empty());
    assert!(reply.warnings[0].helps[0].contains("div(a, b)"));
    assert_eq!(said(&mut session, "x"), "7");
    assert!(session.eval("asked", "x := 7 // two heaps").warnings.is_empty());
    // Nothing in the programs of the project looks like a division.
    for folder in ["examples", "stdlib", "tests/golden"] {
        for path in files(folder, "game") {
            let text = read(&path);
            let found = upstar::syntax::swallowed_divisors(&text, &upstar::diagnostic::Unlimited);
            assert!(found.is_empty(), "{}: {}", path.display(), &text[found[0].clone()]);
        }
    }
}

#[test]
fn source_for_latex_is_shown_as_it_is_pasted() {
    let mut session = fresh();
    assert_eq!(said(&mut session, "latex(<0|*>)"), "\\uparrow");
    assert_eq!(said(&mut session, "<2|0>.latex"), "\\left\\{2\\mid 0\\right\\}");
    // Within other values, and as texts, it reads back.
    assert_eq!(said(&mut session, "[latex(^)]"), "[\"\\\\uparrow\"]");
    assert_eq!(said(&mut session, "_ == [\"\\\\uparrow\"]"), "true");
    assert_eq!(said(&mut session, "\"a\\\\b\""), "\"a\\\\b\"");
}

#[test]
fn a_match_says_what_decides_it() {
    let mut session = fresh();
    let mut aims = |position: &str| {
        let reply = session.eval("asked", position);
        let value = reply.answers[0].value.clone();
        [upstar_core::Player::Left, upstar_core::Player::Right]
            .map(|player| session.aim(&value, player))
    };
    let both = |left: &str, right: &str| [Some(left.to_owned()), Some(right.to_owned())];
    assert_eq!(
        aims("Hex(4)"),
        both("connects x from top to bottom", "connects o from left to right")
    );
    assert_eq!(aims("TicTacToe()"), both("gets 3 x in a line", "gets 3 o in a line"));
    assert_eq!(aims("InARow(4)(5, 5)"), both("gets 4 x in a line", "gets 4 o in a line"));
    assert_eq!(aims("Nim(3)"), [None, None]);
}
