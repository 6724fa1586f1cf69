//! Loopy values, typed kos, and positions that repeat or never end.

use crate::support::{answers, fresh, refused, said};

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
    let mean = said(&mut fresh(), "mean(dud)");
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
