//! Matches about points.

use upstar::play::{Effort, Knowledge, choose, record};
use upstar::session::expect::differences;
use upstar::value::Value;
use upstar_core::Player::{Left, Right};
use upstar_core::Rational;

use super::{begin, chosen, make, session, value};

/// A row of numbers; the players take one from either end in turn.
const ENDS: &str = "game Ends(row)(i, j) {
  move (i + 1, j) gain row[i] if i <= j; (i, j - 1) gain row[j] if i < j
}";

#[test]
fn the_machine_gets_the_value_of_a_game_about_points() {
    let mut session = session();
    value(&mut session, ENDS);
    let rows = [("[1, 5, 2]", 3, Left), ("[3, 9, 1, 2]", 4, Right), ("[4, 4, 7, 1, 8]", 5, Left)];
    for (row, length, first) in rows {
        let start = format!("Ends({row})(1, {length})");
        let expected = value(&mut session, &format!("value({start}, {first:?})"));
        let mut game = begin(&mut session, &start, first);
        assert_eq!(game.points(), Some(Rational::from(0)));
        while session.ask(|host| game.ending(host)).unwrap().is_none() {
            let choice = chosen(&mut session, &game);
            let Knowledge::Points(points) = &choice.knowledge else { panic!("{choice:?}") };
            assert_eq!(Value::Number(points.clone()), expected);
            session.ask(|host| game.play(host, choice.made.clone())).unwrap();
        }
        let ending = session.ask(|host| game.ending(host)).unwrap().unwrap();
        let shown = session.show(&expected);
        assert_eq!(ending.to_string(), format!("play is over: Max gets {shown}"));
        let file = session.ask(|host| record(host, &game, ENDS)).unwrap();
        let wrong = differences(&mut super::session(), "record", &file);
        assert!(wrong.is_empty(), "{file}\n{wrong:?}");
    }
}

#[test]
fn players_of_points_are_called_max_and_min() {
    let mut session = session();
    value(&mut session, ENDS);
    let mut game = begin(&mut session, "Ends([1, 5])(1, 2)", Left);
    assert_eq!(game.name_of(Left), "Max");
    make(&mut session, &mut game, "(1, 1)");
    assert_eq!(game.name_of(game.to_move()), "Min");
    assert_eq!(game.points(), Some(Rational::from(5)));
}

#[test]
fn who_gives_up_a_match_about_points_is_max_or_min() {
    let mut session = session();
    value(&mut session, ENDS);
    let mut game = begin(&mut session, "Ends([1, 5])(1, 2)", Left);
    game.resign(Left);
    let ending = session.ask(|host| game.ending(host)).unwrap().unwrap();
    assert_eq!(ending.to_string(), "Max gives up: Min wins");
}

#[test]
fn moves_on_boards_with_a_turn_are_called_by_cells() {
    let mut session = session();
    let names = super::names_of(&mut session, "DotsAndBoxes(1, 2)()", Left);
    assert_eq!(names.len(), 7);
    assert!(names.iter().all(|name| name.len() == 2), "{names:?}");
    // Whoever closes a box moves again.
    let mut game = begin(&mut session, "DotsAndBoxes(1, 2)()", Left);
    for edge in ["b1", "a2", "b3"] {
        make(&mut session, &mut game, edge);
    }
    assert_eq!(game.to_move(), Right);
    make(&mut session, &mut game, "c2");
    assert_eq!(game.to_move(), Right);
    assert_eq!(game.points(), Some(Rational::from(-1)));
}

#[test]
fn where_no_value_is_known_the_answer_is_looked_at() {
    let mut session = session();
    value(&mut session, ENDS);
    // Taking 3 would leave 9 to Min.
    let game = begin(&mut session, "Ends([2, 1, 9, 3])(1, 4)", Left);
    let effort = Effort { solve: 0, ..Effort::default() };
    let choice = session.ask(|host| choose(host, &game, effort)).unwrap().unwrap();
    assert_eq!(choice.made.name, "(2,4)");
    assert_eq!(choice.knowledge, Knowledge::Answers(None));
}
