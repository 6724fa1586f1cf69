//! Explanations: their texts, how far they open, and what cannot be explained.

use std::path::Path;

use upstar::value::{Notation, Value};

use crate::support::session;

/// What the answer to an input says.
pub(crate) fn explanation(input: &str, notation: Notation) -> String {
    let mut session = session(Path::new("tests"));
    session.set_notation(notation);
    let reply = session.eval("input", input);
    assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
    reply.answers[0].text.clone()
}

/// The code of the error of an input.
pub(crate) fn error(input: &str) -> &'static str {
    let reply = session(Path::new("tests")).eval("input", input);
    reply.diagnostics[0].code.number()
}

#[test]
fn explanations_are_written_in_three_notations() {
    let inputs = ["explain(<0,*,-1|*>)", "explain(^ || *)", "explain(nimber(Nim(5,6)))"];
    for notation in [Notation::UNICODE, Notation::ASCII, Notation::LATEX] {
        let texts: Vec<String> = inputs.iter().map(|input| explanation(input, notation)).collect();
        assert!(notation == Notation::UNICODE || texts.iter().all(|text| text.is_ascii()));
        insta::assert_snapshot!(format!("{:?}", notation.signs), texts.join("\n\n"));
    }
}

#[test]
fn as_many_levels_are_opened_as_fit_on_a_screen() {
    let many = "explain(<0,*,*2,^,v,^*,v*,1/2,-1/2,^^,vv,tiny(1),miny(1),±1,±2|1,2,3,1*,1^,1v,±3,5/4,7/8,*>)";
    assert!(explanation(many, Notation::UNICODE).lines().count() <= 24);
    let lines = |depth: u32| {
        explanation(&format!("explain(^^ + ^* >= <0|v>, {depth})"), Notation::UNICODE)
            .lines()
            .count()
    };
    assert!(lines(0) < lines(2) && lines(2) < lines(5));
    assert!(!explanation("explain(^^ >= *, 9)", Notation::UNICODE).contains('…'));
}

#[test]
fn an_explanation_in_a_collection_is_written_as_it_is_typed() {
    assert_eq!(
        explanation(
            "[explain(<0,*|*>), explain(^ > 0, 2), explain(outcome(Nim(3)))]",
            Notation::ASCII
        ),
        "[explain(<0,*|*>), explain(^ > 0, 2), explain(outcome(Nim(3)))]"
    );
    let mut session = session(Path::new("tests"));
    // Two are equal when they answer the same question, to the same depth, about equal games.
    for (claim, holds) in [
        ("explain(<0,*|*>) == explain(<0,*|*>)", true),
        ("explain(<0,*|*>) == explain(^)", true),
        ("explain(<0,*|*>) == explain(<0|*>, 1)", false),
        ("explain(outcome(^)) == explain(^)", false),
        ("explain(^ + ^ > 0) == explain(^ + ^ > *)", false),
        ("explain(^ + * > 0) == explain(^* > 0)", false),
    ] {
        let reply = session.eval("input", claim);
        assert_eq!(reply.answers[0].value, Value::Bool(holds), "{claim}");
    }
}

#[test]
fn what_cannot_be_explained_is_told() {
    assert_eq!(error("x := 1 < 2; explain(x)"), "G0301");
    assert_eq!(error("explain(Kayles)"), "G0301");
    assert_eq!(error("explain([1, 2])"), "G0301");
    assert_eq!(error("explain(omega)"), "G0303");
    assert_eq!(error("explain(^ in [1])"), "G0301");
    assert_eq!(error("explain(^, -1)"), "G0306");
    assert_eq!(error("explain(*1000000)"), "G0505");
    assert_eq!(error("explain(atomic_weight(1))"), error("atomic_weight(1)"));
}

/// Winning Ways, chapter 8: when several whole numbers fit, a remote star decides.
#[test]
fn atomic_weights_say_which_whole_number_they_are() {
    for (game, says) in [
        ("^", "↑ > *2, so it is the greatest of them, 1"),
        ("v*", "↓* < *2, so it is the least of them, -1"),
        ("*2", "*2 ‖ *3, so it is 0"),
        ("<^^*|v>", "the game with these options is 1/2"),
    ] {
        let explanation =
            explanation(&format!("explain(atomic_weight({game}))"), Notation::UNICODE);
        assert!(explanation.contains(says), "{explanation}");
    }
}

/// What the page says of up, down and a remote star is compared.
#[test]
fn the_tests_of_atomic_weights_hold() {
    let mut session = session(Path::new("tests"));
    session.set_notation(Notation::ASCII);
    let mut tested = 0;
    let parts =
        ["0", "*", "*2", "^", "v*", "^^*3", "tiny(1)", "<^*|v*>", "<v|tiny(1),<1|0>>", "<0|^<2>>"];
    for (a, b) in parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b))) {
        for game in [format!("{a} + {b}"), format!("<{a}|{b}>"), format!("<0,{a}|{b},*>")] {
            let reply = session.eval("input", &format!("explain(atomic_weight({game}))"));
            let Some(answer) = reply.answers.first() else { continue };
            let (_, claim) = answer.text.split_once("it is ").expect(&game);
            let (_, claim) = claim.split_once(", and ").expect(&game);
            let (claim, _) = claim.split_once(", where").expect(&game);
            let reply = session.eval("claim", claim);
            assert_eq!(reply.answers[0].value, Value::Bool(true), "{game}: {claim}");
            tested += 1;
        }
    }
    assert!(tested > 150, "{tested}");
}

#[test]
fn what_does_not_hang_on_the_ground_falls_away_without_fusion() {
    let explanation = explanation("explain(green_value(graph(\"0-1, 2-3\")))", Notation::ASCII);
    assert!(
        explanation.contains("what does not hang on the ground falls away: graph"),
        "{explanation}"
    );
    assert!(!explanation.contains("fusion"), "{explanation}");
}

#[test]
fn values_that_are_no_games_are_not_explained() {
    for input in [
        "draw(Nim(3))",
        "plot(^)",
        "graph(\"0-1\")",
        "genus(Nim(3))",
        "contents(TurningTurtles(\"TH\"))",
        "{1: 2}",
        "1..3",
        "Left",
        "x -> x",
        "explain(^)",
        "exceptions(Kayles)",
        "period(3)",
    ] {
        assert_eq!(error(&format!("explain({input})")), "G0301", "{input}");
    }
    assert_eq!(error("explain(misere(Nim(3)))"), "G0310");
    assert_eq!(error("explain(temperature(misere(Nim(3))))"), "G0310");
    assert_eq!(error("explain(green_value(graph(\"0-1:b\")))"), "G0304");
}

#[test]
fn periods_are_explained_as_they_are_found() {
    let kayles = explanation("explain(period(Kayles))", Notation::ASCII);
    // 12 after 70: Guy and Smith 1956.
    assert!(kayles.starts_with("Kayles has period 12 from heap 71 on\n"), "{kayles}");
    assert!(kayles.contains("2(71 + 12) + 2 = 168"), "{kayles}");
    let nothing = explanation("explain(period(GrundysGame, 500))", Notation::ASCII);
    assert!(nothing.starts_with("GrundysGame has no period that is proved"), "{nothing}");
    assert!(nothing.contains("the heaps up to 500 prove none"), "{nothing}");
    let coins = explanation("explain(period(Ruler))", Notation::ASCII);
    assert!(coins.contains("no theorem that Upstar knows"), "{coins}");
    let nim = explanation("explain(period(Nim))", Notation::ASCII);
    assert!(nim.contains("heap n + 1 has the nimber of heap n plus 1"), "{nim}");
}

#[test]
fn the_bound_of_a_period_from_the_start_counts_from_heap_1() {
    let explanation = explanation("explain(period(Subtraction([1, 2])))", Notation::ASCII);
    assert!(
        explanation.contains("from heap n on, where n is at least 1, need only"),
        "{explanation}"
    );
    assert!(explanation.contains("here (1 + 3) + 2 = 6"), "{explanation}");
}

/// The bound of a theorem is one more than the last heap that is checked.
#[test]
fn bounds_of_periods_fit_what_was_checked() {
    for ruleset in [
        "Kayles",
        "DawsonsKayles",
        "octal(\"0.6\")",
        "octal(\"0.4\")",
        "octal(\"4!.07\")",
        "Subtraction([1, 3, 4])",
        "Subtraction([2, 5])",
    ] {
        let text = explanation(&format!("explain(period({ruleset}, 4000))"), Notation::ASCII);
        let Some((_, bound)) = text.split_once("here ") else { continue };
        let number = |text: &str| -> u64 {
            let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap()
        };
        let needed = number(bound.split_once("= ").unwrap().1);
        let checked = number(bound.split_once("up to heap ").unwrap().1);
        assert_eq!(needed, checked + 1, "{text}");
    }
}

#[test]
fn large_heaps_are_explained_by_their_codes() {
    let kayles = explanation("explain(nimber(Kayles(10**9)))", Notation::ASCII);
    assert!(kayles.contains("as much as heap 76"), "{kayles}");
    for input in ["explain(Nim(10**12, 3))", "explain(outcome(Nim(10**12, 3)))"] {
        let nim = explanation(input, Notation::ASCII);
        assert!(nim.contains("of nimber 1000000000000 to 3, as in Nim(3)"), "{nim}");
    }
    let mut session = session(Path::new("tests"));
    let reply = session.eval("input", "nimber(Kayles(10**9)) == nimber(Kayles(76))");
    assert_eq!(reply.answers[0].value, Value::Bool(true));
}

#[test]
fn positions_that_can_repeat_are_explained_by_smiths_rule() {
    let game = "game Ladder(t) { move t-1 if t > 0; t+1 if 0 < t and t < 3 }";
    let mut session = session(Path::new("tests"));
    session.eval("input", game);
    for (input, begins, ends) in [
        ("explain(Ladder(1))", "Ladder(1) = ∞(0)", "wins by moving there"),
        ("explain(nimber(Ladder(2)))", "Ladder(2) = ∞()", "play is drawn"),
        ("explain(outcome(Ladder(1) + Nim(1)))", "Ladder(1) + Nim(1) = ∞(1)", "play is drawn"),
        ("explain(outcome(Ladder(0)))", "the outcome of Ladder(0) is P", ""),
        ("explain(∞(0, 2))", "∞(0, 2)", "wins by moving there"),
    ] {
        let reply = session.eval("input", input);
        assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
        let text = &reply.answers[0].text;
        assert!(text.starts_with(begins) && text.ends_with(ends), "{text}");
    }
}

#[test]
fn outcomes_in_misere_play_are_explained() {
    let moves = explanation("explain(outcome(misere(Nim(1, 1))))", Notation::ASCII);
    assert!(moves.contains("by the move to misere(Nim(0, 1))"), "{moves}");
    let ended = explanation("explain(outcome(misere(Nim(0))))", Notation::ASCII);
    assert!(ended.contains("Left moving first wins, having no move"), "{ended}");
    let partizan = explanation("explain(outcome(misere(Domineering(2, 2))))", Notation::ASCII);
    assert!(partizan.contains("has no move") && !partizan.contains("genus"), "{partizan}");
    let nimber = explanation("explain(nimber(misere(Kayles(5))))", Notation::ASCII);
    assert!(nimber.contains("its Grundy value in misère play is 1"), "{nimber}");
}

#[test]
fn a_check_of_games_that_fails_says_who_wins_the_difference() {
    let mut session = session(Path::new("tests"));
    for (claim, why) in [
        ("check ^ == <0|^>", "↑ ⧏ <0|↑>: Right wins ↑ + <↓|0> moving first, to * + <↓|0>"),
        ("check ^ > *", "↑ ⧏ *: Right wins ↑ + * moving first, to * + *"),
        ("check ^ || 0", "↑ ≥ 0: Left wins moving second"),
        ("check Nim(3) == *2", "Nim(3) is *3: Right wins Nim(3) - *2 moving first, to Nim(2) - *2"),
        (
            "check Domineering(2, 1) == Domineering(1, 2)",
            "Domineering(\".|.\") is 1 and Domineering(\"..\") is -1: Left wins \
             Domineering(\".|.\") - Domineering(\"..\") moving first, to Domineering(\"#|#\") - \
             Domineering(\"..\")",
        ),
        ("check Nim(3) + Nim(3) || 0", "Nim(3, 3) is 0: Left wins Nim(3, 3) moving second"),
        ("check over < ^", "over ≥ ↑: Left, moving second, survives the difference"),
        (
            "check on + off == 0",
            "on + off ⧏ 0: ≥ fails for the offsides, where Right, moving first, wins the difference",
        ),
        (
            "check <0,*|*> is <0,*|*>",
            "the values are equal, but the right side is not typed in canonical form",
        ),
    ] {
        let reply = session.check_text("check", claim);
        match &reply.checks[0].verdict {
            upstar::session::CheckVerdict::Failed { why: found, .. } => {
                assert_eq!(found.as_deref(), Some(why), "{claim}");
            }
            other => panic!("{claim}: {other:?}"),
        }
    }
}

#[test]
fn slips_of_names_and_sizes_have_a_hint() {
    let mut session = session(Path::new("tests"));
    for (input, help) in [
        ("graph(\"1-2\").nodes", "write `vertices(graph(\"1-2\"))`"),
        ("len([1])", "write `length([1])`"),
        ("Nim(-1)", "it is called as in `Nim(13, 12, 8)`"),
        ("^[-1]", "where n is at least 1"),
    ] {
        let reply = session.eval("input", input);
        let helps = reply.diagnostics[0].helps.join(" ");
        assert!(helps.contains(help), "{input}: {helps}");
    }
    session.eval("rules", "game Ladder(t) { move t-1 if t > 0; t+1 if 0 < t and t < 3 }");
    let reply = session.eval("input", "compound_outcome(continued_conjunctive, [Ladder(1)])");
    assert!(!reply.diagnostics[0].notes.join(" ").contains("suspense"));
}

#[test]
fn sums_of_nimbers_are_added_in_binary() {
    let text = explanation("explain(nimber(*5 + *3))", Notation::UNICODE);
    for line in
        ["*5 + *3 = *6", "*5           5   101", "*3           3   011", "nim-sum      6   110"]
    {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    assert!(text.contains("*5 to *3"), "{text}");
    assert_eq!(
        explanation("[explain(nimber(*5 + *3))]", Notation::ASCII),
        "[explain(nimber(*5 + *3))]"
    );
    assert!(explanation("explain(temperature(1 + ±1))", Notation::ASCII).contains("temperature 1"));
    assert_eq!(error("explain(nimber(1 + \"a\"))"), error("1 + \"a\""));
}

/// Survival is the criterion for stoppers only: the difference of others is often a draw.
#[test]
fn games_that_are_no_stoppers_are_compared_by_their_sides() {
    for (asked, lines) in [
        (
            "dud || 0",
            &[
                "dud ⧏ 0: ≥ fails for the offsides",
                "onsides: on ≥ 0: Left, moving second, survives the difference",
                "offsides: off ⧏ 0: Left, moving second, does not survive the difference, Right wins it",
                "dud ⧐ 0: ≤ fails for the onsides",
            ][..],
        ),
        (
            "over & under == 0",
            &["offsides: under ⧏ 0: Left", "onsides: over ⧐ 0: Right, moving second, does not"],
        ),
        ("off >= dud", &["off ⧏ dud: ≥ fails for the onsides", "offsides: off ≥ off: Left"]),
        ("(a: <0||a|0>) > 0", &["> 0"]),
        ("over & 0 >= 0", &["over & 0 ≥ 0: ≥ holds for both sides"]),
    ] {
        let text = explanation(&format!("explain({asked})"), Notation::UNICODE);
        for line in lines {
            assert!(text.contains(line), "{line}:\n{text}");
        }
    }
    let draw = explanation("explain(dud || 0)", Notation::UNICODE);
    assert!(!draw.contains("dud ⧏ 0: Left") && !draw.contains("difference when"), "{draw}");
    let stoppers = explanation("explain(over > *)", Notation::UNICODE);
    assert!(stoppers.contains("over ≥ *: Left, moving second, survives"), "{stoppers}");
}

#[test]
fn comparisons_of_positions_that_can_repeat_are_explained() {
    for (asked, line) in [
        ("BackslidingToadsAndFrogs(\"T.\") > 3", "BackslidingToadsAndFrogs(\"T.\") = on"),
        ("BackslidingToadsAndFrogs(\"T.F\") >= BackslidingToadsAndFrogs(\"T.\")", "does not hold"),
        ("BackslidingToadsAndFrogs(\"T.F\") || 0", "does not hold"),
    ] {
        let text = explanation(&format!("explain({asked})"), Notation::UNICODE);
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn questions_about_loopy_games_say_their_answers() {
    for (asked, title, line) in [
        ("outcome(over)", "the outcome of over is L", "Left moving first wins, by the move to 0"),
        ("outcome(dud)", "the outcome of dud is D", "Left moving first draws"),
        ("outcome(a: <0||a|0>)", "the outcome of a: <0||a|0> is ", "if Right wins it"),
        ("degree(over)", "the degree of over is over", "which is over & under"),
        ("degree(^)", "the degree of ↑ is 0", "which is 0"),
        ("upon + upon", "upon + upon = <0|upon*>", "it is a stopper"),
        ("over + 1", "over + 1 = 1 + over", "it is a stopper"),
        ("mean(a: <1||a|0>)", "a: <1||a|0> has mean 2/3 and temperature 1/3", "rule of ko"),
        ("temperature(a: <1||a|0>)", "a: <1||a|0> has mean 2/3", "1/3  2/3"),
        ("mean(a: <1||a|0>, Left)", "a: <1||a|0> with Left as komaster has mean", "threats"),
        ("thermograph(upon)", "upon has mean 0", "it is a stopper"),
    ] {
        let text = explanation(&format!("explain({asked})"), Notation::UNICODE);
        assert!(text.starts_with(title) && text.contains(line), "{asked}:\n{text}");
    }
    assert_eq!(explanation("[explain(upon + upon)]", Notation::ASCII), "[explain(upon + upon)]");
}

#[test]
fn games_that_are_not_about_the_last_move_have_a_question_to_explain() {
    for (asked, instead) in [
        ("Hex(3)", "`explain(outcome(P))`"),
        ("TicTacToe()", "`explain(outcome(P))`"),
        ("PawnWalk([3, 1, 4])()", "`explain(value(P, Max))`"),
    ] {
        let reply = session(Path::new("tests")).eval("input", &format!("explain({asked})"));
        let helps = reply.diagnostics[0].helps.join(" ");
        assert!(helps.contains(instead), "{asked}: {helps}");
    }
}

/// The last drawing of a construction is the thermograph; the two before are lines that go on above it.
#[test]
fn thermographs_are_constructed_step_by_step() {
    let games = ["<5||3|2>", "<5,<10|4>|<3|2>,±6>", "^", "*", "1/2*", "<4|2||1>", "3/8", "-7"];
    for game in games {
        for (question, is_mast) in
            [("thermograph", ["3/8", "-7"].contains(&game)), ("subzero_thermograph", game == "-7")]
        {
            let drawn = explanation(&format!("plot({question}({game}))"), Notation::ASCII);
            let drawn: Vec<&str> = drawn.lines().skip(1).collect();
            let asked = format!("explain({question}({game}), 2)");
            let text = explanation(&asked, Notation::ASCII);
            let shown: Vec<&str> = text.lines().collect();
            let last = &shown[shown.len() - drawn.len()..];
            for (line, drawn) in last.iter().zip(&drawn) {
                assert_eq!(line.trim_start_matches(' '), drawn.trim_start(), "{text}");
            }
            let axes = shown.iter().filter(|line| line.contains("+--")).count();
            assert_eq!(axes, if is_mast { 1 } else { 3 }, "{text}");
            let masts = shown.iter().filter(|line| line.contains('^') && line.contains("t |"));
            assert_eq!(masts.count(), 1, "{text}");
            assert!(text.is_ascii());
            let pictures = explanation(&asked, Notation::LATEX).matches("{tikzpicture}").count();
            assert_eq!(pictures, 2 * axes, "{asked}");
        }
    }
    let sum = explanation("explain(thermograph(±1 + ±2))", Notation::UNICODE);
    assert!(sum.contains("means add up") && sum.contains("they meet at t = 2 in 0"), "{sum}");
}
