//! The core and the language read the same games in the same texts.

use proptest::prelude::*;
use upstar::session::Session;
use upstar::value::Notation;
use upstar_core::{Budget, ParseError, Store};

use super::session;
use super::values::game;

/// What the language prints for a text, unless it refuses it.
fn language(session: &mut Session, text: &str, notation: Notation) -> Option<String> {
    session.set_notation(notation);
    let reply = session.eval("typed", text);
    let answer = reply.answers.last().map(|answer| answer.text.clone());
    answer.filter(|_| reply.diagnostics.is_empty())
}

/// What the core prints for a text, unless it refuses it.
fn core(text: &str, notation: Notation) -> Result<String, ParseError> {
    let store = Store::new(Budget::unlimited());
    store.parse(text).map(|game| store.text(game, notation).unwrap())
}

/// Whether only the language computes this: powers, numbers that are not short games, and products of
/// fractions.
fn is_beyond_the_core(text: &str, error: &ParseError) -> bool {
    let reasons =
        ["its denominator is not a power of 2", "one factor of a product must be an integer"];
    text.contains("**") || reasons.iter().any(|reason| error.to_string().contains(reason))
}

/// Pieces of texts that are games, or nearly.
const TOKENS: [&str; 48] = [
    "0", "1", "2", "3/4", "-", "−", "+", "*", "∗", "**", "*2", "^", "^^", "↑", "⇑", "v", "vv", "↓",
    "⇓", "^3", "v2", "²", "<2>", "[2]", "^<2>", "v[3]", "±", "+-", "±1", "<", ">", "{", "}", "|",
    "||", "‖", ",", "(", ")", "tiny(", "miny(", "/", "·", " ", " ", "\u{a0}", "<0|", "|0>",
];

/// Games from pieces that fit together, with and without blanks.
fn typed() -> impl Strategy<Value = String> {
    let literals = vec![
        "0", "1", "2", "3/4", "1/2", "*", "*2", "3*", "2*4", "^", "⇑", "v", "v3", "↓", "^3*", "1^",
        "-2v", "3/4^^*2", "^<2>", "↓²", "^[2]", "v[2]*", "±1", "+-1/2", "±1*2", "tiny(1)",
        "miny(2)",
    ];
    let literal = proptest::sample::select(literals).prop_map(str::to_owned);
    literal.prop_recursive(4, 24, 4, |inner| {
        let sign = proptest::sample::select(vec!["+", " + ", "-", " - ", " -", "*", " * ", "/", " / ", "+-", " ·"]);
        let bars = proptest::sample::select(vec!["|", " | ", "||", "|||", "‖"]);
        let blank = || proptest::sample::select(vec!["", " "]);
        let side = proptest::collection::vec(inner.clone(), 0..3).prop_map(|side| side.join(","));
        prop_oneof![
            3 => (inner.clone(), sign, inner.clone()).prop_map(|(a, sign, b)| format!("{a}{sign}{b}")),
            3 => (side.clone(), bars.clone(), side.clone()).prop_map(|(a, bars, b)| format!("<{a}{bars}{b}>")),
            1 => (side.clone(), bars.clone(), side.clone(), bars, side)
                .prop_map(|(a, outer, b, inner, c)| format!("{{{a}{outer}{b}{inner}{c}}}")),
            1 => (blank(), inner.clone()).prop_map(|(blank, a)| format!("-{blank}{a}")),
            1 => (blank(), inner.clone()).prop_map(|(blank, a)| format!("({blank}{a}{blank})")),
            1 => inner.clone().prop_map(|a| format!("±{a}")),
            1 => (inner.clone(), inner).prop_map(|(a, b)| format!("±<{a}, {b}>")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_core_and_the_language_read_random_games_alike(text in game()) {
        let mut session = session();
        for notation in [Notation::UNICODE, Notation::ASCII, Notation::LATEX] {
            let printed = language(&mut session, &text, notation);
            prop_assert!(printed.is_some(), "{text}");
            prop_assert_eq!(core(&text, notation).ok(), printed, "{}", text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_core_and_the_language_read_what_is_typed_alike(text in typed()) {
        let printed = language(&mut session(), &text, Notation::UNICODE);
        match core(&text, Notation::UNICODE) {
            Ok(found) => prop_assert_eq!(Some(found), printed, "{}", text),
            Err(error) if is_beyond_the_core(&text, &error) => {}
            Err(error) => prop_assert!(printed.is_none(), "{text}: {printed:?} and {error}"),
        }
    }

    #[test]
    fn tokens_that_the_core_reads_the_language_reads_alike(
        picks in proptest::collection::vec(0..TOKENS.len(), 0..9)
    ) {
        let text: String = picks.iter().map(|pick| TOKENS[*pick]).collect();
        if let Ok(printed) = core(&text, Notation::UNICODE) {
            prop_assert_eq!(language(&mut session(), &text, Notation::UNICODE), Some(printed), "{}", text);
        }
    }
}
