//! Matches as programs.

use upstar::play::{Match, as_input, record};
use upstar::session::expect::differences;
use upstar_core::Player::Left;

use super::{begin, make, session, value};

#[test]
fn a_record_is_a_program_that_checks_itself() {
    let mut session = session();
    for (text, moves) in [
        ("Domineering(2, 3)", &["b1 b2"][..]),
        ("Nim(3, 5)", &["take 2 from 5", "3>0"]),
        ("misere(Nim(1, 1))", &["#1", "#1"]),
        ("Domineering(2, 2) - Clobber(\"xo\") + ^*", &["A:a1 a2", "C:0"]),
        ("Hackenbush(\"0-1:b, 1-2:r\")", &[]),
        // Moves as typed, also those that the canonical form has not.
        ("form(<0,1|*>)", &["0"]),
        ("form(<0,1|*>)", &[]),
        ("form(<0,<0,1|*>|*>)", &["<0,1|*>"]),
        ("form(a: <0||a|*>)", &["0"]),
        ("a: <0||a|*>", &["0"]),
        ("a: <a||0|a>", &["#1"]),
    ] {
        let mut game = begin(&mut session, text, Left);
        moves.iter().for_each(|one| make(&mut session, &mut game, one));
        let file = session.ask(|host| record(host, &game, "")).unwrap();
        let mut fresh = super::session();
        let wrong = differences(&mut fresh, "record", &file);
        assert!(wrong.is_empty(), "{file}\n{wrong:?}");
        assert!(file.contains("check end == "), "{file}");
    }
}

#[test]
fn a_record_of_rules_of_ones_own_says_them_first() {
    let mut session = session();
    let rules = "game Halve(n: heap) { move n / 2 if n > 0 and n % 2 == 0 }";
    value(&mut session, rules);
    let mut game = begin(&mut session, "Halve(4)", Left);
    make(&mut session, &mut game, "4>2");
    assert!(!session.is_of_library(game.start()));
    let file = session.ask(|host| record(host, &game, rules)).unwrap();
    let wrong = differences(&mut super::session(), "record", &file);
    assert!(wrong.is_empty(), "{file}\n{wrong:?}");
}

#[test]
fn what_has_no_moves_to_play_is_refused_at_once() {
    let mut session = session();
    for text in ["over - over", "a: <0||a|*>", "Nim(2) + (over - over)"] {
        let start = value(&mut session, text);
        let begun = session.ask(|host| Match::new(host, start, Left));
        match begun {
            Ok(game) => {
                assert_eq!(text, "a: <0||a|*>");
                let start = as_input(game.start(), session.show(game.start()));
                assert_eq!(start, "form(a: <0||a|*>)");
            }
            Err(fault) => {
                assert_eq!(fault.code.number(), "G0901");
                assert!(format!("{fault:?}").contains("form("), "{fault:?}");
            }
        }
    }
    let reply = session.eval("play", "moves(a: <0||a|*>, Right)");
    assert!(format!("{:?}", reply.diagnostics[0]).contains("form(G)"));
}

#[test]
fn one_text_is_no_list_of_moves() {
    let mut session = session();
    let reply = session.eval("play", "replay(Hex(4), Left, \"a1\")");
    let said = format!("{:?}", reply.diagnostics[0]);
    assert!(said.contains("a list of moves") && said.contains("as in `["), "{said}");
}

#[test]
fn replay_names_the_first_move_that_is_not_allowed() {
    let mut session = session();
    let mut fails = |text: &str| {
        let reply = session.eval("play", text);
        let diagnostic = reply.diagnostics.into_iter().next().unwrap();
        assert_eq!(diagnostic.code.number(), "G0413");
        diagnostic.message
    };
    assert_eq!(
        fails("replay(Domineering(3, 3), Left, [\"a1 a2\", \"a1 b1\", \"zz\"])"),
        "move 2, \"a1 b1\", is not allowed: Right has no such move: a1 shows `#`, b1 is empty (`.`)"
    );
    assert_eq!(
        fails("replay(Domineering(3, 3), Left, [\"b2\"])"),
        "move 1, \"b2\", may be several moves of Left"
    );
    assert_eq!(
        fails("replay(Nim(1), Left, [\"1>0\", \"1>0\"])"),
        "move 2, \"1>0\", is not allowed: there is no heap of 1: all are empty"
    );
}
