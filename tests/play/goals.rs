//! Matches decided by a goal.

use upstar::play::{Effort, Knowledge, board, choose, record};
use upstar::session::expect::differences;
use upstar_core::Player::{self, Left, Right};

use super::{begin, chosen, hear, make, names_of, session};

/// How a match ends that the machine plays against itself.
fn watched(start: &str, first: Player) -> String {
    let mut session = session();
    let mut game = begin(&mut session, start, first);
    loop {
        if let Some(ending) = session.ask(|host| game.ending(host)).unwrap() {
            let file = session.ask(|host| record(host, &game, "")).unwrap();
            let wrong = differences(&mut super::session(), "record", &file);
            assert!(wrong.is_empty(), "{file}\n{wrong:?}");
            return ending.to_string();
        }
        let made = chosen(&mut session, &game).made;
        session.ask(|host| game.play(host, made)).unwrap();
    }
}

#[test]
fn goals_are_reached_or_not_as_they_should() {
    assert_eq!(watched("TicTacToe(3, 3)", Left), "there are no more moves: a draw");
    assert_eq!(watched("Hex(3, 3)", Left), "the goal is reached: Left wins");
    assert_eq!(watched("Hex(3, 3)", Right), "the goal is reached: Right wins");
}

#[test]
fn a_win_is_taken_at_once_and_a_threat_is_met() {
    let mut session = session();
    let game = begin(&mut session, "TicTacToe(\"xx.|oo.|...\")", Left);
    let choice = chosen(&mut session, &game);
    assert_eq!(choice.made.name, "c1");
    assert!(matches!(choice.knowledge, Knowledge::Solved { winner: Some(Left), .. }));
    let game = begin(&mut session, "TicTacToe(\"xx.|o..|...\")", Right);
    assert_eq!(chosen(&mut session, &game).made.name, "c1");
}

#[test]
fn moves_that_are_none_are_told_apart() {
    let mut session = session();
    let mut game = begin(&mut session, "TicTacToe(3, 3)", Left);
    make(&mut session, &mut game, "b2");
    let mut hears = |text: &str| hear(&mut session, &game, text);
    assert!(hears("b2").starts_with("Right has no such move: b2 shows `x`"));
    assert!(hears("d1").starts_with("there is no cell d1"));
    assert_eq!(hears("A1"), "a1");
    let switching = "ShannonSwitching(\"0-1, 1-2, 0-2, 2-3, 1-3\", 0, 3)";
    assert_eq!(names_of(&mut session, switching, Left), ["0-1", "0-2", "1-2", "1-3", "2-3"]);
    assert_eq!(names_of(&mut session, switching, Right), ["0-1", "0-2", "1-2", "1-3", "2-3"]);
}

#[test]
fn where_nothing_is_known_matches_at_random_tell() {
    let mut session = session();
    // One stone more joins top and bottom; nothing is solved.
    let game = begin(&mut session, "Hex(\"..x..|..x..|..x..|.....|o.xoo\")", Left);
    let effort = Effort { states: 0, solve: 0, ..Effort::default() };
    let choice = session.ask(|host| choose(host, &game, effort)).unwrap().unwrap();
    assert_eq!(choice.made.name, "c4");
    assert_eq!(choice.knowledge, Knowledge::Paths { own: 0, other: None });
    // No sides are connected here.
    let game = begin(&mut session, "TicTacToe(\"xx.|oo.|...\")", Left);
    let choice = session.ask(|host| choose(host, &game, effort)).unwrap().unwrap();
    assert_eq!(choice.made.name, "c1");
    assert!(matches!(choice.knowledge, Knowledge::PlayedOut { won, of } if won == of && of > 0));
}

/// What is played without looking far.
fn at_once(session: &mut upstar::session::Session, text: &str, first: Player) -> String {
    let game = begin(session, text, first);
    let choice = session.ask(|host| choose(host, &game, Effort::least())).unwrap().unwrap();
    assert!(matches!(choice.knowledge, Knowledge::Paths { .. }), "{choice:?}");
    choice.made.name
}

#[test]
fn large_boards_of_hex_are_played_by_the_lengths_of_ways() {
    let mut session = session();
    // On five times five cells those of the short diagonal near the middle win.
    let first = at_once(&mut session, "Hex(5)", Left);
    assert!(["b4", "c3", "d2"].contains(&first.as_str()), "{first}");
    // A bridge is completed where the other player enters it.
    let entered = "Hex(\"...x...|...x...|...x...|..ox...|..x....|.ox....|.o.....\")";
    assert_eq!(at_once(&mut session, entered, Left), "c7");
    // Left has the middle column; Right's answer is no corner.
    let row = "...........";
    let board =
        format!("{row}|{row}|{row}|{row}|.....x.....|.....x.....|{row}|{row}|{row}|{row}|{row}");
    let answer = at_once(&mut session, &format!("Hex(\"{board}\")"), Right);
    let near = |name: &str| ('c'..='i').contains(&name.chars().next().unwrap());
    assert!(near(&answer), "{answer}");
}

#[test]
fn who_looks_at_ways_beats_who_plays_at_random() {
    for (machine, seed) in [(Left, 1_u64), (Right, 2), (Left, 3)] {
        let mut session = session();
        let mut game = begin(&mut session, "Hex(7)", Left);
        let mut dice = seed;
        let winner = loop {
            if let Some(ending) = session.ask(|host| game.ending(host)).unwrap() {
                break ending.winner;
            }
            let made = if game.to_move() == machine {
                let choice = session.ask(|host| choose(host, &game, Effort::least()));
                choice.unwrap().unwrap().made
            } else {
                let moves = session.ask(|host| game.moves(host)).unwrap();
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                moves[(dice >> 33) as usize % moves.len()].clone()
            };
            session.ask(|host| game.play(host, made)).unwrap();
        };
        assert_eq!(winner, Some(machine));
    }
}

#[test]
fn boards_of_hex_lean_and_keep_their_coordinates() {
    let mut session = session();
    let game = begin(&mut session, "Hex(\"x..|.o.|...\")", Left);
    let drawn = session
        .ask(|host| board(host, game.position(), upstar::value::Notation::Unicode, 80))
        .unwrap();
    assert_eq!(drawn, "  a b c\n1 x . .\n2  . o .\n3   . . .");
}
