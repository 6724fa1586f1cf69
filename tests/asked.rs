//! Answers and helps that a new user asks for: loopy values, typed kos, rules without end, slips, and
//! the pages of the words of the language.

use std::path::Path;

use upstar::builtins::words::WORDS;
use upstar::diagnostic::Code;
use upstar::syntax::spelling::SPELLINGS;
use upstar::value::Notation;

use crate::support::{expect_none, read, said, session};

fn answers(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (input, expected) in rows {
        let got = said(&mut session(Path::new("docs")), input);
        if got != *expected {
            wrong.push(format!("`{input}` gives `{got}`, expected `{expected}`"));
        }
    }
    expect_none(&wrong);
}

/// Errors of this code with these words in them.
fn refused(rows: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (input, code, words) in rows {
        let got = said(&mut session(Path::new("docs")), input);
        if !got.starts_with(&format!("{code}: ")) || !got.contains(words) {
            wrong.push(format!("`{input}` gives `{got}`, expected {code} with `{words}`"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn lines_of_play_without_end_are_left() {
    refused(&[
        ("game Z(n) { move n + 1 gain 1 }; value(Z(3), Max)", "G0505", "perhaps there is no end"),
        ("game Z(n) { move n + 1; score 0 }; value(Z(3), Min)", "G0505", "bound the moves"),
        (
            "game Z(n) { move n + 1; left wins if n == 2 }; outcome(Z(3))",
            "G0505",
            "perhaps there is no end",
        ),
    ]);
    // Long lines that end are followed.
    answers(&[
        ("game Z(n) { move n - 1 gain 1 if n > 0 }; value(Z(100000), Max)", "0"),
        ("game Z(n) { move n - 1 if n > 0; left wins if n == 0 }; outcome(Z(10000))", "L"),
    ]);
}

#[test]
fn positions_that_repeat_have_values() {
    let p = "P := BackslidingToadsAndFrogs(\"T.F\")\n";
    let rows = [
        ("canonical(P)", "0"),
        ("nimber(P)", "0"),
        ("birthday(P)", "0"),
        ("is_number(P)", "true"),
        ("is_integer(P)", "true"),
        ("stops(P)", "(0, 0)"),
        ("left_options(P)", "[]"),
    ];
    let rows: Vec<(String, &str)> = rows.iter().map(|(q, a)| (format!("{p}{q}"), *a)).collect();
    answers(&rows.iter().map(|(q, a)| (&**q, *a)).collect::<Vec<_>>());
    let on = "PartizanTokenGame(\"1>1:b, 2>2:r\")(1)";
    answers(&[
        (&format!("left_options({on})"), "[on]"),
        (&format!("is_number({on})"), "false"),
        (&format!("is_nimber({on})"), "false"),
        (&format!("stops({on})"), "(on, on)"),
        (&format!("{on} > 1/3"), "true"),
    ]);
    refused(&[(&format!("birthday({on})"), "G0404", "ask it of `canonical(P)`")]);
}

#[test]
fn typed_kos_are_negated_and_shifted() {
    answers(&[
        ("mean(-(a: <1||a|0>))", "-2/3"),
        ("mean((a: <1||a|0>) - 1)", "-1/3"),
        ("mean(1 - (a: <1||a|0>))", "1/3"),
        ("temperature(-(a: <1||a|0>)) == temperature(a: <1||a|0>)", "true"),
        ("-(-(a: <1||a|0>)) == (a: <1||a|0>)", "true"),
        ("-(a: <2|a>) == (a: <a|-2>)", "true"),
        ("(a: <0|a>) + 3 == over + 3", "true"),
        ("(a: <a|>) + 3 == on", "true"),
    ]);
    refused(&[
        ("mean(dud)", "G0901", "no stops and no mean"),
        ("mean(on + off)", "G0901", "no stops and no mean"),
    ]);
    let mean = said(&mut session(Path::new("docs")), "mean(dud)");
    assert!(!mean.contains("type the game"), "{mean}");
}

#[test]
fn loopy_games_compare_with_all_numbers() {
    let truths = [
        "on > 1/3",
        "on > omega",
        "off < -omega",
        "over < 1/omega",
        "over > -1/omega",
        "1/3 > over",
        "omega > upon",
        "dud || 1/3",
        "(on & 0) || 1/3",
        "over + 1/2 > 1/3",
        "over + 1/4 < 1/3",
        "not (over >= 1/omega)",
        "<on|0> || 1/3",
        "on != 1/3",
        "1/3 <= on",
        "(a: <1||a|0>) || 1/3",
        "(a: <1||a|0>) < 7/3",
        "(a: <1||a|0>) > -4/3",
    ];
    answers(&truths.map(|input| (input, "true")));
}

#[test]
fn slips_are_told_what_helps() {
    refused(&[
        ("value(DotsAndBoxes(1, 1))", "G0301", "`DotsAndBoxes(1, 1)()`"),
        ("outcome(TicTacToe)", "G0301", "`TicTacToe()`"),
        ("outcome(PawnWalk([1, 2]))", "G0301", "a position of it is written `PawnWalk("),
        (
            "game Z(n: heap) { move n - 1; left wins if n == 0 }; outcome(Z(3, 4))",
            "G0411",
            "ask about a single heap",
        ),
        ("game Z(a) { move a - 1; left wins }", "G0201", "`left wins if n == 0`"),
        ("game Z(a) { move a - 1; left win if a > 3 }", "G0201", "`left wins if n == 0`"),
        ("game Z(n) { move n - 1 if n > 0 gain 2 }", "G0101", "before `for` and `if`"),
        ("game Z(n) { move n - 1 gain 2; left wins if n == 0 }", "G0204", "decided by a goal"),
        ("line(board(Clobber(\"xo\")), \"x\", 0)", "G0306", "one cell at least"),
        (
            "game Z(b: grid of \".x\") { move \".\" -> \"x\"; left wins if line(\"x\", 0) }\n\
             outcome(Z(\"..\"))",
            "G0306",
            "one cell at least",
        ),
    ]);
}

#[test]
fn every_word_of_the_language_has_a_page() {
    let session = session(Path::new("docs"));
    let grammar = read("grammar/README.md");
    let words = grammar.split("## Reserved words").nth(1).unwrap();
    let words = words.split("## Spellings").next().unwrap();
    let quoted = words.split('`').skip(1).step_by(2);
    let own = upstar::syntax::spelling::RESERVED.iter().copied();
    let also = ["where", "ko", "komaster", "v"];
    let mut wrong = Vec::new();
    for word in quoted.chain(own).chain(also).filter(|word| !["vv", "v1", "v2"].contains(word)) {
        if session.page(word).is_none_or(|page| page.summary.is_empty()) {
            wrong.push(format!("`{word}` has no page"));
        }
        if !session.find(word, &[]).iter().any(|found| found.name == word) {
            wrong.push(format!("`{word}` is not found"));
        }
    }
    for row in WORDS {
        for name in row.see_also.iter().filter(|name| session.page(name).is_none()) {
            wrong.push(format!("{}: see also `{name}`, which has no page", row.word));
        }
    }
    expect_none(&wrong);
}

#[test]
fn every_operator_has_a_page_in_every_spelling() {
    let session = session(Path::new("docs"));
    let grammar = read("grammar/README.md");
    let table = grammar.split("## Precedence").nth(1).unwrap().split("```").next().unwrap();
    let signs = table.split('`').skip(1).step_by(2).map(|sign| sign.replace("\\|", "|"));
    let signs =
        signs.filter(|sign| !sign.contains(|c: char| c.is_alphanumeric() || "([.".contains(c)));
    let spelled = SPELLINGS.iter().flat_map(|row| [row.ascii, row.unicode]).map(str::to_owned);
    let signs: Vec<String> = signs.chain(spelled).collect();
    assert!(signs.len() > 40, "{signs:?}");
    let mut wrong = Vec::new();
    for sign in &signs {
        let Some(page) = session.page(sign) else {
            wrong.push(format!("`{sign}` has no page"));
            continue;
        };
        if session.find(sign, &[]).first().is_none_or(|found| found.name != page.name) {
            wrong.push(format!("`{sign}` is not found first"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn examples_of_words_run() {
    let rows: Vec<_> =
        WORDS.iter().map(|row| row.example).filter(|(input, _)| !input.is_empty()).collect();
    assert!(rows.len() > 30);
    answers(&rows);
}

/// What a side of a claim does is done once, whether the claim holds or not.
#[test]
fn the_sides_of_a_claim_are_evaluated_once() {
    let folder = tempfile::tempdir().unwrap();
    for claim in ["say(1) == 1", "say(1) == 2", "say(1) + say(2) == 4", "1 < say(3) - say(1) < 2"] {
        let mut session = session(folder.path());
        session.eval("input", "fn say(n) { play(Nim(n)); n }");
        let reply = session.eval("input", &format!("check {claim}"));
        assert!(reply.diagnostics.is_empty(), "{claim}: {:?}", reply.diagnostics);
        let times = claim.matches("say").count();
        assert_eq!(reply.wanted.len(), times, "{claim}");
    }
}

#[test]
fn arguments_of_a_wrong_kind_are_answered_with_how_a_function_is_called() {
    let mut wrong = Vec::new();
    for (input, help) in [
        ("map(floor, [1/2])", "it is `map(xs, f)`"),
        ("save(tree(*), \"x\")", "it is `save(file, x)`"),
        ("moves(\"T.F\")", "it is `moves(P, [player])`"),
        ("Kayles[5]", "a position of it is written `Kayles(n)`"),
        // The place is in the function, which says how it is called itself.
        ("map([1, \"a\"], x -> mean(x))", "it is `mean("),
        ("Domineering(\"..\\n..\")", "a board is one line, with `|` between its rows"),
    ] {
        let got = said(&mut session(Path::new("docs")), input);
        if !got.starts_with("G0") || !got.contains(help) || got.matches("it is `").count() > 1 {
            wrong.push(format!("`{input}`: {got}, expected {help}"));
        }
    }
    expect_none(&wrong);
}

#[test]
fn the_code_of_an_error_leads_to_its_page() {
    for code in Code::ALL {
        let got = said(&mut session(Path::new("docs")), code.number());
        assert!(got.ends_with(&format!("`?{}`", code.number())), "{got}");
    }
}

#[test]
fn inputs_that_fail_have_numbers_of_their_own() {
    let mut session = session(Path::new("docs"));
    for (number, input) in ["nope", "1 +* )", "40 + 2", "nope", "_3"].iter().enumerate() {
        assert_eq!(session.next_input(), number + 1);
        let reply = session.eval("asked", input);
        let answered = reply.answers.first().map(|answer| (answer.number, &*answer.text));
        let expected = (reply.diagnostics.is_empty()).then_some((Some(number + 1), "42"));
        assert_eq!(answered, expected, "{input}");
    }
}

#[test]
fn ups_in_place_of_a_power_get_a_warning() {
    let mut session = session(Path::new("docs"));
    let reply = session.eval("asked", "[2^3, 10^6 + 1, 2^, 2*3]");
    let helps: Vec<&str> = reply.warnings.iter().map(|warning| &*warning.helps[0]).collect();
    let help = "write the power `2**3`, or the sum `2 + ^3`";
    assert_eq!(helps, [help, "write the power `10**6`, or the sum `10 + ^6`"]);
    // What says the same gets none, and neither does one who reads games in ASCII.
    assert!(session.eval("asked", "[2**3, 2 + ^3, 2↑3]").warnings.is_empty());
    session.set_notation(Notation::Ascii);
    assert!(session.eval("asked", "2^3").warnings.is_empty());
}

#[test]
fn the_factorial_that_is_suggested_is_one() {
    let mut session = session(Path::new("docs"));
    let said_of = said(&mut session, "10!");
    let define = said_of.rsplit("define one: `").next().unwrap().trim_end_matches('`').to_owned();
    assert_eq!(said(&mut session, &format!("{define}; factorial(10)")), "3628800");
}

#[test]
fn a_graph_that_cannot_be_taken_apart_is_pointed_at_where_it_is_typed() {
    let mut session = session(Path::new("docs"));
    for text in ["Hackenbush(\"1-2:b\")", "P := ChildishHackenbush(\"3-4:r\")"] {
        let reply = session.eval("asked", text);
        let span = reply.diagnostics[0].span().unwrap();
        assert_eq!(session.sources().get(span.source).text, text);
        assert!(text[span.bytes()].starts_with('"'), "{text}");
    }
    assert_eq!(said(&mut session, "canonical(Hackenbush(\"0-1:b\"))"), "1");
}
