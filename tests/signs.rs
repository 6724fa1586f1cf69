//! Signs: each one that is printed can be typed, and all spellings of one mean the same.

use std::collections::BTreeMap;

use upstar::session::Session;
use upstar::syntax::TokenKind;
use upstar::syntax::spelling::SPELLINGS;
use upstar::syntax::tokens;
use upstar::value::Notation;

use crate::support::{expect_none, files, fresh, read, said};

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
    for notation in [Notation::UNICODE, Notation::ASCII] {
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
fn source_for_latex_is_shown_as_it_is_pasted() {
    let mut session = fresh();
    assert_eq!(said(&mut session, "latex(<0|*>)"), "\\uparrow");
    assert_eq!(said(&mut session, "<2|0>.latex"), "\\left\\{2\\mid 0\\right\\}");
    // Within other values, and as texts, it reads back.
    assert_eq!(said(&mut session, "[latex(^)]"), "[\"\\\\uparrow\"]");
    assert_eq!(said(&mut session, "_ == [\"\\\\uparrow\"]"), "true");
    assert_eq!(said(&mut session, "\"a\\\\b\""), "\"a\\\\b\"");
}
