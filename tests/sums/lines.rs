//! Lines of explanations: the summands as they were typed, what cancels, and which move is named.

use std::path::Path;

use upstar::session::CheckVerdict;
use upstar::value::Notation;

use crate::explain::{error, explanation};
use crate::support::session;

fn all_said(asked: &str, lines: &[&str]) {
    let text = explanation(&format!("explain({asked}, 2)"), Notation::UNICODE);
    for line in lines {
        assert!(text.contains(line), "{asked}: {line}\n{text}");
    }
}

#[test]
fn the_move_that_is_named_is_in_what_is_left() {
    for (asked, line) in [
        ("outcome(<-1|1> + 1)", "Left moving first wins, by the move to <-1|1>\n"),
        ("outcome(±2 + ±2 + ±1 + 1/2)", "by the move to ±2 + ±2 + 1 + 1/2"),
        ("outcome(Nim(1,2,3) + ^)", "by the move to Nim(1, 2, 3)\n"),
        ("outcome(Nim(1,2,3) + ±1)", "by the move to Nim(1, 2, 3) - 1"),
        ("outcome(*3 + *2 + * + ^)", "by the move to *3 + *2 + *\n"),
        ("outcome(<5|1> + <2|-2> + <0|-4>)", "by the move to <5|1> + <2|-2> - 4"),
        (
            "Subtraction([1,2,3])(4) + Nim(2) == 0",
            "Right wins moving first, to Subtraction([1, 2, 3])(4) + Nim(0)",
        ),
        ("outcome(-3/4 + *)", "Right moving first wins, by the move to -3/4"),
        ("outcome(3 + over + ±1)", "Left moving first wins, by the move to 3 + 0 + ±1"),
        ("outcome(3 + Nim(10**12))", "Left wins moving first, to 3 + Nim("),
        ("outcome(<100|0> + <10|0> - 5)", "Right to 100 + <10|0> - 4, Left to 100 + 10 - 4"),
    ] {
        all_said(asked, &[line]);
    }
}

#[test]
fn summands_that_add_up_at_once_are_noticed() {
    for (asked, line) in [
        ("outcome(Nim(1,2,3) + ^)", "Nim(1, 2, 3) has nim-sum 0"),
        ("outcome(*3 + *2 + * + ±1)", "*3 + *2 + * has nim-sum 0"),
        ("outcome(*3 + * + ^)", "*3 + * has nim-sum 2: it is worth *2"),
        (
            "outcome(<5|1> + <2|-2> + <0|-4>)",
            "<5|1> and <2|-2> add up to 3: they are 3 + ±2 and ±2",
        ),
        ("<3|1> + <1|-1>", "<3|1> and <1|-1> add up to 2"),
        ("nimber(±1 + ±1)", "±1 and ±1 cancel"),
        ("outcome(<1|-1> + ±1 + ^)", "<1|-1> and ±1 cancel: each is the negative of the other"),
    ] {
        all_said(asked, &[line]);
    }
}

#[test]
fn summands_are_shown_as_they_were_typed() {
    for (asked, title) in [
        ("±1 + on > 0", "±1 + on > 0 holds"),
        ("<0|pass> + <0|pass> == <0|pass>", "<0|pass> + <0|pass> = <0|pass> holds"),
        ("outcome(<0|pass> + *)", "the outcome of <0|pass> + * is L\n├─ <0|pass> = over"),
        ("outcome(<1|-1> + over)", "the outcome of <1|-1> + over is N\n├─ <1|-1> = ±1"),
        ("(a: <0||a|0>) + * > 0", "(a: <0||a|0>) + * > 0 does not hold"),
        ("1/3 + 1/3 + 1/3 == 1", "1/3 + 1/3 + 1/3 = 1 holds"),
        ("1/3 + 1/3", "1/3 + 1/3 = 2/3"),
        ("1/3 > 1/4", "1/3 > 1/4 holds"),
        ("*2 + <*,0|0,*>", "*2 + <*,0|0,*> = 0\n├─ <*,0|0,*> = *2\n"),
        ("<^|v> + <^|v>", "<↑|↓> + <↑|↓> = 0\n├─ <↑|↓> = *\n"),
        ("<*|*> + *2 == 0", "<*|*> + *2 = 0 does not hold"),
        ("±1 + ±2 == ±<3|1>", "±1 + ±2 = ±<3|1> holds"),
        ("outcome(±^ + ±1)", "the outcome of <↑|↓> + ±1 is N\n├─ <↑|↓> = *"),
        ("±1", "<1|-1> = ±1"),
        ("mean(over + ±1)", "over + ±1 has mean 0"),
    ] {
        let text = explanation(&format!("explain({asked})"), Notation::UNICODE);
        assert!(text.starts_with(title), "{asked}:\n{text}");
        let listed = explanation(&format!("[explain({asked})]"), Notation::ASCII);
        let again = explanation(&format!("[{}]", listed.trim_matches(['[', ']'])), Notation::ASCII);
        assert_eq!(again, listed, "{asked}");
    }
}

#[test]
fn impartial_games_are_compared_by_their_nimbers() {
    all_said("Kayles(7) == Nim(2)", &["├─ Kayles(7) = *2\n", "├─ Nim(2) = *2\n"]);
    all_said(
        "Kayles(7) == *2",
        &["├─ Kayles(7) = *2\n", "the least number that no option has is 2"],
    );
    all_said("outcome(Wythoff(3,5))", &["its nimber is 0", "so whoever moves second wins"]);
    all_said("outcome(Kayles(7))", &["its nimber is 2", "so whoever moves first wins"]);
}

#[test]
fn whoever_wins_is_named_in_the_convention_of_play() {
    for asked in ["outcome(misere(Nim(1,1,1)))", "outcome(misere(Nim(2,2)))"] {
        all_said(asked, &["its Grundy value in misère play is 0", "so whoever moves second wins"]);
    }
    for asked in ["Nim(1,2,3)", "outcome(Nim(1,2,3))", "*2 + *2", "nimber(Kayles(0))"] {
        let text = explanation(&format!("explain({asked})"), Notation::UNICODE);
        assert!(!text.contains("moved last"), "{text}");
    }
}

#[test]
fn what_repeats_is_no_word_of_the_sentence() {
    all_said("outcome(on + off)", &["with Left to move, play repeats: on + off → on + off"]);
}

#[test]
fn a_failing_check_names_a_move_outside_of_numbers() {
    for (claim, line) in [
        ("check <1|-1> + <1|-1> == 1", "moving first, to -1 + <1|-1> - 1"),
        ("check 3 + Domineering(2,2) == 0", "moving first, to 3 + Domineering(\"#.|#.\")"),
        ("check on + off == 0", "on + off ⧏ 0: ≥ fails for the offsides"),
        ("check <0|pass> + * == 0", "<0|pass> + * ⧐ 0: Right, moving second, does not survive"),
    ] {
        let reply = session(Path::new("tests")).check_text("check", claim);
        let CheckVerdict::Failed { why: Some(why), .. } = &reply.checks[0].verdict else {
            panic!("{claim}: {:?}", reply.checks[0].verdict)
        };
        assert!(why.contains(line), "{claim}: {why}");
    }
}

#[test]
fn what_is_refused_is_named() {
    for (input, message) in [
        ("explain(is_all_small(<0|1>))", "there is no explanation of `is_all_small`"),
        ("explain(stops(over))", "there is no explanation of `stops` of a loopy game"),
        ("explain(omega - 1 > 5)", "`ω - 1` is no short game"),
        ("explain(5 < omega)", "`ω` is no short game"),
        ("degree(on + off)", "the degree is defined for stoppers, and `dud` is no stopper"),
        ("variety(dud)", "the variety is defined for stoppers, and `dud` is no stopper"),
    ] {
        let reply = session(Path::new("tests")).eval("input", input);
        let found = &reply.diagnostics[0].message;
        assert!(found.contains(message), "{input}: {found}");
    }
    assert_eq!(error("x := 1 < 2; explain(x)"), "G0301");
}

#[test]
fn latex_of_an_explanation_is_its_list() {
    let text = explanation("latex(explain(^ > 0))", Notation::UNICODE);
    assert_eq!(text, explanation("explain(^ > 0)", Notation::LATEX));
    assert!(text.contains("\\begin{itemize}"), "{text}");
}
