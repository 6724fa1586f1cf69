//! What moves are called, and what is understood.

use proptest::prelude::*;
use upstar::play::{MoveReading, read};
use upstar::session::Session;
use upstar::value::{Position, TermKind, Value};
use upstar_core::Player::{Left, Right};

use super::{begin, hear, make, names_of, session, value};
use crate::length::properties;

#[test]
fn moves_on_boards_are_called_by_cells() {
    let mut session = session();
    let mut names = |text: &str, player| names_of(&mut session, text, player).join(", ");
    assert_eq!(names("Domineering(2, 3)", Left), "a1 a2, b1 b2, c1 c2");
    assert_eq!(names("Domineering(2, 2)", Right), "a1 b1, a2 b2");
    assert_eq!(names("Clobber(\"xo|ox\")", Left), "a1-b1, a1-a2, b2-a2, b2-b1");
    assert_eq!(names("ToadsAndFrogs(\"T.F.\")", Left), "a-b");
    assert_eq!(names("ToadsAndFrogs(\"TF.\")", Left), "a-c");
    assert_eq!(names("Amazons(\"x..\")", Left), "a-b c, a-b a, a-c b, a-c a");
    assert_eq!(names("Snort(1, 2)", Left), "a, b");
    assert_eq!(names("Konane(\"xo.\")", Left), "a-c");
    assert_eq!(names("SilverDollar(\"..o\")", Left), "c-b, c-a");
}

#[test]
fn moves_on_graphs_are_called_by_edges_and_vertices() {
    let mut session = session();
    let mut names = |text: &str, player| names_of(&mut session, text, player).join(", ");
    assert_eq!(names("Hackenbush(\"0-1:b, 1-2:r, 1-3:g\")", Left), "0-1, 1-3");
    assert_eq!(names("Hackenbush(\"0-1:b, 0-1:g\")", Left), "0-1:b, 0-1:g");
    assert_eq!(names("NodeKayles(\"1-2, 2-3, 3-4, 4-5\")", Left), "1, 2, 3, 4, 5");
    assert_eq!(names("ArcKayles(\"1-2, 2-3, 3-4, 4-5\")", Left), "1-2, 2-3, 3-4, 4-5");
    assert_eq!(names("GraphCol(\"1-2, 2-3\")", Left), "1, 2, 3");
    assert_eq!(names("TokenGame(digraph(\"1>2, 1>3\"))(1)", Left), "2, 3");
    assert_eq!(names("VertexGeography(\"1>2, 1>3, 3>4\", 1)", Left), "2, 3");
}

#[test]
fn moves_in_heaps_and_rows_of_coins_are_called_by_numbers() {
    let mut session = session();
    let mut names = |text: &str, player| names_of(&mut session, text, player).join(", ");
    assert_eq!(names("Nim(3)", Left), "3>2, 3>1, 3>0");
    assert_eq!(names("Nim(2, 2)", Left), "2>1, 2>0");
    assert_eq!(names("Kayles(4)", Left), "4>3, 4>1+2, 4>2, 4>1+1");
    assert_eq!(names("misere(Nim(2, 1))", Left), "2>1, 2>0, 1>0");
    assert_eq!(names("TurningTurtles(\"HTH\")", Left), "0, 2, 0 2, 1 2");
    assert_eq!(names("Wythoff(1, 1)", Left), "(0,1), (1,0), (0,0)");
    assert_eq!(names("Chomp([2, 1])", Left), "[1,1], [2,0]");
}

#[test]
fn moves_in_sums_say_in_which_summand() {
    let mut session = session();
    let names = names_of(&mut session, "Domineering(2, 1) - Domineering(1, 2) + ^", Left);
    assert_eq!(names, ["A:a1 a2", "B:a b", "C:0"]);
    assert_eq!(names_of(&mut session, "<1, <2|0>|0>", Left), ["1", "<2|0>"]);
}

#[test]
fn what_is_typed_may_be_short_and_must_not_be_ambiguous() {
    let mut session = session();
    let game = begin(&mut session, "Domineering(3, 3)", Left);
    let mut hears = |text: &str| hear(&mut session, &game, text);
    for same in ["a1 a2", "a2 a1", "A1,A2", "#1", "1", "a1", "Domineering(\"#..|#..|...\")"] {
        assert_eq!(hears(same), "a1 a2", "{same}");
    }
    assert_eq!(hears("b2"), "b1 b2 | b2 b3?");
    assert_eq!(hears("a4"), "there is no cell a4: columns are a to c, rows 1 to 3");
    assert_eq!(hears("a1 b1"), "that is Right's move a1 b1, and it is Left's turn (a1 a2?)");
    assert_eq!(
        hears("a1 c1"),
        "Left has no such move: a1 is empty (`.`), c1 is empty (`.`) (a1 a2?)"
    );
    assert_eq!(hears("#7"), "there are 6 moves");
    assert_eq!(hears("resing"), "`resing` is no move of Left");
    let game = begin(&mut session, "Clobber(\"xx|oo\")", Left);
    let mut hears = |text: &str| hear(&mut session, &game, text);
    assert_eq!(hears("a1"), "a1-a2");
    assert_eq!(hears("a2-a1"), "that is Right's move a2-a1, and it is Left's turn (a1-a2?)");
}

#[test]
fn the_beginning_of_a_name_is_a_part_of_it() {
    let mut session = session();
    let game = begin(&mut session, "Connect(4)(6, 7)", Left);
    assert_eq!(hear(&mut session, &game, "d"), "d6");
    let game = begin(&mut session, "Domineering(3, 3)", Left);
    assert_eq!(hear(&mut session, &game, "b"), "b1 b2 | b2 b3?");
    assert_eq!(hear(&mut session, &game, "b1 b"), "b1 b2");
    let game = begin(&mut session, "Domineering(2, 1) - Domineering(2, 2) + Nim(2)", Right);
    assert_eq!(hear(&mut session, &game, "B"), "B:a1 a2 | B:b1 b2?");
    assert_eq!(hear(&mut session, &game, "B:"), "B:a1 a2 | B:b1 b2?");
    assert_eq!(hear(&mut session, &game, "B:b"), "B:b1 b2");
    assert_eq!(hear(&mut session, &game, "C"), "C:2>1 | C:2>0?");
    let game = begin(&mut session, "Nim(2, 1)", Left);
    assert_eq!(hear(&mut session, &game, "take"), "2>1 | 2>0 | 1>0?");
    assert_eq!(hear(&mut session, &game, "take 2 fr"), "2>0");
    let game = begin(&mut session, "Clobber(\"xo|ox\")", Left);
    assert_eq!(hear(&mut session, &game, "a1-"), "a1-b1 | a1-a2?");
    assert_eq!(hear(&mut session, &game, "a1-b"), "a1-b1");
    // Numbers are not cut: what is no move is not taken for another.
    let game = begin(&mut session, "Hex(\"x|.|.|.|.|.|.|.|.|.\")", Right);
    assert!(hear(&mut session, &game, "a1").starts_with("Right has no such move: a1 shows"));
}

#[test]
fn heaps_are_told_by_what_is_taken_or_left() {
    let mut session = session();
    let game = begin(&mut session, "Nim(3, 5, 7)", Left);
    let mut hears = |text: &str| hear(&mut session, &game, text);
    assert_eq!(hears("7 to 1"), "7>1");
    assert_eq!(hears("take 7"), "7>0");
    assert_eq!(hears("6"), "7>6 | 7>1?");
    assert_eq!(hears("take 6"), "7>1");
    assert_eq!(hears("take 5"), "5>0 | 7>2?");
    assert_eq!(hears("to 6"), "7>6");
    assert_eq!(hears("4>1"), "there is no heap of 4: they are 3, 5, 7 (3>1?)");
}

#[test]
fn numbers_of_the_list_are_numbers_only_where_moves_have_none() {
    let mut session = session();
    let game = begin(&mut session, "Nim(5)", Left);
    assert_eq!(hear(&mut session, &game, "5"), "5>0");
    assert_eq!(hear(&mut session, &game, "#5"), "5>0");
    assert_eq!(hear(&mut session, &game, "#1"), "5>4");
}

#[test]
fn a_match_remembers_its_moves() {
    let mut session = session();
    let mut game = begin(&mut session, "Nim(3)", Right);
    make(&mut session, &mut game, "3>1");
    assert_eq!(game.to_move(), Left);
    assert_eq!(*game.position(), value(&mut session, "Nim(1)"));
    assert!(session.ask(|host| game.ending(host)).unwrap().is_none());
    make(&mut session, &mut game, "1>0");
    let ending = session.ask(|host| game.ending(host)).unwrap().unwrap();
    assert_eq!(ending.to_string(), "Right cannot move: Left wins");
    assert_eq!(game.take_back().unwrap().name, "1>0");
    game.resign(Left);
    let ending = session.ask(|host| game.ending(host)).unwrap().unwrap();
    assert_eq!(ending.to_string(), "Left gives up: Right wins");
    assert_eq!(game.go_on(), Some(Left));
    assert!(session.ask(|host| game.ending(host)).unwrap().is_none());
}

#[test]
fn a_position_that_comes_three_times_is_a_draw() {
    let mut session = session();
    value(
        &mut session,
        "game Walk(s: strip of \".x\") { move \"x.\" -> \".x\"; \".x\" -> \"x.\" }",
    );
    let mut game = begin(&mut session, "Walk(\"x.\")", Left);
    for _ in 0..4 {
        assert!(session.ask(|host| game.ending(host)).unwrap().is_none());
        let only = super::chosen(&mut session, &game);
        session.ask(|host| game.play(host, only.made.clone())).unwrap();
    }
    let ending = session.ask(|host| game.ending(host)).unwrap().unwrap();
    assert_eq!(ending.winner, None);
}

/// Positions of many kinds, some with many moves.
fn positions() -> impl Strategy<Value = String> {
    let cells = |letters: &'static [char], rows: usize, columns: usize| {
        prop::collection::vec(
            prop::collection::vec(prop::sample::select(letters), columns)
                .prop_map(|row| row.into_iter().collect::<String>()),
            rows,
        )
        .prop_map(|rows| rows.join("|"))
    };
    let on = |name: &'static str| move |board: String| format!("{name}(\"{board}\")");
    prop_oneof![
        cells(&['.', '#'], 3, 3).prop_map(on("Domineering")),
        cells(&['.', 'x', 'o'], 3, 3).prop_map(on("Clobber")),
        cells(&['.', 'x', 'o'], 3, 3).prop_map(on("Konane")),
        cells(&['.', 'x', 'o', '#'], 2, 3).prop_map(on("Amazons")),
        cells(&['.', 'T', 'F'], 1, 6).prop_map(on("ToadsAndFrogs")),
        cells(&['.', 'L', 'R', 'E'], 1, 5).prop_map(on("TopplingDominoes")),
        cells(&['T', 'H'], 1, 6).prop_map(on("MockTurtles")),
        cells(&['.', 'L', 'R'], 1, 5).prop_map(on("Shove")),
        prop::collection::vec(0..8_u32, 1..4).prop_map(|heaps| format!("Nim({})", typed(&heaps))),
        prop::collection::vec(0..8_u32, 1..4)
            .prop_map(|heaps| format!("Kayles({})", typed(&heaps))),
        (0..6_u32, 0..6_u32).prop_map(|(a, b)| format!("Wythoff({a}, {b})")),
        prop::collection::vec(
            (0..5_u32, 0..5_u32, prop::sample::select(vec!['b', 'r', 'g'])),
            1..6
        )
        .prop_map(|edges| {
            let edge = |(a, b, color): &(u32, u32, char)| format!("{a}-{b}:{color}");
            let edges: Vec<String> = edges.iter().map(edge).collect();
            format!("Hackenbush(\"0-9:b, {}\")", edges.join(", "))
        }),
        prop::collection::vec((0..5_u32, 0..5_u32), 1..6).prop_map(|edges| {
            let edges: Vec<String> =
                edges.iter().filter(|(a, b)| a != b).map(|(a, b)| format!("{a}-{b}")).collect();
            format!(
                "NodeKayles(\"0{}{}\")",
                if edges.is_empty() { "" } else { ", " },
                edges.join(", ")
            )
        }),
    ]
}

fn typed(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

proptest! {
    #![proptest_config(properties(200))]

    #[test]
    fn names_are_read_as_the_moves_they_name(a in positions(), b in positions(), alone: bool) {
        let text = if alone { a } else { format!("{a} - {b}") };
        names_are_read(&mut session(), &text);
    }
}

/// Every option has a move, and every name and number is understood as its own move.
fn names_are_read(session: &mut Session, text: &str) {
    for player in [Left, Right] {
        let game = begin(session, text, player);
        let moves = session.ask(|host| game.moves(host)).unwrap();
        let reach: Vec<Vec<String>> = moves.iter().map(|one| summands(session, &one.to)).collect();
        let list = value(session, &format!("moves({text}, {player:?})"));
        for option in upstar::value::elements(&list).unwrap() {
            // Moves in one of several equal heaps have one name, and lead to equal games.
            let found = summands(session, &option);
            assert!(reach.contains(&found), "{text}: {}", session.show(&option));
        }
        for (n, one) in moves.iter().enumerate() {
            for typed in [one.name.clone(), format!("#{}", n + 1)] {
                let heard = session.ask(|host| read(host, &game, &typed)).unwrap();
                let MoveReading::Move(heard) = heard else { panic!("{text}: {typed}: {heard:?}") };
                assert_eq!(heard.to, one.to, "{text}: {typed}");
            }
        }
    }
}

/// The summands of a position in a fixed order. A heap of an impartial ruleset is its own negative.
fn summands(session: &mut Session, position: &Value) -> Vec<String> {
    let is_impartial =
        |position: &Position| ["Nim", "Kayles"].contains(&&*position.ruleset.tree.name.text);
    let mut all: Vec<String> = match position {
        Value::Sum(sum) => {
            let shown = sum.terms().iter().map(|term| match &term.kind {
                TermKind::Position(part) => {
                    let negated = term.negated && !is_impartial(part);
                    let sign = if negated { "-" } else { "" };
                    format!("{sign}{}", session.show(&Value::Position(part.clone())))
                }
                other => format!("{} {other:?}", term.negated),
            });
            shown.collect()
        }
        other => vec![session.show(other)],
    };
    all.sort_unstable();
    all
}

#[test]
fn names_are_read_as_moves_where_heaps_cancel() {
    let mut session = session();
    let mut texts: Vec<String> = Vec::new();
    for name in ["Nim", "Kayles"] {
        for n in 0..9 {
            texts.extend([
                format!("{name}({n}) - {name}({n})"),
                format!("{name}({n}, {n}) - {name}({n})"),
                format!("-{name}({n}, 3) - {name}({n}, {n})"),
                format!("{name}({n}, 4) - {name}(2, {n}) + {name}({n})"),
            ]);
        }
    }
    for text in texts {
        names_are_read(&mut session, &text);
    }
}
